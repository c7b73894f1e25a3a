"""Tables say what the plain scorer says, for scorers of every kind."""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest

from squares_core.cards import PACK, parse_cards, rank_of, suit_of
from squares_core.engine.compiling.automaton import Automaton
from squares_core.engine.compiling.compile import compile_scorer
from squares_core.engine.compiling.symmetry import sample_hands
from squares_core.errors import InvalidValueError
from squares_core.scoring import Combination, Scorer


def find(*named: tuple[str, int, bool | int]) -> list[Combination]:
    """Return a combination for each (name, points, how many), none for those that do not hold."""
    return [Combination(name, (), points) for name, points, times in named for _ in range(times)]


class Ranks(Scorer):
    """Groups of a rank, flushes and, with a starter, nobs: what cribbage and poker depend on."""

    id, title, hand_sizes = "ranks", "Ranks", (2, 3, 4, 5, 6)

    def combinations(self, hand, starter=None):
        cards = [*hand, *([] if starter is None else [starter])]
        groups = [n for n in Counter(map(rank_of, cards)).values() if n > 1]
        flush = len({suit_of(card) for card in hand}) == 1
        found = [Combination(f"{n} alike", (), n * n) for n in groups]
        if starter is not None:
            same = suit_of(starter)
            nobs = sum(rank_of(card) == 11 and suit_of(card) == same for card in hand)
            found += find(("nobs", 1, nobs), ("long flush", 3, flush and suit_of(hand[0]) == same))
        return found + find(("flush", 7, flush))


class WithStarter(Ranks):
    uses_starter = True


class Suitless(Scorer):
    """Suits may be renamed, but it counts how many of each there are."""

    id, title, hand_sizes = "suitless", "Suitless", (3, 4)

    def combinations(self, hand, starter=None):
        counts = sorted(Counter(map(suit_of, hand)).values())
        low = sum(rank_of(card) < 5 for card in hand)
        return find(("most of a suit", counts[-1], True), ("low", 2, low))


class Colours(Scorer):
    """Red and black matter, and rank sums."""

    id, title, hand_sizes = "colours", "Colours", (3,)

    def combinations(self, hand, starter=None):
        red = sum(suit_of(card) in (1, 2) for card in hand)
        return find(("red", 5, red), ("even", 1, sum(map(rank_of, hand)) % 2 == 0))

    def partial(self, hand):
        return find(("red so far", 4, sum(suit_of(card) in (1, 2) for card in hand)))


class Spades(Scorer):
    """Every suit is different; also a penalty, and a hand of the highest points by one card."""

    id, title, hand_sizes = "spades", "Spades", (2, 3)

    def combinations(self, hand, starter=None):
        return find(
            ("spade", 3, sum(suit_of(card) == 0 for card in hand)),
            ("black lady", -13, PACK.index(44) in hand),
            ("two of clubs", 40, 7 in hand and len(hand) == 2),
        )


class SpadesWithStarter(Spades):
    uses_starter = True

    def combinations(self, hand, starter=None):
        follows = starter is not None and any(starter == card + 1 for card in hand)
        return [*super().combinations(hand), *find(("next card", 9, follows))]


class Strict(Ranks):
    """Refuses what is not a hand, and answers oddly where it cannot refuse."""

    hand_sizes = (4,)

    def combinations(self, hand, starter=None):
        if len(set(hand)) != len(hand):
            if rank_of(hand[0]) > 6:
                raise ZeroDivisionError
            return find(("impossible", 1.5, True))
        return super().combinations(hand)


class SixCards(Scorer):
    """The best three of six by rank."""

    id, title, hand_sizes = "six", "Six", (6,)
    symmetry = "ranks-and-flushes"

    def combinations(self, hand, starter=None):
        best = sorted(map(rank_of, hand))[3:]
        return find(("three high", 5, best[0] > 9), ("court", 1, best.count(13)))


SCORERS: list[tuple[Scorer, int]] = [
    (Ranks(), 5),
    (Ranks(), 2),
    (WithStarter(), 3),
    (Suitless(), 4),
    (Colours(), 3),
    (Spades(), 3),
    (SpadesWithStarter(), 2),
    (Strict(), 4),
    (SixCards(), 6),
]


@pytest.fixture(
    scope="module",
    params=SCORERS,
    ids=[f"{type(scorer).__name__}-{size}" for scorer, size in SCORERS],
)
def compiled(request) -> tuple[Scorer, Automaton]:
    scorer, size = request.param
    return scorer, compile_scorer(scorer, size)


