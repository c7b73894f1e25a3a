"""What a stream of text can show."""

from __future__ import annotations

import os
from typing import TextIO


def can_show(stream: TextIO, text: str) -> bool:
    """Return whether the encoding of ``stream`` has all of ``text``."""
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def shows_glyphs(stream: TextIO) -> bool:
    """Return whether ``stream`` can show the glyphs of the suits; a terminal need not."""
    return can_show(stream, "♠♥♦♣")


def moves_cursor(stream: TextIO) -> bool:
    """Return whether ``stream`` can redraw a line: a terminal that is not dumb."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"
