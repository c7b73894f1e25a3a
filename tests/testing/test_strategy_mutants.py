"""Strategies that are wrong in one way, each caught by the promise that it breaks."""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from squares_core import (
    Game,
    InvalidValueError,
    Move,
    MoveKind,
    MoveValue,
    PlayerView,
    Strategy,
    load_registry,
)


@dataclass(frozen=True)
class Sound(Strategy):
    id: str = "sound"
    title: str = "Sound"
    step: int = 1

    def choose(self, view: PlayerView, rng: random.Random) -> Move:
        return rng.choice(view.legal_moves[:: self.step])

    def rate(self, view: PlayerView, rng: random.Random) -> Any:
        return [MoveValue(move, 1.0, 0.0, 0) for move in view.legal_moves]


@dataclass(frozen=True)
class TwoLineTitle(Sound):
    title: str = "two\nlines"


class ForgetsTheRules(Sound):
    def choose(self, view: PlayerView, rng: random.Random) -> Move:
        if len(view.position.tableau.placed) > 3:
            return Move(MoveKind.PLACE, 0, view.position.tableau.filled_cells[0])
        return view.legal_moves[0]


class PlaysNothing(Sound):
    def choose(self, view: PlayerView, rng: random.Random) -> Move:
        raise InvalidValueError("not this game")


class FailsInTheEnd(Sound):
    def choose(self, view: PlayerView, rng: random.Random) -> Move:
        return (
            view.legal_moves[1]
            if len(view.position.tableau.empty_cells) < 9
            else view.legal_moves[0]
        )


class OwnChance(Sound):
    def choose(self, view: PlayerView, rng: random.Random) -> Move:
        return random.SystemRandom().choice(view.legal_moves)


class GlobalChance(Sound):
    def choose(self, view: PlayerView, rng: random.Random) -> Move:
        return random.choice(view.legal_moves)


class LooksIntoTheStock(Sound):
    def choose(self, view: PlayerView, rng: random.Random) -> Move:
        frame: Any = sys._getframe(1)
        games = [value for value in frame.f_locals.values() if isinstance(value, Game)]
        rest = games[0].next_cards() if games else (0,)
        return view.legal_moves[(rest or (0,))[0] % len(view.legal_moves)]


@dataclass(frozen=True)
class Remembers(Sound):
    seen: list[int] = field(default_factory=list, repr=False)

    def choose(self, view: PlayerView, rng: random.Random) -> Move:
        self.seen.append(1)
        return view.legal_moves[len(self.seen) % len(view.legal_moves)]


class RatesWithNothing(Sound):
    def rate(self, view: PlayerView, rng: random.Random) -> Any:
        return [MoveValue(move, float("nan"), 0.0, 0) for move in view.legal_moves]


class RatesInAnotherOrder(Sound):
    def rate(self, view: PlayerView, rng: random.Random) -> Any:
        return super().rate(view, rng)[::-1]


class RatesWithPairs(Sound):
    def rate(self, view: PlayerView, rng: random.Random) -> Any:
        return [(move, 1.0) for move in view.legal_moves]


@dataclass(frozen=True)
class OptionThatTextHasNot(Sound):
    corners: tuple[int, ...] = (0, 3)


class PlaysOtherGamesAtOnce(Sound):
    def play_many(self, rules: Any, deals: Any, seed: int, first: int) -> Any:
        return load_registry().strategy("random").play_many(rules, deals, seed + 1, first)


MUTANTS = {
    "title": [TwoLineTitle],
    "legal moves": [ForgetsTheRules, PlaysNothing, FailsInTheEnd],
    "same seed": [OwnChance],
    "chance": [GlobalChance],
    "unseen cards": [LooksIntoTheStock],
    "no memory": [Remembers],
    "many at once": [PlaysOtherGamesAtOnce],
    "ratings": [RatesWithNothing, RatesInAnotherOrder, RatesWithPairs],
    "options": [OptionThatTextHasNot],
}


def test_a_sound_strategy_is_not_flagged(cases_of: Any, assert_sound: Any) -> None:
    assert_sound(cases_of(strategies=[Sound()]), MUTANTS)


@pytest.mark.parametrize(
    ("promise", "mutant"), [(p, m) for p, mutants in MUTANTS.items() for m in mutants]
)
def test_the_promise_that_a_mutant_breaks_catches_it(
    promise: str, mutant: Any, cases_of: Any, assert_caught: Any
) -> None:
    # By itself, also where the kit would not try it.
    assert_caught(replace(cases_of(strategies=[mutant()])[promise], basis=()))


def test_chance_of_the_program_is_left_as_it_was(cases_of: Any) -> None:
    state = random.getstate()
    cases_of(strategies=[GlobalChance()])["chance"].outcome()
    assert random.getstate() == state


def test_a_strategy_can_be_tried_with_other_options(cases_of: Any) -> None:
    cases = cases_of(strategies=[Sound()], options={"sound": "sound(step=0)"})
    assert "slice step cannot be zero" in cases["legal moves"].outcome().message
    with pytest.raises(InvalidValueError, match="options are given for 'greedy'"):
        cases_of(strategies=[Sound()], options={"greedy": "greedy"})
