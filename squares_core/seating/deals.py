"""Which deals a command is about: of a seed, a code, a file, a day, or a new one."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path

from squares_core.chance import MAX_SEED
from squares_core.deal_files import DealList, read_deals
from squares_core.deals import Deal, daily_deal, make_deal, parse_deal_code
from squares_core.errors import InvalidValueError, UnreadableError
from squares_core.rules import Rules
from squares_core.wording import counted, shown

# Seeds drawn for a person stay short, so that the code of the deal is short to share.
_DRAWN_SEEDS = 2**40
_USUAL_RUN = 1000


def new_deal() -> Deal:
    """Return a deal drawn at random."""
    return make_deal(secrets.randbelow(_DRAWN_SEEDS))


def today() -> date:
    """Return the day whose daily deals are played now."""
    return datetime.now(UTC).date()


def chosen_deal(seed: int | None, code: str | None) -> Deal:
    """Return the deal of ``seed`` or of ``code``, or a new one when neither is given.

    Raises InvalidValueError when both are given.
    """
    if seed is not None and code is not None:
        raise InvalidValueError("give a seed or a deal code, not both")
    if code is not None:
        try:
            return parse_deal_code(code)
        except UnreadableError as error:
            if (number := _seed(code)) is None:
                raise
            raise UnreadableError(f"{error}; the deal of a number is --seed {number}") from error
    return new_deal() if seed is None else make_deal(seed)


def daily_or_chosen_deal(
    variant_id: str, seed: int | None, code: str | None, *, daily: bool
) -> Deal:
    """Return today's deal of a variant where ``daily`` asks for it, or as ``chosen_deal`` does.

    Raises InvalidValueError when more than one deal is asked for.
    """
    if not daily:
        return chosen_deal(seed, code)
    if seed is not None or code is not None:
        raise InvalidValueError("--daily is a deal of its own: leave out --seed and --deal")
    return daily_deal(variant_id, today())


def read_deal(text: str) -> Deal:
    """Return the deal that a person typed: a seed or a code. Raises UnreadableError."""
    word = text.strip()
    if (number := _seed(word)) is not None:
        return make_deal(number)
    try:
        return parse_deal_code(word)
    except UnreadableError as error:
        if re.fullmatch(r"[+-]?[\d_,. ]+", word):
            raise UnreadableError(
                f"'{shown(word, 40)}' is no seed: a seed is a whole number from 0 to {MAX_SEED}"
            ) from error
        raise UnreadableError(f"{error}; a seed is a whole number up to {MAX_SEED}") from error


def _seed(text: str) -> int | None:
    """Return the seed that a text is, or None."""
    word = text.strip()
    if word.isascii() and word.isdecimal() and len(word) <= 20 and int(word) <= MAX_SEED:
        return int(word)
    return None


def deals_of_run(
    path: Path | None, games: int | None, systems: Iterable[Rules]
) -> tuple[DealList | None, int]:
    """Return the deals of a file, None where none is given, and how many deals to play.

    Raises InvalidValueError where the file has too few of them, or one has too few cards for one of
    ``systems``, and UnreadableError.
    """
    if path is None:
        return None, _USUAL_RUN if games is None else games
    given = read_deals(path)
    count = len(given) if games is None else games
    if len(given) < count:
        raise InvalidValueError(f"{path} has {counted(len(given), 'deal')} for {count:,} games")
    longest = max(systems, key=lambda rules: rules.cards_dealt)
    given.require_cards(count, longest.cards_dealt, longest.id)
    return given, count
