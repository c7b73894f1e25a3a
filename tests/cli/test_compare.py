from __future__ import annotations

import csv
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from squares_core.cli.commands.compare import split_list
from squares_core.comparing.rows import GameRow
from squares_core.deals import make_deal

SMALL = ("--games", "12", "--seed", "3", "--positions", "2")


def test_the_text_shows_every_table(squares):
    outcome = squares(
        "compare", "poker-squares", "poker-squares-english", *SMALL, "--hindsight", "2"
    )
    assert (outcome.code, outcome.err) == (0, "")
    text = outcome.out
    assert text.startswith("12 deals, seed 3, played by random, greedy\n")
    for heading in (
        "totals",
        "winning",
        "differences, deal by deal",
        "greedy, scored by",
        "loss from aiming at another system",
        "how alike two systems are",
        "1  combinations",
        "luck: shares of the variance",
        "skill",
        "difference of the index",
    ):
        assert f"  {heading}" in text
    assert "█" in text
    assert all(len(line) <= 100 for line in text.splitlines())
    assert "nan" not in text.lower()


def test_hindsight_without_what_the_skill_index_counts_from_is_refused_before_any_game(squares):
    words = ("--strategies", "greedy,expert", "--games", "10", "--hindsight", "5")
    refusal = squares("compare", "poker-squares", *words).refusal
    assert refusal == (
        "hindsight 5: the skill index counts from the strategy random, which has to play, too"
    )


def test_one_entrant_is_told_without_what_there_is_not(squares):
    outcome = squares("compare", "maverick", "--strategies", "random", "--games", "1")
    assert outcome.code == 0
    assert "totals" in outcome.out
    assert "differences" not in outcome.out
    assert "nan" not in outcome.out.lower()


def test_a_conclusion_is_drawn_only_where_the_interval_leaves_out_0(squares):
    words = ("--strategies", "greedy,greedy,random", "--games", "60")
    lines = squares("compare", "cribbage-squares", *words).out.splitlines()
    rows = [line for line in lines if (" - " in line and "(+" in line) or "no conclusion" in line]
    assert not any("no conclusion" in row for row in rows)
    [equal] = [row for row in rows if "equal on every deal" in row]
    assert "greedy (2)" in equal
    assert "random" not in equal


def test_few_deals_are_named_as_the_reason_where_the_interval_leaves_out_0(squares):
    words = ("compare", "cribbage-squares", "--strategies", "greedy,random,greedy")
    [row] = [
        line
        for line in squares(*words, "--games", "5", "--seed", "1").out.splitlines()
        if "greedy - random" in line
    ]
    assert row.endswith("too few deals")
    found = squares(*words, "--games", "5", "--seed", "1", "--json").json["differences"][0]
    assert found["low"] > 0
    assert found["verdict"] == "open"
    assert "too few deals" not in squares(*words, "--games", "6", "--seed", "1").out


def test_differences_stand_in_the_order_of_the_json(squares):
    words = ("compare", "poker-squares", "--games", "8")
    row = squares(*words, "--json").json["differences"][0]
    assert (row["first_strategy"], row["second_strategy"]) == ("random", "greedy")
    assert "1  random - greedy" in (out := squares(*words).out)
    assert f"{row['mean']:+.2f} ({row['low']:+.2f} to {row['high']:+.2f})" in out
    assert row["mean"] < 0


def test_what_hindsight_leaves_out_is_told_and_why(squares):
    games = ("poker-squares", "poker-squares-1-reserve", "poker-squares-open")
    words = ("compare", *games, *SMALL, "--hindsight", "2")
    told = " ".join(squares(*words).out.split())
    assert "No skill index for poker-squares-1-reserve: with a reserve or a waste" in told
    assert "In poker-squares-open all cards lie open" in told
    assert "1 is perfect play." in told
    as_json = squares(*words, "--json")
    assert json.loads(as_json.out)["games"] == 12
    assert [line.partition(":")[0] for line in as_json.err.splitlines()] == [
        "No skill index for poker-squares-1-reserve",
        "In poker-squares-open all cards lie open",
    ]
    assert "skill index" not in squares("compare", *games, "--games", "2").out
    alone = squares("compare", games[1], "--games", "2", "--hindsight", "2").out
    assert "No skill index for poker-squares-1-reserve" in alone


def test_games_that_differ_in_piles_alone_are_told_why_totals_are_equal(squares):
    games = ("poker-squares", "poker-squares-1-reserve")
    out = squares("compare", *games, "--strategies", "random,greedy", "--games", "20").out
    told = "the same totals with other piles; it used none of them, or to no effect."
    assert [line.strip() for line in out.splitlines() if "piles" in line] == [f"greedy: {told}"]
    # Scored by one and the same points, the grids of either would give equal columns.
    assert "scored by" not in out


def test_an_encoding_without_bars_gets_ascii(tmp_path):
    command = [sys.executable, "-m", "squares_core", "compare", "maverick", *SMALL]
    environ = {**os.environ, "PYTHONIOENCODING": "ascii", "SQUARES_DATA": str(tmp_path)}
    done = subprocess.run(command, env=environ, capture_output=True, check=True, timeout=120)
    assert b"?" not in done.stdout
    assert b"@" in done.stdout
    assert done.stdout.isascii()


def test_json_holds_every_table_and_one_row_for_each_game_and_system(squares):
    document = squares("compare", "poker-squares", *SMALL, "--scored-by", "poker-english", "--json")
    found = document.json
    assert found["games"] == 12
    assert len(found["rows"]) == 12 * 2 * 2
    assert list(found["rows"][0]) == list(GameRow.__annotations__)
    assert {"summaries", "differences", "matrix", "correlations", "luck"} <= set(found)


