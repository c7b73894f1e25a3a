"""Games kept on the command line: resumed, listed, replayed, shared, counted, copied."""

from __future__ import annotations

import datetime
import json
import os
import re
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing

import pytest

CELLS = [f"{column}{row}" for row in range(1, 5) for column in "abcd"]
MOVES = "".join(f"{cell}\n" for cell in CELLS)
SEVEN = ("play", "cribbage-squares", "--seed", "7")


@pytest.fixture
def store(tmp_path):
    return tmp_path / "data" / "games.sqlite"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


def test_a_game_is_kept_before_its_first_move(squares):
    squares(*SEVEN)
    [game] = squares("games", "--json").json
    assert (game["state"], game["moves"], game["deal"]) == ("playing", 0, "S7T0")


@pytest.mark.parametrize("typed", [0, 3])
def test_a_game_whose_input_ends_is_kept_and_says_how_to_go_on(squares, typed):
    outcome = squares(*SEVEN, stdin="".join(f"{cell}\n" for cell in CELLS[:typed]))
    assert outcome.code == 1
    assert outcome.err == "squares: input ended; go on with: squares resume 1\n"
    assert squares("games", "--json").json[0]["moves"] == typed


def test_a_resumed_game_goes_on_with_the_same_cards_to_the_same_end(squares):
    whole = squares(*SEVEN, stdin=MOVES).out
    squares(*SEVEN, stdin="".join(f"{cell}\n" for cell in CELLS[:9]))
    resumed = squares("resume", stdin="".join(f"{cell}\n" for cell in CELLS[9:]))
    assert (resumed.code, resumed.err) == (0, "")
    end = "The starter is turned"
    assert whole[whole.index(end) :] == resumed.out[resumed.out.index(end) :]
    assert [game["state"] for game in squares("games", "--json").json] == ["finished"] * 2


def test_resume_goes_on_with_the_game_saved_last_or_the_one_named(squares):
    for seed in ("1", "2", "3"):
        squares("play", "cribbage-squares", "--seed", seed, stdin="a1\n")
    assert squares("resume", "1", stdin="quit\n").out.startswith("Cribbage Squares, deal S1")
    assert "squares resume 2" in squares("resume", "2", stdin="b1\n").err
    assert [game["moves"] for game in squares("games", "--json").json] == [1, 2, 1]


def test_there_may_be_nothing_to_resume(squares):
    assert squares("resume").refusal == "no game is in progress: 'squares play' starts one"
    squares(*SEVEN, stdin=MOVES)
    assert squares("resume").refusal == "no game is in progress: 'squares play' starts one"
    assert "game 1 is over: 'squares replay'" in squares("resume", "1").refusal


def test_players_aids_and_settings_outlive_a_break(squares):
    words = ("--players", "Ann,Bob", "--set", "target=30", "--set", "scorer.nobs=false")
    squares(*SEVEN, *words, stdin="a1\nundo\na1\nb1\n")
    resumed = squares("resume", stdin="undo\nb1\n" + MOVES[6:])
    assert "played by Ann and Bob" in resumed.out
    assert "above the target of 30" in resumed.out
    command = resumed.out.rstrip("\n").split("\n")[-1]
    assert command.endswith(
        "squares play cribbage-squares --set scorer.nobs=false --set target=30 --deal S7T0"
    )
    [game] = squares("games", "--json").json
    assert game["players"] == ["Ann", "Bob"]
    assert game["aids"] == {"undos": 2}


def test_the_data_folder_is_the_one_given(squares, tmp_path):
    folder = tmp_path / "else where"
    outcome = squares("--data", str(folder), *SEVEN, stdin="a1\n")
    assert f"squares --data '{folder}' resume 1" in outcome.err
    assert (folder / "games.sqlite").is_file()
    assert squares("games", "--json").json == []
    assert len(squares("--data", str(folder), "games", "--json").json) == 1


def test_games_are_listed_with_their_state(squares):
    squares(*SEVEN, stdin=MOVES)
    squares(*SEVEN, "--set", "target=10", "--players", "Ann,Bob", stdin=MOVES)
    squares(*SEVEN, stdin="a1\n")
    rows = [line.split() for line in squares("games").out.split("\n")]
    assert [row[:4] for row in rows[1:3]] == [
        ["1", "lost", "48", "cribbage-squares"],
        ["2", "won", "48", "cribbage-squares"],
    ]
    assert rows[3][:5] == ["3", "in", "progress", "-", "cribbage-squares"]
    assert rows[2][-2:] == ["Ann,", "Bob"]
    assert len(squares("games", "2", "--json").json) == 1


