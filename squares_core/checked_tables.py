"""Tables of files that people edit or keep: strictly checked, faults told in a person's words."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

_UNSHOWN: Final = ("Cc", "Cs", "Zl", "Zp")
_DIRECTIONS: Final = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


class CheckedTable(BaseModel):
    """A table in which nothing is guessed: an unknown key or a value of another kind is a fault."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def on_one_line(text: str) -> str:
    """Return ``text`` as it is.

    Raises ValueError where it holds what would garble a line of a terminal: a control character, a
    line or paragraph separator, a mark that changes the direction of writing, half a character.
    """
    if any(unicodedata.category(char) in _UNSHOWN or char in _DIRECTIONS for char in text):
        raise ValueError("must be one line without control characters")
    return text


def place_text(loc: Sequence[int | str]) -> str:
    """Return where in a table a fault is, such as ``moves.3.card``; items count from 1.

    Which form of a value was tried, as pydantic tells it besides, is no place in a table.
    """
    places = [part for part in loc if not str(part).startswith(("constrained-", "literal["))]
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in places)


_REASONS: Final[Mapping[str, str]] = {
    "missing": "is missing",
    "less_than_equal": "must be at most {le}",
    "greater_than_equal": "must be at least {ge}",
    "literal_error": "must be {expected}",
    "string_too_long": "must have at most {max_length} characters",
    "too_long": "must hold at most {max_length}",
    "too_short": "must hold at least {min_length}",
    "int_type": "must be a whole number",
    "string_type": "must be text",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "date_type": "must be a date",
    "datetime_type": "must be a date and a time",
    "timezone_aware": "must be a time with its zone, such as 2026-01-31T12:00:00Z",
}


def reason_text(fault: Mapping[str, Any]) -> str:
    """Return what is wrong with one value, in the words of a person rather than of pydantic."""
    words = _REASONS.get(fault["type"])
    if words is None:
        return str(fault["msg"]).removeprefix("Value error, ")
    return words.format_map(fault.get("ctx", {}))
