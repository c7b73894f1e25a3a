"""What a line is worth: 21 for a sum of 21, else what it lacks or has too much, as a loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from squares_core import ACE, Card, Combination, Hand, Scorer, hookimpl, rank_of

GOAL = 21


class Blackjack(Scorer):
    """Three cards that should add up to 21."""

    id = "blackjack"
    title = "Blackjack"
    hand_sizes: ClassVar[Sequence[int]] = (3,)
    # Suits do not matter at all. Saying so makes compiling quick.
    symmetry: ClassVar[Literal["suits"]] = "suits"

    def combinations(self, hand: Hand, starter: Card | None = None) -> list[Combination]:
        """Return the one thing that every complete line is: 21, too few or too many."""
        low = sum(min(rank_of(card), 10) for card in hand)
        aces = sum(rank_of(card) == ACE for card in hand)
        total = min((low + 10 * high for high in range(aces + 1)), key=lambda t: abs(GOAL - t))
        if total == GOAL:
            return [Combination("twenty-one", tuple(hand), GOAL)]
        name = "too few" if total < GOAL else "too many"
        return [Combination(name, tuple(hand), -abs(GOAL - total))]

    def explain(self) -> list[str]:
        """Return the rules of scoring."""
        return [
            "Twenty-one: 21 when the three cards add up to 21.",
            "Too few, too many: a loss of 1 for each point of difference from 21.",
            "Kings, queens and jacks count 10; an ace counts 1 or 11, whichever brings the line "
            "nearer to 21.",
        ]


@hookimpl
def squares_scorers() -> Sequence[Scorer]:
    """Add the scorer."""
    return [Blackjack()]
