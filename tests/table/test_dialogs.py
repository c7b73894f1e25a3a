"""What is asked and told beside the grid: dialogs, the line of words, what stands in the menu."""

from __future__ import annotations

import pytest

from squares_core import StoreError
from squares_core.store import Store
from squares_core.table.dialogs import Typing


@pytest.mark.parametrize(
    ("variant", "told"),
    [
        ("cribbage-squares", "a cell, such as b2"),
        ("cribbage-squares-2-reserves", "r1 b2 plays from it"),
        ("poker-squares-waste", "w throws the card on the waste"),
        ("cribbage-squares-open", "a card and a cell, such as 5H b2"),
        ("cribbage-squares-shuffle", "two cells to exchange, such as a1 b2, or done"),
    ],
)
def test_where_a_move_is_typed_the_moves_of_this_game_are_told(table, run, variant, told):
    async def look(pilot):
        await pilot.press("slash")
        await pilot.pause()
        text = " ".join(pilot.app.text.replace("│", " ").split())
        assert told in text
        assert ("5H" in text) == variant.endswith("open")

    run(table(variant), look)


def test_a_card_that_is_none_is_told_as_such_and_not_as_a_cell(table, run):
    async def look(pilot):
        await pilot.press("slash", *"ZZ", "space", *"b2", "enter")
        assert isinstance(pilot.app.screen, Typing)
        assert "'ZZ' is not a card" in pilot.app.text

    run(table("cribbage-squares-open"), look)


def test_what_was_wrong_is_told_no_longer_once_the_line_is_changed(table, run):
    async def look(pilot):
        await pilot.press("c", *"nonsense", "enter")
        await pilot.pause()
        assert "is not a deal code" in pilot.app.text
        await pilot.press("backspace")
        await pilot.pause()
        assert "is not a deal code" not in pilot.app.text
        assert "a code such as S7T0, or a whole number" in pilot.app.text

    run(table(), look)


def test_a_seed_too_large_is_told_the_largest(table, run):
    async def look(pilot):
        await pilot.press("c", *str(2**64), "enter")
        await pilot.pause()
        assert "a seed is a whole number from 0 to 18446744073709551615" in " ".join(
            pilot.app.text.replace("│", " ").split()
        )

    run(table(), look, size=(140, 40))


def test_a_screen_that_was_too_small_says_so_no_longer_when_it_is_large_again(table, run):
    async def play(pilot):
        await pilot.press("b", "2")
        assert "2♣ b2" in pilot.app.text.split("\n")[-2]
        await pilot.resize_terminal(30, 8)
        await pilot.pause()
        assert "too small" in pilot.app.text
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        return pilot.app.text

    text = run(table("cribbage-squares"), play)
    assert "too small" not in text
    assert "2♣ b2" in text.split("\n")[-2]


def test_that_a_game_is_not_kept_as_usual_stands_in_the_line_of_words_until_the_next_key(
    table, run, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)

    def fail(*_):
        raise StoreError("the store is gone")

    async def play(pilot):
        await pilot.press("b", "2")
        monkeypatch.setattr(Store, "save", fail)
        before = pilot.app.text.split("\n")
        await pilot.press("b", "3")
        await pilot.pause()
        told = pilot.app.text.split("\n")
        await pilot.press("u")
        return before, told, pilot.app.text

    before, told, after = run(table("cribbage-squares"), play, size=(200, 40))
    assert "not kept as usual: the store is gone; the game is kept in" in told[-2]
    # Nothing lies over what stands beside the grid.
    assert [line[110:] for line in told[20:-2]] == [line[110:] for line in before[20:-2]]
    assert "not kept as usual" not in after


def test_the_end_of_a_game_leaves_what_must_be_told_of_keeping_it(
    table, run, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)

    async def play(pilot):
        cells = [f"{column}{row}" for row in "1234" for column in "abcd"]
        for cell in cells[:-1]:
            await pilot.press(*cell)
        monkeypatch.setattr(Store, "save", lambda *_: (_ for _ in ()).throw(StoreError("gone")))
        await pilot.press(*cells[-1])
        await pilot.pause()
        assert "n  new deal" in pilot.app.text
        return pilot.app.text

    assert "not kept as usual: gone" in run(table("cribbage-squares"), play)


def test_a_player_alone_plays_in_turn_with_nobody(table, run):
    async def look(pilot):
        await pilot.press("p", *"Ann", "enter")
        await pilot.pause()
        return " ".join(pilot.app.text.split())

    text = run(table(), look, size=(140, 40))
    assert "A new game is for Ann; p changes that." in text


@pytest.mark.parametrize(("ascii_only", "sign"), [(False, "▸"), (True, ">")])
def test_without_colour_a_sign_stands_at_what_is_chosen(table, run, monkeypatch, ascii_only, sign):
    monkeypatch.setenv("NO_COLOR", "1")

    async def look(pilot):
        lines = []
        for keys in ((), ("down",), ("enter", "m")):
            await pilot.press(*keys)
            await pilot.pause()
            lines += [line for line in pilot.app.text.split("\n") if sign in line]
        return [line.replace("\u2502", "").strip(" |")[:22].strip() for line in lines]

    title = "Cribbage Squares with a"
    assert run(table(ascii_only=ascii_only), look) == [
        f"{sign} Cribbage Squares",
        f"{sign} {title[:20]}",
        f"{sign}  go on",
    ]


def test_with_colour_no_sign_is_needed(table, run):
    async def look(pilot):
        return pilot.app.text

    assert "▸" not in run(table(), look)


def test_without_colour_a_sign_stands_at_the_game_that_is_chosen(table, run, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")

    async def look(pilot):
        await pilot.press("enter", "q", "r")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        return pilot.app.text

    assert "▸1 " in run(table(), look)
