"""The kit itself: its cases, its messages, its pytest plugin, and what it says of our own."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest import SkipTest

import pytest

from squares_core import (
    Combination,
    InvalidValueError,
    PlacementRule,
    Scorer,
    UnknownIdError,
    VariantSpec,
    load_registry,
)
from squares_core.engine.compiling.__main__ import ship
from squares_core.testing import (
    ConformanceCase,
    ConformanceError,
    check_plugin,
    conformance_cases,
)
from squares_core.testing.plugin_promises import PUBLIC_MODULES

# Each bundled plugin, with a quick form of its slow strategies.
BUNDLED: dict[str, dict[str, str]] = {
    "squares_basics": {},
    "squares_cribbage": {},
    "squares_poker": {},
}

AUTHOR = """
from squares_core import Combination, Scorer, hookimpl

class First(Scorer):
    id, title, hand_sizes = "first", "First", (4,)

    def combinations(self, hand, starter=None):
        return [Combination("first", (hand[0],), hand[0] % 3)]

@hookimpl
def squares_scorers():
    return [First()]
"""
ORDER = "scorer first: order of cards"


class First(Scorer):
    """Breaks one promise on purpose: the first card alone counts."""

    id, title, hand_sizes = "first", "First", (4,)

    def combinations(self, hand: Any, starter: Any = None) -> Any:
        return [Combination("first", (hand[0],), hand[0] % 3)]


@pytest.fixture
def registry() -> Any:
    return load_registry(environ={"SQUARES_PLUGINS": ""})


@pytest.mark.parametrize("name", BUNDLED)
def test_no_bundled_plugin_is_flagged(name: str, registry: Any) -> None:
    outcomes = check_plugin(name, registry, BUNDLED[name])
    assert [outcome.message for outcome in outcomes if outcome.status != "kept"] == []
    things = sum(map(len, next(i for i in registry.plugins if i.name == name).provides.values()))
    assert len(outcomes) > 6 * things


def test_every_case_has_a_name_of_its_own(registry: Any) -> None:
    import squares_poker

    ids = [str(case) for case in conformance_cases(squares_poker, registry=registry)]
    assert len(set(ids)) == len(ids)
    assert {"plugin squares_poker: loads", "scorer poker-english: points"} <= set(ids)


def test_the_same_example_is_found_every_time(plugin_of: Any) -> None:
    def message() -> str:
        registry = load_registry(environ={"SQUARES_PLUGINS": ""})
        cases = conformance_cases(plugin_of(scorers=[First()]), registry=registry)
        return next(case for case in cases if case.id == ORDER).outcome().message

    assert message() == message()
    assert "\n  given:    " in message()


def test_a_promise_broken_on_purpose_passes_and_keeps_its_reason(
    plugin_of: Any, registry: Any
) -> None:
    cases = conformance_cases(
        plugin_of(scorers=[First()]), {ORDER: "the first card leads"}, registry=registry
    )
    case = next(case for case in cases if case.id == ORDER)
    case.run()
    assert case.outcome().status == "broken on purpose"
    assert case.outcome().message.endswith("the first card leads")


def test_a_promise_said_to_be_broken_must_be(plugin_of: Any, registry: Any) -> None:
    id_ = "scorer first: points"
    cases = conformance_cases(plugin_of(scorers=[First()]), {id_: "why"}, registry=registry)
    with pytest.raises(ConformanceError, match="which is kept: take it off what is expected"):
        next(case for case in cases if case.id == id_).run()


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ({"scorer first: order of card": "x"}, "did you mean 'scorer first: order of cards'"),
        ({ORDER: " "}, "without a reason"),
    ],
)
def test_expected_failures_name_real_cases_and_give_reasons(
    expected: dict[str, str], said: str, plugin_of: Any, registry: Any
) -> None:
    with pytest.raises(InvalidValueError, match=said):
        conformance_cases(plugin_of(scorers=[First()]), expected, registry=registry)


class Forgetful(Scorer):
    """Lacks a return."""

    id, title, hand_sizes = "forgetful", "Forgetful", (4,)

    def combinations(self, hand: Any, starter: Any = None) -> Any:
        [Combination("first", (min(hand),), 1)]


class Aces(Scorer):
    """A sound scorer of lines of four."""

    id, title, hand_sizes = "aces", "Aces", (4,)

    def combinations(self, hand: Any, starter: Any = None) -> Any:
        return [Combination("ace", (card,), 1) for card in sorted(hand) if card < 4]


class OddRows(PlacementRule):
    """Blocks on grids of two rows alone."""

    id, title, description = "odd-rows", "Odd rows", "Any cell but on two rows."

    def legal_cells(self, tableau: Any, card: Any) -> Any:
        return () if tableau.grid.rows == 2 else tableau.empty_cells


def _variant(id_: str, **keys: Any) -> VariantSpec:
    return VariantSpec(
        **{"id": id_, "title": id_, "rows": 4, "columns": 4, "scorer": "aces", **keys}
    )


def _broken(cases: list[ConformanceCase]) -> list[str]:
    return [case.id for case in cases if case.outcome().status == "broken"]


def test_a_variant_that_does_not_fit_its_scorer_is_the_only_one_to_blame(
    plugin_of: Any, registry: Any
) -> None:
    plugin = plugin_of(scorers=[Aces()], variants=[_variant("good"), _variant("wide", columns=5)])
    cases = [
        case
        for case in conformance_cases(plugin, registry=registry)
        if case.id == "scorer aces: compiled" or case.id.startswith("variant wide")
    ]
    assert _broken(cases) == ["variant wide: parts fit"]
    message = next(case for case in cases if case.id in _broken(cases)).outcome().message
    assert "\n  got:      wide does not fit together: there are lines of 5 cards, but " in message
    assert "InvalidValueError" not in message


def test_what_rests_on_a_broken_promise_is_not_tried(plugin_of: Any, registry: Any) -> None:
    plugin = plugin_of(scorers=[Forgetful()], variants=[_variant("mine", scorer="forgetful")])
    cases = conformance_cases(plugin, registry=registry)
    first = "scorer forgetful: declared sizes"
    assert _broken(cases) == [first]
    outcomes = {case.id: case.outcome() for case in cases}
    told = "Forgetful.combinations() returned None instead of a list of combinations"
    assert f"\n  got:      {told}\n" in outcomes[first].message
    for id_ in ("scorer forgetful: points", "variant mine: games end"):
        assert outcomes[id_].status == "not tried"
        assert outcomes[id_].message == f"not tried before '{first}' is mended"
    assert outcomes["variant mine: parts fit"].status == "kept"
    with pytest.raises(SkipTest, match="not tried before"):
        next(case for case in cases if case.id == "scorer forgetful: points").run()


def test_what_rests_on_a_promise_broken_on_purpose_is_tried(plugin_of: Any, registry: Any) -> None:
    reasons = {"scorer forgetful: declared sizes": "on purpose"}
    cases = conformance_cases(plugin_of(scorers=[Forgetful()]), reasons, registry=registry)
    assert "scorer forgetful: points" in _broken(cases)


def test_a_rule_is_asked_on_the_grids_of_the_variants_that_use_it(
    plugin_of: Any, registry: Any
) -> None:
    empty_handed = "placement rule odd-rows: never empty-handed"
    plugin = plugin_of(placement_rules=[OddRows()])
    alone = conformance_cases(plugin, registry=load_registry(environ={"SQUARES_PLUGINS": ""}))
    assert _broken(alone) == [empty_handed]
    variants = [_variant("tall", scorer="cribbage", placement="odd-rows")]
    plugin = plugin_of(placement_rules=[OddRows()], variants=variants)
    assert _broken(conformance_cases(plugin, registry=registry)) == []


def test_a_game_that_may_stop_leads_to_the_declaration(plugin_of: Any, registry: Any) -> None:
    variant = _variant("flat", rows=2, placement="odd-rows", scorer="aces", lines=["rows"])
    plugin = plugin_of(placement_rules=[OddRows()], scorers=[Aces()], variants=[variant])
    cases = {case.id: case for case in conformance_cases(plugin, registry=registry)}
    assert (
        "no legal move before the end; where that is meant, the class of its placement rule, "
        "OddRows, says may_block = True"
    ) in cases["variant flat: games end"].outcome().message


def test_a_plugin_that_does_not_load_is_one_broken_promise(plugin_of: Any, registry: Any) -> None:
    cases = conformance_cases(plugin_of(scorers=[First]), registry=registry)
    broken = [case.outcome() for case in cases if case.outcome().status == "broken"]
    assert [outcome.id for outcome in broken] == ["plugin squares_under_test: loads"]
    assert "gave the class First; give an instance of it" in broken[0].message


def test_an_id_that_is_taken_breaks_a_promise(plugin_of: Any, registry: Any) -> None:
    taken = First().named("cribbage", "Cribbage")
    cases = conformance_cases(plugin_of(scorers=[taken]), registry=registry)
    assert "plugin squares_cribbage holds that id" in cases[0].outcome().message


def test_a_plugin_that_adds_nothing_breaks_a_promise(plugin_of: Any, registry: Any) -> None:
    cases = conformance_cases(plugin_of(scorers=[]), registry=registry)
    assert [c.id for c in cases if c.outcome().status == "broken"] == [
        "plugin squares_under_test: adds something"
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("from squares_core.rules import Position", "Position of squares_core.rules, which is not"),
        ("import squares_core.cards", "squares_core.cards, which is not public"),
        ("from squares_core import difflib", "difflib of squares_core, which is not public"),
        ("from squares_poker import PokerScorer", "squares_poker, which belongs to another plugin"),
        ("def later():\n    import squares_basics", "squares_basics, which belongs to another"),
    ],
)
def test_a_plugin_that_uses_what_is_not_public_breaks_a_promise(
    line: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, registry: Any
) -> None:
    (tmp_path / "squares_curious.py").write_text(
        f"{AUTHOR}\nif 0:\n    {line.replace(chr(10), chr(10) + '    ')}\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "squares_curious", raising=False)
    import squares_curious

    cases = conformance_cases(squares_curious, registry=registry)
    monkeypatch.delitem(sys.modules, "squares_curious")
    case = next(case for case in cases if case.id.endswith("public names"))
    assert said in case.outcome().message
    assert "squares_curious.py, line" in case.outcome().message


@pytest.mark.parametrize("name", ["tables/first-4-0123456789abcdef.tables", "values/01.values"])
def test_what_was_computed_for_other_code_breaks_a_promise(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, registry: Any
) -> None:
    package = tmp_path / f"squares_ships_{name.partition('/')[0]}"
    package.mkdir()
    (package / "__init__.py").write_text(AUTHOR.replace("(hand[0],), hand[0] % 3", "(), 1"))
    monkeypatch.syspath_prepend(tmp_path)
    plugin = import_module(package.name)
    (scorer,) = plugin.squares_scorers()
    ship(scorer, 4, package / "tables")
    cases = conformance_cases(plugin, registry=registry)
    (case,) = (case for case in cases if case.id.endswith("shipped files"))
    case.run()
    (package / name).parent.mkdir(exist_ok=True)
    (package / name).touch()
    assert f"given:    {name}\n" in case.outcome().message
    assert "python -m squares_core.engine." in case.outcome().message


def test_public_modules_are_those_that_can_be_imported() -> None:
    assert all(import_module(name).__all__ for name in PUBLIC_MODULES)


def test_an_unknown_plugin_suggests_the_nearest(registry: Any) -> None:
    with pytest.raises(UnknownIdError, match="did you mean 'squares_poker'"):
        check_plugin("squares_pokers", registry)


def _pytest(folder: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rxf", "-p", "no:cacheprovider", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "SQUARES_PLUGINS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


TEST = """
import pytest

