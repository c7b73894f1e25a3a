"""``squares solve``: the best grid for known cards, as a person and as a script see it."""

from __future__ import annotations

import re
from contextlib import contextmanager

import pytest

SEVEN = "2C JC 4S 8H 6C 7S 9S 8C 3C KC 5D 6D KH QC 9D 7C"
DIAGONAL = """
[[variant]]
id = "crossed"
base = "cribbage-squares-open"
title = "Crossed"
lines = ["rows", "columns", "diagonals"]
"""


def scored(squares, variant, found):
    rows = " / ".join(" ".join(row) for row in found["grid"])
    starter = [] if found["starter"] is None else ["--starter", found["starter"]]
    return squares("score", variant, rows, *starter, "--json").json["total"]


def built(found):
    cells = {each["cell"]: each["card"] for each in found["order"]}
    return [
        [cells[f"{chr(97 + column)}{row + 1}"] for column in range(len(found["grid"][0]))]
        for row in range(len(found["grid"]))
    ]


@pytest.mark.parametrize(
    ("variant", "seed", "optimum"),
    [("cribbage-squares", 7, 70), ("poker-squares-open", 7, 182)],
)
def test_the_best_grid_of_a_deal_is_proven_and_counts_what_it_says(squares, variant, seed, optimum):
    found = squares("solve", variant, "--seed", str(seed), "--json").json
    assert (found["optimum"], found["proven"], found["gap"]) == (optimum, True, 0)
    assert found["optimum"] == found["bound"] == scored(squares, variant, found)
    assert sorted(found["cards"]) == sorted(card for row in found["grid"] for card in row)
    assert found["reachable"]
    assert built(found) == found["grid"]
    points = sum(line["points"] for line in found["lines"])
    assert points + sum(item["points"] for item in found["bonus"]) == optimum


def test_cards_turned_one_at_a_time_go_down_in_dealing_order(squares):
    found = squares("solve", "cribbage-squares", "--seed", "7", "--json").json
    assert [each["card"] for each in found["order"]] == SEVEN.split() == found["cards"]


def test_seed_code_and_cards_are_the_same_question(squares):
    code = squares("deal", "cribbage-squares", "--seed", "7", "--json").json["code"]
    ways = [
        ("--seed", "7"),
        ("--deal", code),
        ("--cards", SEVEN, "--starter", "AS"),
        ("--cards", f"{SEVEN},as"),
    ]
    answers = [squares("solve", "cribbage-squares", *way, "--json").json for way in ways]
    for answer in answers:
        del answer["seconds"]
    assert answers[1:] == answers[:1] * 3


def test_the_text_shows_grid_count_proof_and_order(squares):
    done = squares("solve", "cribbage-squares", "--seed", "7", "--ascii")
    assert (done.code, done.err) == (0, "")
    assert "starter AS" in done.out
    assert "Best grid 70, proven.\nTotal 70: won, 9 above the target of 61." in done.out
    assert re.search(r"^Row 1 +.* 5  fifteen two, and a run of three is five$", done.out, re.M)
    assert re.search(r"dealing order the cards go to:\n   2C \w\d      JC \w\d", done.out)


def test_house_rules_change_the_answer(squares):
    ask = ("solve", "cribbage-squares", "--seed", "7", "--json")
    with_flushes = squares(*ask).json["optimum"]
    assert squares(*ask, "--set", "scorer.flush=none").json["optimum"] < with_flushes


def test_a_shuffle_game_has_no_order(squares):
    found = squares("solve", "cribbage-squares-shuffle", "--seed", "7", "--json").json
    assert (found["reachable"], found["order"], found["proven"]) == (True, [], True)


