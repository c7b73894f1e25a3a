"""One sitting in line mode: a variant, those who play it, and one deal after another."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import typer

from squares_core.cli.line_mode.conversation import Outcome, Talk, play_duplicate, play_out
from squares_core.cli.line_mode.session import Adviser, Session
from squares_core.deals import Deal
from squares_core.errors import InvalidValueError, suggest
from squares_core.game import Game
from squares_core.judging.advice import ADVISER, can_advise, rate_moves
from squares_core.registry import Registry
from squares_core.rules import Rules
from squares_core.seating.deals import new_deal
from squares_core.seating.seats import Occasion, Round
from squares_core.strategy import MoveValue
from squares_core.text.render import Look
from squares_core.text.streams import moves_cursor
from squares_core.wording import shown

_PLAIN: Final = Look()


@dataclass(frozen=True)
class Sitting:
    """Games played line by line: what is played, with whom, and whether all moves are rated."""

    talk: Talk
    hints: bool = False

    def play(self, occasion: Occasion, deal: Deal) -> None:
        """Play ``deal``, then as many deals as are wanted. Raises as ``play_out`` does."""
        if day := occasion.day_of(deal):
            self.talk.say(f"The daily deal of {day.isoformat()}, the same for everyone.")
        self.go_on(occasion.deal_out(deal))

    def go_on(self, games: Round) -> None:
        """Play what is left of a round, then as ``play`` does."""
        occasion = games.occasion
        while (outcome := self._outcome(games)) in ("again", "same"):
            deal = new_deal() if outcome == "again" else games.seats[0].game.deal
            self.talk.say("")
            games = occasion.deal_out(deal)

    def _outcome(self, games: Round) -> Outcome:
        occasion = games.occasion
        adviser = adviser_from(occasion.setup.registry, self.talk.look)
        sessions = [
            Session(seat, self.talk.look, again=occasion.command(seat.game.deal), adviser=adviser)
            for seat in games.seats
        ]
        if occasion.duplicate:
            return play_duplicate(sessions, self.talk, first=games.first, hints=self.hints)
        self.talk.say(sessions[0].opening)
        return play_out(sessions[0], self.talk, hints=self.hints)


def ask_which(registry: Registry, talk: Talk) -> str:
    """Return the id of the variant that a person chooses.

    Raises InvalidValueError where there is no person to ask, typer.Exit when none is wanted.
    """
    if not talk.is_person:
        raise InvalidValueError("name the game to play: 'squares variants' lists them")
    ids = registry.playable()
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


def adviser_from(registry: Registry, look: Look = _PLAIN) -> Adviser | None:
    """Return what rates moves for hints, or None where no strategy installed does.

    The first hint may take long: what rates the moves is loaded, compiled or even learned for it.
    Who watches stderr is told so, in what ``look`` can show.
    """
    if not can_advise(registry):
        return None
    made_ready = False

    def advise(game: Game) -> Sequence[MoveValue]:
        nonlocal made_ready
        if not made_ready:
            _make_ready(registry, game.rules, look)
            made_ready = True
        with _saying("working out what the moves are worth ...", look):
            return rate_moves(registry, game.view, len(game.moves))

    return advise


def _make_ready(registry: Registry, rules: Rules, look: Look) -> None:
    if rules.deal != "turned":
        return
    from squares_core.cli.long_runs import made_ready

    with _saying("loading what rates the moves ...", look):
        from squares_core.engine import compile_rules  # noqa: F401 - to have it loaded, no more
    made_ready(registry.strategy(ADVISER), rules)


@contextmanager
def _saying(text: str, look: Look) -> Iterator[None]:
    """Show ``text`` on stderr for as long as something takes, where that is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    print(text, end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        erases = moves_cursor(sys.stderr) and (look.steers or look.colour)
        print("\r\x1b[K" if erases else "\n", end="", file=sys.stderr, flush=True)
