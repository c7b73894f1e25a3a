"""Fuzzes the readers of outside input: many inputs for each, and the smallest that goes wrong.

    python tests/fuzz/run.py [--inputs N] [--seed S] [READER ...]

An input goes wrong when reading it ends in anything but success or a SquaresError of one line, is
not over in time, takes too much memory, or writes outside the folder it was given. Every input
follows from the seed, the reader and its number alone. Each reader runs in a process of its own;
the exit code is 1 if any input went wrong.
"""

from __future__ import annotations

import argparse
import mmap
import os
import shutil
import signal
import struct
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
sys.path[0] = str(HERE.parent)

from fuzz.guard import Guard, OutOfBoundsError  # noqa: E402 - found once the path is set
from fuzz.mutation import smaller  # noqa: E402 - likewise
from fuzz.reader import Reader, Workshop  # noqa: E402 - likewise
from squares_core import Registry, load_registry  # noqa: E402 - likewise

MORE_MEMORY = 6 * 2**30
"""Bytes of address space that a reader may take beyond what all that it needs has taken."""
SECONDS = {"arguments": 30.0}
USUAL_SECONDS = 5.0
STUCK = 120.0
"""After so many seconds at one input, in which no Python code ran, the process is ended."""


def all_readers() -> dict[str, type[Reader]]:
    """Return the readers by name, in the order in which they run."""
    from fuzz.arguments import ARGUMENTS
    from fuzz.caches import CACHES
    from fuzz.files import FILES
    from fuzz.plugins import PLUGINS
    from fuzz.texts import TEXTS

    return {kind.name: kind for kind in (*TEXTS, *FILES, *CACHES, *PLUGINS, *ARGUMENTS)}


def input_of(reader: Reader, seed: int, number: int) -> Any:
    """Return input ``number`` of ``reader``."""
    return reader.make(Random(f"{seed}/{reader.name}/{number}"))


def fault_of(reader: Reader, guard: Guard, given: Any) -> BaseException | bool:
    """Return what went wrong with an input, or whether it was accepted."""
    try:
        with guard.checked():
            return reader.accepts(given)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever it is, it is what is looked for
        return error


def smallest(reader: Reader, guard: Guard, given: Any, error: BaseException) -> Any:
    """Return a smaller input with a fault of the same kind in the same place."""
    wanted, tries = _kind_of(error), 0
    progress = True
    while progress and tries < 3000:
        progress = False
        for other in smaller(given):
            tries += 1
            found = fault_of(reader, guard, other)
            if isinstance(found, BaseException) and _kind_of(found) == wanted:
                given, progress = other, True
                break
            if tries >= 3000:
                break
    return given


def _kind_of(error: BaseException) -> tuple[Any, ...]:
    """Return what tells one fault from another: where it shows, or which bound was left."""
    if isinstance(error, OutOfBoundsError):
        return type(error), str(error)[:12]
    last = traceback.extract_tb(error.__traceback__)[-1]
    return type(error), last.filename, last.lineno


