from __future__ import annotations

import datetime
import re
import subprocess
import sys

import pytest

from squares_core import make_deal, parse_deal_code
from squares_core.deals import daily_deal

SIXTEEN = [f"{column}{row}" for row in range(1, 5) for column in "abcd"]
MOVES = "".join(f"{cell}\n" for cell in SIXTEEN)


def total_of(text: str) -> str:
    return next(line for line in reversed(text.split("\n")) if line.startswith("Total "))


def test_a_whole_game_through_a_pipe_prints_its_count(squares):
    outcome = squares("play", "cribbage-squares", "--seed", "7", stdin=MOVES)
    assert (outcome.code, outcome.err) == (0, "")
    assert "Column 3    4♠  9♠  5♦  9♦     6  fifteen two, fifteen four, and a pair is six" in (
        outcome.out
    )
    assert total_of(outcome.out) == "Total 48: lost, 13 short of the target of 61."


def test_the_same_deal_through_deal_and_score_gives_the_same_total(squares):
    cards = squares("deal", "cribbage-squares", "--seed", "7", "--json").json["cards"]
    grid = " / ".join(" ".join(cards[row * 4 : row * 4 + 4]) for row in range(4))
    scored = squares("score", "cribbage-squares", grid, "--starter", cards[16], "--json").json
    assert scored["total"] == 48


def test_the_last_line_deals_the_same_cards_again(squares):
    words = ("play", "cribbage-squares", "--set", "target=40", "--set", "scorer.heels=none")
    first = squares(*words, stdin=MOVES).out
    command = first.rstrip("\n").split("\n")[-1].removeprefix("The same cards again: squares ")
    assert command.split()[:6] == list(words)
    assert squares(*command.split(), stdin=MOVES).out == first


def test_games_without_seed_differ(squares):
    deals = {squares("play", "cribbage-squares", stdin="quit\n").out.split("\n")[0] for _ in "ab"}
    assert len(deals) == 2


def test_settings_change_the_game(squares):
    out = squares(
        "play", "cribbage-squares", "--set", "placement=anywhere", stdin="a1\nd4\nq\n"
    ).out
    assert "  4   +    +    +" in out
    assert "not allowed" not in out


def test_the_daily_deal_is_everyones_deal_of_the_day(squares):
    before = datetime.datetime.now(datetime.UTC).date()
    out = squares("play", "poker-squares", "--daily", stdin="q\n").out
    after = datetime.datetime.now(datetime.UTC).date()
    code = out.split("\n")[1].removeprefix("Poker Squares, deal ")
    deals = {daily_deal("poker-squares", day).cards for day in (before, after)}
    assert parse_deal_code(code).cards in deals


def test_daily_deals_never_change():
    day = datetime.date(2025, 1, 1)
    codes = [daily_deal(id_, day).code for id_ in ("cribbage-squares", "poker-squares")]
    assert codes == ["SPRGSK-9D6VZ", "SKNBGY-FEQ28"]


def test_every_day_and_every_variant_has_a_daily_deal_of_its_own():
    days = [datetime.date(2025, 1, 1) + datetime.timedelta(days) for days in range(200)]
    deals = {daily_deal(id_, day).cards for day in days for id_ in ("a", "b", "ab", "ba")}
    assert len(deals) == 800


def test_leaving_early_is_no_failure(squares):
    assert squares("play", "cribbage-squares", stdin="a1\nquit\n").code == 0


@pytest.mark.parametrize("typed", ["", "a1\nb1\nc1\n", "a1\nb1"])
def test_the_end_of_the_input_is_told_in_one_line(squares, typed):
    outcome = squares("play", "cribbage-squares", stdin=typed)
    assert outcome.code == 1
    assert outcome.err.startswith("squares: input ended")
    assert outcome.err.count("\n") == 1


