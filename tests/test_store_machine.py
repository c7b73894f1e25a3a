"""Any course of playing, breaking off, copying and coming back keeps every game as it was left."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from squares_core import Game, Move, load_registry, make_deal
from squares_core.keeping import Aids, StoreKeeper
from squares_core.records import parse_record
from squares_core.statistics import statistics
from squares_core.store import Store

_REGISTRY = load_registry(environ={"SQUARES_PLUGINS": ""})
_VARIANTS = _REGISTRY.variants.ids


@dataclass
class _Told:
    """What a player knows of a game: the moves that stand, and whether its end was ever reached."""

    variant: str
    moves: tuple[Move, ...] = ()
    ended: bool = False
    undos: int = 0


class Keeping(RuleBasedStateMachine):
    """One player who plays several games, one after another or by turns, in one store."""

    def __init__(self) -> None:
        super().__init__()
        memory = Path("/dev/shm")
        where = memory if memory.is_dir() else None
        self.folder = tempfile.TemporaryDirectory(dir=where)
        self.told: list[_Told] = []
        self.open_store()

    def teardown(self) -> None:
        self.folder.cleanup()

    def open_store(self) -> None:
        """Come back as another process: nothing is known but what is kept."""
        self.store = Store(Path(self.folder.name))
        self.game: Game | None = None

    def keep(self) -> None:
        told, game = self.told[self.playing], self.game
        assert game is not None
        told.moves = game.moves
        told.ended = told.ended or game.over
        self.keeper.save(game, Aids(undos=told.undos))

    @precondition(lambda self: len(self.told) < 5)
    @rule(variant=st.sampled_from(_VARIANTS), seed=st.integers(0, 2))
    def begin(self, variant: str, seed: int) -> None:
        self.playing = len(self.told)
        self.told.append(_Told(variant))
        self.game = Game(_REGISTRY.rules(variant), make_deal(seed))
        self.keeper = StoreKeeper(self.store)
        self.keep()

    @precondition(lambda self: self.game is not None and not self.game.over)
    @rule(choice=st.integers(0, 1000), count=st.integers(1, 8))
    def play(self, choice: int, count: int) -> None:
        assert self.game is not None
        for _ in range(count):
            if not self.game.over:
                moves = self.game.legal_moves
                self.game.play(moves[choice % len(moves)])
                self.keep()

    @precondition(lambda self: self.game is not None and not self.game.over)
    @rule(choice=st.integers(0, 1000))
    def play_to_the_end(self, choice: int) -> None:
        assert self.game is not None
        while not self.game.over:
            moves = self.game.legal_moves
            # The last of the moves of a shuffle game ends it; elsewhere any will do.
            shuffles = self.game.rules.deal == "shuffle"
            self.game.play(moves[-1 if shuffles else choice % len(moves)])
        self.keep()

    @precondition(lambda self: self.game is not None and self.game.can_undo)
    @rule(count=st.integers(1, 3))
    def take_back(self, count: int) -> None:
        assert self.game is not None
        for _ in range(count):
            if self.game.can_undo:
                self.game.undo()
                self.told[self.playing].undos += 1
                self.keep()

    @rule()
    def break_off(self) -> None:
        self.open_store()

    @precondition(lambda self: bool(self.told))
    @rule(choice=st.integers(0, 4))
    def resume(self, choice: int) -> None:
        self.open_store()
        self.playing = choice % len(self.told)
        record, place = self.store.record(self.playing + 1)
        self.game = record.replay(_REGISTRY)
        self.keeper = StoreKeeper.resumed(self.store, record, place)

    @precondition(lambda self: bool(self.told))
    @rule(choice=st.integers(0, 4))
    def copy_out_and_in(self, choice: int) -> None:
        number = 1 + choice % len(self.told)
        record = self.store.record(number)[0]
        assert parse_record(record.text()) == record
        assert self.store.add(record) == (number, False)

    @invariant()
    def every_game_is_as_it_was_left(self) -> None:
        store = Store(Path(self.folder.name))
        games = store.games()
        assert [game.variant for game in games] == [told.variant for told in self.told]
        for game, told in zip(games, self.told, strict=True):
            record = store.record(game.number)[0]
            replayed = record.replay(_REGISTRY)
            assert replayed.moves == told.moves
            assert record.aids.get("undos", 0) == game.aids.get("undos", 0) == told.undos
            assert (game.state == "playing") == (not replayed.over)
            assert (game.ended is not None) == told.ended
            assert game.state == "playing" or game.total == replayed.score.total

    @invariant()
    def no_figure_counts_a_game_twice(self) -> None:
        found = statistics(Store(Path(self.folder.name)).games())
        assert sum(one.all.games for one in found) == sum(told.ended for told in self.told)
        for one in found:
            assert one.all.games == one.first_plays.games + one.replays.games
            assert one.all.games == one.unaided.games + one.aided
            assert one.all.win_rate is None or 0 <= one.all.win_rate <= 1
            assert one.all.won <= one.all.decided <= one.all.games


TestKeeping = Keeping.TestCase
TestKeeping.settings = settings(max_examples=25, stateful_step_count=20)
