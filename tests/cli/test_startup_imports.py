"""What starting the command brings in; how long that takes is for benchmarks/startup.py to say."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

HAND = ["hand", "cribbage", "5C", "5D", "5S", "JH", "--starter", "5H"]
HEAVY = ("numpy", "numba", "llvmlite", "textual", "sqlite3", "rich")
PLUGINS = ("squares_basics", "squares_cribbage", "squares_poker")


def imported(*words: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "squares_core", *words],
        env={**os.environ, "SQUARES_PLUGINS": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    return {
        line.rsplit("|", 1)[1].strip().split(".")[0]
        for line in done.stderr.splitlines()
        if line.startswith("import time:")
    }


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        HAND,
        ["deal", "poker-squares", "--seed", "7"],
        ["score", "cribbage-squares", ". . . . / . . . . / . . . . / . . . ."],
        ["rules", "maverick"],
        ["plugins"],
    ],
    ids=" ".join,
)
def test_a_quick_command_imports_nothing_heavy(words):
    assert imported(*words).isdisjoint(HEAVY)


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["play", "--help"]], ids=" ".join)
def test_help_and_version_import_no_plugin(words):
    assert imported(*words).isdisjoint((*PLUGINS, "pluggy"))
