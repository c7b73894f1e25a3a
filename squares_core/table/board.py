"""The grid: cards, empty cells, the cursor, hints, and the points at the ends of the lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.geometry import Size
from textual.widget import Widget

from squares_core.game import Game
from squares_core.grid import Cell, Grid, Line
from squares_core.rules import LineScore, Position, Score
from squares_core.table.canvas import Canvas
from squares_core.table.cards import Box, State, draw_card, draw_slot, rows_within, write_in
from squares_core.table.drawing import Drawing
from squares_core.table.geometry import ENDS, LABELS, Shape, shape_beside
from squares_core.table.holding import Holding, Preview
from squares_core.table.look import Look
from squares_core.text.render import marked

_HEATS: Final = 5
_HOT: Final = 3
# What lies beside the grid is no wider than this, and where there is room no lower than this.
_WIDEST_SIDE: Final = 46
_LEAST_BESIDE: Final = 30
# The line of words and the keys.
_ROWS_BELOW: Final = 2


class Board(Drawing):
    """The grid of one position.

    With a ``holding`` the card in hand is shown where the cursor or the mouse is, with what it
    would score there; without one the grid only lies there. ``hints`` gives the expected score of
    pressing a cell, and ``best`` the cells where that is best. ``lit`` are cells to stand out, and
    ``fresh`` the one that was filled last.
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.shape: Shape | None = None
        self.look = Look()
        self.position: Position | None = None
        self.score: Score | None = None
        self.holding: Holding | None = None
        self.hover: Cell | None = None
        self.hints: Mapping[Cell, float] = {}
        self.best: frozenset[Cell] = frozenset()
        self.lit: frozenset[Cell] = frozenset()
        self.fresh: frozenset[Cell] = frozenset()
        self.uncounted: frozenset[str] = frozenset()

    def fit(self, grid: Grid, screen: Size, beside: Widget) -> bool:
        """Make the cards as large as a screen allows and give ``beside`` the rest of it.

        Returns whether they fit at all; if not, nothing is changed.
        """
        height = screen.height - _ROWS_BELOW
        shape = shape_beside(grid, screen.width, height)
        if shape is None:
            return False
        self.shape = shape
        self.styles.width, self.styles.height = shape.width, shape.height
        beside.styles.width = min(_WIDEST_SIDE, screen.width - shape.width)
        beside.styles.height = min(height, max(shape.height, _LEAST_BESIDE))
        return True

    def show_game(self, game: Game) -> None:
        """Show the position of ``game`` as it is now."""
        self.position = game.position
        self.score = game.score
        last = game.moves[-1] if game.moves else None
        filled: frozenset[Cell] = frozenset()
        if last is not None and last.fills:
            filled = frozenset({last.target})
        elif last is not None and last.ends_turn:
            filled = frozenset({last.source, last.target})
        self.fresh = filled
        self.redraw()

    @property
    def pointed(self) -> Cell | None:
        """The cell that is asked about: the one under the mouse, or under the cursor."""
        if self.holding is None:
            return None
        return self.holding.cursor if self.hover is None else self.hover

    def draw(self, canvas: Canvas) -> None:
        """Draw labels, cells and points."""
        if self.shape is None or self.position is None or self.score is None:
            return
        grid = self.shape.grid
        preview = None
        if self.holding is not None and self.pointed is not None:
            preview = self.holding.preview(self.pointed)
        for column in range(grid.columns):
            x, _ = self.shape.corner(column)
            letter = chr(ord("a") + column)
            canvas.put_centred(x, 0, self.shape.card_width, letter, "dim")
        middle = (max(1, self.shape.pitch - 1) - 1) // 2
        for row in range(grid.rows):
            _, y = self.shape.corner(row * grid.columns)
            canvas.put(1, y + middle, str(row + 1), "dim")
        allowed = frozenset() if self.holding is None else self.holding.allowed
        for cell in range(grid.size):
            self._draw_cell(canvas, cell, cell in allowed, preview)
        self._draw_ends(canvas, preview, middle)

    def _box(self, cell: Cell) -> Box:
        assert self.shape is not None
        return Box(*self.shape.corner(cell), self.shape.card_width, self.shape.pitch)

    def _draw_cell(
        self, canvas: Canvas, cell: Cell, allowed: bool, preview: Preview | None
    ) -> None:
        assert self.position is not None
        box, look = self._box(cell), self.look
        canvas.mark(box.x, box.y, box.width + 1, box.pitch, ("cell", cell))
        card = self.position.tableau[cell]
        pointed = self.pointed == cell
        picked = self.holding is not None and self.holding.picked == cell
        if card is not None:
            state: State = "paper"
            if pointed or picked:
                state = "held"
            elif cell in self.lit:
                state = "lit"
            elif cell in self.fresh:
                state = "fresh"
            draw_card(canvas, box, card, look, state)
            if pointed and preview is not None:
                self._write_gain(canvas, box, preview.gain, "held")
            elif cell in self.hints:
                self._write_hint(canvas, box, cell, 1, state, "black")
            return
        held_card = self.holding.card if self.holding else None
        if pointed and allowed and held_card is not None and preview is not None:
            draw_card(canvas, box, held_card, look, "ghost")
            if cell in self.hints and rows_within(box, look) > 2:
                self._write_hint(canvas, box, cell, 2, "ghost", "black")
            self._write_gain(canvas, box, preview.gain, "ghost")
        elif allowed and cell in self.hints:
            heat = self._heat(cell)
            draw_slot(canvas, box, look, allowed=True, ground=f"heat{heat}")
            ink = "hot" if heat >= _HOT else "text"
            row = (rows_within(box, look) - 1) // 2
            self._write_hint(canvas, box, cell, row, f"heat{heat}", ink)
        else:
            draw_slot(canvas, box, look, allowed=allowed)
        if pointed and not (allowed and preview is not None):
            self._draw_cursor(canvas, box, allowed)

    def _draw_cursor(self, canvas: Canvas, box: Box, allowed: bool) -> None:
        middle = box.y + (box.rows - 1) // 2
        ground = "" if self.look.frames or not allowed else " on slot"
        mark = "( )" if allowed else ("x" if self.look.ascii else "×")
        canvas.put_centred(box.x, middle, box.width, mark, f"accent{ground} bold")

    def _write_gain(self, canvas: Canvas, box: Box, gain: int, ground: str) -> None:
        row = 1 if rows_within(box, self.look) > 1 else 0
        if row:
            text = f"{gain:+d}" if gain else "+0"
            write_in(canvas, box, self.look, row, text, "black", ground)

    def _write_hint(
        self, canvas: Canvas, box: Box, cell: Cell, row: int, ground: str, ink: str
    ) -> None:
        best = cell in self.best
        star = "*" if self.look.ascii else "★"
        text = f"{self.hints[cell]:.1f}"
        text = f"{star}{text}" if best and len(text) < box.width - 2 * self.look.frames else text
        write_in(canvas, box, self.look, row, text, f"{ink} {'bold underline' * best}", ground)

    def _heat(self, cell: Cell) -> int:
        low, high = min(self.hints.values()), max(self.hints.values())
        if high - low < 1e-9:
            return _HEATS - 1
        return round((self.hints[cell] - low) / (high - low) * (_HEATS - 1))

    def _draw_ends(self, canvas: Canvas, preview: Preview | None, middle: int) -> None:
        assert self.shape is not None
        assert self.score is not None
        after = preview.score.lines if preview is not None else self.score.lines
        grid, width = self.shape.grid, self.shape.card_width
        for now, then in zip(self.score.lines, after, strict=True):
            long, short, style = self._end_texts(now, then)
            line = now.line
            if line.kind == "rows":
                x, y = self.shape.corner(line.cells[0])
                canvas.put(x + grid.columns * (width + 1), y + middle, long, style)
            elif line.kind == "columns":
                x, _ = self.shape.corner(line.cells[0])
                text = long if len(long) <= width else short
                canvas.put_centred(x, self.shape.height - 1, width, text, style)
            else:
                self._draw_diagonal(canvas, line, short, style)

    def _draw_diagonal(self, canvas: Canvas, line: Line, text: str, style: str) -> None:
        assert self.shape is not None
        bottom = self.shape.height - 1
        falls = line.cells[0] == 0
        arrow = ("\\" if falls else "/") if self.look.ascii else ("↘" if falls else "↙")
        if falls:
            canvas.put(self.shape.width - ENDS, bottom, f"{arrow}{text}", style)
        else:
            canvas.put(max(0, LABELS - len(text) - 1), bottom, f"{text}{arrow}", style)

    def _end_texts(self, now: LineScore, then: LineScore) -> tuple[str, str, str]:
        """Return the points of a line, in full and in short, and their style.

        ``~`` stands before points that may still change.
        """
        if now.line.name in self.uncounted:
            return "", "", "dim"
        text, later = (marked(line.points, provisional=line.provisional) for line in (now, then))
        if then.points != now.points:
            return f"{text}{'>' if self.look.ascii else '→'}{later}", later, "accent bold"
        if then.provisional != now.provisional or frozenset(now.line.cells) == self.lit:
            return later, later, "accent bold"
        return text, text, "dim" if now.provisional else "text bold"
