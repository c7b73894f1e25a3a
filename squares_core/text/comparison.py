"""A comparison as text for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

import numpy as np

from squares_core.comparing.figures import Comparison
from squares_core.comparing.intervals import Verdict, is_too_few
from squares_core.comparing.rows import DifferenceRow
from squares_core.comparing.systems import scores_alike
from squares_core.rules import Rules
from squares_core.text.columns import in_columns
from squares_core.wording import counted, shown

_BARS = " ▁▂▃▄▅▆▇█"
_ASCII_BARS = " .:-=+*#@"
_BINS = 20
_WIDTH = 80
_STRATEGIES_ABREAST = 2


def comparison_text(found: Comparison, *, glyphs: bool) -> str:
    """Return all tables of a comparison; histograms are of ASCII characters without ``glyphs``."""
    parts = [
        _systems(found),
        _totals(found, glyphs=glyphs),
        _winning(found),
        _differences(found),
        _matrix(found),
        _likeness(found),
        _combinations(found),
        _luck(found),
        _skill(found),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return a table; columns with a heading stand at the right, the first one at the left."""
    lines = [list(head), *(list(row) for row in rows)]
    for column in range(1, len(head)):
        width = max(len(line[column]) for line in lines if column < len(line))
        if head[column] != "":
            for line in lines:
                line[column] = line[column].rjust(width)
    return in_columns(lines, indent="  ")


def _number(found: Comparison, system: str) -> str:
    return str([each["system"] for each in found.systems].index(system) + 1)


def _systems(found: Comparison) -> list[str]:
    rows = [
        (f"{number}  {each['system']}", shown(each["title"], 44), _role(found, number))
        for number, each in enumerate(found.systems, 1)
    ]
    return [
        f"{counted(found.games, 'deal')}{_deals_from(found)}, played by "
        f"{', '.join(found.strategies)}",
        *in_columns(rows, indent="  "),
    ]


def _deals_from(found: Comparison) -> str:
    if found.deals_from is None:
        return f", seed {found.seed}"
    return f" of {shown(found.deals_from, 80)}" if found.deals_from else " as given"


def _role(found: Comparison, number: int) -> str:
    return "" if number <= found.plan.played else "only scores"


