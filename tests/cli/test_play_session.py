from __future__ import annotations

import dataclasses
import io
import re
import sys

import pytest

from squares_core import (
    Game,
    MoveValue,
    PlacementRule,
    Registry,
    SquaresError,
    StoreError,
    Strategy,
    card_name,
    make_deal,
    move_text,
)
from squares_core.cli.line_mode.conversation import InputEndedError, Talk, play_duplicate, play_out
from squares_core.cli.line_mode.session import Session
from squares_core.cli.line_mode.sitting import adviser_from
from squares_core.seating.seats import Seat
from squares_core.text.render import Look

ROWS = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
SIXTEEN = [cell for cell in ROWS if cell[0] != "e" and cell[1] != "5"]


class Ascending(PlacementRule):
    id, title, may_block = "ascending", "Ascending", True
    description = "A card may go only to the first empty cell, and only on an even number."

    def legal_cells(self, tableau, card):
        return tableau.empty_cells[:1] if card % 2 == 0 else ()


class Notes:
    """A keeper that keeps nothing and notes what it was given: moves made, and aids used."""

    how_to_review = "what each move was worth: squares review 1"

    def __init__(self, how_to_resume="go on with: squares resume 1"):
        self.how_to_resume = how_to_resume
        self.calls = []

    def save(self, game, aids):
        self.calls.append((len(game.moves), dataclasses.astuple(aids)))


@pytest.fixture
def session(registry):
    def make(variant="cribbage-squares", seed=7, players=(), adviser=None, keeper=None, **changes):
        rules = dataclasses.replace(registry.rules(variant), **changes)
        seat = Seat(Game(rules, make_deal(seed), players), keeper or Notes())
        return Session(seat, Look(), again="squares play X", adviser=adviser)

    return make


def type_all(session, *lines):
    return [session.answer(line) for line in lines]


def talk(*lines, person=False):
    source = io.StringIO("".join(f"{line}\n" for line in lines))
    source.isatty = lambda: person
    return Talk(source, io.StringIO(), Look())


def test_the_screen_shows_grid_running_points_total_card_and_allowed_cells(session):
    game = session()
    type_all(game, "a1", "b1")
    assert game.screen.split("\n") == [
        "      a    b    c    d",
        "  1  2C   JC    +    .     ~0",
        "  2   +    +    +    .     ~0",
        "  3   .    .    .    .     ~0",
        "  4   .    .    .    .     ~0",
        "     ~0   ~0   ~0   ~0",
        "Total ~0 so far; 61 wins.",
        "To place: 4S, on (+): c1 a2 b2 c2",
    ]
    assert game.prompt == "4S > "


@pytest.mark.parametrize("text", ["zz", "e1", "a9", "b33", "r1 zz", "1 2 3", "♥", "\x1b[A", ""])
def test_what_cannot_be_read_is_answered_in_one_line_and_changes_nothing(session, text):
    game = session()
    reply = game.answer(text)
    assert reply.step == "stay"
    assert reply.text.endswith("help tells what can be typed")
    assert reply.text.isprintable()
    assert game.game.moves == ()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a1", "a1 already holds 2C"),
        ("d4", "d4 is not allowed here: Each card after the first must touch"),
        ("r1", "r1 is not possible: this game has no reserve"),
        ("w", "w is not possible: this game has no waste"),
        ("turn", "turn is not possible: JC is turned already"),
        ("done", "done is not possible: this game ends by itself"),
        ("a1 b1", "a1 b1 is not possible: cards on the grid stay"),
    ],
)
def test_what_is_not_allowed_now_says_why_in_another_line(session, text, why):
    game = session()
    game.answer("a1")
    reply = game.answer(text)
    assert reply.step == "stay"
    assert reply.text.startswith(why)
    assert "help" not in reply.text
    assert "\n" not in reply.text
    assert len(game.game.moves) == 1


