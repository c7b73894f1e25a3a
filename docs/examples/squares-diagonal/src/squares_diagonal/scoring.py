"""What a line is worth: balance, rainbow, and ranks all odd or all even."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from squares_core import Card, Combination, Hand, Scorer, hookimpl, rank_of, suit_of


@dataclass(frozen=True)
class LineScorer(Scorer):
    """Counts three things; ``balance``, the sum of ranks that pays, is an option of a variant."""

    id: str = "diagonal"
    title: str = "Diagonal"
    balance: int = 28

    hand_sizes: ClassVar[Sequence[int]] = (4,)
    # Suits may be renamed without changing the points. Saying so makes compiling quick.
    symmetry: ClassVar[Literal["suits"]] = "suits"

    def combinations(self, hand: Hand, starter: Card | None = None) -> list[Combination]:
        """Return what the four cards of a complete line score."""
        ranks = [rank_of(card) for card in hand]
        cards = tuple(hand)
        found = []
        if sum(ranks) == self.balance:
            found.append(Combination("balance", cards, 5))
        if len({suit_of(card) for card in hand}) == 4:
            found.append(Combination("rainbow", cards, 3))
        if len({rank % 2 for rank in ranks}) == 1:
            found.append(Combination("all odd" if ranks[0] % 2 else "all even", cards, 2))
        return found

    def explain(self) -> list[str]:
        """Return the rules of scoring, one line for each combination."""
        return [
            f"Balance: 5 when the ranks of the line add up to {self.balance} (ace 1, king 13).",
            "Rainbow: 3 when its cards are of four suits.",
            "All odd, all even: 2 when its ranks are all odd or all even.",
        ]


@hookimpl
def squares_scorers() -> Sequence[Scorer]:
    """Add the scorer."""
    return [LineScorer()]
