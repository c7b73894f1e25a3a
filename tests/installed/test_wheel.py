"""What the wheel holds, and that it works where there is nothing but it."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def names(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_wheel_holds_every_file_of_the_packages(names):
    packages = [ROOT / "squares_core", *sorted((ROOT / "plugins").glob("squares_*"))]
    for package in packages:
        for path in package.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert path.relative_to(package.parent).as_posix() in names
        assert f"{package.name}/py.typed" in names


def test_the_wheel_holds_what_was_computed_ahead_the_template_and_the_licence(names):
    for needed in ("squares_cribbage/tables/", "squares_poker/tables/", "squares_basics/values/"):
        assert any(name.startswith(needed) for name in names)
    assert "squares_core/template/pyproject.toml" in names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_the_wheel_holds_nothing_else(names):
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    assert tops == {"squares_core", "squares_basics", "squares_cribbage", "squares_poker"}
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]


def test_it_tells_its_version(installation):
    done = installation.run(installation.squares, "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, "squares 0.1.0\n", "")


def test_it_finds_its_plugins_and_nothing_is_wrong_with_them(installation):
    done = installation.run(installation.squares, "plugins", "--json")
    assert done.stderr == ""
    plugins = {plugin["name"]: plugin for plugin in json.loads(done.stdout)}
    own = {name for name, each in plugins.items() if each["distribution"] == "squares-solitaire"}
    assert own == {"squares_basics", "squares_cribbage", "squares_poker"}
    assert {plugins[name]["status"] for name in own} == {"loaded"}
