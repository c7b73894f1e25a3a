"""What is played, by whom, and where each game is kept: the same line by line and at the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

from squares_core.deals import Deal, daily_deal
from squares_core.errors import InvalidValueError, StoreError
from squares_core.game import Game
from squares_core.keeping import Aids, StoreKeeper, duplicate_ids
from squares_core.records import GameRecord, plugins_of, spec_of
from squares_core.rules import Rules
from squares_core.seating.deals import new_deal, today
from squares_core.seating.kept import (
    PATIENCE,
    SCREEN_PATIENCE,
    Found,
    duplicates_of,
    numbered_game,
    settings_of,
    store_of,
)
from squares_core.seating.setup import Setup, play_words
from squares_core.wording import shown

_LONGEST_NAME = 20


@dataclass
class Seat:
    """One game being played, with what keeps it, the aids used in it, and the day it is for."""

    game: Game
    keeper: StoreKeeper
    aids: Aids = field(default_factory=Aids)
    daily: date | None = None
    _told: set[str] = field(default_factory=set)

    def keep(self) -> str:
        """Keep the game as it stands; return what a player must be told once, or nothing."""
        try:
            self.keeper.save(self.game, self.aids)
        except StoreError as error:
            if str(error) not in self._told:
                self._told.add(str(error))
                return str(error)
        return ""

    def record(self) -> GameRecord:
        """Return the record of the game as it stands."""
        return self.keeper.record(self.game, self.aids)


@dataclass(frozen=True)
class Occasion:
    """What is to be played: a variant with its settings, and who plays.

    With ``duplicate`` each of ``players`` plays the same deal alone; otherwise they place in turn
    on one grid. ``settings`` are the texts given with ``--set``. ``patience`` is how long, in
    seconds, the store is waited for.
    """

    setup: Setup
    variant: str
    settings: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    duplicate: bool = False
    patience: float = PATIENCE

    @cached_property
    def rules(self) -> Rules:
        """The rules of the variant with its settings. Raises UnknownIdError and the like."""
        return self.setup.rules(self.variant, self.settings)

    def deal_out(self, deal: Deal) -> Round:
        """Return the games in which ``deal`` is played, one for each grid."""
        if not self.duplicate:
            return Round(self, (self._seat(Game(self.rules, deal, self.players)),))
        ids = duplicate_ids(len(self.players))
        return Round(
            self,
            tuple(
                self._seat(Game(self.rules, deal, (player,)), id_)
                for player, id_ in zip(self.players, ids, strict=True)
            ),
        )

    def _seat(self, game: Game, id_: str | None = None) -> Seat:
        day = self.day_of(game.deal)
        keeper = StoreKeeper(
            store_of(self.setup, self.patience),
            id_=id_,
            daily=day,
            plugins=plugins_of(self.rules, self.setup.registry),
            program=self.setup.command(),
        )
        return Seat(game, keeper, daily=day)

    def day_of(self, deal: Deal) -> date | None:
        """Return today where ``deal`` is the daily deal, also when its code was typed."""
        day = today()
        return day if deal == daily_deal(self.rules.id, day) else None

    def command(self, deal: Deal) -> str:
        """Return the command that deals the cards of ``deal`` again."""
        return self.setup.command(*play_words(self.variant, self.settings, deal.code))


@dataclass(frozen=True)
class Round:
    """One deal at an occasion: a seat for each grid, and the place of the one to play first."""

    occasion: Occasion
    seats: tuple[Seat, ...]
    first: int = 0

    def next_place(self, place: int) -> int | None:
        """Return the first place besides ``place`` where there is still something to play."""
        waiting = (n for n, seat in enumerate(self.seats) if n != place and not seat.game.over)
        return next(waiting, None)


def occasion_of(setup: Setup, record: GameRecord, patience: float = PATIENCE) -> Occasion:
    """Return the occasion at which the game of ``record`` was begun, others' games left aside."""
    settings = tuple(settings_of(record.variant, setup.registry))
    players = tuple(record.game.players)
    return Occasion(setup, record.variant.id, settings, players, patience=patience)


