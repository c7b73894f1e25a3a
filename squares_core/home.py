"""Folders below a user's home, which not every user has."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def folder_of_user(ask: Callable[[], Path]) -> Path | None:
    """Return the folder that ``ask`` gives, or None for a user without a home.

    Where no home is known, some ways of asking raise RuntimeError and others answer with a folder
    called ``~``.
    """
    with suppress(RuntimeError):
        folder = ask()
        if folder.is_absolute():
            return folder
    return None
