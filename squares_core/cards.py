"""Cards of one 52-card pack, as small integers.

A card is an ``int`` from 0 to 51: ``(rank - 1) * 4 + suit``. Ranks run from 1 (ace) to 13 (king),
suits from 0 to 3 in the order spades, hearts, diamonds, clubs. Text forms come in pairs:
``parse_card("10♦")`` is 38 and ``card_name(38)`` is ``"TD"``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from squares_core.errors import InvalidValueError, UnreadableError
from squares_core.wording import shown

Card: TypeAlias = int

PACK_SIZE: Final = 52
PACK: Final[tuple[Card, ...]] = tuple(range(PACK_SIZE))
RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
RANK_COUNT, SUIT_COUNT = len(RANKS), len(SUITS)
ACE, JACK, QUEEN, KING = 1, 11, 12, 13
SPADES, HEARTS, DIAMONDS, CLUBS = range(4)

_NAMES: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARD_OF: Final = {name: card for card, name in enumerate(_NAMES)}
_SUIT_GLYPHS: Final = {
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
    "♤": "S",
    "♡": "H",
    "♢": "D",
    "♧": "C",
}
# Emoji and text selectors follow suit glyphs copied from many programs; they carry no meaning here.
_SELECTORS: Final = {0xFE0E: None, 0xFE0F: None}
_ACCEPTED: Final = "a card is a rank A 2-9 T (or 10) J Q K and a suit S H D C, such as 5H or TD"


def make_card(rank: int, suit: int) -> Card:
    """Return the card of ``rank`` 1..13 and ``suit`` 0..3.

    Raises InvalidValueError outside those ranges.
    """
    if not (1 <= rank <= 13 and 0 <= suit <= 3):
        raise InvalidValueError(
            f"no card has rank {rank} and suit {suit}: ranks are 1-13, suits 0-3"
        )
    return (rank - 1) * 4 + suit


def rank_of(card: Card) -> int:
    """Return the rank of ``card``: 1 for an ace up to 13 for a king."""
    return card // 4 + 1


def suit_of(card: Card) -> int:
    """Return the suit of ``card``: 0 spades, 1 hearts, 2 diamonds, 3 clubs."""
    return card % 4


def card_name(card: Card) -> str:
    """Return the two-letter name of ``card``, such as ``"TD"`` for the ten of diamonds."""
    if not 0 <= card < PACK_SIZE:
        raise InvalidValueError(f"{card} is not a card: cards are numbered 0 to 51")
    return _NAMES[card]


def parse_card(text: str) -> Card:
    """Return the card that ``text`` names: ``5H``, ``TD``, ``10d``, ``10♦``, in any case.

    Raises UnreadableError for anything else.
    """
    word = text.strip().translate(_SELECTORS)
    if word and word[-1] in _SUIT_GLYPHS:
        word = word[:-1] + _SUIT_GLYPHS[word[-1]]
    word = word.upper()
    if word.startswith("10") and len(word) == 3:
        word = "T" + word[2:]
    card = _CARD_OF.get(word)
    if card is None:
        raise UnreadableError(f"'{shown(text)}' is not a card: {_ACCEPTED}")
    return card


def parse_cards(text: str) -> list[Card]:
    """Return the cards that ``text`` lists, separated by spaces, commas or both.

    Raises UnreadableError for a word that is not a card; a card may stand twice.
    """
    return [parse_card(word) for word in re.split(r"[\s,;]+", text) if word]


def card_names(cards: Iterable[Card]) -> list[str]:
    """Return the names of ``cards`` in their order."""
    return [card_name(card) for card in cards]


def require_distinct(cards: Sequence[Card]) -> None:
    """Raise InvalidValueError that names the first card of ``cards`` that stands twice."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise InvalidValueError(
                f"{card_name(card)} is given twice; a pack holds each card once"
            )
        seen.add(card)
