from __future__ import annotations

import pytest

IDS = {
    "squares_cribbage": [
        "cribbage-squares",
        "cribbage-squares-1-reserve",
        "cribbage-squares-2-reserves",
        "cribbage-squares-waste",
        "cribbage-squares-open",
        "cribbage-squares-shuffle",
    ],
    "squares_poker": [
        "poker-squares",
        "poker-squares-english",
        "poker-squares-swedish",
        "poker-squares-1-reserve",
        "poker-squares-2-reserves",
        "poker-squares-waste",
        "poker-squares-open",
        "poker-squares-shuffle",
        "maverick",
    ],
}

OWN_FILE = """
[[scorer]]
id = "flush-poker"
title = "Poker, flushes only"
base = "poker-american"
options = { table = { pair = 0, "two pair" = 0 } }

[[variant]]
id = "narrow"
title = "A narrow grid"
rows = 3
columns = 5
scorer = "flush-poker"
lines = ["rows"]

[[variant]]
id = "narrow-open"
base = "narrow"
deal = "open"
target = 50
"""


def test_every_bundled_game_is_listed_with_its_plugin(squares):
    listed = squares("variants", "--json").json
    by_plugin: dict[str, list[str]] = {}
    for variant in listed:
        by_plugin.setdefault(variant["plugin"], []).append(variant["id"])
    assert by_plugin == IDS
    assert not any(variant["problem"] for variant in listed)


def test_a_listed_game_tells_what_a_program_needs_to_know_of_it(squares):
    listed = {variant["id"]: variant for variant in squares("variants", "--json").json}
    summary = listed["cribbage-squares-2-reserves"].pop("summary")
    assert "two piles" in summary
    assert listed["cribbage-squares-2-reserves"] == {
        "id": "cribbage-squares-2-reserves",
        "title": "Cribbage Squares with two reserves",
        "rows": 4,
        "columns": 4,
        "scorer": "cribbage",
        "placement": "adjacent",
        "target": 61,
        "plugin": "squares_cribbage",
        "lines": ["rows", "columns"],
        "line_target": None,
        "deal": "turned",
        "starter": "turned",
        "reserves": 2,
        "reserve_size": 5,
        "waste": 0,
        "cards": 27,
        "base": "cribbage-squares",
        "problem": "",
    }
    assert (listed["maverick"]["target"], listed["maverick"]["line_target"]) == (None, 15)
    assert listed["maverick"]["lines"] == ["rows"]


def test_the_table_is_grouped_by_plugin_and_fits_eighty_columns(squares):
    lines = squares("variants").out.splitlines()
    assert max(map(len, lines)) < 80
    cribbage, poker = lines.index("squares_cribbage"), lines.index("squares_poker")
    words = [line.split()[0] for line in lines if line.startswith("  ")]
    assert words == ["id", *IDS["squares_cribbage"], *IDS["squares_poker"]]
    assert lines[cribbage + 1].split() == [
        "cribbage-squares", "4x4", "turned", "cribbage", "61",
    ]  # fmt: skip
    assert "2 reserves" in lines[cribbage + 3]
    assert "waste of 5" in lines[cribbage + 4]
    assert lines[poker + 9].split()[-3:] == ["15", "a", "line"]


def test_the_games_of_a_file_are_listed_under_the_file(squares, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(OWN_FILE, encoding="utf-8")
    listed = squares("--variant-file", str(path), "variants", "--json").json
    narrow, narrow_open = listed[-2:]
    assert (narrow["id"], narrow["plugin"], narrow["columns"]) == ("narrow", str(path), 5)
    assert (narrow_open["base"], narrow_open["deal"], narrow_open["target"]) == (
        "narrow",
        "open",
        50,
    )
    lines = squares("--variant-file", str(path), "variants").out.splitlines()
    assert lines[lines.index(str(path)) + 1].split()[:2] == ["narrow", "3x5"]


def test_the_games_of_a_file_can_be_asked_for_by_every_command(squares, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(OWN_FILE, encoding="utf-8")
    own = ("--variant-file", str(path))
    assert "\n  3 hands: 3 rows.\n" in squares(*own, "rules", "narrow").out
    assert len(squares(*own, "deal", "narrow", "--seed", "1", "--json").json["cards"]) == 15
    grid = "AS AH 2C 2D 9S / 3S 4S 5S 6S 7S / . . . . ."
    assert squares(*own, "score", "narrow", grid, "--json").json["total"] == 75
    hand = ("hand", "flush-poker", "AS", "AH", "2C", "3D", "9S", "--json")
    assert squares(*own, *hand).json["points"] == 0


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (None, "cannot read variant file"),
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"[[variant]", "is not TOML"),
        (b"[[game]]\nid = 'x'", "[[game]] is not accepted at the top"),
        (b"[[variant]]\nid = 'x'\nbase = 'maverick'\ntargt = 3", "unknown key 'targt'; did you"),
        (b"[[variant]]\nid = 'x'\nbase = 'maverik'", "did you mean 'maverick'?"),
        (b"[[variant]]\nid = 'maverick'\nbase = 'poker-squares'", "squares_poker holds that id"),
    ],
)
@pytest.mark.parametrize("command", [("variants",), ("rules", "maverick")])
def test_a_variant_file_that_cannot_be_used_is_refused_in_one_line(
    squares, tmp_path, text, part, command
):
    path = tmp_path / "own.toml"
    if text is not None:
        path.write_bytes(text)
    refusal = squares("--variant-file", str(path), *command).refusal
    assert part in refusal
    assert str(path) in refusal


def test_a_game_whose_rule_is_not_there_is_listed_with_the_reason(squares, monkeypatch):
    monkeypatch.setenv("SQUARES_DISABLE_PLUGINS", "squares_basics")
    listed = squares("variants", "--json").json
    assert [variant["id"] for variant in listed] == [id_ for ids in IDS.values() for id_ in ids]
    assert all("there is no placement rule" in variant["problem"] for variant in listed)
    assert all("squares_basics is disabled" in variant["problem"] for variant in listed)
    out = squares("variants").out
    assert "  maverick                     cannot be played\n" in out
    assert "maverick cannot be played: there is no placement rule 'anywhere'" in out


def test_without_any_game_the_table_says_so(squares, monkeypatch):
    monkeypatch.setenv("SQUARES_DISABLE_PLUGINS", "squares_cribbage,squares_poker")
    assert squares("variants").out == "there are no variants: no plugin adds one\n"
    assert squares("variants", "--json").json == []
