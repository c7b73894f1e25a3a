"""What happens to the store when things go wrong: nothing that was kept is lost or replaced."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from squares_core import Game, Registry, StoreError, make_deal
from squares_core.records import GameRecord, new_game_id, record_of
from squares_core.store import Store
from squares_core.store_schema import COLUMNS, DamagedStoreError, digest

_MOMENT = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)
_posix = pytest.mark.skipif(os.name != "posix", reason="needs fork, signals and limits of POSIX")


def _record(registry: Registry, seed: int, moves: int = 99) -> GameRecord:
    game = Game(registry.rules("cribbage-squares"), make_deal(seed))
    while not game.over and len(game.moves) < moves:
        game.play(game.legal_moves[0])
    return record_of(game, id_=new_game_id(), started=_MOMENT, saved=_MOMENT)


@pytest.fixture(scope="module")
def records(registry: Registry) -> list[GameRecord]:
    return [_record(registry, seed) for seed in range(12)]


@pytest.fixture(scope="module")
def full(records: list[GameRecord], tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a store with twelve games."""
    store = Store(tmp_path_factory.mktemp("full"))
    for record in records:
        store.save(record)
    return store.path.read_bytes()


def _store(folder: Path, data: bytes) -> Store:
    store = Store(folder, timeout=0.05)
    folder.mkdir(exist_ok=True)
    store.path.write_bytes(data)
    return store


def _operations(store: Store, record: GameRecord) -> dict[str, Callable[[], object]]:
    return {
        "save": lambda: Store(store.path.parent, timeout=0.05).save(record),
        "add": lambda: Store(store.path.parent, timeout=0.05).add(record),
        "games": lambda: Store(store.path.parent, timeout=0.05).games(),
        "record": lambda: Store(store.path.parent, timeout=0.05).record(1),
    }


def _refused_and_intact(store: Store, record: GameRecord, told: str) -> None:
    before = store.path.read_bytes()
    for operation in _operations(store, record).values():
        with pytest.raises(StoreError, match=told) as caught:
            operation()
        assert str(store.path) in str(caught.value)
        assert str(caught.value).isprintable()
    assert store.path.read_bytes() == before
    assert [file.name for file in store.path.parent.iterdir()] == [store.path.name]


def test_a_store_cut_anywhere_is_refused_and_left_as_it_is(
    full: bytes, records: list[GameRecord], tmp_path: Path
) -> None:
    assert len(full) > 40 * 1024
    for size in range(0, len(full), 1024):
        _refused_and_intact(_store(tmp_path, full[:size]), records[0], r"is damaged \(")


@pytest.mark.parametrize("size", [1, 10, 100, 511, 512, 4096, 50_000])
def test_a_store_of_random_bytes_is_refused_and_left_as_it_is(
    size: int, records: list[GameRecord], tmp_path: Path
) -> None:
    store = _store(tmp_path, random.Random(size).randbytes(size))
    _refused_and_intact(store, records[0], r"is damaged \(")


