"""``squares deal``: a deal's cards in order, and its code."""

from __future__ import annotations

from typing import Annotated

import typer

from squares_core.cli.output import print_json
from squares_core.cli.setup import setup_of


def show_deal(
    context: typer.Context,
    variant: Annotated[str, typer.Argument(help="The id of a variant.")],
    seed: Annotated[int | None, typer.Option(help="The number of the deal.")] = None,
    code: Annotated[str | None, typer.Option("--deal", help="The code of a deal.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Show a deal's cards in order, and its code.

    Example: squares deal cribbage-squares --seed 7
    """
    from squares_core.cards import card_names
    from squares_core.cli.deals import chosen_deal

    rules = setup_of(context).registry.rules(variant)
    deal = chosen_deal(seed, code)
    names = card_names(deal.cards[: rules.cards_dealt])
    if as_json:
        print_json({"variant": rules.id, "code": deal.code, "cards": names})
        return
    print(f"{rules.title}, deal {deal.code}")
    for start in range(0, len(names), 10):
        print(" ".join(names[start : start + 10]))
