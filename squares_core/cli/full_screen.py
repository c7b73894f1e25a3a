"""Whether the table opens: a real terminal is there, and nobody asked for lines."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from squares_core.seating.seats import Opening
    from squares_core.seating.setup import Setup


def opens_table(*, line: bool = False, plain: bool = False) -> bool:
    """Return whether to open the table: all three streams are a terminal that is not dumb.

    ``line`` and ``plain`` ask for a game line by line.
    """
    if line or plain or os.environ.get("TERM") in ("dumb", "unknown"):
        return False
    # Textual draws on stderr, which leaves stdout free.
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream is not None and stream.isatty() for stream in streams)


def play_at_table(
    setup: Setup,
    opening: Opening,
    *,
    hints: bool = False,
    ascii_only: bool = False,
    four_colours: bool = False,
) -> None:
    """Open the table with a game, with one to go on with, or with the menu; tell how to resume.

    Raises SquaresError, before anything is drawn, for a game that cannot be played.
    """
    from squares_core.table.app import open_table
    from squares_core.text.streams import shows_glyphs

    opening.check(setup)
    farewell = open_table(
        setup,
        opening,
        hints=hints,
        ascii_only=ascii_only or not shows_glyphs(sys.stdout),
        four_colours=four_colours,
    )
    if farewell:
        print(farewell)
