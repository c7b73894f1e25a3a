"""Divides the games of a run into chunks and gives them in order, wherever they are played.

A chunk is played by one call of a function at the top of a module: here, in worker processes, or on
any ``concurrent.futures`` executor. Chunks grow until one takes about half a second; since a game
depends on nothing but its number, that changes no figure.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Final, Protocol, TypeVar

from squares_core.errors import InvalidValueError, SquaresError

MAX_CHUNK: Final = 20_000
_CHUNK_SECONDS: Final = 0.4


class PlayedChunk(Protocol):
    """What a chunk tells of itself: how many games it holds and how long they took."""

    @property
    def games(self) -> int:
        """The number of games."""

    @property
    def seconds(self) -> float:
        """The seconds it took where it was played."""


ChunkT = TypeVar("ChunkT", bound=PlayedChunk)


def in_chunks(
    play: Callable[..., ChunkT],
    arguments: Callable[[int, int], tuple[Any, ...]],
    games: int,
    *,
    workers: int = 1,
    executor: Executor | None = None,
) -> Iterator[ChunkT]:
    """Play ``games`` games and give them chunk by chunk, in order.

    ``arguments(first, count)`` are those with which ``play`` plays ``count`` games from number
    ``first`` on. ``workers`` processes are started for the run, or ``executor``, which has so many,
    does the work. When the run is left early the processes end at once, whatever they are doing.
    Raises InvalidValueError for fewer than one game or worker, SquaresError when a process dies.
    """
    if games < 1:
        raise InvalidValueError(f"{games} games: at least one must be played")
    if workers < 1:
        raise InvalidValueError(f"{workers} workers: at least one must work")
    first, size = 0, 1
    if executor is None and workers == 1:
        while first < games:
            chunk = play(*arguments(first, min(size, games - first)))
            first += chunk.games
            size = _next_size(size, chunk)
            yield chunk
        return
    with ExitStack() as stack:
        crew = executor or stack.enter_context(_processes(workers))
        waiting: deque[Future[ChunkT]] = deque()
        try:
            while first < games or waiting:
                while first < games and len(waiting) < 2 * workers:
                    count = min(size, games - first)
                    with _interrupt_held_back():
                        waiting.append(crew.submit(play, *arguments(first, count)))
                    first += count
                chunk = waiting.popleft().result()
                size = _next_size(size, chunk)
                yield chunk
        finally:
            for future in waiting:
                future.cancel()


def _next_size(size: int, chunk: PlayedChunk) -> int:
    return min(MAX_CHUNK, max(size, 2 * chunk.games)) if chunk.seconds < _CHUNK_SECONDS else size


@contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    context = get_context("spawn")
    never_written, held_open = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _begin_work, (never_written,))
    try:
        yield pool
    except BrokenProcessPool as error:
        raise SquaresError(
            "a worker process died before its games were done; run again with fewer --workers "
            "if memory was short"
        ) from error
    finally:
        held_open.close()
        pool.shutdown(cancel_futures=True)
        never_written.close()


def _begin_work(never_written: Connection) -> None:
    # Ctrl-C reaches every process of a terminal; only the one that reports may act on it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_run, args=(never_written,), daemon=True).start()


def _end_with_the_run(never_written: Connection) -> None:
    """End this process when the other end of the pipe closes: the run is over, or killed."""
    with suppress(EOFError, OSError):
        never_written.recv()
    os._exit(0)


@contextmanager
def _interrupt_held_back() -> Iterator[None]:
    """Keep Ctrl-C waiting: a process that is started meanwhile is born deaf to it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
