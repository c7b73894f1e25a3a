from __future__ import annotations

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squares_core import Combination, Game, make_deal, parse_card, parse_tableau
from squares_core.cards import PACK
from squares_core.text.aloud import count_aloud, number_word
from squares_core.text.render import (
    Look,
    card_text,
    combination_rows,
    count_text,
    folded,
    grid_text,
    line_up,
    total_text,
    width_of,
)

GRID_172 = "4C 4D 6H 6S / 5C 5D 5H TS / 6C 6D 4H 4S / JC JD JH JS"
LOOKS = {
    "letters": Look(),
    "glyphs": Look(glyphs=True),
    "two columns a glyph, by padding": Look(glyphs=True, wide=True),
    "two columns a glyph, by steering": Look(glyphs=True, colour=True, steers=True),
    "one column a glyph, by steering": Look(glyphs=True, steers=True, four_colours=True),
}
AMBIGUOUS = "♠♥♣"  # the diamond is not: every terminal draws it in one column


def drawn(text: str, wide: bool) -> list[dict[int, str]]:
    """Return for each row what a terminal shows at which column, glyphs drawn 1 or 2 wide."""
    rows = []
    for line in text.split("\n"):
        row: dict[int, str] = {}
        column = 0
        for escape, char in re.findall(r"(\x1b\[[0-9;]*[A-Za-z])|(.)", line):
            if escape.endswith("G"):
                column = int(escape[2:-1]) - 1
            elif char:
                width = 2 if wide and char in AMBIGUOUS else 1
                assert row.get(column, " ") == " ", f"{char} is drawn over {row[column]}"
                row[column] = char
                column += width
        rows.append({place: char for place, char in row.items() if char != " "})
    return rows


@pytest.fixture
def rules(registry):
    return registry.rules("cribbage-squares")


@pytest.fixture
def best(rules):
    tableau = parse_tableau(rules.grid, GRID_172)
    return tableau, rules.score(tableau, parse_card("5S"))


def test_the_grid_shows_coordinates_cards_and_the_points_of_every_line(best):
    assert grid_text(best[0], Look(), best[1]).split("\n") == [
        "      a    b    c    d",
        "  1  4C   4D   6H   6S     24",
        "  2  5C   5D   5H   TS     28",
        "  3  6C   6D   4H   4S     24",
        "  4  JC   JD   JH   JS     21",
        "     20   20   20   15",
    ]


def test_an_unfinished_grid_marks_allowed_cells_and_points_that_may_change(rules):
    tableau = parse_tableau(rules.grid, "5C 5D . . / . . . . / . . . . / . . . .")
    assert grid_text(tableau, Look(), rules.score(tableau), {2, 4, 5, 6}).split("\n") == [
        "      a    b    c    d",
        "  1  5C   5D    +    .     ~2",
        "  2   +    +    +    .     ~0",
        "  3   .    .    .    .     ~0",
        "  4   .    .    .    .     ~0",
        "     ~0   ~0   ~0   ~0",
    ]


def test_diagonals_stand_below_the_grid(registry):
    rules = registry.rules("poker-squares", {"lines": "rows,columns,diagonals"})
    tableau = parse_tableau(
        rules.grid, " / ".join(["AS . . . KS"] + [". . . . ."] * 3 + ["AD . . . AH"])
    )
    last = grid_text(tableau, Look(), rules.score(tableau)).split("\n")[-1]
    assert last.split() == ["diagonal", "1", "~2", "diagonal", "2", "~0"]


def test_a_game_of_rows_alone_has_no_points_below_the_columns(registry):
    rules = registry.rules("maverick")
    tableau = rules.start(make_deal(1).cards).tableau
    assert len(grid_text(tableau, Look(), rules.score(tableau)).split("\n")) == 6


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_columns_line_up_however_wide_the_terminal_draws_suits(best, look):
    wide = look.wide or "two" in next(name for name, value in LOOKS.items() if value is look)
    header, *rows, _ = drawn(grid_text(best[0], look, best[1]), wide)
    letters = sorted(header)
    for row in rows:
        cards = [place for place, char in sorted(row.items()) if char in "♠♥♦♣SHDC"]
        assert len(cards) == 4
        starts = [min(p for p in row if letter - 3 <= p) for letter in letters]
        assert all(start <= card <= start + 2 for start, card in zip(starts, cards, strict=True))
    ends = [max(row) for row in rows]
    assert len(set(ends)) == 1


