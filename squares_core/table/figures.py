"""Statistics: what the games came to, with a chart of the totals in their order."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from squares_core.errors import SquaresError
from squares_core.statistics import Statistics, statistics
from squares_core.table.chart import bar_chart
from squares_core.table.lists import Choices
from squares_core.text.columns import in_columns
from squares_core.text.statistics import figure_rows, remarks
from squares_core.wording import shown

if TYPE_CHECKING:
    from squares_core.table.app import TableApp


# The entries, and beside them a table of figures.
_LEAST_BESIDE: Final = 42 + 75
_LEAST_CHART: Final = 3
_MOST_CHART: Final = 8


class FiguresScreen(Screen[None]):
    """One entry for each variant, its rules and its players; figures and chart beside it."""

    app: TableApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,s", "app.pop_screen", "back"),
    ]

    def __init__(self, first: str | None = None) -> None:
        super().__init__()
        self._first = first
        self._entries: list[Statistics] = []
        self._targets: dict[int, int] = {}

    def compose(self) -> ComposeResult:
        """Lay out entries and figures."""
        yield Static("Statistics", classes="heading")
        with Horizontal(id="figures-table"):
            yield Choices(id="entries", markup=False)
            with VerticalScroll(id="figures", can_focus=False):
                yield Static("reading ...", id="figures-text", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Read the games without holding up the screen."""
        self.run_worker(self._read, thread=True, exclusive=True)

    def on_resize(self) -> None:
        """Lay the figures below the entries where they do not fit beside them; draw the chart."""
        self.set_class(self.size.width < _LEAST_BESIDE, "-narrow")
        self.call_after_refresh(self._tell)

    def _read(self) -> None:
        problem = ""
        store = self.app.store
        try:
            self._entries = statistics(store.games())
            for entry in self._entries:
                target = store.record(entry.latest)[0].variant.target
                if target != "none":
                    self._targets[entry.latest] = target
        except SquaresError as error:
            problem = str(error)
        self.app.call_from_thread(self._show, problem)

    def _show(self, problem: str) -> None:
        text = self.query_one("#figures-text", Static)
        if not self._entries:
            text.update(problem or "No games are kept yet.")
            return
        entries = self.query_one("#entries", OptionList)
        for number, entry in enumerate(self._entries):
            by = f" ({', '.join(entry.players)})" if entry.players else ""
            entries.add_option(Option(shown(f"{entry.title}{by}", 40), id=str(number)))
        wanted = [n for n, entry in enumerate(self._entries) if entry.variant == self._first]
        entries.highlighted = wanted[0] if wanted else 0
        entries.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell the figures of the entry that is highlighted."""
        self._tell()

    def _tell(self) -> None:
        entries = self.query_one("#entries", OptionList)
        if entries.highlighted is None or not self._entries:
            return
        entry = self._entries[entries.highlighted]
        room = self.query_one("#figures").scrollable_content_region
        width = max(20, room.width)
        lines = []
        if entry.all.games:
            lines = in_columns(figure_rows(entry), width=width, figures=True)
        for remark in ["", *remarks(entry)]:
            lines += textwrap.wrap(remark, width, subsequent_indent="  ") or [""]
        if len(entry.totals) > 1:
            chart = bar_chart(
                entry.totals,
                width,
                max(_LEAST_CHART, min(_MOST_CHART, room.height - len(lines) - 2)),
                mark=self._targets.get(entry.latest),
                plain=self.app.ascii_only,
            )
            lines += ["", "Totals in the order in which the games ended:", *chart]
        self.query_one("#figures-text", Static).update("\n".join(lines))
