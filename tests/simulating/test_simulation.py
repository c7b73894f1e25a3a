from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from collections import Counter
from dataclasses import dataclass, replace
from statistics import mean, stdev

import numpy as np
import pytest

from squares_core import (
    Combination,
    Deal,
    Game,
    Grid,
    InvalidValueError,
    PlacementRule,
    PluginError,
    Scorer,
    Strategy,
    UnreadableError,
    card_names,
    make_deal,
)
from squares_core.chance import Chance
from squares_core.deal_files import read_deals
from squares_core.simulating.simulation import simulate, slow_reason


@dataclass(frozen=True)
class LastCell(Strategy):
    """Plays one game at a time: the last legal move, or a random one half of the time."""

    id = "last-cell"
    title = "Last cell"

    def choose(self, view, rng):
        return view.legal_moves[-1] if rng.random() < 0.5 else view.legal_moves[0]


class SuitsApart(PlacementRule):
    """Looks at cards: a card may not touch one of its rank unless it must."""

    id, title, description = "suits-apart", "Apart", "No card may touch its own rank."
    looks_at_cards = True

    def legal_cells(self, tableau, card):
        apart = [
            cell
            for cell in tableau.empty_cells
            if all(
                tableau[other] is None or tableau[other] // 4 != card // 4
                for other in tableau.grid.neighbours[cell]
            )
        ]
        return apart or tableau.empty_cells


def plainly(rules, strategy, games, seed):
    for index in range(games):
        game = Game(rules, make_deal(seed, index))
        chance = Chance(seed, index, 1)
        while not game.over:
            game.play(strategy.choose(game.view, chance))
        yield game


@pytest.mark.parametrize(
    ("variant", "strategy"),
    [
        ("cribbage-squares", "greedy"),
        ("cribbage-squares-waste", "random"),
        ("poker-squares-english", "greedy"),
        ("maverick", "random"),
    ],
)
def test_figures_are_those_of_the_plain_games_added_up(registry, variant, strategy):
    rules, player = registry.rules(variant), registry.strategy(strategy)
    games = list(plainly(rules, player, 12, 5))
    found = simulate(rules, player, 12, 5)

    totals = [game.score.total for game in games]
    counts = Counter(
        item.name
        for game in games
        for item in (
            *(c for line in game.score.lines for c in line.combinations),
            *game.score.bonus,
        )
    )
    document = found.document()
    assert totals == found.totals.tolist()
    assert mean(totals) == pytest.approx(found.mean)
    assert stdev(totals) == pytest.approx(document["sd"])
    assert stdev(totals) / 12**0.5 == pytest.approx(document["standard_error"])
    assert sum(game.won for game in games) / 12 == found.win_rate
    assert {n: c / 12 for n, c in counts.items()} == pytest.approx(dict(found.combinations))
    assert sum(found.points.values()) == pytest.approx(found.mean)
    assert sorted(totals)[5] == document["quantiles"]["0.5"]


@pytest.mark.parametrize("workers", [2, 3])
def test_figures_do_not_depend_on_the_number_of_workers(registry, workers):
    rules = registry.rules("cribbage-squares-1-reserve")
    alone = simulate(rules, registry.strategy("random"), 300, 8).document()
    shared = simulate(rules, registry.strategy("random"), 300, 8, workers=workers).document()

    for clock in ("seconds", "games_per_second"):
        del alone[clock], shared[clock]
    assert alone == shared


def test_a_strategy_without_tables_of_its_own_plays_one_game_at_a_time(registry):
    rules = registry.rules("cribbage-squares")
    found = simulate(rules, LastCell(), 7, 3)

    expected = [game.score.total for game in plainly(rules, LastCell(), 7, 3)]
    assert expected == found.totals.tolist()


def test_a_scorer_that_takes_too_long_to_compile_is_played_plainly_and_said_to_be_slow(registry):
    class EveryCard(Scorer):
        id, title, hand_sizes, symmetry = "every-card", "Every card", (7,), "none"

        def combinations(self, hand, starter=None):
            return [Combination("card", tuple(hand), sum(hand))]

    base = registry.rules("poker-squares")
    grid = Grid(2, 7)
    rules = replace(base, grid=grid, lines=grid.lines(["rows"]), scorer=EveryCard())
    games = simulate(rules, registry.strategy("random"), games=5, seed=2)
    assert games.totals.tolist() == [
        sum(game.position.tableau.placed)
        for game in plainly(rules, registry.strategy("random"), 5, 2)
    ]
    assert "every-card" in slow_reason(rules)


def test_a_placement_rule_that_looks_at_cards_is_played_rightly_and_said_to_be_slow(registry):
    rules = replace(registry.rules("poker-squares"), placement=SuitsApart())
    found = simulate(rules, registry.strategy("greedy"), 4, 3)

    expected = list(plainly(rules, registry.strategy("greedy"), 4, 3))
    assert [game.score.total for game in expected] == found.totals.tolist()
    assert sum(found.points.values()) == pytest.approx(found.mean)
    assert "suits-apart" in slow_reason(rules)
    assert slow_reason(registry.rules("poker-squares")) == ""


def test_one_game_has_no_standard_error_and_no_nan(registry):
    document = simulate(registry.rules("maverick"), registry.strategy("random"), 1, 1).document()

    assert document["standard_error"] is None
    assert document["sd"] is None
    assert "nan" not in repr(document).lower()


def test_a_game_without_a_win_has_no_win_rate(registry):
    rules = registry.rules("cribbage-squares", {"target": "none"})

    assert simulate(rules, registry.strategy("greedy"), 5, 1).win_rate is None


