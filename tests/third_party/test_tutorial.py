"""The tutorial for authors does what it shows, in an environment of its own, from wheels."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parents[1]
# The programs that the reader has from the set-up, without the network.
PROGRAMS = {
    "pip": (
        f"{sys.executable} -m pip --python {{python}} --disable-pip-version-check "
        '"$@" --no-deps --no-index --no-build-isolation --root-user-action=ignore'
    ),
    "pytest": '{python} -m pytest -p no:cacheprovider "$@"',
}


@pytest.fixture(scope="module")
def pages() -> Any:
    spec = importlib.util.spec_from_file_location("pages", TESTS / "test_docs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def run(environment: Any) -> Any:
    for name, command in PROGRAMS.items():
        program = environment.scripts / name
        program.write_text(f"#!/bin/sh\nexec {command.format(python=environment.python)}\n")
        program.chmod(0o755)

    def run(command: str, folder: Path) -> str:
        done = subprocess.run(
            command,
            shell=True,
            cwd=folder,
            env={
                "PATH": f"{environment.scripts}:/usr/local/bin:/usr/bin:/bin",
                "HOME": str(environment.home),
                "SQUARES_DATA": str(folder / "data"),
                "COLUMNS": "100",
                "PYTHONUTF8": "1",
                "NO_COLOR": "1",
                "TERM": "dumb",
            },
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )
        return done.stdout + done.stderr

    yield run
    environment.pip_uninstall("squares-court")


@pytest.mark.skipif(sys.platform == "win32", reason="the page is written for a POSIX shell")
def test_the_tutorial_leads_from_nothing_to_a_checked_game(
    run: Any, pages: Any, tmp_path: Path
) -> None:
    for language, block in pages.blocks(pages.FRESH):
        if not pages.written(block, tmp_path) and language == "console":
            pages.run_console(block, tmp_path, run)