def counted(items) -> tuple[tuple[str, int, int], ...]:
    found = Counter((item.name, item.points) for item in items)
    return tuple(sorted((name, count, points) for (name, points), count in found.items()))


def test_final_classes_name_what_the_scorer_finds(compiled):
    scorer, tables = compiled
    hands = sample_hands(random.Random(7), tables.size, 2_000, with_starter=tables.with_starter)
    for hand, starter in hands:
        number = tables.class_of(hand, starter)
        wanted = scorer.combinations(hand, starter)
        assert tables.class_names[number] == counted(wanted)
        assert tables.class_points[number] == sum(item.points for item in wanted)


def test_batch_scores_are_the_plain_scores(compiled):
    scorer, tables = compiled
    dealt = list(
        sample_hands(random.Random(8), tables.size, 1_000, with_starter=tables.with_starter)
    )
    hands = np.array([hand for hand, _ in dealt], np.uint8)
    starters = np.array([s for _, s in dealt], np.uint8) if tables.with_starter else None
    assert tables.score(hands, starters).tolist() == [scorer.points(*each) for each in dealt]


def test_unfinished_lines_carry_their_running_score(compiled):
    scorer, tables = compiled
    hands = sample_hands(random.Random(9), tables.size, 400, with_starter=False)
    for hand, _ in hands:
        for length in range(1, tables.size + 1):
            wanted = sum(item.points for item in scorer.partial(hand[:length]))
            assert tables.partial_points[tables.state_of(hand[:length])] == wanted


def test_the_order_of_the_cards_does_not_matter(compiled):
    _, tables = compiled
    rng = random.Random(10)
    for hand, _ in sample_hands(rng, tables.size, 300, with_starter=False):
        for length in range(tables.size + 1):
            line = hand[:length]
            assert tables.state_of(line) == tables.state_of(rng.sample(line, length))


def test_every_table_entry_leads_somewhere_valid(compiled):
    _, tables = compiled
    for level in range(tables.size):
        rows = tables.transitions[tables.levels[level] : tables.levels[level + 1]]
        assert (rows >= tables.levels[level + 1]).all()
        assert (rows < tables.levels[level + 2]).all()
    assert not tables.transitions[tables.first_full :].any()
    final = tables.final if tables.with_starter else tables.final_class
    assert final.max() < len(tables.class_points) == len(tables.class_names)


def test_every_hand_of_three_is_right_where_suits_differ():
    scorer = Spades()
    tables = compile_scorer(scorer, 3)
    hands = np.array(list(combinations(PACK, 3)), np.uint8)
    assert tables.score(hands).tolist() == [scorer.points(hand) for hand in hands.tolist()]


def test_lines_that_no_card_can_tell_apart_are_one_state():
    # Rank groups and flushes of two cards: 13 pairs apart, all that counts is rank and suit.
    tables = compile_scorer(Ranks(), 2)
    assert np.diff(tables.levels).tolist() == [1, 52, 3]


def with_claim(kind: type[Scorer], claim: str | None) -> Scorer:
    return type(kind.__name__, (kind,), {"symmetry": claim})()


@pytest.mark.parametrize("claim", ["ranks-and-flushes", "suits", "none"])
def test_a_weaker_claim_gives_tables_of_the_same_size(claim):
    tables = compile_scorer(with_claim(Ranks, claim), 3)
    assert tables.states == compile_scorer(Ranks(), 3).states


def test_points_alone_do_not_change_the_states():
    class Doubled(Ranks):
        def combinations(self, hand, starter=None):
            return [
                Combination(item.name, item.cards, 2 * item.points)
                for item in super().combinations(hand, starter)
            ]

    one, two = compile_scorer(Ranks(), 3), compile_scorer(Doubled(), 3)
    assert (one.transitions == two.transitions).all()
    assert (2 * one.class_points == two.class_points).all()


@pytest.mark.parametrize(
    ("kind", "size", "claim"),
    [
        (Suitless, 4, "ranks-and-flushes"),
        (Colours, 3, "suits"),
        (Spades, 3, "ranks-and-flushes"),
        (SpadesWithStarter, 2, "suits"),
    ],
)
def test_a_false_claim_is_refused_with_two_hands_and_their_scores(kind, size, claim):
    scorer = with_claim(kind, claim)
    with pytest.raises(InvalidValueError) as refusal:
        compile_scorer(scorer, size)
    message = str(refusal.value)
    assert f"scorer '{scorer.id}' declares symmetry '{claim}'" in message
    found = re.findall(r"((?:[A2-9TJQK][SHDC] ?)+)(?:with starter (..) )?scores (-?\d+)", message)
    assert len(found) == 2
    for hand, starter, points in found:
        cards = parse_cards(hand)
        last = parse_cards(starter)[0] if starter else None
        unfinished = "as unfinished lines" in message
        items = scorer.partial(cards) if unfinished else scorer.combinations(cards, last)
        assert sum(item.points for item in items) == int(points)
    assert found[0] != found[1]


