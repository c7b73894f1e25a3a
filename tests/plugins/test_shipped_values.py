"""The bundled variants bring along what the expert knows of them, so that nobody waits for it."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.resources import as_file, files
from types import ModuleType
from typing import ClassVar

import pytest

from squares_core import Combination, Scorer, load_registry
from squares_core.engine import compile_rules, untrained_values
from squares_core.engine.players.learned import file_name
from squares_core.engine.players.values import load_values, values_bytes, variant_digest

REGISTRY = load_registry(environ={"SQUARES_PLUGINS": ""})
TURNED = [id_ for id_ in REGISTRY.variants.ids if REGISTRY.rules(id_).deal == "turned"]


@pytest.mark.parametrize("variant", TURNED)
def test_the_learned_values_of_a_bundled_variant_are_shipped_and_fit_its_tables(variant):
    digest = variant_digest(compile_rules(REGISTRY.rules(variant)))

    with as_file(files("squares_basics") / "values") as folder:
        found = load_values(folder / file_name(digest), digest)
    assert found is not None, "learn them again: python -m squares_core.engine.players VARIANT"


def test_nothing_else_is_shipped():
    expected = {
        file_name(variant_digest(compile_rules(REGISTRY.rules(variant)))) for variant in TURNED
    }
    with as_file(files("squares_basics") / "values") as folder:
        assert expected == {path.name for path in folder.iterdir()}


class Reds(Scorer):
    """A point for each red card."""

    id, title = "reds", "Reds"
    hand_sizes: ClassVar = (2,)
    symmetry = "none"

    def combinations(self, hand, starter=None):
        return [Combination("red", (card,), 1) for card in hand if card % 4 in (1, 2)]


def test_values_beside_the_module_of_any_plugins_scorer_are_used(tmp_path, monkeypatch):
    module = ModuleType("squares_reds")
    module.__file__ = str(tmp_path / "squares_reds.py")
    monkeypatch.setitem(sys.modules, "squares_reds", module)
    monkeypatch.setattr(Reds, "__module__", "squares_reds")
    spec = REGISTRY.variant("poker-squares").changed({"rows": 2, "columns": 2, "lines": ["rows"]})
    registry = load_registry(environ={"SQUARES_PLUGINS": ""})
    registry.scorers.add(Reds(), "squares_reds")
    rules = registry.resolve(spec.changed({"scorer": "reds"}))
    shipped = untrained_values(compile_rules(rules))
    # Told from what would be learned here by values that nobody learns.
    shipped = replace(shipped, table=shipped.table + 1000)
    (tmp_path / "values").mkdir()
    (tmp_path / "values" / file_name(shipped.digest)).write_bytes(values_bytes(shipped))

    player = registry.strategy("expert").table_player(rules)
    assert values_bytes(player.values) == values_bytes(shipped)
