"""The tables of the store, how they are made and brought up to date, and how damage is found.

The store is one SQLite file. It commits through a rollback journal with ``synchronous=EXTRA``: a
move that was saved outlives a killed process and a power cut, and between moves everything is in
the one file, which may be copied, also from a network folder, where a write-ahead log cannot work.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeAlias

from squares_core.errors import StoreError
from squares_core.wording import shown

Migration: TypeAlias = Callable[[sqlite3.Connection], object]

# "SQRS", by which SQLite files of other programs are told apart.
APPLICATION_ID: Final = 0x53515253
_SMALLEST: Final = 512

COLUMNS: Final = (
    "id", "revision", "variant", "title", "rules", "players", "deal", "daily", "cards", "state",
    "moves", "started", "saved", "ended", "end_state", "total", "won", "aids", "record",
)  # fmt: skip


def _make_version_1(connection: sqlite3.Connection) -> None:
    connection.execute(
        """CREATE TABLE games (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            revision INTEGER NOT NULL,
            variant TEXT NOT NULL,
            title TEXT NOT NULL,
            rules TEXT NOT NULL,
            players TEXT NOT NULL,
            deal TEXT NOT NULL,
            daily TEXT,
            cards TEXT NOT NULL,
            state TEXT NOT NULL,
            moves INTEGER NOT NULL,
            started TEXT NOT NULL,
            saved TEXT NOT NULL,
            ended TEXT,
            end_state TEXT,
            total INTEGER,
            won INTEGER,
            aids TEXT NOT NULL,
            record TEXT NOT NULL,
            digest TEXT NOT NULL
        )"""
    )


MIGRATIONS: Final[tuple[Migration, ...]] = (_make_version_1,)
"""The step from each version of the schema to the next; version 0 is a store without tables."""


class DamagedStoreError(StoreError):
    """The store is not as it was written; it was left as it is."""


def digest(values: Sequence[Any]) -> str:
    """Return a digest of a row's values in the order of ``COLUMNS``; SQLite itself keeps none."""
    return hashlib.sha256(repr(tuple(values)).encode("utf-8", "backslashreplace")).hexdigest()


def connect(path: Path, timeout: float, *, is_damaged: bool = False) -> sqlite3.Connection:
    """Return a connection to the existing file at ``path``; it waits ``timeout`` s for others.

    With ``is_damaged`` nothing can be written, and a file that was cut is read as far as it goes.
    """
    settings = ["synchronous = EXTRA", "trusted_schema = OFF", "cell_size_check = ON"]
    if is_damaged:
        # Without the first of these SQLite refuses a file that was cut short as a whole.
        settings = ["writable_schema = ON", "trusted_schema = OFF", "query_only = ON"]
    uri = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, uri=True, timeout=timeout, isolation_level=None)
    try:
        for setting in settings:
            connection.execute(f"PRAGMA {setting}")
    except (sqlite3.Error, UnicodeDecodeError):
        connection.close()
        raise
    return connection


def create(path: Path, migrations: Sequence[Migration]) -> None:
    """Make an empty store at ``path``, unless another process does so first.

    It is made under another name, so that the store's own name never stands for half a store, and
    no file that has the name already is replaced. Raises StoreError, OSError or sqlite3.Error.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if Path(f"{path}-journal").exists():
        raise StoreError(
            f"{path}-journal belongs to a store that is gone: put {path.name} back beside it, or "
            "take the journal away"
        )
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = EXTRA")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            _apply(connection, migrations, 0)
            connection.execute("COMMIT")
        give_name(part, path)
    finally:
        part.unlink(missing_ok=True)


def give_name(part: Path, path: Path) -> bool:
    """Give the file at ``part`` the name ``path`` and return whether that name was free."""
    try:
        os.link(part, path)
    except FileExistsError:
        return False
    except OSError:
        # No links here (FAT, some network and phone storage); a rename on Windows spares a file
        # that is there, elsewhere another process would have to come in this very instant.
        if path.exists():
            return False
        part.rename(path)
    return True


def _apply(connection: sqlite3.Connection, migrations: Sequence[Migration], version: int) -> None:
    for step in migrations[version:]:
        step(connection)
    connection.execute(f"PRAGMA user_version = {len(migrations)}")


def check(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> int:
    """Return the schema version of the store behind ``connection``.

    To be called in a transaction, so that nobody writes meanwhile. Raises StoreError for a file of
    another program or a newer version, sqlite3.DatabaseError for one that is no database.
    """
    # Never opened here: closing a file drops every lock that this process holds on it.
    size = path.stat().st_size
    if size < _SMALLEST:
        raise damaged(path, "it is cut short" if size else "it is empty")
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise StoreError(
            f"{path} is a database of another program and was left alone; give another folder "
            "with --data"
        )
    if version > len(migrations):
        raise StoreError(
            f"{path} was written by a newer version (schema {version}, this one knows "
            f"{len(migrations)}): update squares-solitaire"
        )
    return version


def verify(
    connection: sqlite3.Connection, path: Path, read: Callable[[int, Sequence[Any]], object] | None
) -> None:
    """Raise StoreError unless every page, and every game where ``read`` is given, is as written.

    ``read`` takes a game's number and its values in the order of ``COLUMNS``; it raises an error
    for values that no game has, which only another program can have written.
    """
    page_size = connection.execute("PRAGMA page_size").fetchone()[0]
    if path.stat().st_size % page_size:
        raise damaged(path, "it is cut short")
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise damaged(path, str(found))
    strange = connection.execute(
        "SELECT type, name FROM sqlite_master WHERE type IN ('view', 'trigger')"
    ).fetchone()
    if strange:
        raise damaged(path, "it has a {} {} that is not its own".format(*strange))
    if read is None:
        return
    for number, kept, *values in connection.execute(
        f"SELECT number, digest, {', '.join(COLUMNS)} FROM games"
    ):
        try:
            whole = digest(values) == kept and read(number, values) is not None
        except (ValueError, TypeError, RecursionError):
            whole = False
        if not whole:
            raise damaged(path, f"game {number} is not as it was written")


def damaged(path: Path, what: str) -> DamagedStoreError:
    """Return the error for a damaged store."""
    reason = shown(" ".join(what.split()), 80)
    return DamagedStoreError(
        f"the store {path} is damaged ({reason}) and was left as it is; 'squares games --repair' "
        "puts it aside under another name and keeps every game that can still be read"
    )


def migrate(path: Path, migrations: Sequence[Migration], timeout: float) -> None:
    """Bring the store at ``path`` up to date, after a copy of it was kept beside it."""
    with closing(connect(path, timeout)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        version = check(connection, path, migrations)
        if version == len(migrations):
            return
        copy = path.with_name(f"{path.stem}.schema-{version}{path.suffix}")
        _keep_copy(path, copy, timeout)
        _apply(connection, migrations, version)
        connection.execute("COMMIT")


def _keep_copy(path: Path, copy: Path, timeout: float) -> None:
    if copy.exists():
        return
    part = copy.with_name(f"{copy.name}.{secrets.token_hex(4)}.part")
    try:
        with closing(connect(path, timeout)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
        give_name(part, copy)
    finally:
        part.unlink(missing_ok=True)
