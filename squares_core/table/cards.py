"""Draws cards, card backs and empty cells.

On a terminal with colour a card is a sheet of paper that leaves half a row free below it; without
colour it is an outline, and what colour would tell is told by the kind of line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from squares_core.cards import Card
from squares_core.table.canvas import Canvas
from squares_core.table.look import Look

State: TypeAlias = Literal["paper", "fresh", "lit", "held", "ghost", "back"]

_ROUND: Final = "╭─╮│╰╯"
_FRAMES: Final[dict[State, str]] = {
    "paper": _ROUND, "fresh": _ROUND, "back": _ROUND,
    "lit": "┏━┓┃┗┛", "held": "╔═╗║╚╝", "ghost": "┌┄┐┆└┘",
}  # fmt: skip
_ASCII_FRAMES: Final[dict[State, str]] = {
    "paper": "+-+|++", "fresh": "+-+|++", "back": "+-+|++",
    "lit": "#=#|##", "held": "######", "ghost": "+.+:++",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Box:
    """Where a card lies: its top left corner, its width, and the rows to the top of the next."""

    x: int
    y: int
    width: int
    pitch: int

    @property
    def rows(self) -> int:
        """The rows that can hold text on a sheet."""
        return max(1, self.pitch - 1)


def draw_card(canvas: Canvas, box: Box, card: Card, look: Look, state: State = "paper") -> None:
    """Draw ``card`` face up."""
    ink = look.suit_style(card)
    style = "bold" if state == "fresh" else "dim" if state == "ghost" and look.frames else ""
    name = look.card_text(card)
    if look.frames:
        _frame(canvas, box, look, state, style)
        inner = _inner(box)
        canvas.put(inner.x, inner.y, name, f"{style} bold" if state != "ghost" else style)
        if inner.pitch >= 3:
            canvas.put_right(inner.x + inner.width, inner.y + inner.pitch - 1, name, style)
        return
    _sheet(canvas, box, state)
    on = f"{ink} on {state} bold"
    canvas.put(box.x + (box.width > 4), box.y, name, on)
    if box.pitch >= 5:
        canvas.put_right(box.x + box.width - 1, box.y + box.rows - 1, name, on)
    elif box.pitch == 4:
        canvas.put_right(box.x + box.width - 1, box.y + 2, look.suit_text(card), on)
    if box.pitch >= 6:
        middle = box.y + (box.rows - 1) // 2
        canvas.put_centred(box.x, middle, box.width, look.suit_text(card), on)


def draw_back(canvas: Canvas, box: Box, look: Look) -> None:
    """Draw a card face down."""
    pattern = ":" if look.ascii else "░"
    if look.frames:
        _frame(canvas, box, look, "back", "")
        inner = _inner(box)
        canvas.fill(inner.x, inner.y, inner.width, inner.pitch, "", pattern)
        return
    _sheet(canvas, box, "back")
    canvas.fill(box.x, box.y, box.width, box.rows, "paper on back", pattern)


def draw_slot(canvas: Canvas, box: Box, look: Look, *, allowed: bool, ground: str = "slot") -> None:
    """Draw an empty cell: a place for a card, or only a dot where the card may not go."""
    if not allowed:
        middle = box.y + (box.rows - 1) // 2
        canvas.put_centred(box.x, middle, box.width, "." if look.ascii else "·", "off")
        return
    if look.frames:
        left, right, low_left, low_right = ("+",) * 4 if look.ascii else ("┌", "┐", "└", "┘")
        last = box.y + max(0, box.pitch - 1)
        if box.pitch >= 3:
            canvas.put(box.x, box.y, left)
            canvas.put(box.x + box.width - 1, box.y, right)
            canvas.put(box.x, last, low_left)
            canvas.put(box.x + box.width - 1, last, low_right)
        else:
            canvas.put_centred(box.x, box.y, box.width, "+")
        return
    _sheet(canvas, box, ground)


def write_in(
    canvas: Canvas, box: Box, look: Look, row: int, text: str, style: str, ground: str
) -> None:
    """Write ``text`` in the middle of row ``row`` of what lies in ``box``."""
    inner = _inner(box) if look.frames else Box(box.x, box.y, box.width, box.rows)
    if row < inner.pitch:
        on = style if look.frames else f"{style} on {ground}"
        canvas.put_centred(inner.x, inner.y + row, inner.width, text, on)


def rows_within(box: Box, look: Look) -> int:
    """Return how many rows of text ``write_in`` can reach."""
    return _inner(box).pitch if look.frames else box.rows


def _inner(box: Box) -> Box:
    if box.pitch < 3:
        return Box(box.x, box.y, box.width, 1)
    return Box(box.x + 1, box.y + 1, box.width - 2, box.pitch - 2)


def _sheet(canvas: Canvas, box: Box, ground: str) -> None:
    canvas.fill(box.x, box.y, box.width, box.rows, f"text on {ground}")
    if box.pitch >= 2:
        canvas.fill(box.x, box.y + box.rows, box.width, 1, ground, "▀")


def _frame(canvas: Canvas, box: Box, look: Look, state: State, style: str) -> None:
    if box.pitch < 3:
        ends = {"held": "[]", "lit": "<>", "ghost": "()"}.get(state, "  ")
        canvas.put(box.x - 1, box.y, ends[0].strip(), "bold")
        canvas.put(box.x + box.width - 1, box.y, ends[1].strip(), "bold")
        return
    frame = (_ASCII_FRAMES if look.ascii else _FRAMES)[state]
    left, flat, right, side, low_left, low_right = tuple(frame)
    last, end = box.y + box.pitch - 1, box.x + box.width - 1
    heavy = f"{style} bold" if state in ("lit", "held") else style
    canvas.put(box.x, box.y, left + flat * (box.width - 2) + right, heavy)
    for row in range(box.y + 1, last):
        canvas.put(box.x, row, side, heavy)
        canvas.put(end, row, side, heavy)
    canvas.put(box.x, last, low_left + flat * (box.width - 2) + low_right, heavy)
