"""Moves: one decision each, with a text form that round-trips.

========  ======================================================================
``b3``    put the turned card on b3
``r1 b3`` play the top card of reserve 1 to b3
``r1``    lay the turned card on reserve 1
``w``     throw the turned card on the waste
``turn``  turn the next card (where a reserve could be played first)
``5H b3`` put that card of the open tray on b3
``a1 b2`` exchange what lies on two cells (shuffle games)
``done``  stop exchanging
========  ======================================================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from squares_core.cards import Card, card_name, parse_card
from squares_core.errors import UnreadableError
from squares_core.grid import Cell, Grid
from squares_core.wording import shown


class MoveKind(IntEnum):
    """What a move does, in the order in which legal moves are listed."""

    PLACE = 0
    PLAY = 1
    LAY = 2
    DISCARD = 3
    TURN = 4
    PUT = 5
    SWAP = 6
    DONE = 7


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One decision; moves sort in the order in which they are listed.

    ``source`` is a reserve (PLAY), a card (PUT) or a cell (SWAP), ``target`` a cell (PLACE, PLAY,
    PUT, SWAP) or a reserve (LAY); reserves count from 0 here and from 1 in text. What a kind does
    not use is 0. Of a swap's two cells the lower is the source.
    """

    kind: MoveKind
    source: int = 0
    target: int = 0

    @property
    def fills(self) -> bool:
        """Whether the move puts a card on an empty cell, its target."""
        return self.kind in (MoveKind.PLACE, MoveKind.PLAY, MoveKind.PUT)

    @property
    def ends_turn(self) -> bool:
        """Whether the next player is to move: a card was put on the grid, or two changed places."""
        return self.fills or self.kind is MoveKind.SWAP


def place(cell: Cell) -> Move:
    """Put the turned card on ``cell``."""
    return Move(MoveKind.PLACE, 0, cell)


def play_reserve(reserve: int, cell: Cell) -> Move:
    """Play the top card of ``reserve``, counted from 0, to ``cell``."""
    return Move(MoveKind.PLAY, reserve, cell)


def lay(reserve: int) -> Move:
    """Lay the turned card on ``reserve``, counted from 0."""
    return Move(MoveKind.LAY, 0, reserve)


def put(card: Card, cell: Cell) -> Move:
    """Put ``card`` of the open tray on ``cell``."""
    return Move(MoveKind.PUT, card, cell)


def swap(one: Cell, other: Cell) -> Move:
    """Exchange what lies on two cells."""
    return Move(MoveKind.SWAP, min(one, other), max(one, other))


DISCARD = Move(MoveKind.DISCARD)
TURN = Move(MoveKind.TURN)
DONE = Move(MoveKind.DONE)
_WORDS = {
    "w": DISCARD, "waste": DISCARD, "discard": DISCARD,
    "turn": TURN, "t": TURN, "next": TURN,
    "done": DONE, "finish": DONE,
}  # fmt: skip
_RESERVE = re.compile(r"r([1-9]?)", re.IGNORECASE)


def move_text(move: Move, grid: Grid) -> str:
    """Return the text form of ``move`` on ``grid``."""
    match move.kind:
        case MoveKind.PLACE:
            return grid.cell_name(move.target)
        case MoveKind.PLAY:
            return f"r{move.source + 1} {grid.cell_name(move.target)}"
        case MoveKind.LAY:
            return f"r{move.target + 1}"
        case MoveKind.PUT:
            return f"{card_name(move.source)} {grid.cell_name(move.target)}"
        case MoveKind.SWAP:
            return f"{grid.cell_name(move.source)} {grid.cell_name(move.target)}"
        case MoveKind.DISCARD:
            return "w"
        case MoveKind.TURN:
            return "turn"
        case MoveKind.DONE:
            return "done"


def parse_move(text: str, grid: Grid) -> Move:
    """Return the move that ``text`` describes; whether it is allowed now is another question.

    Raises UnreadableError for text that is no move on ``grid``.
    """
    words = [word for word in re.split(r"[\s,:>-]+", text) if word]
    if len(words) == 1:
        word = words[0].casefold()
        if word in _WORDS:
            return _WORDS[word]
        if reserve := _RESERVE.fullmatch(word):
            return lay(_reserve_number(reserve))
        return place(grid.parse_cell(word))
    if len(words) == 2:
        first, cell = words[0], grid.parse_cell(words[1])
        if reserve := _RESERVE.fullmatch(first):
            return play_reserve(_reserve_number(reserve), cell)
        try:
            return put(parse_card(first), cell)
        except UnreadableError:
            return swap(grid.parse_cell(first), cell)
    raise UnreadableError(f"'{shown(text.strip())}' is not a move: name a cell, such as a1")


def _reserve_number(match: re.Match[str]) -> int:
    return int(match[1] or 1) - 1