@pytest.mark.parametrize("wide", [False, True])
def test_steering_puts_every_field_where_it_would_stand_without_glyphs(best, wide):
    steered = Look(glyphs=True, steers=True)
    rows = drawn(count_text(best[1], steered), wide)
    plain = drawn(count_text(best[1], Look(glyphs=True)), False)
    assert [set(row) for row in rows] == [set(row) for row in plain]


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_no_emoji_selector_and_no_trailing_blank_is_ever_printed(best, look):
    text = grid_text(best[0], look, best[1]) + count_text(best[1], look)
    assert not set(text) & {"\ufe0e", "\ufe0f"}
    assert not re.search(r" $", text, re.MULTILINE)


def test_a_field_too_long_for_its_width_pushes_the_rest_aside_without_loss():
    assert line_up([("abcdef", 3), ("x", -2)], Look()) == "abcdef x"


def test_the_width_of_text_counts_columns_not_characters():
    look = Look(glyphs=True, colour=True)
    assert width_of(card_text(parse_card("5H"), look), look) == 2
    assert width_of("漢字", look) == 4
    assert width_of("e\u0301", look) == 1
    assert width_of("5♥5♦", Look(wide=True)) == 5


def test_two_or_four_colours_tell_suits_apart_only_besides_glyphs():
    cards = [parse_card(f"5{suit}") for suit in "SHDC"]

    def codes(look: Look) -> list[str]:
        return [re.sub(r"[^\x1b\[0-9;m]|5", "", card_text(card, look)) for card in cards]

    two = codes(Look(glyphs=True, colour=True))
    assert two[1] == two[2] != ""
    assert two[0] == two[3] == ""
    assert len(set(codes(Look(glyphs=True, colour=True, four_colours=True)))) == 4
    assert [card_text(card, Look()) for card in cards] == ["5S", "5H", "5D", "5C"]


class Terminal(io.TextIOWrapper):
    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__(io.BytesIO(), encoding)

    def isatty(self) -> bool:
        return True


@pytest.fixture
def environ(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    return {"TERM": "xterm"}


def test_a_terminal_that_can_gets_glyphs_and_colour(environ):
    look = Look.of(Terminal(), environ=environ)
    assert (look.glyphs, look.colour, look.steers) == (True, True, True)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "latin-1"])
def test_an_encoding_without_suits_gets_letters_although_it_is_a_terminal(environ, encoding):
    look = Look.of(Terminal(encoding), environ=environ)
    assert (look.glyphs, look.steers) == (False, False)
    assert card_text(parse_card("TD"), Look()) == "TD"


