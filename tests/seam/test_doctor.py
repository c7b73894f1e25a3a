"""A person with a plugin that does not show up is told why."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from squares_core import UnknownIdError
from squares_core.doctor import plugin_report, plugin_requirements, undeclared_plugins

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "find-a-broken-plugin.md"
NEEDS = "Requires-Dist: squares-solitaire>=0.1\n"


def test_a_distribution_without_an_entry_point_is_told_which_group_to_declare(
    shop: Any, scorer_source: Callable[..., str]
) -> None:
    shop.add("squares_silent", scorer_source(), entry_points="", requires=NEEDS)
    assert plugin_report("squares-silent", shop.load()) == [
        "squares-silent 1.2 is installed but declares no plugin",
        "a plugin is found by an entry point in the group 'squares.plugins'; in pyproject.toml:",
        '    [project.entry-points."squares.plugins"]',
        '    squares_silent = "squares_silent"',
        "then install the distribution again",
    ]
    assert undeclared_plugins() == ["squares-silent 1.2"]


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
    lines = plugin_report(name, shop.load())
    assert lines[0].startswith(said)
    assert "squares_plugins" in lines[0]
    assert "an entry point in the group 'squares.plugins'" in lines[1]
    assert undeclared_plugins() == ["Squares.Wrong 1.2"]


def test_a_module_that_no_distribution_declares_is_told_so(shop: Any) -> None:
    (shop.folder / "squares_loose.py").write_text("", encoding="utf-8")
    said = "a module squares_loose can be imported, but no distribution declares it"
    assert plugin_report("squares_loose", shop.load())[0] == said


@pytest.mark.parametrize("name", ["squares_pokr", "no such thing", ""])
def test_a_name_that_nothing_has_is_told_with_the_nearest_or_all(name: str, shop: Any) -> None:
    with pytest.raises(UnknownIdError, match=r"did you mean 'squares_poker'|there are: squares_b"):
        plugin_report(name, shop.load())


def test_a_broken_plugin_is_shown_with_its_traceback(shop: Any) -> None:
    shop.add("squares_bad", "VALUE = 1 // 0")
    lines = plugin_report("squares_bad", shop.load())
    assert lines[0] == "plugin squares_bad of squares-bad 1.2: broken"
    assert lines[1].startswith("  failed at import: ZeroDivisionError")
    assert "    VALUE = 1 // 0" in [line[4:] for line in lines]


def test_a_plugin_is_found_by_the_name_of_its_distribution(
    shop: Any, scorer_source: Callable[..., str]
) -> None:
    shop.add("squares_good", scorer_source("good"), distribution="Good_Squares")
    assert plugin_report("good-squares", shop.load()) == [
        "plugin squares_good of Good_Squares 1.2: loaded",
        "  scorers: good",
    ]


def test_a_taken_id_names_who_has_it(shop: Any, scorer_source: Callable[..., str]) -> None:
    shop.add("squares_late", scorer_source("cribbage"))
    lines = plugin_report("squares_late", shop.load())
    assert "plugin squares_cribbage holds that id" in lines[-1]


def test_a_disabled_plugin_says_by_what(shop: Any, scorer_source: Callable[..., str]) -> None:
    shop.add("squares_off", scorer_source("off"))
    assert plugin_report("squares_off", shop.load(SQUARES_PLUGINS="")) == [
        "plugin squares_off of squares-off 1.2: disabled",
        "  SQUARES_PLUGINS does not name it",
    ]


def test_the_installed_set_can_be_written_down_for_pip(
    shop: Any, scorer_source: Callable[..., str]
) -> None:
    shop.add("squares_b", scorer_source("b"), version="2.0")
    shop.add("squares_a", "1 // 0")
    assert plugin_requirements(shop.load()) == ["squares-a==1.2", "squares-b==2.0"]


def test_plugins_and_what_needs_squares_for_an_extra_only_are_not_undeclared(
    shop: Any, scorer_source: Callable[..., str]
) -> None:
    shop.add("squares_plugin", scorer_source(), requires=NEEDS)
    extra = "Requires-Dist: squares-solitaire; extra == 'games'\n"
    shop.add("some_tool", "", entry_points="", requires=extra)
    assert undeclared_plugins() == []


def test_damaged_metadata_does_no_harm(shop: Any) -> None:
    shop.add("squares_harmed", "", entry_points="[squares.plugins]\nno equals sign\n")
    (shop.folder / "squares_harmed-1.2.dist-info" / "METADATA").unlink()
    (shop.folder / "other-1.0.dist-info").mkdir()
    (shop.folder / "other-1.0.dist-info" / "METADATA").write_bytes(b"Name: \xff\n")
    assert undeclared_plugins() == []
    assert plugin_report("squares_poker", shop.load())


def test_the_page_on_broken_plugins_quotes_what_is_said(
    shop: Any, scorer_source: Callable[..., str]
) -> None:
    shop.add("squares_silent", scorer_source(), entry_points="", requires=NEEDS)
    shop.add("squares_wrong", scorer_source(), group="squares_plugins", requires=NEEDS)
    (shop.folder / "squares_loose.py").write_text("", encoding="utf-8")
    registry = shop.load()
    said = [
        plugin_report(name, registry)[0]
        for name in ("squares-silent", "squares_wrong", "squares_loose")
    ]
    with pytest.raises(UnknownIdError) as refused:
        plugin_report("squares_none", registry)
    said.append(str(refused.value))
    section = PAGE.read_text(encoding="utf-8").split("\n## ")[1]
    quotes = re.findall(r"(?s)(?<!\*)\*([^*]+)\*(?!\*)", section)
    assert len(quotes) == len(said)
    for quote, line in zip(quotes, (said[0], said[1], said[3], said[2]), strict=True):
        parts = [re.escape(part.strip()) for part in " ".join(quote.split()).split("...")]
        assert re.search(".*".join(parts), line), quote
