"""In what order a finished grid can be built under a placement rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from squares_core.answers import legal_mask_of
from squares_core.cards import Card
from squares_core.engine.solving.hand_values import Ints
from squares_core.grid import Cell, Grid
from squares_core.placement import PlacementRule
from squares_core.tableau import Tableau

Placing = tuple[Card, Cell]
"""One card and the cell it goes to."""

MAX_QUESTIONS: Final = 400_000
"""Questions to a placement rule, remembered answers included, before the search is given up."""


class LegalCells:
    """What a placement rule allows on one grid; remembers answers of a rule blind to cards."""

    def __init__(self, rule: PlacementRule, grid: Grid) -> None:
        self.grid = grid
        self._rule = rule
        self._known: dict[int, int] = {}
        self._asked = 0

    @property
    def gave_up(self) -> bool:
        """Whether the rule was asked so often that the search for an order ends."""
        return self._asked >= MAX_QUESTIONS

    def mask(self, cards: Sequence[Card | None], card: Card) -> int:
        """Return the cells ``card`` may go to on a grid that holds ``cards``, as a bit mask."""
        self._asked += 1
        if self._rule.looks_at_cards:
            return self._ask(cards, card)
        filled = sum(1 << cell for cell, lying in enumerate(cards) if lying is not None)
        if filled not in self._known:
            self._known[filled] = self._ask(cards, card)
        return self._known[filled]

    def _ask(self, cards: Sequence[Card | None], card: Card) -> int:
        return legal_mask_of(self._rule, Tableau(self.grid, tuple(cards)), card)

    def by_filled(self, cards: Sequence[Card]) -> Ints:
        """Return the legal cells for every set of filled cells, shape (2**cells,).

        Only for a rule blind to cards: ``cards`` stand in for whatever lies there.
        """
        size = self.grid.size
        out = np.zeros(1 << size, np.int64)
        for filled in range((1 << size) - 1):
            lying = [cards[cell] if filled >> cell & 1 else None for cell in range(size)]
            out[filled] = self.mask(lying, cards[-1])
        return out


def any_order(legal: LegalCells, cards: Sequence[Card]) -> list[Placing] | None:
    """Return an order in which the grid that holds ``cards`` by cell can be built, or None."""
    size = len(cards)
    full = (1 << size) - 1
    dead: set[int] = set()
    lying: list[Card | None] = [None] * size
    path: list[Cell] = []
    trail: list[Iterator[Cell]] = []

    def legal_now() -> Iterator[Cell]:
        empty = [cell for cell in range(size) if lying[cell] is None]
        return iter([c for c in empty if legal.mask(lying, cards[c]) >> c & 1])

    filled = 0
    trail.append(legal_now())
    while trail and not legal.gave_up:
        cell = next((c for c in trail[-1] if filled | 1 << c not in dead), None)
        if cell is None:
            dead.add(filled)
            trail.pop()
            if path:
                back = path.pop()
                lying[back] = None
                filled ^= 1 << back
            continue
        path.append(cell)
        lying[cell] = cards[cell]
        filled |= 1 << cell
        if filled == full:
            return [(cards[c], c) for c in path]
        trail.append(legal_now())
    return None


def deal_order(
    legal: LegalCells, cards: Sequence[Card], dealt: Sequence[Card], kinds: set[str]
) -> list[Placing] | None:
    """Return how to build, in the order ``dealt``, a grid worth as much as the one given, or None.

    ``cards`` are those of the grid by cell. Where rows and columns score, rows may change places,
    and columns, and, on a square, the two directions; where only rows score the cards of a row may
    stand in any order; with diagonals the grid may be turned and reflected.
    """
    grid = legal.grid
    for image in _images(grid, cards, kinds):
        home = {card: cell for cell, card in enumerate(image)}
        lying: list[Card | None] = [None] * grid.size
        found = _place_on(_Image(grid, kinds, home), legal, lying, dealt, [])
        if found is not None:
            return found
    return None


def _images(grid: Grid, cards: Sequence[Card], kinds: set[str]) -> Iterator[list[Card]]:
    rows = [list(cards[r * grid.columns : (r + 1) * grid.columns]) for r in range(grid.rows)]
    square = grid.rows == grid.columns
    alike = square and ({"rows", "columns"} <= kinds or kinds == {"diagonals"})
    for turned in (False, True) if alike else (False,):
        base = [list(column) for column in zip(*rows, strict=True)] if turned else rows
        flips = (False, True) if "diagonals" in kinds else (False,)
        for upside in flips:
            for mirrored in flips:
                image = base[::-1] if upside else base
                yield [card for row in image for card in (row[::-1] if mirrored else row)]


class _Image:
    """Where the abstract rows and columns of a grid lie, decided one by one as cards go down."""

    def __init__(self, grid: Grid, kinds: set[str], home: dict[Card, Cell]) -> None:
        self.grid, self.home = grid, home
        self.rows: dict[int, int] = {}
        self.columns: dict[int, int] = {}
        fixed = "diagonals" in kinds
        self.free_in_row = kinds == {"rows"}
        self.free_in_column = kinds == {"columns"}
        if fixed:
            self.rows = {row: row for row in range(grid.rows)}
            self.columns = {column: column for column in range(grid.columns)}

    def choices(self, card: Card) -> Iterator[tuple[int, int]]:
        """Yield the actual row and column that the card may stand in."""
        row, column = self.grid.row_of(self.home[card]), self.grid.column_of(self.home[card])
        for r in self._open(self.rows, row, self.grid.rows, self.free_in_column):
            for c in self._open(self.columns, column, self.grid.columns, self.free_in_row):
                yield r, c

    @staticmethod
    def _open(known: dict[int, int], which: int, count: int, free: bool) -> list[int]:
        if free:
            return list(range(count))
        if which in known:
            return [known[which]]
        return [place for place in range(count) if place not in known.values()]


def _place_on(
    image: _Image,
    legal: LegalCells,
    lying: list[Card | None],
    dealt: Sequence[Card],
    placed: list[Placing],
) -> list[Placing] | None:
    if len(placed) == len(dealt):
        return placed
    if legal.gave_up:
        return None
    card = dealt[len(placed)]
    allowed = legal.mask(lying, card)
    row, column = image.grid.row_of(image.home[card]), image.grid.column_of(image.home[card])
    for actual_row, actual_column in image.choices(card):
        cell = actual_row * image.grid.columns + actual_column
        if lying[cell] is not None or not allowed >> cell & 1:
            continue
        new_row = not image.free_in_column and row not in image.rows
        new_column = not image.free_in_row and column not in image.columns
        if new_row:
            image.rows[row] = actual_row
        if new_column:
            image.columns[column] = actual_column
        lying[cell] = card
        found = _place_on(image, legal, lying, dealt, [*placed, (card, cell)])
        if found is not None:
            return found
        lying[cell] = None
        if new_row:
            del image.rows[row]
        if new_column:
            del image.columns[column]
    return None
