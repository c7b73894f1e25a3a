"""A sheet of characters to draw on, each with the name of its style, and places to click on it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import groupby

from rich.cells import cell_len


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of a canvas that stands for something: ``what`` was hit when it is clicked."""

    x: int
    y: int
    width: int
    height: int
    what: Hashable

    def contains(self, x: int, y: int) -> bool:
        """Return whether the point lies in the rectangle."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Canvas:
    """``height`` rows of ``width`` columns, blank at first; what falls outside is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.regions: list[Region] = []
        self._characters = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write ``text`` from column ``x`` of row ``y`` on and return the column after it.

        A character two columns wide takes two; one without width is left out.
        """
        for character in text:
            width = cell_len(character)
            if width == 0:
                continue
            if 0 <= y < self.height and x >= 0 and x + width <= self.width:
                self._characters[y][x] = character
                self._styles[y][x] = style
                if width == 2:
                    self._characters[y][x + 1] = ""
                    self._styles[y][x + 1] = style
            x += width
        return x

    def put_right(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write ``text`` so that it ends before column ``x``."""
        self.put(x - cell_len(text), y, text, style)

    def put_centred(self, x: int, y: int, width: int, text: str, style: str = "") -> None:
        """Write ``text`` in the middle of ``width`` columns from ``x`` on."""
        self.put(x + (width - cell_len(text)) // 2, y, text, style)

    def fill(self, x: int, y: int, width: int, height: int, style: str, text: str = " ") -> None:
        """Fill a rectangle with one character."""
        for row in range(y, y + height):
            self.put(x, row, text * width, style)

    def mark(self, x: int, y: int, width: int, height: int, what: Hashable) -> None:
        """Let a rectangle stand for ``what``; where two overlap the later one is on top."""
        self.regions.append(Region(x, y, width, height, what))

    def hit(self, x: int, y: int) -> Hashable | None:
        """Return what the point stands for, or None."""
        for region in reversed(self.regions):
            if region.contains(x, y):
                return region.what
        return None

    def runs(self, y: int) -> Iterator[tuple[str, str]]:
        """Yield row ``y`` as texts of one style each, with that style."""
        cells = zip(self._characters[y], self._styles[y], strict=True)
        for style, run in groupby(cells, key=lambda cell: cell[1]):
            yield "".join(character for character, _ in run), style

    def text(self) -> str:
        """Return the characters alone, a line for each row, without blanks at line ends."""
        return "\n".join("".join(row).rstrip() for row in self._characters)
