"""One sitting: a variant, those who play it, and one deal after another."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property

import typer

from squares_core.advice import can_advise, rate_moves
from squares_core.cards import shown
from squares_core.cli.conversation import Outcome, Talk, play_duplicate, play_out
from squares_core.cli.deals import chosen_deal
from squares_core.cli.session import Advisor, Aids, Keeper, Session
from squares_core.cli.setup import Setup, parse_settings
from squares_core.deals import Deal, daily_deal
from squares_core.errors import InvalidValueError, suggest
from squares_core.game import Game
from squares_core.registry import Registry
from squares_core.rules import Rules

_LONGEST_NAME = 20


@dataclass(frozen=True)
class Sitting:
    """What one call of ``squares play`` is about.

    ``players`` place in turn on one grid, or with ``duplicate`` each alone on a grid of their own.
    ``settings`` are the texts given with ``--set``.
    """

    setup: Setup
    talk: Talk
    variant: str
    settings: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    duplicate: bool = False
    hints: bool = False

    @cached_property
    def rules(self) -> Rules:
        """The rules of the variant with its settings. Raises UnknownIdError and the like."""
        return self.setup.registry.rules(self.variant, parse_settings(list(self.settings)))

    def play(self, deal: Deal) -> None:
        """Play ``deal``, then as many deals as are wanted. Raises as ``play_out`` does."""
        self._go_on(self._play(deal), deal)

    def resume(self, game: Game, aids: Aids, keeper: Keeper) -> None:
        """Go on with ``game``, then as ``play`` does."""
        session = self._session(game, aids)
        self.talk.say(session.opening)
        self._go_on(play_out(session, self.talk, keeper, hints=self.hints), game.deal)

    def _go_on(self, outcome: Outcome, deal: Deal) -> None:
        while outcome in ("again", "same"):
            if outcome == "again":
                deal = chosen_deal(None, None)
            self.talk.say("")
            outcome = self._play(deal)

    def _play(self, deal: Deal) -> Outcome:
        parties = [(name,) for name in self.players] if self.duplicate else [self.players]
        games = [Game(self.rules, deal, players) for players in parties]
        tables = [(self._session(game), self._keeper(game)) for game in games]
        if day := self._day(deal):
            self.talk.say(f"The daily deal of {day.isoformat()}, the same for everyone.")
        if self.duplicate:
            return play_duplicate(tables, self.talk, hints=self.hints)
        session, keeper = tables[0]
        self.talk.say(session.opening)
        return play_out(session, self.talk, keeper, hints=self.hints)

    def _session(self, game: Game, aids: Aids | None = None) -> Session:
        advisor = advisor_from(self.setup.registry)
        again = self.command(game.deal)
        return Session(game, self.talk.look, again=again, advisor=advisor, aids=aids)

    def _keeper(self, game: Game) -> Keeper:
        from squares_core.cli.kept import store_of
        from squares_core.keeping import StoreKeeper
        from squares_core.records import plugins_of

        return StoreKeeper(
            store_of(self.setup),
            daily=self._day(game.deal),
            plugins=plugins_of(self.rules, self.setup.registry),
            resume_command=command_text(self.setup, "resume"),
        )

    def _day(self, deal: Deal) -> date | None:
        """Return today where ``deal`` is the daily deal, also when its code was typed."""
        today = datetime.now(UTC).date()
        return today if deal == daily_deal(self.rules.id, today) else None

    def command(self, deal: Deal) -> str:
        """Return the command that deals the cards of ``deal`` again."""
        words = ["play", self.variant]
        for setting in self.settings:
            words += ["--set", setting]
        return command_text(self.setup, *words, "--deal", deal.code)


def command_text(setup: Setup, *words: str) -> str:
    """Return the command line that runs ``words`` with the options that stand before them now."""
    before: list[str] = []
    for path in setup.variant_files:
        before += ["--variant-file", str(path)]
    if setup.data is not None and str(setup.data) != os.environ.get("SQUARES_DATA"):
        before += ["--data", str(setup.data)]
    return shlex.join(["squares", *before, *words])


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


def ask_which(registry: Registry, talk: Talk) -> str:
    """Return the id of the variant that a person chooses.

    Raises InvalidValueError where there is no person to ask, typer.Exit when none is wanted.
    """
    ids = registry.variants.ids
    if not talk.is_person:
        raise InvalidValueError(
            "name the game to play, such as cribbage-squares; 'squares variants' lists them"
        )
    titles = {id_: registry.variant(id_).title for id_ in ids}
    width = max(map(len, ids), default=0)
    for number, (id_, title) in enumerate(titles.items(), 1):
        talk.say(f"{number:>3}  {id_:<{width}}  {title}")
    while True:
        answer = talk.ask("Which game, by number or name > ").strip().casefold()
        if answer in ("quit", "q", "exit"):
            raise typer.Exit
        if answer.isdecimal() and 1 <= int(answer) <= len(ids):
            return ids[int(answer) - 1]
        if named := [id_ for id_ in ids if answer in (id_, titles[id_].casefold())]:
            return named[0]
        near = suggest(answer, ids)
        talk.say(f"'{shown(answer)}' is none of them: type 1 to {len(ids)}, or quit{near}")


def advisor_from(registry: Registry) -> Advisor | None:
    """Return what rates moves for hints, or None where no strategy installed does."""
    if not can_advise(registry):
        return None
    return lambda game: rate_moves(registry, game.view, len(game.moves))
