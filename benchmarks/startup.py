"""How long ``squares`` takes to start, against the help of a two-command Typer application.

Run it as ``python benchmarks/startup.py [ROUNDS]`` in an environment where the project is
installed. All commands run in turn within a round, so that whatever else the machine does falls on
each of them alike; the ratio of a command is the median over the rounds of its time by that of the
bare application in the same round.
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

BARE = """
import typer

app = typer.Typer()


@app.command()
def one(name: str) -> None:
    "Say one."
    print(name)


@app.command()
def two(name: str) -> None:
    "Say two."
    print(name)


app()
"""
LIMITS = {"squares --help": 1.5, "squares hand": 2.5}


def commands(folder: Path) -> dict[str, list[str]]:
    bare = folder / "bare.py"
    bare.write_text(BARE, encoding="utf-8")
    squares = str(Path(sysconfig.get_path("scripts")) / "squares")
    hand = ["hand", "cribbage", "5C", "5D", "5S", "JH", "--starter", "5H"]
    return {
        "python -c pass": [sys.executable, "-c", "pass"],
        "bare --help": [sys.executable, str(bare), "--help"],
        "squares --help": [squares, "--help"],
        "squares hand": [squares, *hand],
        "squares hand --json": [squares, *hand, "--json"],
        "squares variants": [squares, "variants"],
        "squares deal": [squares, "deal", "cribbage-squares", "--seed", "7"],
    }


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 21
    seconds: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        listed = commands(Path(folder))
        for number in range(rounds + 1):
            for name, command in listed.items():
                start = time.perf_counter()
                subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
                if number:  # the first round only fills caches
                    seconds.setdefault(name, []).append(time.perf_counter() - start)

    version = platform.python_version()
    print(f"{platform.platform()}, {os.cpu_count()} cores, Python {version}, {rounds} rounds\n")
    print(f"{'command':20} {'median':>9} {'ratio':>6}  {'limit':>5}")
    for name, times in seconds.items():
        pairs = zip(times, seconds["bare --help"], strict=True)
        ratio = statistics.median(time / bare for time, bare in pairs)
        limit = f"{LIMITS[name]:.1f}" if name in LIMITS else ""
        print(f"{name:20} {statistics.median(times) * 1000:6.0f} ms {ratio:6.2f}  {limit:>5}")


if __name__ == "__main__":
    main()
