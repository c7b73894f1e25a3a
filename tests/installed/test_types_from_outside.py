"""What a type checker tells somebody who uses the installed package."""

from __future__ import annotations

import sys
from importlib.util import find_spec

import pytest

pytestmark = pytest.mark.skipif(
    find_spec("mypy") is None, reason="the extra 'lint' is not installed"
)

GOOD = """
from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import squares_core.testing
from squares_core import (
    Card,
    Cell,
    Combination,
    Comparison,
    Hand,
    Move,
    PlacementRule,
    PlayerView,
    Rules,
    Scorer,
    Simulation,
    Strategy,
    Tableau,
    compare,
    hookimpl,
    load_registry,
    make_deal,
    rank_of,
    simulate,
)
from squares_core.engine import Solution, solve


class Aces(Scorer):
    id, title, hand_sizes = "aces", "Aces", (4,)

    def combinations(self, hand: Hand, starter: Card | None = None) -> Sequence[Combination]:
        return [Combination("ace", (card,), 2) for card in hand if rank_of(card) == 1]


class Corner(PlacementRule):
    id, title, description = "corner", "Corner", "The first empty cell is next."

    def legal_cells(self, tableau: Tableau, card: Card) -> Sequence[Cell]:
        return tableau.empty_cells[:1]


class First(Strategy):
    id, title = "first", "First"

    def choose(self, view: PlayerView, rng: random.Random) -> Move:
        return view.legal_moves[0]


@hookimpl
def squares_scorers() -> Iterable[Scorer]:
    return [Aces()]


rules: Rules = load_registry().rules("cribbage-squares", {"target": 60})
told: Simulation = simulate(rules, First(), 10, seed=1)
mean: float = told.mean
both: Comparison = compare([rules], [First()], 10, scorers=[Aces()])
best: Solution = solve(rules, make_deal(7).cards[:16], make_deal(7).cards[16])
total: int = best.optimum
names: list[str] = [str(case) for case in squares_core.testing.conformance_cases(Aces)]
"""
WRONG = {
    "simulate(rules, First(), '10')": "arg-type",
    "compare(rules, [First()], 10)": "arg-type",
    "solve(rules, [1], starter='5H')": "arg-type",
    "simulate(rules, First(), 10).average": "attr-defined",
    "load_registry().rules(7)": "arg-type",
    "Corner().legal_cells(7, 3)": "arg-type",
}


def checked(installation, path):
    """Run mypy, as it is installed beside the tests, on a file that uses the wheel's packages."""
    return installation.run(
        sys.executable, "-I", "-m", "mypy", "--strict", "--python-executable", installation.python,
        "--cache-dir", installation.home / "mypy", path,
        cwd=path.parent,
    )  # fmt: skip


def test_code_that_uses_the_public_names_passes_strict_checking(installation, tmp_path):
    path = tmp_path / "outside.py"
    path.write_text(GOOD, encoding="utf-8")
    done = checked(installation, path)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_each_wrong_use_is_told_on_its_own_line(installation, tmp_path):
    path = tmp_path / "outside.py"
    lines = [*GOOD.splitlines(), *WRONG, "class Still(First):", "    def choose(self) -> int:"]
    path.write_text("\n".join([*lines, "        return 1", ""]), encoding="utf-8")
    done = checked(installation, path)
    assert done.returncode == 1, done.stderr
    told = {}
    for line in done.stdout.splitlines():
        if ": error: " in line:
            told.setdefault(lines[int(line.split(":")[1]) - 1], line.rpartition("[")[2].rstrip("]"))
    assert told == {**WRONG, "    def choose(self) -> int:": "override"}
