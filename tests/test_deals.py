from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from squares_core import (
    Deal,
    InvalidValueError,
    UnreadableError,
    card_names,
    deal_code,
    make_deal,
    parse_deal,
    parse_deal_code,
)
from squares_core.cards import PACK
from squares_core.deals import deal_text

MAX = 2**64 - 1
NUMBERS = st.integers(0, MAX) | st.integers(0, 1000)
GOLDEN = {
    (0, 0): "3D 8S AS 4D JH 4C 4H 2C 6H AC 9C 2D 5C 4S QS TS QD 5S JD KS JC 8H 7H 3C AD 2S "
    "TC 5H KH KD 8D 5D 3S TH 6D 6S KC 3H AH 9D TD JS 2H QH 8C 9H 7C QC 7S 7D 6C 9S",
    (1, 0): "QC 7S 2C 2D 3H AC 5D 9C 3S 5S AS KH 7H AH JD 5H TC 3C 6D 9S JC 8S 5C AD KS 2H "
    "9D 3D 8H QS JH QH 7C 7D 2S 6H 4H 9H JS KC 6C QD TS 4S KD 8D TH 4C 6S 8C 4D TD",
    (7, 0): "2C JC 4S 8H 6C 7S 9S 8C 3C KC 5D 6D KH QC 9D 7C AS 7H QH TC KD 8S 9H 3D 5H TS "
    "5S TD 5C 4D 2D 6H AC KS JH 2S 4C 8D QS 3S JS JD 6S TH AD 9C QD 7D 4H 3H AH 2H",
    (7, 1): "6D 5D QD 5S 8S 2S 8D KH 9H AD TD JS 7H JD 7C 5H TS AC 9S AS 4C 9C QH 8H 4D TH "
    "6C 5C TC KS 7S KC 4H 2H 3D JH 3S 8C 3C QC 6S 3H AH JC 6H 7D 2D KD 4S 2C 9D QS",
    (MAX, MAX): "6D 2C 9S KC AD JC QS QH JS 3C 6C 7C 7S AS AH 7H 6S KS 8S JD TC 9C 8C 3D 4H QC "
    "3H 5C 2D 6H 5D 5S 2H 2S 9D 4C TD KD 8D 8H 9H TS QD TH KH 4D 3S 4S JH 7D AC 5H",
}
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZU"


def deals_by_the_description(seed: int, indexes: list[int]) -> NDArray[np.uint64]:
    """Shuffle many packs at once, straight from the description: ``[deals, 52]``."""
    gamma, one = np.uint64(0x9E3779B97F4A7C15), np.uint64(1)

    def mix(word: NDArray[np.uint64]) -> NDArray[np.uint64]:
        word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return word ^ (word >> np.uint64(31))

    index = np.array(indexes, np.uint64)
    state = mix(mix(np.array([seed], np.uint64) + gamma) ^ mix(index + gamma + gamma))
    packs = np.tile(np.arange(52, dtype=np.uint64), (len(indexes), 1))
    every = np.arange(len(indexes))
    for place in range(51):
        left = np.uint64(52 - place)
        # 2**64 - 2**64 % left, less one so that it fits a word
        highest = np.uint64(MAX) - (np.uint64(MAX) % left + one) % left
        state = state + gamma
        word = mix(state)
        while (thrown := word > highest).any():
            state[thrown] += gamma
            word[thrown] = mix(state[thrown])
        other = (np.uint64(place) + word % left).astype(np.intp)
        packs[every, place], packs[every, other] = packs[every, other], packs[every, place]
    return packs


def any_deal(seed: int, size: int) -> Deal:
    """Return a deal that came from elsewhere."""
    return Deal(tuple(random.Random(seed).sample(PACK, size)))


@pytest.mark.parametrize(("seed", "index"), GOLDEN)
def test_a_deal_never_changes(seed: int, index: int) -> None:
    assert GOLDEN[seed, index] == deal_text(make_deal(seed, index))


@pytest.mark.parametrize("seed", [0, 1, 7, 2**32, 0x61C8864680B583EB, MAX])
def test_deals_follow_the_description_of_the_shuffle(seed: int) -> None:
    indexes = [*range(40), 2**32 - 1, 2**63, MAX]
    expected = deals_by_the_description(seed, indexes)
    assert expected.tolist() == [list(make_deal(seed, index).cards) for index in indexes]


