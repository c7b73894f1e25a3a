"""What cards, grids and charts look like, character by character."""

from __future__ import annotations

import pytest

from squares_core import Grid, parse_card
from squares_core.table.canvas import Canvas
from squares_core.table.cards import Box, draw_back, draw_card, draw_slot
from squares_core.table.chart import bar_chart
from squares_core.table.geometry import LEAST_SIDE, shape_for
from squares_core.table.look import (
    Look,
    Preferences,
    first_preferences,
    read_preferences,
    write_preferences,
)
from squares_core.table.palette import DARK, LIGHT, style_of

ASCII = Look(letters=True, frames=True, ascii=True)


def drawn(draw, *, width=7, height=4):
    canvas = Canvas(width, height)
    draw(canvas, Box(0, 0, width, height))
    return canvas.text().split("\n")


def test_a_card_is_a_sheet_with_half_a_row_free_below_it():
    sheet = drawn(lambda canvas, box: draw_card(canvas, box, parse_card("TD"), Look()))
    assert sheet == [" 10♦", "", "     ♦", "▀▀▀▀▀▀▀"]


def test_a_card_without_colour_is_an_outline_and_one_in_hand_a_double_one():
    card = parse_card("TD")
    assert drawn(lambda c, box: draw_card(c, box, card, Look(frames=True))) == [
        "╭─────╮", "│10♦  │", "│     │", "╰─────╯",
    ]  # fmt: skip
    assert drawn(lambda c, box: draw_card(c, box, card, Look(frames=True), "held"))[0] == "╔═════╗"


@pytest.mark.parametrize("state", ["paper", "fresh", "lit", "held", "ghost"])
def test_ascii_cards_hold_nothing_but_ascii(state):
    rows = drawn(lambda c, box: draw_card(c, box, parse_card("5H"), ASCII, state))
    rows += drawn(lambda c, box: draw_back(c, box, ASCII))
    rows += drawn(lambda c, box: draw_slot(c, box, ASCII, allowed=True))
    rows += drawn(lambda c, box: draw_slot(c, box, ASCII, allowed=False))
    assert "".join(rows).isascii()
    assert "5H" in rows[1]


def test_states_of_a_card_differ_without_colour():
    states = ["paper", "lit", "held", "ghost"]
    for look in (Look(frames=True), ASCII):
        pictures = [
            drawn(lambda c, box, s=s, look=look: draw_card(c, box, parse_card("5H"), look, s))
            for s in states
        ]
        assert len({"\n".join(picture) for picture in pictures}) == len(states)


def test_a_cell_that_takes_no_card_is_a_dot_and_one_that_does_is_a_place():
    assert drawn(lambda c, box: draw_slot(c, box, Look(), allowed=False)) == ["", "   ·", "", ""]
    assert drawn(lambda c, box: draw_slot(c, box, Look(), allowed=True))[-1] == "▀▀▀▀▀▀▀"


def test_four_colours_tell_all_suits_apart_and_two_the_red_ones():
    cards = [parse_card(f"5{suit}") for suit in "SHDC"]
    assert [Look().suit_style(card) for card in cards] == ["black", "red", "red", "black"]
    assert len({Look(four_colours=True).suit_style(card) for card in cards}) == 4


@pytest.mark.parametrize("side", range(2, 8))
def test_the_cards_grow_with_the_screen(side):
    grid = Grid(side, side)
    before = 0
    for width, height in [(80, 22), (100, 28), (140, 43), (200, 60)]:
        shape = shape_for(grid, width - LEAST_SIDE, height)
        assert shape is not None
        assert shape.width <= width - LEAST_SIDE
        assert shape.height <= height
        assert shape.card_width * shape.pitch >= before
        before = shape.card_width * shape.pitch


def test_five_by_five_has_room_for_real_cards_on_80_by_24():
    shape = shape_for(Grid(5, 5), 80 - LEAST_SIDE, 22)
    assert (shape.pitch, shape.card_width) == (4, 7)
    assert shape_for(Grid(5, 5), 30, 10) is None


def test_what_is_drawn_outside_is_cut_off_and_wide_characters_keep_their_columns():
    canvas = Canvas(6, 1)
    canvas.put(-1, 0, "ab")
    canvas.put(4, 0, "cde")
    canvas.put(1, 0, "日x")
    assert canvas.text() == "b日xcd"
    assert canvas.hit(0, 0) is None


def test_a_press_hits_what_is_on_top():
    canvas = Canvas(9, 9)
    canvas.mark(0, 0, 9, 9, "below")
    canvas.mark(2, 2, 2, 2, "above")
    assert (canvas.hit(2, 3), canvas.hit(4, 4)) == ("above", "below")


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", [DARK, LIGHT], ids=["dark", "light"])
def test_text_stands_out_from_its_ground_as_the_web_guidelines_ask(colours):
    inks = ("black", "red", "blue", "green")
    pairs = [(ink, paper) for ink in inks for paper in ("paper", "fresh", "ghost")]
    pairs += [("black", "held"), ("black", "lit"), ("text", "felt"), ("dim", "felt")]
    pairs += [("accent", "felt"), ("good", "felt"), ("bad", "felt"), ("text", "slot")]
    pairs += [("text", f"heat{step}") for step in range(3)]
    pairs += [("hot", "heat3"), ("hot", "heat4")]
    poor = [pair for pair in pairs if contrast(colours[pair[0]], colours[pair[1]]) < 4.5]
    assert poor == []


def test_a_style_is_named_in_words():
    style = style_of("red on paper bold", light=False)
    assert (style.color.name, style.bgcolor.name, style.bold) == (DARK["red"], DARK["paper"], True)


def test_bars_rise_with_the_values_and_the_target_is_named():
    assert bar_chart([10, 61, 33], 20, 4, mark=61) == [
        " 61 ··█···",
        "      █ ▁",
        "      █ █",
        "  0 ▅ █ █",
    ]


@pytest.mark.parametrize("values", [[], [5.0], [0, 0, 0], [-3, 4], list(range(300))])
def test_a_chart_of_any_values_keeps_to_its_room(values):
    for plain in (False, True):
        rows = bar_chart(values, 30, 6, mark=61, plain=plain)
        assert len(rows) == (6 if values else 0)
        assert all(len(row) <= 31 for row in rows)
        assert not plain or "".join(rows).isascii()


def test_preferences_come_back_and_a_damaged_file_costs_only_the_choices(tmp_path):
    chosen = Preferences(light=True, letters=True, hints=True)
    write_preferences(chosen, tmp_path / "new")
    assert read_preferences(tmp_path / "new", {}) == chosen
    (tmp_path / "table.toml").write_text("light = 7\nletters = true\nunheard = 1\n")
    assert read_preferences(tmp_path, {}) == Preferences(letters=True)
    (tmp_path / "table.toml").write_text("][")
    assert read_preferences(tmp_path, {}) == Preferences()


def test_a_light_terminal_and_one_without_animations_are_heeded_at_first():
    assert first_preferences({"COLORFGBG": "0;15"}).light
    assert not first_preferences({"COLORFGBG": "15;0"}).light
    assert first_preferences({"TEXTUAL_ANIMATIONS": "none"}).still