def test_no_games_are_listed_as_such(squares, store):
    store.parent.mkdir()
    assert squares("games").out == "no games are kept yet: 'squares play' starts one\n"
    assert squares("games", "--json").json == []
    assert squares("stats", "--json").json == []
    assert squares("stats").out == "no games are kept of that yet: 'squares play' starts one\n"


def test_the_json_of_games_tells_first_plays_and_replays_apart(squares):
    for _ in range(2):
        squares(*SEVEN, "--set", "target=10", stdin=MOVES)
    games = squares("games", "--json").json
    assert [game["replay"] for game in games] == [False, True]
    [counted] = squares("stats", "--json").json
    assert counted["settings"] == ["target=10"]
    assert (counted["all"]["games"], counted["all"]["won"], counted["all"]["win_rate"]) == (2, 2, 1)
    assert (counted["first_plays"]["games"], counted["replays"]["games"]) == (1, 1)


def test_statistics_say_what_they_count(squares):
    for seed in ("7", "8", "7"):
        squares("play", "cribbage-squares", "--seed", seed, stdin="a1\nundo\n" + MOVES)
    squares("play", "cribbage-squares", stdin="a1\n")
    out = squares("stats").out
    rows = {line[2:14].strip(): line[14:].split() for line in out.split("\n")[2:6]}
    assert {name: row[0] for name, row in rows.items()} == {
        "all games": "3", "first plays": "2", "replays": "1", "without aids": "0",
    }  # fmt: skip
    assert "Aids used, in 3 of 3 games: undos 3." in out
    assert "Never finished yet, and not counted above: 1." in out
    assert "A game counts once it ends, and once only" in out
    assert "games played to their end" in out


def test_statistics_can_be_of_one_variant_or_one_player(squares):
    squares(*SEVEN, stdin=MOVES)
    squares(*SEVEN, "--players", "Ann,Bob", stdin=MOVES)
    squares("play", "poker-squares", stdin="a1\n")
    assert [found["variant"] for found in squares("stats", "poker-squares", "--json").json] == [
        "poker-squares"
    ]
    [bobs] = squares("stats", "--player", "Bob", "--json").json
    assert bobs["players"] == ["Ann", "Bob"]
    assert squares("stats", "maverick", "--json").json == []
    assert "there is no variant 'cribage-squares'; did you mean" in (
        squares("stats", "cribage-squares").refusal
    )


def test_undo_after_the_end_never_counts_a_game_twice(squares):
    squares(*SEVEN, stdin=MOVES + "undo\nd4\nundo\nd4\nquit\n", terminal=True)
    [counted] = squares("stats", "--json").json
    assert (counted["all"]["games"], counted["aids"]) == (1, {"undos": 2})


def test_again_and_same_are_games_of_their_own(squares):
    squares(*SEVEN, stdin=MOVES + "same\n" + MOVES + "quit\n", terminal=True)
    games = squares("games", "--json").json
    assert [(game["state"], game["replay"]) for game in games] == [
        ("finished", False), ("finished", True),
    ]  # fmt: skip


def test_every_player_of_a_duplicate_deal_has_a_game_and_a_first_play(squares):
    squares(*SEVEN, "--duplicate", "--players", "Ann,Bob", stdin=MOVES * 2)
    games = squares("games", "--json").json
    assert [(game["players"], game["replay"]) for game in games] == [
        (["Ann"], False), (["Bob"], False),
    ]  # fmt: skip


DUPLICATE = (*SEVEN, "--duplicate", "--players", "Ann,Bob")


@pytest.mark.parametrize("typed", [0, 9, 16, 20])
def test_duplicate_play_left_half_way_goes_on_to_the_same_comparison(squares, typed):
    both = CELLS + CELLS[::-1]
    whole = squares(*DUPLICATE, stdin="".join(f"{cell}\n" for cell in both)).out
    left = squares(*DUPLICATE, stdin="".join(f"{cell}\n" for cell in both[:typed]))
    number = 3 if typed < 16 else 4
    assert left.err == f"squares: input ended; go on with: squares resume {number}\n"
    resumed = squares("resume", stdin="".join(f"{cell}\n" for cell in both[typed:]))
    assert (resumed.code, resumed.err) == (0, "")
    comparison = whole[whole.rindex("\n\n") :]
    assert "Ann" in comparison.split("\n")[2]
    assert resumed.out.endswith(comparison)
    games = squares("games", "--json").json
    assert [(game["players"], game["state"]) for game in games] == [
        (["Ann"], "finished"), (["Bob"], "finished"),
    ] * 2  # fmt: skip


