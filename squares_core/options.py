"""Named options that scorers and strategies are made with.

A scorer or strategy written as a frozen dataclass has its fields as options, checked against their
annotations; one without fields has none. Values are plain TOML values, so that a variant file, a
command line and a record can all hold them.
"""

from __future__ import annotations

import dataclasses
import re
import types
from collections.abc import Mapping
from typing import Any, Literal, Self, TypeVar, Union, get_args, get_origin, get_type_hints

from squares_core.errors import InvalidValueError, UnreadableError, suggest
from squares_core.toml_text import read_toml
from squares_core.wording import shown

_CALL = re.compile(r"\s*([A-Za-z0-9_.-]+)\s*(?:\((.*)\))?\s*", re.DOTALL)


_LONGEST_REASON = 500
OptionsT = TypeVar("OptionsT", bound="HasOptions")


class HasOptions:
    """A value that is made with named options and can be had again with others."""

    id: str

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Every option with its present value."""
        if not dataclasses.is_dataclass(self):
            return {}
        names = (field.name for field in dataclasses.fields(self) if field.name not in _NAMING)
        return {name: getattr(self, name) for name in names}

    def with_options(self, **options: Any) -> Self:
        """Return the same with some options changed.

        Raises InvalidValueError for an option it does not have or a value it does not accept.
        """
        if not options:
            return self
        accepted = self.parameters
        hints = get_type_hints(type(self))
        for name, value in options.items():
            if name not in accepted:
                names = f"it has {', '.join(accepted)}" if accepted else "it has none"
                hint = suggest(name, accepted)
                raise InvalidValueError(f"{self.id} has no option '{shown(name)}': {names}{hint}")
            if not _accepts(hints[name], value):
                wanted = _described(hints[name])
                given = shown(repr(value))
                raise InvalidValueError(f"{self.id}: {name} must be {wanted}, not {given}")
        if not dataclasses.is_dataclass(self):
            raise InvalidValueError(f"{self.id} has options but no with_options() to change them")
        changed = dataclasses.replace(self, **options)
        for name in set(_NAMING).intersection(getattr(self, "__dict__", ())):
            # a name given by ``named`` need not be a field, and then ``replace`` loses it
            object.__setattr__(changed, name, getattr(self, name))
        return changed


def with_given_options(thing: OptionsT, options: Mapping[str, Any]) -> OptionsT:
    """Return ``thing`` with options that came from a person changed.

    Raises InvalidValueError, of one bearable line whatever words a plugin has for it.
    """
    if "self" in options:
        raise InvalidValueError(f"{thing.id} has no option 'self'")
    try:
        return thing.with_options(**options)
    except InvalidValueError as error:
        raise InvalidValueError(shown(str(error), _LONGEST_REASON)) from error


_NAMING = ("id", "title")


def _accepts(hint: Any, value: Any) -> bool:
    origin = get_origin(hint)
    if origin is Literal:
        return value in get_args(hint)
    if origin in (Union, types.UnionType):
        return any(_accepts(part, value) for part in get_args(hint))
    if hint is None or hint is type(None):
        return value is None
    if isinstance(value, bool):
        return hint in (bool, Any)
    if hint is float:
        return isinstance(value, int | float)
    kind = origin or hint
    return not isinstance(kind, type) or isinstance(value, kind)


def _described(hint: Any) -> str:
    origin = get_origin(hint)
    if origin is Literal:
        return " or ".join(str(choice) for choice in get_args(hint))
    if origin in (Union, types.UnionType):
        parts = [_described(part) for part in get_args(hint) if part is not type(None)]
        return " or ".join(parts)
    names = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}
    return names.get(hint, "a table" if origin else str(hint))


def parse_value(text: str) -> Any:
    """Return ``text`` as a TOML value; a bare word is that word.

    >>> parse_value("60"), parse_value("true"), parse_value("per-hand")
    (60, True, 'per-hand')
    """
    try:
        return read_toml(f"value = {text}")["value"]
    except (UnreadableError, KeyError):
        return text.strip().strip("\"'")


def parse_call(text: str) -> tuple[str, dict[str, Any]]:
    """Return the id and options of a text such as ``monte-carlo(playouts=200)``.

    Raises UnreadableError for text of another form.
    """
    match = _CALL.fullmatch(text)
    options: dict[str, Any] = {}
    for part in (match[2] or "").split(",") if match else ():
        if not part.strip():
            continue
        name, equals, value = part.partition("=")
        if not equals or not name.strip().isidentifier():
            match = None
            break
        options[name.strip()] = parse_value(value.strip())
    if match is None:
        raise UnreadableError(
            f"'{shown(text.strip(), 60)}' is not of the form name or "
            "name(option=value, option=value)"
        )
    return match[1], options


def call_text(id_: str, options: Mapping[str, Any]) -> str:
    """Return the text that ``parse_call`` reads back as this id and these options."""
    given = [f"{name}={_value_text(value)}" for name, value in options.items() if value is not None]
    return f"{id_}({', '.join(given)})" if given else id_


def _value_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    return f'"{text}"' if isinstance(value, str) and parse_value(text) != text else text
