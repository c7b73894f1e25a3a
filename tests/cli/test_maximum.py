"""``squares maximum``: the greatest total of any deal, with what its proof had to look at."""

from __future__ import annotations

import pytest


def test_172_is_proven_with_its_row_sets_and_all_six_grids(squares):
    found = squares("maximum", "cribbage-squares", "--all", "--json").json
    assert (found["maximum"], found["proven"], found["gap"]) == (172, True, 0)
    assert (found["row_sets"], found["reachable"]) == (5268, True)
    assert len(found["grids"]) == 6
    assert all(grid["starter_rank"] == "5" for grid in found["grids"])
    for grid in [found, *found["grids"]]:
        rows = " / ".join(" ".join(row) for row in grid["grid"])
        score = squares("score", "cribbage-squares", rows, "--starter", grid["starter"], "--json")
        assert score.json["total"] == 172
    for grid in found["grids"]:
        assert grid["ranks"] == [[card[0] for card in row] for row in grid["grid"]]


@pytest.mark.parametrize(("flush", "greatest"), [("five-cards", 166), ("none", 162)])
def test_house_rules_for_flushes_have_maxima_of_their_own(squares, flush, greatest):
    found = squares("maximum", "cribbage-squares", "--set", f"scorer.flush={flush}", "--json").json
    assert (found["maximum"], found["proven"]) == (greatest, True)


def test_a_rank_of_starter_has_a_maximum_of_its_own(squares):
    found = squares("maximum", "cribbage-squares", "--starter-rank", "a", "--json").json
    assert (found["maximum"], found["starter"][0], found["starter_rank"]) == (126, "A", "A")


@pytest.mark.parametrize(
    ("variant", "greatest"), [("poker-squares", 725), ("poker-squares-english", 230)]
)
def test_poker_squares_has_proven_maxima(squares, variant, greatest):
    found = squares("maximum", variant, "--json").json
    assert (found["maximum"], found["proven"], found["starter"]) == (greatest, True, None)


def test_the_same_question_has_the_same_answer(squares):
    first, second = (squares("maximum", "poker-squares", "--json").json for _ in range(2))
    del first["seconds"], second["seconds"]
    assert first == second


def test_the_text_tells_grid_count_and_proof(squares):
    done = squares("maximum", "cribbage-squares", "--starter-rank", "2", "--ascii")
    assert (done.code, done.err) == (0, "")
    assert "Maximum 132, proven with a starter of rank 2." in done.out
    assert "Row 1 " in done.out


def test_the_list_of_grids_stands_below(squares):
    out = squares("maximum", "cribbage-squares", "--starter-rank", "A", "--all", "--ascii").out
    assert "of ranks reach" in out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("cribbage-squares", "--starter-rank", "1S"), "'1S' is no rank: one of A 2 3"),
        (("poker-squares", "--starter-rank", "5"), "poker-squares has no starter"),
        (("cribbage-squares", "--time-limit", "-1"), "more than 0 seconds"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused_in_one_line(squares, words, why):
    assert why in squares("maximum", *words).refusal


def test_a_time_that_is_too_short_gives_the_best_found_and_its_gap(squares):
    found = squares("maximum", "cribbage-squares", "--time-limit", "0.000001", "--json").json
    assert found["proven"] is False
    assert found["gap"] == found["bound"] - found["maximum"] > 0
