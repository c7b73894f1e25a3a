"""What a line can be worth when only the ranks of its cards are known.

The points of a line fall apart by the names of its combinations. Where a name pays for single
cards (the jack of the starter's suit), each card pays in every line through its cell, which is
counted apart and once for all: the *extras*. The rest is bounded by ranks: the greatest value over
all suits that the cards may have, for lines of one suit and for others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from squares_core.answers import bonus_points
from squares_core.cards import PACK_SIZE, RANK_COUNT, SUIT_COUNT, Card
from squares_core.engine.compiling.automaton import Automaton
from squares_core.engine.jit import jit
from squares_core.engine.solving.hand_values import Int32s, Ints
from squares_core.engine.solving.line_tables import Automata
from squares_core.errors import InvalidValueError
from squares_core.rules import Rules

NEVER: Final = -(1 << 28)
"""The value of a line that cannot be."""
MAX_SIZE: Final = 6


class Machine(NamedTuple):
    """The automata of the lines as one: lines start in ``start[line]``.

    ``points[state - shift[line], starter]`` is what a full line is worth; without a starter the
    only column is 0.
    """

    transitions: NDArray[np.uint32]
    start: Ints
    shift: Ints
    points: Int32s


def machine(rules: Rules, automata: Automata) -> Machine:
    """Return the automata of the lines of ``rules``, joined."""
    tables, points, starts, shifts = [], [], {}, {}
    states = finals = 0
    for size in rules.line_sizes:
        automaton = automata(size)
        starts[size] = states
        shifts[size] = states + automaton.first_full - finals
        # Full lines lead nowhere; every other state leads to one of the same automaton.
        tables.append(automaton.transitions.astype(np.uint32) + np.uint32(states))
        points.append(automaton.final_points.reshape(len(automaton.final_points), -1))
        states += automaton.states
        finals += len(points[-1])
    return Machine(
        np.concatenate(tables),
        np.array([starts[len(line.cells)] for line in rules.lines], np.int64),
        np.array([shifts[len(line.cells)] for line in rules.lines], np.int64),
        np.ascontiguousarray(np.concatenate(points)).astype(np.int32),
    )


@jit
def _bound_by_ranks(
    transitions: NDArray[np.uint32],
    first_full: int,
    points: Int32s,
    size: int,
    starter: int,
    suited: Int32s,
    mixed: Int32s,
) -> None:
    """Raise the bounds at the code of each hand's ranks, ascending digits to the base 13."""
    cards = np.zeros(size + 1, np.int64)
    states = np.zeros(size + 1, np.int64)
    codes = np.zeros(size + 1, np.int64)
    one_suit = np.ones(size + 1, np.int64)
    depth = 0
    cards[0] = -1
    while depth >= 0:
        cards[depth] += 1
        card = cards[depth]
        if card == starter:
            continue
        if card >= 52:
            depth -= 1
            continue
        states[depth + 1] = transitions[states[depth], card]
        codes[depth + 1] = codes[depth] * 13 + card // 4
        one_suit[depth + 1] = one_suit[depth] and (depth == 0 or card % 4 == cards[0] % 4)
        if depth + 1 == size:
            value = points[states[size] - first_full]
            code = codes[size]
            if one_suit[size]:
                suited[code] = max(suited[code], value)
            else:
                mixed[code] = max(mixed[code], value)
            continue
        depth += 1
        cards[depth] = card


@jit
def _least_by_card(
    transitions: NDArray[np.uint32],
    first_full: int,
    parts: Int32s,
    size: int,
    starter: int,
    least: Int32s,
    check: bool,
) -> bool:
    """Lower ``least`` at each card to the parts of its hands; or check that it adds up to them."""
    cards = np.zeros(size + 1, np.int64)
    states = np.zeros(size + 1, np.int64)
    depth = 0
    cards[0] = -1
    while depth >= 0:
        cards[depth] += 1
        card = cards[depth]
        if card == starter:
            continue
        if card >= 52:
            depth -= 1
            continue
        states[depth + 1] = transitions[states[depth], card]
        if depth + 1 < size:
            depth += 1
            cards[depth] = card
            continue
        part = parts[states[size] - first_full]
        if check:
            total = 0
            for k in range(size):
                total += least[cards[k]]
            if total != part:
                return False
        else:
            for k in range(size):
                least[cards[k]] = min(least[cards[k]], part)
    return True


