"""Whole games, and the ways to leave them, at a pseudo-terminal or a pipe."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pexpect = pytest.importorskip("pexpect", reason="pseudo-terminals need a POSIX system")

FULL = Path("/dev/full")
PROGRAM = [sys.executable, "-m", "squares_core"]
SIXTEEN = [f"{column}{row}" for row in range(1, 5) for column in "abcd"]
TWENTY_FIVE = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
PROMPT = r"[0-9AJQK][♠♥♦♣SHDC]\S* > "


def type_cells(child, cells):
    """Type each cell at its prompt; return all that was printed before the last."""
    seen = ""
    for cell in cells:
        child.expect(PROMPT)
        seen += child.before + child.after
        child.sendline(cell)
    return seen


def leave(child):
    """Wait for the end of the program; return its exit code and what it still printed."""
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, child.before


@pytest.mark.parametrize(
    ("variant", "cells"), [("cribbage-squares", SIXTEEN), ("poker-squares", TWENTY_FIVE)]
)
def test_a_person_plays_a_whole_game_in_colour(terminal, variant, cells):
    child = terminal("play", variant, "--line", "--seed", "7")
    seen = type_cells(child, cells)
    assert re.search(r"\x1b\[31m(10|[2-9AJQK])[♥♦]\x1b\[0m", seen)
    assert not re.search(r"\x1b\[31m(10|[2-9AJQK])[♠♣]", seen)
    child.expect("The same cards again: squares play")
    ending = ESCAPE.sub("", child.before)
    assert len(re.findall(r"^(?:Row|Column) \d .*", ending, re.MULTILINE)) == 2 * len(cells) ** 0.5
    assert re.search(r"Total \d+: (won|lost), ", ending)
    child.expect("again .*, same .*, undo or quit > ")
    child.sendline("quit")
    assert leave(child)[0] == 0


def test_a_person_is_asked_which_game_to_play(terminal):
    child = terminal("play", "--line")
    child.expect("Which game, by number or name > ")
    child.sendline("2")
    child.expect("Cribbage Squares with a reserve, deal ")


def test_control_c_ends_the_game_in_one_line_with_code_130(terminal):
    child = terminal("play", "cribbage-squares", "--line", "--seed", "7")
    type_cells(child, ["a1", "b1"])
    child.expect(PROMPT)
    child.sendintr()
    code, said = leave(child)
    assert code == 130
    assert re.fullmatch(r"(\^C)?\r\nsquares: interrupted[^\r\n]*\r\n", said)


def test_control_c_where_a_game_is_to_be_chosen_ends_in_one_line_too(terminal):
    child = terminal("play", "--line")
    child.expect("by number or name > ")
    child.sendintr()
    code, said = leave(child)
    assert code == 130
    assert re.fullmatch(r"(\^C)?\r\nsquares: interrupted\r\n", said)


def test_what_was_played_before_control_c_can_be_resumed(terminal):
    child = terminal("play", "cribbage-squares", "--line", "--seed", "7")
    type_cells(child, ["a1", "b1"])
    child.expect(PROMPT)
    child.sendintr()
    leave(child)
    resumed = terminal("resume", "--plain")
    resumed.expect("  1  2♣   J♣ ")


def test_control_d_ends_the_input_in_one_line_with_code_1(terminal):
    child = terminal("play", "cribbage-squares", "--line", "--seed", "7")
    type_cells(child, ["a1"])
    child.expect(PROMPT)
    child.sendeof()
    code, said = leave(child)
    assert code == 1
    assert said.strip().startswith("squares: input ended")
    assert said.strip().count("\n") == 0


def test_undo_after_the_end_goes_on_with_the_game(terminal):
    child = terminal("play", "cribbage-squares", "--line", "--seed", "7")
    type_cells(child, SIXTEEN)
    child.expect("undo or quit > ")
    child.sendline("undo")
    child.expect("Taken back: d4")
    type_cells(child, ["d4"])
    child.expect("undo or quit > ")


def test_no_color_at_a_terminal_leaves_no_colour_and_no_emphasis(terminal):
    child = terminal("play", "cribbage-squares", "--line", "--seed", "7", NO_COLOR="1")
    seen = type_cells(child, SIXTEEN)
    child.expect("undo or quit > ")
    seen += child.before
    assert not COLOUR.search(seen)
    assert "♠" in seen


@pytest.mark.parametrize(
    ("words", "variables"),
    [(["--plain"], {}), ([], {"TERM": "dumb"}), (["--four-colours"], {"TERM": "dumb"})],
)
def test_a_dumb_terminal_and_plain_get_no_escape_byte(terminal, words, variables):
    child = terminal("play", "cribbage-squares", "--seed", "7", *words, **variables)
    seen = type_cells(child, SIXTEEN)
    child.expect("undo or quit > ")
    assert "\x1b" not in seen + child.before
    assert "♠" in seen


def test_ascii_at_a_terminal_keeps_colour_but_no_byte_above_127(terminal):
    child = terminal("play", "cribbage-squares", "--line", "--seed", "7", "--ascii")
    seen = type_cells(child, SIXTEEN)
    child.expect("undo or quit > ")
    assert (seen + child.before).isascii()
    assert COLOUR.search(seen)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_an_encoding_without_suits_gets_letters_at_a_terminal(terminal, encoding):
    child = terminal(
        "play",
        "cribbage-squares",
        "--line",
        "--seed",
        "7",
        PYTHONIOENCODING=encoding,
        PYTHONUTF8="0",
    )
    seen = type_cells(child, SIXTEEN)
    child.expect("undo or quit > ")
    assert (seen + child.before).isascii()
    assert "?" not in seen
    assert "2C" in seen


def run(environ, words, typed, **variables):
    return subprocess.run(
        [*PROGRAM, *words],
        input=typed,
        capture_output=True,
        env={**environ, **variables},
        check=False,
    )


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "ascii"])
def test_a_whole_game_through_a_pipe_in_any_encoding(environ, encoding):
    typed = "".join(f"{cell}\n" for cell in SIXTEEN).encode()
    words = ["play", "cribbage-squares", "--seed", "7"]
    done = run(environ, words, typed, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Total 48: lost, 13 short of the target of 61." in done.stdout
    assert b"\x1b" not in done.stdout
    assert done.stdout.isascii() == (encoding != "utf-8")


def test_a_closed_pipe_is_no_failure_and_no_complaint(environ):
    play = subprocess.Popen(
        [*PROGRAM, "play", "cribbage-squares", "--seed", "7"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environ,
    )
    assert play.stdin is not None
    assert play.stdout is not None
    assert play.stdout.readline().startswith(b"Cribbage Squares, deal ")
    play.stdout.close()
    play.stdin.write(b"a1\n")
    play.stdin.close()
    play.stdin = None
    play.stdout = None
    assert play.communicate() == (None, b"")
    assert play.returncode == 0


@pytest.mark.parametrize("typed", [b"", b"a1\nb1\nc1\n"])
def test_the_end_of_the_input_ends_the_game_with_code_1(environ, typed):
    done = run(environ, ["play", "poker-squares"], typed)
    assert done.returncode == 1
    assert done.stderr.startswith(b"squares: input ended")
    assert done.stderr.count(b"\n") == 1


def test_a_closed_input_is_an_ended_input(environ):
    command = f"'{PROGRAM[0]}' -m squares_core play cribbage-squares <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, env=environ, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(b"squares: input ended")


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
def test_an_output_that_takes_nothing_is_told_in_one_line(environ):
    with FULL.open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, "play", "cribbage-squares"],
            input=b"a1\n",
            stdout=full,
            stderr=subprocess.PIPE,
            env=environ,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == b"squares: No space left on device\n"


def test_two_players_at_one_terminal_do_not_see_each_others_grids(terminal):
    words = (
        "play",
        "cribbage-squares",
        "--line",
        "--seed",
        "7",
        "--players",
        "Ann,Bob",
        "--duplicate",
    )
    child = terminal(*words)
    child.expect("Ann, press Enter when nobody else looks > ")
    child.sendline("")
    type_cells(child, SIXTEEN)
    child.expect("Press Enter to hide your grid > ")
    child.sendline("")
    child.expect_exact("\x1b[2J\x1b[3J\x1b[H")
    child.expect("Bob, press Enter when nobody else looks > ")
    assert "a  " not in child.before
    child.sendline("")
    type_cells(child, SIXTEEN)
    child.expect("Ann and Bob share the best score with 48.")
    assert leave(child)[0] == 0


GAMES = sorted(
    path for path in (Path(__file__).parent / "golden").glob("*.in") if path.stem != "duplicate"
)


@pytest.mark.parametrize("size", [(24, 80), (20, 60)], ids=["80x24", "60x20"])
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_whole_game_of_every_variant_at_a_terminal(terminal, path, size):
    words, *typed = path.read_text(encoding="utf-8").splitlines()
    child = terminal(*words.split(), "--line")
    child.setwinsize(*size)
    seen = ""
    for line in typed:
        child.expect_exact(" > ")
        seen += child.before
        child.sendline(line)
    child.expect_exact("again (new cards), same (these cards), undo or quit > ")
    seen += child.before
    child.sendline("quit")
    assert leave(child)[0] == 0
    printed = path.with_suffix(".out").read_text(encoding="utf-8")
    (total,) = re.findall(r"^Total \d+.*[.]$(?!\n*To place)", printed, re.MULTILINE)[-1:]
    shown = ESCAPE.sub("", seen)
    assert total in " ".join(shown.split())
    rows = (row for row in re.split(r"[\r\n]+", shown) if "The same cards again" not in row)
    assert [row for row in rows if len(row) > size[1]] == []
