"""Chance that is the same on every machine, in every Python version and in compiled code.

A stream of unsigned 64-bit words is named by three numbers: ``seed``, ``index`` (which deal or
game) and ``purpose`` (what it is drawn for, so that a game's own choices never follow from its
deal). With ``mix`` the finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable
pseudorandom number generators", 2014), ``G`` = 0x9E3779B97F4A7C15 and all arithmetic modulo
2**64::

    state = mix(mix(seed + G) ^ mix(index + 2 * G)) ^ mix(purpose)      (mix(0) is 0)
    each word: state = state + G, word = mix(state)
"""

from __future__ import annotations

import random
from typing import Final

from squares_core.errors import InvalidValueError

WORD: Final = 2**64 - 1
MAX_SEED: Final = WORD
GAMMA: Final = 0x9E3779B97F4A7C15

# What streams are drawn for. A number stands for one purpose for ever, or figures change.
DEAL_PURPOSE: Final = 0
PLAY_PURPOSE: Final = 1  # the choices of a game
CHOICE_PURPOSE: Final = 2  # a choice that is compared with another
TRAINING_PURPOSE: Final = 2  # games to learn values from, which are played for no comparison
SEARCH_PURPOSE: Final = 3  # futures sampled for a move
COMPLETION_PURPOSE: Final = 4  # ways to fill what is left of a grid
PAIRED_PURPOSE: Final = 5  # futures on which moves are compared in pairs
AGAIN_PURPOSE: Final = 6  # the same choice with other chance


def mix(word: int) -> int:
    """Return ``word`` with its 64 bits stirred, one to one."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return word ^ (word >> 31)


def stream_state(seed: int, index: int = 0, purpose: int = DEAL_PURPOSE) -> int:
    """Return the state before the first word of a stream.

    Raises InvalidValueError unless all three are from 0 to 2**64 - 1.
    """
    for what, number in (("seed", seed), ("index", index), ("purpose", purpose)):
        if not 0 <= number <= MAX_SEED:
            raise InvalidValueError(f"{number} is not a {what}: it runs from 0 to {MAX_SEED}")
    return mix(mix((seed + GAMMA) & WORD) ^ mix((index + 2 * GAMMA) & WORD)) ^ mix(purpose)


class Chance(random.Random):
    """A ``random.Random`` over such a stream.

    ``getrandbits(k)`` is the top ``k`` bits of the next word, so that ``randrange(n)`` takes the
    top bits that ``n`` needs and draws again while they are not below ``n``.
    """

    def __init__(self, seed: int, index: int = 0, purpose: int = DEAL_PURPOSE) -> None:
        self._state = stream_state(seed, index, purpose)
        super().__init__()

    def seed(self, a: object = None, version: int = 2) -> None:
        """Do nothing: the stream is named once, at the start."""

    def word(self) -> int:
        """Return the next word."""
        self._state = (self._state + GAMMA) & WORD
        return mix(self._state)

    def random(self) -> float:
        """Return a number from 0 up to 1, made of the top 53 bits of the next word."""
        return (self.word() >> 11) * 2.0**-53

    def getrandbits(self, k: int, /) -> int:
        """Return a number of ``k`` bits: the top bits of as many words as that takes."""
        bits = 0
        while k > 64:
            bits = bits << 64 | self.word()
            k -= 64
        return bits << k | self.word() >> (64 - k) if k else bits
