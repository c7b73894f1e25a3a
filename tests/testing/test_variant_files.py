"""A file of variants can be checked as a plugin can."""

from __future__ import annotations

from pathlib import Path

import pytest

from squares_core import InvalidValueError, load_registry
from squares_core.testing import variant_file_cases

FILE = """
[[scorer]]
id = "poker-mine"
title = "Poker, my points"
base = "poker-english"
options = { table = { flush = 12 } }

[[variant]]
id = "my-squares"
title = "My squares"
base = "poker-squares"
scorer = "poker-mine"
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_scorer_and_variant_of_a_file_is_checked(tmp_path):
    cases = variant_file_cases(write(tmp_path, FILE), registry=load_registry(environ={}))
    things = {case.id.partition(":")[0] for case in cases}
    assert things == {"scorer poker-mine", "variant my-squares"}
    assert "variant my-squares: games end" in map(str, cases)
    case = next(case for case in cases if case.id == "scorer poker-mine: options and name")
    case.run()


def test_a_promise_broken_on_purpose_is_named_as_for_a_plugin(tmp_path):
    path = write(tmp_path, FILE.replace("My squares", "Poker Squares"))
    cases = variant_file_cases(
        path, {"variant my-squares: title": "on purpose"}, registry=load_registry(environ={})
    )
    (title,) = (case for case in cases if case.id == "variant my-squares: title")
    assert title.outcome().status == "broken on purpose"


def test_a_file_that_cannot_be_used_is_refused(tmp_path):
    path = write(tmp_path, FILE.replace('scorer = "poker-mine"', 'scorer = "poker-mien"'))
    with pytest.raises(InvalidValueError, match=r"mine\.toml: variant 'my-squares': .*poker-mine"):
        variant_file_cases(path, registry=load_registry(environ={}))
