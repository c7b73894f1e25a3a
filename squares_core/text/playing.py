"""What a player reads while a game is played and at its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Final, TypeAlias

from squares_core.cards import Card, rank_of, suit_of
from squares_core.game import Game
from squares_core.grid import Cell
from squares_core.judging.reasons import reason_for
from squares_core.moves import Move, MoveKind, move_text
from squares_core.rules import Position, Rules
from squares_core.strategy import MoveValue
from squares_core.text.render import (
    Field,
    Look,
    card_fields,
    card_text,
    cards_text,
    count_text,
    drawn,
    folded,
    grid_text,
    line_up,
    marked,
    running_text,
    total_text,
    wanted_text,
)
from squares_core.wording import counted, listed

Targets: TypeAlias = Mapping[tuple[MoveKind, int], tuple[Cell, ...]]

_COMMANDS: Final = (
    ("undo, u", "take the last move back"),
    ("redo", "make the move taken back again"),
    ("hint", "ask what each move is worth"),
    ("score", "count every line aloud as it stands"),
    ("rules", "read the rules of this game"),
    ("help, ?", "read this"),
    ("quit, q", "stop playing"),
)
_SHOWN_HINTS: Final = 8
_HINT_HEAD: Final = ("move", "expected score", "error", "games")
_LEAST_ROOM: Final = 24
_TRAY_WIDTH: Final = 5


def opening_text(game: Game) -> str:
    """Return what stands above a game: its name, its deal, and how to begin."""
    rules = game.rules
    head = f"{rules.title}, deal {game.deal.code}"
    if game.players:
        head += f", played by {listed(game.players)}"
    aim = f" {wanted[0].upper()}{wanted[1:]}." if (wanted := wanted_text(rules)) else ""
    grid = f"A {rules.grid.rows}x{rules.grid.columns} grid, {counted(len(rules.lines), 'hand')}."
    return f"{head}\n{grid}{aim}\nType {_how_to_move(rules)}; help tells the rest."


def _how_to_move(rules: Rules) -> str:
    if rules.deal == "shuffle":
        return "two cells to exchange, such as a1 b2, or done"
    if rules.deal == "open":
        return "a card and a cell, such as 5H b2"
    ways = ["a cell, such as b2"]
    if rules.reserves:
        ways.append("r1 to lay the card aside")
    if rules.waste_size:
        ways.append("w to throw the card away")
    return ", or ".join(ways)


def screen_text(game: Game, look: Look) -> str:
    """Return the table as it lies: grid, piles, total, what is to be placed and where it may go."""
    rules, position = game.rules, game.position
    targets = _targets(game.legal_moves)
    legal = {cell for cells in targets.values() for cell in cells}
    fresh = game.moves[-1].target if game.moves and game.moves[-1].fills else None
    parts = [
        grid_text(position.tableau, look, game.score, legal, fresh),
        *(
            folded(text, look)
            for text in (
                *_piles(rules, position, look),
                running_text(rules, game.score),
                *_to_place(rules, position, targets, look),
            )
        ),
    ]
    return "\n".join(parts)


def _targets(moves: Sequence[Move]) -> Targets:
    """Return for each card that may be placed the cells it may go to."""
    found: dict[tuple[MoveKind, int], list[Cell]] = {}
    for move in moves:
        if move.fills:
            found.setdefault((move.kind, move.source), []).append(move.target)
    return {source: tuple(cells) for source, cells in found.items()}


def _piles(rules: Rules, position: Position, look: Look) -> list[str]:
    rows = []
    for number, pile in enumerate(position.reserves, 1):
        room = f"{len(pile)} of {rules.reserve_size}"
        cards = cards_text(pile, look) if pile else "empty"
        top = " (the last on top)" if len(pile) > 1 else ""
        rows.append(f"Reserve r{number}: {cards}{top}, {room}")
    if rules.waste_size:
        room = f"{len(position.waste)} of {rules.waste_size}"
        cards = (
            f"{cards_text(position.waste, look)}, {room}" if position.waste else f"empty, {room}"
        )
        rows.append(f"Waste w: {cards}")
    if position.starter is not None:
        rows.append(f"Starter: {card_text(position.starter, look)}")
    return rows


def _to_place(rules: Rules, position: Position, targets: Targets, look: Look) -> list[str]:
    """Return what is to be placed and where it may go."""
    if rules.deal == "shuffle":
        return []
    cells_of = set(targets.values())
    where = f", on (+): {_cells(position, cells_of.pop())}" if len(cells_of) == 1 else ""
    if position.turned is not None:
        rows = [f"To place: {card_text(position.turned, look)}{where}"]
    elif position.tray:
        over = " (one of them stays over and is the starter)" if rules.starter == "chosen" else ""
        rows = [f"To place{over}{where}"]
        fit = max(1, look.width // _TRAY_WIDTH)
        rows += (
            line_up(card_fields(row[start : start + fit], look, _TRAY_WIDTH), look)
            for row in _by_suit(position.tray)
            for start in range(0, len(row), fit)
        )
    else:
        rows = [f"To place: the top of a reserve{where}"]
    if len(cells_of) > 1:
        rows += (
            f"{card_text(_card(position, kind, source), look)} may go to: {_cells(position, cells)}"
            for (kind, source), cells in targets.items()
        )
    return rows


def _card(position: Position, kind: MoveKind, source: int) -> Card:
    if kind is MoveKind.PLAY:
        return position.reserves[source][-1]
    return source if position.turned is None else position.turned


def _by_suit(cards: Sequence[Card]) -> list[list[Card]]:
    rows = [[card for card in cards if suit_of(card) == suit] for suit in range(4)]
    return [sorted(row, key=rank_of) for row in rows if row]


def _cells(position: Position, cells: Sequence[Cell]) -> str:
    tableau = position.tableau
    if cells == tableau.empty_cells:
        return "any empty cell"
    return " ".join(map(tableau.grid.cell_name, cells))


def prompt_text(game: Game, look: Look) -> str:
    """Return the prompt for the next move: whose turn it is and what is asked for."""
    position = game.position
    if position.turned is not None:
        asked = card_text(position.turned, look)
    elif game.rules.deal == "open":
        asked = "card and cell"
    elif game.rules.deal == "shuffle":
        asked = "two cells, or done"
    else:
        asked = "turn (or Enter), or play from a reserve"
    return f"{f'{game.to_move}: ' if game.to_move else ''}{look.paint(asked, 'bold')} > "


def help_text(rules: Rules) -> str:
    """Return what may be typed in a game of ``rules``."""
    moves = {
        "turned": [("b2", "put the turned card on b2")],
        "open": [("5H b2", "put 5H on b2; the cell alone will do for the last card")],
        "shuffle": [("a1 b2", "exchange what lies on a1 and b2"), ("done", "end the game")],
    }[rules.deal]
    if rules.reserves:
        moves += [
            ("r1", "lay the turned card on reserve 1"),
            ("r1 b2", "play the top card of reserve 1 to b2"),
            ("turn, Enter", "turn the next card"),
        ]
    if rules.waste_size:
        moves.append(("w", "throw the turned card on the waste"))
    rows = [f"  {typed:<12} {meaning}" for typed, meaning in (*moves, *_COMMANDS)]
    marks = "+ marks a cell the card may go to, ~ points that may still change."
    return "\n".join([*rows, marks if rules.deal != "shuffle" else marks.partition(", ")[2]])


def hint_text(game: Game, values: Sequence[MoveValue], look: Look) -> str:
    """Return the best of ``values`` as a table, the highest expected score first."""
    ranked = sorted(values, key=lambda value: -value.expected)
    columns = (8, -14, -7, -8)
    rows = [line_up([("", 2), *zip(_HINT_HEAD, columns, strict=True)], look)]
    for value in ranked[:_SHOWN_HINTS]:
        sampled = value.games > 0
        cells = (
            drawn(move_text(value.move, game.rules.grid), look),
            f"{value.expected:.1f}",
            f"{value.standard_error:.1f}" if sampled else "-",
            f"{value.games}" if sampled else "-",
        )
        fields: list[Field] = [("", 2), *zip(cells, columns, strict=True), ("", 2)]
        rows += _with_reason(fields, reason_for(game.view, value.move), look)
    text = "\n".join(rows)
    rest = len(ranked) - _SHOWN_HINTS
    return text if rest <= 0 else f"{text}\n  and {rest} more, none of them better"


def _with_reason(fields: list[Field], reason: str, look: Look) -> list[str]:
    """Return a row and its reason beside it, or below it where there is little room."""
    indent = sum(abs(width) for _, width in fields)
    if look.width - indent < _LEAST_ROOM:
        return [line_up(fields, look), *(f"    {row}" for row in wrap(reason, look.width - 4))]
    first, *rest = wrap(reason, look.width - indent)
    return [line_up([*fields, (first, 0)], look), *(" " * indent + row for row in rest)]


def ending_text(game: Game, look: Look, again: str) -> str:
    """Return the end of a game: the starter, every line counted aloud, the total, who did what.

    ``again`` is the command that deals the same cards again.
    """
    rules, position, score = game.rules, game.position, game.score
    parts = []
    if game.blocked:
        parts.append(folded(_blocked_text(game, look), look))
    elif rules.starter == "turned" and position.starter is not None:
        parts.append(f"The starter is turned: {card_text(position.starter, look)}")
    elif position.starter is not None:
        parts.append(f"The starter is {card_text(position.starter, look)}")
    if parts:
        parts.append("")
    parts += [grid_text(position.tableau, look, score), "", count_text(score, look), ""]
    verdict, *contributions = result_lines(game)
    parts.append(look.paint(folded(verdict, look), "bold"))
    parts += [folded(line, look) for line in contributions]
    parts.append(f"The same cards again: {again}")
    return "\n".join(parts)


def result_lines(game: Game) -> list[str]:
    """Return the total of a game that is over and what it means; then who brought how much."""
    rules, score = game.rules, game.score
    if game.blocked:
        verdict = f"Total ~{score.total}, the grid unfinished{': lost' * rules.decides}."
    else:
        verdict = total_text(rules, score)
    return [verdict, _contributions_text(game)] if len(game.players) > 1 else [verdict]


def _blocked_text(game: Game, look: Look) -> str:
    turned = game.position.turned
    card = "no card" if turned is None else card_text(turned, look)
    left = counted(len(game.position.tableau.empty_cells), "cell")
    return (
        f"The game ends here: {card} has {'a' if turned is None else 'no'} cell to go to, and "
        f"nothing else can be done. Left empty: {left}."
    )


def _contributions_text(game: Game) -> str:
    points = game.contributions()
    said = [f"{name} {number}" for name, number in points.items()]
    if dealt := game.score.total - sum(points.values()):
        said.append(f"the deal itself {dealt}")
    return f"Who brought how many points: {', '.join(said)}"


def duplicate_text(games: Sequence[Game], look: Look) -> str:
    """Return the games of one deal side by side, each of one player, and who did best."""
    names = [game.players[0] for game in games]
    widths = [-max(6, len(name) + 2) for name in names]
    scores = [game.score for game in games]

    def row(label: str, values: Sequence[str]) -> str:
        return line_up([(label, 12), *zip(values, widths, strict=True)], look)

    rows = [row("", names)]
    for place, line in enumerate(scores[0].lines):
        lines = [score.lines[place] for score in scores]
        values = [marked(line.points, provisional=line.provisional) for line in lines]
        rows.append(row(line.line.name.capitalize(), values))
    bonuses = [sum(item.points for item in score.bonus) for score in scores]
    if any(bonuses):
        rows.append(row("Bonus", [str(bonus) for bonus in bonuses]))
    rows.append(row("Total", [marked(s.total, provisional=not s.complete) for s in scores]))
    if games[0].rules.decides:
        rows.append(row("", ["won" if game.won else "lost" for game in games]))
    best = max(score.total for score in scores)
    first = [name for name, score in zip(names, scores, strict=True) if score.total == best]
    verb = "is best" if len(first) == 1 else "share the best score"
    return "\n".join([*rows, f"{listed(first)} {verb} with {best}."])
