"""A plugin of somebody else, installed beside Squares, is as good as a bundled one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
# Diagonals first, then the other cells row by row.
MOVES = [
    "a1",
    "d1",
    "b2",
    "c2",
    "b3",
    "c3",
    "a4",
    "d4",
    "b1",
    "c1",
    "a2",
    "d2",
    "a3",
    "d3",
    "b4",
    "c4",
]


def test_nothing_comes_from_the_checkout(environment: Any) -> None:
    code = "import squares_core, squares_poker, squares_diagonal as d; "
    code += "print(squares_core.__file__, squares_poker.__file__, d.__file__, sep='\\n')"
    done = environment.run(environment.python, "-c", code)
    assert done.stderr == ""
    for line in done.stdout.splitlines():
        assert Path(line).is_relative_to(environment.folder)


def test_it_is_listed_with_what_it_adds(environment: Any) -> None:
    done = environment.squares("plugins", "--json")
    assert done.stderr == ""
    plugins = {plugin["name"]: plugin for plugin in json.loads(done.stdout)}
    example = plugins.pop("squares_diagonal")
    assert {plugin["distribution"] for plugin in plugins.values()} == {"squares-solitaire"}
    assert (example["distribution"], example["version"]) == ("squares-diagonal", "0.1.0")
    assert (example["status"], example["problem"]) == ("loaded", "")
    assert example["provides"] == {
        "scorers": ["diagonal"],
        "placement_rules": ["diagonal-first"],
        "variants": ["diagonal-squares", "diagonal-squares-open"],
        "strategies": ["diagonal-greedy"],
    }


def test_its_game_is_played_to_the_end_and_counted(environment: Any) -> None:
    played = environment.squares(
        "play", "diagonal-squares", "--seed", "7", answers="\n".join([*MOVES, ""])
    )
    assert played.returncode == 0, played.stderr
    assert "diagonal 2" in played.stdout
    cards = json.loads(
        environment.squares("deal", "diagonal-squares", "--seed", "7", "--json").stdout
    )
    on_grid = dict(zip(MOVES, cards["cards"], strict=True))
    grid = "/".join(" ".join(on_grid[f"{column}{row}"] for column in "abcd") for row in range(1, 5))
    scored = environment.squares("score", "diagonal-squares", grid, "--json")
    score = json.loads(scored.stdout)
    assert [line["line"] for line in score["lines"]][-2:] == ["diagonal 1", "diagonal 2"]
    assert score["total"] == sum(line["points"] for line in score["lines"]) > 0
    assert f"{score['total']}" in played.stdout.splitlines()[-3:].__str__()


def test_its_placement_rule_holds(environment: Any) -> None:
    done = environment.squares("play", "diagonal-squares", "--seed", "7", answers="b1\nquit\n")
    told = " ".join((done.stdout + done.stderr).split())
    assert "The cells of both diagonals are filled before any other." in told


def test_its_scorer_counts_a_hand(environment: Any) -> None:
    done = environment.squares("hand", "diagonal", "7S", "7H", "7D", "7C", "--json")
    hand = json.loads(done.stdout)
    assert (hand["points"], [item["name"] for item in hand["combinations"]]) == (
        10,
        ["balance", "rainbow", "all odd"],
    )


def test_its_rules_are_told(environment: Any) -> None:
    text = " ".join(environment.squares("rules", "diagonal-squares").stdout.split())
    assert "The cells of both diagonals are filled before any other." in text
    assert "Balance: 5 when the ranks of the line add up to 28" in text


def test_it_can_be_left_out(environment: Any) -> None:
    without = environment.run(
        environment.python,
        "-c",
        "import os; os.environ['SQUARES_PLUGINS'] = ''; "
        "from squares_core import load_registry; load_registry().rules('diagonal-squares')",
    )
    assert "plugin squares_diagonal is disabled and may hold it" in without.stderr


@pytest.mark.parametrize("kept", ["pyproject.toml", "README.md", ".github/workflows/test.yml"])
def test_it_is_a_whole_project_of_its_own(kept: str) -> None:
    example = ROOT / "docs" / "examples" / "squares-diagonal"
    assert (example / kept).is_file()
    assert "tests" in {path.name for path in example.iterdir()}


def test_its_own_tests_pass_against_what_is_installed(environment: Any) -> None:
    example = ROOT / "docs" / "examples" / "squares-diagonal"
    done = environment.run(
        environment.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", example / "tests"
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout.splitlines()[-1]


def test_it_keeps_every_promise(environment: Any) -> None:
    done = environment.squares("plugins", "check", "squares_diagonal", "--json")
    assert done.returncode == 0
    outcomes = json.loads(done.stdout)
    assert {outcome["status"] for outcome in outcomes} == {"kept"}
    assert len(outcomes) > 40
