from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from squares_core import InvalidValueError, NoTablesError, load_registry, parse_cards
from squares_core.engine import CompiledRules, compile_rules, deal_many
from squares_core.engine.players.__main__ import main
from squares_core.engine.players.line_keys import FIRST_KEY, WIDTH, LineKeys, line_keys
from squares_core.engine.players.search import TablePlayer
from squares_core.engine.players.training import Training, train_values
from squares_core.engine.players.values import (
    Values,
    load_values,
    policy_of,
    starting_values,
    values_bytes,
    variant_digest,
)
from squares_core.engine.playing.games import GREEDY, play_games

REGISTRY = load_registry()
SHORT = Training(games=20_000, positions=2_000)


def compiled(variant: str) -> CompiledRules:
    return compile_rules(REGISTRY.rules(variant))


@pytest.fixture(scope="module")
def poker() -> CompiledRules:
    return compiled("poker-squares")


@pytest.fixture(scope="module")
def trained(poker: CompiledRules) -> Values:
    return train_values(poker, SHORT)


@pytest.fixture(scope="module")
def keys(poker: CompiledRules) -> LineKeys:
    return line_keys(poker)


def pattern(poker: CompiledRules, keys: LineKeys, cards: str) -> int:
    state = poker.automata[5].state_of(parse_cards(cards))
    return int(keys.parts[state, FIRST_KEY])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("5S 5H 9D", "KC KD 2S"),
        ("2S 5S 9S KS", "AH 4H TH QH"),
        ("4S 5H 6D 7C", "9C TS JS QD"),
        ("6S", "9D"),
    ],
)
def test_lines_that_promise_alike_share_a_pattern(
    poker: CompiledRules, keys: LineKeys, one: str, other: str
):
    assert pattern(poker, keys, one) == pattern(poker, keys, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("5S 5H 9D", "5S 5H 5D"),
        ("2S 5S 9S KS", "2S 5S 9S KH"),
        ("4S 5H 6D 7C", "4S 5H 6D 8C"),
        ("4S 5S 6S 7S", "2S 5S 9S KS"),
    ],
)
def test_lines_that_promise_differently_have_patterns_of_their_own(
    poker: CompiledRules, keys: LineKeys, one: str, other: str
):
    assert pattern(poker, keys, one) != pattern(poker, keys, other)


def test_the_cards_a_line_wants_most_are_those_that_make_it_best(
    poker: CompiledRules, keys: LineKeys
):
    state = poker.automata[5].state_of(parse_cards("2S 5S 9S KS"))
    held = set(parse_cards("2S 5S 9S KS"))
    wanted = {card for card in range(52) if int(keys.parts[state, 0]) >> card & 1}
    assert wanted - held == {card for card in range(52) if card % 4 == 0} - held


def test_a_full_line_is_known_by_its_points_alone(poker: CompiledRules, keys: LineKeys):
    flush, other, straight = (
        poker.automata[5].state_of(parse_cards(hand))
        for hand in ("2S 5S 9S KS QS", "3D 4D 6D 8D JD", "2S 3D 4S 5S 6S")
    )
    assert keys.parts[flush, WIDTH] == 0
    assert keys.prospect[flush] == 20
    assert keys.parts[flush, FIRST_KEY] == keys.parts[other, FIRST_KEY]
    assert keys.parts[flush, FIRST_KEY] != keys.parts[straight, FIRST_KEY]


def test_no_learning_changes_what_a_full_line_is_worth(poker: CompiledRules, keys: LineKeys):
    learned = train_values(poker, Training(games=300, positions=50, playouts=4))
    flush = poker.automata[5].state_of(parse_cards("2S 5S 9S KS QS"))
    first = int(keys.parts[flush, FIRST_KEY])
    for turn in set(keys.turn.tolist()):
        for offset in set(keys.offset.tolist()):
            assert learned.table[first + turn + offset] == 20


def test_the_worth_of_a_full_line_is_the_mean_over_starters_that_it_does_not_hold():
    rules = compiled("cribbage-squares")
    hand = parse_cards("5S 5H 6D 6C")
    points = [rules.rules.scorer.points(hand, card) for card in range(52) if card not in hand]
    worth = line_keys(rules).prospect[rules.automata[4].state_of(hand)]
    assert worth == pytest.approx(sum(points) / len(points), rel=1e-6)


