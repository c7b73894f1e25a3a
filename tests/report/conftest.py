"""One comparison whose names are out to break the page, and a browser where there is one."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass, replace

import pytest

from squares_core import Strategy
from squares_core.comparing.comparison import compare
from squares_core.report import report_page

HOSTILE = "<script>alert('1')</script> & \"Poker\" </style><img src=x onerror=alert(2)>"
COMMAND = "squares compare poker-squares --set 'title=<b>\"&' --games 60"


@dataclass(frozen=True)
class Named(Strategy):
    """The first legal move, under a name that is markup."""

    id = "<u>first</u>"
    title = HOSTILE
    note: str = "</text><script>"

    def choose(self, view, rng):
        return view.legal_moves[0]


@pytest.fixture(scope="session")
def hostile():
    """A title that is markup."""
    return HOSTILE


@pytest.fixture(scope="session")
def command():
    """A command line that is markup."""
    return COMMAND


@pytest.fixture(scope="session")
def found(registry):
    american = replace(registry.rules("poker-squares"), id="<i>american", title=HOSTILE)
    english = registry.rules("poker-squares-english")
    players = [registry.strategy("random"), registry.strategy("greedy"), Named()]
    swedish = [registry.scorer("poker-swedish")]
    return compare([american, english], players, 60, 5, scored_by=swedish, hindsight=2, positions=2)


@pytest.fixture(scope="session")
def page(found):
    return report_page(found, COMMAND)


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """Run headless Chromium with some options on a page; return what it prints."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        pytest.skip(f"no browser is installed: none of {', '.join(names)}")
    profile = tmp_path_factory.mktemp("profile")
    # In a container neither the sandbox nor shared memory is to be had; the pages are our own.
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
    # What the browser wants for itself finds no host; a page may still reach this machine.
    quiet = ("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--no-first-run")

    def run(*words):
        command = [program, *options, *quiet, f"--user-data-dir={profile}", *map(str, words)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
