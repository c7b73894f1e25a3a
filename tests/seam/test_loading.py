"""Which plugins are loaded, in which order, and what a user can say about it."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.metadata import distributions
from typing import Any

import pytest

from squares_core import UnknownIdError, load_registry

BUNDLED = ["squares_basics", "squares_cribbage", "squares_poker"]


@pytest.fixture
def three(shop: Any, scorer_source: Callable[..., str]) -> Any:
    """Three sound plugins, whose distributions sort otherwise than their names."""
    for name, distribution in (("aa", "zz-plugin"), ("mm", "mm-plugin"), ("zz", "aa-plugin")):
        shop.add(f"squares_{name}", scorer_source(name), distribution=distribution)
    return shop


def _loaded(registry: Any) -> list[str]:
    return [info.name for info in registry.plugins if info.status == "loaded"]


def test_own_plugins_come_first_and_the_others_by_name(three: Any) -> None:
    assert _loaded(three.load()) == [*BUNDLED, "squares_aa", "squares_mm", "squares_zz"]


def test_the_order_does_not_depend_on_the_order_of_the_metadata(three: Any) -> None:
    found = [
        item
        for distribution in distributions()
        for item in distribution.entry_points
        if item.group == "squares.plugins"
    ]
    expected = _loaded(three.load())
    for seed in range(5):
        random.Random(seed).shuffle(found)
        assert _loaded(load_registry(found, environ={})) == expected


def test_without_plugins_only_the_bundled_ones_are_loaded(three: Any) -> None:
    registry = three.load(SQUARES_PLUGINS="")
    assert _loaded(registry) == BUNDLED
    assert [
        (info.name, info.problem) for info in registry.plugins if info.status == "disabled"
    ] == [(f"squares_{name}", "SQUARES_PLUGINS does not name it") for name in ("aa", "mm", "zz")]


def test_one_plugin_alone_can_be_allowed_besides_the_bundled_ones(three: Any) -> None:
    assert _loaded(three.load(SQUARES_PLUGINS="squares_mm")) == [*BUNDLED, "squares_mm"]


def test_named_plugins_can_be_disabled_bundled_ones_too(three: Any) -> None:
    registry = three.load(SQUARES_DISABLE_PLUGINS="squares_aa, squares_poker")
    assert _loaded(registry) == ["squares_basics", "squares_cribbage", "squares_mm", "squares_zz"]
    assert "poker-squares" not in registry.variants


def test_a_disabled_plugin_is_not_imported(shop: Any, capsys: pytest.CaptureFixture[str]) -> None:
    shop.add("squares_bomb", "raise SystemExit('imported')")
    shop.load(SQUARES_DISABLE_PLUGINS="squares_bomb")
    assert capsys.readouterr().err == ""


def test_a_misspelt_name_in_a_variable_is_told(
    three: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    three.load(SQUARES_DISABLE_PLUGINS="squares_a")
    assert capsys.readouterr().err == (
        "squares: SQUARES_DISABLE_PLUGINS names 'squares_a', which no installed plugin is called; "
        "did you mean 'squares_aa'?\n"
    )


def test_two_distributions_that_use_one_name_are_both_loaded_in_a_fixed_order(
    shop: Any, scorer_source: Callable[..., str]
) -> None:
    for module, distribution in (("squares_later", "b-dist"), ("squares_sooner", "a-dist")):
        shop.add(
            module,
            scorer_source(module.replace("_", "-")),
            distribution=distribution,
            entry_points=f"[squares.plugins]\nsame = {module}\n",
        )
    registry = shop.load()
    assert [(i.name, i.distribution) for i in registry.plugins[3:]] == [
        ("same", "a-dist"),
        ("same", "b-dist"),
    ]


def test_a_second_copy_of_a_distribution_further_down_the_path_is_not_loaded(
    shop: Any, scorer_source: Callable[..., str]
) -> None:
    shop.add("squares_copy", scorer_source(), version="1.0")
    shop.add("squares_copy", scorer_source(), distribution="Squares.Copy", version="2.0")
    assert _loaded(shop.load()).count("squares_copy") == 1


def test_an_object_can_be_a_plugin(shop: Any, scorer_source: Callable[..., str]) -> None:
    more = "import types\nplugin = types.SimpleNamespace(squares_scorers=squares_scorers)"
    shop.add(
        "squares_object",
        scorer_source("of-object", more),
        entry_points="[squares.plugins]\nsquares_object = squares_object:plugin\n",
    )
    assert "of-object" in shop.load().scorers


def test_a_hook_that_this_version_does_not_know_may_be_marked_optional(
    shop: Any, scorer_source: Callable[..., str]
) -> None:
    more = "@hookimpl(optionalhook=True)\ndef squares_card_backs():\n    return []"
    shop.add("squares_new", scorer_source("of-new", more))
    assert "of-new" in shop.load().scorers


def test_a_plugin_that_adds_nothing_is_loaded(shop: Any) -> None:
    source = "from squares_core import hookimpl\nsquares_scorers = hookimpl(lambda: [])"
    shop.add("squares_empty", source)
    info = shop.load().plugins[-1]
    assert (info.status, info.problem) == ("loaded", "")


@pytest.mark.parametrize(
    ("shelf", "word", "nearest"),
    [
        ("scorer", "cribage", "scorer 'cribage'; did you mean 'cribbage'?"),
        ("variant", "poker-square", "variant 'poker-square'; did you mean 'poker-squares'?"),
        ("placement_rule", "ajacent", "placement rule 'ajacent'; did you mean 'adjacent'?"),
        ("strategy", "gredy", "strategy 'gredy'; did you mean 'greedy'?"),
        ("scorer", "xyzzy", "scorer 'xyzzy'; there are: cribbage, "),
    ],
)
def test_an_unknown_id_suggests_the_nearest_or_lists_all(
    registry: Any, shelf: str, word: str, nearest: str
) -> None:
    with pytest.raises(UnknownIdError) as caught:
        getattr(registry, shelf)(word)
    assert str(caught.value).startswith(f"there is no {nearest}")


def test_an_id_that_a_variant_asks_for_in_vain_names_the_variant(
    shop: Any, scorer_source: Callable[..., str]
) -> None:
    more = '''
from squares_core import parse_variants
@hookimpl
def squares_variants():
    return parse_variants("""
[[variant]]
id = "lost"
title = "Lost"
rows = 4
columns = 4
scorer = "no-such-scorer"

[[variant]]
id = "astray"
base = "lost"
scorer = "halves"
placement = "no-such-rule"
""")
'''
    shop.add("squares_lost", scorer_source("halves", more))
    registry = shop.load()
    with pytest.raises(UnknownIdError, match=r"'no-such-scorer'.*\(the scorer of variant 'lost'\)"):
        registry.rules("lost")
    with pytest.raises(
        UnknownIdError, match=r"'no-such-rule'.*\(the placement rule of variant 'as"
    ):
        registry.rules("astray")
