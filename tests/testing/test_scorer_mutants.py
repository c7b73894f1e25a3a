"""Scorers that are wrong in one way, each caught by the promise that it breaks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import pytest

from squares_core import (
    KING,
    Card,
    Combination,
    Hand,
    Registry,
    Scorer,
    make_card,
    rank_of,
    suit_of,
)
from squares_core.testing import conformance_cases


@dataclass(frozen=True)
class Sound(Scorer):
    """Aces, and cards of the starter's rank."""

    id: str = "sound"
    title: str = "Sound"
    each: int = 1

    hand_sizes: ClassVar[Sequence[int]] = (3,)
    uses_starter: ClassVar[bool] = True
    symmetry: ClassVar[Any] = "suits"

    def combinations(self, hand: Hand, starter: Card | None = None) -> Any:
        found = [Combination("ace", (card,), self.each) for card in hand if rank_of(card) == 1]
        if starter is not None:
            matching = [card for card in hand if rank_of(card) == rank_of(starter)]
            found += [Combination("match", (card, starter), 2) for card in matching]
        return found

    def partial(self, hand: Hand) -> Any:
        return self.combinations(hand)

    def bonus(self, starter: Card) -> Any:
        return [Combination("ace", (starter,), 1)] if rank_of(starter) == 1 else []


@dataclass(frozen=True)
class TwoLineTitle(Sound):
    title: str = "two\nlines"


class RepeatedSizes(Sound):
    hand_sizes = (3, 3)


class SizeOfNoGrid(Sound):
    hand_sizes = (3, 8)


class UnknownSymmetry(Sound):
    symmetry = "colours"


class FailsOnThreeOfASuit(Sound):
    def combinations(self, hand: Hand, starter: Card | None = None) -> Any:
        1 // (len({suit_of(card) for card in hand}) - 1)
        return super().combinations(hand, starter)


class GivesAGenerator(Sound):
    def combinations(self, hand: Hand, starter: Card | None = None) -> Any:
        yield from super().combinations(hand, starter)


class HalfPoints(Sound):
    def combinations(self, hand: Hand, starter: Card | None = None) -> Any:
        return [Combination("ace", (card,), 0.5) for card in hand if rank_of(card) == 1]


class NamelessCombination(Sound):
    def combinations(self, hand: Hand, starter: Card | None = None) -> Any:
        return [Combination(" ", (hand[0],), 1)]


class CannotDoWithoutStarter(Sound):
    def combinations(self, hand: Hand, starter: Card | None = None) -> Any:
        return [Combination("high", (c,), 1) for c in hand if c > starter]


class EverySizeInName(Sound):
    class Every(tuple[int, ...]):
        def __contains__(self, size: object) -> bool:
            return True

    hand_sizes = Every((3,))


class QuickPointsForgetKings(Sound):
    def points(self, hand: Hand, starter: Card | None = None) -> int:
        whole = super().points(hand, starter)
        return whole if all(rank_of(card) != KING for card in hand) else whole + 1


class FirstCardCounts(Sound):
    def combinations(self, hand: Hand, starter: Card | None = None) -> Any:
        return [Combination("first", (hand[0],), 1)] if rank_of(hand[0]) == 1 else []


class CardThatWasNotDealt(Sound):
    def combinations(self, hand: Hand, starter: Card | None = None) -> Any:
        return [Combination("spade", (make_card(rank_of(card), 0),), 1) for card in sorted(hand)]


class CombinationOfNothing(Sound):
    def combinations(self, hand: Hand, starter: Card | None = None) -> Any:
        return [Combination("luck", (), 1)]


class SortsTheHand(Sound):
    def combinations(self, hand: Any, starter: Card | None = None) -> Any:
        if isinstance(hand, list):
            hand.sort(reverse=True)
        return super().combinations(hand, starter)


@dataclass(frozen=True)
class Grows(Sound):
    def points(self, hand: Hand, starter: Card | None = None) -> int:
        object.__setattr__(self, "each", self.each + 1)
        return super().points(hand, starter)


@dataclass(frozen=True)
class Tires(Sound):
    asked: list[int] = field(default_factory=list, repr=False)

    def combinations(self, hand: Hand, starter: Card | None = None) -> Any:
        self.asked.append(1)
        return [] if len(self.asked) > 300 else super().combinations(hand, starter)


class DrawsLots(Sound):
    def combinations(self, hand: Hand, starter: Card | None = None) -> Any:
        found = super().combinations(hand, starter)
        return found if random.random() < 0.9 else []


class NeedsTwoCards(Sound):
    def partial(self, hand: Hand) -> Any:
        return [Combination("pair", (hand[0], hand[1]), 1)]


class PartialCountsTheFirst(Sound):
    def partial(self, hand: Hand) -> Any:
        return [Combination("ace", (hand[0],), 1)] if rank_of(hand[0]) == 1 else []


