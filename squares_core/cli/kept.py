"""The games that are kept: where the store is, and which game a GAME argument means."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from squares_core.errors import SquaresError
from squares_core.records import VARIANT_WORDS, GameRecord, read_record, spec_of
from squares_core.store import KeptGame, Place, Store

if TYPE_CHECKING:
    from squares_core.cli.setup import Setup
    from squares_core.registry import Registry
    from squares_core.variants import VariantSpec


@dataclass(frozen=True, slots=True)
class Found:
    """A record and, for messages, the name it was asked for by; its place if it is in the store."""

    record: GameRecord
    name: str
    place: Place | None = None


def store_of(setup: Setup) -> Store:
    """Return the store in the folder asked for, or in the user's own data folder."""
    if setup.data is not None:
        return Store(setup.data)
    from platformdirs import user_data_path

    return Store(user_data_path("squares", appauthor=False))


def find_game(store: Store, text: str) -> Found:
    """Return the game that ``text`` names: its number in the store, or the file of a record.

    Raises UnknownIdError, RecordError or StoreError.
    """
    path = Path(text)
    if text.isascii() and text.isdecimal() and not path.exists():
        record, place = store.record(int(text[:20]))
        return Found(record, f"game {place.number}", place)
    return Found(read_record(path), text)


def settings_of(variant: VariantSpec, registry: Registry) -> list[str]:
    """Return the ``key=value`` settings that make ``variant`` of the one installed under its id.

    Empty also where none is installed, or it cannot be resolved.
    """
    from squares_core.toml_text import toml_value

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
            settings.append(f"{key}={value if isinstance(value, str) else toml_value(value)}")
    return settings


def _plain(option: Any) -> str:
    from squares_core.toml_text import toml_value

    return option if isinstance(option, str) else toml_value(option)


def state_text(game: KeptGame) -> str:
    """Return how a kept game stands, in a word or two."""
    if game.state == "playing":
        return "in progress"
    if game.won is None or game.state == "blocked":
        return game.state
    return "won" if game.won else "lost"


def deal_text(game: KeptGame) -> str:
    """Return which deal it is: the day of a daily deal, or the code."""
    return f"daily {game.daily.isoformat()}" if game.daily else game.deal
