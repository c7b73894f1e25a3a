"""The rules of a game in words, made from its ``Rules`` alone, so that they cannot disagree."""

from __future__ import annotations

import textwrap
from collections import Counter
from dataclasses import dataclass

from squares_core.answers import explanation_of
from squares_core.grid import LINE_KINDS
from squares_core.rules import Rules
from squares_core.wording import counted, listed, shown


@dataclass(frozen=True, slots=True)
class RulesSection:
    """One heading of the rules and the statements under it, each a full sentence or two."""

    heading: str
    statements: tuple[str, ...]


def rules_sections(rules: Rules) -> tuple[RulesSection, ...]:
    """Return the rules in words, in the order in which a newcomer needs them."""
    sections = (
        RulesSection("Grid", (_grid(rules),)),
        RulesSection("Play", tuple(_play(rules))),
        RulesSection("Lines", tuple(_lines(rules))),
        RulesSection(f"Scoring: {rules.scorer.title}", tuple(explanation_of(rules.scorer))),
        RulesSection("Winning", tuple(_winning(rules))),
        RulesSection("Source", (rules.source,) if rules.source else ()),
    )
    return tuple(section for section in sections if section.statements)


def rules_text(rules: Rules, width: int = 79) -> str:
    """Return the rules as plain text, wrapped to ``width`` columns, without a last newline.

    The author's summary is left out: a variant built on another may have taken over one that is not
    true of it.
    """
    width = max(width, 20)
    # Titles and sources come from files, which may hold what a terminal would obey.
    parts = [textwrap.fill(shown(rules.title, 500), width)]
    for section in rules_sections(rules):
        parts += ["", textwrap.fill(shown(section.heading, 500), width)]
        parts += [
            textwrap.fill(
                shown(statement, 2000), width, initial_indent="  ", subsequent_indent="    "
            )
            for statement in section.statements
        ]
    return "\n".join(parts)


def _grid(rules: Rules) -> str:
    grid = rules.grid
    last = grid.cell_name(grid.size - 1)
    return (
        f"{counted(grid.rows, 'row')} of {counted(grid.columns, 'cell')}, {grid.size} cells in "
        f"all. A cell is named by its column and its row: a1 is at the top left, {last} at the "
        "bottom right."
    )


def _play(rules: Rules) -> list[str]:
    size = rules.grid.size
    found: list[str] = []
    if rules.deal == "shuffle":
        found.append(
            f"{size} cards lie face up on the grid from the start. Any two of them may change "
            "places, as often as you like; say done to have the grid scored."
        )
    else:
        if rules.deal == "open":
            count = size + (rules.starter == "chosen")
            found.append(
                f"{count} cards lie face up before any is placed. Put them on empty cells one at a "
                "time, in any order."
            )
        else:
            found.append(
                "Cards are turned from the stock one at a time. Put each on an empty cell before "
                "the next is turned."
            )
        found.append(rules.placement.description)
        found.append("A card on the grid never moves.")
    if rules.reserves:
        number = counted(rules.reserves, "reserve")
        found.append(
            f"{number}, for up to {counted(rules.reserve_size, 'card')}"
            f"{'' if rules.reserves == 1 else ' each'}: instead of placing the turned card you may "
            "lay it there face up. The top card of a reserve may be played to the grid at any time."
        )
    if rules.waste_size:
        found.append(
            f"A waste for up to {counted(rules.waste_size, 'card')}: instead of placing the turned "
            "card you may throw it there. Nothing comes back from the waste."
        )
    found.append(_starter(rules))
    return [statement for statement in found if statement]


def _starter(rules: Rules) -> str:
    counts = "It counts with every line."
    match rules.starter:
        case "turned":
            whatever = " whatever the reserves still hold," if rules.reserves else ""
            return (
                f"Once the grid is full,{whatever} the next card of the stock is turned: the "
                f"starter. {counts}"
            )
        case "open":
            return f"One card more is the starter, face up from the start. {counts}"
        case "chosen":
            return f"The card left over when the grid is full is the starter. {counts}"
        case _:
            return ""


def _lines(rules: Rules) -> list[str]:
    kinds = Counter(line.kind for line in rules.lines)
    nouns = [counted(kinds[kind], kind.removesuffix("s")) for kind in LINE_KINDS if kinds[kind]]
    found = [f"{counted(len(rules.lines), 'hand')}: {listed(nouns)}."]
    sizes = {line.kind.removesuffix("s"): len(line.cells) for line in rules.lines}
    has_starter = rules.has_starter
    if len(set(sizes.values())) == 1:
        size = next(iter(sizes.values()))
        found.append(
            f"Each hand is the {size} cards of its line{' and the starter' * has_starter}."
        )
    else:
        each = " or ".join(f"the {size} cards of a {kind}" for kind, size in sizes.items())
        found.append(f"A hand is {each}{', and the starter' * has_starter}.")
    return found


def _winning(rules: Rules) -> list[str]:
    conditions: list[str] = []
    if rules.target is not None:
        conditions.append(f"the total is {rules.target} or more")
    if rules.line_target is not None:
        conditions.append(f"every hand scores {rules.line_target} or more")
    if not conditions:
        return ["There is no target: the higher the total, the better."]
    return [f"The game is won when {listed(conditions)}."]
