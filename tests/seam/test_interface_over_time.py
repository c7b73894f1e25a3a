"""What changes in the interface breaks no plugin that was written before."""

from __future__ import annotations

import importlib
import inspect
import sys
import warnings
from pathlib import Path
from typing import Any

import pluggy
import pytest

import squares_core
from squares_core import hookspecs
from squares_core.plugins import HOOKS
from squares_core.testing import conformance_cases

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "squares-diagonal" / "src"
ASKED = (
    "from squares_core import {name}, hookimpl\n@hookimpl\ndef squares_scorers():\n    return []\n"
)


@pytest.fixture
def older_plugin(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The example plugin, whose hooks take no argument."""
    monkeypatch.syspath_prepend(EXAMPLE)
    yield importlib.import_module("squares_diagonal")
    for name in [name for name in sys.modules if name.split(".")[0] == "squares_diagonal"]:
        del sys.modules[name]


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_may_gain_an_argument_and_an_older_plugin_goes_on_working(
    hook: str, older_plugin: Any
) -> None:
    def later(season: str) -> Any: ...

    later.__name__ = hook
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(type("Later", (), {hook: staticmethod(hookspecs.hookspec(later))}))
    newer_plugin = type(
        "Newer", (), {hook: staticmethod(hookspecs.hookimpl(lambda season: [season]))}
    )
    manager.register(older_plugin)
    manager.register(newer_plugin)
    newer, older = getattr(manager.hook, hook)(season="winter")
    assert newer == ["winter"]
    assert [thing.id for thing in older] == [t.id for t in getattr(older_plugin, hook)()]
    assert not inspect.signature(getattr(older_plugin, hook)).parameters


def test_a_name_that_goes_away_still_works_and_warns_where_it_is_used(
    shop: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(squares_core._DEPRECATED, "rank_number", ("rank_of", "0.3"))
    shop.add("squares_asks", ASKED.format(name="rank_number"))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        (info,) = (info for info in shop.load().plugins if info.name == "squares_asks")
    assert info.status == "loaded"
    assert {(str(item.message), Path(item.filename).parent.name) for item in told} == {
        ("squares_core.rank_number goes away in 0.3: use rank_of", "squares_asks")
    }
    assert told[0].category is DeprecationWarning
    assert squares_core.rank_of is sys.modules["squares_asks"].rank_number


def test_the_kit_tells_which_name_goes_away_and_what_to_use(
    shop: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(squares_core._DEPRECATED, "rank_number", ("rank_of", "0.3"))
    shop.add("squares_asks", ASKED.format(name="rank_number"))
    with pytest.warns(DeprecationWarning, match="goes away"):
        registry = shop.load()
    cases = conformance_cases(sys.modules["squares_asks"], registry=registry)
    (case,) = (case for case in cases if case.id.endswith("public names"))
    assert (
        "it imports rank_number of squares_core, which goes away in 0.3: use rank_of"
        in case.outcome().message
    )


def test_what_goes_away_is_replaced_by_a_public_name_and_is_none_itself() -> None:
    for name, (instead, version) in squares_core._DEPRECATED.items():
        assert name not in squares_core.__all__
        assert instead in squares_core.__all__
        assert [*map(int, version.split("."))] > [0, 1]