class SizeTables:
    """The lines of one size: which names pay for single cards, and the bounds by ranks."""

    def __init__(self, automaton: Automaton) -> None:
        if automaton.size > MAX_SIZE:
            raise InvalidValueError(
                f"lines of {automaton.size} cards: the greatest total is sought for lines of at "
                f"most {MAX_SIZE}"
            )
        self.size = automaton.size
        self._automaton = automaton
        self._transitions = automaton.transitions.astype(np.uint32)
        hands = combinations_with_replacement(range(RANK_COUNT), self.size)
        self.codes = np.array([code_of(ranks) for ranks in hands], np.int64)

    def _final(self, by_class: Int32s, starter: Card | None) -> Int32s:
        """Return what each full state holds of a quantity given by class."""
        if starter is None:
            return np.ascontiguousarray(by_class[self._automaton.final_class])
        return np.ascontiguousarray(by_class[self._automaton.final[:, starter]])

    def _part(self, name: str) -> Int32s:
        labels = self._automaton.class_names
        parts = [sum(n * each for what, n, each in label if what == name) for label in labels]
        return np.array(parts, np.int32)

    @cached_property
    def _starters(self) -> Sequence[Card | None]:
        return range(PACK_SIZE) if self._automaton.with_starter else (None,)

    @cached_property
    def single(self) -> dict[str, dict[Card | None, Int32s]]:
        """What each card pays by itself: for each name that pays so, ``int32[52]`` by starter."""
        names = sorted({what for label in self._automaton.class_names for what, _, _ in label})
        found = {}
        for name in names:
            by_starter = self._pays_singly(self._part(name))
            if by_starter is not None:
                found[name] = by_starter
        return found

    def _pays_singly(self, part: Int32s) -> dict[Card | None, Int32s] | None:
        by_starter = {}
        for starter in self._starters:
            parts = self._final(part, starter)
            least = np.full(PACK_SIZE, np.iinfo(np.int32).max, np.int32)
            fixed = -1 if starter is None else starter
            machine = (self._transitions, self._automaton.first_full, parts, self.size, fixed)
            _least_by_card(*machine, least, False)
            if not _least_by_card(*machine, least, True):
                return None
            if starter is not None:
                least[starter] = 0
            by_starter[starter] = least
        return by_starter

    def single_points(self, starter: Card | None) -> Ints:
        """Return what each card pays by itself in a line, shape (52,)."""
        paid = [by_starter[starter] for by_starter in self.single.values()]
        return np.sum(paid, axis=0, dtype=np.int64) if paid else np.zeros(PACK_SIZE, np.int64)

    def bounds(self, starters: Sequence[Card | None]) -> tuple[Int32s, Int32s]:
        """Return what lines of one suit and other lines are worth at most, by the code of ranks.

        Both are ``int32[13**size]``, filled for every order of the ranks, without what single cards
        pay, the greatest over ``starters``; ``NEVER`` where there is no such line.
        """
        suited = np.full(RANK_COUNT**self.size, NEVER, np.int32)
        mixed = suited.copy()
        rest = self._automaton.class_points.astype(np.int32)
        for name in self.single:
            rest = rest - self._part(name)
        for starter in starters:
            _bound_by_ranks(
                self._transitions,
                self._automaton.first_full,
                self._final(rest, starter),
                self.size,
                -1 if starter is None else starter,
                suited,
                mixed,
            )
        _fill_orders(suited, self.size)
        _fill_orders(mixed, self.size)
        return suited, mixed


@jit
def _fill_orders(table: Int32s, size: int) -> None:
    """Copy the entry of ascending ranks to every other order of them."""
    digits = np.zeros(size, np.int64)
    for code in range(table.shape[0]):
        rest = code
        for k in range(size - 1, -1, -1):
            digit = rest % 13
            rest //= 13
            place = k
            while place + 1 < size and digits[place + 1] < digit:
                digits[place] = digits[place + 1]
                place += 1
            digits[place] = digit
        ascending = 0
        for k in range(size):
            ascending = ascending * 13 + digits[k]
        table[code] = table[ascending]


def code_of(ranks: Sequence[int]) -> int:
    """Return ranks 0..12 as digits to the base 13."""
    code = 0
    for rank in ranks:
        code = code * RANK_COUNT + rank
    return code


@dataclass(frozen=True)
class LineBounds:
    """Bounds of all lines for one rank of starter; ``rank`` is None without a starter.

    ``extras`` is what single cards and the starter itself add at most to the whole grid; ``along``
    and ``across`` are the bounds of rows and columns, of one suit and others, None where they do
    not score; ``other`` bounds the sum of all other lines; ``paid`` is what a card of each rank may
    pay by itself in a line, by the size of the line.
    """

    rank: int | None
    extras: int
    along: tuple[Int32s, Int32s] | None
    across: tuple[Int32s, Int32s] | None
    other: int
    paid: dict[int, Ints]


def line_bounds(rules: Rules, automata: Automata) -> Iterator[LineBounds]:
    """Yield the bounds for every rank of starter, ace first, or once where there is no starter."""
    sizes = {len(line.cells): SizeTables(automata(len(line.cells))) for line in rules.lines}
    length = {line.kind: len(line.cells) for line in rules.lines}
    for rank in range(RANK_COUNT) if rules.has_starter else (None,):
        starters: list[Card | None] = [None]
        if rank is not None:
            starters = [rank * SUIT_COUNT + suit for suit in range(SUIT_COUNT)]
        by_size = {size: tables.bounds(starters) for size, tables in sizes.items()}
        highest = {size: int(max(each.max() for each in by_size[size])) for size in by_size}
        yield LineBounds(
            rank,
            max(_extras(rules, sizes, starter) for starter in starters),
            by_size[length["rows"]] if "rows" in length else None,
            by_size[length["columns"]] if "columns" in length else None,
            sum(highest[len(line.cells)] for line in rules.lines if line.kind == "diagonals"),
            {size: _paid_by_rank(tables, starters) for size, tables in sizes.items()},
        )


def _paid_by_rank(tables: SizeTables, starters: Sequence[Card | None]) -> Ints:
    paid = [tables.single_points(starter).reshape(RANK_COUNT, SUIT_COUNT) for starter in starters]
    most: Ints = np.max(paid, axis=(0, 2))
    return most


def _extras(rules: Rules, sizes: dict[int, SizeTables], starter: Card | None) -> int:
    """Return what the starter earns once and single cards can add in all lines of a grid."""
    paid = np.zeros(PACK_SIZE, np.int64)
    for cell in range(rules.grid.size):
        here = np.zeros(PACK_SIZE, np.int64)
        for line in rules.lines:
            if cell in line.cells:
                here += sizes[len(line.cells)].single_points(starter)
        paid = np.maximum(paid, here)
    paid = np.sort(np.maximum(paid, 0))[::-1]
    return bonus_points(rules.scorer, starter) + int(paid[: rules.grid.size].sum())
