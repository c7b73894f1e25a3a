"""Random legal play of every variant, with what must hold at every moment."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from squares_core import (
    Deal,
    Game,
    IllegalMoveError,
    Move,
    Position,
    Rules,
    load_registry,
    move_text,
    parse_move,
)
from squares_core.cards import PACK

REGISTRY = load_registry(environ={"SQUARES_PLUGINS": ""})
PLAYERS = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")


class GameMachine(RuleBasedStateMachine):
    """One game, beside a plain list of the positions it went through."""

    game_rules: ClassVar[Rules]

    @initialize(seed=st.integers(0, 2**32), players=st.integers(0, 6))
    def start(self, seed: int, players: int) -> None:
        self.deal = Deal(tuple(random.Random(seed).sample(PACK, 52)))
        self.game = Game(self.game_rules, self.deal, PLAYERS[:players])
        self.past: list[Position] = [self.game.position]
        self.future: list[Position] = []

    def play(self, move: Move) -> None:
        self.game.play(move)
        self.past.append(self.game.position)
        self.future.clear()

    @precondition(lambda self: not self.game.over)
    @rule(seed=st.integers(0, 2**32), count=st.integers(1, 8))
    def play_some_legal_moves(self, seed: int, count: int) -> None:
        rng = random.Random(seed)
        for _ in range(count):
            if not self.game.over:
                self.play(rng.choice(self.game.legal_moves))

    @precondition(lambda self: not self.game.over)
    @rule(seed=st.integers(0, 2**32))
    def play_to_the_end(self, seed: int) -> None:
        self.play_some_legal_moves(seed, 8)
        while not self.game.over:
            kinds = {move.kind: move for move in self.game.legal_moves}
            self.play(kinds[max(kinds)])

    @precondition(lambda self: not self.game.over)
    @rule()
    def play_the_last_of_the_legal_moves(self) -> None:
        self.play(self.game.legal_moves[-1])

    @precondition(lambda self: self.game.can_undo)
    @rule(count=st.integers(1, 5))
    def take_moves_back(self, count: int) -> None:
        for _ in range(min(count, len(self.past) - 1)):
            self.game.undo()
            self.future.append(self.past.pop())

    @precondition(lambda self: self.game.can_redo)
    @rule(count=st.integers(1, 10))
    def make_moves_again(self, count: int) -> None:
        for _ in range(min(count, len(self.future))):
            self.game.redo()
            self.past.append(self.future.pop())

    @rule(choice=st.integers(0, 10**6))
    def try_a_move_that_is_not_allowed(self, choice: int) -> None:
        filled = self.game.position.tableau.filled_cells
        text = "done" if self.game_rules.deal != "shuffle" else "turn"
        if filled:
            text = self.game_rules.grid.cell_name(filled[choice % len(filled)])
        with pytest.raises(IllegalMoveError):
            self.game.play(parse_move(text, self.game_rules.grid))

    @rule(seed=st.integers(0, 2**32))
    def see_the_same_with_another_order_of_the_stock(self, seed: int) -> None:
        drawn = self.game.position.drawn
        rest = random.Random(seed).sample(self.deal.cards[drawn:], 52 - drawn)
        other = Game(self.game_rules, Deal((*self.deal.cards[:drawn], *rest)), self.game.players)
        for move in self.game.moves:
            assert move in other.legal_moves
            other.play(move)
        assert other.view == self.game.view
        assert other.legal_moves == self.game.legal_moves
        assert other.score == self.game.score

    @invariant()
    def positions_are_as_they_were(self) -> None:
        assert self.game.positions() == tuple(self.past)
        assert self.game.can_undo == (len(self.past) > 1)
        assert self.game.can_redo == bool(self.future)

    @invariant()
    def no_card_is_lost_or_there_twice(self) -> None:
        position = self.game.position
        seen = [
            *position.tableau.placed,
            *position.waste,
            *position.tray,
            *(card for pile in position.reserves for card in pile),
            *(card for card in (position.turned, position.starter) if card is not None),
        ]
        assert sorted(seen) == sorted(self.deal.cards[: position.drawn])
        assert sorted([*seen, *position.unseen]) == list(PACK)
        assert self.game.next_cards() == self.deal.cards[position.drawn :]
        assert position.drawn <= self.game_rules.cards_dealt

    @invariant()
    def piles_keep_their_order_and_size(self) -> None:
        position, order = self.game.position, self.deal.cards.index
        assert len(position.reserves) == self.game_rules.reserves
        assert len(position.waste) <= self.game_rules.waste_size
        for pile in (*position.reserves, position.waste, position.tray):
            assert all(order(one) < order(other) for one, other in pairwise(pile))
        assert all(len(pile) <= self.game_rules.reserve_size for pile in position.reserves)

    @invariant()
    def legal_moves_ascend_and_read_back(self) -> None:
        legal, grid = self.game.legal_moves, self.game_rules.grid
        assert all(one < other for one, other in pairwise(legal))
        assert bool(legal) == (not self.game.over)
        assert not self.game.blocked
        for move in legal[:3] + legal[-3:]:
            assert parse_move(move_text(move, grid), grid) == move
            if move.fills:
                assert self.game.position.tableau[move.target] is None

    @invariant()
    def the_game_ends_with_a_full_grid_and_its_starter(self) -> None:
        position = self.game.position
        if self.game_rules.deal != "shuffle":
            assert position.finished == position.tableau.is_full
        if self.game_rules.starter == "turned":
            last = self.deal.cards[position.drawn - 1]
            assert position.starter == (last if position.finished else None)
        if position.finished:
            assert self.game.score.complete
            assert self.game.won == self.game_rules.is_won(self.game.score)

    @invariant()
    def points_add_up(self) -> None:
        score = self.game.score
        assert score.total == sum(line.points for line in score.lines) + sum(
            item.points for item in score.bonus
        )
        for line in score.lines:
            assert line.points == sum(item.points for item in line.combinations)
            cards = {card for card in line.cards if card is not None} | {score.starter}
            assert all(set(item.cards) <= cards for item in line.combinations)
        start = self.past[0]
        before = self.game_rules.score(start.tableau, start.starter).total
        contributions = self.game.contributions()
        assert tuple(contributions) == self.game.players
        if self.game.players:
            assert sum(contributions.values()) == score.total - before
            assert self.game.to_move in self.game.players

    def teardown(self) -> None:
        if not hasattr(self, "game"):
            return
        texts = [move_text(move, self.game_rules.grid) for move in self.game.moves]
        again = Game(self.game_rules, self.deal, self.game.players)
        again.play_all(parse_move(text, self.game_rules.grid) for text in texts)
        assert again.positions() == self.game.positions()


@pytest.mark.parametrize("variant", REGISTRY.variants.ids)
def test_random_play_keeps_every_promise(variant: str) -> None:
    machine = type("Machine", (GameMachine,), {"game_rules": REGISTRY.rules(variant)})
    run_state_machine_as_test(machine, settings=settings(max_examples=12, stateful_step_count=20))
