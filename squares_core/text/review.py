"""A reviewed game as text and as a JSON document."""

from __future__ import annotations

from typing import Any, Final

from squares_core.cards import card_name
from squares_core.judging.review import BLUNDER, DOUBTFUL, Review, ReviewedMove
from squares_core.moves import move_text
from squares_core.text.documents import grid_document
from squares_core.text.render import Field, Look, Style, card_text, drawn, folded, line_up
from squares_core.wording import counted

_MARK_WIDTH: Final = 10
_LEFT_OUT: Final = ("error", "best", "by", "expected")
"""Columns in the order in which a narrow screen does without them."""
_RESULTS: Final = {True: "won", False: "lost", None: ""}


def review_text(review: Review, look: Look) -> str:
    """Return a row for each move and then how the figures add up."""
    head = f"{review.rules.title}, deal {review.deal}"
    rows = [head, "", _heading(look), *(_row(review, each, look) for each in review.moves)]
    return "\n".join([*rows, "", *_sums(review, look)])


def _heading(look: Look) -> str:
    names = ["", "card", "move", "expected", "best", "by", "loss", "error", "luck"]
    widths = _widths(look)
    cells = dict(zip(widths, names, strict=False))
    return line_up([(cells.get(key, ""), width) for key, width in _shown(look)], look)


def _widths(look: Look) -> dict[str, int]:
    card = 6 + (look.glyphs and look.wide)
    return {
        "number": -3, "card": -card, "move": -9, "expected": -10, "best": -8, "by": -9,
        "loss": -7, "error": -7, "luck": -8,
    }  # fmt: skip


def _shown(look: Look) -> list[tuple[str, int]]:
    """Return the columns there is room for and their widths."""
    widths = _widths(look)
    for name in _LEFT_OUT:
        if sum(map(abs, widths.values())) + _MARK_WIDTH > look.width:
            del widths[name]
    return list(widths.items())


def _row(review: Review, move: ReviewedMove, look: Look) -> str:
    grid = review.rules.grid
    loss = move.loss > 0
    cells = {
        "number": str(move.number),
        "card": "" if move.card is None else f"{card_text(move.card, look)} ",
        "move": drawn(move_text(move.move, grid), look),
        "expected": f"{move.played:.2f}",
        "best": f"{move.best:.2f}" if loss else "",
        "by": drawn(move_text(move.best_move, grid), look) if loss else "",
        "loss": f"{move.loss:.2f}" if loss else "-",
        "error": f"{move.error:.2f}" if loss and move.error else "",
        "luck": f"{move.luck:+.2f}" if move.luck else "",
    }
    fields: list[Field] = [(cells[key], width) for key, width in _shown(look)]
    style: Style = "red" if move.mark == "blunder" else "bold"
    fields += [("", 2), (look.paint(move.mark, style), _MARK_WIDTH if move.player else 0)]
    if move.player:
        fields.append((move.player, 0))
    return line_up(fields, look)


def _sums(review: Review, look: Look) -> list[str]:
    marks = [
        counted(review.count("blunder"), "blunder"),
        counted(review.count("doubtful"), "doubtful move"),
    ]
    error = f" +- {review.error:.2f}" if review.error else ""
    rows = [
        _sum("starting expectation", review.start, _start_note(review)),
        _sum("luck", review.luck, "", sign=True),
        _sum("losses", -review.loss, f"{error.strip()}  {', '.join(marks)}".strip(), sign=True),
        _sum("final score", review.final, _RESULTS[review.won]),
    ]
    if len(review.players) > 1:
        rows += [_sum(f"loss of {name}", loss, "") for name, loss in review.losses.items()]
    share = "" if review.share is None else f", of which {review.share:.0%} was reached"
    proven = "" if review.optimum_proven else " or more"
    rows += [
        "",
        f"Rating: {review.rating}. Best grid in hindsight: {review.optimum}{proven}{share}.",
        f"Marks: doubtful from a loss of {DOUBTFUL * review.scale:.2f}, blunder from "
        f"{BLUNDER * review.scale:.2f}; none within the error.",
        *(f"Note: {note}." for note in review.notes),
    ]
    return [folded(row, look) for row in rows]


def _start_note(review: Review) -> str:
    gain = review.start - review.quick_start
    if not gain:
        return ""
    return f"{review.quick_start:.2f} by quick play, {gain:+.2f} by better moves"


def _sum(name: str, figure: float, told: str, *, sign: bool = False) -> str:
    number = f"{figure:+.2f}" if sign else f"{figure:.2f}"
    return f"{name:<22}{number:>8}  {told}".rstrip()


def review_document(review: Review) -> dict[str, Any]:
    """Return the review as a JSON document."""
    share = review.share
    return {
        "variant": review.rules.id,
        "deal": review.deal,
        "players": list(review.players),
        "playouts": review.playouts,
        "start": review.start,
        "quick_start": review.quick_start,
        "luck": review.luck,
        "loss": review.loss,
        "error": round(review.error, 4),
        "final": review.final,
        "won": review.won,
        "rating": review.rating,
        "blunders": review.count("blunder"),
        "doubtful": review.count("doubtful"),
        "optimum": review.optimum,
        "optimum_proven": review.optimum_proven,
        "share": None if share is None else round(share, 4),
        "scale": round(review.scale, 4),
        "doubtful_from": round(DOUBTFUL * review.scale, 4),
        "blunder_from": round(BLUNDER * review.scale, 4),
        "losses": dict(review.losses),
        "moves": [_move_document(review, each) for each in review.moves],
        "notes": list(review.notes),
    }


def _move_document(review: Review, move: ReviewedMove) -> dict[str, Any]:
    grid = review.rules.grid
    return {
        "number": move.number,
        "player": move.player,
        "card": None if move.card is None else card_name(move.card),
        "move": move_text(move.move, grid),
        "expected": move.played,
        "best_move": move_text(move.best_move, grid),
        "best": move.best,
        "loss": move.loss,
        "error": round(move.error, 4),
        "luck": move.luck,
        "gain": move.gain,
        "mark": move.mark,
        "games": move.games,
        "weighed": [
            {
                "move": move_text(value.move, grid),
                "expected": round(value.expected, 2),
                "error": round(value.standard_error, 4),
                "games": value.games,
            }
            for value in move.values
        ],
        "grid": grid_document(move.position.tableau),
    }
