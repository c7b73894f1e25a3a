"""Draws the picture of the table for the pages: ``python docs/draw_table.py FILE.svg``.

A game of Cribbage Squares is played a few moves from a fixed deal and drawn by the
app itself, so that the picture shows what there is.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from pathlib import Path
from typing import Final

from squares_core.deals import make_deal
from squares_core.seating.seats import Opening
from squares_core.seating.setup import Setup
from squares_core.table.app import TableApp
from squares_core.table.look import Preferences
from squares_core.table.play import PlayScreen

_SIZE: Final = (80, 24)
_MOVES: Final = ["a2", "b2", "b3", "a1", "c3", "a4", "d4", "c4", "c2", "d2", "d3"]
_POINTED: Final = 8


async def draw() -> str:
    """Return the picture as SVG; the same moves give the same picture."""
    with tempfile.TemporaryDirectory() as folder:
        opening = Opening("cribbage-squares", deal_of=lambda _: make_deal(7))
        app = TableApp(Setup((), Path(folder)), opening, preferences=Preferences(still=True))
        async with app.run_test(size=_SIZE) as pilot:
            for move in _MOVES:
                await pilot.press(*move)
            screen = app.screen
            assert isinstance(screen, PlayScreen)
            screen.holding.cursor = _POINTED
            screen.show_pointed()
            await pilot.pause()
            text = app.export_screenshot(title="Squares")
    # Rich names styles after a number drawn at random, and asks the network for a font.
    text = re.sub(r"terminal-\d+", "terminal-squares", text)
    return re.sub(r"\s*@font-face \{.*?\}", "", text, flags=re.DOTALL)


def main() -> None:
    """Write the picture to the file that is named."""
    Path(sys.argv[1]).write_text(asyncio.run(draw()), encoding="utf-8")


if __name__ == "__main__":
    main()
