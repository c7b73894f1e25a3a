"""Games judged beside the table: begun from a look back, kept whether anyone looks or not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from typing import Protocol

from squares_core.errors import SquaresError
from squares_core.game import Game
from squares_core.records import spec_of
from squares_core.table.questions import JudgedGame


class Reviewer(Protocol):
    """What judges a game, as ``Hints`` does."""

    def review(
        self, game: Game, progress: Callable[[int, int], None] | None = None
    ) -> Awaitable[JudgedGame]:
        """Return what each move of ``game`` cost, telling the steps done and all steps."""
        ...


class Verdict:
    """The judging of one game: how far it is, and what came of it.

    ``judged`` is there once it is done, ``problem`` where it came to nothing. ``watcher`` is called
    at every change; whoever shows the game sets it, and takes it away when the game is left.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.running = False
        self.done = 0
        self.total = 0
        self.judged: JudgedGame | None = None
        self.problem = ""
        self.watcher: Callable[[], None] | None = None

    async def reach(self, reviewer: Reviewer) -> None:
        """Have the game judged."""
        self.running, self.done, self.total, self.problem = True, 0, 0, ""
        self._tell()
        try:
            self.judged = await reviewer.review(self.game, self._progress)
        except SquaresError as error:
            self.problem = str(error)
        finally:
            self.running = False
            self._tell()

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        self._tell()

    def _tell(self) -> None:
        if self.watcher is not None:
            self.watcher()


class Verdicts:
    """The verdicts of one sitting, found again by the game: its rules, its deal, its moves."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Verdict] = {}

    def of(self, game: Game) -> Verdict:
        """Return the verdict on ``game`` as it stands, which may not be begun yet."""
        key = spec_of(game.rules).model_dump_json(), game.deal.cards, game.moves
        if key not in self._kept:
            # The game itself may go on: its last move is taken back after a look at it.
            copy = Game(game.rules, game.deal, game.players)
            copy.play_all(game.moves)
            self._kept[key] = Verdict(copy)
        return self._kept[key]
