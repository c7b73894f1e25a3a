"""The ``squares`` command, run in this process as it runs in its own."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from squares_core.cli import main


@dataclass(frozen=True)
class Outcome:
    """What one run of the command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The document on stdout; anything besides it is an error."""
        assert (self.code, self.err) == (0, "")
        return json.loads(self.out)

    @property
    def refusal(self) -> str:
        """The one line with which a request was refused."""
        assert (self.code, self.out) == (1, "")
        assert self.err.startswith("squares: ")
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1
        assert self.err[:-1].isprintable()
        return self.err.removeprefix("squares: ").rstrip("\n")


class _Input(io.TextIOWrapper):
    def __init__(self, data: io.BytesIO, terminal: bool) -> None:
        super().__init__(data, "utf-8")
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.fixture
def squares(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Callable[..., Outcome]:
    """Run ``squares`` with some words, ``stdin`` as its input, which may be a ``terminal``."""
    monkeypatch.setenv("SQUARES_PLUGINS", "")
    monkeypatch.setenv("SQUARES_DATA", str(tmp_path / "data"))
    for name in ("SQUARES_DISABLE_PLUGINS", "SQUARES_STRICT_PLUGINS", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)

    def run(*words: str, stdin: str | bytes = "", terminal: bool = False) -> Outcome:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", _Input(io.BytesIO(data), terminal))
        monkeypatch.setattr(sys, "argv", ["squares", *words])
        capsys.readouterr()
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return run


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """Return the variables of a process that a person might start, with games of its own."""
    left_out = ("NO_COLOR", "COLUMNS", "LINES", "SQUARES_WIDE", "FORCE_COLOR", "PYTHONIOENCODING")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    own = {"SQUARES_PLUGINS": "", "SQUARES_DATA": str(tmp_path), "PYTHONUTF8": "1"}
    return {**kept, **own, "TERM": "xterm-256color"}


@pytest.fixture
def terminal_size() -> tuple[int, int]:
    """Return the rows and columns of a pseudo-terminal."""
    return 40, 80


@pytest.fixture
def terminal(environ: dict[str, str], terminal_size: tuple[int, int]) -> Iterator[Callable]:
    """Run ``squares`` with some words and variables at a pseudo-terminal, for pexpect."""
    pexpect = pytest.importorskip("pexpect", reason="pseudo-terminals need a POSIX system")
    children = []

    def start(*words: str, **variables: str) -> Any:
        child = pexpect.spawn(
            sys.executable,
            ["-m", "squares_core", *words],
            env={**environ, **variables},
            encoding="utf-8",
            timeout=120,
            dimensions=terminal_size,
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)
