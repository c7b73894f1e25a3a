"""Tables kept on disk are used when they fit and made again when they do not."""

from __future__ import annotations

import importlib
import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import squares_core
from squares_core import Grid, Rules, load_registry
from squares_core.engine import make_tables
from squares_core.engine.compiling import cache
from squares_core.engine.compiling import compile as compiling
from squares_core.engine.compiling.__main__ import main
from squares_core.engine.compiling.compile import automaton_for, compile_scorer
from squares_core.errors import InvalidValueError

SOURCE = """
from squares_core.cards import rank_of
from squares_core.scoring import Combination, Scorer

EACH = 3

class Court(Scorer):
    id, title, hand_sizes = "court", "Court cards", (2, 3)
    symmetry = "ranks-and-flushes"

    def __init__(self, worth=1):
        self.worth = worth

    @property
    def parameters(self):
        return {"worth": self.worth}

    def combinations(self, hand, starter=None):
        return [Combination("court", (c,), EACH * self.worth) for c in hand if rank_of(c) > 10]

def squares_scorers():
    return [Court(), Court(5)]
"""


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """An empty cache folder that is in use, and no tables in memory."""
    monkeypatch.setenv("SQUARES_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(compiling, "_in_memory", {})
    return tmp_path / "cache"


@pytest.fixture
def make_module(tmp_path, monkeypatch):
    """Return a function that writes a module of scorers and imports it anew."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def make(source: str = SOURCE, name: str = "court_scorers"):
        path = tmp_path / f"{name}.py"
        path.write_text(source)
        sys.modules.pop(name, None)
        importlib.invalidate_caches()
        return importlib.import_module(name)

    yield make
    for name in [name for name in sys.modules if name.startswith("court_")]:
        del sys.modules[name]


@pytest.fixture
def compilations(monkeypatch) -> list[str]:
    """The ids of the scorers compiled since the test began."""
    seen: list[str] = []

    def counting(scorer, *args, **options):
        seen.append(scorer.id)
        return compile_scorer(scorer, *args, **options)

    monkeypatch.setattr(compiling, "compile_scorer", counting)
    return seen


def forget(monkeypatch) -> None:
    monkeypatch.setattr(compiling, "_in_memory", {})


def test_tables_are_made_once_and_then_read(folder, make_module, compilations, monkeypatch):
    scorer = make_module().Court()
    made = automaton_for(scorer, 2)
    forget(monkeypatch)
    read = automaton_for(scorer, 2)
    assert compilations == ["court"]
    assert made.digest == read.digest
    assert made.class_names == read.class_names
    assert read.class_points[read.class_of((40, 44))] == 6


def test_tables_in_memory_are_the_same_object(folder, make_module):
    scorer = make_module().Court()
    assert automaton_for(scorer, 2) is automaton_for(make_module().Court(), 2)
    assert automaton_for(scorer, 2) is not automaton_for(scorer, 3)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("EACH = 3", "EACH = 4"),
        ("rank_of(c) > 10", "rank_of(c) > 11"),
        ('title, hand_sizes = "court"', 'version, title, hand_sizes = "court", 2'),
    ],
)
def test_an_edited_scorer_is_compiled_again(folder, make_module, compilations, old, new):
    automaton_for(make_module().Court(), 2)
    scorer = make_module(SOURCE.replace(old, new)).Court()
    tables = automaton_for(scorer, 2)
    assert compilations == ["court", "court"]
    assert tables.class_points[tables.class_of((41, 45))] == scorer.points((41, 45))


def test_an_edited_module_that_the_scorer_imports_counts_too(make_module, tmp_path):
    package = tmp_path / "court_pack"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "values.py").write_text("def worth(card):\n    return 3\n")
    source = SOURCE.replace("EACH = 3", "from court_pack.values import worth\nEACH = worth(0)")
    (package / "scoring.py").write_text(source)
    first = cache.fingerprint(
        importlib.import_module("court_pack.scoring").Court(), 2, with_starter=False
    )
    for name in [name for name in sys.modules if name.startswith("court_pack")]:
        del sys.modules[name]
    (package / "values.py").write_text("def worth(card):\n    return 33\n")
    importlib.invalidate_caches()
    scorer = importlib.import_module("court_pack.scoring").Court()
    assert cache.fingerprint(scorer, 2, with_starter=False) != first


def test_options_have_tables_of_their_own(folder, make_module, compilations):
    module = make_module()
    one, five = automaton_for(module.Court(), 2), automaton_for(module.Court(5), 2)
    assert compilations == ["court", "court"]
    assert 5 * one.class_points.max() == five.class_points.max()


def test_values_that_a_class_captures_are_part_of_its_fingerprint(make_module):
    source = SOURCE + (
        "\ndef made_with(points):\n"
        "    class Captured(Court):\n"
        "        def combinations(self, hand, starter=None):\n"
        "            return [Combination('all', tuple(hand), points)]\n"
        "    return Captured()\n"
    )
    module = make_module(source)
    one, same, two = (module.made_with(points) for points in (1, 1, 2))
    digits = [cache.fingerprint(each, 2, with_starter=False) for each in (one, same, two)]
    assert digits[0] == digits[1] != digits[2]


def test_a_scorer_typed_in_without_a_file_has_a_fingerprint_of_its_code(folder):
    typed = {"__name__": "court_typed"}
    exec(SOURCE, typed)  # what an interactive session does
    other = {"__name__": "court_typed"}
    exec(SOURCE.replace("EACH = 3", "EACH = 4"), other)
    same = {"__name__": "court_typed"}
    exec(SOURCE, same)
    digits = [
        cache.fingerprint(names["Court"](), 2, with_starter=False) for names in (typed, other, same)
    ]
    assert digits[0] == digits[2] != digits[1]
    assert automaton_for(typed["Court"](), 2).class_points.max() == 6


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def one_bit_changed(path: Path) -> None:
    contents = bytearray(path.read_bytes())
    contents[len(contents) // 2] ^= 1
    path.write_bytes(bytes(contents))


def random_bytes(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 40)


def foreign(path: Path) -> None:
    path.write_text("id,points\ncourt,3\n")


def of_an_older_format(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"squares tables 1", b"squares tables 0", 1))


def of_another_scorer(path: Path) -> None:
    other = path.read_bytes().split(b"\n", 3)
    other[1] = b"0" * 64
    path.write_bytes(b"\n".join(other))


@pytest.mark.parametrize(
    "damage",
    [cut, emptied, one_bit_changed, random_bytes, foreign, of_an_older_format, of_another_scorer],
)
def test_a_damaged_or_foreign_file_is_made_again(
    folder, make_module, compilations, monkeypatch, caplog, damage
):
    scorer = make_module().Court()
    made = automaton_for(scorer, 2)
    [path] = folder.iterdir()
    whole = path.read_bytes()
    damage(path)
    forget(monkeypatch)
    with caplog.at_level(logging.WARNING):
        again = automaton_for(scorer, 2)
    assert compilations == ["court", "court"]
    assert again.digest == made.digest
    assert path.read_bytes() == whole
    [message] = caplog.messages
    assert message.startswith(f"{path} is not used and made again: ")
    assert "\n" not in message


def test_sound_tables_of_what_the_scorer_no_longer_says_are_not_trusted(
    folder, make_module, compilations, monkeypatch
):
    module = make_module()
    scorer = module.Court()
    automaton_for(scorer, 2)
    forget(monkeypatch)
    # The source on disk is the same, so only asking the scorer can tell.
    monkeypatch.setattr(module, "EACH", 7)
    tables = automaton_for(scorer, 2)
    assert compilations == ["court", "court"]
    assert tables.class_points.max() == 14


def test_a_folder_that_cannot_be_written_costs_one_warning(
    tmp_path, make_module, monkeypatch, caplog
):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("SQUARES_CACHE", str(tmp_path / "file"))
    forget(monkeypatch)
    with caplog.at_level(logging.WARNING):
        tables = automaton_for(make_module().Court(), 2)
    assert tables.class_points.max() == 6
    assert [message for message in caplog.messages if "are not kept" in message]
    assert not any("\n" in message for message in caplog.messages)


def test_no_half_written_file_stays_behind(folder, make_module):
    automaton_for(make_module().Court(), 2)
    assert [path.suffix for path in folder.iterdir()] == [".tables"]


def run_python(code: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


SCORE_TWO_COURT_CARDS = (
    "import numpy as np\n"
    "from court_scorers import Court\n"
    "from squares_core.engine.compiling.compile import automaton_for\n"
    "tables = automaton_for(Court(), 3)\n"
    "print(tables.digest, tables.score(np.array([[40, 44, 0]], np.uint8)).tolist())\n"
)


def test_processes_that_compile_at_once_agree_and_leave_a_sound_file(
    folder, make_module, tmp_path, compilations
):
    scorer = make_module().Court()
    root = str(Path(squares_core.__file__).parents[1])
    environment = {
        "PYTHONPATH": os.pathsep.join([str(tmp_path), root]),
        "NUMBA_CACHE_DIR": str(tmp_path / "numba"),
    }
    running = [run_python(SCORE_TWO_COURT_CARDS, **environment) for _ in range(2)]
    answers = [process.communicate() for process in running]
    assert [errors for _, errors in answers] == ["", ""]
    assert len({answer for answer, _ in answers}) == 1
    assert answers[0][0].endswith(" [6]\n")
    assert automaton_for(scorer, 3).digest == answers[0][0].split()[0]
    assert compilations == []


def test_kernels_work_where_no_folder_can_be_written(folder, make_module, tmp_path):
    make_module()
    installed = tmp_path / "installed"
    shutil.copytree(
        Path(squares_core.__file__).parent,
        installed / "squares_core",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    # A file where the folder for compiled kernels would be: nobody can write there, not even root.
    (installed / "squares_core" / "engine" / "__pycache__").write_text("")
    nowhere = str(tmp_path / "court_scorers.py" / "nowhere")
    process = run_python(
        SCORE_TWO_COURT_CARDS,
        PYTHONPATH=os.pathsep.join([str(installed), str(tmp_path)]),
        PYTHONDONTWRITEBYTECODE="1",
        SQUARES_CACHE=nowhere,
        XDG_CACHE_HOME=nowhere,
        HOME=nowhere,
        NUMBA_CACHE_DIR=nowhere,
    )
    answer, errors = process.communicate()
    assert answer.endswith(" [6]\n")
    assert errors.count("\n") <= 2
    assert "Traceback" not in errors


def test_how_far_the_making_of_tables_is_is_told_once(folder, make_module):
    grid = Grid(2, 2)
    placement = load_registry().placement_rule("anywhere")
    lines = grid.lines(["rows", "columns"])
    rules = Rules("court", "Court", grid, lines, make_module().Court(), placement)
    heard: list[tuple[int, int]] = []
    make_tables(rules, lambda *now: heard.append(now))
    assert heard[-1][0] == heard[-1][1] > 0
    heard.clear()
    make_tables(rules, lambda *now: heard.append(now))
    assert heard == []


def test_shipped_tables_are_used_before_any_cache(
    folder, make_module, compilations, tmp_path, capsys
):
    scorer = make_module().Court()
    assert main(["court_scorers", "--sizes", "2"]) == 0
    shipped = sorted((tmp_path / "tables").iterdir())
    assert [str(path) for path in shipped] == sorted(
        line.split(" (")[0] for line in capsys.readouterr().out.splitlines()
    )
    assert len(shipped) == 2
    compilations.clear()
    assert automaton_for(scorer, 2).class_points.max() == 6
    assert compilations == []
    assert not folder.exists()


def test_shipping_again_replaces_stale_tables(folder, make_module, tmp_path, capsys):
    make_module()
    main(["court_scorers:Court", "--sizes", "2", "--into", str(tmp_path / "out")])
    make_module(SOURCE.replace("EACH = 3", "EACH = 4"))
    main(["court_scorers:Court", "--sizes", "2", "--into", str(tmp_path / "out")])
    paths = [line.split(" (")[0] for line in capsys.readouterr().out.splitlines()]
    assert paths[0] != paths[1]
    assert [str(path) for path in (tmp_path / "out").iterdir()] == [paths[1]]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["court_nowhere"], "no scorers in 'court_nowhere': No module named"),
        (["court_scorers:Missing"], "no scorers in 'court_scorers:Missing':"),
        (["court_scorers:EACH"], "'court_scorers:EACH' gives no scorers"),
        (["court_scorers:Court", "--sizes", "9"], "scorer 'court' has no hands of 9 cards"),
    ],
)
def test_shipping_what_cannot_be_says_why_in_one_line(
    folder, make_module, capsys, arguments, complaint
):
    make_module()
    assert main(arguments) == 1
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith(complaint)


def test_importing_squares_loads_neither_numpy_nor_numba():
    code = "import sys, squares_core; print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    process = run_python(code)
    assert process.communicate() == ("[]\n", "")


def test_a_size_that_is_not_scored_is_refused(folder, make_module):
    with pytest.raises(InvalidValueError, match="no hands of 5 cards: it scores 2, 3"):
        automaton_for(make_module().Court(), 5)
