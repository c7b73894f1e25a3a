"""What a scorer's points depend on: finding it out, and holding a scorer to what it declares."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Final, TypeAlias

from squares_core.cards import JACK, PACK, RANKS, Card, make_card, rank_of, suit_of
from squares_core.engine.compiling.questions import (
    RawLabel,
    ask_final,
    ask_partial,
    shown_hand,
    total_points,
)
from squares_core.scoring import Scorer, Symmetry

Dealt: TypeAlias = tuple[tuple[Card, ...], Card | None]

FROM_STRONGEST: Final[tuple[Symmetry, ...]] = ("ranks-and-flushes", "suits", "none")
MEANINGS: Final[dict[Symmetry, str]] = {
    "ranks-and-flushes": "points depend on ranks, flushes and nobs only",
    "suits": "suits may be renamed",
    "none": "the same cards always score the same",
}
_TRIES: Final = 30


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Two hands that score differently although ``symmetry`` says they may not."""

    symmetry: Symmetry
    first: Dealt
    second: Dealt
    first_points: int
    second_points: int
    what: str

    def explain(self) -> str:
        """Return one line that names both hands and both scores."""
        return (
            f"{shown_hand(*self.first)} scores {self.first_points} and {shown_hand(*self.second)} "
            f"scores {self.second_points}{self.what}"
        )


def sample_hands(
    rng: random.Random, size: int, count: int, *, with_starter: bool
) -> Iterator[Dealt]:
    """Yield ``count`` real hands in random order of cards, rare kinds far above their share.

    A uniform sample of five cards holds a straight flush once in 70,000 hands; here one hand in
    four is a flush, and runs, hands of few ranks and hands with jacks are as frequent.
    """
    for number in range(count):
        hand = _dealt_hand(rng, size, number % 8)
        yield hand, _dealt_starter(rng, hand) if with_starter else None


