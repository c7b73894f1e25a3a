"""A scorer as tables: one transition for each card of a line, in whatever order the cards come."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from squares_core.cards import PACK_SIZE, Card
from squares_core.errors import InvalidValueError

Table: TypeAlias = NDArray[np.uint16] | NDArray[np.uint32]
Points: TypeAlias = NDArray[np.int32]
Cards: TypeAlias = NDArray[np.uint8]
Label: TypeAlias = tuple[tuple[str, int, int], ...]

MAX_LINE: Final = 7


@dataclass(frozen=True, eq=False)
class Automaton:
    """What one scorer says of every line of one size, as a machine that reads cards.

    State 0 is the empty line. States are numbered by level: those of lines with ``k`` cards are
    ``levels[k]`` to ``levels[k + 1] - 1``. Two lines share a state only if no further cards can
    tell them apart, in final combinations or in running score on the way. All arrays are
    C-contiguous and read-only; tables of states and classes are ``uint16``, or ``uint32`` where
    that is too narrow, so that kernels index with unsigned numbers.

    ``size``
        The number of cards of a full line.
    ``with_starter``
        Whether a starter is read after the last card.
    ``transitions``
        ``[states, 52]``: the state after one more card. A card that the line already holds leads
        to some state of the next level. The rows of full lines are zeros.
    ``levels``
        ``int64[size + 2]``: the first state of each level, then the number of states.
    ``partial_points``
        ``int32[states]``: what ``Scorer.partial`` gives for the line, the starter unknown;
        0 for the empty line.
    ``final_class``
        ``[full states]``: the class of a full line; empty with a starter.
    ``final``
        ``[full states, 52]``: the class of a full line for each starter; a starter that is in the
        line gives some valid class. ``[0, 52]`` without a starter.
    ``class_points``
        ``int32[classes]``: the points of each class.
    ``class_names``
        For each class its combinations as (name, how many, points of each), sorted by name.
    """

    size: int
    with_starter: bool
    transitions: Table
    levels: NDArray[np.int64]
    partial_points: Points
    final_class: Table
    final: Table
    class_points: Points
    class_names: tuple[Label, ...]

    def __post_init__(self) -> None:
        for table in self.arrays.values():
            table.setflags(write=False)

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """The tables by name."""
        return {
            "transitions": self.transitions,
            "levels": self.levels,
            "partial_points": self.partial_points,
            "final_class": self.final_class,
            "final": self.final,
            "class_points": self.class_points,
        }

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self.transitions)

    @property
    def first_full(self) -> int:
        """The first state of a full line: subtract it to index ``final_class`` and ``final``."""
        return int(self.levels[self.size])

    @property
    def nbytes(self) -> int:
        """The bytes that the tables take in memory."""
        return sum(table.nbytes for table in self.arrays.values())

    @cached_property
    def final_points(self) -> Points:
        """Points of full lines: ``int32[full states]``, ``int32[full states, 52]`` with starter."""
        points = self.class_points[self.final if self.with_starter else self.final_class]
        points.setflags(write=False)
        return points

    @cached_property
    def digest(self) -> str:
        """Hexadecimal hash of all tables and names: values learned on one machine fit no other."""
        total = hashlib.sha256(repr((self.size, self.with_starter, self.class_names)).encode())
        for name, table in self.arrays.items():
            total.update(f"{name} {table.dtype.str} {table.shape}".encode())
            total.update(np.ascontiguousarray(table).tobytes())
        return total.hexdigest()

    def state_of(self, cards: Sequence[Card]) -> int:
        """Return the state of a line that holds ``cards``, at most ``size`` distinct ones."""
        if len(cards) > self.size:
            raise InvalidValueError(f"{len(cards)} cards: a line here holds at most {self.size}")
        state = 0
        for card in cards:
            state = int(self.transitions[state, card])
        return state

    def class_of(self, hand: Sequence[Card], starter: Card | None = None) -> int:
        """Return the class of a full ``hand``, an index into ``class_points`` and ``class_names``.

        Raises InvalidValueError for a hand that is not full, and for a starter that is missing or
        that has no part in this game.
        """
        if len(hand) != self.size:
            raise InvalidValueError(f"{len(hand)} cards: a full line here holds {self.size}")
        if (starter is not None) != self.with_starter:
            needed = "a starter is needed" if self.with_starter else "no starter is used here"
            raise InvalidValueError(f"starter {starter}: {needed}")
        full = self.state_of(hand) - self.first_full
        return int(self.final_class[full] if starter is None else self.final[full, starter])

    def score(self, hands: Cards, starters: Cards | None = None) -> Points:
        """Return the points of many full hands.

        ``hands`` is ``uint8[n, size]``, each row distinct cards in any order; ``starters`` is
        ``uint8[n]``, or None without a starter. The result is ``int32[n]``. Raises
        InvalidValueError for other shapes, and for numbers that are not cards.
        """
        from squares_core.engine.compiling.scoring_kernels import (
            score_hands,
            score_hands_with_starter,
        )

        hands = self._cards("hands", hands, (len(hands), self.size))
        if (starters is not None) != self.with_starter:
            needed = "are needed" if self.with_starter else "have no part"
            raise InvalidValueError(f"starters {needed} in a game like this")
        if starters is None:
            return score_hands(self.transitions, self.first_full, self.final_points, hands)
        starters = self._cards("starters", starters, (len(hands),))
        return score_hands_with_starter(
            self.transitions, self.first_full, self.final_points, hands, starters
        )

    @staticmethod
    def _cards(what: str, cards: NDArray[Any], shape: tuple[int, ...]) -> Cards:
        table = np.asarray(cards)
        if table.shape != shape:
            raise InvalidValueError(f"{what} of shape {table.shape}: expected {shape}")
        if table.size and not (table.min() >= 0 and table.max() < PACK_SIZE):
            raise InvalidValueError(f"{what} hold numbers that are not cards: cards are 0 to 51")
        return np.ascontiguousarray(table, dtype=np.uint8)
