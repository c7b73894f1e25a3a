from __future__ import annotations

import json
import subprocess
import sys

import pytest

from squares_core import Deal, deal_code, make_deal, parse_card

SEVEN = ["2C", "JC", "4S", "8H", "6C", "7S", "9S", "8C", "3C"]
SEVEN += ["KC", "5D", "6D", "KH", "QC", "9D", "7C", "AS"]


def test_a_deal_shows_all_that_the_game_can_show_in_dealing_order(squares):
    document = squares("deal", "cribbage-squares", "--seed", "7", "--json").json
    assert document == {"variant": "cribbage-squares", "code": "S7T0", "cards": SEVEN}


@pytest.mark.parametrize(
    ("variant", "count"),
    [
        ("cribbage-squares", 17),
        ("cribbage-squares-1-reserve", 22),
        ("cribbage-squares-2-reserves", 27),
        ("cribbage-squares-waste", 22),
        ("cribbage-squares-open", 17),
        ("poker-squares", 25),
        ("poker-squares-2-reserves", 35),
        ("maverick", 25),
    ],
)
def test_piles_and_a_starter_need_cards_of_their_own(squares, variant, count):
    cards = squares("deal", variant, "--seed", "7", "--json").json["cards"]
    assert len(cards) == count
    assert cards[:17] == SEVEN[:17]


def test_the_code_gives_back_the_same_deal(squares):
    first = squares("deal", "poker-squares", "--json").json
    again = squares("deal", "poker-squares", "--deal", first["code"], "--json").json
    assert again == first
    assert squares("deal", "poker-squares", "--json").json != first


def test_the_text_sets_the_starter_apart_and_tells_how_to_play_the_deal(squares):
    assert squares("deal", "cribbage-squares", "--seed", "7").out.splitlines() == [
        "Cribbage Squares, deal S7T0",
        "cards     2C JC 4S 8H 6C 7S 9S 8C 3C KC",
        "          5D 6D KH QC 9D 7C",
        "starter   AS",
        "play it: squares play cribbage-squares --deal S7T0",
    ]


def test_with_reserves_no_card_of_the_deal_is_called_the_starter_beforehand(squares):
    out = squares("deal", "cribbage-squares-1-reserve", "--seed", "7").out
    assert "starter" not in out


def test_a_deal_from_elsewhere_has_a_code_too(squares):
    cards = tuple(parse_card(name) for name in SEVEN)
    code = deal_code(Deal(cards))
    document = squares("deal", "cribbage-squares", "--deal", code.lower(), "--json").json
    assert (document["cards"], document["code"]) == (SEVEN, code)


def test_a_deal_with_too_few_cards_is_refused(squares):
    code = deal_code(Deal(tuple(parse_card(name) for name in SEVEN)))
    assert squares("deal", "poker-squares", "--deal", code).refusal == (
        f"deal {code} holds 17 cards; poker-squares can show 25 and needs a deal of as many"
    )


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--seed", "-1"), "-1 is not a seed: it runs from 0 to 18446744073709551615"),
        (("--seed", str(2**64)), f"{2**64} is not a seed"),
        (("--seed", "7", "--deal", "S7T0"), "give a seed or a deal code, not both"),
        (("--deal", "7"), "; the deal of a number is --seed 7"),
        (("--deal", "S7T1"), "'S7T1' is not a deal code: it was mistyped or cut"),
        (("--deal", ""), "is not a deal code"),
        (("--deal", "\x1b[2J\x07"), "'?[2J?' is not a deal code"),
        (("--deal", "S" + "Z" * 50_000), "ZZZ...' is not a deal code"),
    ],
)
def test_a_deal_that_cannot_be_made_is_refused_in_one_line(squares, words, part):
    assert part in squares("deal", "cribbage-squares", *words).refusal


def test_a_seed_that_is_no_number_is_a_wrong_use_of_the_command(squares):
    outcome = squares("deal", "cribbage-squares", "--seed", "seven")
    assert (outcome.code, outcome.out) == (2, "")
    assert "--seed" in outcome.err


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_a_seed_gives_the_same_deal_in_every_process(hash_seed):
    done = subprocess.run(
        [sys.executable, "-m", "squares_core", "deal", "poker-squares", "--seed", "11", "--json"],
        env={"PYTHONHASHSEED": hash_seed, "SQUARES_PLUGINS": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    cards = [parse_card(name) for name in json.loads(done.stdout)["cards"]]
    assert cards == list(make_deal(11).cards[:25])
