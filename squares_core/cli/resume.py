"""``squares resume``: go on with a game that was kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from squares_core.cli.setup import setup_of

if TYPE_CHECKING:
    from squares_core.cli.kept import Found
    from squares_core.store import Store


def resume_game(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help="The number of a game, or a record file; the latest by default."
        ),
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
    """Go on with a game that was left, the latest one where none is named.

    Example: squares resume
    """
    import sys

    from squares_core.cli.conversation import Talk
    from squares_core.cli.full_screen import opens_table, play_at_table
    from squares_core.cli.kept import settings_of, store_of
    from squares_core.cli.render import Look
    from squares_core.cli.session import Aids
    from squares_core.cli.sitting import Sitting, command_text
    from squares_core.errors import InvalidValueError
    from squares_core.keeping import StoreKeeper

    setup = setup_of(context)
    store = store_of(setup)
    found = _latest(store) if game is None else _named(store, game)
    record = found.record
    played = record.replay(setup.registry, found.name)
    if played.over:
        raise InvalidValueError(f"{found.name} is over: 'squares replay' steps through it")
    if opens_table(line=line, plain=plain):
        play_at_table(
            setup, found=found, hints=hints, ascii_only=ascii_only, four_colours=four_colours
        )
        return
    look = Look.of(sys.stdout, ascii_only=ascii_only, four_colours=four_colours, plain=plain)
    if hasattr(sys.stdin, "reconfigure"):
        # What is typed in another encoding is answered as unreadable, like any other slip.
        sys.stdin.reconfigure(errors="replace")
    sitting = Sitting(
        setup=setup,
        talk=Talk(sys.stdin, sys.stdout, look),
        variant=record.variant.id,
        settings=tuple(settings_of(record.variant, setup.registry)),
        players=tuple(record.game.players),
        hints=hints,
    )
    aids = Aids(hints=record.aids.get("hints", 0), undos=record.aids.get("undos", 0))
    command = command_text(setup, "resume")
    keeper = StoreKeeper.resumed(store, record, found.place, resume_command=command)
    sitting.resume(played, aids, keeper)


def _latest(store: Store) -> Found:
    from squares_core.cli.kept import find_game
    from squares_core.errors import InvalidValueError

    left = [game for game in store.games() if game.state == "playing"]
    if not left:
        raise InvalidValueError("no game is in progress: 'squares play' starts one")
    latest = max(left, key=lambda game: (game.saved, game.number))
    return find_game(store, str(latest.number))


def _named(store: Store, text: str) -> Found:
    """Return the game that ``text`` names; that of a file as the store has it by now, if later."""
    from squares_core.cli.kept import Found, find_game
    from squares_core.cli.output import note
    from squares_core.errors import StoreError

    found = find_game(store, text)
    if found.place is not None:
        return found
    try:
        number, _ = store.add(found.record)
        record, place = store.record(number)
    except StoreError as error:
        note(f"squares: {error}")
        return found
    return Found(record, f"game {number}", place)