def test_undo_and_redo_are_told_and_counted(session):
    game = session()
    before = game.screen
    game.answer("B2")
    after = game.screen
    assert [reply.text for reply in type_all(game, "undo", "u")] == [
        "Taken back: b2",
        "there is no move to take back",
    ]
    assert game.screen == before
    assert [reply.text for reply in type_all(game, " REDO ", "redo")] == [
        "Made again: b2",
        "there is no move to make again",
    ]
    assert game.screen == after
    assert (game.seat.aids.undos, game.seat.aids.hints) == (1, 0)


def test_reserves_are_laid_on_played_from_and_turned_past_with_enter(session):
    game = session("cribbage-squares-2-reserves")
    type_all(game, "r1")
    assert "Reserve r1: 2C, 1 of 5\nReserve r2: empty, 0 of 5" in game.screen
    assert game.prompt == "turn (or Enter), or play from a reserve > "
    refused = game.answer("b2")
    assert refused.text == "no card is turned: turn one, or play a reserve, as r1 b2"
    steps = [reply.step for reply in type_all(game, "", "r1", "turn", "r1 b2")]
    assert steps == ["changed"] * 4
    assert "Reserve r1: 2C, 1 of 5" in game.screen
    assert "  2   +   JC    +    .     ~0" in game.screen
    assert "To place: 4S, on (+): a1 b1 c1 a2 c2 a3 b3 c3" in game.screen


def test_a_reserve_of_several_cards_tells_which_lies_on_top(session):
    game = session("cribbage-squares-1-reserve")
    type_all(game, "r1", "", "r1")
    assert "Reserve r1: 2C JC (the last on top), 2 of 5" in game.screen


def test_the_waste_takes_cards_until_it_is_full(session):
    game = session("poker-squares-waste")
    assert [reply.step for reply in type_all(game, *"wwwww")] == ["changed"] * 5
    assert "Waste w: 2C JC 4S 8H 6C, 5 of 5" in game.screen
    assert game.answer("w").step == "stay"


def test_an_open_game_shows_the_cards_by_suit_and_needs_card_and_cell(session):
    game = session("cribbage-squares-open")
    assert "Starter: AS" in game.screen
    assert "\n  4S   7S   9S\n  8H   KH\n  5D   6D   9D\n" in game.screen
    vague, foreign, played = type_all(game, "b2", "5H b2", "kh b2")
    assert vague.text.startswith("'b2' is a cell only: name the card too, such as 2C b2")
    assert foreign.text == "5H b2 is not possible: no such card waits to be placed"
    assert played.step == "changed"


def test_the_last_card_of_an_open_game_needs_no_name(session):
    game = session("cribbage-squares-open")
    while len(game.game.position.tray) > 1:
        game.game.play(game.game.legal_moves[0])
    cell = game.game.rules.grid.cell_name(game.game.position.tableau.empty_cells[0])
    assert game.answer(cell).step == "changed"
    assert game.game.finished


def test_a_bare_cell_stays_unclear_while_one_card_will_be_left_over_as_starter(session):
    game = session("cribbage-squares-open", starter="chosen")
    while len(game.game.position.tray) > 2:
        game.game.play(game.game.legal_moves[0])
    assert "one of them stays over and is the starter" in game.screen
    cell = game.game.rules.grid.cell_name(game.game.position.tableau.empty_cells[0])
    assert "name the card too" in game.answer(cell).text


def test_a_shuffle_game_exchanges_two_cells_until_done(session):
    game = session("poker-squares-shuffle")
    assert "won" not in game.screen
    assert "lost" not in game.screen
    assert "name the two to exchange, such as a1 b2" in game.answer("b3").text
    first, second = game.game.position.tableau[0], game.game.position.tableau[6]
    type_all(game, "a1 b2")
    assert (game.game.position.tableau[0], game.game.position.tableau[6]) == (second, first)
    game.answer("done")
    assert game.game.finished