def test_every_key_lies_in_the_table(keys: LineKeys):
    best, second, first, width = keys.parts.T
    counts = keys.coarse[[int(mask).bit_count() for mask in best]].astype(np.int64)
    seconds = keys.coarse[[int(mask).bit_count() for mask in second]].astype(np.int64)
    last = first.astype(np.int64) + counts * width.astype(np.int64) + seconds
    assert (seconds < np.maximum(width, 1)).all()
    assert last.max() + int(keys.offset.max()) + int(keys.turn.max()) == keys.size - 1


def test_trained_values_play_far_better_than_greed(poker: CompiledRules, trained: Values):
    deals = deal_many(3, 0, 2_000)
    greedy = play_games(poker, GREEDY, deals, 3, 0).totals.mean()
    assert TablePlayer(poker, trained).play_by_value(deals).totals.mean() > greedy + 30


def test_training_again_gives_the_same_values(poker: CompiledRules, trained: Values):
    again = train_values(poker, SHORT)
    assert values_bytes(again) == values_bytes(trained)
    other = train_values(poker, replace(SHORT, seed=2))
    assert values_bytes(other) != values_bytes(trained)


def test_progress_rises_to_the_whole(poker: CompiledRules):
    heard: list[tuple[int, int]] = []
    train_values(poker, Training(games=100, positions=10), lambda *now: heard.append(now))
    assert heard == sorted(heard)
    assert heard[-1] == (1000, 1000)


def test_values_come_back_from_a_file(poker: CompiledRules, trained: Values, tmp_path: Path):
    (tmp_path / "v.npz").write_bytes(values_bytes(trained))
    loaded = load_values(tmp_path / "v.npz", variant_digest(poker))
    assert loaded is not None
    assert values_bytes(loaded) == values_bytes(trained)
    deals = deal_many(3, 0, 100)
    one, other = (TablePlayer(poker, v).play_by_value(deals) for v in (trained, loaded))
    assert (one.traces == other.traces).all()


def test_files_that_are_foreign_cut_or_of_another_game_are_not_used(
    poker: CompiledRules, trained: Values, tmp_path: Path
):
    path = tmp_path / "v.npz"
    assert load_values(path, trained.digest) is None
    whole = values_bytes(trained)
    for content in (b"", b"no such thing", whole[: len(whole) // 2], whole[:-1]):
        path.write_bytes(content)
        assert load_values(path, trained.digest) is None
    path.write_bytes(whole)
    assert load_values(path, variant_digest(compiled("poker-squares-english"))) is None


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("parts", lambda array: array + np.uint64(1)),
        ("parts", lambda array: array[:-1]),
        ("coarse", lambda array: array + np.uint32(9)),
        ("turn", lambda array: array + np.uint32(1)),
        ("offset", lambda array: array.astype(np.int64)),
        ("size", lambda array: array * 2**40),
        ("extras", lambda array: array[:, :-1]),
        ("met", lambda array: array + np.uint32(1000)),
    ],
)
def test_a_file_made_to_lead_loops_astray_is_not_used(
    poker: CompiledRules, trained: Values, tmp_path: Path, name, change
):
    path = tmp_path / "v.npz"
    path.write_bytes(values_bytes(trained))
    with np.load(path) as file:
        arrays = {each: file[each] for each in file.files}
    np.savez(path, **(arrays | {name: change(arrays[name])}))
    assert load_values(path, trained.digest) is None
    np.savez(path, **arrays)
    assert load_values(path, trained.digest) is not None


def test_values_of_another_game_are_refused(trained: Values):
    with pytest.raises(InvalidValueError, match="learned for another game"):
        policy_of(compiled("poker-squares-english"), trained)


def test_open_games_have_no_values():
    rules = compiled("cribbage-squares-open")
    with pytest.raises(NoTablesError, match="one by one"):
        policy_of(rules, starting_values(rules, line_keys(rules)))


def test_learning_for_a_variant_that_is_not_there_says_so_in_one_line(tmp_path, capsys):
    assert main(["no-squares", "--into", str(tmp_path / "values")]) == 1
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("there is no variant 'no-squares'")


def test_a_folder_that_cannot_be_made_is_named(tmp_path, capsys):
    (tmp_path / "values").write_text("a file")
    assert main(["poker-squares", "--into", str(tmp_path / "values")]) == 1
    [line] = capsys.readouterr().err.splitlines()
    assert line == f"'{tmp_path / 'values'}' cannot be written: File exists"
