"""Whole games, printed as they were when last read by a person; ``golden/write.py`` prints anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from squares_core import load_registry

GOLDEN = Path(__file__).parent / "golden"
PLAYED = sorted(path.stem for path in GOLDEN.glob("*.in"))


@pytest.mark.parametrize("name", PLAYED)
def test_a_whole_game_is_printed_as_it_was(squares, name):
    words, _, typed = (GOLDEN / f"{name}.in").read_text(encoding="utf-8").partition("\n")
    outcome = squares(*words.split(), stdin=typed)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == (GOLDEN / f"{name}.out").read_text(encoding="utf-8")


@pytest.mark.parametrize("variant", load_registry(environ={"SQUARES_PLUGINS": ""}).variants.ids)
def test_every_variant_has_a_golden_game_that_comes_to_its_end(variant):
    words, _, _ = (GOLDEN / f"{variant}.in").read_text(encoding="utf-8").partition("\n")
    assert words.startswith(f"play {variant} ")
    assert f"again: squares play {variant} " in (GOLDEN / f"{variant}.out").read_text("utf-8")


@pytest.mark.parametrize("name", PLAYED)
def test_every_golden_game_has_both_its_files(name):
    assert (GOLDEN / f"{name}.out").is_file()