def test_a_duplicate_deal_goes_to_another_machine_and_is_compared_there(squares, tmp_path):
    squares(*DUPLICATE, stdin=MOVES)
    squares("games", "--export", f"{tmp_path}/records/")
    other = ("--data", str(tmp_path / "other"))
    squares(*other, "games", "--import", f"{tmp_path}/records")
    assert "Ann and Bob share the best score with 48." in squares(*other, "resume", stdin=MOVES).out


def test_a_replay_shows_every_move_where_nobody_types(squares):
    squares(*SEVEN, "--players", "Ann,Bob", stdin=MOVES)
    out = squares("replay", "1", "--ascii").out
    assert out.startswith("Cribbage Squares, deal S7T0, played by Ann and Bob\n")
    headings = re.findall(r"^Move (\d+) of 16, (\w+): (\w+) \((\w+)\)$", out, re.MULTILINE)
    assert [(int(number), cell) for number, _, cell, _ in headings] == [*enumerate(CELLS, 1)]
    assert [player for _, player, _, _ in headings] == ["Ann", "Bob"] * 8
    cards = squares("deal", "cribbage-squares", "--seed", "7", "--json").json["cards"]
    assert [card for *_, card in headings] == cards[:16]
    assert "Total 48: lost, 13 short of the target of 61." in out


def test_a_replay_steps_back_jumps_and_runs(squares):
    squares(*SEVEN, stdin=MOVES)
    typed = "\n\nback\n10\njump 3\nb\nb\nb\nb\n99\nsideways\nrun\nquit\n"
    out = squares("replay", "1", "--pause", "0", stdin=typed, terminal=True).out
    shown = re.findall(r"^Move (\d+)|^(Before)|> (the game has|type Enter)", out, re.MULTILINE)
    steps = [number or word or "told" for number, word, _ in shown]
    wanted = ["Before", "1", "2", "1", "10", "3", "2", "1", "Before", "told", "told", "told"]
    assert steps == wanted + [str(number) for number in range(1, 17)]


def test_a_replay_ends_with_its_input(squares):
    squares(*SEVEN, stdin=MOVES)
    outcome = squares("replay", "1", stdin="\n", terminal=True)
    assert (outcome.code, outcome.err) == (0, "")


def test_a_game_in_progress_can_be_replayed(squares):
    squares(*SEVEN, stdin="a1\nb1\n")
    assert "Move 2 of 2: b1" in squares("replay", "1").out


def _names_of_cards(text):
    return re.findall(r"\b(?:10|[2-9TJQKA])[SHDC♠♥♦♣](?![-\w])", text)


def test_a_result_is_shared_without_giving_cards_away(squares):
    squares(*SEVEN, stdin=MOVES)
    lines = squares("share", "1").out.split("\n")
    score = squares("replay", "1").out
    rows = re.search(r"^rows {5}([▁-█]{4})  ((?: *\d+){4})$", "\n".join(lines), re.MULTILINE)
    assert rows is not None
    assert [int(number) for number in rows[2].split()] == [
        int(re.search(rf"^Row {row} .*?  (\d+)  ", score, re.MULTILINE)[1]) for row in range(1, 5)
    ]
    assert lines[0] == "Cribbage Squares, deal S7T0"
    assert lines[1] == "48 of 61, lost"
    assert lines[-2] == "squares play cribbage-squares --deal S7T0"
    assert not _names_of_cards("\n".join(lines))
    assert "heels" not in "\n".join(lines)


def test_a_shared_result_may_be_ascii_and_tells_of_aids_and_other_rules(squares):
    squares(*SEVEN, "--set", "target=40", "--players", "Ann,Bob", stdin="a1\nu\n" + MOVES)
    out = squares("share", "1", "--ascii").out
    assert out.isascii()
    assert "played by Ann, Bob\n48 of 40, won\n" in out
    assert "aids used: undos 1" in out
    assert "--set target=40 --deal S7T0" in out