@pytest.mark.parametrize(
    ("variant", "typed"),
    [
        ("cribbage-squares", {"b2"}),
        ("cribbage-squares-2-reserves", {"b2", "r1", "r1 b2", "turn, Enter"}),
        ("poker-squares-waste", {"b2", "w"}),
        ("poker-squares-open", {"5H b2"}),
        ("maverick", {"a1 b2", "done"}),
    ],
)
def test_help_names_the_moves_that_this_game_has_and_no_others(session, variant, typed):
    rows = session(variant).answer("?").text.split("\n")
    commands = {"undo, u", "redo", "hint", "score", "rules", "help, ?", "quit, q"}
    assert {row[2:15].strip() for row in rows if row.startswith("  ")} == typed | commands


def test_score_counts_the_lines_so_far_and_rules_are_those_of_the_variant(session):
    game = session(seed=7)
    type_all(game, "a1", "b1", "b2")
    rows = game.answer("score").text.split("\n")
    assert rows[0] == "Row 1      2C JC  .  .    ~0  nothing"
    assert rows[-1] == "Total ~0 so far; 61 wins."
    assert "8 hands: 4 rows and 4 columns." in game.answer("rules").text


def test_a_whole_game_ends_with_starter_count_bonus_total_and_the_way_to_play_it_again(registry):
    seed = next(seed for seed in range(99) if card_name(make_deal(seed).cards[16])[0] == "J")
    game = Game(registry.rules("cribbage-squares"), make_deal(seed))
    session = Session(
        Seat(game, Notes()), Look(), again="squares play cribbage-squares --deal CODE"
    )
    type_all(session, *SIXTEEN)
    rows = session.screen.split("\n")
    assert rows[0] == f"The starter is turned: {card_name(make_deal(seed).cards[16])}"
    counts = [row for row in rows if row.startswith(("Row", "Column", "His"))]
    names = [f"{kind} {number}" for kind in ("Row", "Column") for number in range(1, 5)]
    assert [row[:9].strip() for row in counts] == [*names, "His heels"]
    assert counts[-1].split() == ["His", "heels", card_name(make_deal(seed).cards[16]), "2"]
    assert f"Total {game.score.total}: {'won' if game.won else 'lost'}, " in session.screen
    assert rows[-1] == "The same cards again: squares play cribbage-squares --deal CODE"


def test_a_game_with_no_legal_move_left_says_so_instead_of_asking(session):
    seed = next(s for s in range(99) if [c % 2 for c in make_deal(s).cards[:3]] == [0, 0, 1])
    game = session(seed=seed, placement=Ascending())
    type_all(game, "a1", "b1")
    card = card_name(make_deal(seed).cards[2])
    assert game.game.blocked
    assert " ".join(game.screen.split()).startswith(
        f"The game ends here: {card} has no cell to go to, and nothing else can be done. "
        "Left empty: 14 cells."
    )
    assert "the grid unfinished: lost." in game.screen
    assert game.answer("undo").step == "changed"
    assert not game.game.over


def test_after_the_end_nothing_but_going_on_is_understood(session):
    game = session()
    type_all(game, *SIXTEEN)
    replies = type_all(game, "a1", "hint", "again", "same", "quit", "undo")
    assert [reply.step for reply in replies] == ["stay", "stay", "again", "same", "quit", "changed"]


def test_players_take_turns_when_a_card_goes_down_and_the_end_tells_who_brought_what(session):
    game = session("cribbage-squares-1-reserve", players=("Ann", "Bob", "Cy"))
    assert game.prompt == "Ann: 2C > "
    type_all(game, "r1")
    assert game.prompt.startswith("Ann: turn")
    type_all(game, "r1 b2")
    assert game.prompt == "Bob: JC > "
    type_all(game, *(cell for cell in SIXTEEN if cell != "b2"))
    points = game.game.contributions()
    assert sum(points.values()) == game.game.score.total
    said = ", ".join(f"{name} {number}" for name, number in points.items())
    assert f"Who brought how many points: {said}" in game.screen


