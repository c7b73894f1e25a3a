"""The pictures of a report, as SVG text.

Colours are names of the page's style, ``var(--c1)`` and so on, which a browser fills in; each
picture is drawn for a wide and for a narrow page, since its text must not shrink with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import altair as alt
import numpy as np
import vl_convert

from squares_core.comparing.figures import Comparison
from squares_core.wording import shown

Drawing: TypeAlias = Callable[[int], str]
"""Draws a picture of a width in pixels, as SVG text."""

WIDE: Final = 820
NARROW: Final = 340
COLOURS: Final = 8
_BINS: Final = 44
_DASHES: Final = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [1, 3], [10, 4], [4, 1], [1, 1, 5, 1])
_NARROW_LABEL: Final = 110
_WIDE_LABEL: Final = 230
_ROW: Final = 26
_TITLE_HEIGHT: Final = 130
_FEW: Final = alt.Axis(tickCount=6, labelOverlap=True)
_PERCENT: Final = alt.Axis(format="%", tickCount=5, labelOverlap=True)
_INK, _SOFT, _LINE = "var(--ink)", "var(--soft)", "var(--line)"


def _svg(chart: Any, width: int, height: int) -> str:
    """Return a chart of a width in all, and a height of its plot, as SVG; the ground is the page's.

    The fonts named first are of one width each, and the library that draws has one of them, so that
    it knows how much room a text takes.
    """
    themed = chart.properties(
        width=width, height=height, autosize=alt.AutoSizeParams(type="fit-x", contains="padding")
    ).configure(
        background="transparent",
        font="Liberation Sans, Arial, Helvetica, sans-serif",
        padding=6,
        view=alt.ViewConfig(stroke=None),
        axis=alt.AxisConfig(
            labelColor=_INK,
            titleColor=_SOFT,
            gridColor=_LINE,
            domainColor=_SOFT,
            tickColor=_SOFT,
            labelFontSize=12,
            titleFontSize=12,
            titleFontWeight="normal",
        ),
        legend=alt.LegendConfig(
            labelColor=_INK,
            titleColor=_SOFT,
            labelFontSize=12,
            orient="top",
            labelLimit=260,
            title=None,
        ),
    )
    text = vl_convert.vegalite_to_svg(themed.to_dict())
    return re.sub(r"^.*?(?=<svg)", "", text, flags=re.DOTALL)


def _palette(names: Sequence[str]) -> alt.Scale:
    colours = [f"var(--c{number % COLOURS + 1})" for number in range(len(names))]
    return alt.Scale(domain=list(names), range=colours)


def _dashes(names: Sequence[str]) -> alt.Scale:
    return alt.Scale(
        domain=list(names), range=[_DASHES[number % len(_DASHES)] for number in range(len(names))]
    )


def _labels(width: int, title: str | None = None) -> alt.Axis:
    limit = _NARROW_LABEL if width < WIDE else _WIDE_LABEL
    return alt.Axis(title=title, labelLimit=limit, domain=False, ticks=False)


def _by_number(found: Comparison, system: str, width: int) -> str:
    """Return a system's number, with its name where there is room for that."""
    number = [each["system"] for each in found.systems].index(system) + 1
    return str(number) if width < WIDE else f"{number}  {system}"


def _legend(names: Sequence[str], width: int) -> alt.Legend:
    return alt.Legend(columns=1 if width < WIDE else min(4, len(names)), symbolOpacity=1)


