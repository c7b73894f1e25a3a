"""``squares score``: a grid scored, finished or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from squares_core.cli.arguments import AsciiOnly, AsJson, Settings, VariantId, setup_of

if TYPE_CHECKING:
    from squares_core.cards import Card
    from squares_core.rules import Rules
    from squares_core.tableau import Tableau

# The largest grid takes a few hundred characters; whatever is far beyond that is no grid.
_MAX_TEXT: Final = 20_000


def score_grid(
    context: typer.Context,
    variant: VariantId,
    grid: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GRID",
            help="The grid, '/' between rows and '.' for an empty cell; - or nothing reads it from "
            "the input, one row a line.",
        ),
    ] = None,
    starter: Annotated[
        str | None, typer.Option(metavar="CARD", help="The starter, where the game has one.")
    ] = None,
    settings: Settings = None,
    ascii_only: AsciiOnly = False,
    as_json: AsJson = False,
) -> None:
    """Score a grid, finished or not.

    Every line is counted with every combination. Points that may still change, for want of a card
    or of the starter, are marked ~.

    Example: squares score cribbage-squares "KH KC KD KS / QH QC QD QS / JH JC JD JS / TH 5C 5D 5S"
    --starter 5H
    """
    from squares_core.cards import parse_card
    from squares_core.tableau import parse_tableau

    rules = setup_of(context).rules(variant, settings)
    turned = None if starter is None else parse_card(starter)
    tableau = parse_tableau(rules.grid, _grid_text(grid))
    _check_starter(rules, tableau, turned)
    score = rules.score(tableau, turned)

    if as_json:
        from squares_core.cli.output import print_json
        from squares_core.text.documents import score_document

        print_json(score_document(rules, score))
        return

    import sys

    from squares_core.text.render import Look, counted_grid_text, folded, total_text

    look = Look.of(sys.stdout, ascii_only=ascii_only)
    counted = counted_grid_text(tableau, turned, score, look)
    print(look.fit(f"{counted}\n\n{folded(total_text(rules, score), look)}"))


def _grid_text(given: list[str] | None) -> str:
    """Return the text of the grid: what was given or, for ``-``, what stands on the input."""
    import sys

    from squares_core.errors import UnreadableError

    text = " ".join(given or ())
    if given and text.strip() != "-":
        return text
    how = "one row a line or '/' between rows, '.' for an empty cell"
    if sys.stdin is None or (not given and sys.stdin.isatty()):
        raise UnreadableError(f"no grid given: write it in quotes or send it to the input, {how}")
    try:
        text = sys.stdin.read(_MAX_TEXT + 1)
    except UnicodeDecodeError as error:
        raise UnreadableError(
            f"the grid is not readable as {error.encoding} text: {how}"
        ) from error
    if len(text) > _MAX_TEXT:
        raise UnreadableError(f"the input is too long for a grid: {how}")
    return text.removeprefix("\ufeff")


def _check_starter(rules: Rules, tableau: Tableau, starter: Card | None) -> None:
    from squares_core.cards import card_name
    from squares_core.errors import InvalidValueError

    if starter is None:
        return
    if not rules.has_starter:
        raise InvalidValueError(f"{rules.id} has no starter: leave out --starter")
    if starter in tableau.placed:
        cell = rules.grid.cell_name(tableau.cards.index(starter))
        raise InvalidValueError(
            f"the starter {card_name(starter)} lies on {cell} already; a pack holds each card once"
        )
