"""The bundled scorers bring their tables along, so that nobody waits for them to be compiled."""

from __future__ import annotations

import pytest

from squares_core.engine.compiling import cache
from squares_core.engine.compiling.cache import file_name, fingerprint, load, shipped_folder

SIZES = {"cribbage": 4, "cribbage-crib": 4}
SIZES |= {f"poker-{system}": 5 for system in ("american", "english", "swedish")}


@pytest.mark.parametrize("scorer_id", SIZES)
def test_the_tables_of_a_bundled_scorer_are_shipped_and_fit_its_source(registry, scorer_id):
    scorer, size = registry.scorer(scorer_id), SIZES[scorer_id]
    folder = shipped_folder(scorer)
    digits = fingerprint(scorer, size, with_starter=scorer.uses_starter)

    assert folder is not None
    path = folder / file_name(scorer, size, digits)
    assert path.is_file(), "make them again: python -m squares_core.engine.compiling squares_..."
    assert load(path, digits) is not None


@pytest.mark.parametrize("scorer_id", SIZES)
def test_shipped_tables_fit_in_every_version_of_python(registry, scorer_id, monkeypatch):
    def refuse(code):
        raise AssertionError("bytecode differs between versions of Python")

    monkeypatch.setattr(cache, "_bytecode", refuse)
    cache._code_of.cache_clear()
    scorer = registry.scorer(scorer_id)
    assert fingerprint(scorer, SIZES[scorer_id], with_starter=scorer.uses_starter)


def test_every_bundled_scorer_is_looked_at(registry):
    assert set(SIZES) == set(registry.scorers.ids)
