"""The bundled variants bring along what the expert knows of them, so that nobody waits for it."""

from __future__ import annotations

from importlib.resources import as_file, files

import pytest

from squares_core import load_registry
from squares_core.engine import compile_rules
from squares_core.engine.players.learned import file_name
from squares_core.engine.players.values import load_values, variant_digest

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
