"""Statistics: what the games came to, with a chart of the totals in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from squares_core.cli.columns import in_columns
from squares_core.cli.stats import figure_rows, remarks
from squares_core.errors import SquaresError
from squares_core.statistics import Statistics, statistics
from squares_core.store import KeptGame
from squares_core.table.chart import bar_chart
from squares_core.table.seats import patient_store
from squares_core.wording import shown

if TYPE_CHECKING:
    from squares_core.table.app import TableApp


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
        self._games: list[KeptGame] = []

    def compose(self) -> ComposeResult:
        """Lay out entries and figures."""
        yield Static("Statistics", classes="heading")
        with Horizontal(id="figures-table"):
            yield OptionList(id="entries", markup=False)
            with VerticalScroll(id="figures", can_focus=False):
                yield Static("reading ...", id="figures-text", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Read the games without holding up the screen."""
        self.run_worker(self._read, thread=True, exclusive=True)

    def on_resize(self) -> None:
        """Draw the chart as wide as there is room."""
        self._tell()

    def _read(self) -> None:
        problem = ""
        try:
            self._games = patient_store(self.app.setup).games()
        except SquaresError as error:
            problem = str(error)
        self._entries = statistics(self._games)
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
        lines = list(in_columns(figure_rows(entry))) if entry.all.games else []
        lines += ["", *remarks(entry)]
        if entry.in_progress:
            lines.append(f"Never finished yet, and not counted: {entry.in_progress}.")
        totals = self._totals(entry)
        if len(totals) > 1:
            width = max(20, self.query_one("#figures").size.width - 2)
            chart = bar_chart(totals, width, 8, mark=self._target(entry), plain=self.app.ascii_only)
            lines += ["", "Totals in the order in which the games ended:", *chart]
        self.query_one("#figures-text", Static).update("\n".join(lines))

    def _totals(self, entry: Statistics) -> list[float]:
        latest = next(game for game in self._games if game.number == entry.latest)
        ended = [
            game
            for game in self._games
            if (game.variant, game.players, game.rules)
            == (entry.variant, entry.players, latest.rules)
            and game.end_state == "finished"
            and game.total is not None
            and game.ended is not None
        ]
        ended.sort(key=lambda game: (game.ended or game.saved, game.number))
        return [float(game.total or 0) for game in ended]

    def _target(self, entry: Statistics) -> float | None:
        try:
            target = self.app.setup.registry.rules(entry.variant).target
        except SquaresError:
            return None
        return None if target is None else float(target)
