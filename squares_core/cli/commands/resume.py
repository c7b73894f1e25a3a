"""``squares resume``: go on with a game that was kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from squares_core.cli.arguments import AsciiOnly, ByLine, FourColours, Hints, Plain, setup_of

if TYPE_CHECKING:
    from squares_core.seating.kept import Found
    from squares_core.store import Store


def resume_game(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="The number of a game, or a record file; by default the latest."
        ),
    ] = None,
    hints: Hints = False,
    ascii_only: AsciiOnly = False,
    four_colours: FourColours = False,
    line: ByLine = False,
    plain: Plain = False,
) -> None:
    """Go on with a game that was left.

    Example: squares resume
    """
    from squares_core.cli.full_screen import opens_table, play_at_table
    from squares_core.cli.line_mode.conversation import Talk
    from squares_core.cli.line_mode.sitting import Sitting
    from squares_core.errors import InvalidValueError
    from squares_core.seating.kept import store_of
    from squares_core.seating.seats import Opening, resumed

    setup = setup_of(context)
    store = store_of(setup)
    found = _latest(store) if game is None else _named(store, game)
    games = resumed(setup, found)
    if games.seats[games.first].game.over:
        raise InvalidValueError(f"{found.name} is over: 'squares replay' steps through it")
    if opens_table(line=line, plain=plain):
        play_at_table(
            setup,
            Opening(found=found),
            hints=hints,
            ascii_only=ascii_only,
            four_colours=four_colours,
        )
        return
    talk = Talk.at_the_terminal(ascii_only=ascii_only, four_colours=four_colours, plain=plain)
    Sitting(talk, hints).go_on(games)


def _latest(store: Store) -> Found:
    from squares_core.errors import InvalidValueError
    from squares_core.seating.kept import latest_game, numbered_game

    latest = latest_game(store.games())
    if latest is None:
        raise InvalidValueError("no game is in progress: 'squares play' starts one")
    return numbered_game(store, latest.number)


def _named(store: Store, text: str) -> Found:
    """Return the game that ``text`` names; that of a file as the store has it by now, if later."""
    from squares_core.cli.output import note
    from squares_core.errors import StoreError
    from squares_core.seating.kept import find_game, numbered_game

    found = find_game(store, text)
    if found.place is not None:
        return found
    try:
        number, _ = store.add(found.record)
        return numbered_game(store, number)
    except StoreError as error:
        note(f"squares: {error}")
        return found