def test_what_the_deal_brought_is_told_apart_from_what_players_brought(session):
    seed = 7
    game = session("poker-squares-shuffle", seed=seed, players=("Ann", "Bob"))
    dealt = game.game.score.total
    assert dealt > 0
    game.answer("done")
    assert f"Ann 0, Bob 0, the deal itself {dealt}" in game.screen


def test_hints_rank_the_moves_and_are_counted(session):
    def advise(game):
        return [
            MoveValue(move, 40 + place, 0.25, 0 if place == 15 else 100)
            for place, move in enumerate(game.legal_moves)
        ]

    game = session(adviser=advise)
    reply = game.answer("hint")
    assert reply.step == "aided"
    rows = [row.split() for row in reply.text.split("\n")]
    assert rows[1] == ["d4", "55.0", "-", "-", *["starts", "row", "4", "and", "column", "4"]]
    assert rows[2] == ["c4", "54.0", "0.2", "100", *["starts", "row", "4", "and", "column", "3"]]
    assert reply.text.endswith("and 8 more, none of them better")
    assert game.seat.aids.hints == 1


def test_a_hint_that_cannot_be_given_says_why_and_is_not_counted(session):
    def fail(game):
        raise SquaresError("strategy expert failed: ZeroDivisionError: no")

    def know_nothing(game):
        return ()

    advisers = (None, know_nothing, fail)
    said = [session(adviser=adviser).answer("hint").text for adviser in advisers]
    assert said == [
        "no hint: none of the strategies installed can rate moves",
        "no hint: the strategy that gives hints cannot rate this position",
        "no hint: strategy expert failed: ZeroDivisionError: no",
    ]


def test_no_strategy_called_expert_means_no_adviser(registry):
    class Empty:
        strategies = ()

    assert adviser_from(Empty()) is None


def test_an_adviser_that_breaks_is_told_by_its_name_and_cause(session):
    class Broken(Strategy):
        id = title = "expert"

        def choose(self, view, rng):
            return view.legal_moves[0]

        def rate(self, view, rng):
            raise ZeroDivisionError("no games")

    registry = Registry()
    registry.strategies.add(Broken(), "a test")
    game = session().game
    with pytest.raises(SquaresError, match="strategy expert failed: ZeroDivisionError: no games"):
        adviser_from(registry)(game)


def test_every_change_is_kept(session):
    notes = Notes()
    game = session(keeper=notes)
    assert play_out(game, talk("zz", "a1", "undo", "redo", *SIXTEEN[1:])) == "over"
    kept = [(0, (0, 0)), (1, (0, 0)), (0, (0, 1))]
    assert notes.calls == [*kept, *((number, (0, 1)) for number in range(1, 17))]


def test_a_hint_is_kept_although_no_move_was_made(session):
    notes = Notes()

    def advise(game):
        return [MoveValue(game.legal_moves[0], 50.0, 1.0, 100)]

    assert play_out(session(adviser=advise, keeper=notes), talk("hint", "quit")) == "quit"
    assert notes.calls == [(0, (0, 0)), (0, (1, 0))]


def test_hints_at_every_turn_are_shown_kept_and_counted(session):
    notes = Notes()

    def advise(game):
        return [MoveValue(game.legal_moves[0], 50.0, 1.0, 100)]

    table = talk("a1", "quit")
    play_out(session(adviser=advise, keeper=notes), table, hints=True)
    assert notes.calls[-1] == (1, (2, 0))
    assert table.sink.getvalue().count("expected score") == 2


def test_the_end_of_the_input_says_how_to_go_on(session):
    with pytest.raises(InputEndedError, match="input ended; go on with: squares resume 1"):
        play_out(session(), talk("a1", "b1"))
    with pytest.raises(InputEndedError, match=r"^input ended$"):
        play_out(session(keeper=Notes("")), Talk(None, io.StringIO(), Look()))


