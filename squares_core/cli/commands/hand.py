"""``squares hand``: one hand counted, with every combination."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from squares_core.cli.arguments import AsciiOnly, AsJson, setup_of
from squares_core.seating.setup import parse_settings

if TYPE_CHECKING:
    from squares_core.cards import Card
    from squares_core.scoring import Scorer


def count_hand(
    context: typer.Context,
    scorer_id: Annotated[
        str, typer.Argument(metavar="SCORER", help="The id of a scorer, such as cribbage.")
    ],
    cards: Annotated[
        list[str], typer.Argument(metavar="CARD", help="The hand; a card is 5H, TD, 10d or 10♦.")
    ],
    starter: Annotated[
        str | None, typer.Option(metavar="CARD", help="The starter, where the scorer counts one.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change an option of the scorer."),
    ] = None,
    ascii_only: AsciiOnly = False,
    as_json: AsJson = False,
) -> None:
    """Count one hand, with every combination.

    Example: squares hand cribbage 5C 5D 5S JH --starter 5H
    """
    from squares_core.answers import bonus_for, combinations_in
    from squares_core.cards import card_name, card_names, parse_card, parse_cards
    from squares_core.options import with_given_options

    scorer = setup_of(context).registry.scorer(scorer_id)
    scorer = with_given_options(scorer, parse_settings(settings))
    hand = parse_cards(" ".join(cards))
    turned = None if starter is None else parse_card(starter)
    _check(scorer, hand, turned)
    found = combinations_in(scorer, tuple(hand), turned)
    points = sum(item.points for item in found)
    bonus = bonus_for(scorer, turned) if turned is not None else ()

    if as_json:
        from squares_core.cli.output import print_json
        from squares_core.text.documents import combination_documents

        print_json(
            {
                "scorer": scorer.id,
                "hand": card_names(hand),
                "starter": None if turned is None else card_name(turned),
                "points": points,
                "combinations": combination_documents(found),
            }
        )
        return

    import sys
    import textwrap

    from squares_core.text.aloud import count_aloud
    from squares_core.text.render import Look, card_text, cards_text, combination_rows
    from squares_core.wording import counted

    look = Look.of(sys.stdout, ascii_only=ascii_only)
    beside = "" if turned is None else f"   starter {card_text(turned, look)}"
    lines = [f"{cards_text(hand, look)}{beside}"]
    lines += [f"  {row}" for row in combination_rows(found, look)]
    if len(found) > 1:
        lines.append(textwrap.fill(count_aloud(found), look.width))
    lines.append(counted(points, "point"))
    lines += [
        f"apart from the hand, once for the game: {item.name}, {item.points}" for item in bonus
    ]
    print(look.fit("\n".join(lines)))


def _check(scorer: Scorer, hand: list[Card], starter: Card | None) -> None:
    from squares_core.cards import require_distinct
    from squares_core.errors import InvalidValueError
    from squares_core.wording import counted

    if starter is not None and not scorer.uses_starter:
        raise InvalidValueError(f"{scorer.id} counts no starter: leave out --starter")
    require_distinct(hand if starter is None else [*hand, starter])
    if len(hand) not in scorer.hand_sizes:
        *most, last = map(str, scorer.hand_sizes)
        sizes = f"{', '.join(most)} or {last}" if most else last
        besides = ", the starter not among them" if scorer.uses_starter else ""
        raise InvalidValueError(
            f"{counted(len(hand), 'card')} given; {scorer.id} counts hands of {sizes}{besides}"
        )
