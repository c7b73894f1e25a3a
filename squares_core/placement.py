"""Where a card may go: the class that every placement rule derives from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from squares_core.cards import Card
from squares_core.grid import Cell
from squares_core.tableau import Tableau


class PlacementRule(ABC):
    """Which empty cells a card may go to.

    ``id`` is the name it is asked for by, ``title`` and ``description`` what people read; the
    description is a full sentence that stands in the rules text. ``looks_at_cards`` says whether
    the answer depends on which cards lie there or on the card to place, and not only on which
    cells are filled; such a rule works too, only slower. ``may_block`` says whether there can be
    no legal cell although the grid is not full.
    """

    id: str
    title: str
    description: str
    looks_at_cards: ClassVar[bool] = False
    may_block: ClassVar[bool] = False

    @abstractmethod
    def legal_cells(self, tableau: Tableau, card: Card) -> Sequence[Cell]:
        """Return the empty cells that ``card`` may go to, ascending."""