def test_an_interrupt_says_how_to_go_on(session):
    table = talk("a1", person=True)
    table.source.readline = lambda *_: (_ for _ in ()).throw(KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt, match="interrupted; go on with: squares resume 1"):
        play_out(session(), table)


def test_a_store_that_fails_is_told_once_and_the_game_goes_on(session, capsys):
    class Full(Notes):
        def save(self, game, aids):
            raise StoreError("the disk is full; this game is not kept")

    assert play_out(session(keeper=Full()), talk(*SIXTEEN)) == "over"
    assert capsys.readouterr().err == "squares: the disk is full; this game is not kept\n"


def test_a_person_may_take_the_last_move_back_after_the_end(session):
    notes = Notes()
    table = talk(*SIXTEEN, "nonsense", "undo", "d4", "again", person=True)
    assert play_out(session(keeper=notes), table) == "again"
    assert [call for call in notes.calls if call[0] == 16] == [(16, (0, 0)), (16, (0, 1))]
    assert table.sink.getvalue().count("The same cards again") == 2


def test_whoever_leaves_is_told_how_to_go_on_or_at_the_end_how_to_look_back(session):
    for lines, told in ((["a1"], "go on with: squares resume 1"), (SIXTEEN, Notes.how_to_review)):
        table = talk(*lines, "quit", person=True)
        assert play_out(session(), table) == "quit"
        assert table.sink.getvalue().endswith(f"{told}\n")


def test_a_pipe_is_not_asked_to_go_on_after_the_end(session):
    table = talk(*SIXTEEN, "again")
    assert play_out(session(), table) == "over"
    assert table.source.readline() == "again\n"


def test_what_a_pipe_types_is_printed_after_its_prompt_and_what_a_person_types_is_not(session):
    piped, typed = talk("a1", "quit"), talk("a1", "quit", person=True)
    for table in (piped, typed):
        play_out(session(), table)
    assert "2C > a1\n" in piped.sink.getvalue()
    assert "2C > \n" in typed.sink.getvalue()


def test_an_endless_line_is_one_slip_not_many(session):
    table = talk("a" * 5000, "b2", "quit")
    play_out(session(), table)
    assert table.sink.getvalue().count("help tells what can be typed") == 1


def duplicate(session, *lines, person=False):
    sessions = [session(players=(name,)) for name in ("Ann", "Bob")]
    table = talk(*lines, person=person)
    return play_duplicate(sessions, table), table.sink.getvalue(), sessions


def test_duplicate_players_get_the_same_cards_and_are_compared_at_the_end(session):
    other = ["b2", *(cell for cell in SIXTEEN if cell != "b2")]
    outcome, said, sessions = duplicate(session, *SIXTEEN, *other)
    assert outcome == "over"
    first, second = (session.game for session in sessions)
    assert first.deal == second.deal
    rows = [
        row.split() for row in said.split("The same cards again: squares play X\n")[2].split("\n")
    ]
    assert rows[1] == ["Ann", "Bob"]
    assert rows[2] == ["Row", "1", *(str(game.score.lines[0].points) for game in (first, second))]
    assert rows[10] == ["Total", str(first.score.total), str(second.score.total)]
    assert first.score.total > second.score.total
    assert said.endswith(f"Ann is best with {first.score.total}.\n")


def test_duplicate_players_share_the_best_score_when_they_play_alike(session):
    _, said, sessions = duplicate(session, *SIXTEEN, *SIXTEEN)
    total = sessions[0].game.score.total
    assert said.endswith(f"Ann and Bob share the best score with {total}.\n")


def test_a_grid_is_hidden_before_the_next_player_starts(session):
    _, said, _ = duplicate(session, "", *SIXTEEN, "", "", *SIXTEEN, person=True)
    hidden = said.index("\n" * 60)
    assert said.index("Press Enter to hide your grid") < hidden
    assert hidden < said.index("Bob, press Enter when nobody else looks")


