"""The JSON documents that commands share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from squares_core.cards import card_name, card_names
from squares_core.rules import Rules, Score
from squares_core.scoring import Combination
from squares_core.tableau import Tableau


def combination_documents(combinations: Iterable[Combination]) -> list[dict[str, Any]]:
    """Return name, cards and points of each combination."""
    return [
        {"name": item.name, "cards": card_names(item.cards), "points": item.points}
        for item in combinations
    ]


def grid_document(tableau: Tableau) -> list[list[str | None]]:
    """Return the cards of each row, None for an empty cell."""
    names = [None if card is None else card_name(card) for card in tableau.cards]
    columns = tableau.grid.columns
    return [names[start : start + columns] for start in range(0, len(names), columns)]


def score_document(rules: Rules, score: Score) -> dict[str, Any]:
    """Return what a grid counts for.

    ``complete``, of the grid and of each line, says that nothing is missing, neither a card nor a
    starter that the game has: the points will not change. ``won`` is None as long as the grid is
    not complete, and in a game that has no target. An empty cell of a line is None.
    """
    return {
        "variant": rules.id,
        "complete": score.complete,
        "total": score.total,
        "target": rules.target,
        "won": rules.is_won(score) if score.complete and rules.decides else None,
        "lines": [
            {
                "line": line.line.name,
                "cards": [None if card is None else card_name(card) for card in line.cards],
                "complete": not line.provisional,
                "points": line.points,
                "combinations": combination_documents(line.combinations),
            }
            for line in score.lines
        ],
        "bonus": combination_documents(score.bonus),
    }
