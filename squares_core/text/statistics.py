"""Statistics of played games as text, and what each figure counts."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from squares_core.text.columns import in_columns
from squares_core.text.render import Look, folded
from squares_core.wording import shown

if TYPE_CHECKING:
    from squares_core.statistics import Figures, Statistics

_WHAT_COUNTS = (
    "A game counts once it ends, and once only, by its last end, whatever was taken back. A replay "
    "is of cards that one of its players had begun to play before; all else is a first play. The "
    "win rate is of games that can be won, stopped ones among them; means are of games played to "
    "their end."
)
_SETS = (
    ("all games", "all"),
    ("first plays", "first_plays"),
    ("replays", "replays"),
    ("without aids", "unaided"),
)


def statistics_text(
    found: Sequence[Statistics], settings: Mapping[int, Sequence[str]], look: Look
) -> list[str]:
    """Return what ``found`` came to, as lines.

    ``settings`` holds, by the number of an entry's latest game, the settings of its variant.
    """
    if not found:
        return ["no games are kept of that yet: 'squares play' starts one"]
    lines: list[str] = []
    for entry in found:
        by = f", played by {shown(', '.join(entry.players), 150)}" if entry.players else ""
        with_ = f", with {' '.join(settings[entry.latest])}" if settings[entry.latest] else ""
        heading = f"{shown(entry.title, 100)} ({entry.variant}){shown(with_, 150)}{by}"
        lines.append(folded(heading, look))
        if entry.all.games:
            rows = figure_rows(entry)
            lines += in_columns(rows, indent="  ", width=look.table_width, figures=True)
        lines += [folded(f"  {line}", look) for line in remarks(entry)]
        lines.append("")
    return [*lines, textwrap.fill(_WHAT_COUNTS, look.width)]


def figure_rows(entry: Statistics) -> list[list[str]]:
    """Return the figures of ``entry`` as rows of words, the first one their headings."""
    head = ["", "games", "won", "win rate", "mean", "mean when won", "best", "worst"]
    return [head, *([name, *_row(getattr(entry, key))] for name, key in _SETS)]


def _row(figures: Figures) -> list[str]:
    rate = figures.win_rate
    return [
        str(figures.games),
        str(figures.won) if figures.decided else "-",
        "-" if rate is None else f"{100 * rate:.1f} %",
        "-" if figures.mean is None else f"{figures.mean:.1f}",
        "-" if figures.mean_won is None else f"{figures.mean_won:.1f}",
        "-" if figures.best is None else str(figures.best),
        "-" if figures.worst is None else str(figures.worst),
    ]


def remarks(entry: Statistics) -> list[str]:
    """Return what else there is to say about ``entry``, a sentence each."""
    found = []
    if entry.all.best is not None:
        found.append(f"Best total of all games: {entry.all.best}, in game {entry.all.best_game}.")
    if entry.streak is not None:
        found.append(
            f"Wins one after the other, first plays only: {entry.streak} now, "
            f"{entry.longest_streak} at most."
        )
    if entry.all.blocked:
        found.append(f"Came to a stop without a legal move, not won: {entry.all.blocked}.")
    if entry.aided:
        used = ", ".join(f"{name} {count}" for name, count in entry.aids.items())
        found.append(f"Aids used, in {entry.aided} of {entry.all.games} games: {used}.")
    if entry.in_progress:
        uncounted = ", and not counted above" if entry.all.games else ""
        found.append(f"Never finished yet{uncounted}: {entry.in_progress}.")
    return found
