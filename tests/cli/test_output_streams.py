"""What reaches a pipe, a file, a terminal, and whoever has stopped listening."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from squares_core.cli.app import app

HAND = ("hand", "cribbage", "5C", "5D", "5S", "JH", "--starter", "5H")
GRID = "KH KC KD KS / QH QC QD QS / JH JC JD JS / TH 5C 5D 5S"
COMMANDS = {
    "hand": HAND,
    "score": ("score", "cribbage-squares", GRID, "--starter", "5H"),
    "deal": ("deal", "cribbage-squares", "--seed", "7"),
    "variants": ("variants",),
    "rules": ("rules", "cribbage-squares"),
    "plugins": ("plugins",),
}
REFUSED = {
    "hand": ("hand", "cribbage", "5X"),
    "score": ("score", "cribbage-squares", "5C"),
    "deal": ("deal", "nothing"),
    "variants": ("--variant-file", "no-such-file.toml", "variants"),
    "rules": ("rules", "nothing"),
    "plugins": ("plugins", "nothing"),
}
COLOUR = re.compile(rb"\x1b\[[0-9;]*m")


def start(*words: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "squares_core", *words],
        env={**os.environ, "SQUARES_PLUGINS": "", "PYTHONIOENCODING": "utf-8", **environ},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )


def on_terminal(*words: str, **environ: str) -> bytes:
    pexpect = pytest.importorskip("pexpect")
    env = {**os.environ, "SQUARES_PLUGINS": "", "PYTHONIOENCODING": "utf-8", "TERM": "xterm"}
    env.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "squares_core", *words]
    child = pexpect.spawn(command[0], command[1:], env={**env, **environ}, timeout=60)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    return bytes(child.before)


@pytest.mark.parametrize("command", COMMANDS)
def test_json_is_one_document_on_stdout_and_nothing_else(squares, command):
    assert squares(*COMMANDS[command], "--json").json


@pytest.mark.parametrize("command", REFUSED)
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_refusal_is_one_line_on_stderr_and_leaves_stdout_empty(squares, command, more):
    assert squares(*REFUSED[command], *more).refusal


@pytest.mark.parametrize("command", COMMANDS)
def test_no_escape_code_reaches_a_pipe(squares, command):
    outcome = squares(*COMMANDS[command])
    assert (outcome.code, outcome.err) == (0, "")
    assert "\x1b" not in outcome.out


@pytest.mark.parametrize("command", sorted(str(info.name) for info in app.registered_commands))
def test_every_command_has_help_with_an_example(squares, command):
    outcome = squares(command, "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert f"Example: squares {command}" in outcome.out


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_without_what_it_needs_is_a_wrong_use(squares, command):
    outcome = squares(command, "--no-such-option")
    assert (outcome.code, outcome.out) == (2, "")
    assert "--no-such-option" in outcome.err


def test_the_command_alone_shows_what_there_is(squares):
    outcome = squares()
    assert all(f"\n  {command} " in outcome.out + outcome.err for command in COMMANDS)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_letters_stand_for_suits_where_the_encoding_has_no_glyphs(encoding):
    done = start(*HAND, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"5C 5D 5S JH   starter 5H")
    assert max(done.stdout) < 128


def test_glyphs_stand_for_suits_where_the_encoding_has_them():
    assert start(*HAND).stdout.decode().startswith("5♣ 5♦ 5♠ J♥   starter 5♥")


@pytest.mark.parametrize("command", ["hand", "score"])
def test_letters_can_be_asked_for(squares, command):
    assert squares(*COMMANDS[command], "--ascii").out.isascii()


@pytest.mark.parametrize("command", ["hand", "variants"])
def test_a_closed_pipe_is_no_error(command):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "squares_core", *COMMANDS[command]],
        env={**os.environ, "SQUARES_PLUGINS": ""},
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_terminal_shows_colour_unless_it_is_told_not_to():
    assert COLOUR.search(on_terminal(*HAND))
    assert not COLOUR.search(on_terminal(*HAND, NO_COLOR="1"))
    assert b"\x1b" not in on_terminal(*HAND, TERM="dumb")
    assert b"\x1b" not in on_terminal(*HAND, "--json")


def test_a_refusal_shows_no_control_characters_of_the_input():
    done = start("hand", "cribbage", "\x1b]0;title\x07", "5\x08H", "\udcff")
    assert (done.returncode, done.stdout) == (1, b"")
    assert not re.search(rb"[\x00-\x09\x0b-\x1f\x7f-\xff]", done.stderr)


def test_the_same_request_gives_the_same_bytes_in_every_process():
    words = ("score", "cribbage-squares", GRID, "--starter", "5H", "--json")
    first, second = (start(*words, PYTHONHASHSEED=seed) for seed in ("0", "1"))
    assert first.stdout == second.stdout
    assert json.loads(first.stdout)["total"] == 170