def test_duplicate_play_stops_when_a_player_quits(session):
    outcome, said, sessions = duplicate(session, "a1", "quit")
    assert outcome == "quit"
    assert "Bob's turn" not in said
    assert said.endswith("go on with: squares resume 1\n")
    assert [each.seat.keeper.calls for each in sessions] == [
        [(0, (0, 0)), (0, (0, 0)), (1, (0, 0))],
        [(0, (0, 0))],
    ]


def test_duplicate_play_goes_on_with_whoever_is_named_and_compares_all_in_their_order(session):
    ann, bob, cy = sessions = [session(players=(name,)) for name in ("Ann", "Bob", "Cy")]
    ann.game.play_all(bob.game.legal_moves[:1])
    type_all(cy, *SIXTEEN)
    rest = [cell for cell in SIXTEEN if cell != "a1"]
    table = talk(*SIXTEEN, *rest)
    assert play_duplicate(sessions, table, first=1) == "over"
    said = table.sink.getvalue()
    assert "Cy's turn" not in said
    assert 0 < said.index("Bob's turn") < said.index("Ann's turn")
    assert re.search(r"^ +Ann +Bob +Cy$", said, re.MULTILINE)


@pytest.mark.parametrize("typed", [[], ["", *SIXTEEN]])
def test_a_duplicate_player_who_leaves_between_two_grids_is_told_how_to_go_on(session, typed):
    sessions = [session(players=(name,)) for name in ("Ann", "Bob")]
    with pytest.raises(InputEndedError, match="input ended; go on with: squares resume 1"):
        play_duplicate(sessions, talk(*typed, person=True))


@pytest.mark.parametrize("variant", ["cribbage-squares-2-reserves", "poker-squares-open"])
def test_the_text_of_every_legal_move_is_accepted(session, variant):
    game = session(variant)
    for step in range(60):
        if game.game.over:
            break
        legal = game.game.legal_moves
        move = legal[step * 7 % len(legal)]
        assert game.answer(move_text(move, game.game.rules.grid)).step == "changed"
        assert game.game.moves[-1] == move


def test_a_card_named_where_cards_are_turned_is_placed_as_if_the_cell_was_typed(session):
    game = session()
    assert game.answer("2C b2").step == "changed"
    assert game.answer("5H b3").text == "5H b3 is not possible: the card to place is JC"
    assert move_text(game.game.moves[0], game.game.rules.grid) == "b2"


def test_the_top_card_of_a_reserve_may_be_played_by_its_name(session):
    game = session("cribbage-squares-2-reserves")
    type_all(game, "r2", "turn", "2c b2")
    assert [move_text(move, game.game.rules.grid) for move in game.game.moves] == [
        "r2",
        "turn",
        "r2 b2",
    ]


@pytest.mark.parametrize(
    ("variant", "told"),
    [
        ("cribbage-squares", "'5h' is a card only: name a cell, as b2; help"),
        ("cribbage-squares-open", "'5h' is a card only: name a cell, as 5H b2; help"),
        ("maverick", "'5h' is a card only: name a cell, as a1 b2; help"),
    ],
)
def test_a_card_without_a_cell_is_told_to_be_one(session, variant, told):
    assert session(variant).answer("5h").text.startswith(told)


def test_a_cell_typed_with_no_card_turned_names_a_reserve_that_holds_one(session):
    game = session("cribbage-squares-2-reserves")
    game.answer("r2")
    assert game.answer("b2").text == ("no card is turned: turn one, or play a reserve, as r2 b2")


@pytest.mark.parametrize(
    ("variant", "ways"),
    [
        ("cribbage-squares", "Type a cell, such as b2; help"),
        (
            "cribbage-squares-1-reserve",
            "Type a cell, such as b2, or r1 to lay the card aside; help",
        ),
        ("poker-squares-waste", "Type a cell, such as b2, or w to throw the card away; help"),
    ],
)
def test_the_opening_says_all_that_may_be_done_with_a_card(session, variant, ways):
    assert ways in session(variant).opening


