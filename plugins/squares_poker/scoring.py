"""Poker hands, and the point systems that are tables over them.

American and English points: Wikipedia, "Poker squares"; Swedish points: the Swedish form of the
game. The ace is high or low, never both; a hand scores its highest combination only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Self

from squares_core import Card, Combination, Hand, InvalidValueError, Scorer, rank_of, suit_of

HANDS = (
    "royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "pair",
)
POINT_SYSTEMS: Mapping[str, Mapping[str, int]] = {
    name: dict(zip(HANDS, points, strict=True))
    for name, points in {
        "american": (100, 75, 50, 25, 20, 15, 10, 5, 2),
        "english": (30, 30, 16, 10, 5, 12, 6, 3, 1),
        "swedish": (20, 20, 14, 12, 10, 8, 6, 4, 2),
    }.items()
}
_BROADWAY = (1, 10, 11, 12, 13)
_KINDS = {(4,): "four of a kind", (3, 2): "full house", (3,): "three of a kind"}
_KINDS |= {(2, 2): "two pair", (2,): "pair"}


@dataclass(frozen=True)
class PokerScorer(Scorer):
    """What a poker hand is worth by a table of points.

    ``table`` maps every one of ``HANDS`` to its points; as an option it may name some of
    them only, and the rest stays.
    """

    id: str
    title: str
    table: Mapping[str, int] = field(hash=False)

    hand_sizes: ClassVar[Sequence[int]] = (5,)
    symmetry: ClassVar[Literal["ranks-and-flushes"]] = "ranks-and-flushes"

    def __post_init__(self) -> None:
        for name, points in self.table.items():
            if name not in HANDS:
                raise InvalidValueError(f"'{name}' is no poker hand: there are {', '.join(HANDS)}")
            if isinstance(points, bool) or not isinstance(points, int) or abs(points) > 10_000:
                raise InvalidValueError(
                    f"{name}: {points!r} is not a number of points from -10000 to 10000"
                )
        missing = [name for name in HANDS if name not in self.table]
        if missing:
            raise InvalidValueError(f"no points are given for {', '.join(missing)}")

    def with_options(self, **options: Any) -> Self:
        """Return the same scorer with the points of some hands changed."""
        table = options.get("table")
        if isinstance(table, Mapping):
            named = {str(k).replace("_", " ").replace("-", " "): v for k, v in table.items()}
            options["table"] = {**self.table, **named}
        return super().with_options(**options)

    def combinations(self, hand: Hand, starter: Card | None = None) -> list[Combination]:
        """Return the highest poker hand that the cards make, or nothing."""
        counts = Counter(map(rank_of, hand))
        name = _five_card_name(hand)
        cards = tuple(hand)
        if name is None:
            groups = tuple(sorted((n for n in counts.values() if n > 1), reverse=True))
            name = _KINDS.get(groups)
            cards = tuple(card for card in hand if counts[rank_of(card)] > 1)
        return [] if name is None else [Combination(name, cards, self.table[name])]

    def partial(self, hand: Hand) -> list[Combination]:
        """Return what the equal ranks of an unfinished line make."""
        return self.combinations(hand)

    def explain(self) -> list[str]:
        """Return the table of points, one line for each hand."""
        lines = [f"{name.capitalize()}: {self.table[name]}." for name in HANDS]
        return [
            *lines,
            "The ace is high or low, never both; only the highest hand of a line counts.",
        ]


def _five_card_name(hand: Hand) -> str | None:
    if len(hand) != 5:
        return None
    suited = len({suit_of(card) for card in hand}) == 1
    ranks = tuple(sorted(map(rank_of, hand)))
    if ranks == _BROADWAY:
        return "royal flush" if suited else "straight"
    if ranks == tuple(range(ranks[0], ranks[0] + 5)):
        return "straight flush" if suited else "straight"
    return "flush" if suited else None
