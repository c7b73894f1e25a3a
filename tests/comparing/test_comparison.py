from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import permutations
from statistics import mean, stdev, variance

import numpy as np
import pandas as pd
import pytest

from squares_core import (
    Combination,
    Deal,
    Game,
    Grid,
    InvalidValueError,
    PlacementRule,
    Rules,
    Scorer,
    Strategy,
    UnknownIdError,
    make_deal,
    rank_of,
    suit_of,
)
from squares_core.chance import Chance
from squares_core.comparing.comparison import compare
from squares_core.deal_files import read_deals

FIVE = (0, 1, 4, 8, 13)
"""AS AH 2S 3S 4H: two of a rank, three of a suit and two of another."""


@dataclass(frozen=True)
class RanksAndSuits(Scorer):
    """Two cards of a line: points for equal ranks and for equal suits."""

    id: str = "ranks-and-suits"
    title: str = "Ranks and suits"
    rank_points: int = 5
    suit_points: int = 2

    hand_sizes = (2,)

    def combinations(self, hand, starter=None):
        found = []
        if rank_of(hand[0]) == rank_of(hand[1]):
            found.append(Combination("pair", tuple(hand), self.rank_points))
        if suit_of(hand[0]) == suit_of(hand[1]):
            found.append(Combination("suit", tuple(hand), self.suit_points))
        return found


@dataclass(frozen=True)
class Forwards(Strategy):
    """The first legal move or the last, whatever it is worth: ``forwards`` says which."""

    id = "forwards"
    title = "Forwards"
    forwards: bool = True

    def choose(self, view, rng):
        return view.legal_moves[0 if self.forwards else -1]


class EveryOther(PlacementRule):
    """Blocks: no card may touch another by its side."""

    id, title, description = "every-other", "Every other", "No card may touch another."
    may_block = True

    def legal_cells(self, tableau, card):
        size = tableau.grid.columns
        filled = [cell for cell, there in enumerate(tableau.cards) if there is not None]
        return [
            cell
            for cell in tableau.empty_cells
            if all(abs(cell - f) not in (1, size) for f in filled)
        ]


@pytest.fixture
def small(registry):
    """A grid of two by two, whose deals of five cards can be counted out."""
    grid = Grid(2, 2)
    return Rules(
        id="small",
        title="Small",
        grid=grid,
        lines=grid.lines(["rows", "columns"]),
        scorer=RanksAndSuits(),
        placement=registry.placement_rule("anywhere"),
        target=4,
    )


def played(rules, strategy, deal, index=0, seed=0):
    game = Game(rules, Deal(tuple(deal)))
    chance = Chance(seed, index, 1)
    while not game.over:
        game.play(strategy.choose(game.view, chance))
    return game


def totals(found, played_for, strategy, scored_by):
    return [
        row["total"]
        for row in found.rows()
        if (row["played_for"], row["strategy"], row["scored_by"])
        == (played_for, strategy, scored_by)
    ]


def require_plain(document):
    """Everything is text, numbers that are finite, or None."""
    text = json.dumps(document, allow_nan=False)
    assert json.loads(text) == document


@pytest.fixture(scope="module")
def american_and_english(registry):
    rules = [registry.rules(name) for name in ("poker-squares", "poker-squares-english")]
    players = [registry.strategy("random"), registry.strategy("greedy")]
    swedish = [registry.scorer("poker-swedish")]
    return compare(rules, players, 30, 4, scored_by=swedish, hindsight=3, positions=4)


def test_every_game_is_the_one_that_simulate_plays_and_every_system_scores_its_grid(
    registry, american_and_english
):
    found = american_and_english
    systems = {name: registry.rules(name) for name in ("poker-squares", "poker-squares-english")}
    swedish = replace(systems["poker-squares"], scorer=registry.scorer("poker-swedish"))
    judges = {**systems, "poker-squares:poker-swedish": swedish}
    expected = []
    for index in range(30):
        for played_for, rules in systems.items():
            for strategy in ("random", "greedy"):
                deal = make_deal(4, index).cards
                game = played(rules, registry.strategy(strategy), deal, index, 4)
                tableau = game.position.tableau
                expected += [
                    (index, played_for, strategy, scored_by, judge.score(tableau).total)
                    for scored_by, judge in judges.items()
                ]
    rows = list(found.rows())
    assert expected == [tuple(row.values())[:5] for row in rows]


