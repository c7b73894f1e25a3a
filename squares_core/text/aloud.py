"""Counting a hand aloud, from the names and points of its combinations alone."""

from __future__ import annotations

from collections.abc import Sequence

from squares_core.scoring import Combination

_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = (
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
)  # fmt: skip


def number_word(number: int) -> str:
    """Return ``number`` in words up to 999, such as ``"twenty-nine"``; beyond that in digits."""
    if number < 0:
        return f"minus {number_word(-number)}"
    if number < 20:
        return _SMALL[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens - 2] + (f"-{_SMALL[ones]}" if ones else "")
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        return f"{_SMALL[hundreds]} hundred" + (f" and {number_word(rest)}" if rest else "")
    return str(number)


_NUMBERS = frozenset(map(number_word, range(100)))


def count_aloud(combinations: Sequence[Combination]) -> str:
    """Return the count of a hand as a player says it.

    Several combinations are counted up as in cribbage; one alone is named with its points.

    >>> fifteens = [Combination("fifteen", (), 2), Combination("fifteen", (), 2)]
    >>> count_aloud([*fifteens, Combination("pair", (), 2)])
    'fifteen two, fifteen four, and a pair is six'
    >>> count_aloud([Combination("full house", (), 25)])
    'full house, 25'
    """
    if not combinations:
        return "nothing"
    if len(combinations) == 1:
        only = combinations[0]
        return f"{only.name}, {only.points}"
    total, before, said = 0, "", []
    for item in combinations:
        total += item.points
        said.append(f"{_called(item.name, before)}{number_word(total)}")
        before = item.name
    return f"{', '.join(said[:-1])}, and {said[-1]}"


def _called(name: str, before: str) -> str:
    """Return how a combination called ``name`` is announced after one called ``before``."""
    if name in _NUMBERS:
        return f"{name} "
    if name == before:
        return "another is "
    return f"{with_article(name)} is "


def with_article(name: str) -> str:
    """Return ``name`` with its article, unless it starts with a number or a possessive."""
    first = name.split()[0] if name.split() else ""
    if first in _NUMBERS or first in ("his", "her", "its", "the", "a", "an"):
        return name
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"
