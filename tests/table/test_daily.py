"""Today's deal at the table."""

from __future__ import annotations

from functools import partial

import pytest

from squares_core.seating.deals import today


@pytest.fixture
def opened(table):
    return partial(table, daily=True)


def test_the_menu_tells_that_the_game_chosen_will_be_of_today(opened, run):
    async def play(pilot):
        assert f"Enter plays today's deal, of {today().isoformat()}." in pilot.app.text
        await pilot.press("enter")
        await pilot.pause()
        assert f"daily {today():%m-%d}" in pilot.app.text.replace(f"{today():%Y-}", "")
        await pilot.press("q")
        await pilot.pause()
        assert "today's deal" not in pilot.app.text

    run(opened(), play, size=(110, 32))


def test_the_menu_tells_of_no_day_where_none_was_asked_for(table, run):
    async def look(pilot):
        assert "today's deal" not in pilot.app.text
        await pilot.press("enter")
        await pilot.pause()
        assert "daily" not in pilot.app.text

    run(table(), look, size=(110, 32))


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
def test_the_table_tells_that_a_deal_is_the_daily_one_also_when_it_goes_on(opened, run, size):
    async def look(pilot):
        assert f"{today():%m-%d}" in pilot.app.text.split("\n")[1]
        assert "daily" in pilot.app.text
        await pilot.press("a", "1", "q")

    run(opened("poker-squares"), look, size=size)
    run(opened("poker-squares"), look, size=size)


def test_asking_again_for_a_daily_game_goes_on_with_it(opened, run, store):
    async def begin(pilot):
        await pilot.press("a", "1", "b", "1", "q")

    async def go_on(pilot):
        assert len(pilot.app.screen.seat.game.moves) == 2
        await pilot.press("c", "1", "q")

    async def from_menu(pilot):
        await pilot.press("d")
        await pilot.pause()
        assert len(pilot.app.screen.seat.game.moves) == 3

    run(opened("cribbage-squares"), begin)
    run(opened("cribbage-squares"), go_on)
    run(opened(), from_menu)
    assert [(game.moves, game.daily) for game in store.games()] == [(3, today())]


def test_a_daily_game_of_others_or_by_other_rules_is_begun_anew(opened, run, store):
    async def begin(pilot):
        assert pilot.app.screen.seat.game.moves == ()
        await pilot.press("a", "1", "q")

    run(opened("cribbage-squares"), begin)
    run(opened("cribbage-squares", players=("Ann",)), begin)
    run(opened("cribbage-squares", settings=("target=60",)), begin)
    assert len(store.games()) == 3


def test_a_daily_duplicate_deal_goes_on_with_whoever_is_to_play(opened, run, store):
    async def begin(pilot):
        await pilot.press("enter")
        assert pilot.app.screen.seat.game.players == ("Ann",)
        for row in "1234":
            for column in "abcd":
                await pilot.press(column, row)
        await pilot.press("q")

    async def go_on(pilot):
        assert "Bob, press Enter when nobody looks" in pilot.app.text

    party = {"players": ("Ann", "Bob"), "duplicate": True}
    run(opened("cribbage-squares", **party), begin)
    run(opened("cribbage-squares", **party), go_on)
    assert len(store.games()) == 2
