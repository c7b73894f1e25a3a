"""The source archive holds all that is needed to build and to test, and makes the same wheel."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def done(*words, cwd=None):
    made = subprocess.run(
        [str(word) for word in words], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    return made.stdout


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("source")
    done(sys.executable, "-m", "build", "--sdist", "--no-isolation", "-o", folder, ROOT)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(folder, filter="data")
    return archive.with_name(archive.name.removesuffix(".tar.gz"))


def test_a_wheel_made_of_the_source_archive_is_that_of_the_checkout(unpacked, wheel, tmp_path):
    done(sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", tmp_path, unpacked)
    with zipfile.ZipFile(tmp_path / wheel.name) as ours, zipfile.ZipFile(wheel) as theirs:
        assert sorted(ours.namelist()) == sorted(theirs.namelist())
        for name in ours.namelist():
            assert ours.read(name) == theirs.read(name)


def test_the_source_archive_holds_tests_and_pages_and_pytest_collects_them(unpacked):
    for folder in ("tests", "docs"):
        for path in (ROOT / folder).rglob("*.*"):
            inside = path.relative_to(ROOT)
            left_by_tools = any(part.startswith((".", "__pycache__")) for part in inside.parts[:-1])
            if path.is_file() and not left_by_tools:
                assert (unpacked / inside).is_file()
    words = ("-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider")
    assert "error" not in done(sys.executable, *words, cwd=unpacked).splitlines()[-1]


def test_an_index_is_told_what_it_wants_to_know(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        told = Parser().parsestr(archive.read(name).decode())
    assert (told["Name"], told["Version"]) == ("squares-solitaire", "0.1.0")
    assert (told["License-Expression"], told["License-File"]) == ("MIT", "LICENSE")
    assert told["Requires-Python"] == ">=3.11"
    assert told["Description-Content-Type"] == "text/markdown"
    minors = range(11, 15)
    assert {f"Programming Language :: Python :: 3.{minor}" for minor in minors} <= set(
        told.get_all("Classifier")
    )