def _altered(full: bytes, statement: str, *values: object, number: int = 3) -> bytes:
    """Return a store in which someone who knows how it is made has changed something."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.deserialize(full)
        connection.executescript(statement) if not values else connection.execute(statement, values)
        fields = f"SELECT {', '.join(COLUMNS)} FROM games WHERE number = ?"
        if values:
            row = connection.execute(fields, (number,)).fetchone()
            made = (digest(row), number)
            connection.execute("UPDATE games SET digest = ? WHERE number = ?", made)
        return bytes(connection.serialize())


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("started", "2026-13-01"), ("started", ""), ("daily", ""), ("players", "5"),
        ("started", "2026-01-01T00:00:00"), ("saved", 5),
        ("started", "0001-01-01T00:00:00+23:59"), ("ended", "9999-12-31T23:59:59-23:59"),
        ("daily", "today"), ("players", "[" * 5000), ("players", '["Ann", 5]'), ("aids", "[1]"),
        ("aids", '{"hints": "x"}'), ("state", "lost"), ("end_state", "playing"), ("total", "many"),
        ("revision", 2**63 - 1), ("revision", "x"), ("record", b"\xff"), ("title", b"\xff"),
    ],
)  # fmt: skip
def test_a_game_that_no_program_of_ours_wrote_is_damage_and_repair_leaves_it_behind(
    column: str, value: object, full: bytes, records: list[GameRecord], tmp_path: Path
) -> None:
    forged = _altered(full, f"UPDATE games SET {column} = ? WHERE number = 3", value)
    store = _store(tmp_path, forged)
    _refused_and_intact(store, records[2], r"is damaged \(game 3 is not as it was written\)")
    _, kept, lost = store.repair(_MOMENT)
    assert (kept, lost) == (11, 1)
    assert [game.number for game in store.games()] == [1, 2, *range(4, 13)]


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("CREATE VIEW more AS SELECT 1", "a view more"),
        ("CREATE TRIGGER more AFTER INSERT ON games BEGIN DELETE FROM games; END", "trigger more"),
        (
            "DROP TABLE games; CREATE VIEW games AS WITH RECURSIVE c(number) AS (SELECT 1 UNION "
            "ALL SELECT number + 1 FROM c) SELECT number, 'x' AS digest FROM c",
            "a view games",
        ),
    ],
)
def test_a_store_with_a_view_or_a_trigger_is_not_run(
    statement: str, told: str, full: bytes, records: list[GameRecord], tmp_path: Path
) -> None:
    store = _store(tmp_path, _altered(full, statement))
    _refused_and_intact(store, records[0], told)


def test_text_that_is_none_in_the_tables_of_a_store_is_told_as_damage(
    full: bytes, records: list[GameRecord], tmp_path: Path
) -> None:
    store = _store(tmp_path, full.replace(b"CREATE TABLE games (", b"CREATE TABLE g\xa2mes ("))
    _refused_and_intact(store, records[0], r"is damaged \(")


def test_random_bytes_anywhere_in_a_store_are_refused_or_touch_no_game(
    full: bytes, records: list[GameRecord], tmp_path: Path
) -> None:
    chance = random.Random(1)
    found = 0
    blocks = range(0, len(full), 1024)
    for start in blocks:
        data = full[:start] + chance.randbytes(1024) + full[start + 1024 :]
        store = _store(tmp_path, data)
        try:
            kept = [store.record(game.number)[0] for game in store.games()]
        except DamagedStoreError:
            found += 1
        else:
            assert kept == records
        assert store.path.read_bytes() == data
    assert found > len(blocks) * 0.8


def test_one_changed_letter_in_a_game_is_found(
    full: bytes, records: list[GameRecord], tmp_path: Path
) -> None:
    place = full.index(b"Cribbage Squares")
    store = _store(tmp_path, full[:place] + b"D" + full[place + 1 :])
    _refused_and_intact(store, records[0], r"is damaged \(game \d+ is not as it was written\)")


def test_the_database_of_another_program_is_left_alone(
    records: list[GameRecord], tmp_path: Path
) -> None:
    store = Store(tmp_path)
    with closing(sqlite3.connect(store.path)) as connection:
        connection.execute("CREATE TABLE games (number INTEGER)")
    _refused_and_intact(store, records[0], "is a database of another program")


def test_a_folder_where_the_store_should_be_is_told(
    records: list[GameRecord], tmp_path: Path
) -> None:
    store = Store(tmp_path / "data")
    store.path.mkdir(parents=True)
    with pytest.raises(StoreError, match="cannot be opened"):
        store.save(records[0])
    with pytest.raises(StoreError):
        store.games()


def test_a_journal_without_its_store_is_told_and_kept(
    records: list[GameRecord], tmp_path: Path
) -> None:
    journal = tmp_path / "games.sqlite-journal"
    journal.write_bytes(b"moves of somebody")
    with pytest.raises(StoreError, match="belongs to a store that is gone"):
        Store(tmp_path).save(records[0])
    assert [file.name for file in tmp_path.iterdir()] == [journal.name]


def test_a_locked_store_is_told_and_works_again_afterwards(
    full: bytes, records: list[GameRecord], tmp_path: Path
) -> None:
    store = _store(tmp_path, full)
    new = records[0].model_copy(update={"id": new_game_id()})
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        for operation in _operations(store, new).values():
            with pytest.raises(StoreError, match=r"in use by another program for 0\.05 s"):
                operation()
    assert store.save(new).number == 13


@pytest.fixture
def plain_user() -> Iterator[Path]:
    """A folder of a user whom file permissions bind, which is not root."""
    folder = Path(tempfile.mkdtemp())
    as_root = os.geteuid() == 0
    if as_root:
        os.chown(folder, 65534, 65534)
        os.seteuid(65534)
    try:
        yield folder
    finally:
        if as_root:
            os.seteuid(0)
        folder.chmod(0o700)
        shutil.rmtree(folder)


@_posix
def test_a_read_only_store_can_be_read_and_is_not_written(
    full: bytes, records: list[GameRecord], plain_user: Path
) -> None:
    store = _store(plain_user, full)
    store.path.chmod(0o400)
    assert len(store.games()) == 12
    assert store.record(3)[0] == records[2]
    new = records[0].model_copy(update={"id": new_game_id()})
    for name in ("save", "add"):
        with pytest.raises(StoreError, match="is read-only"):
            _operations(store, new)[name]()
    assert store.path.read_bytes() == full


@_posix
def test_a_store_in_a_read_only_folder_can_be_read_and_is_not_written(
    full: bytes, records: list[GameRecord], plain_user: Path
) -> None:
    store = _store(plain_user, full)
    plain_user.chmod(0o500)
    assert len(store.games()) == 12
    new = records[0].model_copy(update={"id": new_game_id()})
    with pytest.raises(StoreError, match=r"read-only|its folder not written to"):
        store.save(new)
    assert store.path.read_bytes() == full


@_posix
def test_no_store_can_be_made_in_a_read_only_folder(
    records: list[GameRecord], plain_user: Path
) -> None:
    plain_user.chmod(0o500)
    with pytest.raises(StoreError, match=r"read-only|its folder not written to"):
        Store(plain_user).save(records[0])
    with pytest.raises(StoreError, match="Permission denied"):
        Store(plain_user / "deeper").save(records[0])


@pytest.fixture
def quick_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one, as what these tests prove needs no disk."""
    memory = Path("/dev/shm")
    if not memory.is_dir():
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


