"""A misspelt name is told the nearest there is, and no other."""

from __future__ import annotations

import pytest

from squares_core.errors import suggest

KNOWN = ("poker-squares", "poker-squares-english", "cribbage-squares", "cribbage-squares-open")


@pytest.mark.parametrize(
    ("word", "nearest"),
    [
        ("poker-squars", "poker-squares"),
        ("pokr-squares", "poker-squares"),
        ("Poker_Squares", "poker-squares"),
        ("poker-squares-engl", "poker-squares-english"),
        ("cribbage", "cribbage-squares"),
        ("cribage-squares", "cribbage-squares"),
    ],
)
def test_a_slip_is_told_the_nearest(word: str, nearest: str) -> None:
    assert suggest(word, KNOWN) == f"; did you mean '{nearest}'?"


@pytest.mark.parametrize("word", ["court-squares", "bad-squares", "maverick", "x", ""])
def test_a_word_that_shares_only_a_part_is_told_nothing(word: str) -> None:
    assert suggest(word, KNOWN) == ""
