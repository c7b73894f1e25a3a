"""Runs of many games at a pseudo-terminal: the progress bar, and Ctrl-C in the middle."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pexpect = pytest.importorskip("pexpect", reason="pseudo-terminals need a POSIX system")

PROGRAM = ["-m", "squares_core"]
RATE = r"[\d,]+ (games|deals)/s"
MANY = "100000000"


@pytest.fixture
def terminal_size():
    """Room for the whole progress bar."""
    return 60, 120


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("command", ["simulate", "compare"])
def test_ctrl_c_tells_the_games_that_are_complete(terminal, command, workers):
    child = terminal(command, "cribbage-squares", "--games", MANY, "--workers", workers)
    child.expect(RATE)
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", child.before)

    assert child.exitstatus == 130
    assert "Traceback" not in text
    last = text.strip().splitlines()[-1]
    told = re.fullmatch(
        r"squares: interrupted: ([\d,]+) of 100,000,000 (games|deals) are complete and counted in "
        r"these figures",
        last,
    )
    assert told is not None, last
    if command == "simulate":
        assert re.search(rf"^games +{told[1].replace(',', '')}$", text, re.MULTILINE)
    else:
        assert re.search(rf"^{told[1]} deals, seed 0, played by", text, re.MULTILINE)


def test_an_interrupted_run_still_writes_its_files(terminal, environ, tmp_path):
    path = tmp_path / "rows.csv"
    child = terminal("simulate", "cribbage-squares", "--games", MANY, "--csv", str(path))
    child.expect(RATE)
    child.sendintr()
    child.expect(r"interrupted: ([\d,]+) of")
    games = int(child.match[1].replace(",", ""))
    child.expect(pexpect.EOF)
    with path.open() as file:
        assert sum(1 for _ in file) == games + 1


def test_the_bar_shows_how_fast_it_goes_and_how_long_it_takes_yet(terminal):
    child = terminal("simulate", "cribbage-squares", "--games", MANY)
    child.expect(RATE)
    child.expect(r"\d+:\d\d:\d\d")
    child.sendintr()
    child.expect(pexpect.EOF)


@pytest.mark.parametrize("command", ["simulate", "compare"])
def test_the_bar_shows_how_many_there_are_before_any_is_complete(terminal, command):
    child = terminal(command, "cribbage-squares", "--games", MANY)
    child.expect(r" 0/(\?|\d+)")
    assert child.match[1] == MANY
    child.expect(RATE)
    child.sendintr()
    child.expect(pexpect.EOF)


def test_a_signal_ends_a_run_whose_output_is_a_file(environ):
    command = [sys.executable, *PROGRAM, "simulate", "cribbage-squares", "--games", MANY, "--json"]
    process = subprocess.Popen(
        command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    # The heading is written once everything is loaded and play begins.
    heading = process.stderr.readline()
    while process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            continue
    out, err = process.communicate()
    assert heading == "Cribbage Squares, greedy\n"
    assert process.returncode == 130
    assert "Traceback" not in err
    if out:
        assert json.loads(out)["interrupted"]


def test_nothing_moves_on_a_stream_that_is_no_terminal(environ):
    command = [sys.executable, *PROGRAM, "simulate", "cribbage-squares", "--games", "100"]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=120)
    assert done.stderr == "Cribbage Squares, greedy\n"
    assert "\x1b" not in done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in kilobytes on Linux")
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Linux tells the peak there")
def test_a_million_games_take_less_than_500_megabytes():
    # Not getrusage: its peak is at least what this process has when it starts the other.
    code = (
        "from squares_core import load_registry, simulate\n"
        "registry = load_registry(environ={'SQUARES_PLUGINS': ''})\n"
        "rules, player = registry.rules('cribbage-squares'), registry.strategy('random')\n"
        "print(simulate(rules, player, 1_000_000, 1).games)\n"
        "status = open('/proc/self/status').read()\n"
        "print(status.partition('VmHWM:')[2].split()[0])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    games, kilobytes = map(int, done.stdout.split())
    assert games == 1_000_000
    assert kilobytes < 500_000