def test_higher_blocks_stand_for_more_points(squares):
    squares(*SEVEN, stdin=MOVES)
    out = squares("share", "1").out
    found = re.findall(r"^(?:rows|columns) +([▁-█]{4})  (.*)$", out, re.MULTILINE)
    pairs = [
        (int(points), block)
        for blocks, numbers in found
        for block, points in zip(blocks, numbers.split(), strict=True)
    ]
    assert len(pairs) == 8
    assert [block for _, block in sorted(pairs)] == sorted(block for _, block in pairs)
    assert all((block == "▁") == (points == 0) for points, block in pairs)


def test_the_daily_deal_is_shared_with_its_date(squares):
    before = datetime.datetime.now(datetime.UTC).date()
    squares("play", "cribbage-squares", "--daily", stdin=MOVES)
    after = datetime.datetime.now(datetime.UTC).date()
    head = squares("share", "1").out.split("\n")[0]
    assert head in {f"Cribbage Squares, daily deal of {day}" for day in (before, after)}
    assert squares("games", "--json").json[0]["daily"] in {str(before), str(after)}


def test_the_game_played_last_is_meant_where_none_is_named(squares):
    refusal = squares("share").refusal
    assert refusal.startswith("no game was played to its end yet")
    assert "by its number in 'squares games'" in refusal
    squares(*SEVEN, stdin=MOVES)
    squares("play", "cribbage-squares", "--seed", "8", stdin=MOVES)
    squares("play", "cribbage-squares", "--seed", "9", stdin="a1\n")
    assert squares("share").out == squares("share", "2").out != squares("share", "1").out
    assert squares("replay").out == squares("replay", "2").out


def test_an_unfinished_game_is_not_shared(squares):
    squares(*SEVEN, stdin="a1\n")
    assert "game 1 is not over" in squares("share", "1").refusal


def test_a_record_file_can_be_replayed_shared_and_resumed(squares, tmp_path):
    file = str(tmp_path / "game.toml")
    squares(*SEVEN, stdin=MOVES)
    assert squares("games", "1", "--export", file).out == f"game 1: {file}\n"
    here = squares("share", "1").out, squares("replay", "1").out
    (tmp_path / "data" / "games.sqlite").unlink()
    assert (squares("share", file).out, squares("replay", file).out) == here
    assert squares("games", "--json").json == []


def test_a_folder_called_as_a_game_is_numbered_hides_no_game(squares, tmp_path, monkeypatch):
    squares(*SEVEN, stdin=MOVES)
    told = squares("share", "1").out
    (tmp_path / "work" / "1").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "work")
    assert squares("share", "1").out == told


def test_a_game_goes_to_another_machine_and_back(squares, tmp_path):
    file = str(tmp_path / "game.toml")
    other = ("--data", str(tmp_path / "other"))
    squares(*SEVEN, stdin="a1\nb1\n")
    squares("games", "1", "--export", file)
    assert "go on with: squares" in squares(*other, "resume", file, stdin="c1\n").err
    assert squares(*other, "games", "--json").json[0]["moves"] == 3
    assert tomllib.loads((tmp_path / "game.toml").read_text("utf-8"))["game"]["deal"] == "S7T0"


def test_all_games_are_exported_to_a_folder_and_imported_again(squares, tmp_path):
    folder, other = tmp_path / "records", ("--data", str(tmp_path / "other"))
    for seed in ("7", "8"):
        squares("play", "cribbage-squares", "--seed", seed, stdin=MOVES)
    squares("play", "poker-squares", "--seed", "1", stdin="a1\nb1\n")
    out = squares("games", "--export", f"{folder}/").out
    assert len(out.split("\n")[:-1]) == len(list(folder.iterdir())) == 3
    assert squares("games", "--export", str(folder)).code == 0
    assert squares(*other, "games", "--import", str(folder)).out.count("kept as game") == 3
    assert squares(*other, "games", "--import", str(folder)).out.count("here already as game") == 3
    assert squares(*other, "games", "--json").json == squares("games", "--json").json
    assert squares(*other, "stats").out == squares("stats").out
    names = [str(file) for file in sorted(folder.iterdir())]
    third = ("--data", str(tmp_path / "third"))
    assert squares(*third, "games", "--import", *names).out.count("kept as game") == 3


