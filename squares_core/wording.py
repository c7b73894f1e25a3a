"""Words for people: counts, lists, and text from anywhere made fit to be shown on one line."""

from __future__ import annotations

from collections.abc import Sequence


def printable(text: str) -> str:
    """Return ``text`` on one line, with what could garble a terminal replaced."""
    return "".join(char if char.isprintable() else "?" for char in text)


def shown(text: str, limit: int = 40) -> str:
    """Return ``text`` on one line, control characters replaced and cut to ``limit`` characters."""
    line = printable(text)
    return line if len(line) <= limit else line[: limit - 3] + "..."


def counted(number: int, noun: str) -> str:
    """Return ``number`` and ``noun``, in the plural where there is not exactly one."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed(items: Sequence[str]) -> str:
    """Return one item or more as a person lists them: ``"a"``, ``"a and b"``, ``"a, b and c"``."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
