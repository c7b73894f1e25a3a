"""Values as TOML text that ``tomllib`` reads back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final

from squares_core.errors import InvalidValueError

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")


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