@pytest.mark.squares_plugin("squares_author"{more})
def test_promise(conformance_case):
    conformance_case.run()
"""


def test_the_pytest_plugin_runs_each_case_where_it_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "squares_author.py").write_text(AUTHOR)
    more = f', expected_failures={{"{ORDER}": "the first card leads", '
    more += '"scorer first: compiled": "likewise", "scorer first: unfinished lines": "likewise"}'
    (tmp_path / "test_it.py").write_text(TEST.format(more=more))
    printed = _pytest(tmp_path, "-p", "squares_core.testing.pytest_plugin")
    assert "3 xfailed" in printed
    assert "failed" not in printed.replace("xfailed", "")
    assert f"XFAIL test_it.py::test_promise[{ORDER}] - the first card leads" in printed


def test_the_pytest_plugin_is_not_loaded_by_itself(tmp_path: Path) -> None:
    (tmp_path / "squares_author.py").write_text(AUTHOR)
    (tmp_path / "test_it.py").write_text(TEST.format(more=""))
    printed = _pytest(tmp_path)
    assert "fixture 'conformance_case' not found" in printed


def test_the_pytest_plugin_says_what_mark_is_needed(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_promise(conformance_case):\n    pass\n")
    printed = _pytest(tmp_path, "-p", "squares_core.testing.pytest_plugin")
    assert "mark it with squares_plugin('the_module')" in printed
