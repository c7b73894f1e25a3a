"""The result of a game as a card to send, which gives no card away."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from squares_core.errors import InvalidValueError
from squares_core.seating.setup import play_words

if TYPE_CHECKING:
    from squares_core.records import GameRecord, LinePoints, Result

BLOCKS = "▁▂▃▄▅▆▇█"
_ASCII_BLOCKS = "._-=+*%#"


def result_card(record: GameRecord, settings: Sequence[str], *, plain: bool = False) -> list[str]:
    """Return the lines of the result card of a game that is over.

    ``settings`` are those with which its variant differs from the one installed; ``plain`` keeps
    the blocks to ASCII. Raises InvalidValueError for a game that is not over.
    """
    result, play = record.result, record.game
    if result is None:
        raise InvalidValueError("the game is not over: there is a result to share at its end")
    blocks = _ASCII_BLOCKS if plain else BLOCKS
    which = f"daily deal of {play.daily.isoformat()}" if play.daily else f"deal {play.deal}"
    lines = [f"{record.variant.title}, {which}"]
    if play.players:
        lines.append(f"played by {', '.join(play.players)}")
    lines += [_total(record, result), *_rows(result.lines, blocks)]
    if aids := ", ".join(f"{name} {count}" for name, count in record.aids.items()):
        lines.append(f"aids used: {aids}")
    command = shlex.join(["squares", *play_words(record.variant.id, settings, play.deal)])
    return [*lines, command]


def _total(record: GameRecord, result: Result) -> str:
    target = record.variant.target
    of = "" if target == "none" else f" of {target}"
    if record.state == "blocked":
        return f"{result.total}{of}, stopped without a legal move"
    end = {None: "", True: ", won", False: ", lost"}[result.won]
    return f"{result.total}{of}{end}"


def _rows(lines: Sequence[LinePoints], blocks: str) -> list[str]:
    """Return a row for each kind of line: a block for each line, as high as its points are many."""
    kinds: dict[str, list[int]] = {}
    for line in lines:
        kinds.setdefault(line.line.rpartition(" ")[0] + "s", []).append(line.points)
    top = max(1, max((line.points for line in lines), default=1))
    name_width = max(map(len, kinds), default=0)
    number_width = max((len(str(line.points)) for line in lines), default=1)
    most = max(map(len, kinds.values()), default=0)
    rows = []
    for kind, points in kinds.items():
        bar = "".join(_block(value, top, blocks) for value in points)
        numbers = " ".join(f"{value:{number_width}}" for value in points)
        rows.append(f"{kind:{name_width}}  {bar:{most}}  {numbers}")
    return rows


def _block(points: int, top: int, blocks: str) -> str:
    # The lowest block is for nothing alone, so that a line of few points is told from it.
    steps = len(blocks) - 1
    return blocks[0 if points <= 0 else max(1, round(points * steps / top))]
