"""The page of a reviewed game: how the figures add up, the chart, and the grid at each move."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.metadata import version

from squares_core.cards import Card, suit_of
from squares_core.grid import Cell
from squares_core.judging.review import BLUNDER, DOUBTFUL, PLAYOUTS, Review, ReviewedMove
from squares_core.moves import Move, move_text
from squares_core.report import charts
from squares_core.report.parts import document, figure, table
from squares_core.rules import Position
from squares_core.text.render import glyph_text

_HEAD = (
    "move", "card", "played", "expected", "best move", "its expected", "loss", "error", "luck",
    "mark",
)  # fmt: skip


def page(review: Review, game: str) -> str:
    """Return the whole page as HTML text; ``game`` names the game in the command at its end."""
    title = f"{escape(review.rules.title)}: {review.final}, {review.rating}"
    sections = [
        ("sums", "How it adds up", _sums(review)),
        ("chart", "Expected score by move", _chart(review)),
        ("table", "The moves", _moves(review)),
        ("grids", "The grid at each move", _grids(review)),
        ("again", "The same figures again", _again(review, game)),
    ]
    return document(title, _told(review), sections)


def _told(review: Review) -> str:
    who = f", played by {escape(', '.join(review.players))}" if review.players else ""
    won = {True: "won", False: "lost", None: "no target"}[review.won]
    return f"Deal {escape(review.deal)}{who}; {won}."


def _sums(review: Review) -> str:
    gain = review.start - review.quick_start
    how = f"{review.quick_start:.2f} by quick play, {gain:+.2f} by better moves"
    error = f"± {review.error:.2f}; " if review.error else ""
    marks = f"{error}{review.count('blunder')} blunders, {review.count('doubtful')} doubtful"
    rows = [
        ("starting expectation", f"{review.start:.2f}", how if gain else ""),
        ("luck", f"{review.luck:+.2f}", ""),
        ("losses", f"{-review.loss:+.2f}", marks),
        ("final score", f"{review.final:.2f}", ""),
    ]
    if len(review.players) > 1:
        rows += [(f"loss of {name}", f"{loss:.2f}", "") for name, loss in review.losses.items()]
    share = "" if review.share is None else f"; {review.share:.0%} of it was reached"
    proven = "" if review.optimum_proven else " or more"
    notes = "".join(f"<p>{escape(note)}.</p>" for note in review.notes)
    return (
        table("Starting expectation + luck - losses = final score", ("", "points", ""), rows, (2,))
        + f"<p>Rating: <strong>{review.rating}</strong>. The best grid in hindsight: "
        f"{review.optimum}{proven}{share}.</p>"
        f'<p class="soft">A move is doubtful from a loss of {DOUBTFUL * review.scale:.2f} and a '
        f"blunder from {BLUNDER * review.scale:.2f}, never where the loss is within its error.</p>"
        + notes
    )


def _chart(review: Review) -> str:
    rows = [(each.number, each.best, each.played, each.mark) for each in review.moves]
    told = "; ".join(f"move {n}: {played:.1f}" for n, _, played, _ in rows)
    return figure(
        charts.expected_scores(rows, review.final),
        f"Expected score after each move: {told}; final score {review.final}",
        "After each move; a thick bar reaches up to what the best move was worth.",
    )


def _moves(review: Review) -> str:
    grid = review.rules.grid
    rows = []
    for each in review.moves:
        lost = each.loss > 0
        rows.append(
            (
                str(each.number) + (f", {each.player}" if each.player else ""),
                _card(each.card),
                move_text(each.move, grid),
                f"{each.played:.2f}",
                move_text(each.best_move, grid) if lost else "",
                f"{each.best:.2f}" if lost else "",
                f"{each.loss:.2f}" if lost else "–",
                f"{each.error:.2f}" if lost and each.error else "",
                f"{each.luck:+.2f}" if each.luck else "",
                each.mark,
            )
        )
    return table("All figures are points", _HEAD, rows, words=(9,))


def _card(card: Card | None) -> str:
    return "" if card is None else glyph_text(card)


def _grids(review: Review) -> str:
    items = "".join(f'<li class="{each.mark}">{_step(review, each)}</li>' for each in review.moves)
    return f'<ol class="moves">{items}</ol>'


def _step(review: Review, each: ReviewedMove) -> str:
    grid = review.rules.grid
    played = move_text(each.move, grid)
    what = f"{_card(each.card)} " if each.card is not None and each.move.fills else ""
    head = f"{each.number}. {what}{played}"
    loss = "No loss."
    if each.loss > 0:
        error = f" ± {each.error:.2f}" if each.error else ""
        best = move_text(each.best_move, grid)
        loss = f"Loss {each.loss:.2f}{error}; best: {best}. {each.mark.capitalize()}"
    piles = "".join(
        f"<p>Reserve {number}: {escape(' '.join(map(_card, pile))) or 'empty'}</p>"
        for number, pile in enumerate(each.position.reserves, 1)
    )
    better = set(_cells(each.best_move)) if each.loss > 0 else set()
    told = f"Before move {each.number}"
    cards = _grid(each.position, set(_cells(each.move)), better, each.card, told)
    return f"<h3>{escape(head)}</h3>{cards}{piles}<p>{escape(loss.strip())}</p>"


def _cells(move: Move) -> Iterator[Cell]:
    if move.fills:
        yield move.target
    elif move.ends_turn:
        yield from (move.source, move.target)


def _grid(
    position: Position, played: set[Cell], better: set[Cell], card: Card | None, told: str
) -> str:
    """Return the grid before a move, with the card where it went."""
    grid = position.tableau.grid
    columns = "".join(
        f'<th scope="col">{chr(ord("a") + column)}</th>' for column in range(grid.columns)
    )
    rows = []
    for row in range(grid.rows):
        cells = []
        for cell in range(row * grid.columns, (row + 1) * grid.columns):
            lying = position.tableau[cell]
            there = card if lying is None and cell in played else lying
            names = [
                name for name, cells_ in (("played", played), ("better", better)) if cell in cells_
            ]
            if there is not None and suit_of(there) in (1, 2):
                names.append("red")
            kind = f' class="{" ".join(names)}"' if names else ""
            cells.append(f"<td{kind}>{_card(there)}</td>")
        rows.append(f'<tr><th scope="row">{row + 1}</th>{"".join(cells)}</tr>')
    return (
        f'<table class="cards" aria-label="{escape(told)}"><thead><tr><th></th>{columns}</tr>'
        f"</thead><tbody>{''.join(rows)}</tbody></table>"
    )


def _again(review: Review, game: str) -> str:
    if not game:
        return ""
    playouts = "" if review.playouts == PLAYOUTS else f" --playouts {review.playouts}"
    return (
        f'<pre tabindex="0"><code>squares review {escape(game)}{playouts}</code></pre>'
        f"<p>Made with Squares {escape(version('squares-solitaire'))}. The same version gives the "
        "same figures on any machine.</p>"
    )
