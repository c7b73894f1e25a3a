"""One variant, ready to play: what is legal, what a move does, what the grid scores.

``Rules`` holds the objects that a variant's ids stand for; everything it answers is a pure
function of a ``Position``. A position holds only what lies face up: it is what a player may see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Literal, TypeAlias

from squares_core.answers import (
    bonus_for,
    combinations_in,
    combinations_so_far,
    legal_cells_of,
)
from squares_core.cards import PACK, PACK_SIZE, Card, card_name
from squares_core.errors import IllegalMoveError, InvalidValueError
from squares_core.grid import Cell, Grid, Line
from squares_core.moves import (
    DISCARD,
    DONE,
    TURN,
    Move,
    MoveKind,
    lay,
    move_text,
    place,
    play_reserve,
    put,
    swap,
)
from squares_core.placement import PlacementRule
from squares_core.scoring import Combination, Scorer
from squares_core.tableau import Tableau

DealMode: TypeAlias = Literal["turned", "open", "shuffle"]
StarterMode: TypeAlias = Literal["none", "turned", "open", "chosen"]


@dataclass(frozen=True, slots=True)
class Position:
    """All that lies face up at one moment of a game, and nothing else.

    ``turned``
        The card turned from the stock that waits to be placed, or None.
    ``drawn``
        How many cards of the deal have left the stock.
    ``reserves``
        For each reserve its cards, the top one last.
    ``waste``
        The cards thrown away, the last one last.
    ``tray``
        In an open game the cards still to be placed, in dealing order.
    ``starter``
        The starter, once it is known.
    ``finished``
        Whether the game has come to its end (and not merely to a stop without a legal move).
    """

    tableau: Tableau
    drawn: int
    turned: Card | None = None
    reserves: tuple[tuple[Card, ...], ...] = ()
    waste: tuple[Card, ...] = ()
    tray: tuple[Card, ...] = ()
    starter: Card | None = None
    finished: bool = False

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards of the pack that have not been seen, ascending."""
        seen = set(self.tableau.placed).union(self.waste, self.tray, *self.reserves)
        seen.update(card for card in (self.turned, self.starter) if card is not None)
        return tuple(card for card in PACK if card not in seen)


@dataclass(frozen=True, slots=True)
class LineScore:
    """What one line counts for.

    ``provisional`` tells that the points may still change: cards or the starter are missing.
    """

    line: Line
    cards: tuple[Card | None, ...]
    points: int
    combinations: tuple[Combination, ...]
    provisional: bool

    @property
    def complete(self) -> bool:
        """Whether every cell of the line holds a card."""
        return None not in self.cards


@dataclass(frozen=True, slots=True)
class Score:
    """What a grid counts for: each line, what the starter earns once, and the total."""

    lines: tuple[LineScore, ...]
    bonus: tuple[Combination, ...]
    starter: Card | None
    total: int
    complete: bool


