from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from squares_core import (
    Card,
    Cell,
    Combination,
    Game,
    Grid,
    InvalidValueError,
    NoTablesError,
    PlacementRule,
    PluginError,
    Rules,
    Scorer,
    Tableau,
    load_registry,
    make_deal,
    rank_of,
    suit_of,
)
from squares_core.chance import PLAY_PURPOSE, Chance
from squares_core.engine.playing.board import ANYWHERE, REMEMBERED, TOUCHING, compile_rules
from squares_core.engine.playing.games import (
    GREEDY,
    NO_CARD,
    RANDOM,
    PlayedGames,
    play_games,
    trace_of,
)
from squares_core.engine.playing.streams import deal_many

REGISTRY = load_registry()
PLAYERS = {"random": RANDOM, "greedy": GREEDY}


def played_plainly(rules: Rules, strategy: str, seed: int, index: int) -> Game:
    game = Game(rules, make_deal(seed, index))
    chance = Chance(seed, index, PLAY_PURPOSE)
    player = REGISTRY.strategy(strategy)
    while not game.over:
        game.play(player.choose(game.view, chance))
    return game


def assert_same(game: Game, played: PlayedGames, number: int) -> None:
    starter = game.position.starter
    cards = [NO_CARD if card is None else card for card in game.position.tableau.cards]
    assert trace_of(game.moves) == int(played.traces[number])
    assert cards == played.grids[number].tolist()
    assert (NO_CARD if starter is None else starter) == played.starters[number]
    assert game.score.total == played.totals[number]


@pytest.mark.parametrize("strategy", PLAYERS)
@pytest.mark.parametrize("variant", REGISTRY.variants.ids)
def test_games_on_tables_are_the_plain_games_move_for_move(variant, strategy):
    rules = REGISTRY.rules(variant)
    seed, games = 2026, 6
    played = play_games(compile_rules(rules), PLAYERS[strategy], deal_many(seed, 0, games), seed, 0)

    for index in range(games):
        assert_same(played_plainly(rules, strategy, seed, index), played, index)


class Differences(Scorer):
    """Scores any size; with a starter it counts too; the running score differs from the final."""

    id, title, hand_sizes = "differences", "Differences", (2, 3)
    uses_starter = True
    symmetry = "suits"

    def combinations(self, hand, starter=None):
        spread = max(map(rank_of, hand)) - min(map(rank_of, hand))
        found = [Combination("spread", tuple(hand), spread)]
        if starter is not None and suit_of(starter) in map(suit_of, hand):
            found.append(Combination("suit", (starter,), 5))
        return found

    def partial(self, hand):
        return [Combination("so far", tuple(hand), -len(hand) * rank_of(min(hand)))]

    def bonus(self, starter):
        return [Combination("ace up", (starter,), 7)] if rank_of(starter) == 1 else []


class Checkered(PlacementRule):
    """White cells first, and never the last cell before all others: no rule of touching."""

    id, title, description = "checkered", "Checkered", "White cells first."

    def legal_cells(self, tableau: Tableau, card: Card) -> Sequence[Cell]:
        empty = tableau.empty_cells
        white = [c for c in empty if (tableau.grid.row_of(c) + tableau.grid.column_of(c)) % 2 == 0]
        return white or empty


class Snake(PlacementRule):
    """Only cells after the last filled one: the game can be blocked."""

    id, title, description = "snake", "Snake", "Only onwards."
    may_block = True

    def legal_cells(self, tableau: Tableau, card: Card) -> Sequence[Cell]:
        filled = tableau.filled_cells
        return [cell for cell in tableau.empty_cells if not filled or cell > max(filled)]


SCORER = Differences()
RULES = {"checkered": Checkered(), "snake": Snake()}
RULES |= {rule.id: rule for rule in REGISTRY.placement_rules}


@st.composite
def small_rules(draw):
    grid = Grid(draw(st.integers(2, 3)), draw(st.integers(2, 3)))
    kinds = draw(st.sets(st.sampled_from(["rows", "columns"]), min_size=1))
    if grid.rows == grid.columns and draw(st.booleans()):
        kinds = {*kinds, "diagonals"}
    deal = draw(st.sampled_from(["turned", "open", "shuffle"]))
    starters = {"turned": ["none", "turned"], "open": ["none", "open", "chosen"]}
    starter = draw(st.sampled_from(starters.get(deal, ["none", "open"])))
    reserves = draw(st.integers(0, 2)) if deal == "turned" else 0
    return Rules(
        id="small",
        title="Small",
        grid=grid,
        lines=grid.lines(kinds),
        scorer=SCORER,
        placement=RULES[draw(st.sampled_from(sorted(RULES)))],
        deal=deal,
        starter=starter,
        reserves=reserves,
        reserve_size=draw(st.integers(1, 3)),
        waste_size=draw(st.integers(0, 2)) if deal == "turned" else 0,
    )


