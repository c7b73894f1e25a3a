"""The count of a cribbage hand.

Fifteens 2 each, pairs 2 each (pair royal 6, double pair royal 12), runs of three to five at their
greatest length, once for each distinct set of cards, ace low; flush 4, or 5 with the starter; one
for the jack of the starter's suit; 2 for a jack as starter. Rules: Wikipedia, "Rules of cribbage"
and "Cribbage Square"; A. H. Morehead and G. Mott-Smith, "The Complete Book of Solitaire and
Patience Games", 1949.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import ClassVar, Literal

from squares_core import JACK, Card, Combination, Hand, Scorer, rank_of, suit_of

_PAIRS = {2: ("pair", 2), 3: ("pair royal", 6), 4: ("double pair royal", 12)}
_RUNS = {3: "run of three", 4: "run of four", 5: "run of five"}


@dataclass(frozen=True)
class CribbageScorer(Scorer):
    """What a hand of four and a starter count in cribbage.

    ``flush`` says when cards of one suit count: ``"four-cards"`` of the hand, and five with the
    starter, as in a hand; only ``"five-cards"``, as in the crib; or ``"none"``. ``heels`` says how
    a jack as starter is paid: ``"once"`` for the game, ``"per-hand"``, or ``"none"``. ``nobs`` says
    whether the jack of the starter's suit counts one.
    """

    id: str = "cribbage"
    title: str = "Cribbage"
    flush: Literal["four-cards", "five-cards", "none"] = "four-cards"
    heels: Literal["once", "per-hand", "none"] = "once"
    nobs: bool = True

    hand_sizes: ClassVar[Sequence[int]] = (2, 3, 4, 5, 6)
    uses_starter: ClassVar[bool] = True
    symmetry: ClassVar[Literal["ranks-and-flushes"]] = "ranks-and-flushes"

    def combinations(self, hand: Hand, starter: Card | None = None) -> list[Combination]:
        """Return fifteens, pairs, runs, flush, his nobs and (paid per hand) his heels, in order."""
        cards = tuple(hand) if starter is None else (*hand, starter)
        found = [
            *_fifteens(cards),
            *_pairs(cards),
            *_runs(cards),
            *self._flush(hand, starter),
        ]
        if starter is not None:
            found += (
                Combination("his nobs", (card,), 1)
                for card in hand
                if self.nobs and rank_of(card) == JACK and suit_of(card) == suit_of(starter)
            )
            if self.heels == "per-hand":
                found += _heels(starter)
        return found

    def partial(self, hand: Hand) -> list[Combination]:
        """Return what the cards of an unfinished line count for among themselves."""
        return [*_fifteens(hand), *_pairs(hand), *_runs(hand), *self._flush(hand, None)]

    def bonus(self, starter: Card) -> list[Combination]:
        """Return his heels when the starter is a jack and it is paid once for the game."""
        return _heels(starter) if self.heels == "once" else []

    def explain(self) -> list[str]:
        """Return the count of a hand, one line for each thing that scores."""
        flush = {
            "four-cards": "Flush: 4 when all cards of the line are of one suit, 1 more with the "
            "starter.",
            "five-cards": "Flush: 5 when all cards of the line and the starter are of one suit.",
            "none": "Flushes do not count.",
        }[self.flush]
        heels = {
            "once": "His heels: 2, once for the whole game, when the starter is a jack.",
            "per-hand": "His heels: 2 in every line when the starter is a jack.",
            "none": "A jack as starter earns nothing.",
        }[self.heels]
        nobs = "His nobs: 1 for a jack in the line of the starter's suit."
        return [
            "Fifteen: 2 for each set of cards that add up to 15 (ace 1, court cards 10).",
            "Pair: 2; pair royal (three of a rank): 6; double pair royal (four): 12.",
            "Run of three, four or five: its length, for each set of cards; ace low.",
            flush,
            *([nobs] if self.nobs else []),
            heels,
        ]

    def _flush(self, hand: Hand, starter: Card | None) -> list[Combination]:
        if self.flush == "none" or len(hand) < 4 or len({suit_of(card) for card in hand}) > 1:
            return []
        if starter is not None and suit_of(starter) == suit_of(hand[0]):
            return [Combination("flush", (*hand, starter), len(hand) + 1)]
        if self.flush == "five-cards":
            return []
        return [Combination("flush", tuple(hand), len(hand))]


def _heels(starter: Card) -> list[Combination]:
    return [Combination("his heels", (starter,), 2)] if rank_of(starter) == JACK else []


def _fifteens(cards: Sequence[Card]) -> Iterator[Combination]:
    for size in range(2, len(cards) + 1):
        for some in combinations(cards, size):
            if sum(min(rank_of(card), 10) for card in some) == 15:
                yield Combination("fifteen", some, 2)


def _pairs(cards: Sequence[Card]) -> Iterator[Combination]:
    for rank, count in sorted(Counter(map(rank_of, cards)).items()):
        if count > 1:
            name, points = _PAIRS[count]
            yield Combination(name, tuple(c for c in cards if rank_of(c) == rank), points)


def _runs(cards: Sequence[Card]) -> Iterator[Combination]:
    of_rank = {rank: [c for c in cards if rank_of(c) == rank] for rank in map(rank_of, cards)}
    ranks = sorted(of_rank)
    stretches = [[rank] for rank in ranks[:1]]
    for rank in ranks[1:]:
        if rank == stretches[-1][-1] + 1:
            stretches[-1].append(rank)
        else:
            stretches.append([rank])
    for stretch in stretches:
        if len(stretch) >= 3:
            name = _RUNS.get(len(stretch), f"run of {len(stretch)}")
            for run in product(*(of_rank[rank] for rank in stretch)):
                yield Combination(name, run, len(stretch))
