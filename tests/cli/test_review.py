"""``squares review``: a game judged, as text, as a document and as a page."""

from __future__ import annotations

import json
import re

import pytest

SIXTEEN = "\n".join(f"{column}{row}" for row in range(1, 5) for column in "abcd")
FEW = ("--playouts", "100")


@pytest.fixture
def finished(squares):
    """Play game 1, the cards laid row by row."""
    squares("play", "cribbage-squares", "--seed", "7", stdin=SIXTEEN)


def test_the_text_has_a_row_for_each_move_and_sums_that_add_up(squares, finished):
    done = squares("review", "1", *FEW, "--ascii")
    assert (done.code, done.err) == (0, "")
    rows = re.findall(r"^ *(\d+) +(\w\w) +(\w\d) +([\d.]+)", done.out, re.M)
    assert [int(row[0]) for row in rows] == list(range(1, 17))
    assert [row[2] for row in rows] == SIXTEEN.split()
    assert rows[0][1] == "2C"
    sums = dict(
        re.findall(r"^(starting expectation|luck|losses|final score) +([-+.\d]+)", done.out, re.M)
    )
    total = sum(round(100 * float(sums[each])) for each in sums if each != "final score")
    assert total == round(100 * float(sums["final score"])) == 4800
    assert "Best grid in hindsight: 70, of which 69% was reached." in done.out
    assert "blunder" in done.out


def test_the_document_adds_up_and_names_every_grid(squares, finished):
    found = squares("review", "1", *FEW, "--json").json
    assert (found["variant"], found["deal"], found["final"]) == ("cribbage-squares", "S7T0", 48)
    cents = {name: round(100 * found[name]) for name in ("start", "luck", "loss", "final")}
    assert cents["start"] + cents["luck"] - cents["loss"] == cents["final"]
    assert (found["optimum"], found["optimum_proven"], found["won"]) == (70, True, False)
    assert found["share"] == round(48 / 70, 4)
    assert found["playouts"] == 100
    moves = found["moves"]
    assert [move["move"] for move in moves] == SIXTEEN.split()
    assert sum(card is not None for row in moves[5]["grid"] for card in row) == 5
    assert found["blunders"] == sum(move["mark"] == "blunder" for move in moves) > 0
    for move in moves:
        assert move["move"] in [each["move"] for each in move["weighed"]]
        assert (move["loss"] == 0) == (move["best_move"] == move["move"])


def test_more_playouts_make_errors_smaller(squares, finished):
    few = squares("review", "1", *FEW, "--json").json
    many = squares("review", "1", "--playouts", "2000", "--json").json
    assert 0 < many["error"] < few["error"]


def test_the_page_shows_chart_and_every_position_and_needs_no_network(squares, finished, tmp_path):
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    path = tmp_path / "review.html"
    done = squares("review", "1", *FEW, "--html", str(path), "--json")
    page = path.read_text(encoding="utf-8")
    assert done.json["final"] == 48
    assert page.count('<table class="cards"') == 16
    assert page.count("<svg") == 2
    assert "default-src 'none'" in page
    links = re.findall(r'(?:src|href)="([^"]*)"', page.replace("xlink:href", "href"))
    assert all(link.startswith("#") for link in links)
    for move in done.json["moves"]:
        assert f"{move['expected']:.2f}" in page
    assert f"{done.json['start']:.2f}" in page
    assert "squares review 1 --playouts 100" in page


def test_a_title_that_is_markup_stays_text(squares, tmp_path):
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    squares(
        "play", "cribbage-squares", "--seed", "7", "--set", "title=<b>&", "--players", "<i>,Bob",
        stdin=SIXTEEN,
    )  # fmt: skip
    path = tmp_path / "review.html"
    assert squares("review", "1", *FEW, "--html", str(path)).code == 0
    page = path.read_text(encoding="utf-8")
    assert "&lt;b&gt;&amp;" in page
    assert "&lt;i&gt;" in page
    assert "<b>" not in page
    assert "<i>" not in page


def test_players_are_told_apart(squares):
    squares("play", "cribbage-squares", "--seed", "7", "--players", "Ann,Bob", stdin=SIXTEEN)
    found = squares("review", "1", *FEW, "--json").json
    assert list(found["losses"]) == ["Ann", "Bob"]
    assert [move["player"] for move in found["moves"]] == ["Ann", "Bob"] * 8
    out = squares("review", "1", *FEW, "--ascii").out
    assert re.search(r"^loss of Ann +[\d.]+$", out, re.M)


def test_a_shuffle_game_is_judged_when_it_is_done(squares):
    squares("play", "poker-squares-shuffle", "--seed", "7", stdin="a1 b1\ndone")
    found = squares("review", "1", "--json").json
    assert (found["luck"], found["start"]) == (0, 182)
    assert found["loss"] == 182 - found["final"]
    assert "Marks: doubtful" in squares("review", "1", "--ascii").out


def test_a_record_file_is_reviewed_as_the_game_it_holds(squares, finished, tmp_path):
    path = tmp_path / "game.toml"
    squares("games", "1", "--export", str(path))
    assert (
        squares("review", str(path), *FEW, "--json").json
        == squares("review", "1", *FEW, "--json").json
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [(("2",), "2"), (("none.toml",), "there is no record none.toml")],
)
def test_a_game_that_is_not_there_is_refused(squares, finished, words, why):
    assert why in squares("review", *words).refusal


def test_a_game_that_goes_on_is_not_judged(squares):
    squares("play", "cribbage-squares", "--seed", "7", stdin="a1\nb1\n")
    assert "game 1 is not over" in squares("review", "1").refusal


def test_a_page_in_no_folder_is_refused_before_the_work(squares, finished, tmp_path):
    pytest.importorskip("altair")
    assert "there is no folder" in squares("review", "1", "--html", str(tmp_path / "a/b")).refusal


def test_an_edited_record_is_refused(squares, finished, tmp_path):
    path = tmp_path / "game.toml"
    squares("games", "1", "--export", str(path))
    path.write_text(path.read_text().replace("total = 48", "total = 49"))
    assert "total is 49" in squares("review", str(path)).refusal


def test_the_document_is_all_there_is_on_the_output(squares, finished):
    json.loads(squares("review", "1", *FEW, "--json").out)


def test_a_page_is_not_written_over_the_record_that_it_is_about(squares, finished, tmp_path):
    record = tmp_path / "game.toml"
    squares("games", "1", "--export", str(record))
    before = record.read_text()
    refusal = squares("review", str(record), *FEW, "--html", str(record)).refusal
    assert refusal == f"--html {record} is the file of what is read, too: give another name"
    assert record.read_text() == before
