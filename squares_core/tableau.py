"""The grid with cards on it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from squares_core.cards import Card, card_name, parse_card, require_distinct
from squares_core.errors import InvalidValueError, UnreadableError
from squares_core.grid import Cell, Grid, Line


@dataclass(frozen=True, slots=True)
class Tableau:
    """A grid and, for each of its cells, the card that lies there or None.

    Tableaux never change: ``with_card`` returns a new one. Raises InvalidValueError when the number
    of cells is wrong or a card lies twice.
    """

    grid: Grid
    cards: tuple[Card | None, ...] = field(default=())

    def __post_init__(self) -> None:
        if not self.cards:
            object.__setattr__(self, "cards", (None,) * self.grid.size)
        if len(self.cards) != self.grid.size:
            raise InvalidValueError(
                f"{len(self.cards)} cells given; a grid of {self.grid.rows} rows and "
                f"{self.grid.columns} columns has {self.grid.size}"
            )
        require_distinct(self.placed)

    def __getitem__(self, cell: Cell) -> Card | None:
        return self.cards[cell]

    @property
    def placed(self) -> tuple[Card, ...]:
        """The cards that lie on the grid, in the order of the cells."""
        return tuple(card for card in self.cards if card is not None)

    @property
    def empty_cells(self) -> tuple[Cell, ...]:
        """The cells without a card, ascending."""
        return tuple(cell for cell, card in enumerate(self.cards) if card is None)

    @property
    def filled_cells(self) -> tuple[Cell, ...]:
        """The cells with a card, ascending."""
        return tuple(cell for cell, card in enumerate(self.cards) if card is not None)

    @property
    def is_full(self) -> bool:
        """Whether every cell holds a card."""
        return None not in self.cards

    def hand(self, line: Line) -> tuple[Card, ...]:
        """Return the cards that lie on ``line``, in its order, without the empty cells."""
        return tuple(card for cell in line.cells if (card := self.cards[cell]) is not None)

    def with_card(self, cell: Cell, card: Card) -> Tableau:
        """Return the tableau with ``card`` put on the empty ``cell``."""
        if self.cards[cell] is not None:
            raise InvalidValueError(f"{self.grid.cell_name(cell)} already holds a card")
        return replace(self, cards=(*self.cards[:cell], card, *self.cards[cell + 1 :]))

    def swapped(self, one: Cell, other: Cell) -> Tableau:
        """Return the tableau with what lies on two cells exchanged."""
        cards = list(self.cards)
        cards[one], cards[other] = cards[other], cards[one]
        return replace(self, cards=tuple(cards))

    def text(self) -> str:
        """Return the tableau as text, one row a line, ``.`` for an empty cell."""
        names = ["." if card is None else card_name(card) for card in self.cards]
        width = self.grid.columns
        return "\n".join(" ".join(names[i : i + width]) for i in range(0, len(names), width))


def parse_tableau(grid: Grid, text: str) -> Tableau:
    """Return the tableau that ``text`` describes: one row a line, or ``/`` between rows.

    Cards stand in the order of the columns with spaces or commas between them, ``.`` for an empty
    cell. Raises UnreadableError for a wrong shape or word, InvalidValueError for a card that stands
    twice.
    """
    rows = [row for row in re.split(r"[/\n]", text) if row.strip()]
    if len(rows) != grid.rows:
        raise UnreadableError(
            f"{len(rows)} {'row' if len(rows) == 1 else 'rows'} given; this grid has "
            f"{grid.rows} rows of {grid.columns} cells, one row a line or '/' between rows, "
            "'.' for an empty cell"
        )
    cells: list[Card | None] = []
    for number, row in enumerate(rows, 1):
        words: Sequence[str] = [word for word in re.split(r"[\s,;|]+", row) if word]
        if len(words) != grid.columns:
            raise UnreadableError(
                f"row {number} has {len(words)} cells; it needs {grid.columns}, "
                "'.' for an empty one"
            )
        cells.extend(None if word == "." else parse_card(word) for word in words)
    return Tableau(grid, tuple(cells))
