"""How a table is drawn: what the player chose, and what the terminal can show."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Final

from squares_core.cards import Card, card_name, suit_of
from squares_core.errors import InvalidValueError, UnreadableError, system_reason
from squares_core.text.render import SUIT_GLYPHS, rank_text
from squares_core.toml_text import read_toml, toml_value
from squares_core.whole_files import write_whole

PREFERENCES_NAME: Final = "table.toml"
_TWO_COLOURS: Final = ("black", "red", "red", "black")
_FOUR_COLOURS: Final = ("black", "red", "blue", "green")
_MEANINGS: Final = {
    "light": "light table",
    "four_colours": "a colour for each suit",
    "letters": "letters instead of suit glyphs",
    "still": "nothing moves by itself",
    "vi_keys": "hjkl move; H asks for a hint",
    "hints": "rate the moves at every turn",
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a player chose and what is kept from one sitting to the next.

    ``light``: dark cards' ink on a light table; ``four_colours``: a colour for each suit;
    ``letters``: S H D C for the suits; ``still``: nothing moves by itself; ``vi_keys``: h moves to
    the left instead of asking for a hint; ``hints``: the moves are rated at every turn.
    """

    light: bool = False
    four_colours: bool = False
    letters: bool = False
    still: bool = False
    vi_keys: bool = False
    hints: bool = False

    def options(self) -> list[tuple[str, str, bool]]:
        """Return for each option its name, what it means and whether it is chosen."""
        return [(name, _MEANINGS[name], chosen) for name, chosen in asdict(self).items()]


@dataclass(frozen=True, slots=True)
class Look:
    """How cards, grid and text are drawn.

    ``frames`` draws cards as outlines instead of coloured sheets, which is how they can be told
    apart without colour; ``ascii`` keeps to ASCII and implies letters.
    """

    letters: bool = False
    four_colours: bool = False
    frames: bool = False
    ascii: bool = False

    def suit_text(self, card: Card) -> str:
        """Return the suit as a glyph or a letter."""
        return card_name(card)[1] if self.letters or self.ascii else SUIT_GLYPHS[suit_of(card)]

    def card_text(self, card: Card) -> str:
        """Return rank and suit, such as ``10♦`` or ``10D``."""
        return rank_text(card) + self.suit_text(card)

    def suit_style(self, card: Card) -> str:
        """Return the style of the colour of a card: black, red, blue or green."""
        return (_FOUR_COLOURS if self.four_colours else _TWO_COLOURS)[suit_of(card)]


def look_of(preferences: Preferences, *, colour: bool, ascii_only: bool) -> Look:
    """Return the look for some preferences on a terminal with or without colour."""
    return Look(
        letters=preferences.letters or ascii_only,
        four_colours=preferences.four_colours,
        frames=not colour or ascii_only,
        ascii=ascii_only,
    )


def first_preferences(environ: Mapping[str, str] = os.environ) -> Preferences:
    """Return the preferences of a player who has chosen nothing yet.

    A terminal that says that its background is light gets a light table, and one that asks for no
    animations a still one.
    """
    background = environ.get("COLORFGBG", "").rpartition(";")[2]
    return Preferences(
        light=background in ("7", "15"),
        still=environ.get("TEXTUAL_ANIMATIONS", "").lower() == "none",
    )


def read_preferences(folder: Path, environ: Mapping[str, str] = os.environ) -> Preferences:
    """Return the preferences kept in ``folder``; what is missing or unreadable is as at first."""
    found = first_preferences(environ)
    try:
        text = (folder / PREFERENCES_NAME).read_text(encoding="utf-8")
        table = read_toml(text)
    except (OSError, UnicodeDecodeError, UnreadableError):
        return found
    names = {field.name for field in fields(Preferences)}
    chosen = {key: value for key, value in table.items() if key in names and value in (True, False)}
    return replace(found, **{key: bool(value) for key, value in chosen.items()})


def write_preferences(preferences: Preferences, folder: Path) -> None:
    """Keep ``preferences`` in ``folder``. Raises InvalidValueError where that cannot be done."""
    rows = [f"{name} = {toml_value(value)}\n" for name, value in asdict(preferences).items()]
    path = folder / PREFERENCES_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, "".join(rows).encode())
    except OSError as error:
        raise InvalidValueError(
            f"the options cannot be kept in {path}: {system_reason(error)}"
        ) from error
