"""The colours of the table, by name, on a dark and on a light ground.

A style is a text such as ``"red on paper bold"``: names of this palette, and attributes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from rich.style import Style
from textual.theme import Theme

DARK: Final[Mapping[str, str]] = {
    "felt": "#15211c", "panel": "#1b2a24", "line": "#2c4238", "slot": "#24382f", "off": "#3d5549",
    "text": "#dfe6df", "dim": "#8aa096", "accent": "#e3b75a", "good": "#8fc98f", "bad": "#e08a7a",
    "paper": "#f3eee2", "fresh": "#fffdf6", "lit": "#f2d488", "held": "#e3b75a", "ghost": "#d6d2c4",
    "back": "#4d6b8a", "black": "#20242a", "red": "#a81e17", "blue": "#1b5aa6", "green": "#1f5c29",
    "heat0": "#24382f", "heat1": "#2d4f4a", "heat2": "#356a6b", "heat3": "#5aaca4",
    "heat4": "#8fdcc4", "hot": "#10201a",
}  # fmt: skip
LIGHT: Final[Mapping[str, str]] = {
    "felt": "#dfe5da", "panel": "#d3dbce", "line": "#b4c1b0", "slot": "#c6d2c3", "off": "#95a594",
    "text": "#20302a", "dim": "#566860", "accent": "#8a5a00", "good": "#246b2c", "bad": "#a12b1c",
    "paper": "#fffdf8", "fresh": "#ffffff", "lit": "#ffe19a", "held": "#f2c25a", "ghost": "#ded7c2",
    "back": "#6d8bab", "black": "#20242a", "red": "#a81e17", "blue": "#1b5aa6", "green": "#1f5c29",
    "heat0": "#c6d2c3", "heat1": "#b3d2cb", "heat2": "#93c6bf", "heat3": "#327f7b",
    "heat4": "#1c5f60", "hot": "#ffffff",
}  # fmt: skip
_ATTRIBUTES: Final = ("bold", "dim", "italic", "underline", "reverse")


def theme_of(colours: Mapping[str, str], *, dark: bool) -> Theme:
    """Return the theme that gives everything else on the screen the same colours."""
    return Theme(
        name="squares-dark" if dark else "squares-light",
        primary=colours["accent"],
        secondary=colours["heat3"],
        accent=colours["accent"],
        foreground=colours["text"],
        background=colours["felt"],
        surface=colours["panel"],
        panel=colours["panel"],
        success=colours["good"],
        warning=colours["accent"],
        error=colours["bad"],
        dark=dark,
        variables={
            "block-cursor-background": colours["accent"],
            "block-cursor-foreground": "#14201b" if dark else "#ffffff",
            "block-cursor-text-style": "bold",
            "footer-background": colours["felt"],
            "footer-key-foreground": colours["accent"],
            "footer-description-foreground": colours["dim"],
            "scrollbar": colours["line"],
            "scrollbar-hover": colours["off"],
            "scrollbar-active": colours["dim"],
            "scrollbar-background": colours["felt"],
            "scrollbar-background-hover": colours["felt"],
            "scrollbar-background-active": colours["felt"],
            "line": colours["line"],
            "dim": colours["dim"],
        },
    )


@lru_cache(maxsize=1024)
def style_of(text: str, *, light: bool) -> Style:
    """Return the style that ``text`` names; nothing, and what is not said, is as the felt is."""
    colours = LIGHT if light else DARK
    names = {"text": "text", "felt": "felt"}
    attributes: dict[str, Any] = {}
    side = "text"
    for word in text.split():
        if word == "on":
            side = "felt"
        elif word in _ATTRIBUTES:
            attributes[word] = True
        else:
            names[side] = word
    return Style(color=colours[names["text"]], bgcolor=colours[names["felt"]], **attributes)
