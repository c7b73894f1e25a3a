"""A person with a plugin that does not show up is told why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from squares_core.doctor import undeclared_distributions, why_missing

NEEDS = "Requires-Dist: squares-solitaire>=0.1\n"


def test_a_distribution_without_an_entry_point_is_told_which_group_to_declare(
    shop: Any, scorer_source: Callable[..., str]
) -> None:
    shop.add("squares_silent", scorer_source(), entry_points="", requires=NEEDS)
    assert why_missing("squares-silent") == [
        "squares-silent 1.2 is installed but declares no plugin",
        "a plugin is found by an entry point in the group 'squares.plugins'; in pyproject.toml:",
        '    [project.entry-points."squares.plugins"]',
        '    squares_silent = "squares_silent"',
        "then install the distribution again",
    ]
    assert undeclared_distributions() == [("squares-silent", "1.2")]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("squares_wrong", "Squares.Wrong 1.2 declares 'squares_wrong' in the entry-point group"),
        ("squares-wrong", "Squares.Wrong 1.2 is installed but declares no plugin, only the entry"),
    ],
)
def test_a_wrong_group_is_named(
    name: str, said: str, shop: Any, scorer_source: Callable[..., str]
) -> None:
    shop.add(
        "squares_wrong",
        scorer_source(),
        distribution="Squares.Wrong",
        group="squares_plugins",
        requires=NEEDS,
    )
    lines = why_missing(name)
    assert lines[0].startswith(said)
    assert "squares_plugins" in lines[0]
    assert "an entry point in the group 'squares.plugins'" in lines[1]
    assert undeclared_distributions() == [("Squares.Wrong", "1.2")]


def test_a_module_that_no_distribution_declares_is_told_so(shop: Any) -> None:
    (shop.folder / "squares_loose.py").write_text("", encoding="utf-8")
    said = "a module squares_loose can be imported, but no distribution declares it"
    assert why_missing("squares_loose")[0] == said


@pytest.mark.parametrize("name", ["squares_no_such_thing", "no such thing", ""])
def test_of_a_name_that_nothing_has_there_is_nothing_to_tell(name: str) -> None:
    assert why_missing(name) == []


def test_plugins_and_what_needs_squares_for_an_extra_only_are_not_undeclared(
    shop: Any, scorer_source: Callable[..., str]
) -> None:
    shop.add("squares_plugin", scorer_source(), requires=NEEDS)
    extra = "Requires-Dist: squares-solitaire; extra == 'games'\n"
    shop.add("some_tool", "", entry_points="", requires=extra)
    assert undeclared_distributions() == []


def test_damaged_metadata_does_no_harm(shop: Any) -> None:
    shop.add("squares_harmed", "", entry_points="[squares.plugins]\nno equals sign\n")
    (shop.folder / "squares_harmed-1.2.dist-info" / "METADATA").unlink()
    (shop.folder / "other-1.0.dist-info").mkdir()
    (shop.folder / "other-1.0.dist-info" / "METADATA").write_bytes(b"Name: \xff\n")
    assert undeclared_distributions() == []
    assert why_missing("other-stuff") == []
