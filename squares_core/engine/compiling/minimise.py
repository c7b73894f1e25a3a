"""Merging lines that no further card can tell apart, from full lines down to the empty one.

Two lines are one state when they have the same running score and lead to the same state with every
card (Myhill and Nerode). Rows of states are compared by 64-bit hashes: among a million rows two
different ones collide with a chance of about 1 in 40 million, and the check of real hands that
follows every compilation would see it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from squares_core.cards import PACK_SIZE, SUIT_COUNT
from squares_core.engine.compiling.automaton import Automaton, Cards, Label, Points, Table
from squares_core.engine.compiling.lines import Lines, Numbers, StarterCases
from squares_core.engine.compiling.questions import Questioner

Hashes: TypeAlias = NDArray[np.uint64]
RowsUnderOrder: TypeAlias = Callable[[int], NDArray[Any]]

_BLOCK: Final = 16_384
_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
_SHIFT: Final = np.uint64(29)


@dataclass(frozen=True)
class Built:
    """An automaton, and for each state with some cards one real line that leads to it.

    ``witnesses[k]`` is ``uint8[states of level k, k]``.
    """

    automaton: Automaton
    witnesses: tuple[Cards, ...]


@dataclass
class _Level:
    state: NDArray[np.int32]
    """``[kinds, orders]``: the state of each example under each order of suits; one column if
    the order makes no difference."""
    points: Points
    rows: NDArray[np.int32]
    """``[states, 52]``: the state, or after the last card the class, that each card leads to."""


def build(
    lines: Lines, questioner: Questioner, *, with_starter: bool, watch_partial: bool
) -> Built:
    """Return the smallest automaton for the scorer of ``questioner`` on ``lines``.

    ``watch_partial`` says whether unfinished lines have running scores. The automaton has as
    many states whichever of the fitting ``lines`` it is made from.
    """
    size = lines.size
    merger = _Merger(lines)
    watched = set(range(1, size) if watch_partial else ())
    if with_starter or watch_partial:
        watched.add(size)
    running_cases = {level: lines.line_cases(level) for level in watched}
    final_cases = lines.starter_cases() if with_starter else lines.line_cases(size)
    questioner.expected = len(final_cases.hands) + sum(
        len(cases.hands) for cases in running_cases.values()
    )

    def running(level: int) -> Points:
        if level not in running_cases:
            return np.zeros(lines.count(level), np.int32)
        cases = running_cases[level]
        return questioner.partials(cases.hands)[cases.case]

    if isinstance(final_cases, StarterCases):
        found, labels = questioner.finals(final_cases.hands, final_cases.starters)
        classes = found[final_cases.case]
        real_classes = np.unique(classes[final_cases.real])
        full = merger.merge(lambda where: lambda _: classes[where], running(size))
    else:
        found, labels = questioner.finals(final_cases.hands, None)
        classes = found[final_cases.case]
        real_classes = np.unique(classes[lines.real(size)])
        so_far = running(size) if watch_partial else _points_of(labels)[classes]
        full = _merge_full(classes, so_far)
    levels = [full]
    for level in range(size - 1, -1, -1):
        rows = merger.rows_of_level(level, levels[0].state)
        levels.insert(0, merger.merge(rows, running(level)))
    return _assemble(lines, levels, labels, real_classes, with_starter=with_starter)


def _points_of(labels: list[Label]) -> Points:
    return np.array([_points(label) for label in labels], np.int32)


def _points(label: Label) -> int:
    return sum(count * points for _, count, points in label)


def _merge_full(classes: NDArray[np.int32], running: Points) -> _Level:
    together = classes.astype(np.int64) << 32 | running.astype(np.int64) & 0xFFFFFFFF
    _, first, state = np.unique(together, return_index=True, return_inverse=True)
    rows = np.repeat(classes[first][:, None], PACK_SIZE, axis=1)
    return _Level(state.astype(np.int32)[:, None], running[first], rows)


class _Merger:
    """Merges the lines of one level, under each order of suits."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        orders = lines.suit_orders
        number = {tuple(order): index for index, order in enumerate(orders.tolist())}
        # Applying order p and then order g is one order again: combined[g, p].
        self._combined = np.array(
            [[number[tuple(outer[inner])] for inner in orders] for outer in orders]
        )
        card = np.arange(PACK_SIZE)
        self._cards = card // SUIT_COUNT * SUIT_COUNT + orders[:, card % SUIT_COUNT]
        factors = np.random.default_rng(52).integers(1, 2**63, PACK_SIZE, dtype=np.uint64)
        self._factors: Hashes = factors * np.uint64(2) + np.uint64(1)

    def rows_of_level(
        self, level: int, after: NDArray[np.int32]
    ) -> Callable[[slice | Numbers], RowsUnderOrder]:
        """Return what finds the rows of some examples of ``level`` from the states after them."""

        def rows(where: slice | Numbers) -> RowsUnderOrder:
            kinds, orders = self._lines.after_adding(level, where)
            if after.shape[1] == 1:
                always = after[kinds, 0]
                return lambda _: always
            return lambda order: after[kinds, self._combined[order][orders]]

        return rows

    def merge(
        self, rows_at: Callable[[slice | Numbers], RowsUnderOrder], running: Points
    ) -> _Level:
        """Return the states of examples with running scores ``running`` and the rows given.

        Rows have the columns of the example's own cards; the order of suits moves them.
        """
        count, orders = len(running), len(self._cards)
        hashes = np.empty((count, orders), np.uint64)
        for start in range(0, count, _BLOCK):
            block = slice(start, start + _BLOCK)
            rows = rows_at(block)
            for order, cards in enumerate(self._cards):
                hashes[block, order] = self._hash(rows(order), self._factors[cards])
        hashes += _scramble((running.astype(np.int64).view(np.uint64) + _GOLDEN) * _GOLDEN)[:, None]
        _, first, state = np.unique(hashes, return_index=True, return_inverse=True)
        kind, order_of = np.divmod(first, orders)
        merged = np.empty((len(first), PACK_SIZE), np.int32)
        for order, cards in enumerate(self._cards):
            mine = np.flatnonzero(order_of == order)
            if len(mine):
                merged[mine[:, None], cards] = rows_at(kind[mine])(order)
        return _Level(state.reshape(count, orders).astype(np.int32), running[kind], merged)

    @staticmethod
    def _hash(rows: NDArray[Any], factors: Hashes) -> Hashes:
        mixed = _scramble((rows.astype(np.uint64) + _GOLDEN) * factors)
        total: Hashes = mixed.sum(axis=1)
        return total