def test_figures_follow_from_the_rows(american_and_english):
    found = american_and_english
    mine = np.array(totals(found, "poker-squares", "greedy", "poker-squares"))
    row = found.summaries[1]
    assert (row["system"], row["strategy"], row["games"]) == ("poker-squares", "greedy", 30)
    assert mean(mine.tolist()) == pytest.approx(row["mean"])
    assert stdev(mine.tolist()) == pytest.approx(row["sd"])
    assert np.mean(mine >= 200) == row["win_rate"]
    assert np.mean(mine >= row["target_one_in_ten"]) == row["rate_one_in_ten"] >= 0.1
    chance = totals(found, "poker-squares", "random", "poker-squares")
    assert (mean(mine.tolist()) - mean(chance)) / stdev(chance) == pytest.approx(row["normalised"])

    crossed = totals(found, "poker-squares-english", "greedy", "poker-squares")
    loss = next(
        row
        for row in found.matrix
        if row["strategy"] == "greedy"
        and (row["played_for"], row["scored_by"]) == ("poker-squares-english", "poker-squares")
    )
    assert mean(crossed) == pytest.approx(loss["mean"])
    assert mean((mine - crossed).tolist()) == pytest.approx(loss["loss"])

    paired = next(row for row in found.differences if row["first_system"] == "poker-squares")
    gains = np.array(chance) - mine
    assert (paired["first_strategy"], paired["second_strategy"]) == ("random", "greedy")
    assert gains.mean() == pytest.approx(paired["mean"])
    assert [(gains > 0).sum(), (gains == 0).sum(), (gains < 0).sum()] == [
        paired[key] for key in ("first_higher", "equal", "second_higher")
    ]
    assert paired["verdict"] == "lower"


def test_points_times_frequency_add_up_to_the_mean(american_and_english):
    for cell in american_and_english.matrix:
        mine = [
            row
            for row in american_and_english.combinations
            if all(row[key] == cell[key] for key in ("played_for", "strategy", "scored_by"))
        ]
        assert sum(row["points_per_game"] for row in mine) == pytest.approx(cell["mean"])
        assert sum(row["share"] for row in mine) == pytest.approx(1)
        for row in mine:
            assert row["per_game"] * row["points_each"] == pytest.approx(row["points_per_game"])


def test_the_tables_are_plain_data_that_pandas_takes_whole(american_and_english):
    document = american_and_english.document()
    require_plain(document)
    assert pd.DataFrame(american_and_english.summaries).shape[0] == 4
    frame = pd.DataFrame(american_and_english.rows())
    assert frame.shape == (30 * 2 * 2 * 3, 6)
    means = frame.groupby(["played_for", "strategy", "scored_by"])["total"].mean()
    assert means["poker-squares", "greedy", "poker-squares"] == document["summaries"][1]["mean"]


def test_no_grid_of_a_game_beats_the_best_of_hindsight(american_and_english):
    skill = american_and_english.skill
    assert [(row["system"], row["strategy"]) for row in skill] == [
        ("poker-squares", "greedy"),
        ("poker-squares-english", "greedy"),
    ]
    for row in skill:
        assert row["deals"] == 3
        assert row["random_mean"] < row["mean"] < row["optimum_mean"]
        whole = row["optimum_mean"] - row["random_mean"]
        assert (row["mean"] - row["random_mean"]) / whole == pytest.approx(row["index"])


def test_a_doubled_scorer_changes_nothing_but_the_numbers(registry):
    american = registry.rules("poker-squares", {"target": "none"})
    table = {name: 2 * points for name, points in american.scorer.table.items()}
    doubled = american.scorer.with_options(table=table).named("doubled", "Doubled")
    players = [registry.strategy("random"), registry.strategy("greedy")]
    found = compare([american], players, 40, 2, scorers=[american.scorer, doubled], hindsight=2)

    once, twice = "poker-squares", "poker-squares:doubled"
    for strategy in ("random", "greedy"):
        single = np.array(totals(found, once, strategy, once))
        assert (2 * single).tolist() == totals(found, twice, strategy, twice)
    assert [row["rank_correlation"] for row in found.correlations] == [pytest.approx(1)] * 2
    assert {row["share"] for row in found.choices} == {0}
    assert sum(row["decisions"] for row in found.choices) > 0
    assert {(row["loss"], row["verdict"]) for row in found.matrix} == {(0, "open")}
    for table, figure in [
        (found.summaries, "normalised"),
        (found.luck, "player_share"),
        (found.luck, "deal_share"),
        (found.skill, "index"),
    ]:
        by_system = {
            system: [row[figure] for row in table if row["system"] == system]
            for system in (once, twice)
        }
        assert by_system[once] == pytest.approx(by_system[twice])
    assert found.luck_differences[0]["player_share"] == pytest.approx(0)
    assert found.luck_differences[0]["verdict"] == "open"
    assert found.skill_differences[0]["index"] == pytest.approx(0)


