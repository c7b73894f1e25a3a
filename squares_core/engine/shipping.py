"""What the commands that make files for plugins to ship have in common."""

from __future__ import annotations

import sys
from collections.abc import Callable

from squares_core.errors import SquaresError


def exit_code(work: Callable[[], None]) -> int:
    """Do ``work``; return 0, or what stands for its end, told on stderr in one line."""
    try:
        work()
    except SquaresError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    return 0


def show_share(done: int, whole: int) -> None:
    """Say on a terminal how far something is."""
    if sys.stderr.isatty():
        end = "\n" if done >= whole else "\r"
        print(f"{done / whole:.0%}", end=end, file=sys.stderr, flush=True)
