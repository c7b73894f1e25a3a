"""Where files go, and what happens where they cannot: one line, or something else that works."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess

import pytest

pytestmark = pytest.mark.skipif(
    os.name != "posix", reason="users and permissions are those of POSIX systems"
)

MOVES = "a2\nb2\nb3\nquit\n"
PLAY = ("play", "cribbage-squares", "--seed", "7")
SIMULATE = ("simulate", "cribbage-squares", "--strategy", "greedy", "--games", "20", "--json")
# Its tables are not shipped: they are made, and kept if that can be done.
TINY = """
[[variant]]
id = "tiny-squares"
title = "Tiny Squares"
rows = 3
columns = 3
lines = ["rows", "columns"]
scorer = "cribbage"
placement = "adjacent-sides"
"""
TITLE = "Tiny Squares, greedy\n"


class Person:
    """A user of the machine who may write to nothing but an own home, and works in a folder."""

    def __init__(self, installation, folder, number):
        self.number, self.group = number, None
        self.installation = installation
        self.home, self.here = folder / "home", folder / "here"
        for made in (folder, self.home, self.here):
            made.mkdir(exist_ok=True)
            self.owns(made)

    def owns(self, path):
        if self.number is not None:
            os.chown(path, self.number, self.number)

    def squares(self, *words, env=None, **how):
        return self.installation.run(
            self.installation.squares,
            *words,
            env={"HOME": self.home, **(env or {})},
            cwd=self.here,
            user=self.number,
            group=self.group,
            **how,
        )


@pytest.fixture
def room(installation):
    """A folder that every user can enter."""
    folder = installation.home.parent / "rooms"
    folder.mkdir()
    folder.chmod(0o755)
    yield folder
    for path in folder.rglob("*"):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o700)
    shutil.rmtree(folder)


def numbers():
    """Numbers of two users: of nobody in particular where that may be chosen, else one's own."""
    return (65534, 54321) if os.geteuid() == 0 else (None, None)


@pytest.fixture
def person(installation, room):
    made = Person(installation, room / "one", numbers()[0])
    try:
        runs = made.squares("--version").returncode == 0
    except PermissionError:
        runs = False
    if not runs:
        pytest.skip("no Python of this version can be run by another user than root")
    return made


@pytest.fixture
def two_people(installation, room, person):
    if os.geteuid() != 0:
        pytest.skip("only root can be two users")
    return person, Person(installation, room / "two", numbers()[1])


def figures(done):
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    return {name: value for name, value in told.items() if "second" not in name}


@pytest.fixture(scope="module")
def as_ever(installation):
    """The figures of the simulation where nothing is in the way."""
    return figures(installation.run(installation.squares, *SIMULATE))


@pytest.fixture
def tiny(room):
    path = room / "tiny.toml"
    path.write_text(TINY, encoding="utf-8")
    return ("--variant-file", str(path), "simulate", "tiny-squares", *SIMULATE[2:])


def closed(*folders):
    for folder in folders:
        if os.geteuid() == 0:
            os.chown(folder, 0, 0)
        folder.chmod(0o555)


def test_an_installation_that_cannot_be_written_is_played_and_computed_with(
    installation, person, as_ever
):
    if os.geteuid() != 0:
        pytest.skip("what is installed belongs to the user who runs the tests")

    def files():
        return {path for path in installation.packages.rglob("*") if path.is_file()}

    before = files()
    played = person.squares(*PLAY, input=MOVES)
    assert (played.returncode, played.stderr) == (0, "")
    assert json.loads(person.squares("games", "--json").stdout)[0]["moves"] == 3
    simulated = person.squares(*SIMULATE, env={"NUMBA_CACHE_DIR": None})
    assert figures(simulated) == as_ever
    assert files() == before
    assert list((person.home / ".cache").rglob("*.nbi"))


@pytest.fixture
def homeless(person):
    """A user that the machine does not know, as in many a container."""
    if os.geteuid() != 0:
        pytest.skip("whoever runs the tests has a home")
    person.number = 40001
    person.owns(person.here)
    return person


def test_a_user_without_a_home_is_told_so_and_can_name_a_folder(homeless):
    for words in (PLAY, ("games",), ("stats",), ("resume",)):
        done = homeless.squares(*words, env={"HOME": None}, input=MOVES)
        assert done.returncode == 1
        assert done.stderr == (
            "squares: you have no home folder to keep games in: give a folder with --data, or set "
            "HOME to one\n"
        )
    done = homeless.squares("--data", "mine", *PLAY, env={"HOME": None}, input=MOVES)
    assert (done.returncode, done.stderr) == (0, "")
    assert [path.name for path in homeless.here.iterdir()] == ["mine"]


def test_a_user_without_a_home_computes_and_is_told_what_is_not_kept(homeless, tiny, as_ever):
    assert figures(homeless.squares(*SIMULATE, env={"HOME": None})) == as_ever
    made = homeless.squares(*tiny, env={"HOME": None})
    assert made.stderr.startswith("tables are not kept in ")
    assert made.stderr.count("\n") == 2
    assert figures(made) == figures(homeless.squares(*tiny))
    assert not list(homeless.here.iterdir())