def test_a_claim_that_fails_for_one_rare_hand_is_found_out():
    class LastTrump(Ranks):
        symmetry = "ranks-and-flushes"

        def combinations(self, hand, starter=None):
            special = set(parse_cards("AD KD QD JD TD")) == set(hand)
            return [*super().combinations(hand), *find(("trump", 50, special))]

    with pytest.raises(InvalidValueError, match="declares symmetry 'ranks-and-flushes'"):
        compile_scorer(LastTrump(), 5)


def test_a_scorer_that_depends_on_the_order_of_cards_is_refused():
    class Ordered(Ranks):
        def combinations(self, hand, starter=None):
            return find(("first", rank_of(hand[0]), True))

    with pytest.raises(InvalidValueError, match=r"cannot be compiled.*scores"):
        compile_scorer(Ordered(), 3)


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (lambda: [Combination("half", (), 0.5)], "half.*0.5"),
        (lambda: {}["missing"], "KeyError.*missing"),
        (lambda: [Combination("lots", (), 2**40)], "more than tables hold"),
    ],
)
def test_a_scorer_that_fails_on_a_real_hand_is_named_with_the_hand(
    answer: Callable, complaint: str
):
    class Failing(Ranks):
        def combinations(self, hand, starter=None):
            return answer()

    with pytest.raises(InvalidValueError, match=rf"scorer 'ranks'.* on ..\b.*{complaint}"):
        compile_scorer(Failing(), 3)


def test_points_that_differ_from_the_combinations_are_refused():
    class Careless(Ranks):
        def points(self, hand, starter=None):
            return 1

    with pytest.raises(InvalidValueError, match=r"points\(\) gives 1 for .. .. .., but"):
        compile_scorer(Careless(), 3)


@pytest.mark.parametrize("size", [1, 7, 0])
def test_a_size_that_is_not_scored_is_refused(size):
    with pytest.raises(InvalidValueError, match=f"no hands of {size} cards: it scores 2, 3, 4, 5"):
        compile_scorer(Ranks(), size)


def test_what_would_take_hours_is_refused_with_the_number_of_hands():
    class Endless(Spades):
        hand_sizes = (7,)

    with pytest.raises(InvalidValueError, match=r"7 cards: with symmetry 'none' .* 300,\d+,\d+"):
        compile_scorer(Endless(), 7)


def test_hands_that_are_not_cards_are_refused():
    tables = compile_scorer(Ranks(), 2)
    with pytest.raises(InvalidValueError, match=r"hands of shape \(1, 3\)"):
        tables.score(np.zeros((1, 3), np.uint8))
    with pytest.raises(InvalidValueError, match="cards are 0 to 51"):
        tables.score(np.array([[0, 52]], np.uint8))
    with pytest.raises(InvalidValueError, match="starters have no part"):
        tables.score(np.array([[0, 1]], np.uint8), np.array([2], np.uint8))


def test_workers_change_nothing_and_progress_reaches_the_end(tmp_path, monkeypatch):
    # In a module of its own, so that other processes can import it.
    (tmp_path / "suit_counter.py").write_text(
        "from collections import Counter\n"
        "from squares_core.cards import suit_of\n"
        "from squares_core.scoring import Combination, Scorer\n"
        "class SuitCounter(Scorer):\n"
        "    id, title, hand_sizes, symmetry = 'counter', 'Counter', (4,), 'suits'\n"
        "    def combinations(self, hand, starter=None):\n"
        "        return [Combination('suit', (), max(Counter(map(suit_of, hand)).values()))]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    import suit_counter

    heard: list[tuple[int, int]] = []
    alone = compile_scorer(suit_counter.SuitCounter(), 4)
    shared = compile_scorer(
        suit_counter.SuitCounter(), 4, workers=2, progress=lambda *each: heard.append(each)
    )
    sys.modules.pop("suit_counter")
    assert alone.digest == shared.digest
    assert heard == sorted(heard)
    assert heard[-1][0] == heard[-1][1] == 22_022
