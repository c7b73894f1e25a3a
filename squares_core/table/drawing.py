"""A widget whose content is drawn on a canvas, and which says what was hit on it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from squares_core.table.canvas import Canvas
from squares_core.table.palette import style_of


class Drawing(Widget):
    """Draws a canvas of its own size; subclasses define ``draw``."""

    DEFAULT_CSS = "Drawing { width: 1fr; height: 1fr; }"

    @dataclass
    class Pressed(Message):
        """A mouse button was pressed on ``what``."""

        drawing: Drawing
        what: Hashable

        @property
        def control(self) -> Drawing:
            """The drawing that was pressed."""
            return self.drawing

    @dataclass
    class Hovered(Message):
        """The mouse came to ``what``, or left it for a place that is None."""

        drawing: Drawing
        what: Hashable | None

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._drawn: Canvas | None = None
        self._under: Hashable | None = None

    def draw(self, canvas: Canvas) -> None:
        """Draw everything on ``canvas``, which is blank and as large as the widget."""
        raise NotImplementedError  # Textual's metaclass rules out an abstract method

    @property
    def canvas(self) -> Canvas:
        """What is to be seen."""
        size = self.size
        if (
            self._drawn is None
            or self._drawn.width != size.width
            or self._drawn.height != size.height
        ):
            self._drawn = Canvas(size.width, size.height)
            self.draw(self._drawn)
        return self._drawn

    def redraw(self) -> None:
        """Draw everything anew."""
        self._drawn = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return one row of the canvas as Textual wants it."""
        canvas = self.canvas
        if y >= canvas.height:
            return Strip.blank(self.size.width)
        light = not self.app.current_theme.dark
        segments = [Segment(text, style_of(style, light=light)) for text, style in canvas.runs(y)]
        return Strip(segments, canvas.width)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Tell what was pressed."""
        what = self.canvas.hit(event.x, event.y)
        if what is not None and event.button == 1:
            self.post_message(self.Pressed(self, what))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell when the mouse comes to something else."""
        self._hover(self.canvas.hit(event.x, event.y))

    def on_leave(self, event: events.Leave) -> None:
        """Tell that the mouse is on nothing here any more."""
        self._hover(None)

    def _hover(self, what: Hashable | None) -> None:
        if what != self._under:
            self._under = what
            self.post_message(self.Hovered(self, what))
