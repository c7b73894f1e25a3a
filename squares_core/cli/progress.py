"""A progress bar on stderr, where a person is there to see it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from squares_core.cli.output import moves_cursor


@contextmanager
def progress_bar(unit: str) -> Iterator[Callable[[int, int], None] | None]:
    """Give a function to call with what is done and what there is; None where nobody watches."""
    if not moves_cursor(sys.stderr):
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    bar = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeLeft(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task(unit, total=None, rate="")

        def progress(done: int, total: int) -> None:
            speed = bar.tasks[task].speed
            rate = "" if speed is None else f"{speed:,.0f} {unit}/s"
            bar.update(task, completed=done, total=total, rate=rate)

        yield progress
