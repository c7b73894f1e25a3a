"""What a hint shows where cards are chosen, exchanged or laid aside."""

from __future__ import annotations

import pytest

from squares_core import MoveKind, MoveValue


class Adviser:
    """Gives moves the values that ``worth`` has for them, 50 to all others."""

    def __init__(self, worth):
        self.worth = worth

    async def rate(self, game):
        return [MoveValue(move, self.worth(game, move), 0.5, 9) for move in game.legal_moves]

    def stop(self):
        pass

    async def close(self):
        pass


@pytest.fixture
def advised(table, monkeypatch):
    def make(variant, worth):
        monkeypatch.setattr("squares_core.table.game_screen.can_advise", lambda _: True)
        app = table(variant)
        app.hints = Adviser(worth)
        return app

    return make


def test_a_hint_in_an_open_game_tells_whose_values_the_grid_shows(advised, run):
    def worth(game, move):
        return 79.0 if move == max(game.legal_moves) else 50.0

    async def look(pilot):
        await pilot.press("h")
        await pilot.pause()
        said = [pilot.app.text.split("\n")[-2].strip()]
        assert "K♣★" in pilot.app.text.replace(" ", "")
        held = pilot.app.screen.holding
        await pilot.press("[")
        said.append(pilot.app.text.split("\n")[-2].strip())
        assert held.card == max(held.game.position.tray)
        return said

    assert run(advised("cribbage-squares-open", worth), look, size=(110, 36)) == [
        "best: K♣ d4, 79.0 expected; on the grid: 4♠",
        "K♣ in hand; best: K♣ d4, 79.0 expected",
    ]


@pytest.mark.parametrize("variant", ["cribbage-squares-open", "poker-squares-open"])
def test_every_card_to_place_is_seen_on_a_small_screen(table, run, variant):
    async def look(pilot):
        tray = pilot.app.screen.seat.game.position.tray
        seen = pilot.app.screen.side.canvas.text()
        return [card for card in tray if pilot.app.look.card_text(card) not in seen]

    assert run(table(variant), look) == []


def test_a_hint_in_a_shuffle_game_marks_the_two_cells_of_the_best_exchange(advised, run):
    def worth(game, move):
        # Many exchanges are as good as each other, as they are where several come after them.
        return 73.5 if {move.source, move.target} == {4, 9} else 73.0

    async def look(pilot):
        board = pilot.app.screen.board
        await pilot.press("h")
        await pilot.pause()
        assert pilot.app.text.count("★73.5") == 2
        assert board.best == {4, 9}
        await pilot.press("a", "2")
        assert board.best == {9}
        assert 4 not in board.hints
        assert sorted(board.hints.values()) == [73.0] * 14 + [73.5]

    run(advised("cribbage-squares-shuffle", worth), look)


def test_no_exchange_is_marked_where_to_have_it_scored_is_best(advised, run):
    async def look(pilot):
        await pilot.press("h")
        await pilot.pause()
        assert pilot.app.screen.board.best == frozenset()
        assert "best: done" in pilot.app.text

    def worth(_, move):
        return 80.0 if move.kind is MoveKind.DONE else 50.0

    run(advised("cribbage-squares-shuffle", worth), look)
