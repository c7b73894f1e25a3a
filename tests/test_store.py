"""The store: what it keeps, what it tells about it, and how it grows up."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from squares_core import (
    Deal,
    Game,
    Registry,
    StoreError,
    UnknownIdError,
    card_names,
    make_deal,
)
from squares_core.keeping import Aids, StoreKeeper
from squares_core.records import GameRecord, new_game_id, read_record, record_of
from squares_core.statistics import Statistics, statistics
from squares_core.store import GameChangedError, Store
from squares_core.store_schema import MIGRATIONS, create

_MOMENT = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "data", timeout=0.05)


def _play(
    registry: Registry,
    seed: int = 7,
    players: Sequence[str] = (),
    *,
    target: int | None = None,
    moves: int = 99,
    variant: str = "cribbage-squares",
) -> Game:
    changes = {} if target is None else {"target": target}
    game = Game(registry.rules(variant, changes), make_deal(seed), players)
    chance = random.Random(seed)
    while not game.over and len(game.moves) < moves:
        game.play(chance.choice(game.legal_moves))
    return game


def _record(game: Game, minute: int = 0, aids: dict[str, int] | None = None) -> GameRecord:
    moment = _MOMENT + timedelta(minutes=minute)
    return record_of(game, id_=new_game_id(), started=moment, saved=moment, aids=aids)


def test_nothing_is_made_before_the_first_game_is_kept(store: Store) -> None:
    assert store.games() == []
    with pytest.raises(UnknownIdError, match="there is no game 1"):
        store.record(1)
    assert not store.path.parent.exists()


def test_a_game_is_kept_and_found_by_its_number(store: Store, registry: Registry) -> None:
    first, second = (_record(_play(registry, seed, ("Ann",))) for seed in (1, 2))
    assert [store.save(record).number for record in (first, second)] == [1, 2]
    assert store.record(1)[0] == first
    assert store.record(2)[0] == second
    told = store.games()[1]
    assert (told.number, told.variant, told.state, told.players) == (
        2, "cribbage-squares", "finished", ("Ann",),
    )  # fmt: skip
    assert second.result is not None
    assert (told.total, told.won) == (second.result.total, second.result.won)
    assert told.cards == tuple(card_names(second.cards_shown))
    assert len(told.cards) == 17


def test_there_is_one_file_and_it_holds_everything(store: Store, registry: Registry) -> None:
    record = _record(_play(registry))
    store.save(record)
    assert [file.name for file in store.path.parent.iterdir()] == [store.path.name]
    copy = Store(store.path.parent.parent / "copy")
    copy.path.parent.mkdir()
    copy.path.write_bytes(store.path.read_bytes())
    assert copy.record(1)[0] == record


@pytest.mark.parametrize("number", [0, -1, 3, 2**70])
def test_a_number_without_a_game_is_told(store: Store, registry: Registry, number: int) -> None:
    store.save(_record(_play(registry)))
    with pytest.raises(UnknownIdError, match=f"there is no game {number}"):
        store.record(number)


def test_a_game_played_on_in_two_places_is_not_overwritten(
    store: Store, registry: Registry
) -> None:
    game = _play(registry, moves=3)
    record = _record(game)
    place = store.save(record)
    other = Store(store.path.parent)
    game.play(game.legal_moves[0])
    longer = _record(game).model_copy(update={"id": record.id})
    other.save(longer, place)
    with pytest.raises(GameChangedError, match="played on by another process"):
        store.save(record, place)
    assert store.record(1)[0] == longer


def test_a_keeper_goes_on_with_a_game_of_its_own_when_another_has_played_on(
    store: Store, registry: Registry
) -> None:
    game = _play(registry, moves=2)
    keeper = StoreKeeper(store)
    keeper.save(game, Aids())
    record, place = store.record(1)
    StoreKeeper.resumed(store, record, place).save(game, Aids())
    game.play(game.legal_moves[0])
    with pytest.raises(StoreError, match="it goes on here as a game of its own"):
        keeper.save(game, Aids())
    keeper.save(game, Aids())
    assert [kept.moves for kept in store.games()] == [2, 3]
    assert keeper.how_to_resume == "go on with: squares resume 2"


def test_aids_used_before_a_break_stay_in_the_record(store: Store, registry: Registry) -> None:
    game = _play(registry, moves=2)
    record = _record(game, aids={"demo": 1, "hints": 2})
    place = store.save(record)
    StoreKeeper.resumed(store, record, place).save(game, Aids(hints=3))
    assert store.record(1)[0].aids == {"demo": 1, "hints": 3}


def test_an_imported_game_replaces_an_earlier_state_of_itself_only(
    store: Store, registry: Registry
) -> None:
    early, late = (_record(_play(registry, moves=moves), moves) for moves in (3, 7))
    late = late.model_copy(update={"id": early.id})
    over = _record(_play(registry), 5).model_copy(update={"id": early.id})
    assert store.add(early) == (1, True)
    assert store.add(late) == (1, True)
    assert store.add(early) == (1, False)
    assert store.record(1)[0] == late
    assert store.add(over.model_copy(update={"saved": late.saved + timedelta(1)})) == (1, True)
    assert store.add(late.model_copy(update={"saved": late.saved + timedelta(2)})) == (1, False)
    assert store.games()[0].state == "finished"


def _statistics(store: Store) -> Statistics:
    [found] = statistics(store.games())
    return found


def test_a_win_and_a_win_on_the_same_deal_are_two_games_and_two_wins(
    store: Store, registry: Registry
) -> None:
    for minute in (0, 1):
        store.save(_record(_play(registry, target=0), minute))
    found = _statistics(store)
    assert (found.all.games, found.all.won, found.all.win_rate) == (2, 2, 1.0)
    assert (found.first_plays.games, found.replays.games) == (1, 1)
    assert (found.streak, found.longest_streak) == (1, 1)


def test_a_game_counts_once_however_often_its_end_was_taken_back(
    store: Store, registry: Registry
) -> None:
    game, keeper = _play(registry, target=0), StoreKeeper(store)
    keeper.save(game, Aids())
    for undos in (1, 2, 3):
        game.undo()
        keeper.save(game, Aids(undos=undos))
        assert _statistics(store).all.games == 1
        assert _statistics(store).all.won == 1
        game.redo()
        keeper.save(game, Aids(undos=undos))
    found = _statistics(store)
    assert (found.all.games, found.all.won, found.in_progress) == (1, 1, 0)
    assert found.aids == {"undos": 3}
    assert (found.aided, found.unaided.games) == (1, 0)


def test_a_lost_end_that_is_taken_back_and_left_still_counts(
    store: Store, registry: Registry
) -> None:
    game, keeper = _play(registry, target=350), StoreKeeper(store)
    keeper.save(game, Aids())
    game.undo()
    keeper.save(game, Aids(undos=1))
    found = _statistics(store)
    assert store.games()[0].state == "playing"
    assert (found.all.games, found.all.won, found.all.win_rate) == (1, 0, 0.0)


def test_games_that_never_ended_do_not_count(store: Store, registry: Registry) -> None:
    store.save(_record(_play(registry, moves=4)))
    found = _statistics(store)
    assert found.in_progress == 1
    assert (found.all.games, found.all.win_rate, found.all.mean, found.streak) == (
        0,
        None,
        None,
        None,
    )


def test_a_deal_seen_in_another_variant_or_never_finished_is_played_again(
    store: Store, registry: Registry
) -> None:
    store.save(_record(_play(registry, moves=1, variant="poker-squares"), 0))
    store.save(_record(_play(registry), 1))
    store.save(_record(_play(registry, 8), 2))
    replays = {found.variant: found.replays.games for found in statistics(store.games())}
    assert replays == {"cribbage-squares": 1, "poker-squares": 0}


def test_a_longer_deal_that_begins_with_cards_known_is_played_again(
    store: Store, registry: Registry
) -> None:
    store.save(_record(_play(registry), 0))
    store.save(_record(_play(registry, variant="poker-squares"), 1))
    replays = {found.variant: found.replays.games for found in statistics(store.games())}
    assert replays == {"cribbage-squares": 0, "poker-squares": 1}


def test_a_deal_is_new_to_a_player_who_has_not_seen_it(store: Store, registry: Registry) -> None:
    for minute, players in enumerate((["Ann"], ["Bob"], ["Bob", "Cy"], ["Cy"])):
        store.save(_record(_play(registry, players=players), minute))
    replays = {found.players: found.replays.games for found in statistics(store.games())}
    assert replays == {("Ann",): 0, ("Bob",): 0, ("Bob", "Cy"): 1, ("Cy",): 1}


def test_games_of_other_rules_are_counted_apart(store: Store, registry: Registry) -> None:
    for seed, target in ((1, None), (2, 0), (3, 0)):
        store.save(_record(_play(registry, seed, target=target), seed))
    assert [found.all.games for found in statistics(store.games())] == [1, 2]


def test_means_and_bests_are_those_of_the_games(store: Store, registry: Registry) -> None:
    games = [_play(registry, seed, target=35) for seed in range(1, 9)]
    for minute, game in enumerate(games):
        store.save(_record(game, minute))
    totals = [game.score.total for game in games]
    won = [total for total in totals if total >= 35]
    assert 0 < len(won) < 8, "the seeds must give wins and losses"
    found = _statistics(store).all
    assert found.won == len(won)
    assert found.win_rate == len(won) / 8
    assert found.mean == pytest.approx(sum(totals) / 8)
    assert found.mean_won == pytest.approx(sum(won) / len(won))
    assert (found.best, found.worst) == (max(totals), min(totals))
    assert found.best_game == 1 + totals.index(max(totals))


def test_a_streak_is_of_wins_on_deals_played_for_the_first_time(
    store: Store, registry: Registry
) -> None:
    wins = [seed for seed in range(1, 200) if _play(registry, seed, target=35).won][:5]
    losses = [seed for seed in range(1, 30) if not _play(registry, seed, target=35).won][:1]
    order = [wins[0], wins[1], wins[1], wins[2], losses[0], wins[3], wins[3], wins[4]]
    for minute, seed in enumerate(order):
        store.save(_record(_play(registry, seed, target=35), minute))
    found = _statistics(store)
    assert (found.streak, found.longest_streak) == (2, 3)
    assert (found.first_plays.games, found.replays.games) == (6, 2)


def test_which_aid_was_used_is_told(store: Store, registry: Registry) -> None:
    store.save(_record(_play(registry, 1), 0, {"demo": 1, "hints": 0}))
    store.save(_record(_play(registry, 2), 1, {"hints": 2}))
    store.save(_record(_play(registry, 3), 2))
    found = _statistics(store)
    assert found.aids == {"demo": 1, "hints": 2}
    assert (found.aided, found.unaided.games) == (2, 1)


def test_a_game_that_cannot_be_won_has_no_win_rate(store: Store, registry: Registry) -> None:
    rules = registry.rules("cribbage-squares", {"target": "none"})
    game = Game(rules, make_deal(1))
    while not game.over:
        game.play(game.legal_moves[0])
    store.save(_record(game))
    found = _statistics(store)
    assert (found.all.games, found.all.decided, found.all.win_rate, found.streak) == (
        1,
        0,
        None,
        None,
    )


def test_a_store_without_tables_is_brought_up_to_date(store: Store, registry: Registry) -> None:
    create(store.path, migrations=())
    assert store.games() == []
    store.save(_record(_play(registry)))
    assert len(store.games()) == 1


def test_an_older_store_is_migrated_with_its_games_and_a_copy_is_kept(
    store: Store, registry: Registry
) -> None:
    record = _record(_play(registry))
    store.save(record)
    before = store.path.read_bytes()

    def add_notes(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE games ADD COLUMN note TEXT NOT NULL DEFAULT ''")

    newer = Store(store.path.parent, migrations=(*MIGRATIONS, add_notes))
    assert [game.id for game in newer.games()] == [record.id]
    assert newer.record(1)[0] == record
    assert newer.save(_record(_play(registry, 8))).number == 2
    with closing(sqlite3.connect(store.path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (2,)
        assert connection.execute("SELECT note FROM games").fetchall() == [("",), ("",)]
    copy = store.path.with_name("games.schema-1.sqlite")
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT id FROM games").fetchall() == [(record.id,)]
    assert len(before) == copy.stat().st_size


def test_a_migration_that_fails_changes_nothing(store: Store, registry: Registry) -> None:
    store.save(_record(_play(registry)))
    before = store.path.read_bytes()

    def half(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE games ADD COLUMN note TEXT")
        connection.execute("ALTER TABLE nothing ADD COLUMN note TEXT")

    with pytest.raises(StoreError):
        Store(store.path.parent, migrations=(*MIGRATIONS, half)).games()
    assert store.path.read_bytes() == before
    assert len(store.games()) == 1


def test_a_store_of_a_newer_version_is_left_alone(store: Store, registry: Registry) -> None:
    record = _record(_play(registry))
    Store(store.path.parent, migrations=(*MIGRATIONS, lambda _: None)).save(record)
    before = store.path.read_bytes()
    for operation in (store.games, lambda: store.save(record), lambda: store.record(1)):
        with pytest.raises(
            StoreError, match=r"written by a newer version \(schema 2, this one kno"
        ):
            operation()
    assert store.path.read_bytes() == before


def test_a_game_goes_to_a_file_at_every_move_while_the_store_fails(
    store: Store, registry: Registry, tmp_path: Path
) -> None:
    store.path.parent.mkdir()
    store.path.write_bytes(b"not a store")
    game = Game(registry.rules("cribbage-squares"), make_deal(7))
    keeper = StoreKeeper(store, folders=[store.path / "no", tmp_path / "here"])
    told = set()
    while not game.over:
        game.play(game.legal_moves[0])
        with pytest.raises(
            StoreError, match=r"is damaged .*; the game is kept in .*here"
        ) as caught:
            keeper.save(game, Aids())
        told.add(str(caught.value))
        [file] = (tmp_path / "here").iterdir()
        assert read_record(file).replay(registry).moves == game.moves
    assert len(told) == 1
    assert keeper.how_to_resume == f"go on with: squares resume {file}"
    assert store.path.read_bytes() == b"not a store"


def test_a_game_in_a_file_comes_back_into_the_store_that_works_again(
    store: Store, registry: Registry, tmp_path: Path
) -> None:
    game = _play(registry, moves=3)
    keeper = StoreKeeper(store, folders=[tmp_path / "here"])
    keeper.save(game, Aids())
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        game.play(game.legal_moves[0])
        with pytest.raises(StoreError, match=r"in use by another program for 0\.05 s"):
            keeper.save(game, Aids())
        assert len(list((tmp_path / "here").iterdir())) == 1
    game.play(game.legal_moves[0])
    keeper.save(game, Aids())
    assert list((tmp_path / "here").iterdir()) == []
    assert [(kept.number, kept.moves) for kept in store.games()] == [(1, 5)]


def test_a_file_of_a_game_is_never_replaced_by_an_earlier_state_of_it(
    store: Store, registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    game = _play(registry, moves=3)
    keeper = StoreKeeper(store)
    keeper.save(game, Aids())
    record, place = store.record(1)
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        while not game.over:
            game.play(game.legal_moves[0])
        with pytest.raises(StoreError):
            keeper.save(game, Aids())
        (file,) = here.iterdir()
        later = StoreKeeper.resumed(store, record, place)
        with pytest.raises(StoreError):
            later.save(record.replay(registry), Aids())
    assert read_record(file).state == "finished"
    assert len(list(here.iterdir())) == 2


def test_a_file_that_cannot_be_taken_away_ends_no_game(
    store: Store, registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = _play(registry, moves=3)
    keeper = StoreKeeper(store, folders=[tmp_path / "here"])
    keeper.save(game, Aids())
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        game.play(game.legal_moves[0])
        with pytest.raises(StoreError):
            keeper.save(game, Aids())
    (file,) = (tmp_path / "here").iterdir()

    def refused(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refused)
        keeper.save(game, Aids())
    assert file.exists()
    assert [(kept.number, kept.moves) for kept in store.games()] == [(1, 4)]


def test_a_game_that_can_be_kept_nowhere_is_said_to_be_lost(
    store: Store, registry: Registry, tmp_path: Path
) -> None:
    (tmp_path / "data").write_text("in the way")
    keeper = StoreKeeper(store, folders=[tmp_path / "data" / "x"])
    with pytest.raises(StoreError, match="the game is NOT kept"):
        keeper.save(_play(registry, moves=1), Aids())
    assert keeper.how_to_resume == ""


def test_a_deal_without_a_seed_is_kept_with_its_cards(store: Store, registry: Registry) -> None:
    game = Game(registry.rules("cribbage-squares"), Deal(make_deal(3).cards[:17]))
    game.play(game.legal_moves[0])
    store.save(_record(game))
    assert store.record(1)[0].replay(registry).next_cards() == game.next_cards()
