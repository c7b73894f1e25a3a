"""Lists of games and figures on screens of the usual sizes."""

from __future__ import annotations

import pytest

from squares_core.seating.kept import GAME_COLUMNS
from squares_core.table.kept import fitting

ROWS = [f"{column}{row}" for row in range(1, 5) for column in "abcd"]


@pytest.mark.parametrize("size", [(80, 24), (100, 35), (140, 45)])
def test_no_row_of_the_figures_is_broken(table, run, size):
    async def play(pilot):
        for _ in range(2):
            await pilot.press("c", "7", "enter")
            await pilot.pause()
            for cell in ROWS:
                await pilot.press(*cell)
            await pilot.press("q")
            await pilot.pause()
        await pilot.press("s")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.pause()
        return pilot.app.text

    text = run(table(), play, size=size)
    rows = [line for line in text.split("\n") if "100.0 %" in line or "0.0 %" in line]
    head = next(line for line in text.split("\n") if "mean when won" in line)
    words = "games won win rate mean mean when won best worst"
    assert " ".join(head.split()).endswith(words)
    assert [row.split("  ")[-1].strip() for row in rows] == ["48"] * len(rows)
    assert "Best total of all games: 48" in text
    assert "Totals in the order in which the games ended:" in text
    assert "61 ··" in text


@pytest.mark.parametrize("size", [(80, 24), (100, 35)])
def test_every_kept_game_tells_its_variant_when_it_was_saved_and_who_played(table, run, size):
    async def play(pilot):
        await pilot.press("down", "down", "c", "7", "enter")
        await pilot.pause()
        await pilot.press("a", "1", "q")
        await pilot.pause()
        await pilot.press("r")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        return pilot.app.text

    text = run(table(players=("Ann", "Bob")), play, size=size)
    row = next(line for line in text.split("\n") if "cribbage-squares-2-reserves" in line)
    assert "in progress" in row
    assert "Ann, Bob" in row
    assert "20" in row.partition("reserves")[2]
    assert "saved" in text


def test_where_there_is_little_room_what_says_least_goes_first():
    names = "Ann, Bob, Christabel"
    row = ["12", "won", "70", "cribbage-squares", "S7T0", "2026-11-30 15:36", names]
    everything = fitting([row], 200, 1)
    assert everything == (list(GAME_COLUMNS), [row])
    heads, (cut,) = fitting([row], 78, 1)
    assert heads == ["game", "state", "total", "variant", "saved", "players"]
    assert cut[-2:] == ["2026-11-30 15:36", names]
    heads, (cut,) = fitting([row], 60, 1)
    assert cut[-2] == "2026-11-30"
    assert cut[-1].startswith("Ann, ")
    assert len(cut[-1]) < len(row[-1])
    heads, _ = fitting([[*row[:-1], ""]], 65, 1)
    assert heads == ["game", "state", "total", "variant", "deal", "saved"]