def _scramble(values: Hashes) -> Hashes:
    values ^= values >> _SHIFT
    values *= _GOLDEN
    values ^= values >> _SHIFT
    return values


def _assemble(
    lines: Lines,
    levels: list[_Level],
    labels: list[Label],
    real_classes: NDArray[np.int32],
    *,
    with_starter: bool,
) -> Built:
    """Keep what real lines reach, number it in the order of first reach, and make the tables."""
    numbered_classes = sorted(
        real_classes.tolist(), key=lambda number: (_points(labels[number]), labels[number])
    )
    class_number = np.zeros(len(labels), np.int64)
    class_number[numbered_classes] = np.arange(len(numbered_classes))

    orders: list[NDArray[Any]] = [np.zeros(1, np.int64)]
    witnesses = []
    for level, held in enumerate(levels):
        real = np.flatnonzero(lines.real(level))
        reached, first = np.unique(held.state[real], return_index=True)
        if level:
            after = levels[level - 1].rows[orders[-1]].ravel()
            targets, at = np.unique(after[np.isin(after, reached)], return_index=True)
            orders.append(targets[np.argsort(at)])
        kind, order = np.divmod(first, held.state.shape[1])
        hands = lines.examples(level)[real[kind]].astype(np.int64)
        suits = lines.suit_orders[order[:, None], hands % SUIT_COUNT]
        named = np.sort(hands // SUIT_COUNT * SUIT_COUNT + suits, axis=1).astype(np.uint8)
        witnesses.append(named[np.searchsorted(reached, orders[-1])])

    starts = np.cumsum([0] + [len(order) for order in orders])
    states = int(starts[-1])
    transitions = np.zeros((states, PACK_SIZE), np.uint32)
    for level in range(lines.size):
        new_number = np.zeros(len(levels[level + 1].points), np.int64)
        new_number[orders[level + 1]] = np.arange(len(orders[level + 1]))
        after = new_number[levels[level].rows[orders[level]]] + starts[level + 1]
        transitions[starts[level] : starts[level + 1]] = after
    final = _narrow(class_number[levels[-1].rows[orders[-1]]], len(numbered_classes))
    names = tuple(labels[number] for number in numbered_classes)
    automaton = Automaton(
        size=lines.size,
        with_starter=with_starter,
        transitions=_narrow(transitions, states),
        levels=starts.astype(np.int64),
        partial_points=np.concatenate(
            [held.points[order] for held, order in zip(levels, orders, strict=True)]
        ),
        final_class=final[:0, 0].copy() if with_starter else final[:, 0].copy(),
        final=final if with_starter else final[:0].copy(),
        class_points=_points_of(list(names)),
        class_names=names,
    )
    return Built(automaton, tuple(witnesses))


def _narrow(table: NDArray[Any], count: int) -> Table:
    if count <= np.iinfo(np.uint16).max:
        return table.astype(np.uint16)
    return table.astype(np.uint32)
