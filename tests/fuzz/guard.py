"""Holds code under test to its bounds: time, memory, and the folders it may write to.

What happens outside the bounds is raised or, where code might swallow that, noted and raised by
``checked`` afterwards.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

# What changes something outside the process, and which of its arguments are paths.
_WRITES: dict[str, tuple[int, ...]] = {
    "os.mkdir": (0,), "os.rename": (0, 1), "os.remove": (0,), "os.rmdir": (0,), "os.link": (0, 1),
    "os.symlink": (0, 1), "os.truncate": (0,), "os.chmod": (0,), "os.chown": (0,), "os.utime": (0,),
    "os.mkfifo": (0,), "os.mknod": (0,), "shutil.rmtree": (0,), "shutil.copyfile": (1,),
    "shutil.move": (0, 1), "sqlite3.connect": (0,),
}  # fmt: skip
_NEVER = (
    "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork",
)  # fmt: skip
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
GROWTH = 300 * 2**20
"""How much more memory, in bytes, the process may hold at its peak after one input."""


class OutOfBoundsError(BaseException):
    """What was done is not allowed; no code under test is to catch this as an error of its own."""


class Guard:
    """Watches one process, which may write to ``folders`` and take ``seconds`` for one input.

    The hook that sees what is opened stays in the process for good, and is idle but in ``checked``.
    """

    def __init__(self, *folders: Path, seconds: float | None = None) -> None:
        self.folders = [str(folder.resolve()) for folder in folders]
        self.seconds = seconds
        self._watching = False
        self._found: list[str] = []
        sys.addaudithook(self._hook)

    def limit_memory(self, more: int) -> None:
        """Let the process have no more than ``more`` bytes of address space beyond those it has.

        What it has may be much: the engine that draws charts reserves many GB it never fills.
        """
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        limit = pages * resource.getpagesize() + more
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    @contextmanager
    def checked(self) -> Iterator[None]:
        """Run one input; raises OutOfBoundsError where it left its bounds."""
        self._found.clear()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        start = time.monotonic()
        if self.seconds is not None:
            signal.signal(signal.SIGALRM, self._late)
            signal.setitimer(signal.ITIMER_REAL, self.seconds)
        self._watching = True
        try:
            yield
        finally:
            self._watching = False
            if self.seconds is not None:
                signal.setitimer(signal.ITIMER_REAL, 0)
        if self._found:
            raise OutOfBoundsError("; ".join(self._found))
        if self.seconds is not None and time.monotonic() - start > self.seconds:
            raise OutOfBoundsError(f"took {time.monotonic() - start:.1f} s")
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
        if grown > GROWTH:
            raise OutOfBoundsError(f"took {grown // 2**20} MB of memory more than any before")

    def _late(self, signum: int, frame: FrameType | None) -> None:
        raise OutOfBoundsError(f"not done after {self.seconds:g} s")

    def _hook(self, event: str, args: tuple[Any, ...]) -> None:
        if not self._watching:
            return
        if event == "open":
            path, mode, flags = args
            if isinstance(path, int):
                return
            if flags & _WRITING or (isinstance(mode, str) and set(mode) & set("wax+")):
                self._check(event, path)
        elif event in _WRITES:
            for place in _WRITES[event]:
                self._check(event, args[place])
        elif event.startswith(_NEVER):
            self._found.append(f"{event} {str(args)[:200]}")

    def _check(self, event: str, path: Any) -> None:
        if isinstance(path, int) or path in (":memory:", ""):
            return
        text = os.fsdecode(path)
        if event == "sqlite3.connect" and text.startswith("file:"):
            from urllib.parse import unquote

            text = unquote(text[5:].partition("?")[0])
        # Not Path.resolve, which would open and look up things by itself.
        whole = os.path.normpath(os.path.join(os.getcwd(), text))  # noqa: PTH109, PTH118 - see above
        inside = any(whole == one or whole.startswith(one + os.sep) for one in self.folders)
        # What numba has compiled is kept beside its source.
        if not inside and whole != os.devnull and "__pycache__" not in whole:
            self._found.append(f"{event} outside its folders: {whole[:200]!r}")
