from __future__ import annotations

from squares_core.text.columns import in_columns

ROWS = [
    ["", "games", "mean", "rate"],
    ["all", "12", "33.0", "8.5 %"],
    ["replays", "0", "-", "-"],
]


def test_columns_are_as_wide_as_their_widest_cell_and_lines_end_without_spaces():
    assert in_columns([["a", "bcd", ""], ["efg", "h", "i"]], indent=" ") == [
        " a    bcd",
        " efg  h    i",
    ]


def test_figures_stand_at_the_right_and_words_at_the_left():
    assert in_columns(ROWS, figures=True) == [
        "         games  mean   rate",
        "all         12  33.0  8.5 %",
        "replays      0     -      -",
    ]


def test_what_is_too_wide_is_told_in_parts_that_name_their_rows():
    lines = in_columns(ROWS, width=22, figures=True)
    assert lines == [
        "         games  mean",
        "all         12  33.0",
        "replays      0     -",
        "",
        "          rate",
        "all      8.5 %",
        "replays      -",
    ]
    assert in_columns(ROWS, width=200) == in_columns(ROWS)


def test_a_column_that_is_wider_than_all_there_is_stands_alone_with_the_first():
    assert in_columns([["a", "b" * 30, "c"]], width=10) == ["a  " + "b" * 30, "", "a  c"]


def test_no_rows_are_no_lines():
    assert in_columns([]) == []
