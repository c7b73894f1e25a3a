"""How soon the menu of the table is up, and how soon a key answers while hints are computed.

Run it as ``python benchmarks/table.py [ROUNDS]`` where there are pseudo-terminals and
the project is installed. The menu is up when its title and the first game are drawn, counted
from the start of the process. For the keys a game of Poker Squares is asked for a hint with nothing
compiled, which keeps the process that rates moves busy; the cursor is moved meanwhile, and a key
has answered when the first of what it changes is drawn.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

from timing import print_table

LIMITS = {"menu": 1000.0, "key": 50.0}
SIZE = (80, 24)


class Terminal:
    """A command at a pseudo-terminal of 80 columns and 24 rows."""

    def __init__(self, words: list[str], environ: dict[str, str]) -> None:
        self.started = time.perf_counter()
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.execve(sys.executable, [sys.executable, "-m", "squares_core", *words], environ)
        size = struct.pack("HHHH", SIZE[1], SIZE[0], 0, 0)
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, size)

    def read_until(self, *wanted: bytes, seconds: float = 60) -> float:
        """Read until all of ``wanted`` has been drawn; return the moment."""
        seen, limit = b"", time.monotonic() + seconds
        while not all(part in seen for part in wanted):
            if not select.select([self.file], [], [], max(0, limit - time.monotonic()))[0]:
                raise TimeoutError(f"{wanted} was never drawn")
            seen += os.read(self.file, 65536)
        return time.perf_counter()

    def drain(self, seconds: float = 0.3) -> None:
        """Read until nothing has come for a while."""
        while select.select([self.file], [], [], seconds)[0]:
            os.read(self.file, 65536)

    def key(self, data: bytes) -> float:
        """Send a key and return the seconds until something is drawn."""
        start = time.perf_counter()
        os.write(self.file, data)
        if not select.select([self.file], [], [], 10)[0]:
            raise TimeoutError(f"{data!r} was never answered")
        os.read(self.file, 65536)
        return time.perf_counter() - start

    def close(self) -> float:
        """End the command; return the seconds of processor time that it took."""
        os.kill(self.pid, signal.SIGKILL)
        _, _, used = os.wait4(self.pid, 0)
        os.close(self.file)
        return used.ru_utime + used.ru_stime


def environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    own = {"SQUARES_PLUGINS": "", "SQUARES_DATA": str(folder), "NUMBA_CACHE_DIR": str(folder)}
    return {**kept, **own, "TERM": "xterm-256color"}


def menu_start(environ: dict[str, str]) -> tuple[float, float]:
    """Return the seconds until the menu was up, and those of processor time among them."""
    terminal = Terminal([], environ)
    up = terminal.read_until(b"S Q U A R E S", b"Cribbage Squares") - terminal.started
    return up, terminal.close()


def key_answers(environ: dict[str, str], *, hint: bool, count: int) -> list[float]:
    terminal = Terminal(["play", "poker-squares", "--seed", "7"], environ)
    try:
        terminal.read_until(b"to place")
        terminal.drain()
        if hint:
            os.write(terminal.file, b"h")
            terminal.read_until(b"rating")
            # The process that rates moves loads first, and then compiles.
            terminal.drain(4)
        found = []
        for number in range(count):
            found.append(terminal.key((b"\x1b[C", b"\x1b[B")[number % 2]))
            terminal.drain(0.05)
        return found
    finally:
        terminal.close()


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    with tempfile.TemporaryDirectory() as folder:
        environ = environment(Path(folder))
        menu_start(environ)
        starts = [menu_start(environ) for _ in range(rounds)]
        idle = key_answers(environ, hint=False, count=40)
        busy = key_answers(environ, hint=True, count=40)
    rows = [
        row("menu up, warm", [up for up, _ in starts], LIMITS["menu"]),
        row("  of it processor time", [used for _, used in starts], LIMITS["menu"]),
        row("key answered", idle, LIMITS["key"]),
        row("key answered while hints are computed", busy, LIMITS["key"]),
    ]
    headings = ("what", "median ms", "90 % ms", "worst ms", "limit ms")
    print_table("The table", headings, rows)


def row(what: str, seconds: list[float], limit: float) -> tuple[object, ...]:
    ordered = sorted(second * 1000 for second in seconds)
    most = ordered[int(len(ordered) * 0.9)]
    return what, statistics.median(ordered), most, ordered[-1], limit


if __name__ == "__main__":
    main()
