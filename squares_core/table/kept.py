"""The kept games: those in progress to go on with, those that are over to look back at."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import DataTable, Footer, Static

from squares_core.cards import shown
from squares_core.cli.kept import deal_text, find_game, state_text
from squares_core.errors import SquaresError
from squares_core.store import KeptGame
from squares_core.table.seats import patient_store

if TYPE_CHECKING:
    from squares_core.table.app import TableApp

_MOST = 500


class KeptScreen(Screen[None]):
    """All kept games, those in progress first, each kind the latest first."""

    app: TableApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "open", "go on, or look back", key_display="enter"),
        Binding("escape,q", "app.pop_screen", "back"),
        Binding("j", "move(1)", show=False),
        Binding("k", "move(-1)", show=False),
    ]

    def compose(self) -> ComposeResult:
        """Lay out the table of games."""
        yield Static("Your games", classes="heading")
        yield DataTable(id="kept", cursor_type="row", zebra_stripes=False)
        yield Static(id="status", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Read the games without holding up the screen."""
        table = self.query_one(DataTable)
        table.add_columns("game", "", "total", "variant", "deal", "saved", "players")
        table.focus()

    def on_screen_resume(self) -> None:
        """Read the games anew: one of them may have been played on."""
        self.query_one("#status", Static).update("reading ...")
        self.run_worker(self._read, thread=True, exclusive=True, group="games")

    def _read(self) -> None:
        try:
            games = patient_store(self.app.setup).games()
            problem = ""
        except SquaresError as error:
            games, problem = [], str(error)
        self.app.call_from_thread(self._show, games, problem)

    def _show(self, games: list[KeptGame], problem: str) -> None:
        table = self.query_one(DataTable)
        table.clear()
        ordered = sorted(games, key=lambda game: (game.saved, game.number), reverse=True)
        ordered.sort(key=lambda game: game.state != "playing")
        for game in ordered[:_MOST]:
            table.add_row(
                str(game.number),
                state_text(game),
                "" if game.total is None else str(game.total),
                shown(game.variant, 30),
                shown(deal_text(game), 24),
                f"{game.saved.astimezone():%Y-%m-%d %H:%M}",
                shown(", ".join(game.players), 30),
                key=str(game.number),
            )
        told = problem
        if not games and not problem:
            told = "No games are kept yet."
        elif len(ordered) > _MOST:
            told = f"the latest {_MOST} of {len(ordered)} games"
        self.query_one("#status", Static).update(told)

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Go on with the game, or look back at it."""
        if not self.is_current:
            return
        try:
            found = find_game(patient_store(self.app.setup), str(event.row_key.value))
        except SquaresError as error:
            self.query_one("#status", Static).update(str(error))
            return
        self.app.go_on_with(found)

    def action_open(self) -> None:
        """Open the game under the cursor, if there is any."""
        self.query_one(DataTable).action_select_cursor()

    def action_move(self, step: int) -> None:
        """Move the cursor."""
        table = self.query_one(DataTable)
        if step > 0:
            table.action_cursor_down()
        else:
            table.action_cursor_up()
