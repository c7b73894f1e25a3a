"""The search for the best grid of one deal: which method serves, and what can be built."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Final, Literal, Protocol, TypeAlias

import numpy as np

from squares_core.answers import bonus_points
from squares_core.cards import Card
from squares_core.engine.solving.annealing import annealed
from squares_core.engine.solving.build_order import LegalCells, Placing, any_order, deal_order
from squares_core.engine.solving.cell_search import CellSearch
from squares_core.engine.solving.clock import Clock
from squares_core.engine.solving.hand_values import HandValues, Ints
from squares_core.engine.solving.line_tables import Automata, scored_grid
from squares_core.engine.solving.partitions import PartitionSearch, is_feasible, partition_count
from squares_core.engine.solving.pattern_search import MAX_PATTERNS, PatternSearch
from squares_core.engine.solving.patterns import find_patterns
from squares_core.errors import InvalidValueError
from squares_core.rules import Rules

Method: TypeAlias = Literal["partitions", "patterns", "cells"]

ANNEALING_RUNS: Final = 5
ANNEALING_STEPS: Final = 4_000
"""Exchanges of two cards in one annealing run, for each cell."""
SHORT_ANNEALING_STEPS: Final = 600
"""The same where all partitions are valued, and a better start saves less time than it takes."""
MAX_ORDERED_CELLS: Final = 12
"""The largest grid for which every way of building it in dealing order is searched."""


class Search(Protocol):
    """What the searches for the best grid have in common; totals are of lines only."""

    best: int
    bound: int
    nodes: int

    @property
    def arrangement(self) -> Ints | None:
        """The position of the card on each cell of the best grid; None where none was found."""

    def run(self) -> Iterator[None]:
        """Search to the end; yields after each slice."""


@dataclass
class _Chosen:
    """A search and how its grid lies: on its side where ``turned``."""

    method: Method
    search: Search
    turned: bool = False
    columns: int = 0

    def upright(self, arrangement: Ints) -> Ints:
        """Return an arrangement of the search as one of the real grid."""
        return arrangement.reshape(-1, self.columns).T.ravel() if self.turned else arrangement


class DealSearch:
    """The best grid for as many cards as there are cells and one starter.

    ``total`` and ``bound`` count in what the starter earns once; ``laid`` are the cards by cell.
    """

    def __init__(
        self,
        rules: Rules,
        cards: tuple[Card, ...],
        starter: Card | None,
        automata: Automata | None,
        seed: int,
    ) -> None:
        self.rules, self.cards, self.starter = rules, cards, starter
        self._automata, self._seed = automata, seed
        self.scored = scored_grid(rules, cards, starter, automata)
        self._bonus = bonus_points(rules.scorer, starter)
        listed = any(is_feasible(side[0], side[1]) for side in self._sides())
        steps = SHORT_ANNEALING_STEPS if listed else ANNEALING_STEPS
        runs = annealed(self.scored, steps * rules.grid.size, seed)
        found = list(islice(runs, ANNEALING_RUNS))
        total = max(each for each, _ in found)
        self._alike = [arrangement for each, arrangement in found if each == total]
        self.total = total + self._bonus
        self.bound = self._sum_over_lines(max) + self._bonus
        self.nodes = 0
        self._chosen: _Chosen

    @property
    def laid(self) -> tuple[Card, ...]:
        """The cards by cell."""
        return tuple(self.cards[place] for place in self._alike[0])

    @property
    def method(self) -> Method:
        """The method that served, once the search was made."""
        return self._chosen.method

    @cached_property
    def _kinds(self) -> set[str]:
        return {line.kind for line in self.rules.lines}

    def search(
        self, clock: Clock, method: Method | None, floor: int | None, *, from_scratch: bool
    ) -> None:
        """Find the best grid, or show that none is worth more than ``floor``."""
        chosen = self._choose(method)
        search = chosen.search
        search.best = self.total - self._bonus if floor is None else floor - self._bonus
        if from_scratch:
            search.best = self._sum_over_lines(min) - 1
        if chosen.method == "cells":
            search.bound = min(search.bound, self._bound_without_diagonals())
        clock.follow(search, self._bonus)
        self._chosen = chosen
        self.nodes += search.nodes
        if search.arrangement is not None:
            arrangement = chosen.upright(search.arrangement)
            total = self.scored.total(arrangement) + self._bonus
            if total > self.total:
                self.total = total
                self._alike = [arrangement]
            elif total == self.total:
                self._alike.insert(0, arrangement)
        self.bound = max(self.total, min(self.bound, search.bound + self._bonus))

    def _bound_without_diagonals(self) -> int:
        """Return what no grid exceeds by its rows and columns and the best diagonals there are."""
        straight = tuple(line for line in self.rules.lines if line.kind != "diagonals")
        if not straight or len(straight) == len(self.rules.lines):
            return self._sum_over_lines(max)
        rules = replace(self.rules, lines=straight)
        plain = DealSearch(rules, self.cards, self.starter, self._automata, self._seed)
        plain.search_if_quick()
        diagonals = self._sum_over_lines(max) - plain._sum_over_lines(max)
        return plain.bound - self._bonus + diagonals

    def search_if_quick(self) -> None:
        """Find the best grid where a method serves that is sure to end soon."""
        if (method := self._choose(None).method) != "cells":
            self.search(Clock(None, None), method, None, from_scratch=False)

    def _sum_over_lines(self, extreme: Callable[[list[int]], int]) -> int:
        values = [self.scored.table(line).values for line in range(len(self.rules.lines))]
        return sum(extreme([int(each.min()), int(each.max())]) for each in values)

    def _choose(self, method: Method | None) -> _Chosen:
        """Return the search of the method asked for, or of the one that serves."""
        chosen = None
        if method in (None, "partitions"):
            chosen = self._by_partitions()
        if chosen is None and method in (None, "patterns"):
            chosen = self._by_patterns()
        if chosen is None and method in (None, "cells"):
            chosen = _Chosen("cells", CellSearch(self.scored, 0))
        if chosen is None:
            raise InvalidValueError(
                f"the method '{method}' does not serve for {self.rules.id} with these cards; "
                "without one the best that serves is taken"
            )
        return chosen

    def _sides(self) -> Iterator[tuple[int, int, HandValues, HandValues | None, bool]]:
        """Yield the grid upright and on its side, where the rows then seen score.

        Each is: rows, columns, values of the rows, of the columns if they score, and whether it
        lies on its side.
        """
        grid = self.rules.grid
        along, across = self.scored.one_table("rows"), self.scored.one_table("columns")
        if self._kinds <= {"rows", "columns"}:
            if along is not None:
                yield grid.rows, grid.columns, along, across, False
            if across is not None:
                yield grid.columns, grid.rows, across, along, True

    def _by_partitions(self) -> _Chosen | None:
        sides = [side for side in self._sides() if is_feasible(side[0], side[1])]
        if not sides:
            return None
        rows, columns, along, across, turned = min(sides, key=lambda s: partition_count(s[0], s[1]))
        return _Chosen(
            "partitions", PartitionSearch(rows, columns, along, across, 0), turned, columns
        )

    def _by_patterns(self) -> _Chosen | None:
        for rows, columns, along, across, turned in self._sides():
            first = find_patterns(along, self.cards, rows)
            second = None
            if across is not None:
                second = first if across is along else find_patterns(across, self.cards, columns)
            if max(len(first), len(second or ())) <= MAX_PATTERNS:
                search = PatternSearch(rows, columns, first, second, 0)
                return _Chosen("patterns", search, turned, columns)
            break
        return None

    def placed(
        self, clock: Clock, *, in_deal_order: bool, settle_for_less: bool
    ) -> list[Placing] | None:
        """Return how the best grid is built; None where no way is found.

        The grid may be exchanged for another that is worth as much or, where none of those can be
        built in dealing order and ``settle_for_less`` allows it, for the best that can.
        """
        if self.rules.deal == "shuffle":
            return []
        legal = LegalCells(self.rules.placement, self.rules.grid)
        for arrangement in self._alike:
            if order := self._order(legal, arrangement, in_deal_order=in_deal_order):
                return order
        if not (in_deal_order and settle_for_less):
            return None
        return self._best_in_deal_order(legal, clock)

    def _order(
        self, legal: LegalCells, arrangement: Ints, *, in_deal_order: bool
    ) -> list[Placing] | None:
        cards = [self.cards[place] for place in arrangement]
        if not in_deal_order:
            order = any_order(legal, cards)
        else:
            order = deal_order(legal, cards, self.cards, self._kinds)
        if order:
            self._take(order)
        return order

    def _take(self, order: list[Placing]) -> None:
        places = {card: place for place, card in enumerate(self.cards)}
        cells = {cell: places[card] for card, cell in order}
        arrangement = np.array([cells[cell] for cell in range(self.scored.size)], np.int64)
        self._alike.insert(0, arrangement)
        self.total = self.scored.total(arrangement) + self._bonus

    def _best_in_deal_order(self, legal: LegalCells, clock: Clock) -> list[Placing] | None:
        proven = self.bound == self.total
        search = self._chosen.search
        if isinstance(search, PartitionSearch) and search.column_values is not None:
            for total in range(self.total - self._bonus, self._sum_over_lines(min) - 1, -1):
                crossings, complete = search.all_worth(total)
                for crossing in crossings:
                    arrangement = self._chosen.upright(search.arrange(crossing))
                    if order := self._order(legal, arrangement, in_deal_order=True):
                        self.bound = self.total if proven else self.bound
                        return order
                    if clock.over:
                        return None
                if not complete or legal.gave_up:
                    return None
            return None
        if self.rules.placement.looks_at_cards or self.scored.size > MAX_ORDERED_CELLS:
            return None
        ordered = CellSearch(
            self.scored, self._sum_over_lines(min) - 1, legal.by_filled(self.cards)
        )
        clock.follow(ordered, self._bonus)
        self.nodes += ordered.nodes
        if ordered.arrangement is None:
            return None
        at = {int(place): cell for cell, place in enumerate(ordered.arrangement)}
        order = [(card, at[place]) for place, card in enumerate(self.cards)]
        self._take(order)
        self.bound = max(self.total, min(self.bound, ordered.bound + self._bonus))
        return order
