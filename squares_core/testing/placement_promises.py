"""What Squares relies on in every placement rule."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from squares_core.cards import PACK, Card, card_name
from squares_core.grid import Grid
from squares_core.placement import PlacementRule
from squares_core.registry import Registry
from squares_core.tableau import Tableau
from squares_core.testing.promises import Breach, Promise, first_breach, raised, resolved

Waiting = tuple[Tableau, Card]

_GRIDS: Final = tuple(
    Grid(rows, columns)
    for rows, columns in ((2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (3, 5), (5, 5), (7, 2), (7, 7))
)
_FILLINGS: Final = 6
_FILLINGS_IN_GAMES: Final = 60


def _reached(
    rule: PlacementRule, grids: Sequence[Grid] = _GRIDS, fillings: int = _FILLINGS
) -> Iterator[Waiting]:
    """Yield tableaux that the rule itself leads to, each with the card to place, small ones first.

    A cell that the rule allows wrongly leads nowhere: other promises tell of it.
    """
    for number, grid in enumerate(grids):
        rng = random.Random(number)
        for _ in range(fillings):
            tableau, cards = Tableau(grid), rng.sample(PACK, grid.size)
            for card in cards:
                yield tableau, card
                empty = set(tableau.empty_cells)
                legal = [cell for cell in rule.legal_cells(tableau, card) if cell in empty]
                if not legal:
                    break
                tableau = tableau.with_card(rng.choice(legal), card)


def _described(waiting: Waiting) -> str:
    tableau, card = waiting
    rows = " / ".join(tableau.text().splitlines())
    return f"the tableau {rows}, the card {card_name(card)}"


def _on_tableaux(
    judge: Callable[[PlacementRule, Tableau, Card], str | None],
    tableaux: Callable[[PlacementRule, Registry], Iterator[Waiting]] | None = None,
) -> Callable[[PlacementRule, Registry], Breach | None]:
    def check(rule: PlacementRule, registry: Registry) -> Breach | None:
        waiting: Waiting = (Tableau(_GRIDS[0]), PACK[0])
        try:
            for waiting in tableaux(rule, registry) if tableaux else _reached(rule):
                found = first_breach([waiting], lambda w: judge(rule, *w), _described)
                if found is not None:
                    return found
        except (Exception, SystemExit) as error:  # the rule may raise anything
            return Breach(_described(waiting), raised(error))
        return None

    return check


def _wrong_attributes(rule: PlacementRule, _: Registry) -> Breach | None:
    def judge(name: str) -> str | None:
        value = getattr(rule, name)
        if name in ("looks_at_cards", "may_block"):
            right = isinstance(value, bool)
        else:
            right = isinstance(value, str) and bool(value.strip()) and value.isprintable()
        if name == "description":
            right = right and value.rstrip().endswith(".")
        return None if right else f"{value!r}"

    names = ("title", "description", "looks_at_cards", "may_block")
    return first_breach(names, judge, lambda name: f"the attribute {name}")


def _names(grid: Grid, cells: Sequence[int]) -> str:
    shown = [grid.cell_name(c) if type(c) is int and 0 <= c < grid.size else repr(c) for c in cells]
    return ", ".join(shown) or "no cell"


def _not_on_grid(rule: PlacementRule, tableau: Tableau, card: Card) -> str | None:
    legal = rule.legal_cells(tableau, card)
    if not isinstance(legal, Iterable):
        what = "None" if legal is None else f"{type(legal).__name__} {legal!r}"
        return f"{type(rule).__name__}.legal_cells() returned {what} instead of a list of cells"
    grid = tableau.grid
    off = [cell for cell in legal if type(cell) is not int or not 0 <= cell < grid.size]
    return f"{_names(grid, off)}, not on the grid" if off else None


def _not_empty(rule: PlacementRule, tableau: Tableau, card: Card) -> str | None:
    legal, empty = rule.legal_cells(tableau, card), set(tableau.empty_cells)
    taken = [cell for cell in legal if cell in range(tableau.grid.size) and cell not in empty]
    return f"{_names(tableau.grid, taken)}, which holds a card" if taken else None


def _not_ascending(rule: PlacementRule, tableau: Tableau, card: Card) -> str | None:
    legal = rule.legal_cells(tableau, card)
    if not isinstance(legal, list | tuple):
        return f"{type(legal).__name__} {legal!r}, not a list or tuple"
    ascending = list(legal) == sorted(set(legal))
    return None if ascending else f"{_names(tableau.grid, legal)}: not ascending, or one twice"


def _reached_in_games(rule: PlacementRule, registry: Registry) -> Iterator[Waiting]:
    """Yield tableaux on the grids of the variants with this rule, or on others without one."""
    grids = {
        rules.grid
        for rules in resolved(registry)
        if rules.placement.id == rule.id and rules.deal != "shuffle"
    }
    if not grids:
        return _reached(rule)
    in_order = sorted(grids, key=lambda grid: (grid.size, grid.rows))
    return _reached(rule, in_order, _FILLINGS_IN_GAMES)


def _empty_handed(rule: PlacementRule, tableau: Tableau, card: Card) -> str | None:
    if rule.may_block or tableau.is_full or rule.legal_cells(tableau, card):
        return None
    return "no legal cell, although the grid is not full"


def _other_answer(rule: PlacementRule, _: Registry) -> Breach | None:
    @cache
    def first(waiting: Waiting) -> tuple[int, ...]:
        return tuple(rule.legal_cells(*waiting))

    def judge(waiting: Waiting) -> str | None:
        before, now = first(waiting), tuple(rule.legal_cells(*waiting))
        grid = waiting[0].grid
        return None if before == now else f"{_names(grid, before)}; later {_names(grid, now)}"

    waiting = list(_reached(rule))
    return first_breach([*waiting, *reversed(waiting)], judge, _described)


def _looks_at_cards(rule: PlacementRule, tableau: Tableau, card: Card) -> str | None:
    if rule.looks_at_cards:
        return None
    rng = random.Random(len(tableau.placed))
    others = iter(rng.sample(PACK, len(tableau.placed) + 1))
    cells = tuple(None if there is None else next(others) for there in tableau.cards)
    other, other_card = Tableau(tableau.grid, cells), next(others)
    before, after = rule.legal_cells(tableau, card), rule.legal_cells(other, other_card)
    if list(before) == list(after):
        return None
    return (
        f"{_names(tableau.grid, before)}; and for {_described((other, other_card))}: "
        f"{_names(tableau.grid, after)}"
    )


PLACEMENT_PROMISES: Final[Sequence[Promise[PlacementRule]]] = (
    Promise(
        "attributes",
        "it has a title and a description that is a full sentence; looks_at_cards and may_block "
        "are True or False",
        _wrong_attributes,
    ),
    Promise(
        "on the grid",
        "legal cells are cells of the grid, as int",
        _on_tableaux(_not_on_grid),
        basic=True,
    ),
    Promise("empty cells", "legal cells are empty", _on_tableaux(_not_empty)),
    Promise(
        "ascending",
        "legal cells come as a list or tuple, ascending, each once",
        _on_tableaux(_not_ascending),
    ),
    Promise(
        "never empty-handed",
        "there is a legal cell as long as the grid is not full, on the grids of the variants with "
        "this rule, or, where there are none, on grids of the kit's own",
        _on_tableaux(_empty_handed, _reached_in_games),
        "set may_block = True in the class: then a game may come to a stop",
    ),
    Promise("same answer", "the same tableau and card always get the same answer", _other_answer),
    Promise(
        "looks at cards only if it says so",
        "the answer depends only on which cells are filled, not on the cards",
        _on_tableaux(_looks_at_cards),
        "set looks_at_cards = True in the class: then it is asked again for every card",
    ),
)
