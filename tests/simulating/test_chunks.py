from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import Executor, Future
from dataclasses import dataclass

import pytest

from squares_core import InvalidValueError, SquaresError
from squares_core.simulating.chunks import MAX_CHUNK, in_chunks


@dataclass(frozen=True)
class Counted:
    first: int
    games: int
    seconds: float


def quick(first, count):
    return Counted(first, count, 0.0)


def slow(first, count):
    return Counted(first, count, 1.0)


def deadly(first, count):
    if first > 4:
        os._exit(1)
    return Counted(first, count, 0.0)


def endless(first, count):
    if first == 0:
        return Counted(first, count, 0.0)
    return time.sleep(3600)


class Backwards(Executor):
    """Does nothing until a result is wanted, then all that waits, the last first."""

    def __init__(self):
        self.waiting = []
        self.most = 0

    def submit(self, play, /, *arguments):
        future = Lazy(self)
        self.waiting.append((future, play, arguments))
        self.most = max(self.most, len(self.waiting))
        return future


class Lazy(Future):
    def __init__(self, executor):
        super().__init__()
        self.executor = executor

    def result(self, timeout=None):
        while self.executor.waiting:
            future, play, arguments = self.executor.waiting.pop()
            future.set_result(play(*arguments))
        return super().result(timeout)


def arguments(first, count):
    return first, count


def test_chunks_come_in_order_and_cover_every_game_once():
    chunks = list(in_chunks(quick, arguments, 100_000))
    assert [chunk.first for chunk in chunks] == [
        sum(each.games for each in chunks[:n]) for n in range(len(chunks))
    ]
    assert sum(chunk.games for chunk in chunks) == 100_000
    assert max(chunk.games for chunk in chunks) == MAX_CHUNK


def test_games_that_take_their_time_are_played_one_by_one():
    assert {chunk.games for chunk in in_chunks(slow, arguments, 7)} == {1}


def test_chunks_that_end_in_another_order_come_in_order_and_few_are_under_way():
    crew = Backwards()
    chunks = list(in_chunks(quick, arguments, 5000, workers=3, executor=crew))
    assert [c.first for c in chunks] == sorted(c.first for c in chunks)
    assert sum(chunk.games for chunk in chunks) == 5000
    assert crew.most == 6


@pytest.mark.parametrize(("games", "workers"), [(0, 1), (5, 0)])
def test_fewer_than_one_game_or_worker_is_refused(games, workers):
    with pytest.raises(InvalidValueError, match="at least one"):
        list(in_chunks(quick, arguments, games, workers=workers))


def test_a_worker_that_dies_ends_the_run_with_one_line():
    with pytest.raises(SquaresError, match="a worker process died"):
        list(in_chunks(deadly, arguments, 100, workers=2))


def test_a_run_that_is_left_ends_its_workers_in_the_middle_of_a_game():
    run = in_chunks(endless, arguments, 50, workers=2)
    assert next(run).first == 0
    run.close()  # would wait for an hour


@pytest.mark.skipif(sys.platform == "win32", reason="processes are listed in /proc")
def test_workers_end_when_the_run_is_killed(tmp_path):
    code = (
        "import os, sys, time\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "from test_chunks import endless, arguments\n"
        "from squares_core.simulating.chunks import in_chunks\n"
        "import multiprocessing\n"
        "if __name__ == '__main__':\n"
        "    run = in_chunks(endless, arguments, 50, workers=2)\n"
        "    next(run)\n"
        "    print(*[p.pid for p in multiprocessing.active_children()], flush=True)\n"
        "    time.sleep(3600)\n"
    )
    script = tmp_path / "run.py"
    script.write_text(code)
    here = os.path.dirname(__file__)  # noqa: PTH120 - text for the other process
    process = subprocess.Popen(
        [sys.executable, script, here],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": here},
    )
    with process:
        workers = [int(pid) for pid in process.stdout.readline().split()]
        process.kill()
    assert len(workers) == 2
    deadline = time.monotonic() + 60
    while any(alive(pid) for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(alive(pid) for pid in workers)


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123 - it may vanish at any time
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