@given(NUMBERS, NUMBERS)
def test_a_deal_holds_every_card_once(seed: int, index: int) -> None:
    assert list(PACK) == sorted(make_deal(seed, index).cards)
    assert make_deal(seed, index) == make_deal(seed, index)


@pytest.mark.parametrize(("seed", "index"), [(-1, 0), (0, -1), (MAX + 1, 0), (0, MAX + 1)])
def test_a_seed_or_index_out_of_range_is_refused(seed: int, index: int) -> None:
    with pytest.raises(InvalidValueError, match=f"it runs from 0 to {MAX}"):
        make_deal(seed, index)


def test_neighbouring_seeds_share_no_deals() -> None:
    ten, eleven = (
        {tuple(deal) for deal in deals_by_the_description(seed, list(range(1000))).tolist()}
        for seed in (10, 11)
    )
    assert len(ten) == len(eleven) == 1000
    assert ten.isdisjoint(eleven)


def test_no_relation_of_seed_and_index_deals_the_same_cards() -> None:
    # Sums, differences and exclusive ors of the two would all collide within this square.
    every = {make_deal(seed, index).cards for seed in range(48) for index in range(48)}
    assert len(every) == 48 * 48


def test_the_same_deals_are_made_whatever_the_hash_seed() -> None:
    program = (
        "from squares_core import make_deal\n"
        "for seed in range(20): print(make_deal(seed).cards, make_deal(seed).code)"
    )
    printed = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1")
    ]
    assert printed[0] == printed[1] != ""


def test_every_card_comes_equally_often_in_every_place() -> None:
    count = 40_000
    packs = deals_by_the_description(3, list(range(count)))
    table = np.array([np.bincount(column.astype(np.intp), minlength=52) for column in packs.T])
    expected = count / 52
    chi_square = ((table - expected) ** 2 / expected).sum()
    freedom = 51 * 51
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def test_every_card_follows_every_other_equally_often() -> None:
    count = 4_000
    packs = deals_by_the_description(4, list(range(count))).astype(np.intp)
    pairs = np.bincount((packs[:, :-1] * 52 + packs[:, 1:]).ravel(), minlength=52 * 52)
    table = pairs.reshape(52, 52)
    assert np.trace(table) == 0
    expected = count * 51 / (52 * 51)
    chi_square = ((table - expected) ** 2 / expected).sum() - 52 * expected
    freedom = 52 * 51
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


@given(NUMBERS, NUMBERS)
def test_a_code_gives_back_the_seeded_deal(seed: int, index: int) -> None:
    deal = make_deal(seed, index)
    again = parse_deal_code(deal.code)
    assert deal == again
    assert [seed, index] == [again.seed, again.index]
    assert len(deal.code.replace("-", "")) <= 3 + len(f"{seed:o}{index:o}")


@given(st.integers(0, 2**32), st.integers(0, 52))
def test_a_code_gives_back_any_deal_of_any_size(seed: int, size: int) -> None:
    deal = any_deal(seed, size)
    assert deal == parse_deal_code(deal_code(deal))
    assert parse_deal_code(deal_code(deal)).cards == deal.cards


def test_a_deal_that_says_it_has_a_seed_but_has_other_cards_keeps_its_cards() -> None:
    other = Deal(make_deal(8).cards, seed=7)
    assert other.cards == parse_deal_code(other.code).cards
    short = Deal(make_deal(7).cards[:17], seed=7)
    assert short.cards == parse_deal_code(short.code).cards


def test_text_far_longer_than_any_code_is_refused_at_once() -> None:
    # Its check digits fit; were it read as a number, that would take the square of its length.
    for body in ("S" + "Z" * 200_000, "S" + "0" * 200_000, "C1M" + "Z" * 200_000):
        value = 0
        for char in body:
            value = (value * 33 + "0123456789ABCDEFGHJKMNPQRSTVWXYZU".index(char)) % 1021
        check = "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[part] for part in divmod(value, 32))
        with pytest.raises(UnreadableError, match="is not a deal code"):
            parse_deal_code(body + check)


def test_codes_of_neighbouring_seeds_are_short_and_different() -> None:
    codes = [make_deal(seed).code for seed in range(1000)]
    assert len(set(codes)) == 1000
    assert all(len(code) <= 5 for code in codes)


