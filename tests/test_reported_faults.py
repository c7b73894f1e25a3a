"""Faults that people met in programs for these games: the input of each report, and its kind.

Single cribbage hands that were miscounted are among those of tests/plugins/test_cribbage.py.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squares_core import (
    Card,
    Game,
    Registry,
    card_name,
    card_names,
    make_card,
    make_deal,
    parse_card,
    parse_cards,
    parse_move,
    parse_tableau,
    rank_of,
)
from squares_core.cards import JACK, PACK
from squares_core.rules_text import rules_text

DEALT = st.lists(st.sampled_from(PACK), min_size=5, max_size=5, unique=True)
RANK_SETS = list(combinations(range(1, 14), 5))
BROADWAY = (1, 10, 11, 12, 13)


def counted(registry: Registry, scorer: str, hand: str, starter: str | None = None):
    turned = None if starter is None else parse_card(starter)
    return registry.scorer(scorer).combinations(parse_cards(hand), turned)


@pytest.mark.parametrize(
    ("hand", "name", "american", "english"),
    [
        ("AD 2D 3D 4D 5D", "straight flush", 75, 30),
        ("AH TD 2S 4D 3H", None, 0, 0),
        ("4S 5D 6H 7C 9S", None, 0, 0),
        ("KS QD JH TC 2S", None, 0, 0),
        ("QD JD TD 9D AD", "flush", 20, 5),
        ("JH JD JS 8H 4C", "three of a kind", 10, 6),
        ("9C TH JH QH KH", "straight", 15, 12),
    ],
)
def test_a_poker_line_is_named_and_paid_as_the_rules_say(registry, hand, name, american, english):
    for scorer, points in (("poker-american", american), ("poker-english", english)):
        found = counted(registry, scorer, hand)
        assert [(item.name, item.points) for item in found] == ([(name, points)] if name else [])


@pytest.mark.parametrize("suit", range(4))
def test_a_jack_turned_up_pays_heels_once_and_never_nobs(registry, suit):
    starter = make_card(JACK, suit)
    rules = registry.rules("cribbage-squares")
    jacks = {make_card(JACK, other) for other in range(4)}
    cards = [card for card in PACK if card not in jacks][:16]
    grid = "/".join(" ".join(card_names(cards[i : i + 4])) for i in range(0, 16, 4))
    score = rules.score(parse_tableau(rules.grid, grid), starter)
    assert [(item.name, item.cards, item.points) for item in score.bonus] == [
        ("his heels", (starter,), 2)
    ]
    names = {item.name for line in score.lines for item in line.combinations}
    assert names.isdisjoint({"his nobs", "his heels"})
    assert score.total == 2 + sum(line.points for line in score.lines)


@given(DEALT)
def test_runs_have_three_cards_or_more_at_their_greatest_length_each_set_once(registry, dealt):
    found = registry.scorer("cribbage").combinations(dealt[:4], dealt[4])
    runs = [frozenset(item.cards) for item in found if item.name.startswith("run of ")]
    held = {rank_of(card) for card in dealt}
    assert len(runs) == len(set(runs))
    for run in runs:
        ranks = sorted(map(rank_of, run))
        assert len(ranks) >= 3
        assert ranks == list(range(ranks[0], ranks[0] + len(ranks)))
        assert held.isdisjoint({ranks[0] - 1, ranks[-1] + 1})


@given(DEALT)
def test_each_combination_shows_the_very_cards_that_make_it(registry, dealt):
    worth = {"fifteen": lambda cards: sum(min(rank_of(card), 10) for card in cards) == 15}
    for item in registry.scorer("cribbage").combinations(dealt[:4], dealt[4]):
        assert set(item.cards) <= set(dealt)
        assert len(set(item.cards)) == len(item.cards)
        assert worth.get(item.name, lambda _: True)(item.cards)
        if "pair" in item.name:
            rank = rank_of(item.cards[0])
            assert set(item.cards) == {card for card in dealt if rank_of(card) == rank}


def test_three_suited_cards_and_a_stranger_are_no_flush(registry):
    for odd in range(4):
        suits = [0, 0, 0, 0]
        suits[odd] = 1
        hand = [make_card(rank, suit) for rank, suit in zip((2, 5, 9, 13), suits, strict=True)]
        names = {item.name for item in registry.scorer("cribbage").combinations(hand, 42)}
        assert "flush" not in names


def test_a_line_is_a_hand_and_never_a_crib(registry):
    hand, crib = (
        counted(registry, scorer, "2H 6H 9H KH", "QC") for scorer in ("cribbage", "cribbage-crib")
    )
    assert sum(item.points for item in hand) == 6
    assert sum(item.points for item in crib) == 2
    for variant in registry.variants.ids:
        rules = registry.rules(variant)
        if rules.scorer.id.startswith("cribbage"):
            points = rules.scorer.points(parse_cards("2H 6H 9H KH"), parse_card("QC"))
            assert points == 6


def name_of(registry: Registry, cards: list[Card]) -> str | None:
    found = registry.scorer("poker-english").combinations(cards)
    return found[0].name if found else None


@pytest.mark.parametrize("odd", [None, 0, 1, 2, 3, 4])
def test_five_ranks_are_a_straight_where_they_follow_each_other_and_nowhere_else(registry, odd):
    """All 1,287 sets of five ranks, suited and with any one card of another suit."""
    for ranks in RANK_SETS:
        cards = [make_card(rank, int(place == odd)) for place, rank in enumerate(ranks)]
        in_order = ranks == BROADWAY or ranks[4] - ranks[0] == 4
        if odd is None:
            straight = "royal flush" if ranks == BROADWAY else "straight flush"
            assert name_of(registry, cards) == (straight if in_order else "flush")
        else:
            assert name_of(registry, cards) == ("straight" if in_order else None)


def test_three_equal_cards_are_a_full_house_only_with_a_pair(registry):
    for triple, first, second in combinations(range(1, 14), 3):
        trio = [make_card(triple, suit) for suit in (0, 1, 2)]
        apart = [*trio, make_card(first, 1), make_card(second, 3)]
        assert name_of(registry, apart) == "three of a kind"
        together = [*trio, make_card(first, 1), make_card(first, 3)]
        assert name_of(registry, together) == "full house"


@pytest.mark.parametrize(
    ("grid", "starter", "points"),
    [
        (
            "KH KC KD KS / QH QC QD QS / JH JC JD JS / TH 5C 5D 5S",
            "5H",
            [20, 20, 21, 28, 18, 21, 21, 21],
        ),
        (
            "7H 7D 8C 8S / 8H 8D 7C 7S / 3H 6D 6C 6S / 9H 9D 9C 9S",
            "6H",
            [24, 24, 24, 20, 13, 20, 20, 20],
        ),
    ],
)
def test_reference_grids_score_line_by_line(registry, grid, starter, points):
    rules = registry.rules("cribbage-squares")
    score = rules.score(parse_tableau(rules.grid, grid), parse_card(starter))
    assert [line.points for line in score.lines] == points


def test_only_the_lines_of_the_game_are_scored_and_listed(registry):
    grid = "JS JH JD AC AS / 9S 9H 9D 7C 7S / 8S 8H 8D 8C 4S / TS TH TD 2C 4H / 6S 6H 5D 5C QD"
    for variant, total in (("poker-squares", 197), ("poker-squares-english", 66)):
        for lines, count in ((["rows", "columns"], 10), (["rows", "columns", "diagonals"], 12)):
            rules = registry.rules(variant, {"lines": lines})
            score = rules.score(parse_tableau(rules.grid, grid))
            assert (len(score.lines), score.total) == (count, total)
            kinds = [line.line.kind for line in score.lines]
            assert set(kinds) == set(lines)
            assert [line.points for line in score.lines[10:]] == [0] * (count - 10)


@pytest.mark.parametrize("variant", ["cribbage-squares", "cribbage-squares-shuffle"])
def test_the_rules_of_a_cribbage_game_speak_of_its_own_hands(registry, variant):
    text = rules_text(registry.rules(variant)).casefold()
    assert "8 hands: 4 rows and 4 columns" in text
    assert "cribbage" in text
    assert "poker" not in text


def test_a_game_started_again_deals_the_same_cards(registry):
    rules = registry.rules("cribbage-squares")

    def cards_turned(moves: list[str]) -> list[str]:
        game = Game(rules, make_deal(7))
        turned = []
        for move in moves:
            turned.append(card_name(game.position.turned))
            game.play(parse_move(move, rules.grid))
        return turned

    whole = [rules.grid.cell_name(cell) for cell in range(16)]
    first = cards_turned(whole)
    assert cards_turned(whole[:3]) == first[:3]
    assert cards_turned(whole) == first
    assert cards_turned(["d4", "d3", *whole[10::-1]]) == first[:13]


PLAY = """
from squares_core import Game, load_registry, make_deal, move_text
from squares_core.chance import Chance

registry = load_registry(environ={"SQUARES_PLUGINS": ""})
for strategy in ("random", "greedy"):
    player, chance = registry.strategy(strategy), Chance(7, 0, 1)
    game = Game(registry.rules("cribbage-squares-2-reserves"), make_deal(7))
    while not game.over:
        game.play(player.choose(game.view, chance))
    print([move_text(move, game.rules.grid) for move in game.moves], game.score.total)
"""


def test_a_seed_plays_the_same_games_in_every_process():
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PLAY],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(outputs) == 1
    assert outputs.pop().count(b"\n") == 2


def test_neighbouring_seeds_deal_no_deal_twice():
    deals = {make_deal(seed, index).cards for seed in (10, 11) for index in range(1000)}
    assert len(deals) == 2000
