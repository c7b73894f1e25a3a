"""``squares play``: a whole game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from squares_core.cli.arguments import (
    AsciiOnly,
    ByLine,
    DealCode,
    DealSeed,
    FourColours,
    Hints,
    Plain,
    Settings,
    setup_of,
)

if TYPE_CHECKING:
    from squares_core.deals import Deal


def play(
    context: typer.Context,
    variant: Annotated[
        str | None,
        typer.Argument(metavar="VARIANT", help="The id of a variant; without it you are asked."),
    ] = None,
    seed: DealSeed = None,
    code: DealCode = None,
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
    settings: Settings = None,
    hints: Hints = False,
    ascii_only: AsciiOnly = False,
    four_colours: FourColours = False,
    line: ByLine = False,
    plain: Plain = False,
) -> None:
    """Play a game, alone or together.

    A terminal opens the table; elsewhere it goes line by line. Without --seed, --deal or --daily
    the cards are new ones.

    Example: squares play cribbage-squares --seed 7
    """
    from squares_core.cli.full_screen import opens_table, play_at_table
    from squares_core.cli.line_mode.conversation import Talk
    from squares_core.cli.line_mode.sitting import Sitting, ask_which
    from squares_core.cli.output import note
    from squares_core.rehearsal import stops_undeclared
    from squares_core.seating.deals import daily_or_chosen_deal
    from squares_core.seating.seats import Occasion, Opening, player_names

    setup = setup_of(context)
    changes, names = tuple(settings or ()), player_names(players, duplicate=duplicate)

    if variant is not None and (told := stops_undeclared(setup.rules(variant, changes))):
        note(f"squares: {told}")

    def deal_of(id_: str) -> Deal:
        return daily_or_chosen_deal(id_, seed, code, daily=daily)

    if opens_table(line=line, plain=plain):
        play_at_table(
            setup,
            Opening(variant, changes, names, duplicate, deal_of),
            hints=hints,
            ascii_only=ascii_only,
            four_colours=four_colours,
        )
        return
    talk = Talk.at_the_terminal(ascii_only=ascii_only, four_colours=four_colours, plain=plain)
    chosen = variant or ask_which(setup.registry, talk)
    occasion = Occasion(setup, chosen, changes, names, duplicate)
    Sitting(talk, hints).play(occasion, deal_of(occasion.rules.id))
