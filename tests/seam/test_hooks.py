"""Every hook does what its page says, and none lacks a page or a test."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from squares_core import hookspecs
from squares_core.plugins import HOOKS, KINDS

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "hooks.md").read_text(encoding="utf-8")

SOURCE = """
from squares_core import Combination, MoveKind, PlacementRule, Scorer, Strategy, hookimpl
from squares_core import parse_variants, rank_of

class Aces(Scorer):
    id, title, hand_sizes = "aces", "Aces", (4,)

    def combinations(self, hand, starter=None):
        return [Combination("ace", (card,), 1) for card in hand if rank_of(card) == 1]

class InOrder(PlacementRule):
    id, title, description = "in-order", "In order", "Cards fill the grid from a1 on."

    def legal_cells(self, tableau, card):
        return tableau.empty_cells[:1]

class Last(Strategy):
    id, title = "last", "Last"

    def choose(self, view, rng):
        return view.legal_moves[-1]

VARIANT = '''
[[variant]]
id = "ace-squares"
title = "Ace Squares"
rows = 4
columns = 4
scorer = "aces"
placement = "in-order"
'''
"""

HOOK_SOURCES = {
    "squares_scorers": "return (Aces(),)",
    "squares_placement_rules": "return [InOrder()]",
    "squares_variants": "return parse_variants(VARIANT)",
    "squares_strategies": "yield Last()",
}


@pytest.fixture
def all_hooks(shop: Any) -> Any:
    hooks = "".join(
        f"@hookimpl\ndef {name}():\n    {text}\n" for name, text in HOOK_SOURCES.items()
    )
    shop.add("squares_aces", SOURCE + hooks)
    return shop


def test_squares_scorers_adds_a_scorer(all_hooks: Any) -> None:
    scorer = all_hooks.load().scorer("aces")
    assert scorer.points((0, 1, 20, 30)) == 2


def test_squares_placement_rules_adds_a_rule(all_hooks: Any) -> None:
    registry = all_hooks.load()
    rules = registry.rules("cribbage-squares", {"placement": "in-order"})
    position = rules.start(range(17))
    assert [move.target for move in rules.legal_moves(position)] == [0]


def test_squares_variants_adds_a_variant(all_hooks: Any) -> None:
    rules = all_hooks.load().rules("ace-squares")
    assert (rules.scorer.id, rules.placement.id) == ("aces", "in-order")


def test_squares_strategies_adds_a_strategy(all_hooks: Any) -> None:
    import random

    from squares_core import Game, make_deal

    registry = all_hooks.load()
    game = Game(registry.rules("poker-squares"), make_deal(1))
    assert registry.strategy("last").choose(game.view, random.Random(1)).target == 24


def test_each_hook_is_called_exactly_once(
    all_hooks: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    hooks = "".join(
        f"@hookimpl\ndef {name}():\n    print('{name}')\n    return []\n" for name in HOOKS
    )
    all_hooks.add("squares_counted", SOURCE + hooks)
    all_hooks.load()
    assert capsys.readouterr().err.splitlines() == list(HOOKS)


def test_the_hooks_are_those_that_are_specified() -> None:
    specified = [
        name
        for name, value in vars(hookspecs).items()
        if hasattr(value, f"{hookspecs.PROJECT}_spec")
    ]
    assert sorted(specified) == sorted(HOOKS) == sorted(HOOK_SOURCES)


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_has_a_test_of_its_own(hook: str) -> None:
    assert [name for name in globals() if name.startswith(f"test_{hook}_adds")]


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_has_a_section_with_its_exact_signature(hook: str) -> None:
    section = re.search(rf"^### {hook}$(.*?)(?=^##|\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert section, f"docs/reference/hooks.md has no section ### {hook}"
    returned = inspect.signature(getattr(hookspecs, hook)).return_annotation
    assert f"def {hook}() -> {returned}: ..." in section[1]
    assert KINDS[hook.removeprefix("squares_")].__name__ in section[1]


def test_the_page_names_no_hook_that_there_is_not() -> None:
    assert set(re.findall(r"^### (squares_\w+)$", PAGE, re.MULTILINE)) == set(HOOKS)


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_says_when_it_is_called_and_what_a_conflict_does(hook: str) -> None:
    text = getattr(hookspecs, hook).__doc__
    assert text.startswith("Return the ")
    assert "Called once" in text
    assert "An id that another" in text
