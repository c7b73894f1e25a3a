from __future__ import annotations

from collections import Counter
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
    make_card,
    parse_cards,
    parse_tableau,
    parse_variants,
    rank_of,
    suit_of,
)
from squares_core.engine import compile_scorer
from squares_core.variants import parse_definitions
from squares_poker.scoring import HANDS, POINT_SYSTEMS, PokerScorer

Ints = NDArray[Any]
AMERICAN = PokerScorer("american", "American", POINT_SYSTEMS["american"])
COUNTS = {
    "royal flush": 4,
    "straight flush": 36,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
    "pair": 1_098_240,
    "": 1_302_540,
}
HANDS_OF_FIVE = st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True)


def hands_by_definition(hands: Ints) -> Ints:
    """Return for each hand of five its place in ``COUNTS``: ``[n]`` from ascending ``[n, 5]``."""
    ranks, suits = hands // 4 + 1, hands % 4
    # How many of the ten pairs of cards are equal in rank tells apart all hands of equal ranks.
    equal = sum((ranks[:, i] == ranks[:, j]).astype(np.int64) for i, j in combinations(range(5), 2))
    kinds = np.array(
        ["", "pair", "two pair", "three of a kind", "full house", "", "four of a kind"]
    )
    names = list(COUNTS)
    place: Ints = np.array([names.index(str(kind)) for kind in kinds])[equal]
    in_a_row = (equal == 0) & (ranks[:, 4] - ranks[:, 0] == 4)
    broadway = (ranks == np.array([1, 10, 11, 12, 13])).all(axis=1)
    flush = (suits == suits[:, :1]).all(axis=1)
    place[flush] = names.index("flush")
    place[in_a_row | broadway] = names.index("straight")
    place[in_a_row & flush] = names.index("straight flush")
    place[broadway & flush] = names.index("royal flush")
    return place


def named(hand: list[int]) -> str:
    found = AMERICAN.combinations(hand)
    return found[0].name if found else ""


def test_all_2_598_960_hands_fall_into_the_known_counts(five_card_hands: Ints) -> None:
    place = hands_by_definition(five_card_hands)
    assert list(COUNTS.values()) == np.bincount(place, minlength=10).tolist()


def test_the_scorer_names_a_hand_of_every_kind_as_the_definitions_do(five_card_hands: Ints) -> None:
    place = hands_by_definition(five_card_hands)
    # What may matter: the ranks and whether the suits are equal. One real hand of each, weighted.
    kind = np.zeros(len(place), np.int64)
    for column in five_card_hands.T:
        kind = kind * 13 + column // 4
    suits = five_card_hands % 4
    kind = kind * 2 + (suits == suits[:, :1]).all(axis=1)
    _, firsts, counts = np.unique(kind, return_index=True, return_counts=True)
    assert len(firsts) == 6_175 + 1_287
    found = [named(hand) for hand in five_card_hands[firsts].tolist()]
    assert [list(COUNTS)[i] for i in place[firsts]] == found
    totals: Counter[str] = Counter()
    for name, count in zip(found, counts.tolist(), strict=True):
        totals[name] += count
    assert totals == COUNTS


@pytest.mark.parametrize("system", POINT_SYSTEMS)
def test_the_compiled_scorer_counts_every_single_hand_so(
    five_card_hands: Ints, system: str
) -> None:
    points = POINT_SYSTEMS[system]
    worth = np.array([points.get(name, 0) for name in COUNTS])
    scorer = PokerScorer(system, system, points)
    scored = compile_scorer(scorer, 5).score(five_card_hands)
    assert (scored == worth[hands_by_definition(five_card_hands)]).all()


@given(HANDS_OF_FIVE, st.randoms(use_true_random=False))
def test_the_order_of_the_hand_does_not_matter(hand: list[int], shuffler: Any) -> None:
    again = list(hand)
    shuffler.shuffle(again)
    assert named(hand) == named(again)


@given(HANDS_OF_FIVE, st.sampled_from(list(permutations(range(4)))))
def test_suits_may_be_renamed(hand: list[int], suits: tuple[int, ...]) -> None:
    assert named(hand) == named([make_card(rank_of(c), suits[suit_of(c)]) for c in hand])


