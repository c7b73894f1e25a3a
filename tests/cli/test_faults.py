"""A fault in the program or in a plugin is one line for a person, a traceback on request."""

from __future__ import annotations

import re

import pytest

from squares_core import PluginError
from squares_core.cli import main


@pytest.fixture
def broken_cards(monkeypatch):
    def fail(_text):
        raise RuntimeError("no\ncards today")

    monkeypatch.setattr("squares_core.cards.parse_cards", fail)
    monkeypatch.setattr("sys.argv", ["squares", "hand", "cribbage", "5H", "5S", "5C", "5D"])


def test_a_fault_is_one_line_and_exit_code_1(broken_cards, capsys, monkeypatch):
    monkeypatch.delenv("SQUARES_DEBUG", raising=False)
    with pytest.raises(SystemExit) as stop:
        main()

    assert stop.value.code == 1
    error = capsys.readouterr().err
    assert error == (
        "squares: failed: RuntimeError: no?cards today (SQUARES_DEBUG=1 shows where)\n"
    )


def test_the_traceback_is_shown_on_request(broken_cards, monkeypatch):
    monkeypatch.setenv("SQUARES_DEBUG", "1")
    with pytest.raises(RuntimeError):
        main()


@pytest.mark.parametrize("error", [KeyError("A"), SystemExit("bye"), RecursionError("deep")])
def test_a_scorer_that_fails_is_named_with_exit_code_1(error, capsys, monkeypatch):
    def fail(*_args):
        raise error

    monkeypatch.setattr("squares_cribbage.scoring.CribbageScorer.combinations", fail)
    monkeypatch.setattr("sys.argv", ["squares", "hand", "cribbage", "5H", "5S", "5C", "5D"])
    monkeypatch.delenv("SQUARES_DEBUG", raising=False)
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 1
    told = capsys.readouterr().err
    assert told.startswith(f"squares: scorer cribbage failed: {type(error).__name__}: ")
    assert re.search(r" \(test_faults\.py, line \d+; SQUARES_DEBUG=1 shows more\)\n$", told)

    monkeypatch.setenv("SQUARES_DEBUG", "1")
    with pytest.raises(PluginError) as caught:
        main()
    assert caught.value.__cause__ is error
