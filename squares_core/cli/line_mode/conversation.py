"""Plays sessions with whoever reads and types: a person at a terminal, a pipe, a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, Self, TextIO, TypeAlias

from squares_core.cli.line_mode.session import Session
from squares_core.errors import SquaresError
from squares_core.seating.seats import Seat
from squares_core.text.playing import duplicate_text
from squares_core.text.render import Look, folded

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

    @classmethod
    def at_the_terminal(
        cls, *, ascii_only: bool = False, four_colours: bool = False, plain: bool = False
    ) -> Self:
        """Return the talk with whoever reads stdout and types on stdin, drawn as ``Look.of``."""
        if hasattr(sys.stdin, "reconfigure"):
            # What is typed in another encoding is answered as unreadable, like any other slip.
            sys.stdin.reconfigure(errors="replace")
        look = Look.of(sys.stdout, ascii_only=ascii_only, four_colours=four_colours, plain=plain)
        return cls(sys.stdin, sys.stdout, look)

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

    def hide(self) -> None:
        """Put what was printed out of sight, for the next player."""
        if self.look.steers or self.look.colour:
            self.sink.write("\x1b[2J\x1b[3J\x1b[H")
        else:
            self.say("\n" * 60)


def play_out(session: Session, talk: Talk, *, hints: bool = False, asks_on: bool = True) -> Outcome:
    """Play ``session`` until its end, or until it is given up, and return what is wanted next.

    With ``hints`` every move is rated before it is asked for. At the end a person is asked how to
    go on, unless ``asks_on`` is false. Raises InputEndedError before the end, and KeyboardInterrupt
    with a message.
    """
    told = ""
    with _tells_how_to_go_on(session):
        _keep(session.seat)
        while True:
            talk.say(f"\n{session.screen}")
            if session.game.over:
                if not (talk.is_person and asks_on):
                    return "over"
            elif hints:
                reply = session.answer("hint")
                if reply.text != told:
                    talk.say(folded(reply.text, talk.look))
                # Why there is no hint is told once, not at every turn.
                told = "" if reply.step == "aided" else reply.text
                _keep(session.seat)
            try:
                outcome = _until_changed(session, talk)
            except InputEndedError:
                if not session.game.over:
                    raise
                return "over"
            if outcome:
                return outcome


def _until_changed(session: Session, talk: Talk) -> Outcome | None:
    while True:
        reply = session.answer(talk.ask(session.prompt))
        if reply.text:
            talk.say(folded(reply.text, talk.look))
        match reply.step:
            case "changed":
                _keep(session.seat)
                return None
            case "aided":
                _keep(session.seat)
            case "quit":
                keeper = session.seat.keeper
                if told := keeper.how_to_review if session.game.over else keeper.how_to_resume:
                    talk.say(told)
                return "quit"
            case "again" | "same":
                return reply.step


def _keep(seat: Seat) -> None:
    if problem := seat.keep():
        print(f"squares: {problem}", file=sys.stderr)


@contextmanager
def _tells_how_to_go_on(session: Session) -> Iterator[None]:
    """Let what stops a game say how to go on with it."""
    try:
        yield
    except InputEndedError:
        raise InputEndedError(_stopping("input ended", session)) from None
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_stopping("interrupted", session)) from None


def _stopping(what: str, session: Session) -> str:
    how = session.seat.keeper.how_to_resume
    return f"{what}; {how}" if how else what


def play_duplicate(
    sessions: Sequence[Session], talk: Talk, *, first: int = 0, hints: bool = False
) -> Outcome:
    """Play what is left of ``sessions``, each one player with the same deal, and compare them all.

    They play one after another from ``first`` on, and none sees what others did until all have
    played. Raises as ``play_out`` does.
    """
    for session in sessions:
        # Whoever has not begun is waited for also after a break.
        _keep(session.seat)
    left = [session for session in sessions if not session.game.over]
    left.sort(key=lambda session: session is not sessions[first])
    for place, session in enumerate(left):
        name = session.game.players[0]
        with _tells_how_to_go_on(session):
            if talk.is_person and place:
                talk.ask("Press Enter to hide your grid > ")
                talk.hide()
            talk.say(f"\nIt is {name}'s turn to play the deal.")
            if talk.is_person:
                talk.ask(f"{name}, press Enter when nobody else looks > ")
        talk.say(session.opening)
        if play_out(session, talk, hints=hints, asks_on=False) == "quit":
            return "quit"
    talk.say(f"\n{duplicate_text([session.game for session in sessions], talk.look)}")
    return "over"
