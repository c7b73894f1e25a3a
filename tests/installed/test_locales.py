"""Every command where the terminal, or whatever reads the output, has no UTF-8."""

from __future__ import annotations

import json

import pytest

PLAIN = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
PLACES = {
    "C": ("ascii", PLAIN),
    "ascii": ("ascii", {**PLAIN, "PYTHONIOENCODING": "ascii"}),
    "latin-1": ("latin-1", {**PLAIN, "PYTHONIOENCODING": "latin-1"}),
}
GAME = [
    "a2",
    "b2",
    "b3",
    "a1",
    "c3",
    "a4",
    "d4",
    "c4",
    "c2",
    "d2",
    "d3",
    "a3",
    "b4",
    "b1",
    "d1",
    "c1",
]
COMMANDS = [
    ["variants"],
    ["rules", "poker-squares-english"],
    ["hand", "cribbage", "5C", "5D", "5S", "JH", "--starter", "5H"],
    ["score", "cribbage-squares", "5C 5D 5S JH/. . . ./. . . ./. . . ."],
    ["deal", "cribbage-squares", "--seed", "7"],
    ["games"],
    ["stats"],
    ["replay", "1"],
    ["share", "1"],
    ["plugins"],
    ["simulate", "cribbage-squares", "--strategy", "greedy", "--games", "20"],
    ["compare", "cribbage-squares", "--strategies", "greedy,random", "--games", "20"],
]
WITH_JSON = [
    ["hand", "cribbage", "5C", "5D", "5S", "JH", "--starter", "5H"],
    ["deal", "cribbage-squares", "--seed", "7"],
    ["games"],
    ["stats"],
]


@pytest.fixture(params=PLACES)
def squares(installation, tmp_path, request):
    encoding, env = PLACES[request.param]

    def run(*words, **how):
        done = installation.run(
            installation.squares,
            *words,
            env={"PYTHONUTF8": None, "SQUARES_DATA": tmp_path / "data", **env},
            cwd=tmp_path,
            encoding=encoding,
            **how,
        )
        assert "\N{REPLACEMENT CHARACTER}" not in done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done

    return run


def test_a_game_is_played_and_every_command_answers_in_letters(squares):
    played = squares("play", "cribbage-squares", "--seed", "7", input="\n".join([*GAME, ""]))
    assert played.returncode == 0, played.stderr
    assert "The starter is turned: AS" in played.stdout
    assert "Total 70: won" in played.stdout
    for words in COMMANDS:
        done = squares(*words)
        assert (words, done.returncode) == (words, 0), done.stderr
        assert "?" not in done.stdout
    for words in WITH_JSON:
        assert json.loads(squares(*words, "--json").stdout)


def test_what_cannot_be_read_as_text_is_refused_and_the_game_goes_on(installation, tmp_path):
    done = installation.run(
        installation.squares, "play", "cribbage-squares", "--seed", "7",
        env={"PYTHONUTF8": None, "SQUARES_DATA": tmp_path, **PLAIN, "PYTHONIOENCODING": "ascii"},
        input="a2\nb\N{BLACK HEART SUIT}\nb2\nquit\n",
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stdout.count("is not a cell") == 1
    assert "go on with: squares resume 1" in done.stdout


def test_what_a_locale_cannot_show_is_escaped_in_json_and_whole_in_files(squares, tmp_path):
    kept = tmp_path / "one.toml"
    written = tmp_path / "mine.toml"
    text = '[[variant]]\nid = "mine"\ntitle = "Zoë\N{BLACK HEART SUIT}"\nrows = 4\ncolumns = 4\n'
    text += 'lines = ["rows"]\nscorer = "cribbage"\nplacement = "anywhere"\n'
    written.write_text(text, encoding="utf-8")
    found = json.loads(squares("--variant-file", str(written), "variants", "--json").stdout)
    assert "Zoë\N{BLACK HEART SUIT}" in {variant["title"] for variant in found}
    squares("--variant-file", str(written), "play", "mine", "--seed", "1", input="a1\nquit\n")
    assert squares("games", "1", "--export", str(kept)).returncode == 0
    assert "Zoë\N{BLACK HEART SUIT}" in kept.read_text(encoding="utf-8")
