"""The main screens, character by character, as they were when last looked at by a person.

After a change that is meant, ``SQUARES_DRAW=1 pytest tests/table/test_pictures.py`` draws them
anew; look at what git shows then.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from squares_core import MoveValue
from squares_core.table.look import Preferences
from squares_core.table.questions import JudgedGame, JudgedMove

PICTURES = Path(__file__).parent / "pictures"
SIZES = {"80x24": (80, 24), "140x45": (140, 45)}
ROWS = [f"{column}{row}" for row in range(1, 5) for column in "abcd"]


class Adviser:
    async def rate(self, game):
        moves = game.legal_moves
        return [MoveValue(move, 60.5 - number * 0.7, 0.5, 9) for number, move in enumerate(moves)]

    async def review(self, game, progress):
        moves = [
            JudgedMove(60.0 - n, 60.0, float(n % 5), ("", "doubtful", "blunder")[n % 3], move)
            for n, move in enumerate(game.moves)
        ]
        return JudgedGame(tuple(moves), 58.0, 4.0, 14.0, 48, "fair", 76)

    def stop(self):
        pass

    async def close(self):
        pass


SCREENS = {
    "menu": (None, []),
    "game": ("cribbage-squares-2-reserves", ["b2", "1", "t", "b3", "2", "t", "c1"]),
    "poker": ("poker-squares", ["c3", "c2", "d3", "a1", "e5", "b3"]),
    "open": ("poker-squares-open", ["c3", "c2"]),
    "hints": ("cribbage-squares", ["b2", "b3", "c1", "h"]),
    "rules": ("cribbage-squares-waste", ["b2", "w", "i"]),
    "end": ("cribbage-squares", ROWS),
    "review": ("cribbage-squares", [*ROWS, "v", "a"]),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_it_did(table, run, monkeypatch, name, size):
    monkeypatch.setattr("squares_core.table.game_screen.can_advise", lambda _: True)
    variant, keys = SCREENS[name]

    async def play(pilot):
        for word in keys:
            await pilot.press(*word)
        if name == "review":
            await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        return pilot.app.text + "\n"

    app = table(variant, preferences=Preferences(still=True))
    app.hints = app.reviewer = Adviser()
    text = run(app, play, SIZES[size])
    path = PICTURES / f"{name}-{size}.txt"
    if os.environ.get("SQUARES_DRAW"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
