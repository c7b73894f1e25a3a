"""TOML text from anywhere, read within bounds; and values as text that is read back."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final

from squares_core.errors import InvalidValueError, UnreadableError
from squares_core.wording import shown

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
# A key of many dotted parts costs its length again at each of its parts and of the lines below.
_MOST_STEPS: Final = 4_000_000
_WHOLE_NUMBERS: Final = range(-(2**63), 2**63)


def read_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text from anywhere, in a time that its size bounds.

    Raises UnreadableError, which says what is wrong but not where the text came from, for what is
    not TOML, is nested too deeply, has keys of too many parts, or whole numbers beyond 64 bits.
    """
    lines = text.split("\n")
    dots = [line.count(".") for line in lines]
    if max(dots) * (len(lines) + sum(dots)) > _MOST_STEPS:
        raise UnreadableError("it has too many dots in one line")
    try:
        tables = tomllib.loads(text)
    except RecursionError as error:
        raise UnreadableError("it is nested too deeply") from error
    except ValueError as error:
        # tomllib lets through what int() says of a number that is too long.
        is_toml = isinstance(error, tomllib.TOMLDecodeError)
        reason = shown(str(error), 120) if is_toml else "a number is too long"
        raise UnreadableError(f"it is not TOML: {reason}") from error
    _require_plain_numbers(tables)
    return tables


def _require_plain_numbers(tables: dict[str, Any]) -> None:
    waiting: list[Any] = [tables]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict | list):
            waiting.extend(value.values() if isinstance(value, dict) else value)
        elif isinstance(value, int) and value not in _WHOLE_NUMBERS:
            raise UnreadableError("it has a whole number of more than 64 bits")


def toml_key(key: str) -> str:
    """Return ``key`` as it stands before an equals sign."""
    return key if _BARE_KEY.fullmatch(key) else _string(key)


def toml_value(value: Any) -> str:
    """Return ``value`` on one line of TOML; a table becomes an inline table.

    Raises InvalidValueError for a value that TOML has no form for.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case str():
            return _string(value)
        case datetime() | date():
            return value.isoformat().replace("+00:00", "Z")
        case list() | tuple():
            return f"[{', '.join(map(toml_value, value))}]"
        case Mapping():
            pairs = (f"{toml_key(str(k))} = {toml_value(v)}" for k, v in value.items())
            return f"{{ {', '.join(pairs)} }}" if value else "{}"
        case _:
            raise InvalidValueError(f"a {type(value).__name__} has no form in a TOML file")


def toml_array(items: list[Any]) -> str:
    """Return an array with one item on each line."""
    if not items:
        return "[]"
    return "".join(["[\n", *(f"  {toml_value(item)},\n" for item in items), "]"])


def _string(text: str) -> str:
    return f'"{"".join(map(_character, text))}"'


def _character(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    if char.isprintable():
        return char
    code = ord(char)
    if 0xD800 <= code < 0xE000:
        raise InvalidValueError("a lone surrogate has no form in a TOML file")
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