def test_a_home_that_cannot_be_written_costs_no_game(person):
    closed(person.home)
    played = person.squares(*PLAY, input=MOVES)
    assert played.returncode == 0
    (kept,) = person.here.iterdir()
    assert f"the game is kept in {kept} instead" in played.stderr
    assert played.stderr.count("\n") == 1
    assert f"go on with: squares resume {kept}" in played.stdout
    assert "d4" in person.squares("resume", str(kept), input="d4\nquit\n").stdout
    for words in (("games",), ("stats",)):
        done = person.squares(*words)
        assert (done.returncode, done.stderr) == (0, "")


def test_where_nothing_can_be_written_the_player_is_told_at_once(person):
    closed(person.home, person.here)
    played = person.squares(*PLAY, input=MOVES)
    assert "the game is NOT kept" in played.stderr
    assert played.stderr.count("\n") == 1
    refused = person.squares("new-plugin", "squares-mine")
    assert refused.returncode == 1
    assert refused.stderr == "squares: cannot write squares-mine: Permission denied\n"


@pytest.mark.parametrize("variable", ["SQUARES_CACHE", "NUMBA_CACHE_DIR", "TMPDIR"])
def test_a_folder_for_passing_things_that_cannot_be_written_changes_no_figure(
    person, tiny, variable
):
    usual = figures(person.squares(*tiny))
    shut = person.home / "shut"
    shut.mkdir()
    closed(shut)
    done = person.squares(*tiny, env={variable: shut})
    assert figures(done) == usual
    told = f"tables are not kept in {shut}: Permission denied\n"
    assert done.stderr == (told if variable == "SQUARES_CACHE" else "") + TITLE


@pytest.fixture
def full_disk(room):
    """A disk that has no room left."""
    folder = room / "disk"
    folder.mkdir()
    mounted = os.geteuid() == 0 and shutil.which("mount")
    if mounted:
        words = ["mount", "-t", "tmpfs", "-o", "size=64k,mode=777", "tmpfs", str(folder)]
        mounted = subprocess.run(words, capture_output=True, check=False).returncode == 0
    if not mounted:
        pytest.skip("only root, where mounting is allowed, can have a small disk")
    with (folder / "filling").open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_costs_no_game_and_no_figure(person, tiny, full_disk):
    played = person.squares("--data", str(full_disk / "data"), *PLAY, input=MOVES)
    assert played.returncode == 0
    (kept,) = person.here.iterdir()
    assert "the disk is full" in played.stderr
    assert f"the game is kept in {kept} instead" in played.stderr
    assert list((full_disk / "data").iterdir()) == []
    made = person.squares(*tiny, env={"SQUARES_CACHE": full_disk / "cache"})
    assert figures(made) == figures(person.squares(*tiny))
    told = f"tables are not kept in {full_disk / 'cache'}: No space left on device\n"
    assert made.stderr == told + TITLE


def test_two_users_have_games_of_their_own(two_people):
    one, other = two_people
    for each, moves in ((one, "a1\nquit\n"), (other, "a1\nb1\nquit\n")):
        each.home.chmod(0o700)
        assert each.squares(*PLAY, input=moves).returncode == 0
    for each, moves in ((one, 1), (other, 2)):
        (game,) = json.loads(each.squares("games", "--json").stdout)
        assert (game["number"], game["moves"]) == (1, moves)


def test_two_users_share_a_folder_of_games_that_both_may_write(two_people, room):
    shared = room / "shared"
    shared.mkdir()
    for each in two_people:
        each.group = 40000
    os.chown(shared, 0, 40000)
    shared.chmod(0o2770)
    one, other = two_people
    words = ("--data", str(shared))
    assert one.squares(*words, *PLAY, input=MOVES, umask=0o002).returncode == 0
    alone = other.squares(*words, *PLAY, input=MOVES, umask=0o002)
    assert "read-only" in alone.stderr
    assert "the game is kept in " in alone.stderr
    (shared / "games.sqlite").chmod(0o660)
    played = other.squares(*words, *PLAY, input=MOVES, umask=0o002)
    assert (played.returncode, played.stderr) == (0, "")
    assert len(json.loads(one.squares(*words, "games", "--json").stdout)) == 2


def test_two_users_who_compile_at_once_into_one_folder_get_the_same(two_people, room, tiny):
    shared = room / "cache"
    shared.mkdir()
    shared.chmod(0o777)
    installation = two_people[0].installation
    running = []
    for each in two_people:
        environ = {
            "PATH": os.defpath,
            "HOME": str(each.home),
            "SQUARES_CACHE": str(shared),
            "NUMBA_CACHE_DIR": str(shared / "kernels"),
        }
        running.append(
            subprocess.Popen(
                [str(installation.squares), *tiny],
                env=environ, cwd=each.here, user=each.number, group=each.number, umask=0,
                extra_groups=(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )
        )  # fmt: skip
    told = []
    for process in running:
        out, err = process.communicate(timeout=300)
        assert (process.returncode, err) == (0, TITLE)
        told.append({k: v for k, v in json.loads(out).items() if "second" not in k})
    assert told[0] == told[1]
    assert len(list(shared.glob("*.tables"))) == 1
    again = two_people[1].squares(*tiny, env={"SQUARES_CACHE": shared})
    assert figures(again) == told[0]
