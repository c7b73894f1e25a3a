"""The tutorials, from a wheel and without a checkout: what a page shows is what happens.

The pages are read as in ``tests/test_docs.py``, and besides: where a command's output holds prompts
such as ``2♣ > b2``, what follows them is typed at the running command, and at a prompt with
``Killed`` the process is killed.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parents[2]
TUTORIALS: Final = ROOT / "docs" / "tutorial"
pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="the pages are written for a POSIX shell"
)
# What the reader installs from elsewhere is lent by the environment that runs the tests.
PROGRAMS: Final = {
    "pip": f'{shlex.quote(sys.executable)} -m pip --python {{python}} "$@" --no-build-isolation',
    "pytest": '{python} -m pytest -p no:cacheprovider "$@"',
    "twine": '{python} -m twine "$@"',
}
ACTIVATED: Final = ["python3 -m venv .venv", ". .venv/bin/activate"]
# Seconds after which a command is held to hang: far more than it takes on a busy machine.
_PATIENCE: Final = 900
PROMPT: Final = re.compile(r"(?m)^\S+ > (.*)$")


@pytest.fixture(scope="module")
def pages() -> Any:
    spec = importlib.util.spec_from_file_location("pages", ROOT / "tests" / "test_docs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Reader:
    """Somebody who follows a page: a folder to work in, and Squares installed."""

    def __init__(self, installation: Any, folder: Path, programs: Path) -> None:
        self.installation = installation
        self.folder = folder
        self.environ = {
            "PATH": f"{programs}:{installation.python.parent}:{os.defpath}",
            # What is compiled for the first page need not be compiled again for the next.
            "HOME": str(installation.home),
            "SQUARES_DATA": str(folder / "data"),
            "COLUMNS": "100",
            "NO_COLOR": "1",
            "TERM": "dumb",
            "PIP_NO_INDEX": "1",
            "PIP_NO_DEPS": "1",
            "PIP_ROOT_USER_ACTION": "ignore",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }

    def reading(self, typed: list[str]) -> Callable[[str, Path], str]:
        """Return what runs the commands of a block, in which all this is typed at prompts."""

        def run(command: str, folder: Path) -> str:
            return self.converse(command, typed) if "--line" in command else self.run(command)

        return run

    def run(self, command: str) -> str:
        """Run a command of the page, as its shell would."""
        done = self.installation.run(
            "/bin/sh", "-c", command, env=self.environ, cwd=self.folder, timeout=_PATIENCE
        )
        self.lend()
        return str(done.stdout + done.stderr)

    def lend(self) -> None:
        """Make the libraries that Squares needs visible in environments that the page made."""
        for core in self.folder.glob("*/lib/python*/site-packages/squares_core"):
            lent = f"{sysconfig.get_path('purelib')}\n"
            (core.parent / "zz_libraries.pth").write_text(lent, encoding="utf-8")

    def converse(self, command: str, typed: list[str]) -> str:
        """Run a command and answer its prompts; ``Killed`` kills it there."""
        killed = typed[-1] == "Killed"
        with subprocess.Popen(
            shlex.split(command),
            cwd=self.folder,
            env={**self.environ, "PYTHONUTF8": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            executable=shutil.which(shlex.split(command)[0], path=self.environ["PATH"]),
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("".join(f"{line}\n" for line in typed[: -1 if killed else None]))
            process.stdin.flush()
            if not killed:
                process.stdin.close()
                return process.stdout.read()
            told = ""
            # It waits at the prompt after the last answer, which ends in no new line.
            while len(PROMPT.findall(told)) < len(typed) and (more := process.stdout.read(1)):
                told += more
            process.send_signal(signal.SIGKILL)
        assert process.returncode == -signal.SIGKILL
        return f"{told}Killed\n"


@pytest.fixture
def reader(installation: Any, tmp_path: Path) -> Iterator[Reader]:
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, command in PROGRAMS.items():
        python = shlex.quote(str(installation.python))
        (programs / name).write_text(f"#!/bin/sh\nexec {command.format(python=python)}\n")
        (programs / name).chmod(0o755)
    folder = tmp_path / "page"
    folder.mkdir()
    shutil.copy(installation.wheel, folder)
    yield Reader(installation, folder, programs)
    pip = (sys.executable, "-m", "pip", "--python", installation.python)
    installation.run(*pip, "uninstall", "--yes", "squares-court")


def check_set_up(block: str, reader: Reader) -> None:
    """Hold a set-up block to what the environment of the tests really is made of."""
    first, second, *installs = block.splitlines()
    assert [first, second] == ACTIVATED
    for line in installs:
        program, install, *wanted = shlex.split(line)
        assert (program, install) == ("pip", "install")
        for requirement in wanted:
            name, _, extra = requirement.rstrip("]").partition("[")
            assert extra in ("", "report")
            if name != reader.installation.wheel.name:
                asked = f"import importlib.metadata as m; m.version({name!r})"
                found = reader.installation.run(reader.installation.python, "-c", asked)
                assert found.returncode == 0, f"{line}: {name} is not among the test extra's"


def follow(page: Path, reader: Reader, pages: Any) -> int:
    """Do all that a page says; return how many commands that were."""
    commands = 0
    for language, block in pages.blocks(page):
        if pages.written(block, reader.folder):
            continue
        if language == "bash" and block.startswith("python3 -m venv"):
            check_set_up(block, reader)
        elif language == "python":
            done = reader.installation.run(
                reader.installation.python, "-c", block, env=reader.environ, cwd=reader.folder
            )
            assert done.returncode == 0, done.stderr
        elif language == "console":
            commands += block.count("\n$ ") + 1
            pages.run_console(block, reader.folder, reader.reading(PROMPT.findall(block)))
    return commands


def test_a_players_first_evening(reader: Reader, pages: Any) -> None:
    assert follow(TUTORIALS / "first-game.md", reader, pages) > 8


def test_an_authors_way_from_an_idea_to_a_package(reader: Reader, pages: Any) -> None:
    assert follow(TUTORIALS / "first-plugin.md", reader, pages) > 15


def test_a_researchers_question_and_its_answer(reader: Reader, pages: Any) -> None:
    assert follow(TUTORIALS / "compare-scoring-systems.md", reader, pages) > 5
    page = (reader.folder / "page.html").read_text(encoding="utf-8")
    asked = "squares compare poker-squares poker-squares-english --strategies random,greedy,expert"
    assert asked in page
    assert "<svg" in page
    assert not re.findall(r"(?:src|href)=.https?:", page)
