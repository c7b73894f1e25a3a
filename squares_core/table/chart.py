"""Small charts of numbers in their order, drawn with blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_EIGHTHS: Final = " ▁▂▃▄▅▆▇█"


def bar_chart(
    values: Sequence[float],
    width: int,
    height: int,
    *,
    mark: float | None = None,
    floor: float | None = None,
    plain: bool = False,
) -> list[str]:
    """Return ``height`` rows that show ``values`` as bars, the last ones where not all fit.

    To the left stand the highest level shown and the lowest, ``floor`` or 0 unless a value is below
    it. Where ``mark`` lies within them its row is named as well, and dotted between the bars.
    ``plain`` draws with ASCII.
    """
    if not values or height < 2:
        return []
    lowest = 0.0 if floor is None else floor
    named = [_number(value) for value in (*values, mark or 0, lowest)]
    label = max(map(len, named)) + 1
    room = max(1, width - label - 1)
    step = 2 if len(values) * 2 <= room else 1
    shown = list(values)[-room:]
    top = max(shown) if mark is None else max(*shown, mark)
    low = min(lowest, *shown)
    span = (top - low) or 1.0
    mark_row = None
    if mark is not None and mark >= low:
        mark_row = min(height - 1, int((top - mark) / span * height))
    dot = "." if plain else "·"
    rows = []
    for row in range(height):
        below = height - 1 - row
        ground = dot if row == mark_row else " "
        bars = ""
        for value in shown:
            level = round((value - low) / span * height * 8 - below * 8)
            level = max(1 if below == 0 else 0, min(8, level))
            glyph = ("#" if level >= 4 else " ") if plain else _EIGHTHS[level]
            bars += (ground if glyph == " " else glyph) + ground * (step - 1)
        name = _number(top) if row == 0 else _number(low) if below == 0 else ""
        if row == mark_row and mark is not None:
            name = _number(mark)
        rows.append(f"{name:>{label}} {bars}".rstrip())
    return rows


def _number(value: float) -> str:
    return f"{value:.0f}" if value == round(value) else f"{value:.1f}"