def test_a_strategy_against_itself_is_equal_on_every_deal_and_without_a_conclusion(registry):
    twice = [registry.strategy("greedy")] * 2
    found = compare([registry.rules("cribbage-squares")], twice, 25, 3)

    assert found.strategies == ("greedy", "greedy (2)")
    [row] = found.differences
    assert (row["mean"], row["low"], row["high"], row["sd"]) == (0, 0, 0, 0)
    assert (row["first_higher"], row["equal"], row["second_higher"]) == (0, 25, 0)
    assert row["verdict"] == "open"
    assert found.luck[0]["player_share"] == 0
    require_plain(found.document())


def test_one_entrant_leaves_nothing_to_compare_and_no_nan(registry):
    found = compare([registry.rules("cribbage-squares")], [registry.strategy("greedy")], 1, 3)

    document = found.document()
    require_plain(document)
    assert [document[key] for key in ("differences", "correlations", "choices", "luck")] == [[]] * 4
    [row] = document["summaries"]
    assert (row["sd"], row["low"], row["standard_error"], row["normalised"]) == (None,) * 3 + (0,)


def test_totals_that_are_all_equal_give_no_nan(registry, small):
    nothing = replace(small, scorer=RanksAndSuits(rank_points=0, suit_points=0))
    players = [registry.strategy("random"), Forwards(), Forwards(forwards=False)]
    found = compare([nothing, replace(small, id="other")], players, 20, 1, hindsight=5, positions=5)

    document = found.document()
    require_plain(document)
    zero = [row for row in document["summaries"] if row["system"] == "small"]
    assert {row["normalised"] for row in zero} == {0}
    assert document["correlations"][0]["rank_correlation"] is None
    assert document["luck"][0]["player_share"] is None
    assert document["skill"][0]["index"] is None


def best_grid(rules, cards):
    return max(
        sum(rules.scorer.points([grid[cell] for cell in line.cells]) for line in rules.lines)
        for grid in permutations(cards)
    )


def test_figures_of_a_grid_whose_deals_are_all_counted_out_are_exact(registry, small):
    deals = list(permutations(FIVE, 4))
    rules = [small, replace(small, id="suits", scorer=RanksAndSuits("s", "S", 1, 7), target=None)]
    players = [registry.strategy("random"), registry.strategy("greedy"), Forwards()]
    found = compare(rules, players, len(deals), 6, deals=deals, hindsight=120, positions=120)

    ended = {
        (system.id, player.id): [
            played(system, player, deal, index, 6) for index, deal in enumerate(deals)
        ]
        for system in rules
        for player in players
    }
    for row in found.summaries:
        exact = [game.score.total for game in ended[row["system"], row["strategy"].split("(")[0]]]
        assert mean(exact) == pytest.approx(row["mean"])
        assert (min(exact), max(exact)) == (row["min"], row["max"])
        if row["system"] == "small":
            assert sum(total >= 4 for total in exact) / 120 == row["win_rate"]

    for row in found.skill:
        system = next(each for each in rules if each.id == row["system"])
        assert mean(best_grid(system, deal) for deal in deals) == pytest.approx(row["optimum_mean"])

    grids = [game.position.tableau for system in rules for game in ended[system.id, "greedy"]]
    scores = [[system.score(grid).total for grid in grids] for system in rules]
    correlation = pd.Series(scores[0]).corr(pd.Series(scores[1]), method="spearman")
    greedy = next(row for row in found.correlations if row["strategy"] == "greedy")
    assert correlation == pytest.approx(greedy["rank_correlation"])

    table = np.array([[g.score.total for g in ended["small", p.id]] for p in players])
    pairs = [(0, 1), (0, 2), (1, 2)]
    deal = mean(float(np.cov(table[a], table[b])[0, 1]) for a, b in pairs)
    rest = mean(variance(row.tolist()) for row in table) - deal
    player = variance(table.mean(1).tolist()) - rest / 120
    assert deal == pytest.approx(found.luck[0]["deal"])
    assert rest == pytest.approx(found.luck[0]["rest"])
    assert max(0, player) == pytest.approx(found.luck[0]["player"])


