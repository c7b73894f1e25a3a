"""Games at the table: what is to be played, each game with its keeper and the aids used."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cached_property
from typing import Final

from squares_core.cli.kept import Found, settings_of, store_of
from squares_core.cli.session import Aids
from squares_core.cli.setup import Setup, parse_settings
from squares_core.cli.sitting import command_text
from squares_core.deals import Deal, daily_deal, make_deal, parse_deal_code
from squares_core.errors import StoreError, UnreadableError
from squares_core.game import Game
from squares_core.keeping import StoreKeeper
from squares_core.records import GameRecord, plugins_of
from squares_core.rules import Rules
from squares_core.store import Store

# Seeds drawn for a person stay short, so that the code of the deal is short to share.
_DRAWN_SEEDS: Final = 2**40
# The screen waits for the store no longer than this, in seconds; then a file takes the game.
_PATIENCE: Final = 1.0


def new_deal() -> Deal:
    """Return a deal drawn at random."""
    return make_deal(secrets.randbelow(_DRAWN_SEEDS))


def today() -> date:
    """Return the day whose daily deals are played now."""
    return datetime.now(UTC).date()


def read_deal(text: str) -> Deal:
    """Return the deal that a person typed: a seed or a code. Raises UnreadableError."""
    word = text.strip()
    if word.isascii() and word.isdecimal() and len(word) <= 20 and int(word) < 2**64:
        return make_deal(int(word))
    try:
        return parse_deal_code(word)
    except UnreadableError as error:
        raise UnreadableError(f"{error}; a seed is a whole number") from error


@dataclass(frozen=True)
class Occasion:
    """What is to be played: a variant with its settings, and who plays.

    With ``duplicate`` each of ``players`` plays the same deal alone; otherwise they place in turn
    on one grid.
    """

    setup: Setup
    variant: str
    settings: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    duplicate: bool = False

    @cached_property
    def rules(self) -> Rules:
        """The rules of the variant with its settings. Raises UnknownIdError and the like."""
        return self.setup.registry.rules(self.variant, parse_settings(list(self.settings)))

    def seats(self, deal: Deal) -> tuple[Seat, ...]:
        """Return the games in which ``deal`` is played, one for each grid."""
        parties = [(name,) for name in self.players] if self.duplicate else [self.players]
        return tuple(self._seat(Game(self.rules, deal, players)) for players in parties)

    def _seat(self, game: Game) -> Seat:
        store = patient_store(self.setup)
        # Whoever types the code of today's deal plays the daily deal as well.
        daily = today() if game.deal == daily_deal(self.rules.id, today()) else None
        keeper = StoreKeeper(
            store,
            daily=daily,
            plugins=plugins_of(self.rules, self.setup.registry),
            resume_command=command_text(self.setup, "resume"),
        )
        return Seat(self, game, keeper)

    def resumed(self, found: Found) -> Seat:
        """Return the seat where the game of ``found`` goes on. Raises RecordError."""
        record = found.record
        game = record.replay(self.setup.registry, found.name)
        keeper = StoreKeeper.resumed(
            patient_store(self.setup),
            record,
            found.place,
            resume_command=command_text(self.setup, "resume"),
        )
        aids = Aids(hints=record.aids.get("hints", 0), undos=record.aids.get("undos", 0))
        return Seat(self, game, keeper, aids)

    def again_command(self, deal: Deal) -> str:
        """Return the command that deals the cards of ``deal`` again."""
        words = ["play", self.variant]
        for setting in self.settings:
            words += ["--set", setting]
        return command_text(self.setup, *words, "--deal", deal.code)


def occasion_of(setup: Setup, record: GameRecord) -> Occasion:
    """Return the occasion at which the game of ``record`` was begun."""
    return Occasion(
        setup,
        record.variant.id,
        tuple(settings_of(record.variant, setup.registry)),
        tuple(record.game.players),
    )


def patient_store(setup: Setup) -> Store:
    """Return the store, which waits for another program no longer than a player would."""
    store = store_of(setup)
    store.timeout = _PATIENCE
    return store


@dataclass
class Seat:
    """One game being played, with what keeps it and the aids used in it."""

    occasion: Occasion
    game: Game
    keeper: StoreKeeper
    aids: Aids = field(default_factory=Aids)
    _told: set[str] = field(default_factory=set)

    def keep(self) -> str:
        """Keep the game as it stands; return what a player must be told once, or nothing."""
        try:
            if self.game.over:
                self.keeper.finish(self.game, self.aids)
            else:
                self.keeper.save(self.game, self.aids)
        except StoreError as error:
            if str(error) not in self._told:
                self._told.add(str(error))
                return str(error)
        return ""

    def record(self) -> GameRecord:
        """Return the record of the game as it stands."""
        return self.keeper.record(self.game, self.aids)
