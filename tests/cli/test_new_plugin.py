"""``squares new-plugin`` writes the example again, under another name and never over anything."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from squares_core.cli.commands.new_plugin import _FILES, rendered, template_folder

ALL = ["scorer", "rule", "strategy", "variant"]
LEFT_BEHIND = {"__pycache__", ".pytest_cache", ".ruff_cache", ".venv", "dist"}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_the_template_is_the_example_word_for_word():
    example = template_folder()
    assert example.name == "squares-diagonal"
    there = {
        path.relative_to(example).as_posix(): path.read_text(encoding="utf-8")
        for path in example.rglob("*")
        if path.is_file() and not LEFT_BEHIND & set(path.relative_to(example).parts)
    }
    assert sorted(there) == sorted(_FILES)
    assert rendered("squares-diagonal", ALL) == there


def test_nothing_of_the_example_is_left_in_another_project():
    for path, text in rendered("squares-three-card-brag", ALL).items():
        # The diagonals of a grid are spoken of in the plural only.
        assert not re.search("diagonal(?!s)", f"{path} {text}", re.IGNORECASE), path


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ([], {"scoring", "variants"}),
        (["--scorer"], {"scoring", "variants"}),
        (["--rule"], {"placement", "variants"}),
        (["--strategy"], {"strategies"}),
        (["--variant-only"], {"variants"}),
        (["--rule", "--strategy"], {"placement", "strategies", "variants"}),
        (["--scorer", "--rule", "--strategy"], {"scoring", "placement", "strategies", "variants"}),
    ],
)
def test_only_the_parts_asked_for_are_written(squares, options, parts):
    outcome = squares("new-plugin", "squares-brag", *options)
    assert (outcome.code, outcome.err) == (0, "")
    package = Path("squares-brag/src/squares_brag")
    assert {path.stem for path in package.glob("*.py")} == {"__init__", *parts}
    tests = {path.stem for path in Path("squares-brag/tests").iterdir()}
    assert tests == {"test_promises", *(f"test_{part}" for part in parts)}
    text = (package / "__init__.py").read_text(encoding="utf-8")
    assert {
        line.split(".")[1].split()[0] for line in text.splitlines() if "import squ" in line
    } == (parts)
    readme = Path("squares-brag/README.md").read_text(encoding="utf-8")
    assert ("squares play brag-squares" in readme) == ("variants" in parts)
    assert ("squares play brag-squares" in outcome.out) == ("variants" in parts)


def test_the_project_says_who_it_is(squares):
    squares("new-plugin", "three-card-brag")
    project = tomllib.loads(Path("three-card-brag/pyproject.toml").read_text())["project"]
    assert project["name"] == "three-card-brag"
    assert project["entry-points"] == {"squares.plugins": {"three_card_brag": "three_card_brag"}}
    variants = Path("three-card-brag/src/three_card_brag/variants.toml").read_text()
    first = tomllib.loads(variants)["variant"][0]
    assert (first["id"], first["title"]) == ("three-card-brag-squares", "Three Card Brag Squares")
    assert first["scorer"] == "three-card-brag"
    assert "placement" not in first


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Brag", "'Brag' cannot name a plugin: use small letters, digits and single hyphens"),
        ("three_card", "cannot name a plugin"),
        ("-brag", "No such option"),
        ("brag-", "cannot name a plugin"),
        ("../brag", "cannot name a plugin"),
        ("3card", "cannot name a plugin"),
        ("b" * 41, "at most 40"),
        ("json", "a Python module json is there already: choose another name, such as my-json"),
        ("squares-poker", "a Python module squares_poker is there already"),
        ("squares", "'squares' is taken"),
        ("lambda", "'lambda' is taken"),
        ("cribbage", "the id cribbage that 'cribbage' would add is taken"),
        ("squares-maverick", "the id maverick that 'squares-maverick' would add is taken"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(squares, name, said):
    outcome = squares("new-plugin", name)
    assert outcome.code in (1, 2)
    assert said in outcome.err
    assert not list(Path().iterdir())


def test_nothing_is_ever_overwritten(squares):
    Path("squares-brag").mkdir()
    refusal = squares("new-plugin", "squares-brag").refusal
    assert refusal.startswith("squares-brag is there already and stays as it is")
    assert not list(Path("squares-brag").iterdir())
    Path("squares-bray").write_text("mine")
    assert "is there already" in squares("new-plugin", "squares-bray").refusal
    assert Path("squares-bray").read_text() == "mine"


def test_a_variant_alone_goes_with_nothing_else(squares):
    refusal = squares("new-plugin", "squares-brag", "--variant-only", "--rule").refusal
    assert refusal == "--variant-only goes with no other part: leave out the others"
