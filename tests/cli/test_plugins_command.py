from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

GOOD = """
from squares_core import Combination, Scorer, hookimpl, rank_of

class Aces(Scorer):
    id, title, hand_sizes = "aces", "Aces", (4, 5)

    def combinations(self, hand, starter=None):
        return [Combination("ace", (card,), 1) for card in hand if rank_of(card) == 1]

@hookimpl
def squares_scorers():
    return [Aces()]
"""
BROKEN = 'print("hello")\nraise RuntimeError("no \\x1b[31m luck")\n'


@pytest.fixture
def install(
    squares, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., None]]:
    """Put a made-up distribution with one module on the path."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delenv("SQUARES_PLUGINS")
    modules: list[str] = []

    def install(module: str, source: str, version: str = "1.2", declares: bool = True) -> None:
        (folder / f"{module}.py").write_text(source, encoding="utf-8")
        info = folder / f"{module}-{version}.dist-info"
        info.mkdir()
        name = module.replace("_", "-")
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
            "Requires-Dist: squares-solitaire\n",
            encoding="utf-8",
        )
        entry = f"[squares.plugins]\n{module} = {module}\n" if declares else ""
        (info / "entry_points.txt").write_text(entry, encoding="utf-8")
        modules.append(module)
        importlib.invalidate_caches()

    yield install
    for module in modules:
        sys.modules.pop(module, None)


def test_the_bundled_plugins_are_listed_with_what_they_add(squares):
    listed = {info["name"]: info for info in squares("plugins", "--json").json}
    assert {"squares_basics", "squares_cribbage", "squares_poker"} <= set(listed)
    cribbage = listed["squares_cribbage"]
    assert list(cribbage) == [
        "name", "distribution", "version", "status", "provides", "problem",
    ]  # fmt: skip
    assert (cribbage["distribution"], cribbage["status"]) == ("squares-solitaire", "loaded")
    assert cribbage["provides"]["scorers"] == ["cribbage", "cribbage-crib"]
    assert cribbage["provides"]["variants"][0] == "cribbage-squares"
    assert listed["squares_basics"]["provides"]["placement_rules"] == [
        "anywhere", "adjacent", "adjacent-sides",
    ]  # fmt: skip


def test_the_table_counts_what_each_plugin_adds(squares, install):
    install("squares_aces", GOOD)
    out = squares("plugins").out
    row = next(line for line in out.splitlines() if line.startswith("squares_aces"))
    assert row.split() == ["squares_aces", "squares-aces", "1.2", "loaded", "1", "scorer"]


def test_a_broken_plugin_is_told_with_its_reason_and_costs_nothing_else(squares, install):
    install("squares_bad", BROKEN)
    outcome = squares("plugins")
    assert outcome.code == 0
    problem = "squares_bad: failed at import: RuntimeError: no ?[31m luck"
    assert problem in outcome.out
    assert "\x1b" not in outcome.out + outcome.err
    # What the list tells is not told beside it.
    assert outcome.out.count("no ?[31m luck") == 1
    assert "luck" not in outcome.err
    hand = squares("hand", "poker-english", "AS", "AH", "2C", "3D", "9S")
    assert hand.code == 0
    assert hand.out.endswith("\n1 point\n")
    assert hand.err.count("\n") == 2  # what the plugin prints, and what became of it


def test_the_reason_for_a_broken_plugin_stands_beside_an_unknown_id_once(squares, install):
    install("squares_bad", BROKEN)
    outcome = squares("play", "bad-squares", "--line")
    assert outcome.err.count("no ?[31m luck") == 1
    assert "did you mean" not in outcome.err
    assert outcome.err.endswith(
        "there is no variant 'bad-squares'; plugin squares_bad could not be loaded and may hold it "
        "('squares plugins squares_bad' tells more)\n"
    )


def test_json_stays_one_document_whatever_a_plugin_prints(squares, install):
    install("squares_bad", BROKEN)
    outcome = squares("plugins", "--json")
    listed = {info["name"]: info for info in json.loads(outcome.out)}
    assert listed["squares_bad"]["status"] == "broken"
    assert "no ?[31m luck" in listed["squares_bad"]["problem"]
    assert "hello" in outcome.err


def test_a_broken_plugin_is_shown_with_its_traceback(squares, install):
    install("squares_bad", BROKEN)
    out = squares("plugins", "squares_bad").out
    assert out.startswith("plugin squares_bad of squares-bad 1.2: broken\n")
    assert "Traceback (most recent call last)" in out
    assert 'raise RuntimeError("no' in out
    assert "\x1b" not in out
    document = json.loads(squares("plugins", "squares-bad", "--json").out)
    assert [info["name"] for info in document] == ["squares_bad"]
    assert "RuntimeError" in document[0]["trace"]


def test_a_strict_run_fails_but_the_plugins_can_still_be_looked_at(squares, install, monkeypatch):
    install("squares_bad", BROKEN)
    monkeypatch.setenv("SQUARES_STRICT_PLUGINS", "1")
    assert squares("variants").code == 1
    assert squares("plugins").code == 0
    assert squares("plugins", "squares_bad").code == 0


def test_the_environment_decides_which_plugins_load(squares, install, monkeypatch):
    install("squares_aces", GOOD)

    def status() -> dict[str, str]:
        return {info["name"]: info["status"] for info in squares("plugins", "--json").json}

    assert status()["squares_aces"] == "loaded"
    monkeypatch.setenv("SQUARES_PLUGINS", "")
    assert (status()["squares_aces"], status()["squares_poker"]) == ("disabled", "loaded")
    assert "SQUARES_PLUGINS          ''" in squares("plugins").out
    monkeypatch.setenv("SQUARES_PLUGINS", "squares_aces")
    assert status()["squares_aces"] == "loaded"
    monkeypatch.setenv("SQUARES_DISABLE_PLUGINS", "squares_aces,squares_poker")
    assert (status()["squares_aces"], status()["squares_poker"]) == ("disabled", "disabled")
    refusal = squares("hand", "aces", "AS", "2S", "3S", "4S").refusal
    assert "there is no scorer 'aces'" in refusal
    assert "squares_aces is disabled" in refusal


def test_the_list_for_pip_restores_the_set(squares, install):
    install("squares_aces", GOOD)
    install("squares_bad", BROKEN, version="0.3.dev1")
    outcome = squares("plugins", "--requirements")
    lines = outcome.out.splitlines()
    assert {"squares-aces==1.2", "squares-bad==0.3.dev1"} <= set(lines)
    assert all(line.count("==") == 1 for line in lines)


def test_a_distribution_that_declares_nothing_is_remarked_on(squares, install):
    install("squares_silent", GOOD, declares=False)
    outcome = squares("plugins")
    assert (
        "squares-silent 1.2 needs this project but declares nothing in the entry-point group "
        "'squares.plugins'"
    ) in outcome.err
    told = squares("plugins", "squares-silent")
    assert told.out.startswith("squares-silent 1.2 is installed but declares no plugin\n")
    assert '[project.entry-points."squares.plugins"]' in told.out
    assert squares("plugins", "squares-silent", "--json").refusal == (
        "squares-silent 1.2 is installed but declares no plugin"
    )


def test_a_plugin_that_is_not_there_is_refused_with_the_nearest_name(squares):
    assert "did you mean 'squares_poker'?" in squares("plugins", "squares_pokr").refusal
    assert "?[31m" in squares("plugins", "\x1b[31m").refusal


@pytest.mark.parametrize("words", [("--json",), ("squares_poker",)])
def test_the_list_for_pip_goes_with_nothing_else(squares, words):
    assert squares("plugins", "--requirements", *words).refusal == (
        "--requirements lists every plugin: leave out NAME and --json"
    )
