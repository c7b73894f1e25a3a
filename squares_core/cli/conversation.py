"""Plays sessions with whoever reads and types: a person at a terminal, a pipe, a file."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, TextIO, TypeAlias

from squares_core.cli.game_text import comparison_text
from squares_core.cli.render import Look, folded
from squares_core.cli.session import Aids, Keeper, Reply, Session
from squares_core.errors import SquaresError, StoreError
from squares_core.game import Game

Outcome: TypeAlias = Literal["over", "quit", "again", "same"]

_LONGEST_LINE = 1000


class InputEndedError(SquaresError):
    """The input came to its end before the game did."""


class Talk:
    """What is read and printed in turn: ``source`` may be None where there is no input at all.

    ``is_person`` tells that someone types at a terminal. Input from elsewhere is printed after its
    prompt, so that what is printed reads as a whole.
    """

    def __init__(self, source: TextIO | None, sink: TextIO, look: Look) -> None:
        self.source = source
        self.sink = sink
        self.look = look
        self.is_person = source is not None and source.isatty()

    def say(self, text: str) -> None:
        """Print ``text`` and end the line."""
        print(self.look.fit(text), file=self.sink)

    def ask(self, prompt: str) -> str:
        """Return the next line typed, without its end.

        Raises InputEndedError when there is none.
        """
        self.sink.write(self.look.fit(prompt))
        self.sink.flush()
        try:
            line = self._line()
        except KeyboardInterrupt:
            self.say("")
            raise
        if not line or not self.is_person:
            self.say(line.rstrip("\r\n"))
        if not line:
            raise InputEndedError("input ended")
        return line.rstrip("\r\n")

    def _line(self) -> str:
        if self.source is None:
            return ""
        try:
            line = self.source.readline(_LONGEST_LINE)
            rest = line
            while len(rest) == _LONGEST_LINE and not rest.endswith("\n"):
                rest = self.source.readline(_LONGEST_LINE)
        except OSError:
            return ""
        return line

    @contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        """Show ``text`` to a person for as long as something takes."""
        if not self.is_person:
            yield
            return
        self.sink.write(self.look.fit(text))
        self.sink.flush()
        try:
            yield
        finally:
            erases = self.look.steers or self.look.colour
            self.sink.write("\r\x1b[K" if erases else "\n")

    def hide(self) -> None:
        """Put what was printed out of sight, for the next player."""
        if self.look.steers or self.look.colour:
            self.sink.write("\x1b[2J\x1b[3J\x1b[H")
        else:
            self.say("\n" * 60)


def play_out(
    session: Session, talk: Talk, keeper: Keeper, *, hints: bool = False, asks_on: bool = True
) -> Outcome:
    """Play ``session`` until its end, or until it is given up, and return what is wanted next.

    With ``hints`` every move is rated before it is asked for. At the end a person is asked how to
    go on, unless ``asks_on`` is false. Raises InputEndedError before the end, and KeyboardInterrupt
    with a message.
    """
    keep, told = _Keeping(session, keeper), ""
    try:
        keep.save()
        while True:
            talk.say(f"\n{session.screen}")
            if session.game.over:
                keep.finish()
                if not (talk.is_person and asks_on):
                    return "over"
            elif hints:
                reply = _answered(session, talk, "hint")
                if reply.text != told:
                    talk.say(folded(reply.text, talk.look))
                # Why there is no hint is told once, not at every turn.
                told = "" if reply.step == "aided" else reply.text
                keep.save()
            if outcome := _until_changed(session, talk, keep):
                return outcome
    except InputEndedError:
        if session.game.over:
            return "over"
        raise InputEndedError(_stopping("input ended", keeper)) from None
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_stopping("interrupted", keeper)) from None


def _until_changed(session: Session, talk: Talk, keep: _Keeping) -> Outcome | None:
    while True:
        reply = _answered(session, talk, talk.ask(session.prompt))
        if reply.text:
            talk.say(folded(reply.text, talk.look))
        match reply.step:
            case "changed":
                keep.save()
                return None
            case "aided":
                keep.save()
            case "quit":
                if not session.game.over and keep.keeper.how_to_resume:
                    talk.say(keep.keeper.how_to_resume)
                return "quit"
            case "again" | "same":
                return reply.step


def _answered(session: Session, talk: Talk, line: str) -> Reply:
    if line.strip().casefold() != "hint" or session.advisor is None:
        return session.answer(line)
    # The first hint of all takes long: what rates the moves is compiled for it.
    with talk.waiting("working out what the moves are worth ..."):
        return session.answer(line)


def _stopping(what: str, keeper: Keeper) -> str:
    return f"{what}; {keeper.how_to_resume}" if keeper.how_to_resume else what


class _Keeping:
    """Keeps a game; what goes wrong with that is told once and does not stop the game."""

    def __init__(self, session: Session, keeper: Keeper) -> None:
        self.session = session
        self.keeper = keeper
        self._told: set[str] = set()

    def save(self) -> None:
        self._keep(self.keeper.save)

    def finish(self) -> None:
        self._keep(self.keeper.finish)

    def _keep(self, keep: Callable[[Game, Aids], None]) -> None:
        try:
            keep(self.session.game, self.session.aids)
        except StoreError as error:
            if str(error) not in self._told:
                print(f"squares: {error}", file=sys.stderr)
            self._told.add(str(error))


def play_duplicate(
    tables: Sequence[tuple[Session, Keeper]], talk: Talk, *, hints: bool = False
) -> Outcome:
    """Play ``tables``, each one player with the same deal, one after another, and compare them.

    None sees what those before did until all have played. Raises as ``play_out`` does.
    """
    for place, (session, keeper) in enumerate(tables):
        name = session.game.players[0]
        talk.say(f"\nIt is {name}'s turn to play the deal.")
        if talk.is_person:
            talk.ask(f"{name}, press Enter when nobody else looks > ")
        if play_out(session, talk, keeper, hints=hints, asks_on=False) == "quit":
            for later, _ in tables[place + 1 :]:
                other = later.game.players[0]
                how = f"{session.again} --players {shlex.quote(other)}"
                talk.say(f"{other} has the same cards with: {how}")
            return "quit"
        if talk.is_person and place < len(tables) - 1:
            talk.ask("Press Enter to hide your grid > ")
            talk.hide()
    talk.say(f"\n{comparison_text([session.game for session, _ in tables], talk.look)}")
    return "over"
