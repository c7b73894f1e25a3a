"""``squares deal``: a deal's cards in order, and its code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from squares_core.cli.arguments import AsJson, DealCode, DealSeed, VariantId, setup_of

if TYPE_CHECKING:
    from squares_core.rules import Rules


def show_deal(
    context: typer.Context,
    variant: VariantId,
    seed: DealSeed = None,
    code: DealCode = None,
    as_json: AsJson = False,
) -> None:
    """Show the cards of a deal and its code.

    The cards stand in dealing order, as many as the game can show at most.

    Example: squares deal cribbage-squares --seed 7
    """
    from squares_core.cards import card_names
    from squares_core.cli.output import print_json
    from squares_core.errors import InvalidValueError
    from squares_core.seating.deals import chosen_deal
    from squares_core.wording import shown

    rules = setup_of(context).registry.rules(variant)
    deal = chosen_deal(seed, code)
    if len(deal.cards) < rules.cards_dealt:
        raise InvalidValueError(
            f"deal {deal.code} holds {len(deal.cards)} cards; {rules.id} can show "
            f"{rules.cards_dealt} and needs a deal of as many"
        )
    names = card_names(deal.cards[: rules.cards_dealt])
    if as_json:
        print_json({"variant": rules.id, "code": deal.code, "cards": names})
        return
    print(f"{shown(rules.title, 500)}, deal {deal.code}")
    for heading, cards in _parts(rules, names):
        for start in range(0, len(cards), 10):
            print(f"{'' if start else heading:9} {' '.join(cards[start : start + 10])}")
    print(f"play it: squares play {rules.id} --deal {deal.code}")


def _parts(rules: Rules, names: list[str]) -> list[tuple[str, list[str]]]:
    """Split the cards of a deal where the deal itself says what they are for."""
    if not rules.has_starter:
        return [("cards", names)]
    if rules.starter != "chosen" and len(names) == rules.grid.size + 1:
        return [("cards", names[:-1]), ("starter", names[-1:])]
    return [("cards", names)]
