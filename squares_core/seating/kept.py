"""The games that are kept: where the store is, and which game a GAME argument means."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from squares_core.errors import SquaresError, StoreError, UnknownIdError
from squares_core.home import folder_of_user
from squares_core.keeping import are_duplicate
from squares_core.records import VARIANT_WORDS, GameRecord, read_record, spec_of
from squares_core.store import KeptGame, Place, Store
from squares_core.toml_text import toml_value
from squares_core.wording import shown

if TYPE_CHECKING:
    from squares_core.registry import Registry
    from squares_core.seating.setup import Setup
    from squares_core.variants import VariantSpec

# How long, in seconds, another program that holds the store is waited for.
PATIENCE: Final = 5.0
# A screen stands still meanwhile and waits no longer than this; then a file takes the game.
SCREEN_PATIENCE: Final = 1.0


@dataclass(frozen=True, slots=True)
class Found:
    """A record and, for messages, the name it was asked for by; its place if it is in the store."""

    record: GameRecord
    name: str
    place: Place | None = None

    @property
    def argument(self) -> str:
        """How the game is named on a command line."""
        return self.name if self.place is None else str(self.place.number)


def store_of(setup: Setup, patience: float = PATIENCE) -> Store:
    """Return the store in the folder asked for, or in the user's own data folder.

    It waits ``patience`` seconds for another program. Raises StoreError where no folder was asked
    for and the user has no home.
    """
    if setup.data is not None:
        return Store(setup.data, timeout=patience)
    from platformdirs import user_data_path

    folder = folder_of_user(lambda: user_data_path("squares", appauthor=False))
    if folder is None:
        raise StoreError(
            "you have no home folder to keep games in: give a folder with --data, or set HOME to "
            "one"
        )
    return Store(folder, timeout=patience)


def find_game(store: Store, text: str | None) -> Found:
    """Return the game that ``text`` names: its number in the store, or the file of a record.

    None stands for the game that came to its end last. Raises UnknownIdError, RecordError or
    StoreError.
    """
    if text is None:
        over = [game for game in store.games() if game.state != "playing"]
        if not over:
            raise UnknownIdError(
                "no game was played to its end yet: name a game by its number in 'squares games', "
                "or by the file of its record"
            )
        return numbered_game(store, max(over, key=lambda game: (game.saved, game.number)).number)
    path, is_number = Path(text), text.isascii() and text.isdecimal()
    with suppress(OSError):  # such as a name that no file can have
        if path.exists() and not (is_number and path.is_dir()):
            return Found(read_record(path), text)
    if is_number:
        return numbered_game(store, int(text[:20]))
    raise UnknownIdError(
        f"there is no record {shown(text, 80)}: name a game by its number in 'squares games', or "
        "by the file of its record"
    )


def numbered_game(store: Store, number: int) -> Found:
    """Return game ``number`` of the store. Raises UnknownIdError or StoreError."""
    record, place = store.record(number)
    return Found(record, f"game {number}", place)


def latest_game(games: Iterable[KeptGame]) -> KeptGame | None:
    """Return the game in progress that was saved last, or None.

    Of a duplicate deal it is the game of the first player who has not come to the end.
    """
    left = [game for game in games if game.state == "playing"]
    latest = max(left, key=lambda game: (game.saved, game.number), default=None)
    if latest is None:
        return None
    party = (game for game in left if are_duplicate(game.id, latest.id))
    return min(party, key=lambda game: game.id)


def duplicates_of(store: Store, found: Found) -> list[Found]:
    """Return a game of the store and all others of its duplicate deal, in the players' order."""
    others = [
        numbered_game(store, game.number)
        for game in store.games()
        if game.id != found.record.id
        and are_duplicate(game.id, found.record.id)
        and len(game.players) == len(found.record.game.players) == 1
    ]
    return sorted([found, *others], key=lambda each: each.record.id)


def settings_of(variant: VariantSpec, registry: Registry) -> list[str]:
    """Return the ``key=value`` settings that make ``variant`` of the one installed under its id.

    Empty also where none is installed, or it cannot be resolved.
    """
    try:
        installed = spec_of(registry.rules(variant.id)).model_dump()
    except SquaresError:
        return []
    settings = []
    for key, value in variant.model_dump().items():
        if key in VARIANT_WORDS or value == installed[key]:
            continue
        if key == "lines":
            settings.append(f"lines={','.join(value)}")
        elif key == "scorer_options":
            settings += [
                f"scorer.{name}={_plain(option)}"
                for name, option in value.items()
                if variant.scorer != installed["scorer"] or option != installed[key].get(name)
            ]
        else:
            settings.append(f"{key}={_plain(value)}")
    return settings


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else toml_value(value)


def state_text(game: KeptGame) -> str:
    """Return how a kept game stands, in a word or two."""
    if game.state == "playing":
        return "in progress"
    if game.won is None or game.state == "blocked":
        return game.state
    return "won" if game.won else "lost"


GAME_COLUMNS: Final = ("game", "state", "total", "variant", "deal", "saved", "players")


def game_row(game: KeptGame) -> list[str]:
    """Return what a list of games tells of one, for each of ``GAME_COLUMNS``."""
    return [
        str(game.number),
        state_text(game),
        "-" if game.total is None else str(game.total),
        shown(game.variant),
        f"daily {game.daily.isoformat()}" if game.daily else shown(game.deal, 24),
        f"{game.saved.astimezone():%Y-%m-%d %H:%M}",
        shown(", ".join(game.players)),
    ]
