"""Which deal a command is about: a seed, a code, or a new one."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

from squares_core.deals import Deal, daily_deal, make_deal, parse_deal_code
from squares_core.errors import InvalidValueError

# Seeds drawn for a person stay short, so that the code of the deal is short to share.
_DRAWN_SEEDS = 2**40


def chosen_deal(seed: int | None, code: str | None) -> Deal:
    """Return the deal of ``seed`` or of ``code``, or a new one when neither is given.

    Raises InvalidValueError when both are given.
    """
    if seed is not None and code is not None:
        raise InvalidValueError("give a seed or a deal code, not both")
    if code is not None:
        return parse_deal_code(code)
    return make_deal(secrets.randbelow(_DRAWN_SEEDS) if seed is None else seed)


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
    return daily_deal(variant_id, datetime.now(UTC).date())
