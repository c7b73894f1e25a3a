from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squares_core import (
    InvalidValueError,
    UnreadableError,
    card_name,
    card_names,
    make_card,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)
from squares_core.cards import PACK, RANKS, SUITS, require_distinct
from squares_core.wording import shown

CARDS = st.integers(0, 51)
GLYPHS = {"S": "♠♤", "H": "♥♡", "D": "♦♢", "C": "♣♧"}
READABLE = re.compile(r"(A|[2-9]|T|10|J|Q|K)([SHDC]|[♠♥♦♣♤♡♢♧][\ufe0e\ufe0f]?)", re.IGNORECASE)


def test_a_pack_has_52_cards_with_52_names() -> None:
    assert tuple(range(52)) == PACK
    assert [rank + suit for rank in RANKS for suit in SUITS] == card_names(PACK)
    assert len(set(card_names(PACK))) == 52


def test_rank_and_suit_make_the_card_again() -> None:
    assert list(PACK) == [make_card(rank_of(card), suit_of(card)) for card in PACK]
    assert [rank_of(parse_card("AS")), suit_of(parse_card("AS"))] == [1, 0]
    assert [rank_of(parse_card("KC")), suit_of(parse_card("KC"))] == [13, 3]


@pytest.mark.parametrize("card", PACK)
def test_a_card_is_read_in_every_usual_way_of_writing_it(card: int) -> None:
    name = card_name(card)
    rank, suit = name[0], name[1]
    ranks = [rank, rank.lower(), *(["10"] if rank == "T" else [])]
    suits = [suit, suit.lower(), *GLYPHS[suit], *(g + "\ufe0e" for g in GLYPHS[suit])]
    suits += [glyph + "\ufe0f" for glyph in GLYPHS[suit]]
    for text in (r + s for r in ranks for s in suits):
        assert card == parse_card(text) == parse_card(f"  {text}\n")


@given(st.text(alphabet="A1023456789TJQKatjqkSHDCshdc♠♥♦♣♧ -.\ufe0f\x00é", max_size=4))
def test_text_is_a_card_or_refused_in_one_line(text: str) -> None:
    if READABLE.fullmatch(text.strip()):
        assert parse_card(text) in PACK
    else:
        with pytest.raises(UnreadableError) as caught:
            parse_card(text)
        assert str(caught.value).isprintable()
        assert "is not a card" in str(caught.value)


@pytest.mark.parametrize("card", [-1, 52, 1000])
def test_a_number_outside_the_pack_has_no_name(card: int) -> None:
    with pytest.raises(InvalidValueError, match=f"{card} is not a card"):
        card_name(card)


@pytest.mark.parametrize(("rank", "suit"), [(0, 0), (14, 0), (1, -1), (1, 4)])
def test_a_rank_or_suit_that_does_not_exist_makes_no_card(rank: int, suit: int) -> None:
    with pytest.raises(InvalidValueError, match="ranks are 1-13, suits 0-3"):
        make_card(rank, suit)


@given(st.lists(CARDS), st.sampled_from([" ", ",", ", ", "  ", "\n", ";", "\t"]))
def test_a_list_of_cards_is_read_whatever_separates_them(cards: list[int], between: str) -> None:
    assert cards == parse_cards(between.join(card_names(cards)))


@given(st.permutations(PACK), st.integers(1, 51), st.integers(0, 50))
def test_the_card_that_stands_twice_is_named(pack: list[int], size: int, which: int) -> None:
    cards = pack[:size]
    require_distinct(cards)
    twice = cards[which % size]
    with pytest.raises(InvalidValueError, match=f"{card_name(twice)} is given twice"):
        require_distinct([*cards, twice])


@given(st.text(), st.integers(4, 60))
def test_text_shown_in_a_message_is_one_short_printable_line(text: str, limit: int) -> None:
    line = shown(text, limit)
    assert len(line) <= limit
    assert not line or line.isprintable()
    if len(text) <= limit and text.isprintable():
        assert text == line
