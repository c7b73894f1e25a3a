"""Keeps a game while it is played, in the store or, where that fails, in a file.

``StoreKeeper`` is told of every change. When the store cannot take it, the whole record goes to a
file instead, at every move, and the game goes on; as soon as the store works again the game is in
it and the file is taken away.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date, datetime
from itertools import count
from pathlib import Path
from typing import Final, Self

from squares_core.errors import RecordError, SquaresError, StoreError
from squares_core.game import Game
from squares_core.records import (
    GameRecord,
    PluginVersion,
    new_game_id,
    now,
    read_record,
    record_of,
    write_record,
)
from squares_core.store import GameChangedError, Place, Store

_IMPATIENT: Final = 0.2
# The digits of an id that tell the games of one duplicate deal apart.
_SEAT_DIGITS: Final = 2


@dataclass(slots=True)
class Aids:
    """The aids used in one game: ``hints`` asked for and moves taken back."""

    hints: int = 0
    undos: int = 0

    @classmethod
    def of(cls, record: GameRecord) -> Self:
        """Return the aids used so far in the game of ``record``."""
        return cls(**{name: record.aids.get(name, 0) for name in asdict(cls())})


def duplicate_ids(count: int) -> list[str]:
    """Return ids for ``count`` games in which players play one deal, each alone, in their order.

    They differ in their last digits only, so that each game leads to the others.
    """
    stem = new_game_id()[:-_SEAT_DIGITS]
    return [f"{stem}{number:0{_SEAT_DIGITS}x}" for number in range(count)]


def are_duplicate(id_: str, other: str) -> bool:
    """Return whether two ids are of the same game or of games of one duplicate deal."""
    return id_[:-_SEAT_DIGITS] == other[:-_SEAT_DIGITS]


class StoreKeeper:
    """Keeps one game in ``store``, under a new id where ``id_`` is None.

    ``folders`` are tried in their order for the file that takes the game where the store cannot.
    ``program`` is what a player types before the name of a command.
    """

    def __init__(
        self,
        store: Store,
        *,
        id_: str | None = None,
        daily: date | None = None,
        plugins: Sequence[PluginVersion] = (),
        folders: Sequence[Path] | None = None,
        program: str = "squares",
    ) -> None:
        self._store = store
        self._daily = daily
        self._plugins = tuple(plugins)
        self._folders = (Path.cwd(), store.path.parent) if folders is None else tuple(folders)
        self._program = program
        self._id = id_ or new_game_id()
        self._started = now()
        self._finished: datetime | None = None
        self._earlier_aids: dict[str, int] = {}
        self._place: Place | None = None
        self._file: Path | None = None

    @classmethod
    def resumed(
        cls,
        store: Store,
        record: GameRecord,
        place: Place | None,
        *,
        program: str = "squares",
    ) -> Self:
        """Return a keeper that goes on with the game of ``record``, kept at ``place`` so far."""
        keeper = cls(
            store,
            id_=record.id,
            daily=record.game.daily,
            plugins=record.plugins,
            program=program,
        )
        keeper._started = record.started
        keeper._finished = record.finished
        keeper._earlier_aids = dict(record.aids)
        keeper._place = place
        return keeper

    @property
    def how_to_resume(self) -> str:
        """What tells a player that stops how to go on; empty where the game is kept nowhere."""
        if self._file is not None:
            return f"go on with: {self._program} resume {shlex.quote(str(self._file))}"
        if self._place is not None:
            return f"go on with: {self._program} resume {self._place.number}"
        return ""

    @property
    def how_to_review(self) -> str:
        """What tells a player how to have a game that is over judged; empty out of the store."""
        if self._file is not None or self._place is None:
            return ""
        return f"what each move was worth: {self._program} review {self._place.number}"

    def save(self, game: Game, aids: Aids) -> None:
        """Keep the game as it stands.

        Raises StoreError when it could not be kept in the store; the message says where it is.
        """
        try:
            record = self.record(game, aids)
        except RecordError as error:
            raise StoreError(f"{error}; it is not kept any more") from error
        try:
            self._place = self._store.save(record, self._place)
        except GameChangedError as error:
            self._id, self._place = new_game_id(), None
            self.save(game, aids)
            raise StoreError(f"{error}; it goes on here as a game of its own") from error
        except StoreError as error:
            # The player has waited once for whoever holds the store; not again at every move.
            self._store.timeout = min(self._store.timeout, _IMPATIENT)
            raise StoreError(f"{error}; {self._to_file(record)}") from error
        if self._file is not None:
            # One that cannot be removed is a copy too many, and no reason to end the game.
            with suppress(OSError):
                self._file.unlink()
            self._file = None

    def record(self, game: Game, aids: Aids) -> GameRecord:
        """Return the record of the game as it stands. Raises RecordError when none can hold it."""
        moment = now()
        self._finished = (self._finished or moment) if game.over else None
        return record_of(
            game,
            id_=self._id,
            started=self._started,
            saved=moment,
            finished=self._finished,
            aids={**self._earlier_aids, **asdict(aids)},
            daily=self._daily,
            plugins=self._plugins,
        )

    def _to_file(self, record: GameRecord) -> str:
        for folder in (self._file.parent,) if self._file else self._folders:
            try:
                folder.mkdir(parents=True, exist_ok=True)
                file = self._file or _file_for(record, folder)
                write_record(record, file)
            except (SquaresError, OSError):
                continue
            self._file = file
            return f"the game is kept in {self._file} instead"
        tried = ", ".join(map(str, self._folders))
        return f"nor can a file be written in {tried}: the game is NOT kept"


def _file_for(record: GameRecord, folder: Path) -> Path:
    """Return the file of ``folder`` that ``record`` goes to: one that holds nothing but its past.

    A file there may hold more of the same game, from a time when the store failed before.
    """
    name = f"squares-{record.variant.id}-{record.id[-8:]}"
    paths = (folder / f"{name}{f'-{number}' if number > 1 else ''}.toml" for number in count(1))
    return next(path for path in paths if not path.exists() or _goes_on_from(path, record))


def _goes_on_from(path: Path, record: GameRecord) -> bool:
    try:
        earlier = read_record(path)
    except RecordError:
        return False
    begun = earlier.game.moves
    return earlier.id == record.id and begun == record.game.moves[: len(begun)]
