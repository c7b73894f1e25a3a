"""Timing of runs that take turns, so that a noisy machine is unfair to none of them."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path


def interleaved(runs: Mapping[str, Callable[[], object]], rounds: int = 7) -> dict[str, float]:
    """Return the median seconds of each run; every round runs each of them once.

    Each run is made once before, untimed, so that compiling and loading do not count.
    """
    for run in runs.values():
        run()
    taken: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            start = time.perf_counter()
            run()
            taken[name].append(time.perf_counter() - start)
    return {name: statistics.median(seconds) for name, seconds in taken.items()}


def machine() -> str:
    """Return one line that says on what a table was measured."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    return (
        f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
    )


def print_table(title: str, headings: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print the machine, then ``rows`` in columns as wide as they need, numbers to the right."""
    print(f"{title}\n{machine()}\n")
    texts = [[_shown(value) for value in row] for row in rows]
    widths = [max(len(text) for text in column) for column in zip(headings, *texts, strict=True)]
    print("  ".join(text.ljust(width) for text, width in zip(headings, widths, strict=True)))
    for row, values in zip(texts, rows, strict=True):
        cells = [
            text.ljust(width) if isinstance(value, str) else text.rjust(width)
            for text, width, value in zip(row, widths, values, strict=True)
        ]
        print("  ".join(cells).rstrip())
    print()


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def print_ratios(
    title: str, unit: str, amounts: Mapping[str, int], seconds: Mapping[str, float], against: str
) -> None:
    """Print how many ``unit`` a second each run did, and that as a multiple of ``against``.

    ``amounts`` says how many each run does in the ``seconds`` that ``interleaved`` gave.
    """
    speeds = {name: amounts[name] / seconds[name] for name in amounts}
    rows = [(name, speed, speed / speeds[against]) for name, speed in speeds.items()]
    print_table(title, ("run", f"{unit}/s", f"times {against}"), rows)
