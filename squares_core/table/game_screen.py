"""The ground of the screen on which a game is played: its parts, their sizes, and hints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.binding import ActiveBinding
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import ContentSwitcher, Footer, Static
from textual.worker import Worker, get_current_worker

from squares_core.errors import SquaresError
from squares_core.judging.advice import can_advise
from squares_core.seating.seats import Round, Seat
from squares_core.strategy import MoveValue
from squares_core.table.board import Board
from squares_core.table.ending import Ending
from squares_core.table.geometry import NARROW_SIDE
from squares_core.table.holding import Holding, best_of
from squares_core.table.side import Side
from squares_core.table.texts import move_said, rules_content
from squares_core.text.render import respelled

if TYPE_CHECKING:
    from squares_core.table.app import TableApp

_TALL: Final = 28
_SOON: Final = 3.0


class GameScreen(Screen[None]):
    """Grid, what lies beside it, a line of words and the keys; what they show and how large.

    Of ``games``, which are of one deal, the one at ``place`` is played now.
    """

    app: TableApp
    # The keys are the screen's own until the game is over and there is something to choose.
    AUTO_FOCUS = ""

    def __init__(self, games: Round, place: int) -> None:
        super().__init__()
        self.games = games
        self.place = place
        self.holding = Holding(self.seat.game)
        self.values: Sequence[MoveValue] = ()
        self._rating: Worker[None] | None = None
        self._offered: Mapping[str, str] = {}
        self.at_end = False
        # What was said last, which comes back when the screen is large enough again.
        self._said: tuple[str, bool] = ("", False)
        self._trouble = ""

    @property
    def seat(self) -> Seat:
        """The game that is played now."""
        return self.games.seats[self.place]

    def compose(self) -> ComposeResult:
        """Lay out grid, what lies beside it, one line of words and the keys."""
        with Horizontal(id="table"):
            yield Board(id="board")
            with ContentSwitcher(initial="side", id="beside"):
                yield Side(id="side")
                with VerticalScroll(id="rules", can_focus=False):
                    yield Static(rules_content(self.seat.game.rules), markup=False)
                yield Ending(id="ending")
        yield Static(id="status", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def keys_offered(self) -> Mapping[str, str]:
        """Return what the lowest row offers now, in order: keys, each with what it does."""
        raise NotImplementedError  # Textual's metaclass rules out an abstract method

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys that do something, those that are offered first and as they are offered."""
        found = super().active_bindings
        shown = {
            key: found[key]._replace(
                binding=replace(
                    found[key].binding,
                    show=True,
                    description=label,
                    # Textual would draw an arrow, which not every terminal can.
                    key_display="enter" if key == "enter" else None,
                )
            )
            for key, label in self._offered.items()
            if key in found
        }
        hidden = {
            key: active._replace(binding=replace(active.binding, show=False))
            for key, active in found.items()
            if key not in shown
        }
        return shown | hidden

    def offer_keys(self) -> None:
        """Have the lowest row offer what can be done now."""
        offered = self.keys_offered()
        if list(offered.items()) != list(self._offered.items()):
            self._offered = offered
            self.refresh_bindings()

    @property
    def board(self) -> Board:
        """The grid."""
        return self.query_one(Board)

    @property
    def side(self) -> Side:
        """What lies beside it."""
        return self.query_one(Side)

    @property
    def ending(self) -> Ending:
        """The count at the end."""
        return self.query_one(Ending)

    def on_screen_resume(self) -> None:
        """Draw anew what options may have changed."""
        self.relook()
        self.lay_out()

    def on_resize(self) -> None:
        """Make the cards as large as they can be."""
        self.lay_out()

    def relook(self) -> None:
        """Take over how the player wants things drawn."""
        self.board.look = self.side.look = self.app.look

    def lay_out(self) -> None:
        """Divide the screen between the grid and what lies beside it, and show the game."""
        game, size = self.seat.game, self.size
        self.set_class(size.height >= _TALL, "-tall")
        fits = self.board.fit(game.rules.grid, size, self.query_one("#beside"))
        self.query_one("#table").display = fits
        if not fits:
            rows, columns = game.rules.grid.rows, game.rules.grid.columns
            told = f"too small: {3 + 5 * columns + 8 + NARROW_SIDE} by {rows + 4} at least"
            self._show_words(told, wrong=True)
            return
        self._show_words(*self._said)
        if self.board.shape is not None:
            self.side.pitch = self.board.shape.pitch
        self.show_game()

    def show_game(self) -> None:
        """Show the position as it is now."""
        game = self.seat.game
        playing = not game.over
        self.side.game, self.side.score, self.side.daily = game, game.score, self.seat.daily
        self.side.holding = self.board.holding = self.holding if playing else None
        self.board.show_game(game)
        self.show_pointed()

    def show_pointed(self) -> None:
        """Show what the cell under the cursor or the mouse would bring."""
        board, side = self.board, self.side
        board.hints = self.holding.by_cell(self.values)
        board.best = self.holding.best_cells(self.values)
        side.values = {value.move: value.expected for value in self.values}
        side.best = None if not self.values else best_of(self.values).move
        pointed = board.pointed
        side.preview = (
            self.holding.preview(pointed) if pointed is not None and board.holding else None
        )
        board.redraw()
        side.redraw()
        self.offer_keys()

    def say(self, text: str, *, wrong: bool = False) -> None:
        """Show some words, on one line where there is room.

        What must be told about keeping the game goes first, until the player has done something.
        """
        self._said = (self._trouble, True) if self._trouble else (text, wrong)
        self._show_words(*self._said)

    def _show_words(self, text: str, wrong: bool) -> None:
        status = self.query_one("#status", Static)
        status.set_class(wrong, "-wrong")
        status.update(text)

    def say_why(self, error: SquaresError) -> None:
        """Tell what cannot be done, with cards as they are drawn."""
        self.say(respelled(str(error), self.app.look.card_text), wrong=True)

    def action_hint(self) -> None:
        """Ask what each move is worth, or put the answer away."""
        game = self.seat.game
        if game.over:
            return
        if self.values:
            self.forget_hints()
            self.show_pointed()
            return
        if not can_advise(self.app.setup.registry):
            self.say("no hint: none of the strategies installed can rate moves", wrong=True)
            return
        if self._rating is None:
            self.say("rating the moves ... Esc stops")
            self._rating = self.run_worker(self._rate(), group="hints")
            self.set_timer(_SOON, self._tell_of_waiting)

    def _tell_of_waiting(self) -> None:
        if self._rating is not None:
            self.say(
                "still rating: the first hint of a game takes longest; Esc stops, play goes on"
            )

    async def _rate(self) -> None:
        game = self.seat.game
        try:
            values = await self.app.hints.rate(game)
        except SquaresError as error:
            self.say(f"no hint: {error}", wrong=True)
            return
        finally:
            # One that was cancelled must not be taken for the one that was begun after it.
            if self._rating is get_current_worker():
                self._rating = None
        if not values:
            self.say("no hint: the strategy that gives hints cannot rate this position", wrong=True)
            return
        self.values = values
        self.seat.aids.hints += 1
        self.keep()
        self.show_pointed()
        self.say(f"{self.best_said}{self.shown_said}")

    @property
    def best_said(self) -> str:
        """The best move in words, with what can be expected of it; empty without a hint."""
        if not self.values:
            return ""
        best = best_of(self.values)
        move = move_said(best.move, self.seat.game.rules.grid, self.app.look)
        return f"best: {move}, {best.expected:.1f} expected"

    @property
    def shown_said(self) -> str:
        """Whose values stand on the grid, where the best move is of another card."""
        held = self.holding.card
        if not self.values or held is None:
            return ""
        best = best_of(self.values).move
        if not best.fills or (best.kind, best.source) == self.holding.source:
            return ""
        return f"; on the grid: {self.app.look.card_text(held)}"

    def forget_hints(self) -> bool:
        """Put hints away, and wait for them no longer; return whether there was anything."""
        asked = self._rating is not None or bool(self.values)
        if self._rating is not None:
            self._rating.cancel()
            self._rating = None
        self.values = ()
        return asked

    def stop_hints(self) -> bool:
        """Put hints away, and stop what computes them; return whether there was anything."""
        if self._rating is not None:
            self.app.hints.stop()
        return self.forget_hints()

    def action_rules(self) -> None:
        """Show the rules beside the grid, or what was there before."""
        beside = self.query_one("#beside", ContentSwitcher)
        back = "ending" if self.at_end else "side"
        beside.current = back if beside.current == "rules" else "rules"

    def action_scroll_beside(self, rows: int) -> None:
        """Scroll what is beside the grid."""
        beside = self.query_one("#beside", ContentSwitcher)
        where = "#rules" if beside.current == "rules" else "#count"
        self.query_one(where).scroll_relative(y=rows, animate=False)

    def keep_seat(self, seat: Seat) -> None:
        """Keep the game of ``seat``, as ``keep`` does that of the one who plays."""
        if problem := seat.keep():
            self._trouble = f"not kept as usual: {problem}"
            self.say("")

    def attend(self) -> None:
        """Take it that the player, who does something now, has read what had to be told."""
        self._trouble = ""

    def keep(self) -> None:
        """Keep the game as it stands; tell once what is wrong with that."""
        self.keep_seat(self.seat)
        place = self.games.next_place(self.place) if self.seat.game.over else self.place
        left = "" if place is None else self.games.seats[place].keeper.how_to_resume
        self.app.farewell = left