def _child(code: str, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *words], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )


_FULL_DISK = """
import resource, sys
from pathlib import Path
from squares_core import StoreError
from squares_core.records import new_game_id
from squares_core.store import Store

folder, room = Path(sys.argv[1]), int(sys.argv[2])
store = Store(folder)
record = store.record(1)[0]
limit = store.path.stat().st_size + room
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
kept = 12
try:
    while True:
        store.save(record.model_copy(update={"id": new_game_id()}))
        kept += 1
except StoreError as error:
    print(kept, error)
try:
    Store(folder).save(record.model_copy(update={"id": new_game_id()}))
except StoreError as error:
    print(len(Store(folder).games()), error)
"""


@_posix
@pytest.mark.parametrize("room", [0, 5000, 30_000])
def test_a_disk_that_fills_up_costs_no_game_that_was_kept(
    full: bytes, records: list[GameRecord], tmp_path: Path, room: int
) -> None:
    store = _store(tmp_path, full)
    out, _ = _child(_FULL_DISK, str(tmp_path), str(room)).communicate()
    first, second = out.splitlines()
    kept, _, told = first.partition(" ")
    assert "the disk may be full" in told
    assert second == first
    assert len(store.games()) == int(kept) >= 12
    assert [store.record(number)[0] for number in range(1, 13)] == records
    if room == 0:
        assert store.path.read_bytes() == full
    assert store.save(records[0].model_copy(update={"id": new_game_id()})).number == int(kept) + 1


_WRITER = """
import sys
from pathlib import Path
from squares_core.records import new_game_id, read_record
from squares_core.store import Store

record = read_record(Path(sys.argv[2]))
store = Store(Path(sys.argv[1]), timeout=120)
for _ in range(500):
    id_ = new_game_id()
    store.save(record.model_copy(update={"id": id_}))
    print(id_)
"""


def test_two_processes_that_keep_500_games_each_at_once_lose_none(
    records: list[GameRecord], quick_folder: Path
) -> None:
    file = quick_folder / "record.toml"
    file.write_text(records[0].text(), encoding="utf-8")
    folder = quick_folder / "data"
    writers = [_child(_WRITER, str(folder), str(file)) for _ in range(2)]
    kept = {line for writer in writers for line in writer.communicate()[0].split()}
    assert [writer.returncode for writer in writers] == [0, 0]
    games = Store(folder).games()
    assert len(kept) == len(games) == 1000
    assert {game.id for game in games} == kept
    assert [game.number for game in games] == list(range(1, 1001))


