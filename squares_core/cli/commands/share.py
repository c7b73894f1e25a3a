"""``squares share``: the result of a game as a card to send, which gives no card away."""

from __future__ import annotations

import typer

from squares_core.cli.arguments import AsciiOnly, GameName, setup_of


def share_game(
    context: typer.Context,
    game: GameName = None,
    ascii_only: AsciiOnly = False,
) -> None:
    """Print a result card without spoilers.

    It has the total, a block for each line, and the deal.

    Example: squares share 12
    """
    import sys

    from squares_core.errors import InvalidValueError
    from squares_core.seating.kept import find_game, settings_of, store_of
    from squares_core.text.render import Look
    from squares_core.text.result_card import BLOCKS, result_card
    from squares_core.text.streams import can_show

    setup = setup_of(context)
    found = find_game(store_of(setup), game)
    if found.record.result is None:
        raise InvalidValueError(f"{found.name} is not over: there is a result to share at its end")
    found.record.replay(setup.registry, found.name)
    settings = settings_of(found.record.variant, setup.registry)
    look = Look.of(sys.stdout, ascii_only=ascii_only)
    plain = ascii_only or not can_show(sys.stdout, BLOCKS)
    print(look.fit("\n".join(result_card(found.record, settings, plain=plain))))