def test_no_color_leaves_no_colour_and_no_bold(environ, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    look = Look.of(Terminal(), environ={"TERM": "xterm", "NO_COLOR": "1"})
    assert look.glyphs
    assert look.paint("text", "bold") == look.paint("text", "red") == "text"


@pytest.mark.parametrize("why", ["dumb", "file", "plain"])
def test_dumb_terminals_files_and_plain_get_no_escape_codes(environ, monkeypatch, best, why):
    if why == "dumb":
        monkeypatch.setenv("TERM", "dumb")
        environ["TERM"] = "dumb"
    stream = io.TextIOWrapper(io.BytesIO(), "utf-8") if why == "file" else Terminal()
    look = Look.of(stream, plain=why == "plain", four_colours=True, environ=environ)
    assert "\x1b" not in grid_text(best[0], look, best[1], fresh=3) + count_text(best[1], look)


def test_ascii_keeps_names_readable_and_every_byte_below_128():
    look = Look.of(Terminal(), ascii_only=True)
    assert look.fit("Zoë — 5♥ ‘x’ 漢") == "Zoe - 5H 'x' ?"


@pytest.mark.parametrize(
    ("number", "word"),
    [(0, "zero"), (12, "twelve"), (20, "twenty"), (29, "twenty-nine"), (100, "one hundred"),
     (725, "seven hundred and twenty-five"), (-3, "minus three"), (1000, "1000")],
)  # fmt: skip
def test_numbers_are_read_as_words(number, word):
    assert number_word(number) == word


@pytest.mark.parametrize(
    ("combinations", "said"),
    [
        ([], "nothing"),
        ([("full house", 25)], "full house, 25"),
        (
            [("fifteen", 2), ("fifteen", 2), ("pair", 2)],
            "fifteen two, fifteen four, and a pair is six",
        ),
        (
            [("pair", 2), ("pair", 2), ("his nobs", 1)],
            "a pair is two, another is four, and his nobs is five",
        ),
        ([("ace", 1), ("four of a kind", 50)], "an ace is one, and four of a kind is fifty-one"),
        ([("fine", -2), ("flush", 4)], "a fine is minus two, and a flush is two"),
    ],
)  # fmt: skip
def test_combinations_are_counted_up_in_words(combinations, said):
    assert count_aloud([Combination(name, (), points) for name, points in combinations]) == said


@given(st.lists(st.sampled_from(PACK), min_size=5, max_size=5, unique=True))
def test_the_last_word_of_a_count_is_what_the_hand_is_worth(registry, cards):
    found = registry.scorer("cribbage").combinations(cards[:4], cards[4])
    points = sum(item.points for item in found)
    said = count_aloud(found)
    last = number_word(points) if len(found) > 1 else str(points)
    assert said == "nothing" if not found else said.endswith(last)


def test_every_line_is_counted_with_its_cards_and_points_and_the_bonus_apart(rules):
    tableau = parse_tableau(rules.grid, "5H 2C 3D 4S / 7C 9D KD KS / AC AD 6H QS / TS 8D 8H 3C")
    rows = count_text(rules.score(tableau, parse_card("JC")), Look(width=99)).split("\n")
    said = "fifteen two, fifteen four, and a run of four is eight"
    assert rows[0] == f"Row 1      5H 2C 3D 4S     8  {said}"
    assert rows[-1].split() == ["His", "heels", "JC", "2"]


def test_long_counts_are_wrapped_under_themselves(best):
    for line in count_text(best[1], Look(width=60)).split("\n"):
        assert len(line) <= 60
        assert line.startswith(("Row", "Column", " " * 25))


def test_on_a_narrow_terminal_counts_stand_below_their_line(best):
    rows = count_text(best[1], Look(width=40)).split("\n")
    assert rows[:2] == ["Row 1      4C 4D 6H 6S    24", "    fifteen two, fifteen four, fifteen"]
    assert max(map(len, rows)) <= 40


def test_combinations_are_listed_with_the_cards_that_make_them(registry):
    hand = [parse_card(card) for card in ("TC", "JD", "QH", "2S")]
    found = registry.scorer("cribbage").combinations(hand, parse_card("KC"))
    assert combination_rows(found, Look()) == ["run of four     4  TC JD QH KC"]


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({}, "Total 172: won, 111 above the target of 61."),
        ({"target": 172}, "Total 172: won, exactly the target of 172."),
        ({"target": 180}, "Total 172: lost, 8 short of the target of 180."),
        ({"target": "none"}, "Total 172. This game has no target."),
        (
            {"target": "none", "line_target": 20},
            "Total 172: lost, column 4 below 20.",
        ),
        (
            {"line_target": 15},
            "Total 172: won, 111 above the target of 61; every line at 15 or more.",
        ),
    ],
)
def test_the_total_tells_won_or_lost_and_by_how_much(registry, settings, text):
    rules = registry.rules("cribbage-squares", settings)
    tableau = parse_tableau(rules.grid, GRID_172)
    assert total_text(rules, rules.score(tableau, parse_card("5S"))) == text


def test_the_total_of_an_unfinished_grid_is_neither_won_nor_lost(rules):
    game = Game(rules, make_deal(7))
    assert total_text(rules, game.score) == "Total ~0 so far; 61 wins."


def test_text_too_wide_is_broken_between_words_and_goes_on_indented():
    look = Look(width=12)
    assert folded("one two three four", look) == "one two\n  three four"
    assert folded("  one two three", look) == "  one two\n    three"
    assert folded("short\n\nlines  stay", look) == "short\n\nlines  stay"
    assert folded("a" * 30, look) == "a" * 30


def test_colour_takes_no_room_when_text_is_broken():
    look = Look(width=12, colour=True)
    text = f"{look.paint('one', 'red')} two three"
    assert folded(text, look) == f"{look.paint('one', 'red')} two\n  three"
