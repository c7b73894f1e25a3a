"""Runs every example of README.md and docs/: what a page shows is what happens.

In a ``console`` block each line after ``$`` is run by a shell in the page's own empty folder, and
what it prints must be the lines below it; ``...`` alone on a line stands for any lines. ``python``
blocks of a page run one after the other in one namespace; with a first line ``# file: NAME`` they
are written to that file instead, and can be imported from there. ``toml`` blocks likewise need such
a first line to be written.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES = [page for page in PAGES if "examples" not in page.relative_to(ROOT).parts]
# The tutorials need a wheel and no checkout: tests/installed/test_journeys.py runs them.
HERE = [page for page in PAGES if page.parent.name != "tutorial"]
FENCE = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)#\s]+)(#[^)]*)?\)")


def blocks(page: Path) -> list[tuple[str, str]]:
    return [(match[1], match[2]) for match in FENCE.finditer(page.read_text(encoding="utf-8"))]


def run(command: str, folder: Path) -> str:
    scripts = str(Path(sys.executable).parent)
    environ = {
        **os.environ,
        "PATH": scripts + os.pathsep + os.environ["PATH"],
        "SQUARES_DATA": str(folder / "data"),
        "COLUMNS": "100",
        "PYTHONIOENCODING": "utf-8",
        "NO_COLOR": "1",
        "TERM": "dumb",
    }
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environ, capture_output=True, text=True, timeout=300
    )
    return done.stdout + done.stderr


def matches(expected: str, printed: str) -> bool:
    parts = [re.escape(part) for part in re.split(r"(?m)^\.\.\.\n", expected)]
    return re.fullmatch(r"(?:.*\n)*?".join(parts), printed) is not None


def run_console(block: str, folder: Path, run: Callable[[str, Path], str] = run) -> None:
    for example in re.split(r"(?m)^\$ ", block)[1:]:
        command, _, expected = example.partition("\n")
        while command.endswith("\\"):
            more, _, expected = expected.partition("\n")
            command = command[:-1] + more.removeprefix("> ").lstrip()
        printed = re.sub(r"[ \t]+$", "", run(command, folder), flags=re.MULTILINE)
        expected = re.sub(r"[ \t]+$", "", expected, flags=re.MULTILINE)
        assert matches(expected, printed), f"$ {command}\n{printed}"


def written(block: str, folder: Path) -> bool:
    """Write ``block`` to the file that its first line names; False when it names none."""
    first, _, rest = block.partition("\n")
    named = re.fullmatch(r"# file: (\S+)", first)
    if named:
        path = folder / named[1]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(rest, encoding="utf-8")
    return named is not None


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of a page, from which its files can be imported."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for path in tmp_path.glob("*.py"):
        sys.modules.pop(path.stem, None)


@pytest.mark.parametrize("page", HERE, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_do_what_it_shows(page, folder):
    namespace: dict[str, object] = {"__name__": "__page__"}
    for language, block in blocks(page):
        if written(block, folder):
            continue
        if language == "python":
            exec(compile(block, str(page), "exec"), namespace)
        elif language == "console":
            run_console(block, folder)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_links_of_a_page_lead_somewhere(page):
    for match in LINK.finditer(page.read_text(encoding="utf-8")):
        if "://" not in match[1]:
            assert (page.parent / match[1]).exists(), match[1]
