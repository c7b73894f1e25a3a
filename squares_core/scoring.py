"""What a hand is worth: the class that every scorer derives from.

An author writes ``combinations``: which named things a hand scores, with the cards and the points
of each. Everything else follows from it: totals, explanations, and the tables that make the scorer
fast. A scorer is a value without state: the same input always gives the same answer.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Self, TypeAlias

from squares_core.cards import Card
from squares_core.options import HasOptions

Hand: TypeAlias = Sequence[Card]
Symmetry: TypeAlias = Literal["ranks-and-flushes", "suits", "none"]


@dataclass(frozen=True, slots=True)
class Combination:
    """One named thing that scores, the cards that make it and what it is worth."""

    name: str
    cards: tuple[Card, ...]
    points: int


class Scorer(HasOptions, ABC):
    """What the hand of one line is worth.

    Class attributes to set:

    ``id``, ``title``
        The name it is asked for by, and the name people read.
    ``hand_sizes``
        The sizes of hand it scores, without the starter, such as ``(5,)``.
    ``uses_starter``
        Whether a starter counts with every hand.
    ``symmetry``
        What the points depend on, where the author knows it; it only makes compiling faster, and a
        false claim is found out. ``"ranks-and-flushes"``: on the ranks, on whether all cards of the
        hand are of one suit (with a starter: also whether the starter is of it), and on whether a
        card of the hand equal in rank to a jack has the starter's suit. ``"suits"``: suits may be
        renamed. ``"none"``: on the exact cards. ``None``: not known, so it is probed.
    ``version``
        Raise it when the scores change in a way that the source code of the class does not show.
    """

    id: str
    title: str
    hand_sizes: ClassVar[Sequence[int]]
    uses_starter: ClassVar[bool] = False
    symmetry: ClassVar[Symmetry | None] = None
    version: ClassVar[int] = 1

    @abstractmethod
    def combinations(self, hand: Hand, starter: Card | None = None) -> Sequence[Combination]:
        """Return what a complete ``hand`` scores, in the order in which it is counted aloud.

        ``hand`` holds distinct cards and has one of ``hand_sizes``; ``starter`` is None in a game
        without one, and then only the hand's own cards count.
        """

    def points(self, hand: Hand, starter: Card | None = None) -> int:
        """Return the sum of the points of ``combinations``; override it for speed only."""
        return sum(item.points for item in self.combinations(hand, starter))

    def partial(self, hand: Hand) -> Sequence[Combination]:
        """Return what an unfinished line counts for so far, the starter not yet known.

        ``hand`` has from 1 card up to a full hand. The running score uses it and is always shown as
        provisional. By default only a full hand counts.
        """
        return self.combinations(hand) if len(hand) in self.hand_sizes else ()

    def bonus(self, starter: Card) -> Sequence[Combination]:
        """Return what the whole game earns once for its ``starter``; by default nothing."""
        return ()

    def explain(self) -> Sequence[str]:
        """Return one line for each thing that scores, for the rules text."""
        return (f"{self.title}.",)

    def named(self, id_: str, title: str) -> Self:
        """Return the same scorer under another id and title."""
        twin = copy.copy(self)
        # object's own setter, so that a scorer written as a frozen dataclass can be renamed too
        object.__setattr__(twin, "id", id_)
        object.__setattr__(twin, "title", title)
        return twin
