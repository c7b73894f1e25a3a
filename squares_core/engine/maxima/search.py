"""The search for the greatest total of any deal, and the proof that there is none greater.

A good grid is found by annealing over the whole pack, or by laying the best row hands there are.
That none is better is shown for each rank of starter in turn, by ranks:

* The rows together are worth at most as much as the best hands a pack can hold side by side, and
  so are the columns. Where rows and columns both hold lines of one suit, all of those are of the
  same suit, which has thirteen cards: that limits their number.
* Where this does not settle it, every set of row hands is listed that is worth half of a greater
  total or more (one of the two directions is), with every arrangement of it into columns. Grids
  whose bound still reaches the total are given suits in every way.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from functools import cached_property
from itertools import islice, permutations, product
from typing import Final

import numpy as np

from squares_core.cards import RANK_COUNT, SUIT_COUNT, Card
from squares_core.engine.maxima.arrangements import ArrangementSearch
from squares_core.engine.maxima.pack_annealing import annealed_packs, bonuses, line_cells
from squares_core.engine.maxima.rows import RankHands, best_packing, rank_hands
from squares_core.engine.maxima.suits import UNDECIDED, with_suits
from squares_core.engine.maxima.tables import (
    LineBounds,
    code_of,
    line_bounds,
    machine,
)
from squares_core.engine.solving.deal_search import DealSearch
from squares_core.engine.solving.hand_values import Int32s, Ints
from squares_core.engine.solving.line_tables import Automata
from squares_core.engine.solving.scored_grid import lines_of_cells
from squares_core.engine.solving.transversals import MAX_WAYS
from squares_core.rules import Rules

ANNEALING_RUNS: Final = 24
MAX_IMAGES: Final = 30_000
"""The most images of a grid, by exchanges of rows and columns, of which the first is taken."""
MAX_LISTED: Final = 16
"""The largest grid of which all grids of ranks that reach the maximum are listed."""


class MaximumSearch:
    """A search that is carried on in slices; totals count in what a starter earns once.

    ``best`` is the greatest total reached, by the cards ``laid`` and the ``starter``; ``bound`` is
    what no deal exceeds. ``row_sets`` counts the sets of rows that had to be arranged, ``grids``
    holds each grid of ranks that reaches a proven maximum, with its cards and starter, if asked.
    """

    def __init__(
        self,
        rules: Rules,
        automata: Automata,
        starter_rank: int | None,
        seed: int,
        *,
        every: bool,
    ) -> None:
        self.rules = rules
        self._automata, self._seed, self._every = automata, seed, every
        self._machine = machine(rules, automata)
        self._cells, self._cell_lines = (
            line_cells(rules),
            lines_of_cells(rules.grid.size, rules.lines),
        )
        self._bonus = bonuses(rules)
        self._kinds = {line.kind for line in rules.lines}
        self.nodes = 0
        self.row_sets = 0
        self.grids: list[tuple[bytes, list[Card], Card | None]] = []
        wanted = None if starter_rank is None else starter_rank - 1
        self._parts = [part for part in line_bounds(rules, automata) if wanted in (None, part.rank)]
        self._by_direction = {part.rank: self._direction_bound(part) for part in self._parts}
        self._limits = dict(self._by_direction)
        ranks = [part.rank for part in self._parts]
        first = [None if rank is None else rank * SUIT_COUNT for rank in ranks]
        self.best, self.laid, self.starter = next(self._annealed(first[:1]))

    @property
    def bound(self) -> int:
        """What no deal exceeds."""
        return max(self.best, *self._limits.values())

    def _annealed(
        self, starters: list[Card | None]
    ) -> Iterator[tuple[int, list[Card], Card | None]]:
        return annealed_packs(self.rules, self._machine, self._cell_lines, starters, self._seed)

    def _take(self, total: int, laid: list[Card], starter: Card | None) -> None:
        if total > self.best:
            self.best, self.laid, self.starter = total, laid, starter

    def run(self) -> Iterator[None]:
        """Search to the end; yields after each slice."""
        yield from self._find()
        while (yield from self._prove()):
            pass
        if self._every and self.bound == self.best:
            yield from self._list_all()

    def _find(self) -> Iterator[None]:
        starters: list[Card | None] = [
            None if part.rank is None else part.rank * SUIT_COUNT for part in self._parts
        ]
        for found in islice(self._annealed(starters), len(starters)):
            self._take(*found)
            yield
        if not self.rules.has_starter:
            self._lay_best_rows()
            yield
        hopeful = [
            starter
            for starter, part in zip(starters, self._parts, strict=True)
            if self._by_direction[part.rank] > self.best
        ]
        if hopeful:
            for found in islice(self._annealed(hopeful), ANNEALING_RUNS):
                self._take(*found)
                yield

    def _lay_best_rows(self) -> None:
        """Solve the deals made of the best hands that a pack can hold side by side."""
        grid, part = self.rules.grid, self._parts[0]
        for kind, lines, tables in (
            ("rows", grid.rows, part.along),
            ("columns", grid.columns, part.across),
        ):
            if kind not in self._kinds or tables is None:
                continue
            hands = _hands(self.rules.grid.size // lines, tables)
            _, chosen, _ = best_packing(hands, lines)
            cards = self._cards_for(hands, chosen, ())
            if cards is None:
                continue
            deal = DealSearch(self.rules, cards, None, self._automata, self._seed)
            deal.search_if_quick()
            self._take(deal.total, list(deal.laid), None)

    def _cards_for(
        self, hands: RankHands, chosen: list[int], cards: tuple[Card, ...]
    ) -> tuple[Card, ...] | None:
        """Return ``cards`` and cards for the ``chosen`` hands, none twice, worth what they say."""
        if not chosen:
            return cards
        hand = chosen[0]
        ranks = [int(rank) for rank in hands.ranks[hand]]
        suits: Iterable[tuple[int, ...]] = product(range(SUIT_COUNT), repeat=len(ranks))
        if hands.suited[hand]:
            suits = [(suit,) * len(ranks) for suit in range(SUIT_COUNT)]
        for these in suits:
            held = tuple(rank * SUIT_COUNT + suit for rank, suit in zip(ranks, these, strict=True))
            if len({*held, *cards}) < len(held) + len(cards):
                continue
            if self.rules.scorer.points(held) < hands.values[hand]:
                continue
            found = self._cards_for(hands, chosen[1:], cards + held)
            if found is not None:
                return found
        return None

    def _direction_bound(self, part: LineBounds) -> int:
        """Return what no grid exceeds, by what rows and columns can be worth by themselves."""
        grid = self.rules.grid
        taken = 0 if part.rank is None else 1 << 4 * part.rank
        fixed = part.extras + part.other
        along = self._sums_by_suited(part.along, grid.rows, grid.columns, taken)
        across = self._sums_by_suited(part.across, grid.columns, grid.rows, taken)
        return fixed + max(
            row_sum + column_sum
            for rows, row_sum in enumerate(along)
            for columns, column_sum in enumerate(across)
            if rows == 0
            or columns == 0
            or rows * grid.columns + columns * grid.rows - rows * columns <= RANK_COUNT
        )

    def _sums_by_suited(
        self, tables: tuple[Int32s, Int32s] | None, lines: int, size: int, taken: int
    ) -> list[int]:
        """Return the greatest sum of ``lines`` hands, of which at most 0, 1, 2 ... are suited."""
        if tables is None:
            return [0]
        hands = _hands(size, tables)
        sums = []
        for suited in range(lines + 1):
            total, _, nodes = best_packing(hands, lines, taken, suited)
            self.nodes += nodes
            sums.append(total)
        return sums

    def _arrangements(self, part: LineBounds, target: int) -> ArrangementSearch | None:
        """Return the search for grids of ranks that might reach ``target``; None where too many."""
        grid = self.rules.grid
        if self._kinds != {"rows", "columns"} or part.along is None or part.across is None:
            return None
        if grid.columns ** (grid.rows - 1) > MAX_WAYS:
            return None
        taken = 0 if part.rank is None else 1 << 4 * part.rank
        lines = target - part.extras
        along, across = np.maximum(*part.along), np.maximum(*part.across)
        half = -(-lines // 2)
        if grid.rows != grid.columns:
            hands = rank_hands(grid.rows, [(across, False)])
            half = lines - best_packing(hands, grid.columns, taken)[0]
        hands = rank_hands(grid.columns, [(along, False)])
        return ArrangementSearch(hands, grid.rows, grid.columns, taken, half, lines, across)

    def _prove(self) -> Generator[None, None, bool]:
        """Show for each rank of starter that ``best`` is the maximum; true when it has risen."""
        self.row_sets = 0
        for part in self._parts:
            if self._by_direction[part.rank] <= self.best:
                continue
            search = self._arrangements(part, self.best + 1)
            if search is None:
                continue
            nodes, row_sets = self.nodes, self.row_sets
            settled = True
            for _ in search.run():
                self.nodes, self.row_sets = nodes + search.nodes, row_sets + search.row_sets
                for grid in sorted(search.found):
                    found = self._suited(part, grid, self.best + 1)
                    settled = settled and found is not None
                    if found:
                        self._take(*found)
                        return True
                yield
            if settled and search.complete:
                self._limits[part.rank] = self.best
        return False

    def _suited(
        self, part: LineBounds, grid: bytes, target: int
    ) -> tuple[int, list[Card], Card | None] | tuple[()] | None:
        """Return total, cards and starter for a grid of ranks that reach ``target``.

        Nothing where there are no such cards, None where that could not be decided.
        """
        bounds = np.array(
            [
                _line_bounds(part, line.kind, [grid[cell] for cell in line.cells])
                for line in self.rules.lines
            ]
        )
        for starter in self._starters_of(part.rank):
            bonus = 0 if starter is None else int(self._bonus[starter])
            found = with_suits(
                self._machine,
                self._cells,
                self._cell_lines,
                grid,
                starter,
                bounds,
                target - bonus,
            )
            if found is not None:
                worth, laid = found
                return None if worth == UNDECIDED else (worth + bonus, laid, starter)
        return ()

    def _starters_of(self, rank: int | None) -> list[Card | None]:
        """Return the starters of a rank that can make a difference."""
        if rank is None:
            return [None]
        starters = [rank * SUIT_COUNT + suit for suit in range(SUIT_COUNT)]
        if self.rules.scorer.symmetry in ("ranks-and-flushes", "suits"):
            return list({self._bonus[starter]: starter for starter in reversed(starters)}.values())
        return list(starters)

    @cached_property
    def _images(self) -> Ints:
        """The cells of each image of a grid by exchanges of no effect, ``[images, cells]``."""
        grid = self.rules.grid
        cells = np.arange(grid.size).reshape(grid.rows, grid.columns)
        bases = [cells, cells.T] if grid.rows == grid.columns else [cells]
        orders = product(permutations(range(grid.rows)), permutations(range(grid.columns)))
        found = [
            base[np.ix_(rows, columns)].ravel()
            for rows, columns in islice(orders, MAX_IMAGES)
            for base in bases
        ]
        return np.array(found)

    def _first_image(self, grid: bytes, laid: list[Card]) -> tuple[bytes, list[Card]]:
        """Return the image of a grid whose ranks come first, and its cards."""
        seen = [row.tobytes() for row in np.frombuffer(grid, np.uint8)[self._images]]
        first = min(range(len(seen)), key=seen.__getitem__)
        return seen[first], [laid[cell] for cell in self._images[first]]

    def _list_all(self) -> Iterator[None]:
        if self.rules.grid.size > MAX_LISTED:
            return
        for part in self._parts:
            if self._by_direction[part.rank] < self.best:
                continue
            search = self._arrangements(part, self.best)
            if search is None:
                return
            first: dict[bytes, tuple[list[Card], Card | None]] = {}
            for _ in search.run():
                for grid in sorted(search.found):
                    found = self._suited(part, grid, self.best)
                    if found:
                        image, laid = self._first_image(grid, found[1])
                        first.setdefault(image, (laid, found[2]))
                yield
            if not search.complete:
                self.grids.clear()
                return
            self.grids += [(grid, *first[grid]) for grid in sorted(first)]


def _line_bounds(part: LineBounds, kind: str, ranks: list[int]) -> tuple[int, int]:
    """Return what a row or column of these ranks is worth at most, and what if of several suits.

    What single cards pay is counted in.
    """
    tables = part.along if kind == "rows" else part.across
    assert tables is not None
    suited, mixed = (int(table[code_of(ranks)]) for table in tables)
    paid = sum(max(0, int(part.paid[len(ranks)][rank])) for rank in ranks)
    return max(suited, mixed) + paid, mixed + paid


def _hands(size: int, tables: tuple[Int32s, Int32s]) -> RankHands:
    return rank_hands(size, [(tables[0], True), (tables[1], False)])