class Run:
    """One reader's run in a process of its own, and how far it is."""

    def __init__(
        self, kind: type[Reader], folder: Path, registry: Registry, asked: argparse.Namespace
    ) -> None:
        self.kind, self.folder, self.registry = kind, folder, registry
        self.seed, self.inputs, self.faults = asked.seed, asked.inputs, asked.faults
        self.quick = asked.quick
        self._shared = mmap.mmap(-1, 64)

    def figures(self) -> tuple[int, int, int, int, int]:
        """Return how many were begun, refused, accepted and faulty, and the peak memory in MB."""
        begun, refused, accepted, faulty, peak = struct.unpack("5q", self._shared[:40])
        return begun, refused, accepted, faulty, peak

    def _tell(self, *figures: int) -> None:
        self._shared[:40] = struct.pack("5q", *figures)

    def watch(self) -> bool:
        """Run it to its end; return whether every input went well."""
        sys.stdout.flush()
        child = os.fork()
        if not child:
            code = 70
            try:
                code = self._work()
            except BaseException:  # the process must end here, not in the parent's code
                traceback.print_exc()
            sys.stdout.flush()
            os._exit(code)
        begun, since = -1, time.monotonic()
        while True:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                break
            time.sleep(0.1)
            if self.figures()[0] != begun:
                begun, since = self.figures()[0], time.monotonic()
            elif time.monotonic() - since > STUCK:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                print(f"\n{self.kind.name}: input {begun - 1} hangs for good (--only {begun - 1})")
                return False
        if os.WIFSIGNALED(status):
            number = self.figures()[0] - 1
            print(f"\n{self.kind.name}: input {number} ends it by signal {os.WTERMSIG(status)}")
            return False
        return os.WEXITSTATUS(status) == 0

    def _work(self) -> int:
        import resource

        os.chdir(self.folder)
        reader = self.kind(Workshop(self.folder / "work", self.registry, quick=self.quick))
        cache = Path(os.environ["SQUARES_CACHE"])
        guard = Guard(self.folder, cache, seconds=SECONDS.get(reader.name, USUAL_SECONDS))
        for number in (0, 1, 2):
            fault_of(reader, guard, input_of(reader, self.seed, number))  # imports are done here
        guard.limit_memory(MORE_MEMORY)
        counts = [0, 0, 0]
        told: set[Any] = set()
        for number in range(self.inputs):
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            self._tell(number + 1, *counts, peak)
            found = fault_of(reader, guard, given := input_of(reader, self.seed, number))
            if isinstance(found, bool):
                counts[found] += 1
                continue
            counts[2] += 1
            if _kind_of(found) not in told:
                told.add(_kind_of(found))
                print(f"\n{reader.name}: input {number} goes wrong")
                traceback.print_exception(found, limit=-8, file=sys.stdout)
                small = smallest(reader, guard, given, found)
                print(f"  the smallest input: {_shown(small)}", flush=True)
            if len(told) >= self.faults:
                break
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        self._tell(sum(counts), *counts, peak)
        return int(counts[2] > 0)


def _shown(given: Any) -> str:
    text = repr(given)
    return text if len(text) < 2000 else f"{text[:2000]}... ({len(text)} characters)"


def main() -> None:
    """Run the readers that were asked for and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("readers", nargs="*", metavar="READER", help="all by default")
    parser.add_argument("--inputs", type=int, default=1000, help="for each reader")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="read this one input, and show it")
    parser.add_argument("--faults", type=int, default=1, help="stop a reader after so many kinds")
    parser.add_argument("--quick", action="store_true", help="leave out what is compiled first")
    asked = parser.parse_args()
    kinds = all_readers()
    if unknown := set(asked.readers) - set(kinds):
        parser.error(f"no reader is called {min(unknown)}: there are {', '.join(kinds)}")
    shm = Path("/dev/shm")
    top = Path(tempfile.mkdtemp(prefix="squares-fuzz-", dir=shm if shm.is_dir() else None))
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "SQUARES_DATA", "SQUARES_CACHE"):
        os.environ[name] = str(top / name.lower())
    for name in ("SQUARES_PLUGINS", "SQUARES_DISABLE_PLUGINS", "SQUARES_STRICT_PLUGINS", "COLUMNS"):
        os.environ.pop(name, None)
    registry = load_registry(environ={"SQUARES_PLUGINS": ""})
    well = True
    try:
        if asked.only is not None:
            reader = kinds[asked.readers[0]](Workshop(top / "work", registry, quick=asked.quick))
            os.chdir(top)
            given = input_of(reader, asked.seed, asked.only)
            print(_shown(given))
            print(reader.accepts(given))
            return
        print(
            f"{'reader':16} {'inputs':>8} {'refused':>8} {'accepted':>8} "
            f"{'faults':>7} {'MB':>5} {'s':>7}"
        )
        for name in asked.readers or kinds:
            folder = top / "reader"
            folder.mkdir()
            run = Run(kinds[name], folder, registry, asked)
            start = time.monotonic()
            well &= run.watch()
            begun, refused, accepted, faulty, peak = run.figures()
            taken = time.monotonic() - start
            print(
                f"{name:16} {begun:8} {refused:8} {accepted:8} {faulty:7} {peak:5} {taken:7.1f}",
                flush=True,
            )
            shutil.rmtree(folder)
    finally:
        shutil.rmtree(top, ignore_errors=True)
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
