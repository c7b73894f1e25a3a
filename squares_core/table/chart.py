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
    plain: bool = False,
) -> list[str]:
    """Return ``height`` rows that show ``values`` as bars, the last ones where not all fit.

    Left of the bars stand the highest value and the lowest level shown; where ``mark`` lies within
    them its row is named as well and dotted. ``plain`` draws with ASCII.
    """
    if not values or height < 2:
        return []
    label = max(len(_number(value)) for value in (*values, mark or 0)) + 1
    room = max(
        1, (width - label - 1) // 2 if len(values) * 2 <= width - label - 1 else (width - label - 1)
    )
    shown = list(values)[-room:]
    step = 2 if len(shown) * 2 <= width - label - 1 else 1
    top = max(*shown, mark if mark is not None else shown[0])
    low = min(0.0, *shown)
    span = (top - low) or 1.0
    mark_row = None if mark is None else min(height - 1, int((top - mark) / span * height))
    rows = []
    for row in range(height):
        floor = height - 1 - row
        bars = ""
        for value in shown:
            eighths = (value - low) / span * height * 8 - floor * 8
            level = max(0, min(8, round(eighths)))
            if floor == 0 and level == 0:
                level = 1
            glyph = ("#" if level >= 4 else " ") if plain else _EIGHTHS[level]
            if glyph == " " and row == mark_row:
                glyph = "." if plain else "·"
            bars += glyph + (("." if plain else "·") if row == mark_row else " ") * (step - 1)
        named = top if row == 0 else low if row == height - 1 else None
        if row == mark_row and mark is not None:
            named = mark
        name = "" if named is None else _number(named)
        rows.append(f"{name:>{label}} {bars}".rstrip())
    return rows


def _number(value: float) -> str:
    return f"{value:.0f}" if value == round(value) else f"{value:.1f}"