def test_no_other_file_is_overwritten_by_an_export(squares, tmp_path):
    squares(*SEVEN, stdin="a1\n")
    squares("play", "cribbage-squares", "--seed", "8", stdin="a1\n")
    note, record = tmp_path / "note.toml", tmp_path / "record.toml"
    note.write_text("mine = true\n")
    squares("games", "1", "--export", str(record))
    before = record.read_bytes()
    assert "note.toml exists and is not game 1" in (
        squares("games", "1", "--export", str(note)).refusal
    )
    assert "exists and is not game 2" in squares("games", "2", "--export", str(record)).refusal
    assert (note.read_text(), record.read_bytes()) == ("mine = true\n", before)


def test_bad_files_are_named_and_the_good_ones_imported(squares, tmp_path):
    folder = tmp_path / "records"
    squares(*SEVEN, stdin=MOVES)
    squares("games", "1", "--export", f"{folder}/")
    [good] = folder.iterdir()
    text = good.read_text("utf-8")
    (folder / "cut.toml").write_text(text[:-40], "utf-8")
    (folder / "total.toml").write_text(text.replace("total = 48", "total = 84"), "utf-8")
    outcome = squares("--data", str(tmp_path / "other"), "games", "--import", str(folder))
    assert outcome.code == 1
    assert outcome.out == f"{good}: kept as game 1\n"
    cut, total = outcome.err.rstrip("\n").split("\n")
    assert "cut.toml is no record, or not whole" in cut
    assert "total.toml: total is 84, but its grid counts 48" in total


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["resume", "5"], "there is no game 5: 'squares games' lists those there are"),
        (["replay", "99999999999999999999999"], "there is no game 9999"),
        (["replay", "nothing.toml"], "there is no record nothing.toml: name a game by its number"),
        (["share", "9" * 300], "there is no game 9999"),
        (["share", "."], ". is no file"),
        (["games", "--import", "nothing.toml"], "there is no record nothing.toml"),
        (["games", "--import", "."], "there is no file to import"),
        (["games", "--export", "x.toml"], "there is no game to export"),
        (["games", "--repair", "--export", "x"], "one of --export, --import and --repair"),
        (["games", "--repair"], "there is no store"),
    ],
)
def test_what_is_not_there_is_refused_in_one_line(squares, words, why):
    assert why in squares(*words).refusal


@pytest.mark.parametrize("damage", [b"", b"0123456789", bytes(range(256)) * 40])
def test_a_damaged_store_is_told_of_and_left_until_repair_is_asked_for(squares, store, damage):
    squares(*SEVEN, stdin=MOVES)
    store.write_bytes(damage)
    for words in (["games"], ["stats"], ["resume"], ["replay", "1"], ["share", "1"]):
        refusal = squares(*words).refusal
        assert f"the store {store} is damaged" in refusal
        assert "'squares games --repair'" in refusal
    squares(*SEVEN, stdin="a1\n")
    assert store.read_bytes() == damage
    out = squares("games", "--repair").out
    [aside] = [file for file in store.parent.iterdir() if "damaged" in file.name]
    assert str(aside) in out
    assert f"damaged-{datetime.datetime.now(datetime.UTC):%Y}-" in aside.name
    assert aside.read_bytes() == damage
    squares(*SEVEN, stdin=MOVES)
    assert len(squares("games", "--json").json) == 1


def test_a_game_is_played_to_its_end_and_kept_in_a_file_without_a_store(squares, store, tmp_path):
    store.parent.mkdir()
    store.write_bytes(b"no store")
    outcome = squares(*SEVEN, stdin=MOVES)
    assert outcome.code == 0
    assert "Total 48: lost" in outcome.out
    [file] = (tmp_path / "here").iterdir()
    assert outcome.err.count("\n") == 1
    assert f"the game is kept in {file} instead" in outcome.err
    assert "48 of 61, lost" in squares("--data", str(tmp_path / "new"), "share", str(file)).out
    assert store.read_bytes() == b"no store"


def test_a_game_left_without_a_store_is_resumed_from_its_file(squares, store, tmp_path):
    store.parent.mkdir()
    store.write_bytes(b"no store")
    outcome = squares(*SEVEN, stdin="a1\nb1\n")
    [file] = (tmp_path / "here").iterdir()
    assert outcome.err.endswith(f"squares: input ended; go on with: squares resume {file}\n")
    assert squares("resume", str(file), stdin="".join(f"{c}\n" for c in CELLS[2:])).code == 0
    assert "48 of 61, lost" in squares("--data", str(tmp_path / "new"), "share", str(file)).out
    store.unlink()
    assert "kept as game 1" in squares("games", "--import", str(file)).out


