"""The kept games: those in progress to go on with, those that are over to look back at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import DataTable, Footer, Static

from squares_core.errors import SquaresError
from squares_core.grid import Grid
from squares_core.keeping import are_duplicate
from squares_core.moves import parse_move
from squares_core.records import GameRecord
from squares_core.seating.kept import GAME_COLUMNS, game_row, latest_game, numbered_game
from squares_core.store import KeptGame
from squares_core.table.lists import GameList
from squares_core.wording import counted, listed, shown

if TYPE_CHECKING:
    from squares_core.table.app import TableApp

_MOST: Final = 500
_SHORTEST_NAMES: Final = 7
# The margins of the table and its bar for scrolling.
_AROUND: Final = 3
_STATE: Final = GAME_COLUMNS.index("state")


def going_on_text(latest: KeptGame, record: GameRecord, games: Iterable[KeptGame]) -> str:
    """Return what there is to go on with: the game, whose turn it is, and how far it is.

    ``latest`` is the game, ``record`` its record, and ``games`` are all that are kept.
    """
    spec = record.variant
    grid = Grid(spec.rows, spec.columns)
    moves = [parse_move(entry.move, grid) for entry in record.game.moves]
    parts = [shown(latest.title, 40)]
    party = sorted(duplicates_among(latest, games), key=lambda game: game.id)
    players = record.game.players
    if players:
        turn = sum(move.ends_turn for move in moves) % len(players)
        parts.append(f"{players[turn]}'s turn")
    if spec.deal == "shuffle":
        parts.append(f"{counted(len(moves), 'exchange')} made")
    else:
        placed = sum(move.fills for move in moves)
        parts.append(f"{placed} of {counted(grid.size, 'card')} placed")
    text = ", ".join(parts)
    if done := [game.players[0] for game in party if game.state != "playing"]:
        text += f"; {listed(done)} {'has' if len(done) == 1 else 'have'} played the same deal"
    if later := [game.players[0] for game in party if game.state == "playing"]:
        text += f"; then {listed(later)} with the same deal"
    return text


def duplicates_among(game: KeptGame, games: Iterable[KeptGame]) -> list[KeptGame]:
    """Return those of ``games`` in which others play the deal of ``game``, each alone."""
    return [
        other
        for other in games
        if other.id != game.id
        and are_duplicate(other.id, game.id)
        and len(other.players) == len(game.players) == 1
    ]


def _row(game: KeptGame, games: Iterable[KeptGame]) -> list[str]:
    """Return the row of a game; one of a duplicate deal that is not over tells who is to play."""
    row = game_row(game)
    party = [game, *duplicates_among(game, games)]
    if len(party) > 1 and game.state == "playing":
        first = latest_game(party)
        assert first is not None
        mine = first.id == game.id
        row[_STATE] = shown(f"{first.players[0]}'s turn" if mine else f"after {first.players[0]}")
    return row


def fitting(
    rows: Sequence[Sequence[str]], room: int, padding: int
) -> tuple[list[str], list[list[str]]]:
    """Return the heads and ``rows`` of games as they fit into ``room`` columns.

    ``padding`` stands at either side of each. Where there is too little room, a column that says
    nothing goes first, then the deals, then the time of the day, and then names are cut.
    """
    heads = list(GAME_COLUMNS)
    table = [heads, *([*row] for row in rows)]

    def without(name: str) -> None:
        place = table[0].index(name)
        for row in table:
            del row[place]

    def too_wide() -> int:
        widths = [max(map(len, column)) + 2 * padding for column in zip(*table, strict=True)]
        return max(0, sum(widths) - room)

    if too_wide() and not any(row[heads.index("players")] for row in table[1:]):
        without("players")
    if too_wide():
        without("deal")
    if too_wide():
        saved = heads.index("saved")
        for row in table[1:]:
            row[saved] = row[saved].partition(" ")[0]
    if (over := too_wide()) and "players" in heads:
        players = heads.index("players")
        longest = max(len(row[players]) for row in table)
        for row in table[1:]:
            row[players] = shown(row[players], max(_SHORTEST_NAMES, longest - over))
    return heads, table[1:]


class KeptScreen(Screen[None]):
    """All kept games, those in progress first, each kind the latest first."""

    app: TableApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.pop_screen", "back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._games: list[KeptGame] = []

    def compose(self) -> ComposeResult:
        """Lay out the table of games."""
        yield Static("Your games", classes="heading")
        yield GameList(id="kept", cursor_type="row")
        yield Static(id="status", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Read the games without holding up the screen."""
        self.query_one(DataTable).focus()

    def on_resize(self) -> None:
        """Show as much of each game as there is room for."""
        if self._games:
            self._show(self._games, "")

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
        self._games = games
        chosen = table.cursor_row
        table.clear(columns=True)
        ordered = sorted(games, key=lambda game: (game.saved, game.number), reverse=True)
        # The first row is the game that the menu offers.
        latest = latest_game(games)
        ordered.sort(key=lambda game: (game is not latest, game.state != "playing"))
        ordered = ordered[:_MOST]
        heads, rows = fitting(
            [_row(game, games) for game in ordered], self.size.width - _AROUND, table.cell_padding
        )
        table.add_columns(*heads)
        for game, row in zip(ordered, rows, strict=True):
            table.add_row(*row, key=str(game.number))
        table.move_cursor(row=chosen)
        told = problem
        if not games and not problem:
            told = "No games are kept yet."
        elif len(games) > _MOST:
            told = f"the latest {_MOST} of {len(games)} games"
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
