"""What a player sees and can do at the table, beside whole games."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from squares_core import MoveValue, SquaresError, StoreError, card_name
from squares_core.records import read_record
from squares_core.seating.deals import today
from squares_core.seating.kept import numbered_game
from squares_core.store import Store
from squares_core.table.figures import FiguresScreen
from squares_core.table.kept import KeptScreen
from squares_core.table.look import Preferences, read_preferences
from squares_core.table.menu import MenuScreen, heading_of
from squares_core.table.play import PlayScreen
from squares_core.table.questions import JudgedGame, JudgedMove
from squares_core.table.review import ReviewScreen

ROWS = [f"{column}{row}" for row in range(1, 5) for column in "abcd"]


class Adviser:
    """Rates the moves in their order, the first best, when it is let."""

    def __init__(self, problem=""):
        self.problem = problem
        self.let = asyncio.Event()
        self.stopped = False
        self.asked = 0
        self.reviewed = 0

    async def rate(self, game):
        self.asked += 1
        await self.let.wait()
        if self.problem:
            raise SquaresError(self.problem)
        moves = game.legal_moves
        return [MoveValue(move, 60.0 - number, 0.5, 9) for number, move in enumerate(moves)]

    async def review(self, game, progress):
        self.reviewed += 1
        progress(1, 3)
        await self.let.wait()
        if self.problem:
            raise SquaresError(self.problem)
        moves = [JudgedMove(50.0, 50.0, 0.0, "", move) for move in game.moves]
        moves[2] = JudgedMove(47.5, 50.0, 2.5, "blunder", game.moves[3])
        return JudgedGame(tuple(moves), 52.0, -1.5, 2.5, 48, "strong", 76)

    def stop(self):
        self.stopped = True

    async def close(self):
        self.stop()


@pytest.fixture
def advised(table, monkeypatch):
    def make(variant="cribbage-squares", *, problem="", **words):
        monkeypatch.setattr("squares_core.table.game_screen.can_advise", lambda _: True)
        app = table(variant, **words)
        app.hints, app.reviewer = Adviser(problem), Adviser(problem)
        return app

    return make


async def type_cells(pilot, cells):
    for cell in cells:
        await pilot.press(*cell)


async def settled(pilot):
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def from_menu(pilot):
    """Play deal S7T0 of the game that is highlighted in the menu."""
    await pilot.press("c", "7", "enter")
    await pilot.pause()


def test_a_cell_shows_what_the_card_would_score_there_and_its_lines_what_they_would_be(table, run):
    async def look(pilot):
        await type_cells(pilot, ["a1"])
        await pilot.press("right")
        assert pilot.app.screen.holding.cursor == 1
        return pilot.app.text

    text = run(table("poker-squares", seed=9), look)
    assert "+2" in text
    assert "~0→~2" in text
    assert "~0 → ~2  of 200" in text


def test_the_mouse_over_a_cell_shows_what_the_card_would_score_there(table, run):
    async def look(pilot):
        screen = pilot.app.screen
        await type_cells(pilot, ["a1", "b1", "c1", "d1"])
        region = next(each for each in screen.board.canvas.regions if each.what == ("cell", 4))
        await pilot.hover(screen.board, offset=(region.x + 1, region.y + 1))
        assert screen.board.pointed == 4
        assert screen.side.preview == screen.holding.preview(4)
        await pilot.hover(screen.side)
        assert screen.board.pointed == screen.holding.cursor

    run(table("cribbage-squares"), look)


def test_a_forbidden_cell_says_why_and_changes_nothing(table, run):
    async def play(pilot):
        await type_cells(pilot, ["a1", "d4"])
        assert len(pilot.app.screen.seat.game.moves) == 1
        return pilot.app.text

    assert "d4 is not allowed here: Each card after the first must touch" in run(
        table("cribbage-squares"), play
    )


def test_moves_are_taken_back_and_made_again_and_counted_as_aids(table, run, store):
    async def play(pilot):
        await type_cells(pilot, ["a1", "b1"])
        await pilot.press("u", "u", "u", "r")
        return pilot.app.text

    assert "made again: 2♣ a1" in run(table("cribbage-squares"), play)
    (game,) = store.games()
    assert (game.moves, game.aids) == (1, {"undos": 2})


def test_the_end_can_be_taken_back_and_the_game_goes_on(table, run, store):
    async def play(pilot):
        await type_cells(pilot, ROWS)
        assert "Total 48: lost" in pilot.app.text.replace("\n", " ")
        await pilot.press("u")
        assert "to place" in pilot.app.text
        await pilot.press("enter")
        assert pilot.app.screen.seat.game.finished

    run(table("cribbage-squares"), play)
    assert [game.state for game in store.games()] == ["finished"]


def test_enter_tapped_however_often_at_the_end_starts_nothing(table, run):
    async def play(pilot):
        await type_cells(pilot, ROWS)
        screen = pilot.app.screen
        await pilot.press(*["enter", "space"] * 20)
        assert pilot.app.screen is screen
        assert "press one of the letters" in pilot.app.text
        assert "Total 48: lost" in pilot.app.text.replace("\n", " ")
        await pilot.press("n")
        assert pilot.app.screen.seat.game.moves == ()
        assert pilot.app.screen is not screen

    run(table("cribbage-squares", preferences=Preferences(still=False)), play, size=(120, 40))


@pytest.mark.parametrize("key", ["x", "escape"])
def test_enter_tapped_after_all_was_counted_at_once_starts_nothing(table, run, key):
    async def play(pilot):
        await type_cells(pilot, ROWS)
        screen = pilot.app.screen
        await pilot.press(key, *["enter"] * 4)
        assert pilot.app.screen is screen

    run(table("cribbage-squares", preferences=Preferences(still=False)), play)


def test_the_keys_of_a_game_tell_how_it_goes_on_at_the_end(table, run):
    async def look(pilot):
        await pilot.press("question_mark", *["down"] * 20)
        await pilot.pause()
        return pilot.app.text

    assert "Enter counts on, x counts all; then a letter chooses" in run(
        table("cribbage-squares"), look
    )


def test_what_an_arrow_marks_at_the_end_enter_chooses(table, run):
    async def play(pilot):
        await type_cells(pilot, ROWS)
        screen = pilot.app.screen
        await pilot.press("down")
        await pilot.pause()
        assert footer(pilot.app).startswith("enter choose n new deal")
        await pilot.press("enter")
        assert pilot.app.screen is not screen
        assert pilot.app.screen.seat.game.moves == ()

    run(table("cribbage-squares"), play)


def test_the_hands_are_counted_one_by_one_until_all_are_skipped(table, run):
    async def play(pilot):
        screen = pilot.app.screen
        await type_cells(pilot, ROWS)
        assert "Starter" not in pilot.app.text
        await pilot.press("space", "space")
        assert "Row 1" in pilot.app.text
        assert "Row 2" not in pilot.app.text
        assert screen.board.lit == {0, 1, 2, 3}
        await pilot.press("x")
        text = pilot.app.text
        assert not screen.ending.counting
        assert "new deal" in text
        assert screen.board.lit == frozenset()

    run(table("cribbage-squares", preferences=Preferences()), play, size=(110, 40))


def test_hints_stand_in_the_cells_with_digits_and_a_star_at_the_best(advised, run, store):
    async def play(pilot):
        app, screen = pilot.app, pilot.app.screen
        await type_cells(pilot, ["b2"])
        await pilot.press("h")
        assert "rating the moves" in app.text
        await pilot.press("left", "up")
        assert screen.holding.cursor != 5
        app.hints.let.set()
        await pilot.pause()
        assert "★60.0" in app.text or "best: a1, 60.0 expected" in app.text
        cells = [cell for cell in range(16) if cell in screen.board.hints]
        assert [screen.board.hints[cell] for cell in cells] == [60.0 - n for n in range(8)]
        await pilot.press("h")
        assert screen.board.hints == {}

    run(advised(), play)
    assert store.games()[0].aids == {"hints": 1}


def test_escape_stops_a_hint_and_the_process_that_computes_it(advised, run):
    async def play(pilot):
        await pilot.press("h", "escape")
        assert pilot.app.hints.stopped
        assert "no hint then" in pilot.app.text

    run(advised(), play)


def test_a_move_made_while_a_hint_is_computed_is_not_held_up_nor_given_that_hint(advised, run):
    async def play(pilot):
        await pilot.press("h")
        await type_cells(pilot, ["b2"])
        pilot.app.hints.let.set()
        await pilot.pause()
        assert len(pilot.app.screen.seat.game.moves) == 1
        assert pilot.app.screen.board.hints == {}

    run(advised(), play)


def test_a_hint_that_fails_is_told_in_a_line(advised, run):
    async def play(pilot):
        pilot.app.hints.let.set()
        await pilot.press("h")
        return pilot.app.text

    assert "no hint: out of luck" in run(advised(problem="out of luck"), play)


def test_without_a_strategy_that_rates_moves_a_hint_says_so(table, run, monkeypatch):
    monkeypatch.setattr("squares_core.table.game_screen.can_advise", lambda _: False)

    async def play(pilot):
        await pilot.press("h")
        return pilot.app.text

    assert "none of the strategies installed can rate moves" in run(table("cribbage-squares"), play)


def test_hints_at_every_turn_come_by_themselves(advised, run):
    async def play(pilot):
        pilot.app.hints.let.set()
        await type_cells(pilot, ["b2", "b3"])
        await pilot.pause()
        assert pilot.app.hints.asked == 3
        assert pilot.app.screen.board.hints

    run(advised(preferences=Preferences(still=True, hints=True)), play)


def test_escape_stops_the_hint_of_the_move_after_one_that_was_not_waited_for(advised, run):
    async def play(pilot):
        await type_cells(pilot, ["b2"])
        await pilot.pause()
        assert (pilot.app.hints.asked, pilot.app.hints.stopped) == (2, False)
        await pilot.press("escape")
        assert pilot.app.hints.stopped

    run(advised(preferences=Preferences(still=True, hints=True)), play)


def test_with_vi_keys_h_moves_to_the_left_and_capital_h_hints(advised, run):
    async def play(pilot):
        screen = pilot.app.screen
        before = screen.holding.cursor
        await pilot.press("h")
        assert screen.holding.cursor == before - 1
        await pilot.press("l", "j", "k")
        assert screen.holding.cursor == before
        await pilot.press("H")
        assert pilot.app.hints.asked == 1

    run(advised(preferences=Preferences(still=True, vi_keys=True)), play)


@pytest.mark.parametrize("key", ["question_mark", "i", "m", "o", "s"])
def test_what_opens_beside_the_game_closes_again_and_leaves_the_game_alone(table, run, key):
    async def play(pilot):
        screen = pilot.app.screen
        await type_cells(pilot, ["a1"])
        before = pilot.app.text
        await pilot.press(key)
        assert pilot.app.text != before
        await pilot.press("escape")
        assert pilot.app.screen is screen
        assert pilot.app.text == before

    run(table("cribbage-squares"), play)


def test_options_show_at_once_and_are_remembered(table, run, setup):
    async def play(pilot):
        await type_cells(pilot, ["a1"])
        assert "2♣" in pilot.app.text
        await pilot.press("o", "down", "down", "enter", "escape")
        assert "2C" in pilot.app.screen.board.canvas.text()
        assert "♣" not in pilot.app.screen.board.canvas.text()
        await pilot.press("o", "enter", "escape")
        assert not pilot.app.current_theme.dark

    run(table("cribbage-squares"), play)
    assert read_preferences(setup.data, {}) == Preferences(light=True, letters=True, still=True)


def test_what_was_asked_for_this_one_time_is_not_remembered(table, run, setup):
    async def play(pilot):
        assert pilot.app.look.four_colours
        await pilot.press("o", "enter", "escape")

    run(table("cribbage-squares", asked=("four_colours",)), play)
    assert read_preferences(setup.data, {}) == Preferences(light=True, still=True)


def test_ascii_only_keeps_the_whole_screen_to_ascii(table, run):
    async def play(pilot):
        texts = [pilot.app.text]
        await type_cells(pilot, ["a1", "b2"])
        for key in ("i", "i", "m"):
            await pilot.press(key)
            texts.append(pilot.app.text)
        await pilot.press("escape", "q")
        texts.append(pilot.app.text)
        return texts

    for text in run(table("cribbage-squares-2-reserves", ascii_only=True), play):
        assert text.isascii(), [char for char in text if not char.isascii()]


def test_no_color_leaves_no_colour_and_draws_outlines(table, run, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(pilot):
        await type_cells(pilot, ["a1"])
        strips = pilot.app.screen._compositor.render_strips()
        lines = [pilot.app.screen.board.render_line(y) for y in range(5)]
        assert strips
        for strip in lines:
            filtered = pilot.app._filters[-1].apply(
                list(strip), pilot.app.screen.background_colors[1]
            )
            assert all(
                segment.style.color.is_default and segment.style.bgcolor.is_default
                for segment in filtered
                if segment.style is not None
            )
        return pilot.app.text

    text = run(table("cribbage-squares"), play)
    assert "╭──────╮" in text
    assert "▀" not in text


@pytest.mark.parametrize("size", [(80, 24), (100, 32), (140, 45), (60, 20), (30, 8)])
def test_the_table_follows_a_resize(table, run, size):
    async def play(pilot):
        await type_cells(pilot, ["a1"])
        before = pilot.app.screen.board.shape
        await pilot.resize_terminal(*size)
        await pilot.pause()
        after = pilot.app.screen.board.shape
        text = pilot.app.text
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert pilot.app.screen.board.shape == before
        return before, after, text

    before, after, text = run(table("poker-squares"), play)
    if size == (30, 8):
        assert "too small" in text
    elif size > (80, 24):
        assert after.pitch > before.pitch
    else:
        assert after.pitch <= before.pitch
        assert after.width + 20 <= size[0]


def test_two_players_see_whose_turn_it_is(table, run, store):
    async def play(pilot):
        assert "▸Ann" in pilot.app.text
        await type_cells(pilot, ["a1"])
        assert "▸Bob" in pilot.app.text
        await type_cells(pilot, ROWS[1:])
        return pilot.app.text

    text = run(table("cribbage-squares", players=("Ann", "Bob")), play, size=(120, 40))
    contributions = re.search(r"Ann (\d+), Bob (\d+)", text)
    assert int(contributions[1]) + int(contributions[2]) == 48
    assert store.games()[0].players == ("Ann", "Bob")


def test_duplicate_players_play_one_after_another_unseen_and_are_compared(table, run, store):
    async def play(pilot):
        assert "Ann, press Enter when nobody looks" in pilot.app.text
        await pilot.press("enter")
        await type_cells(pilot, ROWS)
        assert "n  next: hand over to Bob" in pilot.app.text
        await pilot.press("enter", "n")
        await pilot.pause()
        text = pilot.app.text
        assert "Bob, press Enter when nobody looks" in text
        assert "2♣" not in text
        await pilot.press("enter")
        assert pilot.app.screen.seat.game.players == ("Bob",)
        await type_cells(pilot, reversed(ROWS))
        await pilot.press("c")
        text = pilot.app.text
        await pilot.press("enter", "s")
        assert "Ann, press Enter when nobody looks" in pilot.app.text
        await pilot.press("enter")
        assert pilot.app.screen.seat.game.moves == ()
        return text

    app = table("cribbage-squares", players=("Ann", "Bob"), duplicate=True)
    text = run(app, play, size=(100, 40))
    assert "is best with" in text or "share the best score" in text
    assert [(game.players, game.state) for game in store.games()] == [
        (("Ann",), "finished"),
        (("Bob",), "finished"),
        (("Ann",), "playing"),
        (("Bob",), "playing"),
    ]


def test_a_duplicate_deal_left_half_way_goes_on_and_is_compared(table, run):
    async def leave(pilot):
        await pilot.press("enter")
        await type_cells(pilot, ROWS)
        await pilot.press("n")
        await pilot.pause()
        await pilot.press("enter")
        await type_cells(pilot, ROWS[:2])
        await pilot.press("q")

    async def go_on(pilot):
        await settled(pilot)
        text = " ".join(pilot.app.text.split())
        assert "Cribbage Squares, Bob's turn, 2 of 16 cards placed; Ann has played the same" in text
        await pilot.press("r")
        await settled(pilot)
        await pilot.press("enter")
        assert "Bob, press Enter when nobody looks" in pilot.app.text
        await pilot.press("enter")
        await type_cells(pilot, ROWS[2:])
        await pilot.press("c")
        return pilot.app.text

    first = table("cribbage-squares", players=("Ann", "Bob"), duplicate=True)
    run(first, leave)
    assert first.farewell.endswith(" resume 2")
    size = (200, 40)
    assert "Ann and Bob share the best score with 48." in run(table(), go_on, size=size)


def test_the_first_of_a_duplicate_deal_to_leave_is_the_first_to_go_on(table, run):
    async def leave(pilot):
        await from_menu(pilot)
        await pilot.press("enter")
        await type_cells(pilot, ROWS[:3])
        await pilot.press("q")
        await settled(pilot)
        text = pilot.app.text
        assert "Ann's turn, 3 of 16 cards placed; then Bob with the same deal" in text
        await pilot.press("r")
        await settled(pilot)
        return pilot.app.text

    app = table(players=("Ann", "Bob"), duplicate=True)
    text = run(app, leave, size=(200, 40))
    assert re.search(r"1 +Ann's turn .*Ann\n +2 +after Ann .*Bob", text)


def test_whoever_leaves_between_two_players_of_a_duplicate_deal_is_told_how_it_goes_on(table, run):
    async def leave(pilot):
        await pilot.press("enter")
        await type_cells(pilot, ROWS)
        await pilot.press("q")

    app = table("cribbage-squares", players=("Ann", "Bob"), duplicate=True)
    run(app, leave)
    assert app.farewell.endswith(" resume 2")


def test_the_menu_lists_every_game_by_plugin_and_tells_about_the_chosen_one(table, run, registry):
    async def look(pilot):
        text = pilot.app.text
        for id_ in registry.variants.ids:
            assert registry.variant(id_).title in text
        assert (
            re.search(r"^ Cribbage\b", text, re.M).start()
            < re.search(r"^ Poker\b", text, re.M).start()
        )
        assert "squares_" not in text
        await pilot.press("down", "enter")
        assert isinstance(pilot.app.screen, PlayScreen)
        return pilot.app.screen.seat.game.rules.id

    assert run(table(), look, size=(110, 30)) == registry.variants.ids[1]


def test_the_menu_deals_by_seed_code_and_day(table, run, store):
    async def play(pilot):
        await pilot.press("c", *"nonsense", "enter")
        assert "is not a deal code" in pilot.app.text
        await pilot.press("escape", "c", *"7", "enter")
        assert pilot.app.screen.seat.game.deal.code == "S7T0"
        await pilot.press("q", "c", *"s7t0", "enter")
        assert pilot.app.screen.seat.game.deal.code == "S7T0"
        await pilot.press("q", "d")
        assert isinstance(pilot.app.screen, PlayScreen)

    run(table(), play)
    assert [game.daily for game in store.games()] == [None, None, today()]


def test_the_menu_asks_who_plays_and_refuses_what_cannot_be(table, run):
    async def play(pilot):
        await pilot.press("p", *"Ann", "comma", *"Ann", "enter")
        assert "players need different names" in pilot.app.text
        await pilot.press(*["backspace"] * 3, *"Bob", "enter")
        assert "A new game is for Ann and Bob, in turn on one grid" in pilot.app.text
        await pilot.press("enter")
        assert pilot.app.screen.seat.game.players == ("Ann", "Bob")

    run(table(), play, size=(120, 40))


@pytest.mark.parametrize(
    ("game", "keys", "told"),
    [
        (0, ["a1", "b1"], "Cribbage Squares, 2 of 16 cards placed"),
        (1, ["a1", "1", "t", "b1", "1"], "Cribbage Squares with a reserve, 2 of 16 cards placed"),
        (5, ["a1b2", "c3c4"], "Cribbage Squares Shuffle, 2 exchanges made"),
    ],
)
def test_the_menu_offers_the_game_that_was_left_and_counts_what_players_count(
    table, run, game, keys, told
):
    async def leave(pilot):
        await pilot.press(*["down"] * game)
        await from_menu(pilot)
        await type_cells(pilot, keys)
        await pilot.press("q")
        await settled(pilot)
        return " ".join(pilot.app.text.split())

    assert f"r, then Enter: go on with {told}" in run(table(), leave, size=(160, 40))


def test_a_game_that_was_left_goes_on_where_it_was(table, run):
    async def leave(pilot):
        await type_cells(pilot, ["a1", "b1"])
        await pilot.press("q")

    async def go_on(pilot):
        await pilot.press("r")
        assert isinstance(pilot.app.screen, KeptScreen)
        await settled(pilot)
        await pilot.press("enter")
        game = pilot.app.screen.seat.game
        return [card_name(card) for card in game.position.tableau.placed]

    first = table("cribbage-squares")
    run(first, leave)
    assert first.farewell.startswith("go on with: squares ")
    assert first.farewell.endswith(" resume 1")
    assert run(table(), go_on) == ["2C", "JC"]


def test_statistics_show_figures_and_a_chart_of_the_totals(table, run):
    async def play(pilot):
        await from_menu(pilot)
        for _ in range(2):
            await type_cells(pilot, ROWS)
            await pilot.press("s")
        await pilot.press("q", "s")
        await settled(pilot)
        assert isinstance(pilot.app.screen, FiguresScreen)
        return pilot.app.text

    text = run(table(), play, size=(140, 45))
    assert "mean when won" in text
    assert "Totals in the order in which the games ended:" in text
    assert "61 ··" in text


def test_a_finished_game_is_stepped_through_and_its_moves_are_judged(advised, run):
    async def play(pilot):
        await type_cells(pilot, ROWS)
        await pilot.press("v")
        screen = pilot.app.screen
        assert isinstance(screen, ReviewScreen)
        assert "move 16 of 16" in pilot.app.text
        await pilot.press("home", "right", "right")
        assert screen.board.position.tableau.placed == screen.game.positions()[2].tableau.placed
        pilot.app.reviewer.let.set()
        await pilot.press("a")
        await settled(pilot)
        text = pilot.app.text
        assert re.search(r"3 +4♠ c1 +47.5 +-2.5 \?\?", text)
        assert re.search(r"2 +J♣ b1 +50.0 +best", text)
        assert "expected score after each move:" in text
        assert "expected 52.0, luck -1.5, lost 2.5: 48, strong; best grid 76" in text
        await pilot.press("home", "right", "right", "right")
        assert "best was d1, 50.0 expected" in pilot.app.text
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, PlayScreen)

    run(advised(), play, size=(100, 40))


def test_judging_can_be_stopped_and_begun_again(advised, run):
    async def play(pilot):
        await type_cells(pilot, ROWS)
        await pilot.press("v", "a")
        await pilot.pause()
        assert "judging the moves, 1 of 3; a stops" in pilot.app.text
        await pilot.press("a")
        await pilot.pause()
        assert pilot.app.reviewer.stopped
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert "not judged" in pilot.app.text
        pilot.app.reviewer.let.set()
        await pilot.press("a")
        await settled(pilot)
        assert "strong; best grid 76" in pilot.app.text

    run(advised(), play, size=(100, 40))


def test_judging_goes_on_when_the_look_back_is_left_and_is_kept(advised, run):
    async def play(pilot):
        await type_cells(pilot, ROWS)
        await pilot.press("v", "a")
        await pilot.pause()
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, PlayScreen)
        await pilot.press("v")
        await pilot.pause()
        assert "judging the moves, 1 of 3; a stops" in pilot.app.text
        await pilot.press("escape")
        pilot.app.reviewer.let.set()
        await settled(pilot)
        await pilot.press("v")
        await pilot.pause()
        assert "strong; best grid 76" in pilot.app.text
        await pilot.press("escape", "u")
        await type_cells(pilot, ["d4"])
        await pilot.press("v", "a")
        await pilot.pause()
        assert "strong; best grid 76" in pilot.app.text
        assert pilot.app.reviewer.reviewed == 1
        assert not pilot.app.reviewer.stopped

    run(advised(), play, size=(100, 40))


def test_a_game_of_other_moves_is_judged_anew(advised, run):
    async def play(pilot):
        pilot.app.reviewer.let.set()
        await type_cells(pilot, ROWS)
        await pilot.press("v", "a")
        await settled(pilot)
        await pilot.press("escape", "u", "u")
        await type_cells(pilot, ["d4", "c4"])
        await pilot.press("v")
        await pilot.pause()
        assert "strong" not in pilot.app.text
        await pilot.press("a")
        await settled(pilot)
        assert pilot.app.reviewer.reviewed == 2

    run(advised(), play, size=(100, 40))


def test_the_result_card_gives_no_card_away(table, run):
    async def play(pilot):
        await type_cells(pilot, ROWS)
        await pilot.press("p")
        return pilot.app.text

    text = run(table("cribbage-squares"), play, size=(120, 40))
    assert "48 of 61, lost" in text
    assert "squares play cribbage-squares --deal S7T0" in text


def test_a_record_is_written_and_never_over_another_file(table, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("there.toml").write_text("mine")

    async def play(pilot):
        await type_cells(pilot, ["a1"])
        await pilot.press("m", "f")
        line = pilot.app.screen.query_one("#line")
        line.value = "there.toml"
        await pilot.press("enter")
        assert "there.toml is there already" in pilot.app.text
        line.value = "game.toml"
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, PlayScreen)

    run(table("cribbage-squares"), play)
    assert read_record(Path("game.toml")).game.deal == "S7T0"
    assert Path("there.toml").read_text() == "mine"


def test_a_move_can_be_typed_as_in_line_mode(table, run):
    async def play(pilot):
        await pilot.press("slash", *"ac", "space", *"b2", "enter")
        assert "A♣ b2 is not possible" in pilot.app.text
        await pilot.press(*["backspace"] * 5, *"9s", "space", *"b2", "enter")
        game = pilot.app.screen.seat.game
        return card_name(game.position.tableau.placed[0])

    assert run(table("cribbage-squares-open"), play) == "9S"


def test_a_store_that_fails_is_told_and_the_game_goes_on(table, run, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def fail(*_):
        raise StoreError("the store is on fire")

    monkeypatch.setattr(Store, "save", fail)

    async def play(pilot):
        told = " ".join(pilot.app.text.split())
        await type_cells(pilot, ["a1"])
        assert len(pilot.app.screen.seat.game.moves) == 1
        return told

    told = run(table("cribbage-squares"), play, size=(160, 30))
    assert "not kept as usual: the store is on fire; the game is kept in " in told
    assert len(list(tmp_path.glob("squares-cribbage-squares-*.toml"))) == 1


def test_a_game_chosen_from_the_menu_leads_back_to_the_menu(table, run):
    async def play(pilot):
        await from_menu(pilot)
        assert isinstance(pilot.app.screen, PlayScreen)
        await pilot.press("q")
        assert isinstance(pilot.app.screen, MenuScreen)
        await pilot.press("q")
        assert pilot.app._exit

    run(table(), play)


def test_a_game_named_on_the_command_line_ends_at_the_shell(table, run):
    async def play(pilot):
        await type_cells(pilot, ROWS)
        await pilot.press("n")
        assert pilot.app.screen.seat.game.moves == ()
        await pilot.press("q")
        assert pilot.app._exit

    run(table("cribbage-squares"), play)


def test_a_game_resumed_from_the_command_line_ends_at_the_shell(table, run, setup, store):
    async def leave(pilot):
        await type_cells(pilot, ["a1"])
        await pilot.press("q")

    async def go_on(pilot):
        assert pilot.app.screen.seat.game.moves
        await pilot.press("q")
        assert pilot.app._exit

    run(table("cribbage-squares"), leave)
    run(table(found=numbered_game(store, 1)), go_on)


def footer(app):
    return app.text.split("\n")[-1]


def test_the_footer_offers_what_can_be_done_now(table, run):
    async def play(pilot):
        app = pilot.app
        assert footer(app) == "enter place u undo h hint i rules m menu ? keys q leave"
        await type_cells(pilot, ROWS)
        await pilot.pause()
        assert footer(app) == ("n new deal s same deal v look back p share u undo m menu q leave")
        await pilot.press("u")
        await pilot.pause()
        assert footer(app).startswith("enter place u undo ")

    run(table("cribbage-squares"), play)


def test_the_footer_offers_to_count_on_while_hands_are_counted(table, run):
    async def play(pilot):
        await type_cells(pilot, ROWS)
        await pilot.pause()
        assert footer(pilot.app) == "enter count on x all at once u undo m menu q leave"

    run(table("cribbage-squares", preferences=Preferences(still=False)), play)


def test_the_footer_offers_to_turn_a_card_where_none_is_turned(table, run):
    async def play(pilot):
        await type_cells(pilot, ["b2", "1"])
        await pilot.pause()
        assert footer(pilot.app).startswith("t turn tab next card u undo ")
        await pilot.press("1")
        await pilot.pause()
        assert footer(pilot.app).startswith("enter place t turn ")
        await pilot.press("t")
        await pilot.pause()
        assert footer(pilot.app).startswith("enter place tab next card ")

    run(table("cribbage-squares-1-reserve"), play)


@pytest.mark.parametrize("variant", ["cribbage-squares", "cribbage-squares-open", "poker-squares"])
def test_an_enter_too_many_places_no_second_card(table, run, variant):
    async def play(pilot):
        game = pilot.app.screen.seat.game
        await pilot.press(*["enter"] * 5)
        assert len(game.moves) == 1
        assert "b2 is taken" in pilot.app.text or "c3 is taken" in pilot.app.text
        await pilot.press("right", "enter", "enter", "space")
        assert len(game.moves) == 2
        await pilot.press("u")
        assert len(game.moves) == 1
        await pilot.press("enter", "enter")
        assert len(game.moves) == 2

    run(table(variant), play)


def test_an_enter_too_many_at_the_last_card_starts_no_other_game(table, run):
    async def play(pilot):
        game = pilot.app.screen.seat.game
        await type_cells(pilot, ROWS[:-1])
        await pilot.press("right", "enter", "enter")
        assert game.over
        assert pilot.app.screen.seat.game is game

    run(table("cribbage-squares"), play)


def test_messages_spell_cards_as_the_grid_does(table, run):
    async def play(pilot):
        said = []
        for word in ("a1", "a1", "u"):
            await pilot.press(*word)
            said.append(pilot.app.text.split("\n")[-2].strip())
        return said

    assert run(table("cribbage-squares-open"), play) == [
        "4♠ a1  +0",
        "a1 already holds 4♠",
        "taken back: 4♠ a1",
    ]


@pytest.mark.parametrize(("ascii_only", "spelled"), [(False, "10♣"), (True, "10C")])
def test_a_ten_is_spelled_alike_wherever_it_is_told(table, run, ascii_only, spelled):
    async def play(pilot):
        await pilot.press("slash", *"tc", "space", *"b2", "enter")
        texts = [pilot.app.text.split("\n")[-2]]
        await type_cells(pilot, ["b2"])
        texts.append(pilot.app.text.split("\n")[-2])
        await pilot.press("s")
        texts.append(pilot.app.text)
        return texts

    for text in run(table("poker-squares-open", ascii_only=ascii_only), play):
        assert spelled in text
        assert "TC" not in text


def test_what_is_told_of_the_card_in_hand_changes_with_the_card(table, run):
    async def play(pilot):
        said = []
        await type_cells(pilot, ["b2", "1", "t"])
        for key in ("1", "tab", "tab", "escape"):
            await pilot.press(key)
            said.append(pilot.app.text.split("\n")[-2].strip())
        return said

    assert run(table("cribbage-squares-1-reserve"), play) == [
        "J♣ of reserve 1 in hand; 1 again lays the turned card there",
        "4♠, the turned card, in hand",
        "J♣ of reserve 1 in hand; 1 again lays the turned card there",
        "4♠, the turned card, in hand",
    ]


def test_a_message_longer_than_the_screen_is_told_whole(table, run):
    async def play(pilot):
        await type_cells(pilot, ["a1", "d4"])
        return " ".join(pilot.app.text.split())

    assert (
        "Each card after the first must touch a card already there, by a side or a corner. enter"
        in run(table("cribbage-squares"), play)
    )


def test_an_empty_deal_field_gives_new_cards(table, run):
    async def play(pilot):
        await pilot.press("c")
        await pilot.pause()
        assert "empty: new cards" in pilot.app.text
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, PlayScreen)
        return pilot.app.screen.seat.game.deal.code

    assert run(table(), play) != run(table(), play)


@pytest.mark.parametrize(
    ("holder", "heading"),
    [
        ("plugin squares_cribbage", "Cribbage"),
        ("plugin gnome-poker", "Gnome poker"),
        ("plugin squares", "Squares"),
        ("/home/ann/house.toml", "From house.toml"),
    ],
)
def test_a_heading_of_the_menu_is_made_of_words(holder, heading):
    assert heading_of(holder) == heading
