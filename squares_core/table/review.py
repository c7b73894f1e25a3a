"""Looking back at a game: its positions one after another, and what each move was worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from squares_core.game import Game
from squares_core.moves import move_text
from squares_core.records import card_moved
from squares_core.table.board import Board
from squares_core.table.geometry import LEAST_SIDE, shape_for

if TYPE_CHECKING:
    from squares_core.table.app import TableApp

_WIDEST_SIDE = 46


class ReviewScreen(Screen[None]):
    """The game as it stood after each move; step 0 is before the first."""

    app: TableApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h,backspace", "step(-1)", "back"),
        Binding("right,l,space,enter", "step(1)", "next", priority=True),
        Binding("home,g", "jump(False)", "start"),
        Binding("end,G", "jump(True)", "end"),
        Binding("escape,q", "app.pop_screen", "leave"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.at = len(game.moves)

    def compose(self) -> ComposeResult:
        """Lay out grid, moves and a line of words."""
        with Horizontal(id="table"):
            yield Board(id="board")
            yield OptionList(*self._lines(), id="moves", markup=False)
        yield Static(id="status", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def _lines(self) -> list[Option]:
        grid, look = self.game.rules.grid, self.app.look
        rows = ["before the first move"]
        positions = self.game.positions()
        for number, move in enumerate(self.game.moves):
            card = card_moved(positions[number], move)
            name = "" if card is None else f"{look.card_text(card):>4}"
            rules = self.game.rules
            before, after = (
                rules.score(position.tableau, position.starter).total
                for position in positions[number : number + 2]
            )
            rise = f"{after - before:+d}" if after != before else ""
            rows.append(f"{number + 1:>3} {name:>4} {move_text(move, grid):<8} {rise:>4}")
        return [Option(row) for row in rows]

    def on_mount(self) -> None:
        """Show the end of the game."""
        self.board.look = self.app.look
        self.lay_out()
        moves = self.query_one("#moves", OptionList)
        moves.highlighted = self.at
        moves.focus()

    def on_resize(self) -> None:
        """Make the cards as large as they can be."""
        self.lay_out()

    @property
    def board(self) -> Board:
        """The grid."""
        return self.query_one(Board)

    def lay_out(self) -> None:
        """Divide the screen and show the step."""
        size = self.size
        shape = shape_for(self.game.rules.grid, size.width - LEAST_SIDE, size.height - 2)
        if shape is None:
            return
        self.board.shape = shape
        self.board.styles.width, self.board.styles.height = shape.width, shape.height
        moves = self.query_one("#moves")
        moves.styles.width = min(_WIDEST_SIDE, size.width - shape.width)
        moves.styles.height = shape.height
        self.show_step()

    def show_step(self) -> None:
        """Show the position of this step."""
        game = Game(self.game.rules, self.game.deal, self.game.players)
        game.play_all(self.game.moves[: self.at])
        self.board.show_game(game)
        mark = "" if game.score.complete else "~"
        self.query_one("#status", Static).update(
            f"move {self.at} of {len(self.game.moves)}   total {mark}{game.score.total}"
        )

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the step that was moved to."""
        self.at = event.option_index
        self.show_step()

    def action_step(self, by: int) -> None:
        """Go some steps on or back."""
        moves = self.query_one("#moves", OptionList)
        moves.highlighted = max(0, min(len(self.game.moves), self.at + by))

    def action_jump(self, to_end: bool) -> None:
        """Go to the start or the end."""
        self.query_one("#moves", OptionList).highlighted = len(self.game.moves) if to_end else 0
