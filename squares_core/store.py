"""The store: every game played on this machine, in progress and over, in one SQLite file.

Each operation opens the file, does its work in one transaction and closes it again, so that nothing
is held between moves and any number of processes may play at once. A store that is damaged, locked,
read-only, full or of a newer version raises StoreError with one line and stays as it is, byte for
byte; an empty store never takes its place.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final, Literal, NoReturn, get_args

from squares_core.cards import card_names
from squares_core.errors import RecordError, StoreError, UnknownIdError, system_reason
from squares_core.records import GameRecord, State, in_our_time, parse_record
from squares_core.store_schema import (
    COLUMNS,
    MIGRATIONS,
    DamagedStoreError,
    Migration,
    check,
    connect,
    create,
    damaged,
    digest,
    give_name,
    migrate,
    verify,
)
from squares_core.wording import shown

STORE_NAME: Final = "games.sqlite"
# No record is as short as this, so a file has fewer games than its size divided by it.
_LEAST_ROW: Final = 1000
_FIELDS: Final = ", ".join(COLUMNS)
_WHOLE: Final = ("revision", "moves", "total", "won")
_OPTIONAL: Final = ("daily", "ended", "end_state", "total", "won")
_MOST_WRITINGS: Final = 2**62


class GameChangedError(StoreError):
    """Another process has saved the same game since it was read here."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """What the store tells about one game without replaying it.

    ``ended``, ``end_state``, ``total`` and ``won`` are of the last time the game came to its end;
    they stay when moves are taken back afterwards, until it ends again. ``won`` is None in a game
    that cannot be won or lost. ``rules`` is equal for games of equal rules. ``cards`` are the names
    of those that the game can show, in dealing order.
    """

    number: int
    id: str
    revision: int
    variant: str
    title: str
    rules: str
    players: tuple[str, ...]
    deal: str
    daily: date | None
    cards: tuple[str, ...]
    state: State
    moves: int
    started: datetime
    saved: datetime
    ended: datetime | None
    end_state: Literal["finished", "blocked"] | None
    total: int | None
    won: bool | None
    aids: dict[str, int]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game is kept: its number, and which writing of it this process knows."""

    number: int
    revision: int