def resumed(setup: Setup, found: Found, patience: float = PATIENCE) -> Round:
    """Return the round in which the game of ``found`` goes on first.

    Where it is one of a duplicate deal the other players' games are there as well, as far as the
    store has them. Raises RecordError for a record that does not replay, and StoreError.
    """
    store = store_of(setup, patience)
    party = [found] if found.place is None else duplicates_of(store, found)
    seats = tuple(
        Seat(
            each.record.replay(setup.registry, each.name),
            StoreKeeper.resumed(store, each.record, each.place, program=setup.command()),
            Aids.of(each.record),
            each.record.game.daily,
        )
        for each in party
    )
    occasion = occasion_of(setup, found.record, patience)
    if len(seats) > 1:
        players = tuple(seat.game.players[0] for seat in seats)
        occasion = replace(occasion, players=players, duplicate=True)
    return Round(occasion, seats, party.index(found))


def begun_today(occasion: Occasion, deal: Deal) -> Found | None:
    """Return the game in progress in which the players of ``occasion`` have begun today's ``deal``.

    None where ``deal`` is not today's, or none of its games is in progress by the same rules. Of a
    duplicate deal it is the game of whoever is to play. Raises StoreError.
    """
    day = occasion.day_of(deal)
    if day is None:
        return None
    store, spec = store_of(occasion.setup, occasion.patience), spec_of(occasion.rules)
    begun = [game for game in store.games() if game.daily == day and game.state == "playing"]
    for game in sorted(begun, key=lambda game: game.saved, reverse=True):
        found = numbered_game(store, game.number)
        if found.record.variant != spec or found.record.game.deal != deal.code:
            continue
        party = duplicates_of(store, found)
        if len(party) == 1:
            players = tuple(found.record.game.players)
        else:
            players = tuple(each.record.game.players[0] for each in party)
        if players == occasion.players and (len(party) > 1) == occasion.duplicate:
            return next((each for each in party if each.record.finished is None), found)
    return None


@dataclass(frozen=True)
class Opening:
    """What the table opens with: a game to play, one to go on with, or the menu.

    ``found`` is a game to go on with. Otherwise ``variant`` is played at once or, where it is None,
    chosen from the menu, with ``settings``, ``players`` and ``duplicate`` as in ``Occasion``.
    ``deal_of`` gives the first deal of the variant with an id; without it the deal is a new one.
    """

    variant: str | None = None
    settings: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    duplicate: bool = False
    deal_of: Callable[[str], Deal] | None = None
    found: Found | None = None

    def occasion(self, setup: Setup, variant: str) -> Occasion:
        """Return the occasion at which ``variant`` is played."""
        return Occasion(
            setup, variant, self.settings, self.players, self.duplicate, patience=SCREEN_PATIENCE
        )

    def deal(self, variant: str) -> Deal:
        """Return the first deal."""
        return new_deal() if self.deal_of is None else self.deal_of(variant)

    def daily(self, variant: str) -> date | None:
        """Return today where the first deal of ``variant`` is the one of today."""
        day = today()
        asked = self.deal_of is not None and self.deal_of(variant) == daily_deal(variant, day)
        return day if asked else None

    def check(self, setup: Setup) -> None:
        """Raise SquaresError when the game cannot be played."""
        if self.found is not None:
            resumed(setup, self.found, SCREEN_PATIENCE)
        elif self.variant is not None:
            self.occasion(setup, self.variant).deal_out(self.deal(self.variant))
        elif self.deal_of is not None:
            self.deal_of("")


def player_names(text: str | None, *, duplicate: bool = False) -> tuple[str, ...]:
    """Return the names in ``text``, separated by commas.

    Raises InvalidValueError for a name that cannot be shown, and when duplicate play is asked for
    without two players.
    """
    names = tuple(name.strip() for name in text.split(",")) if text is not None else ()
    for name in names:
        if not name.isprintable() or len(name) > _LONGEST_NAME:
            raise InvalidValueError(
                f"'{shown(name)}' is no name for a player: a name has at most {_LONGEST_NAME} "
                "characters that can be printed"
            )
    if duplicate and len(names) < 2:
        raise InvalidValueError("--duplicate needs two or more players, as --players Ann,Bob")
    return names
