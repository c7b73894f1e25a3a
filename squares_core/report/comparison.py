"""The page of a comparison: its text, its tables, and where the pictures go."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from importlib.metadata import version

from squares_core.comparing.figures import Comparison
from squares_core.comparing.intervals import MIN_FOR_VERDICT, is_too_few
from squares_core.comparing.rows import DifferenceRow
from squares_core.report import charts
from squares_core.report.parts import document, figure, folded, table

_CONCLUSIONS = {"higher": "first is higher", "lower": "second is higher"}
_TOTALS = (
    "system, strategy", "mean", "95 % interval", "sd", "5 %", "median", "95 %", "normalised",
)  # fmt: skip
_WINNING = (
    "system, strategy", "target", "won", "95 % interval", "for 1 in 2", "for 1 in 10",
)  # fmt: skip
_PAIRED = (
    "first − second", "mean", "95 % interval", "first higher", "equal", "second higher",
    "conclusion",
)  # fmt: skip


def page(found: Comparison, command: str) -> str:
    """Return the whole page as HTML text."""
    sections = [
        ("results", "Results", _results(found)),
        ("distributions", "Distributions", _distributions(found)),
        ("differences", "Paired differences", _differences(found)),
        ("matrix", "Played for one, scored by another", _matrix(found)),
        ("combinations", "What brings the points", _combinations(found)),
        ("luck", "Luck and skill", _luck_and_skill(found)),
        ("again", "The same figures again", _again(command)),
    ]
    title = (
        f"{_counted(len(found.systems), 'system')}, {_counted(len(found.strategies), 'strategy')}, "
        f"{_counted(found.games, 'deal')}"
    )
    return document(title, _what_was_played(found), sections)


def _counted(number: int, noun: str) -> str:
    many = noun.removesuffix("y") + "ies" if noun.endswith("y") else noun + "s"
    return f"{number:,} {noun if number == 1 else many}"


def _what_was_played(found: Comparison) -> str:
    stopped = (
        f" The run was interrupted: {found.asked:,} were asked for." if found.interrupted else ""
    )
    players = escape(", ".join(found.strategies))
    titles = escape("; ".join(each["title"] for each in found.systems))
    deals = (
        f"(seed {found.seed})"
        if found.deals_from is None
        else f"of {escape(found.deals_from)}"
        if found.deals_from
        else "as given"
    )
    # A single deal leaves no interval.
    sure = " Intervals hold the true value in 95 of 100 runs." if found.games > 1 else ""
    return f"{titles}: the same deals {deals} for all, played by {players}.{stopped}{sure}"


def _share(value: float | None, digits: int = 1) -> str:
    return "–" if value is None else f"{value:.{digits}%}"


def _number(value: float | None, digits: int = 2) -> str:
    return "–" if value is None else f"{value:,.{digits}f}"


def _signed(value: float | None, digits: int = 2) -> str:
    return "–" if value is None else f"{value:+z,.{digits}f}"


def _ends(low: float | None, high: float | None, digits: int = 2) -> str:
    if low is None or high is None:
        return "–"
    return f"{low:z,.{digits}f} to {high:z,.{digits}f}"


def _share_ends(low: float | None, high: float | None) -> str:
    return "–" if low is None or high is None else f"{low:.1%} to {high:.1%}"


def _conclusion(
    words: Mapping[str, str],
    verdict: str | None,
    interval: tuple[float | None, float | None, int],
) -> str:
    """Return the word for a verdict; ``interval`` is its ends and the number of deals."""
    return words.get(verdict or "open", "too few deals" if is_too_few(*interval) else "none")


def _results(found: Comparison) -> str:
    systems = table(
        "The systems",
        ("system", "title", "scorer", "grid", "target", "games"),
        (
            (
                f"{number}  {each['system']}",
                each["title"],
                each["scorer"],
                f"{each['rows']}×{each['columns']}",
                "–" if each["target"] is None else str(each["target"]),
                "played for" if each["played_for"] else "only scored by",
            )
            for number, each in enumerate(found.systems, 1)
        ),
        words=(1, 2, 5),
    )
    reference = found.systems[0]["reference"]
    return (
        systems
        + table(
            "Totals",
            _TOTALS,
            (
                (
                    f"{row['system']}, {row['strategy']}",
                    _number(row["mean"]),
                    _ends(row["low"], row["high"]),
                    _number(row["sd"], 1),
                    str(row["q05"]),
                    str(row["q50"]),
                    str(row["q95"]),
                    _signed(row["normalised"]),
                )
                for row in found.summaries
            ),
        )
        + '<p class="soft">Normalised: the mean in standard deviations above that of the strategy '
        f"{escape(reference)} under the same system; 0 where its totals are all equal.</p>"
        + table(
            "Winning",
            _WINNING,
            (
                (
                    f"{row['system']}, {row['strategy']}",
                    "–" if row["target"] is None else str(row["target"]),
                    _share(row["win_rate"]),
                    _share_ends(row["win_low"], row["win_high"]),
                    f"{row['target_one_in_two']} ({_share(row['rate_one_in_two'])})",
                    f"{row['target_one_in_ten']} ({_share(row['rate_one_in_ten'])})",
                )
                for row in found.summaries
            ),
        )
        + '<p class="soft">For 1 in 2, for 1 in 10: the highest target that half, or a tenth, of '
        "the games would have reached, and in brackets the share that did.</p>"
    )


def _distributions(found: Comparison) -> str:
    parts = []
    for system in found.systems[: found.plan.played]:
        rows = [row for row in found.summaries if row["system"] == system["system"]]
        told = "; ".join(
            f"{row['strategy']}: median {row['q50']}, nine in ten from {row['q05']} to {row['q95']}"
            for row in rows
        )
        parts.append(f"<h3>{escape(system['title'])}</h3>")
        parts.append(figure(charts.distributions(found, system["system"]), told))
    return "".join(parts)


def _label(found: Comparison, row: DifferenceRow) -> str:
    if row["first_system"] == row["second_system"]:
        return f"{row['first_strategy']} − {row['second_strategy']}"
    number = _numbers(found)
    one, other = number[row["first_system"]], number[row["second_system"]]
    return f"{one} − {other}, {row['first_strategy']}"


def _numbers(found: Comparison) -> dict[str, int]:
    """Return the number that stands for each system where its name would be too long."""
    return {each["system"]: number for number, each in enumerate(found.systems, 1)}


def _differences(found: Comparison) -> str:
    groups: dict[str, list[DifferenceRow]] = {
        each["system"]: [] for each in found.systems[: found.plan.played]
    }
    for each in found.differences:
        same = each["first_system"] == each["second_system"]
        name = each["first_system"] if same else "Between systems that score alike"
        groups.setdefault(name, []).append(each)
    parts = []
    for name, rows in groups.items():
        if not rows:
            continue
        drawn = [
            (_label(found, row), row["mean"], row["low"], row["high"])
            for row in rows
            if row["low"] is not None and row["high"] is not None
        ]
        told = "; ".join(
            f"{label}: {mean:+.2f}, {low:.2f} to {high:.2f}" for label, mean, low, high in drawn
        )
        parts.append(f"<h3>{escape(name)}</h3>")
        if drawn:
            parts.append(figure(charts.differences(drawn), told))
        parts.append(
            table(
                "Deal by deal",
                _PAIRED,
                (
                    (
                        _label(found, row),
                        _signed(row["mean"]),
                        _ends(row["low"], row["high"]),
                        f"{row['first_higher']:,}",
                        f"{row['equal']:,}",
                        f"{row['second_higher']:,}",
                        _conclusion(
                            _CONCLUSIONS, row["verdict"], (row["low"], row["high"], row["games"])
                        )
                        if row["first_higher"] or row["second_higher"]
                        else "equal on every deal",
                    )
                    for row in rows
                ),
                words=(6,),
            )
        )
    if parts:
        parts.append(
            '<p class="soft">There is no conclusion where the interval holds 0, nor from '
            f"fewer than {MIN_FOR_VERDICT} deals. Each interval misses the truth in 5 of 100 runs "
            f"by itself; there are {len(found.differences)}.</p>"
        )
    return "".join(parts)


def _matrix(found: Comparison) -> str:
    if len(found.systems) < 2:
        return ""
    number = _numbers(found)
    parts = [
        "<p>The mean total of games that were played for the system of the row, scored by the "
        "system of the column. The stronger the colour, the higher the normalised score.</p>"
    ]
    for strategy in found.strategies:
        told = "; ".join(
            f"for {row['played_for']}, scored by {row['scored_by']}: {row['mean']:.1f}"
            for row in found.matrix
            if row["strategy"] == strategy
        )
        parts.append(f"<h3>{escape(strategy)}</h3>")
        parts.append(figure(charts.matrix(found, strategy), told))
    losses = [
        (
            f"{row['strategy']}, for {number[row['played_for']]}, "
            f"scored by {number[row['scored_by']]}",
            _signed(row["loss"]),
            _ends(row["loss_low"], row["loss_high"]),
            _conclusion(
                {"higher": "loses", "lower": "gains"},
                row["verdict"],
                (row["loss_low"], row["loss_high"], row["games"]),
            ),
        )
        for row in found.matrix
        if row["loss"] is not None and row["played_for"] != row["scored_by"]
    ]
    if losses:
        head = ("games", "loss", "95 % interval", "conclusion")
        parts.append(
            table("The loss from having aimed at another system", head, losses, words=(3,))
        )
    if found.correlations:
        chosen = {(row["first"], row["second"], row["strategy"]): row for row in found.choices}
        rows = []
        for row in found.correlations:
            choice = chosen.get((row["first"], row["second"], row["strategy"]))
            rows.append(
                (
                    f"{number[row['first']]} and {number[row['second']]}, {row['strategy']}",
                    _number(row["rank_correlation"], 3),
                    "–" if choice is None else _share(choice["share"]),
                    "–" if choice is None else _share_ends(choice["low"], choice["high"]),
                    "–"
                    if choice is None or not choice["decisions"]
                    else _share(choice["by_chance"] / choice["decisions"]),
                )
            )
        likeness = (
            "systems, strategy",
            "rank correlation",
            "best move differs",
            "95 % interval",
            "by chance",
        )
        parts.append(table("How alike two systems rank the same grids and choose", likeness, rows))
        parts.append(
            '<p class="soft">Best move differs: of all decisions, those that would be other ones '
            "in the same position under the other system, chance falling the same. By chance: "
            "those that would be other ones under the same system, if only chance fell otherwise; "
            "a strategy that plays at random has many of these and none of the former.</p>"
        )
    return "".join(parts)


def _combinations(found: Comparison) -> str:
    parts = [
        "<p>Combinations from the dearest to the cheapest, with what each brings: points times "
        "frequency. A hand worth much that brings little is too rare for what it pays.</p>"
    ]
    for system in found.systems[: found.plan.played]:
        id_ = system["system"]
        rows = [row for row in found.combinations if row["played_for"] == row["scored_by"] == id_]
        if not rows:
            continue
        numbers = table(
            f"Combinations of {id_}",
            ("combination, strategy", "a game", "points each", "points a game", "share"),
            (
                (
                    f"{row['combination']}, {row['strategy']}",
                    _number(row["per_game"], 3),
                    _number(row["points_each"], 1),
                    _number(row["points_per_game"]),
                    _share(row["share"]),
                )
                for row in rows
            ),
        )
        told = "; ".join(
            f"{row['combination']}, {row['strategy']}: {row['share']:.1%}" for row in rows
        )
        parts.append(f"<h3>{escape(system['title'])}</h3>")
        parts.append(figure(charts.combinations(found, id_), told))
        parts.append(folded("The numbers", numbers))
    return "".join(parts) if len(parts) > 1 else ""


def _luck_and_skill(found: Comparison) -> str:
    parts, number = [], _numbers(found)
    luck = [row for row in found.luck if row["player_share"] is not None]
    if luck:
        told = "; ".join(
            f"{row['system']}: player {_share(row['player_share'])}, deal "
            f"{_share(row['deal_share'])}, rest {_share(row['rest_share'])}"
            for row in luck
        )
        parts.append(
            "<p>Where totals differ from each other: in the player, in the deal, or in how the two "
            "met and what chance did besides.</p>"
        )
        parts.append(figure(charts.luck(found), told))
        parts.append(
            table(
                "Shares of the variance",
                ("system", "player", "95 % interval", "deal", "rest"),
                (
                    (
                        f"{number[row['system']]}  {row['system']}",
                        _share(row["player_share"]),
                        _share_ends(row["player_low"], row["player_high"]),
                        _share(row["deal_share"]),
                        _share(row["rest_share"]),
                    )
                    for row in luck
                ),
            )
        )
    skill = [row for row in found.skill if row["index"] is not None]
    if skill:
        told = "; ".join(f"{row['system']}, {row['strategy']}: {row['index']:.3f}" for row in skill)
        parts.append(
            "<h3>Skill index</h3><p>How far a strategy gets from random play towards the best grid "
            f"that the cards allow, over the first {skill[0]['deals']:,} deals.</p>"
        )
        parts.append(figure(charts.skill(found), told))
        parts.append(
            table(
                "Skill index",
                ("system, strategy", "index", "95 % interval", "random", "strategy", "optimum"),
                (
                    (
                        f"{number[row['system']]}  {row['system']}, {row['strategy']}",
                        _number(row["index"], 3),
                        _ends(row["low"], row["high"], 3),
                        _number(row["random_mean"], 1),
                        _number(row["mean"], 1),
                        _number(row["optimum_mean"], 1),
                    )
                    for row in skill
                ),
            )
        )
    if notes := found.skill_notes:
        parts += [] if skill else ["<h3>Skill index</h3>"]
        parts.append(f'<p class="soft">{escape(" ".join(notes))}</p>')
    between = [
        (
            f"player's share: {row['first']} − {row['second']}",
            _signed(row["player_share"], 3),
            _ends(row["low"], row["high"], 3),
            _conclusion(_CONCLUSIONS, row["verdict"], (row["low"], row["high"], found.games)),
        )
        for row in found.luck_differences
    ]
    between += [
        (
            f"skill index, {row['strategy']}: {row['first']} − {row['second']}",
            _signed(row["index"], 3),
            _ends(row["low"], row["high"], 3),
            _conclusion(_CONCLUSIONS, row["verdict"], (row["low"], row["high"], row["deals"])),
        )
        for row in found.skill_differences
    ]
    if between:
        head = ("difference", "value", "95 % interval", "conclusion")
        parts.append(table("Between two systems, on the same deals", head, between, words=(3,)))
    return "".join(parts)


def _again(command: str) -> str:
    told = (
        f"<p>Made with Squares {escape(version('squares-solitaire'))}. The same version gives the "
        "same figures on any machine, with any number of workers.</p>"
    )
    return f'<pre tabindex="0"><code>{escape(command)}</code></pre>{told}' if command else told
