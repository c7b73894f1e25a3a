"""Whole games of every variant, by keys and by mouse, as a player plays them."""

from __future__ import annotations

import pytest

from squares_core import MoveKind, load_registry
from squares_core.table.board import Board
from squares_core.table.play import PlayScreen
from squares_core.table.side import Side

IDS = load_registry(environ={"SQUARES_PLUGINS": ""}).variants.ids
# Games that differ in what the mouse does: turned, a reserve, a waste, open and shuffle.
BY_MOUSE = [
    "cribbage-squares", "cribbage-squares-1-reserve", "poker-squares-waste",
    "cribbage-squares-open", "maverick",
]  # fmt: skip


def steps(grid, here, there):
    """Return the arrows that lead from one cell to another."""
    down = (grid.row_of(there) - grid.row_of(here)) % grid.rows
    across = (grid.column_of(there) - grid.column_of(here)) % grid.columns
    return ["down"] * down + ["right"] * across


def keys_for(game, number, cursor):
    """Return the keys that make some legal move, all kinds of moves in turn."""
    moves = game.legal_moves
    grid = game.rules.grid
    if game.rules.deal == "shuffle":
        return ["x"] if number > 6 else [*grid.cell_name(number), *grid.cell_name(number + 7)]
    kinds = {move.kind: move for move in moves}
    if MoveKind.DISCARD in kinds and number % 5 == 2:
        return ["w"]
    if MoveKind.LAY in kinds and number % 4 == 1:
        pile = str(kinds[MoveKind.LAY].target + 1)
        held = game.position.reserves[kinds[MoveKind.LAY].target]
        return [pile, pile] if held else [pile]
    if MoveKind.PLAY in kinds and number % 4 == 3:
        move = kinds[MoveKind.PLAY]
        return [str(move.source + 1), *grid.cell_name(move.target)]
    if MoveKind.TURN in kinds:
        return ["t"]
    there = next(move.target for move in moves if move.fills)
    tab = ["tab"] if MoveKind.PUT in kinds and number % 2 else []
    return [*tab, *steps(grid, cursor, there), "enter"]


@pytest.mark.parametrize("variant", IDS)
def test_a_whole_game_by_keys_ends_counted_and_kept(table, run, store, variant):
    async def play(pilot):
        screen = pilot.app.screen
        game = screen.seat.game
        for number in range(70):
            if game.over:
                break
            before = len(game.moves)
            await pilot.press(*keys_for(game, number, screen.holding.cursor))
            assert len(game.moves) == before + 1
        assert game.finished
        await pilot.pause()
        assert not screen.ending.counting
        return game

    app = table(variant)
    game = run(app, play)
    (kept,) = store.games()
    assert (kept.state, kept.total, kept.moves) == ("finished", game.score.total, len(game.moves))
    replayed = store.record(kept.number)[0].replay(app.setup.registry)
    assert replayed.position == game.position


async def click_on(pilot, drawing, what):
    regions = [region for region in drawing.canvas.regions if region.what == what]
    assert regions, what
    region = regions[0]
    await pilot.click(drawing, offset=(region.x, region.y))


@pytest.mark.parametrize("variant", BY_MOUSE)
def test_a_whole_game_by_mouse_ends_counted_and_kept(table, run, store, variant):
    async def play(pilot):
        screen = pilot.app.screen
        game, board, side = screen.seat.game, screen.query_one(Board), screen.query_one(Side)
        for number in range(70):
            if game.over:
                break
            before = len(game.moves)
            kinds = {move.kind: move for move in reversed(game.legal_moves)}
            if MoveKind.SWAP in kinds:
                if number > 3:
                    await click_on(pilot, side, ("done",))
                else:
                    await click_on(pilot, board, ("cell", number))
                    await click_on(pilot, board, ("cell", number + 6))
            elif MoveKind.PUT in kinds:
                move = kinds[MoveKind.PUT]
                await click_on(pilot, side, ("tray", move.source))
                await click_on(pilot, board, ("cell", move.target))
            elif MoveKind.DISCARD in kinds and number % 4 == 2:
                await click_on(pilot, side, ("waste",))
            elif MoveKind.LAY in kinds and number % 4 == 1 and not any(game.position.reserves):
                await click_on(pilot, side, ("pile", 0))
            elif MoveKind.PLAY in kinds and number % 4 == 3:
                await click_on(pilot, side, ("pile", 0))
                await click_on(pilot, board, ("cell", kinds[MoveKind.PLAY].target))
            elif MoveKind.TURN in kinds:
                await click_on(pilot, side, ("turn",))
            else:
                await click_on(pilot, board, ("cell", kinds[MoveKind.PLACE].target))
            assert len(game.moves) == before + 1
        assert game.finished
        assert isinstance(screen, PlayScreen)
        return game

    game = run(table(variant), play)
    (kept,) = store.games()
    assert (kept.state, kept.total, kept.moves) == ("finished", game.score.total, len(game.moves))
