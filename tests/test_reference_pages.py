"""The pages made from the code are up to date, and the schema accepts what Squares accepts."""

from __future__ import annotations

import importlib.util
import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from squares_core import SquaresError, parse_variants, variant_file_schema
from squares_core.variants import parse_definitions

ROOT = Path(__file__).parents[1]
FILES = sorted(
    [*ROOT.glob("plugins/*/variants.toml"), *ROOT.glob("docs/examples/**/*.toml")],
    key=lambda path: path.as_posix(),
)
FILES = [path for path in FILES if path.name != "pyproject.toml"]


@pytest.fixture(scope="module")
def written() -> Any:
    spec = importlib.util.spec_from_file_location(
        "write_reference", ROOT / "docs/write_reference.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["variant-file.md", "variant-file.schema.json", "api.md"])
def test_a_page_made_from_the_code_is_up_to_date(name: str, written: Any) -> None:
    text = (ROOT / "docs" / "reference" / name).read_text(encoding="utf-8")
    assert text == written.PAGES[name](), "run: python docs/write_reference.py"


def test_every_page_that_is_written_is_held_to_be_up_to_date(written: Any) -> None:
    assert set(written.PAGES) == {"variant-file.md", "variant-file.schema.json", "api.md"}


def test_the_schema_is_one() -> None:
    jsonschema.Draft7Validator.check_schema(variant_file_schema())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_the_schema_accepts_every_file_that_comes_with_squares(path: Path) -> None:
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    assert tables["variant"]
    jsonschema.validate(tables, variant_file_schema(), jsonschema.Draft7Validator)


SCORER = '[[scorer]]\nid = "mine"\ntitle = "Mine"\nbase = "poker-english"\n'
VARIANT = '[[variant]]\nid = "mine"\ntitle = "Mine"\nrows = 4\ncolumns = 4\nscorer = "cribbage"\n'


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        (VARIANT, True),
        (VARIANT + 'target = "none"\nline_target = 12\n', True),
        (VARIANT + 'scorer_options = { flush = "none" }\n', True),
        ('[[variant]]\nid = "mine"\nbase = "poker-squares"\n', True),
        (SCORER, True),
        (SCORER + "options = { table = { pair = 3 } }\n", True),
        (VARIANT.replace('title = "Mine"\n', ""), False),
        (VARIANT.replace("rows = 4", "rows = 8"), False),
        (VARIANT.replace("rows = 4", 'rows = "4"'), False),
        (VARIANT.replace('"mine"', '"My Game"'), False),
        (VARIANT + "wast = 5\n", False),
        (VARIANT + 'lines = ["rows", "corners"]\n', False),
        (VARIANT + "lines = []\n", False),
        (VARIANT + 'target = "high"\n', False),
        (VARIANT + 'deal = "slow"\n', False),
        (SCORER.replace('base = "poker-english"\n', ""), False),
        ('[game]\nid = "mine"\n', False),
    ],
)
def test_the_schema_and_squares_agree(text: str, accepted: bool) -> None:
    valid = jsonschema.Draft7Validator(variant_file_schema()).is_valid(tomllib.loads(text))
    assert valid is accepted
    if accepted:
        parse_definitions(text, "the file")
    else:
        with pytest.raises(SquaresError):
            parse_definitions(text, "the file")


def test_every_key_of_a_variant_says_what_it_means() -> None:
    tables = json.loads(json.dumps(variant_file_schema()))["properties"]
    for table in tables.values():
        assert all(key["description"] for key in table["items"]["properties"].values())


def test_the_schema_can_be_named_in_the_first_line_of_a_file() -> None:
    assert parse_variants("#:schema ./s.json\n" + VARIANT)[0].id == "mine"