@dataclass(frozen=True)
class Rules:
    """A complete game.

    ``deal``
        ``"turned"``: cards are turned one at a time; ``"open"``: all lie face up and go down in any
        order; ``"shuffle"``: all lie on the grid and any two may change places.
    ``starter``
        ``"none"``; ``"turned"`` next once the grid is full; ``"open"``: the card dealt after those
        for the grid, known from the outset; ``"chosen"``: in an open game, the one left over.
    ``reserves``, ``reserve_size``
        How many reserves there are and how many cards each may hold.
    ``waste_size``
        How many cards the waste may hold; 0 where there is none.
    ``target``, ``line_target``
        The total that wins, and the points that every line must have for a win; None where there is
        no such demand. A game with neither cannot be won or lost.
    """

    id: str
    title: str
    grid: Grid
    lines: tuple[Line, ...]
    scorer: Scorer
    placement: PlacementRule
    deal: DealMode = "turned"
    starter: StarterMode = "none"
    reserves: int = 0
    reserve_size: int = 5
    waste_size: int = 0
    target: int | None = None
    line_target: int | None = None
    summary: str = ""
    source: str = ""

    def __post_init__(self) -> None:
        _check(self)

    @property
    def has_starter(self) -> bool:
        """Whether a starter counts with every hand."""
        return self.starter != "none"

    @property
    def cards_scored(self) -> int:
        """How many cards a finished game counts: those of the grid, and the starter if any."""
        return self.grid.size + self.has_starter

    @cached_property
    def cards_dealt(self) -> int:
        """How many cards the game can show at most: what a deal must hold."""
        return self.cards_scored + self.reserves * self.reserve_size + self.waste_size

    @cached_property
    def line_sizes(self) -> tuple[int, ...]:
        """How many cards the lines hold: every number once, ascending."""
        return tuple(sorted({len(line.cells) for line in self.lines}))

    @property
    def decides(self) -> bool:
        """Whether a finished game is won or lost."""
        return self.target is not None or self.line_target is not None

    def start(self, deal: Sequence[Card]) -> Position:
        """Return the position before the first move.

        Raises InvalidValueError when ``deal`` holds fewer than ``cards_dealt`` cards.
        """
        if len(deal) < self.cards_dealt:
            raise InvalidValueError(
                f"{len(deal)} cards given; {self.id} needs {self.cards_dealt} in dealing order"
            )
        size = self.grid.size
        if self.deal == "turned":
            empty = ((),) * self.reserves
            return Position(Tableau(self.grid), 1, turned=deal[0], reserves=empty)
        starter = deal[size] if self.starter == "open" else None
        drawn = self.cards_scored
        if self.deal == "shuffle":
            return Position(Tableau(self.grid, tuple(deal[:size])), drawn, starter=starter)
        tray = tuple(deal[: size + (self.starter == "chosen")])
        return Position(Tableau(self.grid), drawn, tray=tray, starter=starter)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the moves allowed in ``position``, ascending; none when it is finished."""
        return () if position.finished else tuple(self._legal(position))

    def _legal(self, position: Position) -> Iterator[Move]:
        if self.deal == "shuffle":
            yield from (swap(a, b) for a, b in combinations(range(self.grid.size), 2))
            yield DONE
            return
        if self.deal == "open":
            for card in sorted(position.tray):
                yield from (put(card, cell) for cell in self._cells(position, card))
            return
        turned = position.turned
        if turned is not None:
            yield from (place(cell) for cell in self._cells(position, turned))
        for number, pile in enumerate(position.reserves):
            if pile:
                yield from (play_reserve(number, c) for c in self._cells(position, pile[-1]))
        if turned is None:
            yield TURN
            return
        for number, pile in enumerate(position.reserves):
            if len(pile) < self.reserve_size:
                yield lay(number)
        if len(position.waste) < self.waste_size:
            yield DISCARD

    def _cells(self, position: Position, card: Card) -> Sequence[Cell]:
        return legal_cells_of(self.placement, position.tableau, card)

    def play(self, position: Position, move: Move, deal: Sequence[Card]) -> Position:
        """Return the position after ``move``, cards turned from the rest of ``deal``.

        Raises IllegalMoveError when the move is not allowed in ``position``.
        """
        if move not in self.legal_moves(position):
            raise IllegalMoveError(self._why_not(position, move))
        return self._played(position, move, deal)

    def _played(self, position: Position, move: Move, deal: Sequence[Card]) -> Position:
        tableau, reserves = position.tableau, position.reserves
        match move.kind:
            case MoveKind.DONE:
                return replace(position, finished=True)
            case MoveKind.SWAP:
                return replace(position, tableau=tableau.swapped(move.source, move.target))
            case MoveKind.PUT:
                tray = tuple(card for card in position.tray if card != move.source)
                after = replace(
                    position, tableau=tableau.with_card(move.target, move.source), tray=tray
                )
                if not after.tableau.is_full:
                    return after
                starter = tray[0] if self.starter == "chosen" else position.starter
                return replace(after, tray=(), starter=starter, finished=True)
            case MoveKind.TURN:
                return self._turn(position, deal)
            case MoveKind.PLAY:
                pile = reserves[move.source]
                after = replace(
                    position,
                    tableau=tableau.with_card(move.target, pile[-1]),
                    reserves=_with_pile(reserves, move.source, pile[:-1]),
                )
            case _:
                turned = position.turned
                assert turned is not None  # or play would have refused the move
                after = replace(position, turned=None)
                if move.kind is MoveKind.PLACE:
                    after = replace(after, tableau=tableau.with_card(move.target, turned))
                elif move.kind is MoveKind.DISCARD:
                    after = replace(after, waste=(*position.waste, turned))
                else:
                    pile = (*reserves[move.target], turned)
                    after = replace(after, reserves=_with_pile(reserves, move.target, pile))
        if after.tableau.is_full:
            if self.starter == "turned":
                after = replace(after, starter=deal[after.drawn], drawn=after.drawn + 1)
            return replace(after, finished=True)
        if after.turned is None and not any(after.reserves):
            # Nothing else could be played first, so turning is no decision.
            return self._turn(after, deal)
        return after

    def _turn(self, position: Position, deal: Sequence[Card]) -> Position:
        return replace(position, turned=deal[position.drawn], drawn=position.drawn + 1)

    def _why_not(self, position: Position, move: Move) -> str:
        text = move_text(move, self.grid)
        if not self.legal_moves(position):
            return f"{text} is not possible: the game is over"
        if why := self._never(move) or self._not_now(position, move):
            return f"{text} is not possible: {why}"
        if move.fills and (card := position.tableau[move.target]) is not None:
            return f"{self.grid.cell_name(move.target)} already holds {card_name(card)}"
        if move.fills:
            return f"{text} is not allowed here: {self.placement.description}"
        # Left over are moves that parse_move never gives, such as an exchange written backwards.
        return f"{text} is none of the moves allowed now: {move!r}"

    def _never(self, move: Move) -> str | None:
        """Return why ``move`` is none of this game, whatever the position; None where it may be."""
        kind = move.kind
        if kind is MoveKind.SWAP:
            if self.deal != "shuffle":
                return "cards on the grid stay where they are"
            return "name two different cells" if move.source == move.target else None
        if self.deal == "shuffle":
            return "all cards lie on the grid: name two cells to exchange, such as a1 b2"
        if kind is MoveKind.DONE:
            return "this game ends by itself, when the grid is full"
        if kind in (MoveKind.PLAY, MoveKind.LAY):
            number = move.source if kind is MoveKind.PLAY else move.target
            if number >= self.reserves:
                has = {0: "no reserve", 1: "one reserve, r1"}
                return f"this game has {has.get(self.reserves, f'reserves r1 to r{self.reserves}')}"
        if kind is MoveKind.DISCARD and not self.waste_size:
            return "this game has no waste"
        if kind is MoveKind.TURN and self.deal == "open":
            return "all cards lie face up from the start"
        return None

    def _not_now(self, position: Position, move: Move) -> str | None:
        """Return what there is to place, or no room for, in ``position``; None where that fits."""
        kind, turned = move.kind, position.turned
        if kind is MoveKind.PUT and move.source not in position.tray:
            if turned is not None:
                return f"the card to place is {card_name(turned)}"
            return "no such card waits to be placed"
        if kind is MoveKind.TURN and turned is not None:
            return f"{card_name(turned)} is turned already"
        if kind is MoveKind.PLAY and not position.reserves[move.source]:
            return f"reserve r{move.source + 1} is empty"
        if kind not in (MoveKind.PLACE, MoveKind.LAY, MoveKind.DISCARD):
            return None
        if turned is None:
            return "no card is turned" if self.deal == "turned" else "name the card too"
        if kind is MoveKind.LAY and len(position.reserves[move.target]) >= self.reserve_size:
            return f"reserve r{move.target + 1} is full"
        if kind is MoveKind.DISCARD and len(position.waste) >= self.waste_size:
            return "the waste is full"
        return None

    def score(self, tableau: Tableau, starter: Card | None = None) -> Score:
        """Return what ``tableau`` counts for, finished or not, with every combination.

        A line that lacks a card, or a starter that the game has, counts provisionally. Raises
        PluginError where the scorer fails or answers in another form than it must.
        """
        waits = self.has_starter and starter is None
        lines = []
        for line in self.lines:
            cards = tuple(tableau[cell] for cell in line.cells)
            hand = tableau.hand(line)
            provisional = waits or len(hand) < len(cards)
            if not hand:
                found: Sequence[Combination] = ()
            elif provisional:
                found = combinations_so_far(self.scorer, hand)
            else:
                found = combinations_in(self.scorer, hand, starter)
            points = sum(item.points for item in found)
            lines.append(LineScore(line, cards, points, tuple(found), provisional))
        bonus = tuple(bonus_for(self.scorer, starter)) if starter is not None else ()
        total = sum(line.points for line in lines) + sum(item.points for item in bonus)
        complete = tableau.is_full and not waits
        return Score(tuple(lines), bonus, starter, total, complete)

    def is_won(self, score: Score) -> bool:
        """Return whether a complete ``score`` wins."""
        if not score.complete or not self.decides:
            return False
        if self.target is not None and score.total < self.target:
            return False
        return self.line_target is None or all(
            line.points >= self.line_target for line in score.lines
        )


def card_moved(position: Position, move: Move) -> Card | None:
    """Return the card that ``move`` takes somewhere, None for ``turn``, ``done`` and exchanges."""
    match move.kind:
        case MoveKind.PLACE | MoveKind.LAY | MoveKind.DISCARD:
            return position.turned
        case MoveKind.PLAY:
            piles = position.reserves
            there = move.source < len(piles) and piles[move.source]
            return piles[move.source][-1] if there else None
        case MoveKind.PUT:
            return move.source
        case _:
            return None


def _with_pile(
    reserves: tuple[tuple[Card, ...], ...], number: int, pile: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    return (*reserves[:number], pile, *reserves[number + 1 :])


def _check(rules: Rules) -> None:
    """Raise InvalidValueError for parts of a variant that do not fit together."""
    sizes = [size for size in rules.line_sizes if size not in set(rules.scorer.hand_sizes)]
    accepted = ", ".join(map(str, rules.scorer.hand_sizes))
    has_piles = bool(rules.reserves or rules.waste_size)
    problems = {
        "there are no lines: name at least one of rows, columns, diagonals": not rules.lines,
        f"there are lines of {', '.join(map(str, sizes))} cards, but the scorer "
        f"{rules.scorer.id} counts hands of {accepted}": bool(sizes),
        f"there is a starter, but the scorer {rules.scorer.id} does not count one": (
            rules.has_starter and not rules.scorer.uses_starter
        ),
        "reserves or a waste need deal = 'turned'": has_piles and rules.deal != "turned",
        "starter = 'turned' needs deal = 'turned'": rules.starter == "turned"
        and rules.deal != "turned",
        "starter = 'open' needs deal = 'open' or 'shuffle'": rules.starter == "open"
        and rules.deal == "turned",
        "starter = 'chosen' needs deal = 'open'": rules.starter == "chosen"
        and rules.deal != "open",
        f"it takes {rules.cards_dealt} cards, more than the {PACK_SIZE} of a pack": (
            rules.cards_dealt > PACK_SIZE
        ),
    }
    for problem, there in problems.items():
        if there:
            raise InvalidValueError(f"{rules.id} does not fit together: {problem}")
