"""One sitting: a variant, those who play it, and one deal after another."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from squares_core.cards import shown
from squares_core.chance import Chance
from squares_core.cli.conversation import Outcome, Talk, play_duplicate, play_out
from squares_core.cli.deals import chosen_deal
from squares_core.cli.session import Advisor, Aids, Keeper, Session
from squares_core.cli.setup import Setup, parse_settings
from squares_core.deals import Deal, daily_deal
from squares_core.errors import InvalidValueError, SquaresError, suggest
from squares_core.game import Game
from squares_core.registry import Registry
from squares_core.rules import Rules
from squares_core.strategy import MoveValue

_ADVISER = "expert"
_HINT_SEED = 1
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

        # Whoever types the code of today's deal plays the daily deal as well.
        today = datetime.now(UTC).date()
        return StoreKeeper(
            store_of(self.setup),
            daily=today if game.deal == daily_deal(self.rules.id, today) else None,
            plugins=plugins_of(self.rules, self.setup.registry),
            resume_command=command_text(self.setup, "resume"),
        )

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

    Raises InvalidValueError where there is no person to ask.
    """
    ids = registry.variants.ids
    if not talk.is_person:
        raise InvalidValueError(
            "name the game to play, such as cribbage-squares; 'squares variants' lists them"
        )
    width = max(map(len, ids), default=0)
    for number, id_ in enumerate(ids, 1):
        talk.say(f"{number:>3}  {id_:<{width}}  {registry.variant(id_).title}")
    while True:
        answer = talk.ask("Which game, by number or name > ").strip().casefold()
        if answer.isdecimal() and 1 <= int(answer) <= len(ids):
            return ids[int(answer) - 1]
        if answer in registry.variants:
            return answer
        talk.say(f"'{shown(answer)}' is none of them: type 1 to {len(ids)}{suggest(answer, ids)}")


def advisor_from(registry: Registry) -> Advisor | None:
    """Return what rates moves for hints, or None where no strategy installed does."""
    if _ADVISER not in registry.strategies:
        return None

    def advise(game: Game) -> Sequence[MoveValue]:
        # The same stream at the same move, so that a hint asked for twice is the same.
        chance = Chance(_HINT_SEED, len(game.moves))
        try:
            return registry.strategy(_ADVISER).rate(game.view, chance)
        except SquaresError:
            raise
        except Exception as error:  # a strategy may come from any plugin and raise anything
            cause = shown(f"{type(error).__name__}: {error}", 200)
            raise SquaresError(f"strategy {_ADVISER} failed: {cause}") from error

    return advise
