"""``squares play``: a whole game."""

from __future__ import annotations

from typing import Annotated

import typer

from squares_core.cli.setup import setup_of


def play(
    context: typer.Context,
    variant: Annotated[
        str | None, typer.Argument(help="The id of a variant; without it you are asked.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The number of the deal.")] = None,
    code: Annotated[str | None, typer.Option("--deal", help="The code of a deal.")] = None,
    daily: Annotated[
        bool, typer.Option("--daily", help="The deal that everyone gets today (UTC).")
    ] = False,
    players: Annotated[
        str | None,
        typer.Option(metavar="ANN,BOB", help="The players, who place in turn on one grid."),
    ] = None,
    duplicate: Annotated[
        bool,
        typer.Option("--duplicate", help="Each player plays the deal alone; then all compare."),
    ] = False,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change the variant; may be repeated."),
    ] = None,
    hints: Annotated[bool, typer.Option("--hints", help="Rate the moves at every turn.")] = False,
    ascii_only: Annotated[
        bool, typer.Option("--ascii", help="Suits as letters and nothing but ASCII.")
    ] = False,
    four_colours: Annotated[
        bool,
        typer.Option("--four-colours", "--four-colors", help="A colour of its own for each suit."),
    ] = False,
    line: Annotated[
        bool, typer.Option("--line", help="Line by line, not on the full screen.")
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Line by line, without colour or other escape codes.")
    ] = False,
) -> None:
    """Play a game: on the full screen in a terminal, line by line elsewhere.

    Example: squares play cribbage-squares --seed 7
    """
    import sys

    from squares_core.cli.conversation import Talk
    from squares_core.cli.deals import daily_or_chosen_deal
    from squares_core.cli.full_screen import opens_table, play_at_table
    from squares_core.cli.render import Look
    from squares_core.cli.sitting import Sitting, ask_which, player_names

    if opens_table(line=line, plain=plain):
        play_at_table(
            setup_of(context),
            variant=variant,
            deal_of=lambda id_: daily_or_chosen_deal(id_, seed, code, daily=daily),
            settings=tuple(settings or ()),
            players=player_names(players, duplicate=duplicate),
            duplicate=duplicate,
            hints=hints,
            ascii_only=ascii_only,
            four_colours=four_colours,
        )
        return
    look = Look.of(sys.stdout, ascii_only=ascii_only, four_colours=four_colours, plain=plain)
    if hasattr(sys.stdin, "reconfigure"):
        # What is typed in another encoding is answered as unreadable, like any other slip.
        sys.stdin.reconfigure(errors="replace")
    talk = Talk(sys.stdin, sys.stdout, look)
    names = player_names(players, duplicate=duplicate)
    setup = setup_of(context)
    sitting = Sitting(
        setup=setup,
        talk=talk,
        variant=variant or ask_which(setup.registry, talk),
        settings=tuple(settings or ()),
        players=names,
        duplicate=duplicate,
        hints=hints,
    )
    sitting.play(daily_or_chosen_deal(sitting.rules.id, seed, code, daily=daily))
