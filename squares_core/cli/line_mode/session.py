"""One game talked through line by line: what a player types and what is answered.

``Session`` turns an input line into a reply and reads and prints nothing itself, so that playing,
resuming and replaying share it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from squares_core.errors import IllegalMoveError, SquaresError, UnreadableError
from squares_core.game import Game
from squares_core.moves import (
    Move,
    move_text,
)
from squares_core.rules_text import rules_text
from squares_core.seating.seats import Seat
from squares_core.seating.typed_moves import read_move
from squares_core.strategy import MoveValue
from squares_core.text import playing
from squares_core.text.render import Look, count_text, drawn, folded, running_text, total_text

Step: TypeAlias = Literal["stay", "aided", "changed", "again", "same", "quit"]
Adviser: TypeAlias = Callable[[Game], Sequence[MoveValue]]


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to one input line: a text, which may be empty, and what comes next.

    ``"changed"`` stands for a game that must be kept and shown anew, ``"aided"`` for one that must
    be kept, ``"again"`` and ``"same"`` for another game of new or of the same cards.
    """

    text: str = ""
    step: Step = "stay"


class Session:
    """The game of a seat, as seen by the one who types.

    ``adviser`` rates the moves of a game; None where nothing can. ``again`` is the command that
    deals the same cards again.
    """

    def __init__(
        self,
        seat: Seat,
        look: Look,
        *,
        again: str,
        adviser: Adviser | None = None,
    ) -> None:
        self.seat = seat
        self.game = seat.game
        self.look = look
        self.again = again
        self.adviser = adviser

    @property
    def opening(self) -> str:
        """What stands above the game."""
        return folded(playing.opening_text(self.game), self.look)

    @property
    def screen(self) -> str:
        """The table as it lies; at the end of the game its count."""
        if self.game.over:
            return playing.ending_text(self.game, self.look, self.again)
        return playing.screen_text(self.game, self.look)

    @property
    def prompt(self) -> str:
        """What is asked for next."""
        if self.game.over:
            return "again (new cards), same (these cards), undo or quit > "
        return playing.prompt_text(self.game, self.look)

    def answer(self, line: str) -> Reply:
        """Do what ``line`` asks for and return the reply; what cannot be done changes nothing."""
        word = " ".join(line.split()).casefold()
        match word:
            case "help" | "?":
                return Reply(playing.help_text(self.game.rules))
            case "rules":
                return Reply(rules_text(self.game.rules, self.look.width))
            case "score":
                return Reply(self._score())
            case "hint":
                return self._hint()
            case "undo" | "u":
                return self._undo()
            case "redo":
                return self._redo()
            case "quit" | "q" | "exit":
                return Reply(step="quit")
        if not self.game.over:
            return self._play(line.strip())
        match word:
            case "again" | "a":
                return Reply(step="again")
            case "same" | "s":
                return Reply(step="same")
        return Reply("the game is over: type again, same, undo or quit")

    def _score(self) -> str:
        score = self.game.score
        total = (total_text if self.game.over else running_text)(self.game.rules, score)
        return "\n".join(part for part in (count_text(score, self.look), total) if part)

    def _hint(self) -> Reply:
        if self.game.over:
            return Reply("the game is over: there is no move to rate")
        if self.adviser is None:
            return Reply("no hint: none of the strategies installed can rate moves")
        try:
            values = self.adviser(self.game)
        except SquaresError as error:
            return Reply(f"no hint: {error}")
        if not values:
            return Reply("no hint: the strategy that gives hints cannot rate this position")
        self.seat.aids.hints += 1
        return Reply(playing.hint_text(self.game, values, self.look), "aided")

    def _undo(self) -> Reply:
        if not self.game.can_undo:
            return Reply("there is no move to take back")
        move = self.game.undo()
        self.seat.aids.undos += 1
        return Reply(f"Taken back: {self._text(move)}", "changed")

    def _redo(self) -> Reply:
        if not self.game.can_redo:
            return Reply("there is no move to make again")
        return Reply(f"Made again: {self._text(self.game.redo())}", "changed")

    def _text(self, move: Move) -> str:
        return drawn(move_text(move, self.game.rules.grid), self.look)

    def _play(self, text: str) -> Reply:
        try:
            self.game.play(read_move(self.game, text))
        except UnreadableError as error:
            return Reply(f"{error}; help tells what can be typed")
        except IllegalMoveError as error:
            return Reply(drawn(str(error), self.look))
        return Reply(step="changed")
