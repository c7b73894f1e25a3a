"""Deals and streams of chance by the thousand, the same as ``make_deal`` and ``Chance`` give."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from squares_core.cards import PACK_SIZE
from squares_core.chance import DEAL_PURPOSE, GAMMA, mix, stream_state
from squares_core.engine.jit import jit

Words = NDArray[np.uint64]

_GAMMA: Final = np.uint64(GAMMA)
_MIX_ONE: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_TWO: Final = np.uint64(0x94D049BB133111EB)
_ONE: Final = np.uint64(1)
_LAST: Final = np.uint64(2**64 - 1)
_BIT_LENGTHS: Final = np.array([number.bit_length() for number in range(4096)], np.uint64)


@jit
def mixed(word: np.uint64) -> np.uint64:
    """Return ``chance.mix(word)``."""
    word = (word ^ (word >> np.uint64(30))) * _MIX_ONE
    word = (word ^ (word >> np.uint64(27))) * _MIX_TWO
    return word ^ (word >> np.uint64(31))


@jit
def next_word(chance: Words, game: int) -> np.uint64:
    """Return the next word of the stream whose state is ``chance[game]``."""
    chance[game] += _GAMMA
    return mixed(chance[game])


@jit
def random_below(chance: Words, game: int, limit: int) -> Any:
    """Return what ``Chance.randrange(limit)`` returns for that stream; ``limit`` below 4096."""
    bits = _BIT_LENGTHS[np.uint64(limit)]
    while True:
        number = next_word(chance, game) >> (np.uint64(64) - bits)
        if number < np.uint64(limit):
            return number


@jit
def _start_streams(seed_word: np.uint64, first: np.uint64, salt: np.uint64, out: Words) -> None:
    for game in range(len(out)):
        index = first + np.uint64(game)
        out[game] = mixed(seed_word ^ mixed(index + _GAMMA + _GAMMA)) ^ salt


def streams(seed: int, first: int, games: int, purpose: int) -> Words:
    """Return ``uint64[games]``: the states of the streams of games ``first`` and on.

    Raises InvalidValueError for numbers that ``stream_state`` refuses.
    """
    stream_state(seed, first + games, purpose)
    out = np.empty(games, np.uint64)
    seed_word = np.uint64(mix((seed + GAMMA) & int(_LAST)))
    _start_streams(seed_word, np.uint64(first), np.uint64(mix(purpose)), out)
    return out


@jit
def _shuffle(chance: Words, out: NDArray[np.uint8]) -> None:
    for game in range(len(out)):
        pack = out[game]
        for card in range(len(pack)):
            pack[card] = card
        for place in range(np.uint64(len(pack) - 1)):
            left = np.uint64(len(pack)) - place
            # 2**64 modulo left, in arithmetic modulo 2**64
            excess = (_LAST % left + _ONE) % left
            while True:
                word = next_word(chance, game)
                if word <= _LAST - excess:
                    break
            other = place + word % left
            pack[place], pack[other] = pack[other], pack[place]


def deal_many(seed: int, first: int, games: int) -> NDArray[np.uint8]:
    """Return ``uint8[games, 52]``: the cards of ``make_deal(seed, first)`` and those after it."""
    out = np.empty((games, PACK_SIZE), np.uint8)
    _shuffle(streams(seed, first, games, DEAL_PURPOSE), out)
    return out
