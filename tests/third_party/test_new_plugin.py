"""What ``squares new-plugin`` writes installs, passes its own tests and plays, as it is."""

from __future__ import annotations

from typing import Any

import pytest

PROJECTS = {
    "squares-zebra": [],
    "squares-yak": ["--rule"],
    "xenon": ["--strategy"],
    "wombat-squares": ["--variant-only"],
    "squares-vole": ["--scorer", "--rule", "--strategy"],
}


@pytest.fixture(scope="module")
def written(environment: Any) -> Any:
    for name, options in PROJECTS.items():
        done = environment.squares("new-plugin", name, *options)
        assert (done.returncode, done.stderr) == (0, "")
    folders = [word for name in PROJECTS for word in ("-e", environment.folder / name)]
    environment.pip("install", "--no-build-isolation", *folders)
    yield environment
    environment.pip_uninstall(*PROJECTS)


@pytest.mark.parametrize("name", PROJECTS)
def test_its_own_tests_pass(name: str, written: Any) -> None:
    done = written.run(
        written.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=written.folder / name
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("name", ["squares-zebra", "wombat-squares"])
def test_it_is_checked_and_played(name: str, written: Any) -> None:
    checked = written.squares("plugins", "check", name)
    assert checked.returncode == 0, checked.stdout
    assert checked.stdout.splitlines()[-1].endswith(" promises kept, 0 broken")
    variant = f"{name.replace('squares', '').strip('-')}-squares"
    cells = [f"{column}{row}" for row in range(1, 5) for column in "abcd"]
    played = written.squares("play", variant, "--seed", "1", answers="\n".join([*cells, ""]))
    assert (played.returncode, played.stderr) == (0, "")