class Store:
    """The games kept in ``folder``; nothing is opened or made before the first operation.

    ``timeout`` is how long, in seconds, an operation waits for another process. Every method raises
    StoreError when the store cannot be used.
    """

    def __init__(
        self,
        folder: Path,
        *,
        timeout: float = 5.0,
        migrations: Sequence[Migration] = MIGRATIONS,
    ) -> None:
        self.path = folder / STORE_NAME
        self.timeout = timeout
        self._migrations = migrations
        self._verified = False

    def save(self, record: GameRecord, place: Place | None = None) -> Place:
        """Keep ``record`` for good and return its place.

        ``place`` is what the last save of this game returned, or None for a game that is new here.
        Raises GameChangedError when the store has another writing of the game than that.
        """
        with self._transaction(writing=True) as connection:
            row = _row(connection, record.id)
            if row is not None and row.place != place:
                raise GameChangedError(
                    "this game has been played on by another process since it was read"
                )
            return _write(connection, record, row)

    def add(self, record: GameRecord) -> tuple[int, bool]:
        """Keep a record that came from a file; return its number and whether anything changed.

        A game that is here already is replaced only by a later state of itself, and one that is
        over never by one in progress.
        """
        with self._transaction(writing=True) as connection:
            row = _row(connection, record.id)
            if row is not None and (
                datetime.fromisoformat(row.saved) >= record.saved
                or (row.state != "playing" and record.state == "playing")
            ):
                return row.place.number, False
            return _write(connection, record, row).number, True

    def games(self) -> list[KeptGame]:
        """Return all games, by number; an empty list when there is no store yet."""
        if not self._exists():
            return []
        with self._transaction() as connection:
            rows = connection.execute(f"SELECT number, {_FIELDS} FROM games ORDER BY number")
            return [_kept(number, values) for number, *values in rows]

    def record(self, number: int) -> tuple[GameRecord, Place]:
        """Return the record of game ``number`` and its place. Raises UnknownIdError."""
        row = None
        if self._exists() and 0 < number < 2**63:
            with self._transaction() as connection:
                row = connection.execute(
                    "SELECT record, revision FROM games WHERE number = ?", (number,)
                ).fetchone()
        if row is None:
            raise UnknownIdError(
                f"there is no game {number}: 'squares games' lists those there are"
            )
        try:
            return parse_record(row[0], f"game {number}"), Place(number, row[1])
        except RecordError as error:
            raise StoreError(f"{error} (in {self.path})") from error

    def repair(self, moment: datetime) -> tuple[Path, int, int]:
        """Put a damaged store aside under a name with ``moment`` in it and start a new one.

        The new store has every game that can still be read, under its old number. Returns where the
        damaged file is now, how many games were kept and how many are known to be lost. Raises
        StoreError when the store is not damaged.
        """
        aside = self.path.with_name(
            f"{self.path.stem}.damaged-{moment.astimezone(UTC):%Y-%m-%d-%H%M%S}{self.path.suffix}"
        )
        with self._clear_errors():
            if not self.path.exists():
                raise StoreError(f"there is no store {self.path}")
            try:
                self.games()
                raise StoreError(f"the store {self.path} is not damaged: nothing was done")
            except DamagedStoreError:
                rows, lost = _salvaged(self.path, self.timeout)
            fresh = self.path.with_name(f"{aside.stem}.{secrets.token_hex(4)}.part")
            try:
                create(fresh, self._migrations)
                with closing(connect(fresh, self.timeout)) as connection:
                    connection.execute("BEGIN IMMEDIATE")
                    marks = ", ".join("?" * (len(COLUMNS) + 2))
                    connection.executemany(
                        f"INSERT INTO games (number, digest, {_FIELDS}) VALUES ({marks})", rows
                    )
                    connection.execute("COMMIT")
                if not give_name(self.path, aside):
                    raise StoreError(f"{aside} exists already: nothing was done")
                journal = Path(f"{self.path}-journal")
                if journal.exists():
                    journal.rename(f"{aside}-journal")
                fresh.replace(self.path)
            finally:
                fresh.unlink(missing_ok=True)
        self._verified = False
        return aside, len(rows), lost

    def _exists(self) -> bool:
        with self._clear_errors():
            return self.path.exists()

    @contextmanager
    def _transaction(self, *, writing: bool = False) -> Iterator[sqlite3.Connection]:
        """Open the store for one transaction; an error undoes all that was done in it."""
        begin = "BEGIN IMMEDIATE" if writing else "BEGIN"
        with self._clear_errors():
            if writing and not self.path.exists():
                create(self.path, self._migrations)
            with closing(connect(self.path, self.timeout)) as connection:
                connection.execute(begin)
                version = check(connection, self.path, self._migrations)
                current = version == len(self._migrations)
                if not self._verified:
                    verify(connection, self.path, _kept if current else None)
                if not current:
                    connection.execute("ROLLBACK")
                    migrate(self.path, self._migrations, self.timeout)
                    connection.execute(begin)
                self._verified = True
                yield connection
                connection.execute("COMMIT")

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            self._fail(error)
        except UnicodeDecodeError as error:
            # SQLite's own message, which quotes the damaged file.
            raise damaged(self.path, "it is no text where there should be some") from error
        except OSError as error:
            raise StoreError(
                f"the store {self.path} cannot be used: {system_reason(error)}"
            ) from error

    def _fail(self, error: sqlite3.Error) -> NoReturn:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise damaged(self.path, str(error)) from error
        if isinstance(error, sqlite3.OperationalError) and code == sqlite3.SQLITE_ERROR:
            # The statements are right, so the file lacks a table or column that it claims to have.
            raise damaged(self.path, str(error)) from error
        busy = f"has been in use by another program for {self.timeout:g} s"
        reasons = {
            sqlite3.SQLITE_BUSY: busy,
            sqlite3.SQLITE_LOCKED: busy,
            sqlite3.SQLITE_FULL: "cannot grow: the disk is full",
            sqlite3.SQLITE_READONLY: "or its folder is read-only",
            sqlite3.SQLITE_IOERR: "cannot be read or written; the disk may be full or failing",
            sqlite3.SQLITE_CANTOPEN: "cannot be opened, or its folder not written to",
        }
        reason = reasons.get(code, "cannot be used")
        raise StoreError(f"the store {self.path} {reason} ({shown(str(error), 80)})") from error


@dataclass(frozen=True, slots=True)
class _Row:
    place: Place
    state: str
    saved: str
    end: tuple[Any, ...]


_END: Final = ("ended", "end_state", "total", "won")


def _row(connection: sqlite3.Connection, id_: str) -> _Row | None:
    found = connection.execute(
        f"SELECT number, revision, state, saved, {', '.join(_END)} FROM games WHERE id = ?", (id_,)
    ).fetchone()
    if found is None:
        return None
    number, revision, state, saved, *end = found
    return _Row(Place(number, revision), state, saved, tuple(end))


