"""Texts of the table: the moves, the keys and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content

from squares_core.grid import Grid
from squares_core.moves import DISCARD, TURN, Move, MoveKind, move_text
from squares_core.rules import Position, Rules, card_moved
from squares_core.rules_text import rules_sections
from squares_core.table.holding import Holding
from squares_core.table.look import Look
from squares_core.text.render import respelled
from squares_core.wording import shown

# What can be done when a game is over, in as few words as the lowest row has room for.
_BRIEFLY: Final = {
    "hand-over": "next player",
    "compare": "compare",
    "new": "new deal",
    "same": "same deal",
    "review": "look back",
    "card": "share",
    "undo": "undo",
}


def keys_in_play(holding: Holding, *, vi_keys: bool) -> dict[str, str]:
    """Return the keys that matter while a game is played, each with what it does now."""
    offered: dict[str, str] = {}
    if holding.shuffles:
        first = holding.picked is None
        offered |= {"enter": "pick" if first else "exchange", "x": "have it scored"}
    elif holding.card is not None:
        offered["enter"] = "place"
    legal = holding.game.legal_moves
    if TURN in legal:
        offered["t"] = "turn"
    if DISCARD in legal:
        offered["w"] = "waste"
    if any(source != holding.source for source in holding.sources):
        offered["tab"] = "next card"
    hint = "H" if vi_keys else "h"
    offered |= {"u": "undo", hint: "hint", "i": "rules", "m": "menu"}
    return offered | {"question_mark": "keys", "q": "leave"}


def keys_at_end(
    choices: Sequence[tuple[str, str, str]], *, counting: bool, marked: bool
) -> dict[str, str]:
    """Return the keys that matter once a game is over, as ``keys_in_play`` does.

    ``choices`` are ids, keys and texts of what can be done next; Enter chooses one that is
    ``marked``.
    """
    if counting:
        offered = {"enter": "count on", "x": "all at once", "u": "undo"}
    else:
        keys = {key: _BRIEFLY[what] for what, key, _ in choices if what in _BRIEFLY}
        offered = {"enter": "choose"} | keys if marked else keys
    return offered | {"m": "menu", "q": "leave"}


def made_text(move: Move, before: Position, rules: Rules, look: Look) -> str:
    """Return ``move``, made in the position ``before``, in words."""
    card = card_moved(before, move)
    name = "" if card is None else look.card_text(card)
    match move.kind:
        case MoveKind.PLACE | MoveKind.PLAY | MoveKind.PUT:
            return f"{name} {rules.grid.cell_name(move.target)}"
        case MoveKind.LAY:
            return f"{name} laid on reserve {move.target + 1}"
        case MoveKind.DISCARD:
            return f"{name} thrown on the waste"
        case _:
            return move_text(move, rules.grid)


def move_said(move: Move, grid: Grid, look: Look) -> str:
    """Return the text of ``move`` with its card as the table draws it, such as ``10♦ b2``."""
    return respelled(move_text(move, grid), look.card_text)


def keys_text(rules: Rules, *, vi_keys: bool) -> str:
    """Return the keys that a game of ``rules`` knows."""
    hint = "H" if vi_keys else "h, H"
    rows = [("arrows, hjkl" if vi_keys else "arrows, jkl", "move over the grid")]
    last = rules.grid.cell_name(rules.grid.size - 1)
    match rules.deal:
        case "turned":
            rows += [("Enter, click", "put the card there"), (f"a1 .. {last}", "likewise, typed")]
        case "open":
            rows += [
                ("[ ], Tab, click", "take another card"),
                ("Enter, click", "put it there"),
                (f"a1 .. {last}", "likewise, typed"),
            ]
        case "shuffle":
            rows += [
                ("Enter, click", "pick a cell; at the second the two change places"),
                (f"a1 .. {last}", "likewise, typed"),
                ("x", "end the game and have it scored"),
            ]
    if rules.reserves:
        numbers = ", ".join(str(number + 1) for number in range(rules.reserves))
        rows += [
            (f"{numbers}, click", "take up the top card of that reserve"),
            ("", "again, or if it is empty: lay the turned card there"),
            ("[ ], Tab", "take up another card that could be placed"),
            ("t", "turn the next card"),
        ]
    if rules.waste_size:
        rows.append(("w", "throw the turned card on the waste"))
    rows += [
        ("/", "type a move as in line mode"),
        ("u, r", "take the last move back, make it again"),
        (hint, "ask what each move is worth"),
        ("s", "count every line as it stands"),
        ("i", "the rules beside the grid"),
        ("o", "colours, letters, motion, keys"),
        ("m, Esc", "the menu of this game"),
        ("q", "leave; the game is kept"),
        ("at the end", "Enter counts on, x counts all; then a letter chooses"),
    ]
    width = max(len(keys) for keys, _ in rows)
    return "\n".join(f"{keys:<{width}}  {meaning}" for keys, meaning in rows)


def typed_moves_text(rules: Rules) -> str:
    """Return what may be typed for a move in a game of ``rules``, by example."""
    match rules.deal:
        case "open":
            return "a card and a cell, such as 5H b2"
        case "shuffle":
            return "two cells to exchange, such as a1 b2, or done"
    ways = ["a cell, such as b2"]
    if rules.reserves:
        ways += ["r1 lays the card on reserve 1", "r1 b2 plays from it", "turn turns a card"]
    if rules.waste_size:
        ways.append("w throws the card on the waste")
    return "; ".join(ways)


def rules_content(rules: Rules) -> Content:
    """Return the rules for reading, headings bold."""
    parts: list[tuple[str, str] | str] = [(shown(rules.title, 500), "bold")]
    for section in rules_sections(rules):
        parts.append((f"\n\n{shown(section.heading, 500)}", "bold"))
        parts += [f"\n{shown(statement, 2000)}" for statement in section.statements]
    return Content.assemble(*parts)