def test_the_csv_file_holds_the_same_rows(squares, tmp_path):
    path = tmp_path / "rows.csv"
    words = ("compare", "cribbage-squares", "poker-squares", *SMALL)
    expected = squares(*words, "--json").json["rows"]
    squares(*words, "--csv", str(path))
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [{name: str(value) for name, value in row.items()} for row in expected] == rows


def test_the_command_it_names_gives_the_same_again(squares):
    words = ("compare", "poker-squares", *SMALL, "--scorers", "poker-english,poker-swedish")
    words += ("--set", "placement=adjacent", "--strategies", "greedy,random")
    first = squares(*words, "--json").json
    again = squares(*shlex.split(first["command"])[1:], "--json").json
    assert first == again


def test_the_same_seed_gives_the_same_bytes_whatever_the_hashes_and_workers(tmp_path):
    outputs = set()
    for salt, workers in (("0", "1"), ("1", "2")):
        command = [sys.executable, "-m", "squares_core", "compare", "cribbage-squares", *SMALL]
        environ = {**os.environ, "PYTHONHASHSEED": salt, "SQUARES_DATA": str(tmp_path)}
        done = subprocess.run(
            [*command, "--json", "--workers", workers],
            env=environ,
            capture_output=True,
            check=True,
            timeout=120,
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1
    assert json.loads(outputs.pop())["games"] == 12


def test_a_file_of_deals_is_played_as_given(squares, tmp_path):
    path = tmp_path / "deals.txt"
    for seed in ("1", "2"):
        deal = squares("deal", "poker-squares", "--seed", seed, "--json").json
        with path.open("a") as file:
            file.write(" ".join(deal["cards"]) + "\n")
    found = squares("compare", "poker-squares", "--deals", str(path), "--json").json
    assert found["games"] == 2
    singles = [
        squares("compare", "poker-squares", "--games", "1", "--seed", seed, "--json").json
        for seed in ("1", "2")
    ]
    greedy = [row["total"] for row in found["rows"] if row["strategy"] == "greedy"]
    assert greedy == [
        row["total"] for each in singles for row in each["rows"] if row["strategy"] == "greedy"
    ]


def test_a_file_of_deals_is_named_where_a_seed_would_be(squares, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d3.txt").write_text(f"{make_deal(3).code}\n")
    words = ("compare", "cribbage-squares", "--deals", "d3.txt")
    out = squares(*words, "--html", "page.html").out
    assert out.startswith("1 deal of d3.txt, played by random, greedy\n")
    page = (tmp_path / "page.html").read_text()
    assert "the same deals of d3.txt for all" in page
    assert "seed 0" not in page.partition("<main>")[0]
    assert "95 of 100 runs" not in page
    assert squares(*words, "--json").json["deals_from"] == "d3.txt"


@pytest.mark.parametrize("command", ["compare", "simulate"])
def test_a_deal_with_too_few_cards_is_refused_by_file_and_line(
    squares, tmp_path, monkeypatch, command
):
    monkeypatch.chdir(tmp_path)
    deal = make_deal(3).code
    (tmp_path / "d4.txt").write_text(f"# four\n{deal}\n{deal}\n5H 6H 7H\n")
    words = (command, "cribbage-squares", "--deals", "d4.txt")
    assert squares(*words).refusal == "d4.txt, line 4: 3 cards; cribbage-squares needs 17"
    assert squares(*words, "--games", "2").code == 0
    assert squares(*words, "--games", "4").refusal == "d4.txt has 3 deals for 4 games"


def test_no_output_is_written_over_another_or_over_what_is_read(squares, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "deals.txt").write_text(f"{make_deal(3).code}\n")
    (tmp_path / "link.txt").symlink_to("deals.txt")
    words = ("compare", "poker-squares", "--games", "1")
    for other in ("x.html", "./x.html", "sub/../x.html", str(tmp_path / "x.html")):
        refusal = squares(*words, "--html", "x.html", "--csv", other).refusal
        assert refusal == f"--csv {Path(other)} is the file of --html, too: give another name"
    for command in (words, ("simulate", *words[1:])):
        refusal = squares(*command, "--deals", "deals.txt", "--csv", "link.txt").refusal
        assert refusal == "--csv link.txt is the file of what is read, too: give another name"
    assert (tmp_path / "deals.txt").read_text() == f"{make_deal(3).code}\n"
    assert not (tmp_path / "x.html").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("poker-squares", "poker-squares"), "named twice"),
        (("poker-squarez",), "did you mean 'poker-squares'"),
        (("poker-squares", "--scorers", "cribbage-hand"), "there is no scorer 'cribbage-hand'"),
        (("cribbage-squares", "--scorers", "poker-english"), "no scorer that was named fits"),
        (("poker-squares", "--strategies", "greddy"), "did you mean 'greedy'"),
        (("poker-squares", "--strategies", ","), "at least one variant and one strategy"),
        (("poker-squares", "--deals", "nowhere.txt"), "cannot read deals from nowhere.txt"),
        (("poker-squares", "--games", "1", "--html", "no/such/page.html"), "cannot write"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_line(squares, words, message):
    assert message in squares("compare", *words).refusal


def test_without_the_library_of_reports_the_extra_is_named(squares, monkeypatch):
    monkeypatch.setitem(sys.modules, "altair", None)
    outcome = squares("compare", "poker-squares", "--html", "page.html")
    assert "pip install 'squares-solitaire[report]'" in outcome.refusal


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("random,greedy", ["random", "greedy"]),
        ("monte-carlo(playouts=20, horizon=3), greedy", None),
        (" , ", []),
    ],
)
def test_commas_in_parentheses_divide_nothing(text, items):
    if items is None:
        items = ["monte-carlo(playouts=20, horizon=3)", "greedy"]
    assert split_list(text) == items