def _write(connection: sqlite3.Connection, record: GameRecord, row: _Row | None) -> Place:
    revision = row.place.revision + 1 if row else 1
    end: tuple[Any, ...] = row.end if row else (None,) * len(_END)
    if record.result is not None:
        finished, won = record.finished or record.saved, record.result.won
        end = (
            _moment(finished),
            record.state,
            record.result.total,
            None if won is None else int(won),
        )
    values = {
        "id": record.id,
        "revision": revision,
        "variant": record.variant.id,
        "title": record.variant.title,
        "rules": record.rules_key,
        "players": json.dumps(record.game.players),
        "deal": record.game.deal,
        "daily": record.game.daily and record.game.daily.isoformat(),
        "cards": " ".join(card_names(record.cards_shown)),
        "state": record.state,
        "moves": len(record.game.moves),
        "started": _moment(record.started),
        "saved": _moment(record.saved),
        **dict(zip(_END, end, strict=True)),
        "aids": json.dumps(record.aids),
        "record": record.text(),
    }
    row_values = [values[name] for name in COLUMNS]
    row_values.append(digest(row_values))
    if row is None:
        marks = ", ".join("?" * len(row_values))
        done = connection.execute(
            f"INSERT INTO games ({_FIELDS}, digest) VALUES ({marks})", row_values
        )
        return Place(done.lastrowid or 0, revision)
    sets = ", ".join(f"{name} = ?" for name in (*COLUMNS, "digest"))
    connection.execute(f"UPDATE games SET {sets} WHERE number = ?", (*row_values, row.place.number))
    return Place(row.place.number, revision)


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()


def _kept(number: int, values: Sequence[Any]) -> KeptGame:
    """Return the game whose row has ``values``, in the order of ``COLUMNS``.

    Raises ValueError, TypeError or RecursionError for values that no game has.
    """
    row = dict(zip(COLUMNS, values, strict=True))
    for name, value in row.items():
        kind = int if name in _WHOLE else str
        if not (isinstance(value, kind) or (value is None and name in _OPTIONAL)):
            raise TypeError(f"{name} is no {kind.__name__}")
    del row["record"]
    for name in ("started", "saved", "ended"):
        if row[name] is not None:
            row[name] = in_our_time(datetime.fromisoformat(row[name]))
    if row["daily"] is not None:
        row["daily"] = date.fromisoformat(row["daily"])
    row["players"] = tuple(json.loads(row["players"]))
    row["cards"] = tuple(row["cards"].split())
    row["aids"] = dict(json.loads(row["aids"]))
    row["won"] = None if row["won"] is None else bool(row["won"])
    if not (
        row["state"] in get_args(State)
        and row["end_state"] in (None, *get_args(State)[1:])
        and 0 < row["revision"] < _MOST_WRITINGS
        and all(isinstance(name, str) for name in (*row["players"], *row["aids"]))
        and all(isinstance(count, int) for count in row["aids"].values())
    ):
        raise ValueError("a state, a count or a name that no game has")
    return KeptGame(number=number, **row)


def _salvaged(path: Path, timeout: float) -> tuple[list[tuple[Any, ...]], int]:
    """Return the rows of a damaged store that are as they were written, and how many are not.

    Each is asked for by its number, so that one that cannot be read costs no other.
    """
    good: list[tuple[Any, ...]] = []
    last = 0
    try:
        with closing(connect(path, timeout, is_damaged=True)) as connection:
            connection.text_factory = bytes
            if connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'view'").fetchone():
                # A view may have more rows than there is time for.
                return [], 0
            for number in range(1, path.stat().st_size // _LEAST_ROW + 1):
                if row := _row_as_written(connection, number):
                    good.append(row)
                    last = number
            with suppress(sqlite3.Error, TypeError):
                last = max(last, *connection.execute("SELECT seq FROM sqlite_sequence").fetchone())
    except (sqlite3.Error, UnicodeDecodeError):
        # The file is no database at all, so there is nothing to read.
        return [], 0
    return good, min(last, path.stat().st_size // _LEAST_ROW) - len(good)


def _row_as_written(connection: sqlite3.Connection, number: int) -> tuple[Any, ...] | None:
    try:
        found = connection.execute(
            f"SELECT digest, {_FIELDS} FROM games WHERE number = ?", (number,)
        ).fetchone()
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    kept, *values = map(_text, found or (None,))
    try:
        whole = digest(values) == kept and _kept(number, values)
    except (ValueError, TypeError, RecursionError):
        whole = None
    return (number, kept, *values) if whole else None


def _text(value: Any) -> Any:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