def test_decisions_are_compared_in_the_same_positions(registry, small):
    other = replace(small, id="avoid", scorer=RanksAndSuits("avoid", "Avoid", -5, -2))
    greedy = registry.strategy("greedy")
    found = compare([small, other], [greedy, Forwards()], 40, 6, positions=40)

    decisions = differing = 0
    for index in range(40):
        one, two = (small, other) if index % 2 == 0 else (other, small)
        game = Game(one, make_deal(6, index))
        while not game.over:
            view = game.view
            if len(view.legal_moves) > 1:
                twin = replace(view, rules=two)
                decisions += 1
                differing += greedy.choose(view, Chance(0)) != greedy.choose(twin, Chance(0))
            game.play(greedy.choose(view, Chance(0)))
    rows = found.choices
    assert 0 < differing < decisions
    assert (decisions, differing) == (rows[0]["decisions"], rows[0]["differing"])
    assert rows[0]["low"] < differing / decisions == pytest.approx(rows[0]["share"])
    assert rows[1]["differing"] == 0


def test_decisions_that_hang_on_chance_are_told_apart(registry, small):
    systems = [small, replace(small, id="other")]
    found = compare(systems, [registry.strategy("random"), Forwards()], 30, 6, positions=30)
    assert [row["differing"] for row in found.choices] == [0, 0]
    assert found.choices[0]["by_chance"] > 0
    assert found.choices[1]["by_chance"] == 0


def test_systems_of_different_size_meet_in_normalised_scores_only(registry):
    rules = [registry.rules("cribbage-squares"), registry.rules("poker-squares")]
    players = [registry.strategy("random"), registry.strategy("greedy")]
    found = compare(rules, players, 200, 1)

    assert {(row["played_for"], row["scored_by"]) for row in found.matrix} == {
        ("cribbage-squares", "cribbage-squares"),
        ("poker-squares", "poker-squares"),
    }
    assert found.correlations == found.choices == []
    scores = {(row["system"], row["strategy"]): row["normalised"] for row in found.summaries}
    assert scores["cribbage-squares", "random"] == scores["poker-squares", "random"] == 0
    assert scores["poker-squares", "greedy"] > scores["cribbage-squares", "greedy"] > 1


def test_games_that_score_alike_are_compared_across_systems(registry):
    names = ("poker-squares", "poker-squares-waste")
    found = compare([registry.rules(n) for n in names], [registry.strategy("random")], 50, 1)
    [row] = found.differences
    assert (row["first_system"], row["second_system"]) == names
    assert found.correlations == []


def test_grids_without_a_starter_are_not_scored_by_a_system_that_counts_one(registry):
    plain = registry.rules("cribbage-squares", {"starter": "none"})
    with_starter = replace(registry.rules("cribbage-squares"), id="with-starter")
    found = compare([plain, with_starter], [registry.strategy("greedy")], 10, 1)
    assert {(row["played_for"], row["scored_by"]) for row in found.matrix} == {
        ("cribbage-squares", "cribbage-squares"),
        ("with-starter", "cribbage-squares"),
        ("with-starter", "with-starter"),
    }


def test_blocked_games_count_as_far_as_they_went_and_are_told(registry, small):
    blocked = replace(small, placement=EveryOther())
    found = compare([blocked, replace(small, id="open")], [Forwards()], 12, 1)
    rows = {row["system"]: row for row in found.summaries}
    assert (rows["small"]["blocked"], rows["open"]["blocked"]) == (12, 0)
    assert rows["small"]["mean"] == rows["small"]["win_rate"] == 0


