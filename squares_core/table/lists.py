"""Lists to choose from, which know the keys of vi and are clear also without colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.strip import Strip
from textual.widgets import DataTable, OptionList

if TYPE_CHECKING:
    from squares_core.table.app import TableApp


def _signed(strip: Strip, kind: str, chosen: int | None, app: TableApp) -> Strip:
    """Return a row of a list, with a sign at its left where it is the ``chosen`` one.

    Where colour tells it none is needed. Textual puts into the style of each row which it is: under
    ``kind``, its number.
    """
    first = next(iter(strip), None)
    if not app.colourless or first is None or first.style is None:
        return strip
    if first.style.meta.get(kind) != chosen or not strip.text.startswith(" "):
        return strip
    sign = Segment(">" if app.look.ascii else "▸", first.style)
    return Strip([sign, *strip.crop(1)], strip.cell_length)


class Choices(OptionList):
    """A list of things to choose."""

    app: TableApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
    ]

    def render_line(self, y: int) -> Strip:
        """Return a line, with a sign where it is the highlighted one."""
        return _signed(super().render_line(y), "option", self.highlighted, self.app)


class GameList(DataTable[str]):
    """Rows of games."""

    app: TableApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "select_cursor", "go on, or look back", key_display="enter"),
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
    ]

    def render_line(self, y: int) -> Strip:
        """Return a line, with a sign where it is the one under the cursor."""
        return _signed(super().render_line(y), "row", self.cursor_row, self.app)