def test_a_store_of_a_newer_version_does_not_stop_a_game(squares, store, tmp_path):
    squares(*SEVEN, stdin=MOVES)
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = store.read_bytes()
    outcome = squares(*SEVEN, stdin=MOVES)
    assert outcome.code == 0
    assert "was written by a newer version (schema 99, this one knows 1)" in outcome.err
    assert len(list((tmp_path / "here").iterdir())) == 1
    assert store.read_bytes() == before


def test_a_record_of_a_variant_that_no_plugin_has_any_more_still_replays(squares, tmp_path):
    variants = tmp_path / "mine.toml"
    variants.write_text(
        '[[variant]]\nid = "mine"\nbase = "cribbage-squares"\ntitle = "My game"\ntarget = 20\n'
    )
    squares("--variant-file", str(variants), "play", "mine", "--seed", "7", stdin=MOVES)
    assert "Total 48: won, 28 above the target of 20." in squares("replay", "1").out
    assert [found["title"] for found in squares("stats", "mine", "--json").json] == ["My game"]


def test_two_processes_may_play_at_once(squares):
    words = [sys.executable, "-m", "squares_core", "play", "cribbage-squares", "--seed"]
    pipe = subprocess.PIPE
    games = [
        subprocess.Popen([*words, str(seed)], stdin=pipe, stdout=pipe, text=True, encoding="utf-8")
        for seed in (1, 2)
    ]
    for cell in CELLS:
        for game in games:
            game.stdin.write(f"{cell}\n")
            game.stdin.flush()
    for game in games:
        game.communicate()
    found = squares("games", "--json").json
    assert [game.returncode for game in games] == [0, 0]
    assert sorted(game["deal"][:2] for game in found) == ["S1", "S2"]
    assert [game["state"] for game in found] == ["finished", "finished"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals of POSIX")
def test_control_c_keeps_the_game(squares):
    game = subprocess.Popen(
        [sys.executable, "-m", "squares_core", *SEVEN],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, encoding="utf-8", env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    game.stdin.write("a1\nb1\n")
    game.stdin.flush()
    seen = ""
    while seen.count(" > ") < 3:
        seen += game.stdout.read(1)
    game.send_signal(2)
    _, err = game.communicate()
    assert game.returncode == 130
    assert err == "squares: interrupted; go on with: squares resume 1\n"
    assert squares("games", "--json").json[0]["moves"] == 2


def test_the_json_of_a_game_names_everything(squares):
    squares(*SEVEN, stdin=MOVES)
    [game] = json.loads(squares("games", "--json").out)
    assert set(game) == {
        "number", "id", "variant", "title", "players", "deal", "daily", "replay", "state", "moves",
        "started", "saved", "ended", "total", "won", "aids",
    }  # fmt: skip


def test_a_folder_that_is_not_there_is_named_by_what_lists_games(squares, tmp_path, monkeypatch):
    folder = tmp_path / "nowhere"
    told = f"there is no folder {folder}: 'squares play' makes it and keeps a game there\n"
    for command in ("games", "stats"):
        outcome = squares("--data", str(folder), command)
        assert (outcome.code, outcome.out) == (0, told)
    assert squares("--data", str(folder), "games", "--json").json == []
    squares("--data", str(folder), *SEVEN)
    assert "in progress" in squares("--data", str(folder), "games").out


def test_a_record_that_is_not_kept_is_told_how_it_could_be(squares, tmp_path):
    file = str(tmp_path / "game.toml")
    squares(*SEVEN, stdin=MOVES)
    squares("games", "1", "--export", file)
    assert squares("games", file).out == squares("games").out
    (tmp_path / "data" / "games.sqlite").unlink()
    squares(*SEVEN, stdin="a1\n")
    told = "none of these games is kept: 'squares games --import FILE' takes one in\n"
    assert squares("games", file).out == told
    both = squares("games", "1", file)
    assert "in progress" in both.out
    assert both.err == f"{file} is not kept: 'squares games --import FILE' takes it in\n"


def test_a_game_never_finished_stands_below_no_figures(squares):
    squares(*SEVEN, stdin="a1\n")
    assert "Never finished yet: 1." in squares("stats").out
