from __future__ import annotations

import pytest

TWENTY_NINE = ("5C", "5D", "5S", "JH", "--starter", "5H")


def test_the_best_cribbage_hand_is_explained_combination_by_combination(squares):
    document = squares("hand", "cribbage", *TWENTY_NINE, "--json").json
    combinations = document.pop("combinations")
    assert document == {
        "scorer": "cribbage",
        "hand": ["5C", "5D", "5S", "JH"],
        "starter": "5H",
        "points": 29,
    }
    found = {(item["name"], frozenset(item["cards"]), item["points"]) for item in combinations}
    fives = frozenset({"5C", "5D", "5S", "5H"})
    assert found == {
        *(("fifteen", frozenset({five, "JH"}), 2) for five in fives),
        *(("fifteen", fives - {five}, 2) for five in fives),
        ("double pair royal", fives, 12),
        ("his nobs", frozenset({"JH"}), 1),
    }
    assert len(combinations) == 10


def test_the_text_lists_every_combination_and_counts_aloud(squares):
    out = squares("hand", "cribbage", "AH", "6H", "7C", "8S", "--starter", "8D", "--ascii").out
    assert out.splitlines() == [
        "AH 6H 7C 8S   starter 8D",
        "  fifteen          2  7C 8S",
        "  fifteen          2  7C 8D",
        "  fifteen          2  AH 6H 8S",
        "  fifteen          2  AH 6H 8D",
        "  pair             2  8S 8D",
        "  run of three     3  6H 7C 8S",
        "  run of three     3  6H 7C 8D",
        "fifteen two, fifteen four, fifteen six, fifteen eight, a pair is ten, a run of",
        "three is thirteen, and another is sixteen",
        "16 points",
    ]


def test_a_hand_that_scores_nothing_has_no_points(squares):
    assert squares("hand", "poker-american", "AH", "TD", "2S", "4D", "3H").out.endswith(
        "\n0 points\n"
    )
    assert squares("hand", "poker-american", "AH", "TD", "2S", "4D", "3H", "--json").json == {
        "scorer": "poker-american",
        "hand": ["AH", "TD", "2S", "4D", "3H"],
        "starter": None,
        "points": 0,
        "combinations": [],
    }


def test_what_a_jack_as_starter_earns_is_no_part_of_a_hand(squares):
    outcome = squares("hand", "cribbage", "KH", "7D", "2C", "9S", "--starter", "JH")
    assert outcome.out.splitlines()[-2:] == [
        "0 points",
        "apart from the hand, once for the game: his heels, 2",
    ]


@pytest.mark.parametrize(
    "written",
    [
        ["5c", "5d", "5s", "jh"],
        ["5C,5D,5S,JH"],
        ["5C,", "5D ;5S", "JH"],
        ["5♣", "5♦", "5♠", "J♥"],
        ["5♣️", "5♦️", "5♠️", "J♥️"],
        [" 5C 5D\t5S\nJH "],
    ],
)
def test_cards_may_be_written_in_many_ways(squares, written):
    document = squares("hand", "cribbage", *written, "--starter", "5♥", "--json").json
    assert document["hand"] == ["5C", "5D", "5S", "JH"]
    assert document["points"] == 29


def test_a_ten_is_read_with_one_sign_or_two(squares):
    document = squares("hand", "poker-english", "10d,TC,10♥", "10s", "2c", "--json").json
    assert document["hand"] == ["TD", "TC", "TH", "TS", "2C"]
    assert document["combinations"] == [
        {"name": "four of a kind", "cards": ["TD", "TC", "TH", "TS"], "points": 16}
    ]


def test_without_a_starter_only_the_cards_of_the_hand_count(squares):
    assert squares("hand", "cribbage", "5C", "5D", "5S", "JH", "--json").json["points"] == 14


@pytest.mark.parametrize(
    ("scorer", "points"), [("poker-american", 15), ("poker-english", 12), ("poker-swedish", 8)]
)
def test_each_point_system_pays_its_own(squares, scorer, points):
    assert squares("hand", scorer, "9C", "TH", "JH", "QH", "KH", "--json").json["points"] == points


def test_an_option_of_a_scorer_can_be_set(squares):
    hand = ("2H", "6H", "9H", "KH", "--starter", "QC", "--json")
    assert squares("hand", "cribbage", *hand).json["points"] == 6
    assert squares("hand", "cribbage", "--set", "flush=five-cards", *hand).json["points"] == 2
    poker = ("2H", "2D", "9H", "KH", "AS", "--json")
    table = "table={pair=3}"
    assert squares("hand", "poker-english", "--set", table, *poker).json["points"] == 3


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (
            ("cribage", "5C", "5D", "5S", "JH"),
            "there is no scorer 'cribage'; did you mean 'cribbage'?",
        ),
        (
            ("cribbage", "5C", "5X", "5S", "JH"),
            "'5X' is not a card: a card is a rank A 2-9 T (or 10) J Q K and a suit S H D C, such "
            "as 5H or TD",
        ),
        (
            ("cribbage", "5C", "5D", "5c", "JH"),
            "5C is given twice; a pack holds each card once",
        ),
        (
            ("cribbage", "5C", "5D", "5S", "JH", "--starter", "jh"),
            "JH is given twice; a pack holds each card once",
        ),
        (
            ("cribbage", "5C"),
            "1 card given; cribbage counts hands of 2, 3, 4, 5 or 6, the starter not among them",
        ),
        (
            ("poker-american", "5C", "5D", "5S", "JH"),
            "4 cards given; poker-american counts hands of 5",
        ),
        (
            ("poker-american", "5C", "5D", "5S", "JH", "2S", "3S"),
            "6 cards given; poker-american counts hands of 5",
        ),
        (("poker-american", ""), "0 cards given; poker-american counts hands of 5"),
        (
            ("poker-american", "5C", "5D", "5S", "JH", "2S", "--starter", "3S"),
            "poker-american counts no starter: leave out --starter",
        ),
        (
            ("cribbage", "5C", "5D", "5S", "JH", "--starter", "5H 6H"),
            "'5H 6H' is not a card: a card is a rank A 2-9 T (or 10) J Q K and a suit S H D C, "
            "such as 5H or TD",
        ),
        (
            ("cribbage", "5C", "5D", "--set", "flush"),
            "--set takes key=value, such as target=60, not 'flush'",
        ),
    ],
)
def test_a_hand_that_cannot_be_counted_is_refused_in_one_line(squares, words, refusal):
    assert squares("hand", *words).refusal == refusal


def test_an_option_that_a_scorer_does_not_have_is_refused(squares):
    refusal = squares("hand", "cribbage", "5C", "5D", "--set", "flsh=none").refusal
    assert "no option 'flsh'" in refusal
    assert "did you mean 'flush'?" in refusal