class BonusFailsOnKings(Sound):
    def bonus(self, starter: Card) -> Any:
        return {rank: [] for rank in range(1, KING)}[rank_of(starter)]


class BonusOfAnotherCard(Sound):
    def bonus(self, starter: Card) -> Any:
        return [Combination("next", ((starter + 1) % 52,), 1)]


class SpadesCount(Sound):
    def combinations(self, hand: Hand, starter: Card | None = None) -> Any:
        return [Combination("spade", (card,), 1) for card in hand if suit_of(card) == 0]


class CountsSuits(Sound):
    symmetry = "ranks-and-flushes"

    def combinations(self, hand: Hand, starter: Card | None = None) -> Any:
        cards = tuple(sorted(hand))
        return [Combination("suits", cards, len({suit_of(card) for card in cards}))]


class DependsOnOrderRarely(Sound):
    symmetry = None

    def combinations(self, hand: Hand, starter: Card | None = None) -> Any:
        return [Combination("falling", tuple(hand), 3)] if hand[0] > hand[1] > hand[2] else []


class ExplainsNothing(Sound):
    def explain(self) -> Any:
        return []


class ExplainsInOneString(Sound):
    def explain(self) -> Any:
        return "Aces count."


@dataclass(frozen=True)
class OptionThatTomlHasNot(Sound):
    ranks: frozenset[int] = frozenset({1})


class TakesAnyOption(Sound):
    def with_options(self, **options: Any) -> Any:
        return self


class CannotBeRenamed(Sound):
    def named(self, id_: str, title: str) -> Any:
        return self


MUTANTS = {
    "attributes": [TwoLineTitle, RepeatedSizes, SizeOfNoGrid, UnknownSymmetry],
    "declared sizes": [
        FailsOnThreeOfASuit,
        GivesAGenerator,
        HalfPoints,
        NamelessCombination,
        CannotDoWithoutStarter,
    ],
    "other sizes": [EverySizeInName],
    "points": [QuickPointsForgetKings],
    "order of cards": [FirstCardCounts],
    "cards": [CardThatWasNotDealt, CombinationOfNothing],
    "nothing changed": [SortsTheHand, Grows],
    "same answer": [Tires, DrawsLots],
    "unfinished lines": [NeedsTwoCards, PartialCountsTheFirst],
    "bonus": [BonusFailsOnKings, BonusOfAnotherCard],
    "symmetry": [SpadesCount, CountsSuits],
    "compiled": [DependsOnOrderRarely],
    "explanation": [ExplainsNothing, ExplainsInOneString],
    "options and name": [OptionThatTomlHasNot, TakesAnyOption, CannotBeRenamed],
}


def test_a_sound_scorer_is_not_flagged(cases_of: Any, assert_sound: Any) -> None:
    assert_sound(cases_of(scorers=[Sound()]), MUTANTS)


@pytest.mark.parametrize(
    ("promise", "mutant"), [(p, m) for p, mutants in MUTANTS.items() for m in mutants]
)
def test_the_promise_that_a_mutant_breaks_catches_it(
    promise: str, mutant: Any, cases_of: Any, assert_caught: Any
) -> None:
    # By itself, also where the kit would not try it.
    assert_caught(replace(cases_of(scorers=[mutant()])[promise], basis=()))


@pytest.mark.parametrize(
    ("mutant", "promise", "given", "got"),
    [
        # The lowest king, with the two lowest cards that are left.
        (
            QuickPointsForgetKings,
            "points",
            "AS AH KS",
            "points() 3; combinations() 2: ace 1 (AS), ",
        ),
        (FailsOnThreeOfASuit, "declared sizes", "AS 2S 3S", "ZeroDivisionError: "),
        (FirstCardCounts, "order of cards", "and the same cards as", "first 1 (AS)"),
        (CardThatWasNotDealt, "cards", "AS AH 2H", "spade with 2S, which was not dealt"),
    ],
)
def test_the_smallest_failing_hand_is_shown(
    mutant: Any, promise: str, given: str, got: str, cases_of: Any
) -> None:
    message = cases_of(scorers=[mutant()])[promise].outcome().message
    assert given in message.splitlines()[2]
    assert got in message.splitlines()[3]


def test_a_false_symmetry_says_what_to_declare(cases_of: Any) -> None:
    message = cases_of(scorers=[SpadesCount()])["symmetry"].outcome().message
    assert "meant so? declare a weaker symmetry in the class: 'suits', 'none', or None" in message


def test_a_registry_of_its_own_is_filled(plugin_of: Any) -> None:
    registry = Registry()
    conformance_cases(plugin_of(scorers=[Sound()]), registry=registry)
    assert registry.scorers.ids == ("sound",)