_KILLER = """
import os, random, signal, sys, time
from pathlib import Path
from squares_core import Game, load_registry, make_deal
from squares_core.keeping import Aids, StoreKeeper
from squares_core.store import Store

folder, kills = Path(sys.argv[1]), int(sys.argv[2])
registry = load_registry(environ={"SQUARES_PLUGINS": ""})
chance = random.Random(7)


def play_on(say):
    store = Store(folder, timeout=60)
    games = [game for game in store.games() if game.state == "playing"]
    while True:
        if games:
            record, place = store.record(games.pop().number)
            game, keeper = record.replay(registry), StoreKeeper.resumed(store, record, place)
        else:
            game = Game(registry.rules("poker-squares"), make_deal(len(store.games())))
            keeper = StoreKeeper(store)
        while not game.over:
            # Told before and after, so that the parent knows what may and what must be there.
            say(f"{game.deal.index or game.deal.seed} {len(game.moves) + 1} begun")
            game.play(game.legal_moves[0])
            keeper.save(game, Aids())
            say(f"{game.deal.index or game.deal.seed} {len(game.moves)} kept")


wrong = 0
for _ in range(kills):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        play_on(lambda line: os.write(writing, (line + "\\n").encode()))
    os.close(writing)
    # Most kills come while moves are being kept, some while the store is opened or made.
    first = os.read(reading, 1).decode() if chance.random() < 0.8 else ""
    time.sleep(chance.random() * 0.025)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reading) as pipe:
        told = [line.split() for line in (first + pipe.read()).splitlines()]
    must, may = {}, {}
    for deal, moves, what in told:
        (must if what == "kept" else may)[int(deal)] = int(moves)
    games = {game.number - 1: game for game in Store(folder, timeout=60).games()}
    for deal, moves in must.items():
        if not moves <= games[deal].moves <= max(moves, may[deal]):
            wrong += 1
    for game in games.values():
        if game.state == "playing":
            replayed = Store(folder).record(game.number)[0].replay(registry)
            wrong += len(replayed.moves) != game.moves
games = Store(folder).games()
print(wrong, len(games), sum(game.moves for game in games))
"""


@_posix
def test_a_game_killed_at_200_random_instants_never_loses_more_than_the_move_being_made(
    quick_folder: Path,
) -> None:
    killer = _child(_KILLER, str(quick_folder), "200")
    wrong, games, moves = map(int, killer.communicate()[0].split())
    assert killer.returncode == 0
    assert wrong == 0
    assert games >= 1
    assert moves > 25, "the game must get on between the kills"


def test_repair_puts_a_damaged_store_aside_and_keeps_what_can_be_read(
    full: bytes, records: list[GameRecord], tmp_path: Path
) -> None:
    place = full.index(f'id = "{records[5].id}'.encode())
    data = full[:place] + b"x" + full[place + 1 :]
    store = _store(tmp_path, data)
    with pytest.raises(DamagedStoreError):
        store.games()
    aside, kept, lost = store.repair(_MOMENT)
    assert aside.name == "games.damaged-2026-03-01-123000.sqlite"
    assert aside.read_bytes() == data
    assert (kept, lost) == (11, 1)
    assert [game.number for game in store.games()] == [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]
    assert store.record(7)[0] == records[6]
    assert store.save(records[5]).number == 13


@pytest.mark.parametrize("size", [0, 10, 20 * 1024, 33 * 1024])
def test_repair_keeps_a_store_that_was_cut_and_takes_over_what_is_left(
    size: int, full: bytes, records: list[GameRecord], tmp_path: Path
) -> None:
    store = _store(tmp_path, full[:size])
    aside, kept, _ = store.repair(_MOMENT)
    assert aside.read_bytes() == full[:size]
    assert (kept > 0) == (size > 1024)
    assert [store.record(game.number)[0] for game in store.games()] == [
        records[game.number - 1] for game in store.games()
    ]
    assert len(store.games()) == kept
    assert store.save(records[11].model_copy(update={"id": new_game_id()})).number > kept


def test_a_store_that_is_not_damaged_is_not_repaired(full: bytes, tmp_path: Path) -> None:
    store = _store(tmp_path, full)
    with pytest.raises(StoreError, match="is not damaged: nothing was done"):
        store.repair(_MOMENT)
    with pytest.raises(StoreError, match="there is no store"):
        Store(tmp_path / "none").repair(_MOMENT)
    assert store.path.read_bytes() == full
