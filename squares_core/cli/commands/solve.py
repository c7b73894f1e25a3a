"""``squares solve``: the best grid for known cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from squares_core.cli.arguments import (
    AsciiOnly,
    AsJson,
    DealCode,
    DealSeed,
    Settings,
    TimeLimit,
    setup_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from squares_core.cards import Card
    from squares_core.deals import Deal
    from squares_core.engine import Solution
    from squares_core.game import Game
    from squares_core.rules import Rules
    from squares_core.seating.setup import Setup
    from squares_core.text.render import Look

_BUILT_IN_A_ROW: Final = 6


def solve_deal(
    context: typer.Context,
    variant: Annotated[
        str, typer.Argument(metavar="VARIANT", help="The id of a variant; --game has its own.")
    ] = "",
    seed: DealSeed = None,
    code: DealCode = None,
    cards: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="The cards in dealing order, in quotes or by commas."),
    ] = None,
    starter: Annotated[
        str | None, typer.Option(metavar="CARD", help="The starter, beside --cards.")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME", help="A game: its number in 'squares games', or a record file."
        ),
    ] = None,
    settings: Settings = None,
    time_limit: TimeLimit = None,
    ascii_only: AsciiOnly = False,
    as_json: AsJson = False,
) -> None:
    """Find the best grid for known cards, with proof.

    Ctrl-C gives the best grid found so far and what none exceeds.

    Example: squares solve cribbage-squares --seed 7
    """
    import sys

    from squares_core.cli.long_runs import search_line
    from squares_core.cli.output import print_json
    from squares_core.engine import solve
    from squares_core.text.render import Look

    setup = setup_of(context)
    asked = _question(setup, variant, seed, code, cards, starter, game, settings or [])
    with search_line() as progress:
        found = solve(
            asked.rules, asked.cards, asked.starter, time_limit=time_limit, progress=progress
        )
    reached = None if asked.game is None else _still_reached(asked.game, found)
    if as_json:
        print_json(_document(found, reached))
    else:
        look = Look.of(sys.stdout, ascii_only=ascii_only)
        print(look.fit(_text(found, reached, look)))
    if found.interrupted:
        raise KeyboardInterrupt(f"interrupted: {_standing(found)}")


@dataclass(frozen=True)
class _Question:
    """The cards to solve, and the game in progress that they lie in."""

    rules: Rules
    cards: tuple[Card, ...]
    starter: Card | None
    game: Game | None = None


def _question(
    setup: Setup,
    variant: str,
    seed: int | None,
    code: str | None,
    cards: str | None,
    starter: str | None,
    game: str | None,
    settings: Sequence[str],
) -> _Question:
    from squares_core.cards import parse_card, parse_cards
    from squares_core.errors import InvalidValueError
    from squares_core.seating.deals import chosen_deal

    if sum(given is not None for given in (seed, code, cards, game)) != 1:
        raise InvalidValueError("name the cards by one of --seed, --deal, --cards and --game")
    if starter is not None and cards is None:
        raise InvalidValueError("--starter belongs to --cards: a deal has its own")
    if game is not None:
        if settings:
            raise InvalidValueError("--set cannot change a game that was begun")
        return _of_game(setup, game, variant)
    if not variant:
        raise InvalidValueError("name the variant: 'squares variants' lists them")
    rules = setup.rules(variant, settings)
    if cards is not None:
        turned = None if starter is None else parse_card(starter)
        return _Question(rules, tuple(parse_cards(cards)), turned)
    return _Question(rules, _scored_cards(rules, chosen_deal(seed, code)), None)


def _of_game(setup: Setup, text: str, variant: str) -> _Question:
    from squares_core.errors import InvalidValueError
    from squares_core.seating.kept import find_game, store_of

    found = find_game(store_of(setup), text)
    game = found.record.replay(setup.registry, found.name)
    rules = game.rules
    if variant and variant != rules.id:
        raise InvalidValueError(f"{found.name} is a game of {rules.id}, not of {variant}")
    if rules.deal == "turned" and not game.over:
        raise InvalidValueError(
            f"{found.name} goes on, and its cards to come are not known: solve it when it is over"
        )
    going_on = rules.deal == "open" and not game.over and bool(game.moves)
    return _Question(rules, _scored_cards(rules, game.deal), None, game if going_on else None)


def _scored_cards(rules: Rules, deal: Deal) -> tuple[Card, ...]:
    """Return the cards of a deal that fill the grid, and the starter."""
    return deal.cards[: rules.cards_scored]


def _still_reached(game: Game, found: Solution) -> int | None:
    """Return the best total found with the cards as they lie; None where it cannot be told."""
    from squares_core.errors import NoTablesError
    from squares_core.judging.known import best_completion

    laid = game.position.tableau
    if all(found.tableau[cell] == laid[cell] for cell in laid.filled_cells):
        return found.optimum
    try:
        return best_completion(game.rules, game.position)[0]
    except NoTablesError:
        return None


def _document(found: Solution, reached: int | None) -> dict[str, Any]:
    from squares_core.cards import card_name, card_names
    from squares_core.text.documents import grid_document, score_document

    cell_name = found.rules.grid.cell_name
    score = score_document(found.rules, found.score)
    document = {
        "variant": found.rules.id,
        "cards": card_names(card for card in found.cards if card != found.starter),
        "starter": None if found.starter is None else card_name(found.starter),
        "optimum": found.optimum,
        "bound": found.bound,
        "gap": found.gap,
        "proven": found.proven,
        "target": score["target"],
        "won": score["won"],
        "grid": grid_document(found.tableau),
        "lines": score["lines"],
        "bonus": score["bonus"],
        "reachable": found.reachable,
        "order": [{"card": card_name(card), "cell": cell_name(cell)} for card, cell in found.order],
        "method": found.method,
        "nodes": found.nodes,
        "note": found.note,
        "seconds": round(found.seconds, 3),
    }
    if reached is not None:
        document["still_found"] = reached
    return document


def _text(found: Solution, reached: int | None, look: Look) -> str:
    from squares_core.text.render import counted_grid_text, folded, total_text

    rules = found.rules
    parts = [counted_grid_text(found.tableau, found.starter, found.score, look), ""]
    standing = _standing(found)
    parts.append(f"{standing[0].upper()}{standing[1:]}.")
    would = f"would {'win' if rules.is_won(found.score) else 'lose'}, if it could be built"
    unbuilt = f"Total {found.score.total}: {would}." if rules.decides else ""
    told = "" if found.reachable else unbuilt
    parts.append(folded(told or total_text(rules, found.score), look))
    if reached is not None:
        parts.append(f"With the cards as they lie: {reached} is the best found.")
    if found.order:
        how = "In dealing order the cards go to" if rules.deal == "turned" else "It is built so"
        parts += ["", f"{how}:", *_order_rows(found, look)]
    if found.note:
        parts.append(folded(f"Note: {found.note}.", look))
    return "\n".join(parts)


def _standing(found: Solution) -> str:
    if found.proven:
        bound = "" if found.reachable else ", an upper bound for play"
        return f"best grid {found.optimum}, proven{bound}"
    return (
        f"best found {found.optimum}, not proven: none exceeds {found.bound}, a gap of {found.gap}"
    )


def _order_rows(found: Solution, look: Look) -> list[str]:
    from squares_core.text.render import card_text, line_up

    width = 11 + (look.glyphs and look.wide)
    per_row = max(1, min(_BUILT_IN_A_ROW, look.width // width))
    name = found.rules.grid.cell_name
    fields = [
        [(f"{card_text(card, look)} ", -(width - 5)), (name(cell), 5)] for card, cell in found.order
    ]
    return [
        line_up([field for pair in fields[start : start + per_row] for field in pair], look)
        for start in range(0, len(fields), per_row)
    ]
