from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from squares_core import (
    Combination,
    InvalidValueError,
    Registry,
    Scorer,
    make_card,
    parse_card,
    parse_cards,
    parse_tableau,
    rank_of,
    suit_of,
)
from squares_core.cards import PACK
from squares_core.engine import compile_scorer
from squares_cribbage.scoring import CribbageScorer

JACK = 11
HAND, CRIB = CribbageScorer(), CribbageScorer(flush="five-cards")
Ints = NDArray[Any]
DEALT = st.lists(st.integers(0, 51), min_size=3, max_size=7, unique=True)


# The same count by other means: numbers of all sub-hands at once, from the definitions.


def count_by_ranks(hands: Ints) -> Ints:
    """Fifteens, pairs and runs of hands of five, starter included: ``[n]`` from ``[n, 5]``."""
    ranks = (hands // 4 + 1).astype(np.uint8)
    values = np.minimum(ranks, 10)
    columns = [np.ascontiguousarray(column) for column in values.T]
    points = np.zeros(len(hands), np.int32)
    for size in range(2, 6):
        for some in combinations(range(5), size):
            points += 2 * (sum(columns[i] for i in some) == 15)
    columns = [np.ascontiguousarray(column) for column in ranks.T]
    for i, j in combinations(range(5), 2):
        points += 2 * (columns[i] == columns[j])
    held = [np.zeros(len(hands), np.uint8)]
    held += [np.asarray(sum((c == rank).view(np.uint8) for c in columns)) for rank in range(1, 14)]
    held += [np.zeros(len(hands), np.uint8)]
    for length in (3, 4, 5):
        for first in range(1, 15 - length):
            ways = np.prod(np.array(held[first : first + length]), axis=0, dtype=np.int32)
            alone = (held[first - 1] == 0) & (held[first + length] == 0)
            points += length * ways * alone
    return points


def count_by_suits(hands: Ints, starters: Ints) -> tuple[Ints, Ints]:
    """The points for the flush and for his nobs: ``[n]`` each, from ``[n, 4]`` and ``[n]``."""
    suits = hands % 4
    flush = (suits == suits[:, :1]).all(axis=1)
    suited = flush & (suits[:, 0] == starters % 4)
    nobs = ((hands // 4 + 1 == JACK) & (suits == (starters % 4)[:, None])).any(axis=1)
    return 4 * flush + suited, nobs.astype(np.int32)


def count_by_definition(hand: Sequence[int], starter: int | None) -> Counter[str]:
    """Every set of cards asked on its own whether it scores, by kind."""
    cards = [*hand] if starter is None else [*hand, starter]
    ranks = [rank_of(card) for card in cards]
    points: Counter[str] = Counter()
    for size in range(2, len(cards) + 1):
        for some in combinations(ranks, size):
            if sum(min(rank, 10) for rank in some) == 15:
                points["fifteen"] += 2
            if size == 2 and some[0] == some[1]:
                points["pair"] += 2
            low, high = min(some), max(some)
            in_a_row = len(set(some)) == size == high - low + 1
            if size >= 3 and in_a_row and low - 1 not in ranks and high + 1 not in ranks:
                points["run"] += size
    return points


@pytest.fixture(scope="module")
def rank_points(five_card_hands: Ints) -> Ints:
    return count_by_ranks(five_card_hands)


def split(five_card_hands: Ints, place: int) -> tuple[Ints, Ints]:
    """Take the card at ``place`` of every five as the starter: hands of four, starters."""
    return np.delete(five_card_hands, place, axis=1), five_card_hands[:, place]


# Whole spaces.


def test_all_12_994_800_hands_count_as_is_known(five_card_hands: Ints, rank_points: Ints) -> None:
    histogram = np.zeros(30, np.int64)
    for place in range(5):
        flush, nobs = count_by_suits(*split(five_card_hands, place))
        histogram += np.bincount(rank_points + flush + nobs, minlength=30)
    assert histogram.sum() == 12_994_800
    assert [points for points in range(30) if histogram[points] == 0] == [19, 25, 26, 27]
    assert [int(histogram[points]) for points in (0, 24, 28, 29)] == [1_009_008, 3_680, 76, 4]
    assert round(float(histogram @ np.arange(30) / histogram.sum()), 6) == 4.769152


def test_the_scorer_counts_a_hand_of_every_kind_as_the_definitions_do(
    five_card_hands: Ints, rank_points: Ints
) -> None:
    # What may matter: the ranks of hand and starter, the flush, his nobs. One real hand of each.
    histogram = np.zeros(30, np.int64)
    for place in range(5):
        hands, starters = split(five_card_hands, place)
        flush, nobs = count_by_suits(hands, starters)
        kind = starters.astype(np.int64) // 4
        for column in hands.T:
            kind = kind * 13 + column // 4
        kind = (kind * 6 + flush) * 2 + nobs
        _, firsts, counts = np.unique(kind, return_index=True, return_counts=True)
        expected = (rank_points + flush + nobs)[firsts]
        points = [
            HAND.points(hand, starter)
            for hand, starter in zip(hands[firsts].tolist(), starters[firsts].tolist(), strict=True)
        ]
        assert expected.tolist() == points
        histogram += np.bincount(points, counts, minlength=30).astype(np.int64)
    assert histogram.sum() == 12_994_800
    assert [int(histogram[points]) for points in (0, 24, 28, 29)] == [1_009_008, 3_680, 76, 4]


def test_the_compiled_scorer_counts_every_single_hand_so(
    five_card_hands: Ints, rank_points: Ints
) -> None:
    tables = compile_scorer(HAND, 4)
    for place in range(5):
        hands, starters = split(five_card_hands, place)
        flush, nobs = count_by_suits(hands, starters)
        assert (tables.score(hands, starters) == rank_points + flush + nobs).all()


def test_every_starter_earns_heels_if_it_is_a_jack() -> None:
    heels = {card: HAND.bonus(card) for card in PACK}
    assert {card for card in PACK if heels[card]} == {make_card(JACK, suit) for suit in range(4)}
    jack = parse_card("JD")
    assert heels[jack] == [Combination("his heels", (jack,), 2)]


# Kinds of hand, whatever the cards.


@given(DEALT, st.booleans())
def test_fifteens_pairs_and_runs_are_what_the_definitions_say(
    cards: list[int], with_starter: bool
) -> None:
    hand, starter = (cards[:-1], cards[-1]) if with_starter else (cards[:6], None)
    points: Counter[str] = Counter()
    for item in HAND.combinations(hand, starter):
        kind = next((k for k in ("fifteen", "pair", "run") if k in item.name), "")
        points[kind] += item.points
    expected = count_by_definition(hand, starter)
    assert [expected[kind] for kind in ("fifteen", "pair", "run")] == [
        points[kind] for kind in ("fifteen", "pair", "run")
    ]


@given(DEALT, st.randoms(use_true_random=False))
def test_the_order_of_the_hand_does_not_matter(cards: list[int], shuffler: Any) -> None:
    hand, starter = cards[:-1], cards[-1]
    again = list(hand)
    shuffler.shuffle(again)
    assert sorted(
        (c.name, sorted(c.cards), c.points) for c in HAND.combinations(hand, starter)
    ) == (sorted((c.name, sorted(c.cards), c.points) for c in HAND.combinations(again, starter)))


@given(DEALT, st.sampled_from(list(permutations(range(4)))))
def test_suits_may_be_renamed(cards: list[int], suits: tuple[int, ...]) -> None:
    renamed = [make_card(rank_of(card), suits[suit_of(card)]) for card in cards]
    assert HAND.points(cards[:-1], cards[-1]) == HAND.points(renamed[:-1], renamed[-1])


@given(DEALT)
def test_every_combination_shows_the_cards_that_make_it(cards: list[int]) -> None:
    hand, starter = cards[:-1], cards[-1]
    found = HAND.combinations(hand, starter)
    assert len({(item.name, item.cards) for item in found}) == len(found)
    for item in found:
        assert len(set(item.cards)) == len(item.cards)
        assert set(item.cards) <= set(cards)
        ranks = sorted(rank_of(card) for card in item.cards)
        assert item.points > 0
        if item.name == "fifteen":
            assert sum(min(rank, 10) for rank in ranks) == 15
            assert item.points == 2
        elif item.name in ("pair", "pair royal", "double pair royal"):
            assert len(set(ranks)) == 1
            assert item.points == len(ranks) * (len(ranks) - 1)
        elif item.name.startswith("run"):
            assert ranks == list(range(ranks[0], ranks[0] + len(ranks)))
            assert item.points == len(ranks)
        elif item.name == "flush":
            assert len({suit_of(card) for card in item.cards}) == 1
            assert item.points == len(item.cards)
        else:
            assert item == Combination("his nobs", item.cards, 1)
            assert item.cards[0] in hand
            assert (JACK, suit_of(starter)) == (ranks[0], suit_of(item.cards[0]))


@given(st.lists(st.integers(0, 51), min_size=1, max_size=6, unique=True))
def test_an_unfinished_line_counts_what_its_cards_make_among_themselves(cards: list[int]) -> None:
    found = HAND.partial(cards)
    assert sum(count_by_definition(cards, None).values()) == sum(
        item.points for item in found if item.name != "flush"
    )
    assert not [item for item in found if item.name in ("his nobs", "his heels")]


@given(st.sets(st.integers(1, 13), min_size=1, max_size=6), st.integers(0, 3))
def test_only_four_cards_or_more_of_one_suit_are_a_flush(ranks: set[int], suit: int) -> None:
    cards = [make_card(rank, suit) for rank in ranks]
    flush = [item.points for item in HAND.partial(cards) if item.name == "flush"]
    assert flush == ([len(cards)] if len(cards) >= 4 else [])
    assert not [item for item in CRIB.partial(cards) if item.name == "flush"]
    other = [*cards[1:], make_card(1, (suit + 1) % 4)]
    assert not [item for item in HAND.partial(other) if item.name == "flush"]


# Counts that others got wrong, and their kind.


def names(scorer: Scorer, hand: str, starter: str | None) -> Counter[str]:
    points: Counter[str] = Counter()
    cards = parse_cards(hand)
    for item in scorer.combinations(cards, None if starter is None else parse_card(starter)):
        points[item.name] += item.points
    return points


@pytest.mark.parametrize(
    ("hand", "starter", "expected"),
    [
        ("5C 5D 5S JH", "5H", {"fifteen": 16, "double pair royal": 12, "his nobs": 1}),
        ("5C 5D 5S JC", "5H", {"fifteen": 16, "double pair royal": 12}),
        ("KH 7D 2C 9S", "JH", {}),
        ("2S 3D 9H KC", "7S", {"fifteen": 2}),
        ("3C 3H 3D 4S", "5H", {"fifteen": 6, "pair royal": 6, "run of three": 9}),
        ("TC JD QH 2S", "KC", {"run of four": 4}),
        ("4C 4D 4H 4S", "9D", {"double pair royal": 12}),
        ("2S 5S 9S KD", "3H", {"fifteen": 4}),
        ("6C 7D 7H 8S", "9C", {"fifteen": 6, "pair": 2, "run of four": 8}),
        ("2H 6H 9H KH", "QC", {"fifteen": 2, "flush": 4}),
        ("2H 6H 9H KH", "QH", {"fifteen": 2, "flush": 5}),
        ("2H 6H 9H KC", "QH", {"fifteen": 2}),
        ("7H 7D 7C AS", "AH", {"fifteen": 12, "pair royal": 6, "pair": 2}),
        ("AC 2D 3H 4S", "5C", {"run of five": 5, "fifteen": 2}),
        ("KC QD AH 2S", "3C", {"fifteen": 4, "run of three": 3}),
        ("QC KD AH 9S", "7C", {}),
        ("AC AD 2H 2S", "3C", {"pair": 4, "run of three": 12}),
        ("AC AD AH 2S", "3C", {"pair royal": 6, "run of three": 9}),
        ("3C 4D 4H 5S", "5C", {"pair": 4, "run of three": 12}),
        ("JC JD 5H 5S", "JH", {"fifteen": 12, "pair": 2, "pair royal": 6}),
        ("JS TS 9S 8S", "7S", {"fifteen": 2, "run of five": 5, "flush": 5, "his nobs": 1}),
    ],
)
def test_a_hand_counts_item_by_item(hand: str, starter: str, expected: dict[str, int]) -> None:
    assert expected == names(HAND, hand, starter)
    assert sum(expected.values()) == HAND.points(parse_cards(hand), parse_card(starter))


def test_two_consecutive_cards_are_never_a_run() -> None:
    for low in range(1, 13):
        assert not [
            item
            for item in HAND.combinations([make_card(low, 0), make_card(low + 1, 1)])
            if "run" in item.name
        ]


@pytest.mark.parametrize(("starter", "with_it"), [("QC", False), ("QH", True), (None, False)])
def test_a_flush_shows_all_cards_of_its_suit_in_the_order_of_the_line(
    starter: str | None, with_it: bool
) -> None:
    hand = parse_cards("9H 2H KH 6H")
    turned = None if starter is None else parse_card(starter)
    [flush] = [item for item in HAND.combinations(hand, turned) if item.name == "flush"]
    assert flush.cards == (*hand, *([turned] if with_it else []))


def test_runs_longer_than_those_of_the_game_are_named_by_their_length() -> None:
    found = names(HAND, "AC 2D 3H 4S 5C", "6D")
    assert found == {"fifteen": 8, "run of 6": 6}


def test_the_deal_pays_heels_once_and_never_as_nobs() -> None:
    for jack in (make_card(JACK, suit) for suit in range(4)):
        others = [card for card in PACK if rank_of(card) != JACK][::7][:4]
        found = HAND.combinations(others, jack)
        assert not [item for item in found if item.name in ("his nobs", "his heels")]


# Options on which sources differ.


@pytest.mark.parametrize(
    ("options", "hand", "starter", "in_hand", "once"),
    [
        ({}, "2H 6H 9H KH", "QC", {"fifteen": 2, "flush": 4}, 0),
        ({"flush": "five-cards"}, "2H 6H 9H KH", "QC", {"fifteen": 2}, 0),
        ({"flush": "five-cards"}, "2H 6H 9H KH", "QH", {"fifteen": 2, "flush": 5}, 0),
        ({"flush": "none"}, "2H 6H 9H KH", "QH", {"fifteen": 2}, 0),
        ({}, "KH 7D 2C 9S", "JH", {}, 2),
        ({"heels": "per-hand"}, "KH 7D 2C 9S", "JH", {"his heels": 2}, 0),
        ({"heels": "per-hand"}, "KH 5D 2C 9S", "JH", {"fifteen": 4, "his heels": 2}, 0),
        ({"heels": "none"}, "KH 7D 2C 9S", "JH", {}, 0),
        ({"heels": "per-hand"}, "KH 7D 2C 9S", "QH", {}, 0),
        ({}, "JH 2D 4C 8S", "KH", {"his nobs": 1}, 0),
        ({"nobs": False}, "JH 2D 4C 8S", "KH", {}, 0),
    ],
)
def test_an_option_changes_what_it_says(
    options: dict[str, Any], hand: str, starter: str, in_hand: dict[str, int], once: int
) -> None:
    scorer = HAND.with_options(**options)
    assert in_hand == names(scorer, hand, starter)
    assert once == sum(item.points for item in scorer.bonus(parse_card(starter)))


def test_the_crib_differs_from_the_hand_in_its_flushes_alone(registry: Registry) -> None:
    crib = registry.scorer("cribbage-crib")
    assert names(crib, "2H 6H 9H KH", "QC") == {"fifteen": 2}
    assert crib.parameters == CRIB.parameters


@pytest.mark.parametrize(
    ("options", "accepted"),
    [
        ({"heels": "twice"}, "heels must be once or per-hand or none"),
        ({"flush": 5}, "flush must be four-cards or five-cards or none"),
        ({"heals": "once"}, "did you mean 'heels'"),
    ],
)
def test_a_wrong_option_names_what_is_accepted(options: dict[str, Any], accepted: str) -> None:
    with pytest.raises(InvalidValueError, match=accepted):
        HAND.with_options(**options)


def test_the_rules_text_tells_the_whole_count() -> None:
    assert HAND.explain() == [
        "Fifteen: 2 for each set of cards that add up to 15 (ace 1, court cards 10).",
        "Pair: 2; pair royal (three of a rank): 6; double pair royal (four): 12.",
        "Run of three, four or five: its length, for each set of cards; ace low.",
        "Flush: 4 when all cards of the line are of one suit, 1 more with the starter.",
        "His nobs: 1 for a jack in the line of the starter's suit.",
        "His heels: 2, once for the whole game, when the starter is a jack.",
    ]


@pytest.mark.parametrize(
    ("options", "place", "text"),
    [
        (
            {"flush": "five-cards"},
            3,
            "Flush: 5 when all cards of the line and the starter are of one suit.",
        ),
        ({"flush": "none"}, 3, "Flushes do not count."),
        ({"heels": "per-hand"}, 5, "His heels: 2 in every line when the starter is a jack."),
        ({"heels": "none"}, 5, "A jack as starter earns nothing."),
        ({"nobs": False}, 4, None),
    ],
)
def test_the_rules_text_follows_the_options(
    options: dict[str, Any], place: int, text: str | None
) -> None:
    expected = HAND.explain()
    expected[place : place + 1] = [] if text is None else [text]
    assert expected == HAND.with_options(**options).explain()


# Grids whose counts are known.

GRIDS = [
    (
        "KH KC KD KS / QH QC QD QS / JH JC JD JS / TH 5C 5D 5S",
        "5H",
        [20, 20, 21, 28],
        [18, 21, 21, 21],
        170,
    ),
    (
        "7H 7D 8C 8S / 8H 8D 7C 7S / 3H 6D 6C 6S / 9H 9D 9C 9S",
        "6H",
        [24, 24, 24, 20],
        [13, 20, 20, 20],
        165,
    ),
    (
        "4C 4D 6H 6S / 5C 5D 5H TS / 6C 6D 4H 4S / JC JD JH JS",
        "5S",
        [24, 28, 24, 21],
        [20, 20, 20, 15],
        172,
    ),
    (
        "2C 4D 6H 8S / 4H 2S 8C 6D / 6S 8H 2D 4C / 8D 6C 4S 2H",
        "KS",
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        0,
    ),
]


@pytest.mark.parametrize(("grid", "starter", "rows", "columns", "total"), GRIDS)
def test_a_known_grid_counts_line_by_line(
    registry: Registry, grid: str, starter: str, rows: list[int], columns: list[int], total: int
) -> None:
    rules = registry.rules("cribbage-squares")
    score = rules.score(parse_tableau(rules.grid, grid), parse_card(starter))
    assert rows + columns == [line.points for line in score.lines]
    assert total == score.total
    assert score.complete
    assert not score.bonus
    assert rules.is_won(score) == (total >= 61)


def test_a_jack_turned_up_adds_two_to_the_game_and_nothing_to_a_line(registry: Registry) -> None:
    rules = registry.rules("cribbage-squares")
    grid = parse_tableau(rules.grid, GRIDS[3][0])
    jack = parse_card("JD")
    score = rules.score(grid, jack)
    assert [line.points for line in score.lines] == [0] * 8
    assert [("his heels", (jack,), 2)] == [(c.name, c.cards, c.points) for c in score.bonus]
    assert score.total == 2
    per_hand = registry.rules("cribbage-squares", {"scorer.heels": "per-hand"})
    assert [line.points for line in per_hand.score(grid, jack).lines] == [2] * 8
    assert per_hand.score(grid, jack).total == 16