@given(HANDS_OF_FIVE)
def test_a_hand_scores_one_combination_with_the_cards_that_make_it(hand: list[int]) -> None:
    found = AMERICAN.combinations(hand)
    assert len(found) <= 1
    for item in found:
        assert set(item.cards) <= set(hand)
        size = {"four of a kind": 4, "three of a kind": 3, "two pair": 4, "pair": 2}
        assert size.get(item.name, 5) == len(item.cards)
        assert item.points == POINT_SYSTEMS["american"][item.name]


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("AS KS QS JS TS", "royal flush"),
        ("9S KS QS JS TS", "straight flush"),
        ("AD 2D 3D 4D 5D", "straight flush"),
        ("AD 2D 3D 4D 5S", "straight"),
        ("AS KD QS JS TS", "straight"),
        ("AH TD 2S 4D 3H", ""),
        ("4S 5D 6H 7C 9S", ""),
        ("KS QD JH TC 2S", ""),
        ("KS QD JH AC 2S", ""),
        ("QS KD AH 2C 3S", ""),
        ("QD JD TD 9D AD", "flush"),
        ("KD AD 2D 3D 4D", "flush"),
        ("9C TH JH QH KH", "straight"),
        ("JH JD JS 8H 4C", "three of a kind"),
        ("JH JD JS 8H 8C", "full house"),
        ("JH JD JS JC 8C", "four of a kind"),
        ("JH JD 8S 8C 4C", "two pair"),
        ("JH JD 8S 7C 4C", "pair"),
        ("2S 5S 9S KS 3H", ""),
    ],
)
def test_a_hand_is_named_as_the_rules_do(hand: str, name: str) -> None:
    assert name == named(parse_cards(hand))


def test_the_ace_is_high_or_low_but_a_straight_never_goes_round_it() -> None:
    straights = [
        sorted(ranks)
        for ranks in combinations(range(1, 14), 5)
        if named([make_card(rank, i % 2) for i, rank in enumerate(ranks)])
    ]
    assert straights == sorted([[1, 10, 11, 12, 13], *([*range(r, r + 5)] for r in range(1, 10))])


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("JH", ""),
        ("JH JD", "pair"),
        ("JH JD JS", "three of a kind"),
        ("JH JD 8S 8C", "two pair"),
        ("JH JD JS JC", "four of a kind"),
        ("2S 3S 4S 5S", ""),
        ("TH JH QH KH", ""),
    ],
)
def test_an_unfinished_line_counts_its_equal_ranks(cards: str, name: str) -> None:
    assert [name] * bool(name) == [item.name for item in AMERICAN.partial(parse_cards(cards))]


@pytest.mark.parametrize(
    ("system", "points"),
    [
        ("american", [100, 75, 50, 25, 20, 15, 10, 5, 2]),
        ("english", [30, 30, 16, 10, 5, 12, 6, 3, 1]),
        ("swedish", [20, 20, 14, 12, 10, 8, 6, 4, 2]),
    ],
)
def test_a_point_system_pays_what_its_table_says(
    registry: Registry, system: str, points: list[int]
) -> None:
    scorer = registry.scorer(f"poker-{system}")
    assert points == [
        scorer.points(parse_cards(hand))
        for hand in (
            "AS KS QS JS TS",
            "9S KS QS JS TS",
            "JH JD JS JC 8C",
            "JH JD JS 8H 8C",
            "2D KD 5D 9D 7D",
            "AD 2D 3D 4D 5S",
            "JH JD JS 8H 4C",
            "JH JD 8S 8C 4C",
            "JH JD 8S 7C 4C",
        )
    ]
    assert scorer.explain() == [
        *(f"{hand.capitalize()}: {p}." for hand, p in zip(HANDS, points, strict=True)),
        "The ace is high or low, never both; only the highest hand of a line counts.",
    ]


def test_a_point_system_of_ones_own_needs_no_python(registry: Registry) -> None:
    scorers, _ = parse_definitions(
        """
        [[scorer]]
        id = "poker-mine"
        title = "Mine"
        base = "poker-american"
        options = { table = { pair = 3, royal_flush = 500, "full-house" = 30 } }
        """,
        "mine.toml",
    )
    base = registry.scorer("poker-american")
    mine = base.with_options(**scorers[0].options).named("poker-mine", "Mine")
    assert (mine.id, mine.title) == ("poker-mine", "Mine")
    assert mine.points(parse_cards("JH JD 8S 7C 4C")) == 3
    assert mine.points(parse_cards("AS KS QS JS TS")) == 500
    assert mine.points(parse_cards("JH JD JS 8H 8C")) == 30
    assert mine.points(parse_cards("JH JD 8S 8C 4C")) == 5
    assert base.points(parse_cards("JH JD 8S 7C 4C")) == 2


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"pear": 3}, f"'pear' is no poker hand: there are {', '.join(HANDS)}"),
        ({"pair": "three"}, "pair: 'three' is not a number of points from -10000 to 10000"),
        ({"pair": 2.0}, "pair: 2.0 is not a number of points from -10000 to 10000"),
        ({"pair": True}, "pair: True is not a number of points from -10000 to 10000"),
        ({"pair": 10_001}, "pair: 10001 is not a number of points from -10000 to 10000"),
        ({"pair": -10_001}, "pair: -10001 is not a number of points from -10000 to 10000"),
        (3, "american: table must be a table, not 3"),
    ],
)
def test_a_wrong_table_of_points_is_refused_in_one_line(table: Any, message: str) -> None:
    with pytest.raises(InvalidValueError) as caught:
        AMERICAN.with_options(table=table)
    assert str(caught.value) == message