def test_given_deals_are_played_as_given(registry):
    rules, player = registry.rules("cribbage-squares"), registry.strategy("greedy")
    deals = [make_deal(9, i).cards[:17] for i in range(5)]
    found = simulate(rules, player, 5, 0, deals=deals)

    games = []
    for cards in deals:
        game = Game(rules, Deal(cards))
        while not game.over:
            game.play(player.choose(game.view, Chance(0)))
        games.append(game.score.total)
    assert games == found.totals.tolist()


def test_a_deal_with_too_few_cards_is_named(registry):
    rules, player = registry.rules("cribbage-squares"), registry.strategy("greedy")
    deals = [make_deal(9).cards[:17], make_deal(10).cards[:16]]

    with pytest.raises(InvalidValueError, match=r"deal 2 has 16 cards; .* needs 17"):
        simulate(rules, player, 2, 0, deals=deals)
    with pytest.raises(InvalidValueError, match="2 deals given for 3 games"):
        simulate(rules, player, 3, 0, deals=deals)


@pytest.mark.parametrize(("games", "workers"), [(0, 1), (-1, 1), (1, 0)])
def test_fewer_than_one_game_or_worker_is_refused(registry, games, workers):
    with pytest.raises(InvalidValueError, match="at least one"):
        simulate(registry.rules("maverick"), registry.strategy("random"), games, workers=workers)


def test_an_interruption_keeps_the_games_that_are_complete(registry):
    def interrupt(done, _):
        if done >= 20:
            raise KeyboardInterrupt

    rules, player = registry.rules("cribbage-squares"), registry.strategy("random")
    found = simulate(rules, player, 100_000, 4, progress=interrupt)

    assert found.interrupted
    assert 20 <= found.games < 100_000
    whole = simulate(rules, player, found.games, 4)
    assert np.array_equal(whole.totals, found.totals)


def test_the_same_seed_gives_the_same_file_in_any_process(tmp_path):
    files = []
    for salt in ("0", "1"):
        path = tmp_path / f"{salt}.csv"
        command = [sys.executable, "-m", "squares_core", "simulate", "poker-squares"]
        command += ["--strategy", "random", "--games", "50", "--seed", "3", "--csv", str(path)]
        environ = {**os.environ, "PYTHONHASHSEED": salt}
        subprocess.run(command, check=True, env=environ, capture_output=True, timeout=120)
        files.append(path.read_bytes())

    assert files[0] == files[1]
    assert len(files[0].splitlines()) == 51


def test_a_file_of_deals_holds_cards_or_codes_and_comments(tmp_path):
    one, two = make_deal(1), make_deal(2)
    path = tmp_path / "deals.txt"
    path.write_text(f"# two deals\n{','.join(card_names(one.cards))}\n\n{two.code}  # a code\n")

    assert [one.cards, two.cards] == [tuple(deal) for deal in read_deals(path)]


def test_deals_of_a_file_take_little_more_memory_than_their_cards(tmp_path):
    path = tmp_path / "deals.txt"
    line = " ".join(card_names(make_deal(1).cards))
    path.write_text(f"{line}\n" * 20_000)
    tracemalloc.start()
    deals = read_deals(path)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert len(deals) == 20_000
    assert tuple(deals[-1]) == make_deal(1).cards
    assert [tuple(deal) for deal in deals[19_998:]] == [make_deal(1).cards] * 2
    assert kept / 20_000 < 80


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5H 5H\n", "line 1: 5H is given twice"),
        ("5H 6H\n5X 6H\n", "line 2: '5X' is not a card"),
        ("\n# nothing\n", "holds no deals"),
        ("AS 2S\n, ,\n", "line 2: no card stands between the commas"),
        ("NOCODE\n", "line 1: 'NOCODE' is not a deal code"),
    ],
)
def test_a_bad_file_of_deals_is_refused_with_its_line(tmp_path, text, message):
    path = tmp_path / "deals.txt"
    path.write_text(text)

    with pytest.raises(UnreadableError, match=message):
        read_deals(path)


class Amiss(Strategy):
    """Answers what a function of the view says."""

    id, title = "amiss", "Amiss"

    def __init__(self, answer):
        self.answer = answer

    def choose(self, view, rng):
        return self.answer(view)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (lambda _: None, r"strategy amiss: Amiss\.choose\(\) returned None, not one of the legal"),
        (lambda view: view.legal_moves, r"Amiss\.choose\(\) returned \(Move"),
        (
            lambda view: view.rules.legal_moves(view.rules.start(range(52)))[0],
            r"Amiss\.choose\(\) returned a move that is not legal: a1 already holds",
        ),
        (
            lambda view: view.nothing,
            r"strategy amiss failed: AttributeError: .* \(test_simulation\.py, line \d+; SQ",
        ),
    ],
)
def test_a_strategy_that_gives_no_legal_move_is_named(registry, answer, told):
    with pytest.raises(PluginError, match=told):
        simulate(registry.rules("poker-squares"), Amiss(answer), 1)


def test_a_strategy_that_refuses_a_game_is_heard(registry):
    def refuse(_):
        raise InvalidValueError("not this one")

    with pytest.raises(InvalidValueError, match=r"^not this one$"):
        simulate(registry.rules("poker-squares"), Amiss(refuse), 1)


@pytest.mark.parametrize("wrong", [[1] * 52, [200, *range(51)], [-1, *range(51)]])
def test_a_deal_of_what_is_no_pack_is_refused(registry, wrong):
    rules, strategy = registry.rules("cribbage-squares"), registry.strategy("random")
    with pytest.raises(InvalidValueError, match="deal 2 is no deal: it needs different cards"):
        simulate(rules, strategy, 2, deals=[list(range(52)), wrong])
