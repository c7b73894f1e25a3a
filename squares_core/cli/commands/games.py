"""``squares games``: the games that are kept; records out to files and in again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from squares_core.cli.arguments import AsJson, missing_folder, setup_of

if TYPE_CHECKING:
    from squares_core.registry import Registry
    from squares_core.seating.kept import Found
    from squares_core.store import KeptGame, Store
    from squares_core.text.render import Look

_NO_GAMES: Final = "no games are kept yet: 'squares play' starts one"
_NONE_OF_THESE: Final = "none of these games is kept: 'squares games --import FILE' takes one in"


def list_games(
    context: typer.Context,
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help="Numbers of games, or record files."),
    ] = None,
    export: Annotated[
        str | None,
        typer.Option(metavar="FILE|DIR", help="Write records: one to a file, several to a folder."),
    ] = None,
    imported: Annotated[
        list[Path] | None,
        typer.Option(
            "--import", metavar="FILE|DIR", help="Keep the games of record files; may be repeated."
        ),
    ] = None,
    repair: Annotated[
        bool,
        typer.Option(
            "--repair", help="Put a damaged store aside and keep what can still be read of it."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List the games that are kept.

    Records of games go to files and come back from them.

    Example: squares games --export my-games/
    """
    import sys

    from squares_core.cli.output import note, print_json
    from squares_core.errors import InvalidValueError
    from squares_core.seating.kept import find_game, store_of
    from squares_core.text.render import Look

    if export == "":
        raise InvalidValueError("--export needs the name of a file or of a folder")
    if sum((export is not None, bool(imported), repair)) > 1:
        raise InvalidValueError("give one of --export, --import and --repair at a time")
    setup = setup_of(context)
    store = store_of(setup)
    if repair:
        _repair(store)
    elif imported:
        _import(store, setup.registry, [*imported, *map(Path, games or ())])
    elif export is not None:
        chosen = games or [str(game.number) for game in store.games()]
        _export([find_game(store, text) for text in chosen], export)
    else:
        kept = store.games()
        asked = [find_game(store, text) for text in games or ()]
        wanted = {each.record.id for each in asked}
        listed = [game for game in kept if not games or game.id in wanted]
        missing = wanted - {game.id for game in listed}
        if as_json:
            print_json(_documents(kept, {game.number for game in listed}))
        elif not listed:
            nothing = _NONE_OF_THESE if games else missing_folder(setup) or _NO_GAMES
            print(nothing)
        else:
            print("\n".join(_table(listed, Look.of(sys.stdout))))
            for each in asked:
                if each.record.id in missing:
                    note(f"{each.name} is not kept: 'squares games --import FILE' takes it in")


def _documents(games: list[KeptGame], wanted: set[int]) -> list[dict[str, Any]]:
    from squares_core.statistics import replayed

    replays = replayed(games)
    return [
        {
            "number": game.number,
            "id": game.id,
            "variant": game.variant,
            "title": game.title,
            "players": list(game.players),
            "deal": game.deal,
            "daily": game.daily and game.daily.isoformat(),
            "replay": game.number in replays,
            "state": game.state,
            "moves": game.moves,
            "started": game.started.isoformat(),
            "saved": game.saved.isoformat(),
            "ended": game.ended and game.ended.isoformat(),
            "total": game.total,
            "won": game.won,
            "aids": game.aids,
        }
        for game in games
        if game.number in wanted
    ]


def _table(games: list[KeptGame], look: Look) -> list[str]:
    from squares_core.seating.kept import GAME_COLUMNS, game_row
    from squares_core.text.columns import in_columns
    from squares_core.text.render import folded

    rows = [GAME_COLUMNS, *map(game_row, games)]
    if not any(game.players for game in games):
        rows = [row[:-1] for row in rows]  # the players, whom nobody named
    return [
        *in_columns(rows, width=look.table_width),
        "",
        folded(
            "'squares resume GAME' goes on with one, 'squares replay GAME' steps through it.", look
        ),
    ]


def _repair(store: Store) -> None:
    from squares_core.records import now

    aside, kept, lost = store.repair(now())
    print(f"the damaged store is now {aside}")
    missing = f"; {lost} could not be read" if lost else ""
    print(f"{store.path} is new, with {kept} of its games{missing}")


def _import(store: Store, registry: Registry, paths: list[Path]) -> None:
    from squares_core.cli.output import note
    from squares_core.errors import RecordError
    from squares_core.records import read_record

    files = [
        file
        for path in paths
        for file in (sorted(path.glob("*.toml")) if path.is_dir() else (path,))
    ]
    failed: list[str] = []
    for file in files:
        try:
            record = read_record(file)
            record.replay(registry, str(file))
        except RecordError as error:
            failed.append(str(error))
            continue
        number, changed = store.add(record)
        print(f"{file}: {'kept as' if changed else 'here already as'} game {number}")
    for line in failed[:-1]:
        note(f"squares: {line}")
    if failed:
        raise RecordError(failed[-1])
    if not files:
        raise RecordError("there is no file to import: records have names that end in .toml")


def _export(games: list[Found], given: str) -> None:
    from squares_core.errors import InvalidValueError, RecordError, system_reason

    target = Path(given)
    if not games:
        raise InvalidValueError("there is no game to export")
    to_folder = target.is_dir() or len(games) > 1 or given.endswith(("/", os.sep))
    if to_folder:
        try:
            target.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RecordError(f"cannot make the folder {target}: {system_reason(error)}") from error
    for game in games:
        path = target / _file_name(game) if to_folder else target
        _write_over_itself_only(game, path)
        print(f"{game.name}: {path}")


def _file_name(game: Found) -> str:
    record = game.record
    number = f"{game.place.number:04}-" if game.place else ""
    return f"{number}{record.variant.id}-{record.started:%Y-%m-%d}-{record.id[-6:]}.toml"


def _write_over_itself_only(game: Found, path: Path) -> None:
    from squares_core.errors import RecordError
    from squares_core.records import read_record, write_record

    if path.exists():
        try:
            same = read_record(path).id == game.record.id
        except RecordError:
            same = False
        if not same:
            raise RecordError(f"{path} exists and is not {game.name}: give another name")
    write_record(game.record, path)