def test_figures_do_not_depend_on_the_number_of_workers(registry):
    rules = [registry.rules("cribbage-squares"), registry.rules("cribbage-squares-waste")]
    players = [registry.strategy("random"), registry.strategy("greedy")]
    alone = compare(rules, players, 60, 8, hindsight=2, positions=3)
    shared = compare(rules, players, 60, 8, hindsight=2, positions=3, workers=3)
    assert alone.document() == shared.document()
    assert np.array_equal(alone.totals, shared.totals)


def test_an_interrupted_comparison_is_that_of_the_deals_complete_for_all(registry):
    def interrupt(done, _):
        if done >= 20:
            raise KeyboardInterrupt

    rules, players = [registry.rules("cribbage-squares")], [registry.strategy("random")]
    found = compare(rules, players, 50_000, 4, progress=interrupt)
    assert found.interrupted
    assert 20 <= found.games < found.asked == 50_000
    whole = compare(rules, players, found.games, 4)
    assert np.array_equal(whole.totals, found.totals)
    assert whole.summaries == found.summaries


def test_neighbouring_seeds_share_no_deals(registry):
    rules, players = [registry.rules("cribbage-squares")], [registry.strategy("greedy")]
    one, other = ({make_deal(seed, index).cards for index in range(1000)} for seed in (10, 11))
    assert len(one) == len(other) == 1000
    assert not one & other
    found = [compare(rules, players, 100, seed).totals.tolist() for seed in (10, 11)]
    assert found[0] != found[1]


def test_what_does_not_fit_together_is_refused(registry):
    poker, cribbage = registry.rules("poker-squares"), registry.rules("cribbage-squares")
    greedy, scorer = registry.strategy("greedy"), registry.scorer("poker-english")
    with pytest.raises(InvalidValueError, match="at least one variant and one strategy"):
        compare([poker], [], 5)
    with pytest.raises(InvalidValueError, match="poker-squares is named twice"):
        compare([poker, poker], [greedy], 5)
    with pytest.raises(InvalidValueError, match="no scorer that was named fits"):
        compare([cribbage], [greedy], 5, scorers=[scorer])
    with pytest.raises(InvalidValueError, match="at least one must be played"):
        compare([poker], [greedy], 0)
    with pytest.raises(InvalidValueError, match="2 deals given for 3 games"):
        compare([poker], [greedy], 3, deals=[make_deal(1).cards] * 2)
    with pytest.raises(InvalidValueError, match="numbers of deals, from 0 on"):
        compare([poker], [greedy], 3, hindsight=-1)
    with pytest.raises(UnknownIdError):
        registry.scorer("poker-german")


def test_a_scorer_takes_the_place_of_the_variants_own_and_its_target_goes(registry):
    scorers = [registry.scorer("poker-american"), registry.scorer("poker-english")]
    found = compare(
        [registry.rules("poker-squares")], [registry.strategy("greedy")], 5, scorers=scorers
    )
    assert [(row["system"], row["target"]) for row in found.systems] == [
        ("poker-squares", 200),
        ("poker-squares:poker-english", None),
    ]
    assert [row["win_rate"] for row in found.summaries][1] is None


def test_systems_with_the_same_points_share_one_range_of_totals(registry):
    names = ("poker-squares", "poker-squares-open", "poker-squares-english")
    players = [registry.strategy("random"), registry.strategy("greedy")]
    found = compare([registry.rules(name) for name in names], players, 12, 1, positions=0)
    totals = [found.totals_of(name, player) for name in names for player in found.strategies]
    american = found.range_of("poker-squares")
    assert american == found.range_of("poker-squares-open")
    assert american == (min(map(min, totals[:4])), max(map(max, totals[:4])))
    assert found.range_of("poker-squares-english") == (
        min(map(min, totals[4:])),
        max(map(max, totals[4:])),
    )


def test_where_the_deals_came_from_is_part_of_what_was_found(registry, tmp_path):
    path = tmp_path / "deals.txt"
    path.write_text(f"{make_deal(3).code}\n")
    rules, player = [registry.rules("poker-squares")], [registry.strategy("greedy")]
    assert compare(rules, player, 1).document()["deals_from"] is None
    assert compare(rules, player, 1, deals=[make_deal(3).cards]).document()["deals_from"] == ""
    found = compare(rules, player, 1, deals=read_deals(path)).document()
    assert (found["deals_from"], found["seed"]) == (str(path), 0)
