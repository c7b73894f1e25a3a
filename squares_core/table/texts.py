"""Longer texts of the table: the keys and the rules."""

from __future__ import annotations

from textual.content import Content

from squares_core.rules import Rules
from squares_core.rules_text import rules_sections
from squares_core.wording import shown


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
        rows += [
            ("1 .. 4, click", "take up the top card of that reserve"),
            ("", "again, or if it is empty: lay the turned card there"),
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
    ]
    width = max(len(keys) for keys, _ in rows)
    return "\n".join(f"{keys:<{width}}  {meaning}" for keys, meaning in rows)


def rules_content(rules: Rules) -> Content:
    """Return the rules for reading, headings bold."""
    parts: list[tuple[str, str] | str] = [(shown(rules.title, 500), "bold")]
    for section in rules_sections(rules):
        parts.append((f"\n\n{shown(section.heading, 500)}", "bold"))
        parts += [f"\n{shown(statement, 2000)}" for statement in section.statements]
    return Content.assemble(*parts)
