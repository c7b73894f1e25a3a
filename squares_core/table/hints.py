"""Asks the process that rates moves, and stops it when its answer is no longer wanted."""

from __future__ import annotations

import asyncio
import pickle
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from squares_core.errors import SquaresError
from squares_core.game import Game
from squares_core.records import spec_of
from squares_core.strategy import MoveValue
from squares_core.table.questions import Answer, Question

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
        while self._asking is not None and not self._asking.done():
            await asyncio.wait([self._asking])
        self._asking = asyncio.create_task(self._ask(question))
        answer = await asyncio.shield(self._asking)
        if answer.problem:
            raise SquaresError(answer.problem)
        return answer.values

    async def _ask(self, question: Question) -> Answer:
        try:
            return await self._exchange(question)
        except (OSError, EOFError, asyncio.IncompleteReadError):
            self.stop()
            return Answer(problem="the process that rates moves has stopped")

    async def _exchange(self, question: Question) -> Answer:
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
        size = int.from_bytes(await source.readexactly(8), "big")
        answer = pickle.loads(await source.readexactly(size))
        assert isinstance(answer, Answer)
        return answer

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
