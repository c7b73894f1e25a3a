"""Every error that Squares raises on purpose.

Each message is one line for a person: what was wrong, then what is accepted. A command turns any
``SquaresError`` into that line on stderr and exit code 1; anything else is a fault in the program.
"""

from __future__ import annotations

import difflib
import os
import re
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import Self


class SquaresError(Exception):
    """The request could not be met; the message says why and what would be accepted."""


class UnreadableError(SquaresError, ValueError):
    """Text that is not a card, cell, move, grid, deal code or file of the kind expected."""


class IllegalMoveError(SquaresError, ValueError):
    """A move that is well written but not allowed in the position at hand."""


class InvalidValueError(SquaresError, ValueError):
    """A value outside what is accepted: a size, a parameter, a duplicate card."""


class NoTablesError(InvalidValueError):
    """A variant or scorer that cannot be compiled to tables; it can still be played."""


class UnknownIdError(SquaresError, LookupError):
    """No scorer, placement rule, variant or strategy has this id."""


class RecordError(SquaresError, ValueError):
    """A record that cannot be read or does not replay; the message says where."""


class StoreError(SquaresError):
    """The store of games cannot be used; nothing in it was changed."""


class PluginError(SquaresError):
    """A plugin whose code failed, or that could not be loaded where that is to be fatal."""

    @classmethod
    def failed(cls, what: str, error: BaseException) -> Self:
        """Return the error for code of a plugin, ``what``, that raised ``error``."""
        place = raised_at(error)
        shows = f"{place}; SQUARES_DEBUG=1 shows more" if place else "SQUARES_DEBUG=1 shows where"
        return cls(f"{what} failed: {type(error).__name__}: {error} ({shows})")


def raised_at(error: BaseException) -> str:
    """Return file and line of the last code of a plugin that ``error`` went through.

    An empty string where there was none, such as for a method called with too many arguments. What
    finds plugins is none, even where an installed package replaces Python's own.
    """
    places = [
        f"{Path(frame.filename).name}, line {frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if _may_be_a_plugin(frame.filename)
    ]
    return places[-1] if places else ""


def _may_be_a_plugin(file: str) -> bool:
    """Return whether code in ``file`` belongs neither to this package nor to Python itself."""
    own, python = (str(Path(each).parent) + os.sep for each in (__file__, os.__file__))
    installed = f"{os.sep}site-packages{os.sep}" in file
    if f"{os.sep}importlib_metadata{os.sep}" in file:
        return False
    return not file.startswith((own, "<")) and (installed or not file.startswith(python))


def system_reason(error: OSError) -> str:
    """Return what the operating system says of ``error``, without numbers and names of files."""
    return error.strerror or type(error).__name__


def suggest(word: str, known: Iterable[str]) -> str:
    """Return ``"; did you mean 'x'?"`` for the nearest known word, or an empty string.

    What two words share, such as ``squares`` between hyphens, does not make them near.
    """
    given = word.casefold()
    candidates = difflib.get_close_matches(given, list(known), n=5, cutoff=0.5)
    near = [other for other in candidates if _differ_little(given, other)]
    return f"; did you mean '{near[0]}'?" if near else ""


def _differ_little(one: str, other: str) -> bool:
    parts, others = re.split(r"[-_ :]+", one), re.split(r"[-_ :]+", other)
    for part in [part for part in parts if part in others]:
        parts.remove(part)
        if part in others:
            others.remove(part)
    if not parts or not others:
        return True
    alike = difflib.SequenceMatcher(None, " ".join(others), " ".join(parts)).ratio()
    return alike >= 0.5
