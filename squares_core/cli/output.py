"""What commands print: JSON documents, and text that suits the stream it goes to."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from squares_core.errors import InvalidValueError, system_reason


def print_json(document: Any) -> None:
    """Print ``document`` as JSON on stdout and nothing else."""
    print(json_text(document))


def json_text(document: Any, indent: int | None = 2) -> str:
    """Return ``document`` as JSON, with escapes for what the encoding of stdout lacks."""
    text = json.dumps(document, ensure_ascii=False, indent=indent)
    return text if can_show(sys.stdout, text) else json.dumps(document, indent=indent)


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


@contextmanager
def written_to(path: Path) -> Iterator[TextIO]:
    """Open ``path`` to write text to; raises InvalidValueError where that cannot be done."""
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            yield file
    except OSError as error:
        raise InvalidValueError(f"cannot write {path}: {system_reason(error)}") from error


def note(text: str) -> None:
    """Print one line for a person on stderr."""
    print(text, file=sys.stderr)