def test_no_line_of_a_game_but_the_command_is_wider_than_the_terminal(session):
    narrow = Look(width=45)
    for variant in ("poker-squares-2-reserves", "cribbage-squares-open", "maverick"):
        game = session(variant, players=("Ann", "Bob", "Cy"))
        game.look = narrow
        shown = [game.opening, game.screen]
        while not game.game.over:
            game.answer(move_text(game.game.legal_moves[-1], game.game.rules.grid))
            shown.append(game.screen)
            if len(game.game.moves) > 60:
                break
        lines = "\n".join(shown).split("\n")
        assert all(len(row) <= 45 or "same cards again" in row for row in lines)


def test_a_reply_wider_than_the_terminal_is_broken_between_words(session):
    narrow = Talk(io.StringIO("a1\nd4\n"), io.StringIO(), Look(width=45))
    with pytest.raises(InputEndedError):
        play_out(session(), narrow)
    assert "d4 is not allowed here: Each card after the\n  first must" in narrow.sink.getvalue()


def test_why_there_are_no_hints_is_told_once_and_not_at_every_turn(session):
    typed = talk("a1", "b1", "quit")
    play_out(session(adviser=None), typed, hints=True)
    assert typed.sink.getvalue().count("no hint: ") == 1


class Screen(io.StringIO):
    def isatty(self):
        return True


class Slow(Strategy):
    """Tells what stood on stderr when it was asked to rate moves."""

    id = title = "expert"

    def __init__(self):
        self.seen = []

    def choose(self, view, rng):
        return view.legal_moves[0]

    def rate(self, view, rng):
        self.seen.append(sys.stderr.getvalue())
        return []


@pytest.mark.parametrize(
    ("look", "after"), [(Look(), "\n"), (Look(glyphs=True, steers=True), "\r\x1b[K")]
)
def test_who_asks_for_a_hint_sees_on_a_terminal_that_it_is_loaded_and_worked_out(
    session, monkeypatch, look, after
):
    monkeypatch.setattr(sys, "stderr", Screen())
    monkeypatch.setenv("TERM", "xterm")
    registry, slow = Registry(), Slow()
    registry.strategies.add(slow, "a test")
    game = session(adviser=adviser_from(registry, look))
    game.answer("hint")
    game.answer("hint")
    loading, working = (
        "loading what rates the moves ...",
        "working out what the moves are worth ...",
    )
    assert slow.seen[0] == f"{loading}{after}{working}"
    assert slow.seen[1] == f"{slow.seen[0]}{after}{working}"
    assert sys.stderr.getvalue() == slow.seen[1] + after


def test_nothing_is_said_of_waiting_where_nobody_watches(session, monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    registry = Registry()
    registry.strategies.add(Slow(), "a test")
    session(adviser=adviser_from(registry)).answer("hint")
    assert sys.stderr.getvalue() == ""


def test_messages_spell_cards_as_the_grid_does(session):
    game = session("cribbage-squares-open")
    game.look = Look(glyphs=True)
    game.answer("7S b2")
    assert game.answer("8S b2").text == "8♠ b2 is not possible: no such card waits to be placed"
    assert game.answer("9S b2").text == "b2 already holds 7♠"
    assert game.answer("undo").text == "Taken back: 7♠ b2"
    game.look = Look()
    assert game.answer("redo").text == "Made again: 7S b2"


def test_hints_spell_cards_as_the_grid_does(session):
    def advise(game):
        return [MoveValue(game.legal_moves[0], 50.0, 0.5, 9)]

    game = session("cribbage-squares-open", adviser=advise)
    game.look = Look(glyphs=True)
    assert game.answer("hint").text.split("\n")[1].startswith("  2♣ a1  ")
