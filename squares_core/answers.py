"""What scorers and placement rules answer, held to its form before anything relies on it.

Either may be a stranger's code. An answer of another form becomes one line that names the class,
the method and what is accepted, wherever it turns up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, TypeVar

from squares_core.cards import Card
from squares_core.errors import PluginError
from squares_core.grid import Cell
from squares_core.placement import PlacementRule
from squares_core.scoring import Combination, Scorer
from squares_core.tableau import Tableau
from squares_core.wording import shown

T = TypeVar("T")


def combinations_in(
    scorer: Scorer, hand: Sequence[Card], starter: Card | None
) -> Sequence[Combination]:
    """Return what ``scorer`` finds in a full ``hand``. Raises PluginError where it fails."""
    return _asked(scorer, "combinations", hand, starter)


def combinations_so_far(scorer: Scorer, hand: Sequence[Card]) -> Sequence[Combination]:
    """Return what ``scorer`` counts of an unfinished ``hand``. Raises PluginError likewise."""
    return _asked(scorer, "partial", hand)


def bonus_for(scorer: Scorer, starter: Card) -> Sequence[Combination]:
    """Return what ``scorer`` gives once for ``starter``. Raises PluginError likewise."""
    return _asked(scorer, "bonus", starter)


def bonus_points(scorer: Scorer, starter: Card | None) -> int:
    """Return the points that ``starter`` earns once, 0 without one. Raises PluginError likewise."""
    return 0 if starter is None else sum(item.points for item in bonus_for(scorer, starter))


def _asked(scorer: Scorer, method: str, *given: Any) -> Sequence[Combination]:
    what = f"scorer {scorer.id}"
    found: Sequence[Combination] = _answer(what, lambda: getattr(scorer, method)(*given))
    if wrong := wrong_form(found):
        place = f"{type(scorer).__name__}.{method}()"
        raise PluginError(f"{what}: {place} returned {wrong}")
    return found


def _answer(what: str, ask: Callable[[], T]) -> T:
    """Return what ``ask`` gives. Raises PluginError, which names ``what``, where it fails."""
    try:
        return ask()
    except (Exception, SystemExit) as error:
        raise PluginError.failed(what, error) from error


def wrong_form(found: Any) -> str:
    """Return what is wrong with an answer that should be a list of combinations, or nothing."""
    if not isinstance(found, list | tuple):
        return f"{_kind_and_value(found)} instead of a list of combinations"
    for item in found:
        if not isinstance(item, Combination):
            return f"an item that is no Combination: {shown(repr(item))}"
        if not isinstance(item.name, str) or not item.name.strip() or not item.name.isprintable():
            return f"a combination with the name {shown(repr(item.name))}"
        if type(item.points) is not int:
            return f"{item.name} with points {shown(repr(item.points))}, not a whole number"
        if not isinstance(item.cards, tuple) or any(type(card) is not int for card in item.cards):
            return f"{item.name} with cards {shown(repr(item.cards))}, not a tuple of cards"
    return ""


def _kind_and_value(found: Any) -> str:
    return "None" if found is None else f"{type(found).__name__} {shown(repr(found))}"


def explanation_of(scorer: Scorer) -> Sequence[str]:
    """Return what scores, a line each. Raises PluginError where ``scorer`` fails to say it."""
    what = f"scorer {scorer.id}"
    lines = _answer(what, lambda: scorer.explain())
    if wrong := wrong_explanation(lines):
        raise PluginError(f"{what}: {type(scorer).__name__}.explain() returned {wrong}")
    return lines


def wrong_explanation(lines: Any) -> str:
    """Return what is wrong with an answer that should be lines of text, or nothing."""
    if not isinstance(lines, list | tuple) or not lines:
        return f"{_kind_and_value(lines)} instead of a list of lines"
    for line in lines:
        if not isinstance(line, str) or not line.strip() or not line.isprintable():
            return f"{shown(repr(line))} among its lines"
    return ""


def legal_cells_of(rule: PlacementRule, tableau: Tableau, card: Card) -> Sequence[Cell]:
    """Return the cells that ``rule`` allows ``card``, ascending.

    Raises PluginError where it fails, and for anything but empty cells of the grid, each once.
    """
    what, place = f"placement rule {rule.id}", f"{type(rule).__name__}.legal_cells()"

    def asked() -> Sequence[Any] | None:
        cells = rule.legal_cells(tableau, card)
        return None if cells is None else tuple(cells)

    cells = _answer(what, asked)
    if cells is None:
        raise PluginError(f"{what}: {place} returned None instead of a list of empty cells")
    if wrong := _wrong_cell(cells, tableau):
        raise PluginError(f"{what}: {place} gave {wrong}; give empty cells of the grid alone")
    ordered = tuple(sorted(cells))
    for cell, after in pairwise(ordered):
        if cell == after:
            name = tableau.grid.cell_name(cell)
            raise PluginError(f"{what}: {place} gave {name} twice; give each cell once")
    return ordered


def legal_mask_of(rule: PlacementRule, tableau: Tableau, card: Card) -> int:
    """Return ``legal_cells_of`` as a bit mask of cells. Raises PluginError likewise."""
    return sum(1 << cell for cell in legal_cells_of(rule, tableau, card))


def _wrong_cell(cells: Sequence[Any], tableau: Tableau) -> str:
    there, size = tableau.cards, tableau.grid.size
    for cell in cells:
        try:
            if 0 <= cell < size and there[cell] is None:
                continue
        except TypeError:
            return f"{shown(repr(cell))}, not the number of a cell"
        if not 0 <= cell < size:
            return f"{cell}, while the cells of this grid are 0 to {size - 1}"
        return f"{tableau.grid.cell_name(cell)}, which holds a card"
    return ""