def _dealt_hand(rng: random.Random, size: int, kind: int) -> tuple[Card, ...]:
    suit, low = rng.randrange(4), rng.randint(1, len(RANKS) - size + 1)
    if kind == 0:
        hand = rng.sample(PACK, size)
    elif kind == 1:
        hand = [make_card(rank, suit) for rank in rng.sample(range(1, 14), size)]
    elif kind == 2:
        hand = [make_card(rank, suit) for rank in _run(low, size, rng)]
    elif kind == 3:
        hand = [make_card(rank, rng.randrange(4)) for rank in _run(low, size, rng)]
    elif kind == 4:
        ranks = rng.sample(range(1, 14), (size + 3) // 4 + rng.randint(0, 1))
        hand = rng.sample([card for card in PACK if rank_of(card) in ranks], size)
    elif kind == 5:
        hand = [make_card(rank, suit) for rank in rng.sample(range(1, 14), size)]
        hand[-1] = make_card(rank_of(hand[-1]), rng.randrange(4))
    elif kind == 6:
        pair = rng.sample(range(4), 2)
        hand = rng.sample([card for card in PACK if suit_of(card) in pair], size)
    else:
        jack = make_card(JACK, suit)
        hand = [jack, *rng.sample([card for card in PACK if card != jack], size - 1)]
    rng.shuffle(hand)
    return tuple(hand)


def _run(low: int, size: int, rng: random.Random) -> list[int]:
    ranks = list(range(low, low + size))
    if rng.random() < 0.2:
        return [1, *range(15 - size, 14)]
    return ranks


def _dealt_starter(rng: random.Random, hand: Sequence[Card]) -> Card:
    free = [card for card in PACK if card not in hand]
    near = [
        card
        for card in free
        if suit_of(card) == suit_of(hand[0]) or rank_of(card) == rank_of(hand[-1])
    ]
    return rng.choice(near if near and rng.random() < 0.5 else free)


def _is_flush(hand: Sequence[Card]) -> bool:
    return len({suit_of(card) for card in hand}) == 1


def rank_key(hand: Sequence[Card], starter: Card | None) -> tuple[object, ...]:
    """Return all that points may depend on under ``"ranks-and-flushes"``."""
    flush = _is_flush(hand)
    ranks = tuple(sorted(map(rank_of, hand)))
    if starter is None:
        return ranks, flush
    longer = flush and suit_of(starter) == suit_of(hand[0])
    nobs = any(rank_of(card) == JACK and suit_of(card) == suit_of(starter) for card in hand)
    return ranks, flush, rank_of(starter), longer, nobs


def _renamed(hand: Sequence[Card], starter: Card | None, suits: Sequence[int]) -> Dealt:
    renamed = tuple(make_card(rank_of(card), suits[suit_of(card)]) for card in hand)
    if starter is None:
        return renamed, None
    return renamed, make_card(rank_of(starter), suits[suit_of(starter)])


def random_twin(
    rng: random.Random, hand: Sequence[Card], starter: Card | None, symmetry: Symmetry
) -> Dealt:
    """Return a random real hand that must score as ``hand`` does if ``symmetry`` holds.

    The order of the cards changes too: no scorer may depend on it.
    """
    shuffled = rng.sample(list(hand), len(hand))
    if symmetry == "none":
        return tuple(shuffled), starter
    if symmetry == "ranks-and-flushes" and not _is_flush(hand):
        wanted = rank_key(hand, starter)
        for _ in range(_TRIES):
            cards = [make_card(rank_of(card), rng.randrange(4)) for card in shuffled]
            last = None if starter is None else make_card(rank_of(starter), rng.randrange(4))
            if len({*cards, last}) == len(cards) + 1 and rank_key(cards, last) == wanted:
                return tuple(cards), last
    return _renamed(shuffled, starter, rng.sample(range(4), 4))


def all_twins(hand: Sequence[Card], starter: Card | None, symmetry: Symmetry) -> Iterator[Dealt]:
    """Yield every real hand that must score as ``hand`` does, each in ascending order."""
    if symmetry == "none":
        yield tuple(sorted(hand)), starter
    elif symmetry == "suits":
        for order in permutations(range(4)):
            renamed, last = _renamed(hand, starter, order)
            yield tuple(sorted(renamed)), last
    else:
        wanted = rank_key(hand, starter)
        starters = [None] if starter is None else [make_card(rank_of(starter), s) for s in range(4)]
        for suits in product(range(4), repeat=len(hand)):
            cards = sorted(
                make_card(rank_of(card), suit) for card, suit in zip(hand, suits, strict=True)
            )
            for last in starters:
                if len({*cards, last}) == len(cards) + 1 and rank_key(cards, last) == wanted:
                    yield tuple(cards), last


def compare(
    scorer: Scorer, symmetry: Symmetry, first: Dealt, second: Dealt, *, full: bool
) -> Counterexample | None:
    """Return what tells two hands apart that ``symmetry`` says score alike, or None.

    ``full`` hands are compared by their combinations, others by their running scores.
    """
    if not full:
        points = ask_partial(scorer, first[0]), ask_partial(scorer, second[0])
        same = points[0] == points[1]
        what = " as unfinished lines"
    else:
        labels = ask_final(scorer, *first), ask_final(scorer, *second)
        points = total_points(labels[0]), total_points(labels[1])
        same = labels[0] == labels[1]
        what = ""
        if points[0] == points[1]:
            what = f" but not for the same: {_shown_label(labels[0])} / {_shown_label(labels[1])}"
    if same:
        return None
    return Counterexample(symmetry, first, second, points[0], points[1], what)


def _shown_label(raw: RawLabel) -> str:
    return ", ".join(f"{name} {points}" for name, points in raw) or "nothing"


def find_counterexample(
    scorer: Scorer, size: int, symmetry: Symmetry, count: int, *, with_starter: bool
) -> Counterexample | None:
    """Return two hands that show that ``scorer`` lacks ``symmetry``, or None if none was found.

    ``count`` random hands of ``size`` cards are each compared with a twin, full and cut short.
    The sample is always the same.
    """
    rng = random.Random(f"{symmetry} {size} {with_starter}")
    watch_partial = has_running_score(scorer, size)
    for hand, starter in sample_hands(rng, size, count, with_starter=with_starter):
        twin = random_twin(rng, hand, starter, symmetry)
        found = compare(scorer, symmetry, (hand, starter), twin, full=True)
        if found is None and watch_partial:
            short = hand[: rng.randint(1, size)]
            twin = random_twin(rng, short, None, symmetry)
            found = compare(scorer, symmetry, (short, None), twin, full=False)
        if found is not None:
            return found
    return None


def has_running_score(scorer: Scorer, size: int) -> bool:
    """Return whether lines of less than ``size`` cards may count for something."""
    return type(scorer).partial is not Scorer.partial or min(scorer.hand_sizes) < size
