"""Keys that come faster than the table shows what they did."""

from __future__ import annotations

import pytest
from textual.events import Key

from squares_core.table.dialogs import Typing
from squares_core.table.play import PlayScreen
from squares_core.table.review import ReviewScreen

ROWS = [f"{column}{row}" for row in range(1, 5) for column in "abcd"]
NAMED = {"ctrl+u": "\x15", "enter": "\r", "escape": "\x1b", "left": None, "-": "-"}


async def burst(pilot, *keys):
    """Hand the application all keys before it has seen the first of them."""
    for key in keys:
        pilot.app.post_message(Key(key, NAMED.get(key, key)))
    await pilot.pause()
    await pilot.pause()


def test_cards_turned_and_cells_typed_at_once_are_as_those_typed_slowly(table, run):
    keys = [*"b2", "1", "t", *"c2", "t", "1", *"b3", "t", *"c3", "t", *"1", *"d3"]

    async def play(pilot, *, fast):
        if fast:
            await burst(pilot, *keys)
        else:
            await pilot.press(*keys)
        return pilot.app.screen.seat.game.moves

    variant = "cribbage-squares-1-reserve"
    slow = run(table(variant), lambda pilot: play(pilot, fast=False))
    assert len(slow) > 6
    assert run(table(variant), lambda pilot: play(pilot, fast=True)) == slow


def test_cells_arrows_and_enter_are_followed_in_their_order(table, run):
    async def play(pilot):
        await burst(pilot, *"b2", "right", "enter", *"b3", "u", *"c3", "left", "enter")
        game = pilot.app.screen.seat.game
        return [game.rules.grid.cell_name(move.target) for move in game.moves]

    assert run(table("poker-squares"), play) == ["b2", "c2", "c3", "b3"]


def test_a_field_that_is_emptied_keeps_what_is_typed_after_that(table, run):
    async def play(pilot):
        await pilot.press("c", *"nonsense", "enter")
        assert "is not a deal code" in pilot.app.text
        await burst(pilot, "ctrl+u", *"S3JZ9J-6GM7Y", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PlayScreen), pilot.app.text
        return pilot.app.screen.seat.game.deal.code

    assert run(table(), play) == "S3JZ9J-6GM7Y"


def test_after_a_refused_code_an_empty_line_deals_no_other_cards(table, run):
    async def play(pilot):
        await pilot.press("c", *"nonsense", "enter", "ctrl+u", "enter")
        assert isinstance(pilot.app.screen, Typing)
        assert "type a code or a seed, or Esc and then Enter for new cards" in pilot.app.text
        await pilot.press("7", "enter")
        return pilot.app.screen.seat.game.deal.code

    assert run(table(), play) == "S7T0"


def test_looking_back_goes_as_many_steps_as_were_typed(table, run):
    async def play(pilot):
        for cell in ROWS:
            await pilot.press(*cell)
        await pilot.press("v")
        assert isinstance(pilot.app.screen, ReviewScreen)
        await burst(pilot, "left", "left", "left", "left")
        return pilot.app.screen.at

    assert run(table("cribbage-squares"), play) == 12


def test_escape_drops_the_letter_of_a_cell_and_opens_no_menu(table, run):
    async def play(pilot):
        screen = pilot.app.screen
        await pilot.press("b")
        assert "b_" in pilot.app.text
        await pilot.press("escape")
        assert pilot.app.screen is screen
        assert "b_" not in pilot.app.text
        await pilot.press("2")
        assert screen.seat.game.moves == ()
        await pilot.press("escape")
        assert pilot.app.screen is not screen

    run(table("cribbage-squares"), play)


@pytest.mark.parametrize("key", ["m", "slash", "o"])
def test_what_is_typed_right_after_the_key_of_a_window_places_nothing(table, run, key):
    async def play(pilot):
        game = pilot.app.screen.seat.game
        await burst(pilot, key, *"b2")
        assert game.moves == ()

    run(table("cribbage-squares"), play)
