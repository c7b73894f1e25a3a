"""Asks the process that rates moves, and stops it when its answer is no longer wanted."""

from __future__ import annotations

import asyncio
import pickle
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from squares_core.errors import SquaresError
from squares_core.game import Game
from squares_core.records import new_game_id, now, record_of, spec_of
from squares_core.strategy import MoveValue
from squares_core.table.questions import (
    Answer,
    JudgedGame,
    Progress,
    Question,
    ReviewQuestion,
)

_COMMAND: Final = (sys.executable, "-m", "squares_core.table.adviser")


class Hints:
    """One process that rates moves, started with the first question.

    ``command`` starts it; ``variant_files`` are what it must know besides the plugins.
    """

    def __init__(
        self, variant_files: Sequence[Path] = (), command: Sequence[str] = _COMMAND
    ) -> None:
        self._variant_files = tuple(path.resolve() for path in variant_files)
        self._command = tuple(command)
        self._process: asyncio.subprocess.Process | None = None
        self._asking: asyncio.Task[Answer] | None = None
        self._ended: list[asyncio.subprocess.Process] = []

    async def rate(self, game: Game) -> Sequence[MoveValue]:
        """Return the value of each legal move of ``game`` as it is now.

        A question asked before is answered first, whether or not anyone waits for its answer still:
        what the process compiles meanwhile serves this one too. Raises SquaresError when there is
        no answer, because the process was stopped or for another reason.
        """
        question = Question(
            self._variant_files,
            spec_of(game.rules).model_dump(exclude_none=True),
            game.position,
            len(game.moves),
        )
        return (await self._answer(question)).values

    async def review(
        self, game: Game, progress: Callable[[int, int], None] | None = None
    ) -> JudgedGame:
        """Return what each move of ``game``, which is over, cost.

        ``progress``, if given, is told the steps done and all steps. Raises SquaresError as
        ``rate`` does.
        """
        record = record_of(game, id_=new_game_id(), started=now())
        question = ReviewQuestion(self._variant_files, record.text())
        judged = (await self._answer(question, progress)).judged
        assert judged is not None
        return judged

    async def _answer(
        self,
        question: Question | ReviewQuestion,
        progress: Callable[[int, int], None] | None = None,
    ) -> Answer:
        while self._asking is not None and not self._asking.done():
            await asyncio.wait([self._asking])
        self._asking = asyncio.create_task(self._ask(question, progress))
        answer = await asyncio.shield(self._asking)
        if answer.problem:
            raise SquaresError(answer.problem)
        return answer

    async def _ask(
        self,
        question: Question | ReviewQuestion,
        progress: Callable[[int, int], None] | None,
    ) -> Answer:
        try:
            return await self._exchange(question, progress)
        except (OSError, EOFError, asyncio.IncompleteReadError):
            self.stop()
            return Answer(problem="the process that rates moves has stopped")

    async def _exchange(
        self,
        question: Question | ReviewQuestion,
        progress: Callable[[int, int], None] | None,
    ) -> Answer:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
        source, sink = self._process.stdout, self._process.stdin
        assert source is not None
        assert sink is not None
        sink.write(pickle.dumps(question))
        await sink.drain()
        while True:
            size = int.from_bytes(await source.readexactly(8), "big")
            said: Answer | Progress = pickle.loads(await source.readexactly(size))
            if isinstance(said, Answer):
                return said
            if progress is not None:
                progress(said.done, said.total)

    def stop(self) -> None:
        """End the process, whatever it computes; the next question starts another."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            self._ended.append(self._process)
            self._process = None

    async def close(self) -> None:
        """End the process and wait until it is gone."""
        self.stop()
        if self._asking is not None:
            await asyncio.wait([self._asking])
        for process in self._ended:
            await process.wait()
        self._ended.clear()
