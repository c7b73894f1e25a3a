"""The table in a real terminal, as tmux shows it: start, play, resize, kill, resume."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

import pytest

from squares_core.store import Store

pytestmark = pytest.mark.skipif(
    shutil.which("tmux") is None, reason="no tmux is installed: a terminal cannot be tried"
)


class Terminal:
    def __init__(self, folder):
        self.folder = folder
        self.started = 0

    @property
    def socket(self):
        # One for each start: a server that is told to end may still be there for a moment.
        return str(self.folder / f"tmux{self.started}")

    def tmux(self, *words):
        command = ["tmux", "-S", self.socket, "-f", "/dev/null", *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
        return done.stdout

    def start(self, *words, variables=""):
        self.started += 1
        program = shlex.join([sys.executable, "-m", "squares_core", *words])
        data = shlex.quote(str(self.folder / "data"))
        kept = f"env -u NO_COLOR -u COLUMNS -u LINES SQUARES_PLUGINS= SQUARES_DATA={data}"
        command = f"{kept} {variables} {program}; echo left with $?; cat"
        self.tmux("new-session", "-d", "-x", "80", "-y", "24", command)

    def type(self, *keys):
        self.tmux("send-keys", *keys)

    @property
    def text(self):
        return self.tmux("capture-pane", "-p")

    def see(self, pattern, seconds=60):
        limit = time.monotonic() + seconds
        while not re.search(pattern, text := self.text):
            assert time.monotonic() < limit, f"never saw {pattern!r}:\n{text}"
            time.sleep(0.1)
        return text

    def kill(self, number):
        pane = self.tmux("list-panes", "-F", "#{pane_pid}").split()[0]
        found = subprocess.run(["pgrep", "-P", pane], capture_output=True, text=True)
        os.kill(int(found.stdout.split()[0]), number)


@pytest.fixture
def terminal(tmp_path):
    made = Terminal(tmp_path)
    yield made
    made.tmux("kill-server")


def moves_kept(folder):
    return [game.moves for game in Store(folder / "data").games()]


def test_a_game_survives_a_kill_and_goes_on_in_a_terminal_of_another_size(terminal, tmp_path):
    terminal.start("play", "cribbage-squares", "--seed", "7")
    terminal.see("to place +starter")
    terminal.type("a", "1", "b", "1")
    terminal.see(r"J♣ b1")
    assert moves_kept(tmp_path) == [2]
    terminal.kill(signal.SIGKILL)
    terminal.tmux("kill-server")
    terminal.start("resume")
    terminal.see("deal S7T0  2/16")
    small = terminal.text.index("starter")
    terminal.tmux("resize-window", "-x", "120", "-y", "40")
    terminal.see(r"\n +1 .*\n(.*\n){5,}.* 2 ")
    assert terminal.text.index("starter") > small
    terminal.type("q")
    terminal.see("go on with: squares resume 1\nleft with 0")


def test_a_terminal_that_is_closed_loses_no_move(terminal, tmp_path):
    terminal.start("play", "poker-squares", "--seed", "7")
    terminal.see("to place")
    for column in "abcde":
        terminal.type(column, "1")
    terminal.see("e1")
    terminal.tmux("kill-server")
    time.sleep(0.5)
    assert moves_kept(tmp_path) == [5]


def test_squares_alone_opens_the_menu_and_control_c_leaves_the_terminal_as_it_was(terminal):
    terminal.start()
    terminal.see("S Q U A R E S")
    terminal.type("C-c")
    text = terminal.see("left with 0")
    assert "S Q U A R E S" not in text


def test_a_dumb_terminal_gets_lines(terminal):
    terminal.start("play", "cribbage-squares", "--seed", "7", variables="TERM=dumb")
    terminal.see("2♣ >")


def test_a_mistake_is_told_before_anything_is_drawn(terminal):
    terminal.start("play", "cribage-squares")
    text = terminal.see("left with 1")
    assert text.startswith("squares: there is no variant 'cribage-squares'; did you mean")