def test_what_a_reserve_adds_is_noted(squares):
    found = squares("solve", "cribbage-squares-1-reserve", "--seed", "7", "--json").json
    assert "reserve" in found["note"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("cribbage-squares", "--cards", SEVEN), "16 cards given; cribbage-squares needs 16"),
        (("cribbage-squares", "--cards", SEVEN, "--starter", "2C"), "2C is given twice"),
        (("poker-squares", "--cards", "AS KS"), "2 cards given; poker-squares needs 25 cards"),
        (("cribbage-squares", "--cards", "AS XX"), "'XX' is not a card"),
        (("cribbage-squares",), "one of --seed, --deal, --cards and --game"),
        (("cribbage-squares", "--seed", "1", "--cards", SEVEN), "one of --seed"),
        (("cribbage-squares", "--seed", "1", "--starter", "AS"), "--starter belongs to --cards"),
        (("--seed", "1"), "name the variant"),
        (("cribbage-squares", "--seed", "1", "--time-limit", "0"), "more than 0 seconds"),
        (("cribage-squares", "--seed", "1"), "cribbage-squares"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused_in_one_line(squares, words, why):
    assert why in squares("solve", *words).refusal


def test_an_open_game_that_goes_on_is_solved_with_its_cards_as_they_lie(squares):
    cards = squares("deal", "cribbage-squares-open", "--seed", "3", "--json").json["cards"]
    moves = "\n".join(f"{cards[n]} a{n + 1}" for n in range(4))
    squares("play", "cribbage-squares-open", "--seed", "3", stdin=moves)
    found = squares("solve", "--game", "1", "--json").json
    assert found["variant"] == "cribbage-squares-open"
    assert (
        found["optimum"]
        == (squares("solve", "cribbage-squares-open", "--seed", "3", "--json").json["optimum"])
    )
    assert 0 < found["still_found"] <= found["optimum"]
    assert "With the cards as they lie" in squares("solve", "--game", "1").out
    assert (
        "of cribbage-squares-open, not of"
        in squares("solve", "poker-squares", "--game", "1").refusal
    )


def test_a_game_with_cards_still_to_come_is_not_told(squares):
    squares("play", "cribbage-squares", "--seed", "3", stdin="a1\n")
    assert "solve it when it is over" in squares("solve", "--game", "1").refusal


def test_a_time_that_is_too_short_gives_the_best_found_and_its_gap(squares, tmp_path):
    path = tmp_path / "crossed.toml"
    path.write_text(DIAGONAL)
    ask = ("--variant-file", str(path), "solve", "crossed", "--seed", "7", "--time-limit", "0.01")
    found = squares(*ask, "--json").json
    assert found["proven"] is False
    assert found["gap"] == found["bound"] - found["optimum"] > 0
    done = squares(*ask)
    assert done.code == 0
    assert re.search(r"Best found \d+, not proven: none exceeds \d+, a gap of \d+\.", done.out)


def test_an_interrupt_gives_the_best_found_and_code_130(squares, tmp_path, monkeypatch):
    @contextmanager
    def impatient():
        def stop(_):
            raise KeyboardInterrupt

        yield stop

    monkeypatch.setattr("squares_core.cli.long_runs.search_line", impatient)
    path = tmp_path / "crossed.toml"
    path.write_text(DIAGONAL)
    done = squares("--variant-file", str(path), "solve", "crossed", "--seed", "7", "--json")
    assert done.code == 130
    assert '"proven": false' in done.out
    assert done.err.startswith("squares: interrupted: best found ")


def test_a_grid_that_no_way_to_build_was_found_for_is_not_called_won(squares, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(
        '[[variant]]\nid = "tiny-squares"\ntitle = "Tiny Squares"\nrows = 4\ncolumns = 4\n'
        'lines = ["rows", "columns", "diagonals"]\nscorer = "cribbage"\n'
        'placement = "adjacent-sides"\ntarget = 40\n'
    )
    words = ("--variant-file", str(file), "solve", "tiny-squares", "--seed", "3")
    out = squares(*words, "--time-limit", "1").out
    assert "no way to build it by the rule 'adjacent-sides' was found" in out
    assert ": would win, if it could be built." in out
    assert ": won" not in out