@pytest.mark.parametrize("points", [-10_000, 0, 10_000])
def test_points_go_as_far_as_they_may(points: int) -> None:
    mine = AMERICAN.with_options(table={"pair": points})
    assert mine.points(parse_cards("JH JD 8S 7C 4C")) == points


def test_a_table_made_anew_must_name_every_hand() -> None:
    points = {name: 1 for name in HANDS if name not in ("flush", "pair")}
    with pytest.raises(InvalidValueError) as caught:
        PokerScorer("x", "X", points)
    assert str(caught.value) == "no points are given for flush, pair"


WORKED = (
    "JS JH JD AC AS / 9S 9H 9D 7C 7S / 8S 8H 8D 8C 4S / TS TH TD 2C 4H / 6S 6H 5D 5C QD",
    {"poker-squares": 197, "poker-squares-english": 66},
)
GREATEST = (
    "TC JC QC KC AC / TD JD QD KD AD / TH JH QH KH AH / TS JS QS KS AS / 9C 8C 7C 6C 5C",
    {"poker-squares": 725, "poker-squares-english": 230},
)


@pytest.mark.parametrize(
    ("grid", "variant", "total"),
    [(grid, v, total) for grid, totals in (WORKED, GREATEST) for v, total in totals.items()],
)
def test_a_known_grid_counts_its_known_total(
    registry: Registry, grid: str, variant: str, total: int
) -> None:
    rules = registry.rules(variant)
    score = rules.score(parse_tableau(rules.grid, grid))
    assert total == score.total == sum(line.points for line in score.lines)
    assert score.complete
    assert len(score.lines) == 10
    assert rules.is_won(score) == (total >= {"poker-squares": 200}.get(variant, 70))


def test_the_greatest_grid_counts_line_by_line(registry: Registry) -> None:
    rules = registry.rules("poker-squares")
    score = rules.score(parse_tableau(rules.grid, GREATEST[0]))
    assert [line.points for line in score.lines] == [100, 100, 100, 100, 75] + [50] * 5
    names = [line.combinations[0].name for line in score.lines]
    assert names == ["royal flush"] * 4 + ["straight flush"] + ["four of a kind"] * 5


def test_the_worked_example_of_wikipedia_counts_line_by_line(registry: Registry) -> None:
    rules = registry.rules("poker-squares")
    score = rules.score(parse_tableau(rules.grid, WORKED[0]))
    assert [[c.name for c in line.combinations] for line in score.lines] == [
        [name]
        for name in (
            *("full house", "full house", "four of a kind", "three of a kind", "two pair"),
            *("flush", "flush", "flush", "flush", "pair"),
        )
    ]


def test_diagonals_are_scored_and_listed_only_where_the_variant_asks(registry: Registry) -> None:
    lines = ["rows", "columns", "diagonals"]
    rules = registry.rules("poker-squares", {"lines": lines})
    score = rules.score(parse_tableau(rules.grid, WORKED[0]))
    assert [line.line.name for line in score.lines][10:] == ["diagonal 1", "diagonal 2"]
    assert [line.points for line in score.lines][10:] == [0, 0]
    assert score.total == 197


@pytest.mark.parametrize(
    ("hand", "name", "shown"),
    [
        ("JH 8S JD 7C 4C", "pair", "JH JD"),
        ("JH 8S JD 8C 4C", "two pair", "JH 8S JD 8C"),
        ("JH 8S JD JC 8C", "full house", "JH 8S JD JC 8C"),
        ("5H 2H 9H KH JH", "flush", "5H 2H 9H KH JH"),
        ("5H 2H 4C 3S AH", "straight", "5H 2H 4C 3S AH"),
    ],
)
def test_a_combination_shows_the_cards_that_make_it_in_the_order_of_the_line(
    hand: str, name: str, shown: str
) -> None:
    [found] = AMERICAN.combinations(parse_cards(hand))
    points = POINT_SYSTEMS["american"][name]
    assert found == Combination(name, tuple(parse_cards(shown)), points)


def test_a_game_with_lines_that_are_no_poker_hands_is_refused(registry: Registry) -> None:
    (spec,) = parse_variants(
        '[[variant]]\nid = "x"\ntitle = "X"\nrows = 4\ncolumns = 5\nscorer = "poker-english"'
    )
    with pytest.raises(InvalidValueError, match="lines of 4 cards, but the scorer poker-english"):
        registry.resolve(spec)