CODES = [
    deal.code.replace("-", "")
    for deal in (
        *(make_deal(seed, index) for seed, index in [(7, 0), (12345, 678), (MAX, MAX)]),
        *(any_deal(1, size) for size in (0, 1, 17, 25, 52)),
    )
]


@pytest.mark.parametrize("code", CODES)
def test_a_code_with_any_one_wrong_character_is_refused(code: str) -> None:
    for place, right in enumerate(code):
        for wrong in DIGITS:
            if wrong != right:
                with pytest.raises(UnreadableError, match="is not a deal code"):
                    parse_deal_code(code[:place] + wrong + code[place + 1 :])


@pytest.mark.parametrize("code", CODES)
def test_a_code_with_any_two_characters_exchanged_is_refused(code: str) -> None:
    for i, j in combinations(range(len(code)), 2):
        if code[i] != code[j]:
            chars = list(code)
            chars[i], chars[j] = chars[j], chars[i]
            with pytest.raises(UnreadableError, match="is not a deal code"):
                parse_deal_code("".join(chars))


@pytest.mark.parametrize("code", CODES)
def test_a_code_is_read_in_any_case_and_grouping(code: str) -> None:
    deal = parse_deal_code(code)
    assert deal == parse_deal_code(f"  {code.lower()} ")
    assert deal == parse_deal_code("-".join(code))
    assert deal == parse_deal_code(code.replace("0", "o").replace("1", "l"))
    assert deal == parse_deal_code(code.replace("0", "O").replace("1", "I"))


@pytest.mark.parametrize("code", [code for code in CODES if code.startswith("C")])
def test_a_code_of_cards_that_was_cut_is_refused(code: str) -> None:
    for end in range(len(code)):
        with pytest.raises(UnreadableError, match="it was mistyped or cut"):
            parse_deal_code(code[:end])


def with_check(body: str) -> str:
    """Add the two check digits that the description asks for."""
    value = 0
    for char in body:
        value = (value * 33 + DIGITS.index(char)) % 1021
    return body + DIGITS[value // 32] + DIGITS[value % 32]


@pytest.mark.parametrize("code", CODES)
def test_a_code_ends_in_the_check_digits_of_its_description(code: str) -> None:
    assert code == with_check(code[:-2])
    assert parse_deal_code(with_check("C0100")) == Deal((0,))


@pytest.mark.parametrize(
    "body",
    [
        "S07",  # a needless zero
        "S7U0",  # an index that goes without saying
        "S7U",
        "S7U1U1",
        "S",
        "SG0000000000000",  # above the greatest seed
        "S7UG0000000000000",
        "C1M0",  # too short for 52 cards
        "C1N" + "0" * 46,  # 53 cards
        "C011M",  # card 52 of 0 to 51
        "C01ZZ",
        "D7",
        "U",
    ],
)
def test_a_code_that_no_deal_has_is_refused_although_its_check_is_right(body: str) -> None:
    with pytest.raises(UnreadableError, match="is not a deal code"):
        parse_deal_code(with_check(body))


@given(st.text() | st.text(alphabet=DIGITS + "sc-", max_size=60))
def test_text_is_a_code_or_refused_in_one_line(text: str) -> None:
    try:
        code = parse_deal_code(text).code
    except UnreadableError as error:
        code = str(error)
    plain = text.upper().translate(str.maketrans("OIL", "011", "- _")).strip()
    assert code.isprintable()
    assert code.replace("-", "") == plain or "is not a deal code" in code


@given(st.integers(0, 2**32), st.integers(0, 52))
def test_a_deal_reads_back_from_its_list_of_cards(seed: int, size: int) -> None:
    deal = any_deal(seed, size)
    assert deal == parse_deal(deal_text(deal))
    assert card_names(deal.cards) == deal_text(deal).split()


def test_a_deal_holds_no_card_twice_and_nothing_but_cards() -> None:
    with pytest.raises(InvalidValueError, match="5H is given twice"):
        parse_deal("5H 6H 5H")
    with pytest.raises(InvalidValueError, match="52 is not a card"):
        Deal((1, 52))
    with pytest.raises(UnreadableError, match="'5X' is not a card"):
        parse_deal("5H 5X")