def test_bytes_that_are_no_text_are_one_slip(squares):
    outcome = squares("play", "cribbage-squares", stdin=b"\xff\xfe\x00\nquit\n")
    assert outcome.code == 0
    assert "is not a cell" in outcome.out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "name the game to play"),
        (["cribage-squares"], "there is no variant 'cribage-squares'; did you mean"),
        (["poker-squares", "--seed", "-1"], "-1 is not a seed"),
        (["poker-squares", "--deal", "S7T1"], "'S7T1' is not a deal code"),
        (
            ["poker-squares", "--seed", "1", "--deal", "S7T0"],
            "give a seed or a deal code, not both",
        ),
        (["poker-squares", "--daily", "--seed", "1"], "--daily is a deal of its own"),
        (["poker-squares", "--players", "Ann,Ann"], "players need different names"),
        (["poker-squares", "--players", "Ann,"], "a player without a name"),
        (["poker-squares", "--players", "a,b,c,d,e,f,g"], "7 players: one to 6"),
        (["poker-squares", "--players", "Ann,\x1b[31m"], "is no name for a player"),
        (["poker-squares", "--players", "A" * 21], "is no name for a player"),
        (["poker-squares", "--duplicate"], "--duplicate needs two or more players"),
        (["poker-squares", "--set", "target"], "--set takes key=value"),
        (["poker-squares", "--set", "colour=red"], "has no 'colour' to set"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(squares, words, why):
    assert why in squares("play", *words).refusal


def test_a_person_who_names_no_game_is_asked_which(squares):
    out = squares("play", stdin="99\ncribage-squares\n1\nquit\n", terminal=True).out
    assert "  1  cribbage-squares  " in out
    assert "'99' is none of them: type 1 to " in out
    assert "did you mean 'cribbage-squares'?" in out
    assert "> Cribbage Squares, deal " in out


def test_a_game_may_be_chosen_by_its_name(squares):
    out = squares("play", stdin="Maverick\nquit\n", terminal=True).out
    assert "> Maverick, deal " in out


def test_the_same_and_another_deal_may_follow_at_a_terminal(squares):
    typed = f"{MOVES}same\n{MOVES}again\nquit\n"
    out = squares("play", "cribbage-squares", "--seed", "7", stdin=typed, terminal=True).out
    heads = [line for line in out.split("\n") if line.startswith("Cribbage Squares, deal ")]
    assert heads[0] == heads[1] == f"Cribbage Squares, deal {make_deal(7).code}"
    assert heads[2] != heads[0]


def test_ascii_prints_no_byte_above_127_whatever_names_hold(squares):
    words = ("--players", "Zoë,李", "--ascii")
    out = squares("play", "poker-squares", *words, stdin="rules\nscore\n?\nq\n").out
    assert out.isascii()
    assert "played by Zoe and ?" in out


def test_playing_brings_in_no_heavy_library():
    code = (
        "import sys\nsys.argv = ['squares', 'play', 'cribbage-squares']\n"
        "from squares_core.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=MOVES, capture_output=True, encoding="utf-8"
    )
    assert "The same cards again" in done.stdout
    assert not {"numpy", "numba", "textual", "rich"} & set(done.stderr.split())


@pytest.mark.parametrize("word", ["quit", "q", "EXIT"])
def test_a_person_who_wants_no_game_can_say_so(squares, word):
    done = squares("play", stdin=f"{word}\n", terminal=True)
    assert done.code == 0
    assert "is none of them" not in done.out


def test_a_game_may_be_chosen_by_its_title(squares):
    out = squares("play", stdin="open poker squares\nquit\n", terminal=True).out
    assert "> Open Poker Squares, deal " in out


def test_the_daily_deal_is_named_as_such(squares):
    out = squares("play", "maverick", "--daily", stdin="quit\n").out
    assert re.match(r"The daily deal of \d{4}-\d\d-\d\d, the same for everyone\.\n", out)
    assert "daily" not in squares("play", "maverick", "--seed", "7", stdin="quit\n").out
