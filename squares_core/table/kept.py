"""The kept games: those in progress to go on with, those that are over to look back at."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import DataTable, Footer, Static

from squares_core.cli.kept import GAME_COLUMNS, game_row, numbered_game
from squares_core.errors import SquaresError
from squares_core.store import KeptGame

if TYPE_CHECKING:
    from squares_core.table.app import TableApp

_MOST = 500


class GameList(DataTable[str]):
    """Rows of games, which know the keys of vi as well."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "select_cursor", "go on, or look back", key_display="enter"),
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
    ]


class KeptScreen(Screen[None]):
    """All kept games, those in progress first, each kind the latest first."""

    app: TableApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.pop_screen", "back"),
    ]

    def compose(self) -> ComposeResult:
        """Lay out the table of games."""
        yield Static("Your games", classes="heading")
        yield GameList(id="kept", cursor_type="row")
        yield Static(id="status", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Read the games without holding up the screen."""
        table = self.query_one(DataTable)
        table.add_columns(*GAME_COLUMNS)
        table.focus()

    def on_screen_resume(self) -> None:
        """Read the games anew: one of them may have been played on."""
        self.query_one("#status", Static).update("reading ...")
        self.run_worker(self._read, thread=True, exclusive=True, group="games")

    def _read(self) -> None:
        try:
            games = self.app.store.games()
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
            table.add_row(*game_row(game), key=str(game.number))
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
            found = numbered_game(self.app.store, int(event.row_key.value or 0))
        except SquaresError as error:
            self.query_one("#status", Static).update(str(error))
            return
        self.app.go_on_with(found)
