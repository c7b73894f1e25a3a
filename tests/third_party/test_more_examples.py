"""The other examples of the documentation are checked, played and simulated as a stranger's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
FILE = EXAMPLES / "gnome-poker" / "gnome-poker.toml"
PROJECTS = ("squares-pokerpatiens", "squares-blackjack")


@pytest.fixture(scope="module")
def installed(environment: Any) -> Any:
    environment.pip(
        "install", "--no-build-isolation", *(EXAMPLES / project for project in PROJECTS)
    )
    yield environment
    environment.pip_uninstall(*PROJECTS)


def rows(letters: str) -> str:
    """Moves that fill a square grid row by row."""
    return "".join(f"{a}{row}\n" for row in range(1, len(letters) + 1) for a in letters)


@pytest.mark.parametrize("project", PROJECTS)
def test_its_own_tests_pass(project: str, installed: Any) -> None:
    done = installed.run(
        installed.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", EXAMPLES / project
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout.splitlines()[-1]


def test_the_file_keeps_every_promise(installed: Any) -> None:
    done = installed.squares("plugins", "check", str(FILE))
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.splitlines()[-1] == "16 promises kept, 0 broken"


@pytest.mark.parametrize(
    ("words", "columns", "last"),
    [
        (("--variant-file", str(FILE), "play", "gnome-poker"), "abcde", "Total 6: lost, 69 short"),
        (("play", "pokerpatiens"), "abcde", "This game has no target."),
        (("play", "blackjack-squares"), "abc", "Total 3. This game has no target."),
    ],
)
def test_it_is_played_to_the_end(
    words: tuple[str, ...], columns: str, last: str, installed: Any
) -> None:
    done = installed.squares(*words, "--seed", "7", answers=rows(columns))
    assert (done.returncode, done.stderr) == (0, "")
    assert last in done.stdout


@pytest.mark.parametrize(
    ("words", "combinations"),
    [
        (("--variant-file", str(FILE), "simulate", "gnome-poker"), {"pair", "full house"}),
        (("simulate", "pokerpatiens"), {"pair", "full house"}),
        (("simulate", "blackjack-squares"), {"twenty-one", "too few", "too many"}),
    ],
)
def test_it_is_simulated(words: tuple[str, ...], combinations: set[str], installed: Any) -> None:
    done = installed.squares(*words, "--games", "60", "--seed", "1", "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["games"] == 60
    assert set(figures["combinations"]) >= combinations
    points = sum(figures["points"].values())
    assert points == pytest.approx(figures["mean"])


def test_a_game_with_losses_is_solved(installed: Any) -> None:
    done = installed.squares("solve", "blackjack-squares", "--seed", "7", "--json")
    assert done.returncode == 0, done.stderr
    solved = json.loads(done.stdout)
    assert (solved["optimum"], solved["proven"]) == (51, True)
    scored = installed.squares(
        "score", "blackjack-squares", "/".join(map(" ".join, solved["grid"])), "--json"
    )
    assert json.loads(scored.stdout)["total"] == 51


def test_corner_start_is_a_rule_of_its_own(installed: Any) -> None:
    done = installed.squares("play", "pokerpatiens", "--seed", "7", answers="c3\na1\nquit\n")
    assert "on (+): a1\n" in done.stdout
    assert "on (+): b1 a2 b2" in done.stdout


def test_all_twelve_hands_of_the_file_are_scored(installed: Any) -> None:
    grid = "TC JC QC KC AC/AD TD JD QD KD/KH AH TH JH QH/QS KS AS TS JS/9C 8C 7C 6C 5C"
    done = installed.squares("--variant-file", str(FILE), "score", "gnome-poker", grid, "--json")
    score = json.loads(done.stdout)
    assert len(score["lines"]) == 12
    diagonal = next(line for line in score["lines"] if line["line"] == "diagonal 1")
    assert [found["name"] for found in diagonal["combinations"]] == ["four of a kind"]
    assert (score["total"], score["target"], score["won"]) == (166, 75, True)