def distributions(found: Comparison, system: str) -> Drawing:
    """Return the picture of how often each total came up, a line for each strategy."""
    names = list(found.strategies)
    totals = {name: found.totals_of(system, name) for name in names}
    low, high = found.range_of(system)
    step = max(1, -(-(high + 1 - low) // _BINS))
    edges = np.arange(low, high + 1 + step, step)
    rows = []
    for name, mine in totals.items():
        counts, _ = np.histogram(mine, edges)
        shares = [*(counts / len(mine)).tolist(), 0.0]
        rows += [
            {"total": int(edge), "share": share, "strategy": name}
            for edge, share in zip(edges.tolist(), shares, strict=True)
        ]
    unit = "total" if step == 1 else f"total, in steps of {step}"
    reach = alt.Scale(domain=[int(edges[0]), int(edges[-1])], nice=False, zero=False)

    def draw(width: int) -> str:
        legend = _legend(names, width)
        base = alt.Chart(alt.InlineData(values=rows)).encode(
            x=alt.X("total:Q", title=unit, scale=reach),
            y=alt.Y("share:Q", title="share of games", axis=alt.Axis(format="%", tickCount=5)),
        )
        colour = alt.Color("strategy:N", scale=_palette(names), legend=legend)
        area = base.mark_area(interpolate="step-after", opacity=0.16).encode(
            y=alt.Y("share:Q", stack=None), color=colour
        )
        line = base.mark_line(interpolate="step-after", strokeWidth=2).encode(
            color=colour,
            strokeDash=alt.StrokeDash("strategy:N", scale=_dashes(names), legend=legend),
        )
        return _svg(alt.layer(area, line), width, 230)

    return draw


def differences(rows: Sequence[tuple[str, float, float, float]]) -> Drawing:
    """Return the picture of means with their intervals, beside a line at 0."""
    title = "difference of totals, with 95 % interval"

    def draw(width: int) -> str:
        zero = alt.Chart(alt.InlineData(values=[{}])).mark_rule(stroke=_SOFT, strokeDash=[4, 3])
        marks = _intervals(rows, "var(--c1)", width, title=title, axis=_FEW)
        chart = alt.layer(zero.encode(x=alt.datum(0)), *marks)
        return _svg(chart, width, _ROW * len(rows))

    return draw


def _intervals(
    rows: Sequence[tuple[str, float, float, float]], colour: str, width: int, **across: Any
) -> list[alt.Chart]:
    """Return whiskers and points for rows of a label, a value, and the ends of its interval.

    ``across`` is what is to be said of the axis from left to right.
    """
    values = [
        {"label": label, "value": value, "low": low, "high": high}
        for label, value, low, high in rows
    ]
    y = alt.Y("label:N", sort=[label for label, *_ in rows], axis=_labels(width))
    base = alt.Chart(alt.InlineData(values=values))
    return [
        base.mark_rule(stroke=colour, strokeWidth=3).encode(
            x=alt.X("low:Q", **across), x2="high:Q", y=y
        ),
        base.mark_point(
            fill=colour, stroke="var(--ground)", strokeWidth=1.5, size=90, opacity=1
        ).encode(x=alt.X("value:Q", **across), y=y),
    ]


def matrix(found: Comparison, strategy: str) -> Drawing:
    """Return the heat map of games played for one system and scored by another."""
    normalised = [row["normalised"] for row in found.matrix]
    domain = [min(normalised), max(normalised)]
    order = [str(number) for number in range(1, len(found.systems) + 1)]

    def draw(width: int) -> str:
        rows = [
            {
                "played": _by_number(found, row["played_for"], width),
                "scored": _by_number(found, row["scored_by"], NARROW),
                "normalised": row["normalised"],
                "text": f"{row['mean']:.1f}",
            }
            for row in found.matrix
            if row["strategy"] == strategy
        ]
        x = alt.X(
            "scored:N",
            sort=order,
            axis=alt.Axis(
                title="scored by system", orient="top", labelAngle=0, domain=False, ticks=False
            ),
        )
        played = list(dict.fromkeys(str(row["played"]) for row in rows))
        axis = _labels(width, "played for system" if width < WIDE else None)
        y = alt.Y("played:N", sort=played, axis=axis)
        base = alt.Chart(alt.InlineData(values=rows)).encode(x=x, y=y)
        strength = alt.Scale(domain=domain, range=[0.08, 0.62])
        tiles = base.mark_rect(fill="var(--c1)", stroke="var(--ground)", strokeWidth=2).encode(
            fillOpacity=alt.FillOpacity("normalised:Q", scale=strength, legend=None)
        )
        text = base.mark_text(fill=_INK, fontSize=13).encode(text="text:N")
        across = min(width, (_NARROW_LABEL if width < WIDE else _WIDE_LABEL) + 100 * len(order))
        return _svg(alt.layer(tiles, text), across, max(40 * len(played), _TITLE_HEIGHT))

    return draw


def combinations(found: Comparison, system: str) -> Drawing:
    """Return the picture of which share of the points each combination brings."""
    names = list(found.strategies)
    mine = [row for row in found.combinations if row["played_for"] == row["scored_by"] == system]
    rows = [
        {
            "combination": row["combination"],
            "share": row["share"],
            "strategy": row["strategy"],
        }
        for row in mine
    ]
    worth = {row["combination"]: row["points_each"] for row in mine}
    order = sorted(worth, key=lambda name: (-worth[name], name))

    def draw(width: int) -> str:
        bars = alt.Chart(alt.InlineData(values=rows)).mark_bar()
        chart = bars.encode(
            x=alt.X("share:Q", title="share of all points", axis=_PERCENT),
            y=alt.Y("combination:N", sort=order, axis=_labels(width)),
            yOffset=alt.YOffset("strategy:N", sort=names),
            fill=alt.Fill("strategy:N", scale=_palette(names), legend=_legend(names, width)),
        )
        height = max(_ROW, 9 * len(names) + 8) * len(order)
        return _svg(chart, width, height)

    return draw


def luck(found: Comparison) -> Drawing:
    """Return the picture of where totals differ from each other: deal, player and the rest."""
    parts = ("player", "deal", "rest")

    def draw(width: int) -> str:
        rows: list[dict[str, Any]] = [
            {
                "system": _by_number(found, row["system"], width),
                "part": part,
                "order": place,
                "share": share,
            }
            for row in found.luck
            for place, (part, share) in enumerate(
                zip(parts, (row["player_share"], row["deal_share"], row["rest_share"]), strict=True)
            )
            if share is not None
        ]
        order = list(dict.fromkeys(row["system"] for row in rows))
        chart = (
            alt.Chart(alt.InlineData(values=rows))
            .mark_bar(stroke="var(--ground)", strokeWidth=1)
            .encode(
                x=alt.X("share:Q", title="share of the variance", axis=_PERCENT),
                y=alt.Y("system:N", sort=order, axis=_labels(width)),
                fill=alt.Fill("part:N", scale=_palette(parts), legend=_legend(parts, width)),
                order="order:Q",
            )
        )
        return _svg(chart, width, _ROW * len(order))

    return draw


def skill(found: Comparison) -> Drawing:
    """Return the picture of each skill index with its interval."""
    title = "0: random play, 1: best grid of hindsight"
    lowest = min((row["low"] for row in found.skill if row["low"] is not None), default=0.0)
    reach = alt.Scale(domain=[min(0.0, lowest), 1.0], nice=False)

    def draw(width: int) -> str:
        rows = [
            (
                shown(f"{_by_number(found, row['system'], width)}  {row['strategy']}", 80),
                row["index"],
                row["index"] if row["low"] is None else row["low"],
                row["index"] if row["high"] is None else row["high"],
            )
            for row in found.skill
            if row["index"] is not None
        ]
        marks = _intervals(rows, "var(--c3)", width, title=title, scale=reach)
        return _svg(alt.layer(*marks), width, _ROW * len(rows))

    return draw


def expected_scores(rows: Sequence[tuple[int, float, float, str]], final: int) -> Drawing:
    """Return the picture of the expected score by move, each with its loss and its mark.

    Each row is the number of a move, the expected score after the best move and after the move
    played, and a mark that may be empty; ``final`` is the score at the end.
    """
    values: list[dict[str, Any]] = [
        {"move": number, "best": best, "played": played, "mark": mark}
        for number, best, played, mark in rows
    ]
    end = len(rows) + 1
    path = [{"move": number, "played": played} for number, _, played, _ in rows]
    path.append({"move": end, "played": float(final)})
    lowest = min([float(final), *(played for _, _, played, _ in rows)])
    highest = max([float(final), *(best for _, best, _, _ in rows)])
    scale = alt.Scale(domain=[lowest, highest], nice=True, zero=False)

    def draw(width: int) -> str:
        x = alt.X(
            "move:Q",
            title="move; at the right the final score",
            scale=alt.Scale(domain=[1, end], nice=False, padding=8),
            axis=alt.Axis(tickMinStep=1, grid=False, labelOverlap=True),
        )
        y = alt.Y("played:Q", title="expected score", scale=scale, axis=alt.Axis(tickCount=6))
        base = alt.Chart(alt.InlineData(values=values))
        line = (
            alt.Chart(alt.InlineData(values=path))
            .mark_line(stroke="var(--c1)", strokeWidth=2, point=False)
            .encode(x=x, y=y)
        )
        loss = base.mark_rule(stroke="var(--c2)", strokeWidth=4).encode(
            x=x, y=alt.Y("played:Q", scale=scale), y2="best:Q"
        )
        points = (
            base.mark_point(fill="var(--c1)", stroke="var(--ground)", size=50, opacity=1)
            .encode(x=x, y=y)
            .transform_filter("datum.mark == ''")
        )
        marked = (
            base.mark_point(stroke="var(--ground)", size=130, opacity=1, shape="diamond")
            .encode(
                x=x,
                y=y,
                fill=alt.Fill(
                    "mark:N",
                    scale=alt.Scale(
                        domain=["doubtful", "blunder"], range=["var(--c5)", "var(--c2)"]
                    ),
                    legend=alt.Legend(title=None),
                ),
            )
            .transform_filter("datum.mark != ''")
        )
        finish = (
            alt.Chart(alt.InlineData(values=path[-1:]))
            .mark_point(fill=_INK, stroke="var(--ground)", size=90, opacity=1, shape="square")
            .encode(x=x, y=y)
        )
        return _svg(alt.layer(line, loss, points, marked, finish), width, 260)

    return draw
