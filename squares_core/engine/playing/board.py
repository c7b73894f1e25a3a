"""A variant as tables: what compiled loops need of ``Rules``, in arrays.

The automata of all lines lie in one table, one after another; a line starts at the empty state of
its own. A placement rule that depends only on which cells are filled becomes masks of cells, or,
where it has not the form "touches a filled cell", answers that are asked for once and remembered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from squares_core.answers import bonus_points, legal_mask_of
from squares_core.cards import PACK, PACK_SIZE
from squares_core.chance import Chance
from squares_core.engine.compiling.automaton import Automaton, Points, Table
from squares_core.engine.compiling.compile import automaton_for
from squares_core.errors import NoTablesError, PluginError
from squares_core.grid import MAX_SIDE
from squares_core.placement import PlacementRule
from squares_core.rules import Rules
from squares_core.strategy import Progress
from squares_core.tableau import Tableau

ANYWHERE: Final = 0
TOUCHING: Final = 1
REMEMBERED: Final = 2
MAX_LINES_OF_CELL: Final = 4
_SAMPLED: Final = 2000
_FEW: Final = 3
_FEW_OF: Final = 25


class Board(NamedTuple):
    """The tables of one variant, as compiled loops take them.

    ``cells``, ``lines``, ``lines_of_cell``
        How many cells and lines there are, and on how many lines a cell lies at most.
    ``cell_lines``
        ``uint8[cells, 4]``: the lines of each cell; the number ``lines`` stands for none.
    ``line_cells``, ``line_sizes``
        ``uint8[lines, 7]`` and ``uint8[lines]``: the cells of each line in order, and how many.
    ``line_start``
        ``[lines + 1]``: the state of each line while it is empty; 0 for the line that is none.
    ``transitions``
        ``[states, 52]``: the state of a line after one more card.
    ``running``
        ``int32[states]``: what a line counts for while the starter is not known; the final points
        where the game has none.
    ``full_row``
        ``int32[states]``: the row of ``final`` of a full line, -1 for any other.
    ``final``
        ``int32[rows, 52]``: the final points of a full line for each starter; ``[rows, 1]``
        without starter.
    ``bonus``
        ``int32[52]``: what the game earns once for each starter.
    ``rule``, ``first``, ``touched``
        How legal cells are found: ``first`` (a mask of cells) on the empty grid; then, with
        ANYWHERE or TOUCHING, every empty cell in ``touched[cell]`` of a filled one; with
        REMEMBERED by asking the rule.
    """

    cells: int
    lines: int
    lines_of_cell: int
    cell_lines: NDArray[np.uint8]
    line_cells: NDArray[np.uint8]
    line_sizes: NDArray[np.uint8]
    line_start: Table
    transitions: Table
    running: Points
    full_row: NDArray[np.int32]
    final: Points
    bonus: Points
    rule: int
    first: np.uint64
    touched: NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class CompiledRules:
    """A variant with its board and the automaton of each size of line that it has."""

    rules: Rules
    board: Board
    automata: dict[int, Automaton]

    def legal_mask(self, occupied: int) -> int:
        """Return the legal cells, as a mask, when the cells of mask ``occupied`` are filled."""
        return _asked(self.rules.placement, self.rules, occupied)


def make_tables(rules: Rules, progress: Progress | None = None) -> None:
    """Make and keep the tables of the scorer of ``rules`` where there are none yet.

    ``compile_rules`` does that, too, but without a word. ``progress`` hears of hands scored and of
    all hands, if there are any to score. Nothing is made where cards are turned and the placement
    rule looks at them: such games are played without tables. Raises what ``automaton_for`` raises.
    """
    if rules.deal != "turned" or not rules.placement.looks_at_cards:
        _automata(rules, progress)


def _automata(rules: Rules, progress: Progress | None = None) -> dict[int, Automaton]:
    """Return the automaton of each size of line, the smallest first."""
    return {
        size: automaton_for(rules.scorer, size, with_starter=rules.has_starter, progress=progress)
        for size in rules.line_sizes
    }


@lru_cache(maxsize=32)
def compile_rules(rules: Rules) -> CompiledRules:
    """Return ``rules`` as tables.

    Raises NoTablesError for a placement rule that looks at cards, and as ``automaton_for`` does
    for a scorer that cannot be compiled.
    """
    if rules.placement.looks_at_cards:
        raise NoTablesError(
            f"placement rule '{rules.placement.id}' looks at cards and has no tables"
        )
    compiled = compile_lines(rules)
    rule, first, touched = _placement_masks(rules)
    board = compiled.board._replace(rule=rule, first=np.uint64(first), touched=touched)
    return replace(compiled, board=board)


@lru_cache(maxsize=32)
def compile_lines(rules: Rules) -> CompiledRules:
    """Return what lines score as tables, as if any card might go to any empty cell.

    That is all that filling a grid with known cards takes, whatever the placement rule. Raises what
    ``automaton_for`` raises.
    """
    automata = _automata(rules)
    ends = np.cumsum([0, *(automaton.states for automaton in automata.values())])
    starts, states = dict(zip(automata, ends, strict=False)), int(ends[-1])
    transitions: Table = np.zeros((states, PACK_SIZE), np.uint32)
    running = np.zeros(states, np.int32)
    full_row = np.full(states, -1, np.int32)
    finals: list[Points] = []
    rows = 0
    for size, automaton in automata.items():
        start, full = int(starts[size]), int(starts[size]) + automaton.first_full
        end = start + automaton.states
        transitions[start:full] = automaton.transitions[: automaton.first_full] + np.uint32(start)
        running[start:end] = automaton.partial_points
        final = automaton.final_points
        if not rules.has_starter:
            running[full:end] = final
            final = final[:, np.newaxis]
        full_row[full:end] = np.arange(rows, rows + len(final))
        rows += len(final)
        finals.append(final)
    cell_lines = np.full((rules.grid.size, MAX_LINES_OF_CELL), len(rules.lines), np.uint8)
    line_cells = np.zeros((len(rules.lines), MAX_SIDE), np.uint8)
    for number, line in enumerate(rules.lines):
        line_cells[number, : len(line.cells)] = line.cells
        for cell in line.cells:
            cell_lines[cell, np.argmax(cell_lines[cell] == len(rules.lines))] = number
    if states <= np.iinfo(np.uint16).max:
        transitions = transitions.astype(np.uint16)
    line_start: Table = np.zeros(len(rules.lines) + 1, np.uint32)
    line_start[:-1] = [starts[len(line.cells)] for line in rules.lines]
    bonus = [bonus_points(rules.scorer, card) if rules.has_starter else 0 for card in PACK]
    everything = 2**rules.grid.size - 1
    board = Board(
        cells=rules.grid.size,
        lines=len(rules.lines),
        lines_of_cell=int((cell_lines < len(rules.lines)).sum(1).max()),
        cell_lines=cell_lines,
        line_cells=line_cells,
        line_sizes=np.array([len(line.cells) for line in rules.lines], np.uint8),
        line_start=line_start,
        transitions=transitions,
        running=running,
        full_row=full_row,
        final=np.concatenate(finals),
        bonus=np.array(bonus, np.int32),
        rule=ANYWHERE,
        first=np.uint64(everything),
        touched=np.full(rules.grid.size, everything, np.uint64),
    )
    return CompiledRules(rules, board, automata)


def _asked(placement: PlacementRule, rules: Rules, occupied: int) -> int:
    cells = range(rules.grid.size)
    # Which cards lie there makes no difference to a rule that does not look at them.
    cards = tuple(PACK[cell] if occupied >> cell & 1 else None for cell in cells)
    return legal_mask_of(placement, Tableau(rules.grid, cards), PACK[-1])


def _placement_masks(rules: Rules) -> tuple[int, int, NDArray[np.uint64]]:
    """Return how legal cells are found, checked on occupations of the grid.

    Checked are all with few cells filled or few empty, and a sample of the others. Many of those
    come about in no game, and a rule may fail there: then it is asked as games go.
    """
    first = _asked(rules.placement, rules, 0)
    try:
        return _masks_of_samples(rules, first)
    except PluginError:
        return REMEMBERED, first, np.zeros(rules.grid.size, np.uint64)


def _masks_of_samples(rules: Rules, first: int) -> tuple[int, int, NDArray[np.uint64]]:
    size, placement = rules.grid.size, rules.placement
    everything = (1 << size) - 1
    singles = [_asked(placement, rules, 1 << cell) for cell in range(size)]
    chance = Chance(size)
    few = [
        sum(1 << cell for cell in cells)
        for count in range(1, (_FEW if size <= _FEW_OF else 2) + 1)
        for cells in combinations(range(size), count)
    ]
    samples = [*few, *(everything ^ occupied for occupied in few)]
    for _ in range(_SAMPLED):
        count = chance.randrange(2, size)
        samples.append(sum(1 << cell for cell in chance.sample(range(size), count)))
    is_anywhere, is_touching = first == everything, True
    for occupied in samples:
        legal = _asked(placement, rules, occupied)
        is_anywhere = is_anywhere and legal == everything ^ occupied
        reach = 0
        for cell in range(size):
            if occupied >> cell & 1:
                reach |= singles[cell]
        is_touching = is_touching and legal == reach & ~occupied
        if not (is_anywhere or is_touching):
            break
    touched = np.array(singles, np.uint64)
    if is_anywhere:
        return ANYWHERE, first, np.full(size, everything, np.uint64)
    return (TOUCHING if is_touching else REMEMBERED), first, touched
