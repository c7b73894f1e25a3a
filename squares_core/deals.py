"""Deals: one shuffled order of the pack, and the short codes that share them.

The shuffle is this project's own and never changes. Deal number ``index`` of ``seed`` takes words
from the stream that ``squares_core.chance`` describes, with purpose 0:

1. A number below ``n`` is ``word % n``; a word of ``2**64 - 2**64 % n`` or more is thrown away.
2. The pack 0..51 is shuffled from the front: for ``i`` from 0 to 50, the card at ``i`` changes
   places with the one at ``i`` plus a number below ``52 - i``.

For one seed all indexes give different states; seeds are told apart by a full mixing, so that
neighbouring seeds have no deals in common.

The daily deal of a variant is deal 0 of the seed that is made with that module's ``mix`` and
``G``: ``state = mix(day + G)``, where ``day`` counts the days of the Gregorian calendar with 1 for
1 January of the year 1; then ``state = mix(state ^ (byte + G))`` for each byte of the variant's id
in UTF-8; the seed is the upper 40 bits of ``state``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from squares_core.cards import (
    PACK,
    PACK_SIZE,
    Card,
    card_name,
    card_names,
    parse_cards,
    require_distinct,
)
from squares_core.chance import GAMMA, MAX_SEED, WORD, Chance, mix
from squares_core.errors import UnreadableError
from squares_core.wording import shown

# Crockford's base 32: no I, L, O or U, so that codes survive being read aloud and typed.
_DIGITS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None, "_": None})
_CHECK_PRIME: Final = 1021
_SEPARATOR: Final = "U"
# Kind, count and arrangement of 52 cards: no code is longer.
_LONGEST_BODY: Final = 3 + math.ceil(math.log2(math.factorial(PACK_SIZE)) / 5)


@dataclass(frozen=True, slots=True)
class Deal:
    """Distinct cards in dealing order, the whole input to a game.

    A deal from ``make_deal`` holds all 52 and remembers its seed and index, which only shorten its
    code; one that came from elsewhere may hold fewer. Raises InvalidValueError when a card stands
    twice or is none.
    """

    cards: tuple[Card, ...]
    seed: int | None = field(default=None, compare=False)
    index: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        for card in self.cards:
            card_name(card)
        require_distinct(self.cards)

    @property
    def code(self) -> str:
        """The short code that ``parse_deal_code`` turns back into exactly this deal."""
        return deal_code(self)


def make_deal(seed: int, index: int = 0) -> Deal:
    """Return deal number ``index`` of ``seed``: all 52 cards, shuffled as the module describes.

    Raises InvalidValueError unless both are from 0 to 2**64 - 1.
    """
    chance = Chance(seed, index)
    pack = list(PACK)
    for place in range(PACK_SIZE - 1):
        left = PACK_SIZE - place
        limit = 2**64 - 2**64 % left
        while (draw := chance.word()) >= limit:
            pass
        other = place + draw % left
        pack[place], pack[other] = pack[other], pack[place]
    return Deal(tuple(pack), seed, index)


def daily_deal(variant_id: str, day: date) -> Deal:
    """Return the deal that everyone in the world gets for ``variant_id`` on ``day``.

    Which day it is, is told by UTC.
    """
    state = mix((day.toordinal() + GAMMA) & WORD)
    for byte in variant_id.encode():
        state = mix(state ^ ((byte + GAMMA) & WORD))
    return make_deal(state >> 24)


def deal_text(deal: Deal) -> str:
    """Return the cards of ``deal`` in order, with spaces between them."""
    return " ".join(card_names(deal.cards))


def parse_deal(text: str) -> Deal:
    """Return the deal whose cards ``text`` lists in dealing order."""
    return Deal(tuple(parse_cards(text)))


def deal_code(deal: Deal) -> str:
    """Return a short code for ``deal``.

    Kind ``S``: seed and, unless 0, index after a ``U``, in base 32. Kind ``C``: two digits for the
    number of cards, then the number of their arrangement among all arrangements of so many cards.
    Both end in two check digits: the rest, read in base 33 with ``U`` as the last digit, modulo
    1021; any one wrong character and any two characters exchanged are found.
    """
    if deal.seed is not None and make_deal(deal.seed, deal.index) == deal:
        body = "S" + _base32(deal.seed)
        if deal.index:
            body += _SEPARATOR + _base32(deal.index)
    else:
        count = len(deal.cards)
        body = "C" + _base32(count, 2) + _base32(_arrangement(deal.cards), _code_width(count))
    code = body + _check_digits(body)
    return "-".join(code[i : i + 6] for i in range(0, len(code), 6))


def parse_deal_code(text: str) -> Deal:
    """Return the deal of a code; case, spaces and hyphens do not matter.

    Raises UnreadableError for a code that was mistyped or is none.
    """
    code = text.strip().upper().translate(_READ)
    body, check = code[:-2], code[-2:]
    deal = None
    if (
        2 <= len(body) <= _LONGEST_BODY
        and set(code) <= set(_DIGITS + _SEPARATOR)
        and check == _check_digits(body)
    ):
        deal = _decoded(body)
    if deal is None:
        raise UnreadableError(
            f"'{shown(text.strip())}' is not a deal code: it was mistyped or cut; a code looks "
            f"like {deal_code(make_deal(7))} and 'squares deal' shows it"
        )
    return deal


def _decoded(body: str) -> Deal | None:
    kind, digits = body[0], body[1:]
    if kind == "S":
        first, _, second = digits.partition(_SEPARATOR)
        seed, index = _number(first), _number(second or "0")
        if seed is None or index is None or max(seed, index) > MAX_SEED:
            return None
        deal = make_deal(seed, index)
    elif kind == "C" and _SEPARATOR not in digits:
        count, arrangement = _number(digits[:2]) or 0, _number(digits[2:])
        if count > PACK_SIZE or arrangement is None or arrangement >= math.perm(PACK_SIZE, count):
            return None
        deal = Deal(_arranged(arrangement, count))
    else:
        return None
    canonical = deal_code(deal).replace("-", "")[:-2]
    return deal if canonical == body else None


def _code_width(count: int) -> int:
    return math.ceil((math.perm(PACK_SIZE, count) - 1).bit_length() / 5)


def _arrangement(cards: tuple[Card, ...]) -> int:
    left, number = list(PACK), 0
    for card in cards:
        place = left.index(card)
        number = number * len(left) + place
        left.pop(place)
    return number


def _arranged(number: int, count: int) -> tuple[Card, ...]:
    places = []
    for size in range(PACK_SIZE - count + 1, PACK_SIZE + 1):
        number, place = divmod(number, size)
        places.append(place)
    left = list(PACK)
    return tuple(left.pop(place) for place in reversed(places))


def _base32(number: int, width: int = 1) -> str:
    digits = ""
    while number or len(digits) < width:
        number, digit = divmod(number, 32)
        digits = _DIGITS[digit] + digits
    return digits


def _number(digits: str) -> int | None:
    number = 0
    for digit in digits:
        value = _DIGITS.find(digit)
        if value < 0:
            return None
        number = number * 32 + value
    return number


def _check_digits(body: str) -> str:
    value = 0
    for char in body:
        value = (value * 33 + (_DIGITS + _SEPARATOR).index(char)) % _CHECK_PRIME
    return _base32(value, 2)
