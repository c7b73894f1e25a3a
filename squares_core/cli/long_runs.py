"""Long runs: who does the work, how far it is, and what is said when it is interrupted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from squares_core.errors import InvalidValueError, NoTablesError, PluginError, SquaresError
from squares_core.text.streams import moves_cursor
from squares_core.wording import shown

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from squares_core.engine import Standing
    from squares_core.rules import Rules
    from squares_core.strategy import Strategy

_MANY_HANDS: Final = 100_000  # fewer are scored in a second or two


@contextmanager
def workforce(workers: int, dask: str) -> Iterator[tuple[Executor | None, int]]:
    """Give the executor that does the work, None for one's own processes, and its size."""
    if not dask:
        yield None, workers
        return
    from squares_core.simulating.cluster import dask_executor

    with dask_executor(dask) as crew:
        yield crew


def require_places(outputs: Mapping[str, Path | None], inputs: Iterable[Path | None] = ()) -> None:
    """Check before hours of play that what comes of them has a place to be written to.

    ``outputs`` are files by the option that names them. Raises InvalidValueError where a folder is
    not there, or a file would be written over another of them or one of ``inputs``.
    """
    taken = [("what is read", path) for path in inputs if path is not None]
    for option, path in outputs.items():
        if path is None:
            continue
        if not path.parent.is_dir():
            raise InvalidValueError(f"cannot write {path}: there is no folder {path.parent}")
        for what, other in taken:
            if _same_file(path, other):
                raise InvalidValueError(
                    f"{option} {path} is the file of {what}, too: give another name"
                )
        taken.append((option, path))


def _same_file(one: Path, other: Path) -> bool:
    """Return whether writing to one path would write to the other; devices lose nothing."""
    if one.exists() and other.exists():
        return one.is_file() and one.samefile(other)
    return one.resolve() == other.resolve()


def interrupted_after(done: int, wanted: int, unit: str) -> KeyboardInterrupt:
    """Return what to raise once the figures of what was complete at an interrupt are told."""
    return KeyboardInterrupt(
        f"interrupted: {done:,} of {wanted:,} {unit} are complete and counted in these figures"
    )


def learning_notice(done: int, total: int) -> None:
    """Tell on stderr that a strategy learns a game for the first time, and how far it is."""
    if done >= total:
        print("learned; it is kept for the next time", file=sys.stderr)
    elif moves_cursor(sys.stderr):
        share = f"{done / total:.0%}"
        print(f"learning this game, once: {share}", end="\r", file=sys.stderr, flush=True)


def make_tables(rules: Rules) -> None:
    """Make the tables of a scorer that has none yet, and tell on stderr how far it is.

    Where it cannot be compiled nothing is said: its games are played without tables.
    """
    from squares_core.engine import make_tables as made

    what = f"making tables of scorer {shown(rules.scorer.id, 40)}, once"
    told = False

    def tell(done: int, total: int) -> None:
        nonlocal told
        if total < _MANY_HANDS:
            return
        if moves_cursor(sys.stderr):
            end = "\n" if done >= total else "\r"
            print(f"{what}: {done / total:.0%}", end=end, file=sys.stderr, flush=True)
        elif not told:
            told = True
            print(f"{what}: {total:,} hands are scored", file=sys.stderr, flush=True)

    try:
        with suppress(NoTablesError):
            made(rules, tell)
    except KeyboardInterrupt:
        if moves_cursor(sys.stderr):
            print(file=sys.stderr)
        raise


def made_ready(strategy: Strategy, *systems: Rules) -> Strategy:
    """Return ``strategy`` settled to play games of all ``systems``, whose tables are made first.

    How far it is, is told on stderr. A budget of time becomes a number of games by the first of
    them. Raises SquaresError where the strategy fails.
    """
    for system in systems:
        make_tables(system)
    try:
        settled = strategy.settled(systems[0], learning_notice)
        for system in systems[1:]:
            settled.settled(system, learning_notice)
    except SquaresError:
        raise
    except Exception as error:  # a strategy may come from any plugin and raise anything
        raise PluginError.failed(f"strategy {strategy.id}", error) from error
    return settled


@contextmanager
def progress_bar(
    unit: str, total: int | None = None
) -> Iterator[Callable[[int, int], None] | None]:
    """Give a function to call with what is done and what there is; None where nobody watches.

    ``total`` is what there is, where that is known before anything is done.
    """
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
        task = bar.add_task(unit, total=total, rate="")

        def progress(done: int, total: int) -> None:
            speed = bar.tasks[task].speed
            rate = "" if speed is None else f"{speed:,.0f} {unit}/s"
            bar.update(task, completed=done, total=total, rate=rate)

        yield progress


@contextmanager
def search_line() -> Iterator[Callable[[Standing], None] | None]:
    """Give a function to call with where a search stands; None where nobody watches."""
    if not moves_cursor(sys.stderr):
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, TextColumn, TimeElapsedColumn

    columns = (TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as line:
        task = line.add_task("searching; Ctrl-C gives the best found so far", total=None)

        def progress(now: Standing) -> None:
            line.update(
                task,
                description=f"best {now.best}, none above {now.bound}, gap {now.bound - now.best}; "
                f"{now.nodes:,} tried; Ctrl-C gives the best so far",
            )

        yield progress
