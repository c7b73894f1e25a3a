"""What a player is about to do: the card in hand, the cell it is held over, what would come of it.

``Holding`` turns presses of keys and buttons into moves. It never changes the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from squares_core.cards import Card, card_name
from squares_core.errors import IllegalMoveError
from squares_core.game import Game
from squares_core.grid import Cell
from squares_core.moves import DISCARD, DONE, TURN, Move, MoveKind, lay, swap
from squares_core.rules import Score
from squares_core.strategy import MoveValue

Source: TypeAlias = tuple[MoveKind, int]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a move would make of the score: the score after it, and by how much the total rises."""

    score: Score
    gain: int


class Holding:
    """One player's hand over the table of ``game``.

    ``cursor`` is the cell the hand is over. ``source`` is where the card in hand comes from: the
    turned card, a reserve or the open tray; None where nothing is held. ``picked`` is, in a shuffle
    game, the first of two cells to exchange.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.cursor: Cell = 0
        self.source: Source | None = None
        self.picked: Cell | None = None
        self.settle()
        self.to_first_allowed()

    def settle(self) -> None:
        """Take up what a player holds of itself in the position as it is now."""
        self.picked = None
        position = self.game.position
        found = self.sources
        if self.source in found and self.source and self.source[0] is MoveKind.PUT:
            return
        self.source = None
        if position.turned is not None:
            self.source = (MoveKind.PLACE, 0)
        elif position.tray and not position.finished:
            self.source = found[0] if found else None

    def to_first_allowed(self) -> None:
        """Move the cursor near the middle of the grid, to a cell where the card may go."""
        grid = self.game.rules.grid
        middle = (grid.rows - 1) // 2, (grid.columns - 1) // 2
        cells = self.allowed or range(grid.size)
        self.cursor = min(
            cells,
            key=lambda cell: (
                abs(grid.row_of(cell) - middle[0]) + abs(grid.column_of(cell) - middle[1]),
                cell,
            ),
        )

    @property
    def sources(self) -> tuple[Source, ...]:
        """What could be held now: each thing from which a card may be put on the grid."""
        position = self.game.position
        if self.game.over:
            return ()
        found: list[Source] = []
        if position.turned is not None:
            found.append((MoveKind.PLACE, 0))
        piles = enumerate(position.reserves)
        found += [(MoveKind.PLAY, number) for number, pile in piles if pile]
        found += [(MoveKind.PUT, card) for card in tray_order(position.tray)]
        return tuple(found)

    @property
    def card(self) -> Card | None:
        """The card in hand."""
        return None if self.source is None else self.card_of(self.source)

    def card_of(self, source: Source) -> Card | None:
        """Return the card that ``source`` stands for."""
        kind, number = source
        match kind:
            case MoveKind.PLACE:
                return self.game.position.turned
            case MoveKind.PLAY:
                return self.game.position.reserves[number][-1]
            case _:
                return number

    @property
    def allowed(self) -> frozenset[Cell]:
        """The cells where the card in hand may go; in a shuffle game all."""
        if self.game.over:
            return frozenset()
        if self.shuffles:
            return frozenset(range(self.game.rules.grid.size))
        return frozenset(
            move.target
            for move in self.game.legal_moves
            if move.fills and (move.kind, move.source) == self.source
        )

    @property
    def shuffles(self) -> bool:
        """Whether cards change places instead of being placed."""
        return self.game.rules.deal == "shuffle"

    def step(self, down: int, across: int) -> None:
        """Move the cursor; at an edge it comes in again on the other side."""
        grid = self.game.rules.grid
        row = (grid.row_of(self.cursor) + down) % grid.rows
        column = (grid.column_of(self.cursor) + across) % grid.columns
        self.cursor = row * grid.columns + column

    def next_source(self, step: int) -> None:
        """Hold the next thing that can be held."""
        found = self.sources
        if found:
            at = found.index(self.source) if self.source in found else -(step > 0)
            self.source = found[(at + step) % len(found)]

    def let_go(self) -> bool:
        """Put back what was picked or taken up; return whether there was anything."""
        before = self.source, self.picked
        if self.source is not None and self.source[0] is not MoveKind.PUT:
            self.source = None
        self.settle()
        return before != (self.source, self.picked)

    def move_to(self, cell: Cell) -> Move | None:
        """Return the move that pressing ``cell`` makes, or None where it only picks a cell.

        Raises IllegalMoveError, which says why, where it makes none.
        """
        if self.game.over:
            raise IllegalMoveError("the game is over")
        if self.shuffles:
            if self.picked is None:
                self.picked = cell
                return None
            if self.picked == cell:
                self.picked = None
                return None
            return swap(self.picked, cell)
        if self.source is None:
            if TURN in self.game.legal_moves:
                return TURN
            raise IllegalMoveError("there is no card to place")
        return Move(*self.source, cell)

    def move_with_pile(self, number: int) -> Move | None:
        """Return the move that pressing reserve ``number`` makes, or None where it is taken up.

        The first press takes up the top card, a second one lays the turned card on it; on an empty
        reserve the turned card is laid at once. Raises IllegalMoveError where neither can be done.
        """
        position = self.game.position
        if self.game.over or number >= len(position.reserves):
            reserves = len(position.reserves)
            raise IllegalMoveError(
                "the game is over" if self.game.over else f"this game has {reserves} reserves"
            )
        source = (MoveKind.PLAY, number)
        if position.reserves[number] and self.source != source:
            self.source = source
            return None
        if position.turned is None:
            if self.source == source:
                self.source = None
                return None
            raise IllegalMoveError(f"reserve {number + 1} is empty, and no card is turned")
        return lay(number)

    def hold_tray_card(self, card: Card) -> None:
        """Take up ``card`` of the open tray. Raises IllegalMoveError when it is not there."""
        if card not in self.game.position.tray:
            raise IllegalMoveError(f"{card_name(card)} is not among the cards to place")
        self.source = (MoveKind.PUT, card)

    def other_move(self, what: str) -> Move:
        """Return the move that is no place on the grid: ``"turn"``, ``"waste"`` or ``"done"``."""
        return {"turn": TURN, "waste": DISCARD, "done": DONE}[what]

    def preview(self, cell: Cell) -> Preview | None:
        """Return what pressing ``cell`` would make of the score, or None where it makes no move."""
        position, rules = self.game.position, self.game.rules
        if self.shuffles:
            if self.picked is None or self.picked == cell or self.game.over:
                return None
            after = position.tableau.swapped(self.picked, cell)
        else:
            card = self.card
            if card is None or cell not in self.allowed:
                return None
            after = position.tableau.with_card(cell, card)
        # The starter that filling the grid would turn is not known yet and counts for nothing.
        score = rules.score(after, position.starter)
        return Preview(score, score.total - self.game.score.total)

    def by_cell(self, values: Sequence[MoveValue]) -> dict[Cell, float]:
        """Return what pressing each cell is worth, with what is held now.

        In a shuffle game that is the exchange with the picked cell or, before one is picked, the
        best exchange of the cell.
        """
        found: dict[Cell, float] = {}
        for value in values:
            move = value.move
            if move.kind is MoveKind.SWAP:
                ends = {move.source, move.target}
                if self.picked is not None:
                    ends = ends - {self.picked} if self.picked in ends else set()
                for cell in ends:
                    found[cell] = max(value.expected, found.get(cell, value.expected))
            elif move.fills and (move.kind, move.source) == self.source:
                found[move.target] = value.expected
        return found

    def best_cells(self, values: Sequence[MoveValue]) -> frozenset[Cell]:
        """Return the cells to mark as the best for what is held now.

        In a shuffle game these are, before a cell is picked, the two of the best exchange, and none
        where no exchange is better than to have the grid scored.
        """
        if self.shuffles and self.picked is None:
            best = best_of(values).move if values else None
            swaps = best is not None and best.kind is MoveKind.SWAP
            return frozenset({best.source, best.target}) if best and swaps else frozenset()
        found = self.by_cell(values)
        highest = max(found.values(), default=0.0)
        return frozenset(cell for cell, value in found.items() if value >= highest)


def best_of(values: Sequence[MoveValue]) -> MoveValue:
    """Return the first of the best of ``values``, which are not none."""
    return max(values, key=lambda value: value.expected)


def tray_order(tray: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of an open tray as they are shown: by suit, and by rank within it."""
    return tuple(sorted(tray, key=lambda card: (card % 4, card // 4)))