@settings(max_examples=60)
@given(small_rules(), st.sampled_from(sorted(PLAYERS)), st.integers(0, 2**64 - 1))
def test_any_variant_plays_on_tables_as_it_plays_plainly(rules, strategy, seed):
    played = play_games(compile_rules(rules), PLAYERS[strategy], deal_many(seed, 3, 2), seed, 3)

    for number in range(2):
        assert_same(played_plainly(rules, strategy, seed, 3 + number), played, number)


@pytest.mark.parametrize(
    ("rule", "kind"),
    [
        ("anywhere", ANYWHERE),
        ("adjacent", TOUCHING),
        ("adjacent-sides", TOUCHING),
        ("checkered", REMEMBERED),
        ("snake", REMEMBERED),
    ],
)
def test_a_placement_rule_becomes_masks_only_where_it_has_that_form(rule, kind):
    rules = replace(REGISTRY.rules("cribbage-squares"), placement=RULES[rule])

    assert kind == compile_rules(rules).board.rule


def test_a_remembered_rule_may_have_more_answers_than_the_table_first_holds():
    rules = replace(REGISTRY.rules("poker-squares"), placement=RULES["checkered"])
    played = play_games(compile_rules(rules), RANDOM, deal_many(1, 0, 80), 1, 0)

    assert_same(played_plainly(rules, "random", 1, 79), played, 79)


def test_a_rule_that_looks_at_cards_has_no_tables():
    class Suited(Snake):
        looks_at_cards = True

    rules = replace(REGISTRY.rules("cribbage-squares"), placement=Suited())
    with pytest.raises(NoTablesError, match="looks at cards"):
        compile_rules(rules)


class RarelyWrong(PlacementRule):
    """Any empty cell, but another answer once three cells at the top are filled."""

    id, title, description = "rarely-wrong", "Rarely Wrong", "Any cell, nearly always."
    answer: Sequence[Cell] = ()

    def legal_cells(self, tableau: Tableau, card: Card) -> Sequence[Cell]:
        return self.answer if tableau.filled_cells == (0, 1, 2) else tableau.empty_cells


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ((0,), "gave a1, which holds a card"),
        ((40,), "gave 40, while the cells of this grid are 0 to 15"),
        ((5, 5), "gave b2 twice"),
        ((-1,), "gave -1, while"),
    ],
)
def test_a_rule_that_answers_wrongly_in_rare_positions_is_told_by_name(answer, told):
    rule = RarelyWrong()
    rule.answer = answer
    compiled = compile_rules(replace(REGISTRY.rules("cribbage-squares"), placement=rule))
    with pytest.raises(PluginError, match=f"RarelyWrong.legal_cells.. {told}"):
        play_games(compiled, RANDOM, deal_many(1, 0, 20_000), 1, 0)


def test_deals_and_players_that_loops_cannot_read_are_refused():
    compiled = compile_rules(REGISTRY.rules("cribbage-squares"))
    deals = deal_many(1, 0, 2)
    for wrong in (deals[:, :5], deals + np.uint8(200), deals.astype(float), deals[0], [[1, 2]]):
        with pytest.raises(
            InvalidValueError, match=r"deals are an array uint8\[games, 17 or more\]"
        ):
            play_games(compiled, RANDOM, wrong, 1, 0)
    with pytest.raises(InvalidValueError, match="give RANDOM or GREEDY"):
        play_games(compiled, 7, deals, 1, 0)


def test_games_do_not_depend_on_how_they_are_divided():
    compiled = compile_rules(REGISTRY.rules("cribbage-squares-2-reserves"))
    whole = play_games(compiled, RANDOM, deal_many(4, 0, 60), 4, 0)
    parts = [play_games(compiled, RANDOM, deal_many(4, i, 20), 4, i) for i in (0, 20, 40)]

    assert whole.traces.tolist() == np.concatenate([part.traces for part in parts]).tolist()