def _half(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{(high - low) / 2:.2f}"


def _totals(found: Comparison, *, glyphs: bool) -> list[str]:
    head = ("totals", "mean", "+-95%", "sd", "least", "5%", "50%", "95%", "most", "from-to", "")
    rows = []
    for row in found.summaries:
        ends, bars = _histogram(found, row["system"], row["strategy"], glyphs=glyphs)
        rows.append(
            (
                f"{_number(found, row['system'])}  {row['strategy']}",
                f"{row['mean']:.2f}",
                _half(row["low"], row["high"]),
                "" if row["sd"] is None else f"{row['sd']:.1f}",
                *map(str, (row["min"], row["q05"], row["q50"], row["q95"], row["max"])),
                ends,
                bars,
            )
        )
    return _table(head, rows)


def _histogram(found: Comparison, system: str, strategy: str, *, glyphs: bool) -> tuple[str, str]:
    """Return the range that all games with the same points share, and totals over it as bars."""
    low, high = found.range_of(system)
    edges = np.linspace(low, high + 1, _BINS + 1)
    counts, _ = np.histogram(found.totals_of(system, strategy), edges)
    bars = _BARS if glyphs else _ASCII_BARS
    heights = np.ceil(counts / counts.max() * (len(bars) - 1)).astype(int)
    return f"{low}-{high}", "".join(bars[height] for height in heights)


def _winning(found: Comparison) -> list[str]:
    rows = []
    for row in found.summaries:
        won = ""
        if row["win_rate"] is not None and row["win_low"] is not None:
            won = _percents(row["win_rate"], row["win_low"], row["win_high"])
        rows.append(
            (
                f"{_number(found, row['system'])}  {row['strategy']}",
                "" if row["target"] is None else str(row["target"]),
                won,
                f"{row['target_one_in_two']} ({row['rate_one_in_two']:.1%})",
                f"{row['target_one_in_ten']} ({row['rate_one_in_ten']:.1%})",
                f"{row['normalised']:+.2f}",
            )
        )
    blocked = [
        f"  {_number(found, row['system'])}  {row['strategy']}: "
        f"{counted(row['blocked'], 'game')} had no legal move left"
        for row in found.summaries
        if row["blocked"]
    ]
    head = ("winning", "target", "won (95%)", "for 1 in 2", "for 1 in 10", "normalised")
    return [*_table(head, rows), *blocked]


def _percents(value: float, low: float | None, high: float | None) -> str:
    ends = "" if low is None or high is None else f" ({100 * low:.1f} to {100 * high:.1f})"
    return f"{100 * value:.1f}%{ends}"


def _interval(value: float, low: float | None, high: float | None, digits: int = 2) -> str:
    if low is None or high is None:
        return f"{value:+z.{digits}f}"
    return f"{value:+z.{digits}f} ({low:+z.{digits}f} to {high:+z.{digits}f})"


def _differences(found: Comparison) -> list[str]:
    if not found.differences:
        return []
    rows = [_difference(found, row) for row in found.differences]
    head = ("differences, deal by deal", "mean (95%)", "more", "equal", "less", "")
    lines = _table(head, rows)
    if len(rows) > 1:
        lines.append(
            f"  Each of these {len(rows)} intervals misses the truth in 5 of 100 runs, by itself."
        )
    lines += [f"  {line}" for line in _piles_left_alone(found)]
    return lines


def _difference(found: Comparison, row: DifferenceRow) -> tuple[str, ...]:
    one, other = _number(found, row["first_system"]), _number(found, row["second_system"])
    return (
        f"{one}  {row['first_strategy']} - {row['second_strategy']}"
        if one == other
        else f"{one} - {other}  {row['first_strategy']}",
        _interval(row["mean"], row["low"], row["high"]),
        f"{row['first_higher']:,}",
        f"{row['equal']:,}",
        f"{row['second_higher']:,}",
        _difference_conclusion(row),
    )


def _difference_conclusion(row: DifferenceRow) -> str:
    if not (row["first_higher"] or row["second_higher"]):
        return "equal on every deal"
    return _conclusion(row["verdict"], "", "", (row["low"], row["high"], row["games"]))


def _piles_left_alone(found: Comparison) -> list[str]:
    """Return what may lie behind equal totals of games that differ only in reserves and waste."""
    systems = {rules.id: rules for rules in found.plan.systems}
    idle = {
        row["first_strategy"]
        for row in found.differences
        if not (row["first_higher"] or row["second_higher"])
        and _differ_in_piles(systems[row["first_system"]], systems[row["second_system"]])
    }
    return [
        f"{strategy}: the same totals with other piles; it used none of them, or to no effect."
        for strategy in found.strategies
        if strategy in idle
    ]


def _differ_in_piles(one: Rules, other: Rules) -> bool:
    piles = [(rules.reserves, rules.reserve_size, rules.waste_size) for rules in (one, other)]
    return piles[0] != piles[1] and scores_alike(one, other)


def _matrix(found: Comparison) -> list[str]:
    first, *others = found.plan.systems
    if all(scores_alike(first, other) for other in others):
        return []
    numbers = [_number(found, each["system"]) for each in found.systems]
    lines: list[str] = []
    for strategy in found.strategies:
        cells = {
            (row["played_for"], row["scored_by"]): row["mean"]
            for row in found.matrix
            if row["strategy"] == strategy
        }
        rows = [
            (
                f"for {_number(found, played['system'])}",
                *(_cell(cells.get((played["system"], each["system"]))) for each in found.systems),
            )
            for played in found.systems
            if played["played_for"]
        ]
        lines += _table((f"{strategy}, scored by", *numbers), rows)
    losses = [
        (
            f"{row['strategy']}: for {_number(found, row['played_for'])}, "
            f"scored by {_number(found, row['scored_by'])}",
            _interval(row["loss"], row["loss_low"], row["loss_high"]),
            _conclusion(
                row["verdict"],
                "loses",
                "gains",
                (row["loss_low"], row["loss_high"], row["games"]),
            ),
        )
        for row in found.matrix
        if row["loss"] is not None and row["played_for"] != row["scored_by"]
    ]
    if losses:
        lines += ["", *_table(("loss from aiming at another system", "mean (95%)", ""), losses)]
    return lines


def _cell(mean: float | None) -> str:
    return "" if mean is None else f"{mean:.2f}"


def _conclusion(
    verdict: Verdict | None,
    higher: str,
    lower: str,
    interval: tuple[float | None, float | None, int],
) -> str:
    """Return the word for a verdict; ``interval`` is its ends and the number of deals."""
    open_ = "too few deals" if is_too_few(*interval) else "no conclusion"
    return {"higher": higher, "lower": lower}.get(verdict or "", open_)


def _likeness(found: Comparison) -> list[str]:
    differing = {(row["first"], row["second"], row["strategy"]): row for row in found.choices}
    rows = []
    for row in found.correlations:
        choice = differing.get((row["first"], row["second"], row["strategy"]))
        told = ""
        if choice is not None and choice["share"] is not None:
            told = _percents(choice["share"], choice["low"], choice["high"])
            told += f" of {choice['decisions']:,}"
            if choice["by_chance"]:
                told += f", by chance {choice['by_chance'] / choice['decisions']:.1%}"
        correlation = row["rank_correlation"]
        rows.append(
            (
                f"{_number(found, row['first'])} and {_number(found, row['second'])}  "
                f"{row['strategy']}",
                "" if correlation is None else f"{correlation:.3f}",
                told,
            )
        )
    head = ("how alike two systems are", "rank correlation", "best move differs")
    return _table(head, rows) if rows else []


def _combinations(found: Comparison) -> list[str]:
    lines: list[str] = []
    for number, system in enumerate(found.systems[: found.plan.played], 1):
        for start in range(0, len(found.strategies), _STRATEGIES_ABREAST):
            abreast = found.strategies[start : start + _STRATEGIES_ABREAST]
            known = {
                (row["combination"], row["strategy"]): row
                for row in found.combinations
                if row["played_for"] == row["scored_by"] == system["system"]
                and row["strategy"] in abreast
            }
            names = sorted(
                {name for name, _ in known},
                key=lambda name: (
                    -max(known[name, s]["points_each"] for s in abreast if (name, s) in known),
                    name,
                ),
            )
            rows = []
            for name in names:
                each = next(known[name, s]["points_each"] for s in abreast if (name, s) in known)
                row = [name, f"{each:g}" if each == round(each) else f"{each:.2f}"]
                for strategy in abreast:
                    cell = known.get((name, strategy))
                    row += (
                        ["", ""]
                        if cell is None
                        else [f"{cell['per_game']:.3f}", f"{cell['share']:.1%}"]
                    )
                rows.append(row)
            if rows:
                head = [f"{number}  combinations", "points"]
                for strategy in abreast:
                    head += [f"{shown(strategy, 14)}: a game", "share"]
                lines += ["", *_table(head, rows)] if lines else _table(head, rows)
    return lines


def _luck(found: Comparison) -> list[str]:
    rows = [
        (
            f"{_number(found, row['system'])}  {row['system']}",
            f"{row['deal_share']:.1%}",
            _percents(row["player_share"], row["player_low"], row["player_high"]),
            f"{row['rest_share']:.1%}",
        )
        for row in found.luck
        if row["player_share"] is not None
    ]
    if not rows:
        return []
    lines = _table(("luck: shares of the variance", "deal", "player (95%)", "rest"), rows)
    differences = [
        (
            f"{_number(found, row['first'])} - {_number(found, row['second'])}",
            _interval(
                100 * row["player_share"],
                None if row["low"] is None else 100 * row["low"],
                None if row["high"] is None else 100 * row["high"],
                1,
            ),
            _conclusion(
                row["verdict"], "more player", "less player", (row["low"], row["high"], found.games)
            ),
        )
        for row in found.luck_differences
    ]
    if differences:
        head = ("difference of the player's share", "percentage points (95%)", "")
        lines += ["", *_table(head, differences)]
    return lines


def _skill(found: Comparison) -> list[str]:
    rows = [
        (
            f"{_number(found, row['system'])}  {row['strategy']}",
            f"{row['deals']:,}",
            f"{row['random_mean']:.1f}",
            f"{row['mean']:.1f}",
            f"{row['optimum_mean']:.1f}",
            _interval(row["index"], row["low"], row["high"], 3),
        )
        for row in found.skill
        if row["index"] is not None
    ]
    notes = [f"  {line}" for note in found.skill_notes for line in wrap(note, _WIDTH - 2)]
    if not rows:
        return notes
    head = ("skill", "deals", "random", "mean", "optimum", "index (95%)")
    lines = [*_table(head, rows), *notes]
    differences = [
        (
            f"{_number(found, row['first'])} - {_number(found, row['second'])}  {row['strategy']}",
            _interval(row["index"], row["low"], row["high"], 3),
            _conclusion(
                row["verdict"], "more skill", "less skill", (row["low"], row["high"], row["deals"])
            ),
        )
        for row in found.skill_differences
    ]
    if differences:
        lines += ["", *_table(("difference of the index", "(95%)", ""), differences)]
    return lines
