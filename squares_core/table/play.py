"""The screen on which a game is played."""

from __future__ import annotations

import re
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import ContentSwitcher

from squares_core.cli.line_mode.session import read_move
from squares_core.cli.text.playing import duplicate_text
from squares_core.cli.text.render import Look as TextLook
from squares_core.cli.text.render import count_text
from squares_core.errors import SquaresError
from squares_core.grid import Cell
from squares_core.moves import Move, MoveKind, move_text
from squares_core.rules import card_moved
from squares_core.table.dialogs import Choosing, Reading, Typing
from squares_core.table.drawing import Drawing
from squares_core.table.ending import Ending
from squares_core.table.game_screen import GameScreen
from squares_core.table.texts import keys_text

_CELL_START = re.compile(r"[a-g]")


class PlayScreen(GameScreen):
    """One deal, played at one grid or, one after another, at several."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "press", "place", key_display="enter"),
        Binding("u", "undo", "undo"),
        Binding("r", "redo", "redo", show=False),
        Binding("h", "left_or_hint", "hint"),
        Binding("H", "hint", show=False),
        Binding("i", "rules", "rules"),
        Binding("m", "menu", "menu"),
        Binding("question_mark", "keys", "keys"),
        Binding("q", "leave", "leave"),
        Binding("escape", "back", show=False),
        Binding("up,k", "step(-1, 0)", show=False),
        Binding("down,j", "step(1, 0)", show=False),
        Binding("left", "step(0, -1)", show=False),
        Binding("right,l", "step(0, 1)", show=False),
        Binding("right_square_bracket,tab", "source(1)", show=False),
        Binding("left_square_bracket,shift+tab", "source(-1)", show=False),
        Binding("t", "move('turn')", show=False),
        Binding("w", "move('waste')", show=False),
        Binding("x", "finish", show=False),
        Binding("s", "score", show=False),
        Binding("o", "app.options", show=False),
        Binding("slash", "type_move", show=False),
        Binding("pageup", "scroll_beside(-8)", show=False),
        Binding("pagedown", "scroll_beside(8)", show=False),
        Binding("n", "next('new')", show=False),
        Binding("v", "next('review')", show=False),
        Binding("p", "next('card')", show=False),
    ]

    _typed = ""

    def on_mount(self) -> None:
        """Keep the game from its first card on, and show it."""
        self.relook()
        for seat in self.games.seats:
            # Whoever has not begun is waited for also after a break.
            self.keep_seat(seat)
        self.keep()
        self.lay_out()
        self._say_opening()
        if self.seat.game.over:
            self._end()
        elif self.app.preferences.hints:
            self.action_hint()

    def _say_opening(self) -> None:
        game = self.seat.game
        how = {
            "turned": "arrows and Enter, a click, or a cell such as b2 place it",
            "open": "[ and ] choose a card, Enter or a click places it",
            "shuffle": "pick two cells to exchange them; x has the grid scored",
        }[game.rules.deal]
        who = f"{game.to_move}: " if game.to_move else ""
        self.say(f"{who}{how}; ? tells the rest")

    # What a player does

    def on_key(self, event: events.Key) -> None:
        """Read cells typed as a letter and a digit, and digits alone as reserves."""
        character = event.character or ""
        typed, self._typed = self._typed, ""
        if _CELL_START.fullmatch(character.lower()):
            self._typed = character.lower()
            self.say(f"{self._typed}_")
        elif character.isdecimal() and typed:
            self._press_typed(typed + character)
        elif character.isdecimal() and character != "0":
            self._press_pile(int(character) - 1)
        else:
            return
        event.stop()

    def _press_typed(self, text: str) -> None:
        try:
            cell = self.seat.game.rules.grid.parse_cell(text)
        except SquaresError as error:
            self.say(str(error), wrong=True)
            return
        self._press_cell(cell)

    def on_drawing_pressed(self, event: Drawing.Pressed) -> None:
        """Do what a press on something does."""
        if self.ending.counting and self.at_end:
            self.ending.skip()
            return
        match event.what:
            case ("cell", int(cell)):
                self._press_cell(cell)
            case ("pile", int(number)):
                self._press_pile(number)
            case ("tray", int(card)):
                self.holding.hold_tray_card(card)
                self.show_pointed()
            case ("turned",):
                self.holding.let_go()
                self.show_pointed()
            case ("done",):
                self.action_finish()
            case ("turn" | "waste" as what,):
                self.action_move(what)

    def on_drawing_hovered(self, event: Drawing.Hovered) -> None:
        """Show what the cell under the mouse would bring."""
        if event.drawing is self.board:
            match event.what:
                case ("cell", int(cell)):
                    self.board.hover = cell
                case _:
                    self.board.hover = None
            self.show_pointed()

    def action_step(self, down: int, across: int) -> None:
        """Move the cursor."""
        if self.query_one("#beside", ContentSwitcher).current == "rules" and across == 0:
            self.action_scroll_beside(3 * down)
        self.board.hover = None
        self.holding.step(down, across)
        self.show_pointed()

    def action_source(self, step: int) -> None:
        """Take up another card."""
        self.holding.next_source(step)
        self.show_pointed()

    def action_left_or_hint(self) -> None:
        """Move to the left where the player uses hjkl, ask for a hint otherwise."""
        if self.app.preferences.vi_keys:
            self.action_step(0, -1)
        else:
            self.action_hint()

    def action_press(self) -> None:
        """Press the cell under the cursor; at the end, count on."""
        if self.at_end:
            self.ending.advance()
        else:
            self._press_cell(self.holding.cursor)

    def _press_cell(self, cell: Cell) -> None:
        if self.at_end:
            return
        self.holding.cursor = cell
        self.board.hover = None
        try:
            move = self.holding.move_to(cell)
        except SquaresError as error:
            self.say(str(error), wrong=True)
        else:
            self._make(move)
            if move is None and self.holding.picked is not None:
                name = self.seat.game.rules.grid.cell_name(cell)
                self.say(f"{name} and ...")
        self.show_pointed()

    def _press_pile(self, number: int) -> None:
        try:
            move = self.holding.move_with_pile(number)
        except SquaresError as error:
            self.say(str(error), wrong=True)
            return
        self._make(move)
        if move is None and self.holding.source == (MoveKind.PLAY, number):
            card = self.app.look.card_text(self.holding.card or 0)
            more = (
                ""
                if self.seat.game.position.turned is None
                else (f"; {number + 1} again lays the turned card there")
            )
            self.say(f"{card} of reserve {number + 1} in hand{more}")
        self.show_pointed()

    def action_move(self, what: str) -> None:
        """Turn the next card, or throw the turned one away."""
        if not self.at_end:
            self._make(self.holding.other_move(what))

    def action_finish(self) -> None:
        """Have a shuffle game scored; while a game is counted, count all at once."""
        if self.at_end:
            self.ending.skip()
        elif self.holding.shuffles:
            self._make(self.holding.other_move("done"))

    def action_type_move(self) -> None:
        """Ask for a move as line mode takes it."""
        game = self.seat.game
        if game.over:
            return

        def check(text: str) -> None:
            game.rules.play(game.position, read_move(game, text), game.deal.cards)

        def done(text: str | None) -> None:
            if text is not None:
                self._make(read_move(game, text))
                self.show_pointed()

        self.app.push_screen(Typing("A move", check, about="such as b2, or 5H b2"), done)

    def _make(self, move: Move | None) -> None:
        """Make ``move``, keep the game, and only then show it."""
        if move is None:
            return
        game = self.seat.game
        before, total = game.position, game.score.total
        try:
            game.play(move)
        except SquaresError as error:
            self.say(str(error), wrong=True)
            return
        card, text = card_moved(before, move), move_text(move, game.rules.grid)
        if card is not None:
            where = game.rules.grid.cell_name(move.target) if move.fills else text
            text = f"{self.app.look.card_text(card)} {where}"
        rise = f"  {game.score.total - total:+d}" if move.ends_turn else ""
        who = f"   {game.to_move} is next" if len(game.players) > 1 and not game.over else ""
        self.say(f"{text}{rise}{who}")
        self._changed()

    def _changed(self) -> None:
        """Keep and show a game that has changed."""
        self.forget_hints()
        self.keep()
        self.holding.settle()
        if self.seat.game.rules.deal != "shuffle" and self.holding.cursor not in (
            self.holding.allowed or {self.holding.cursor}
        ):
            self._to_nearest()
        if self.seat.game.over:
            self._end()
            return
        if self.at_end:
            self.at_end = False
            self.ending.halt()
            self.board.lit, self.board.uncounted = frozenset(), frozenset()
            self.query_one("#beside", ContentSwitcher).current = "side"
            self.set_focus(None)
        self.show_game()
        if self.app.preferences.hints:
            self.action_hint()

    def _to_nearest(self) -> None:
        grid, here = self.seat.game.rules.grid, self.holding.cursor
        self.holding.cursor = min(
            self.holding.allowed,
            key=lambda cell: (
                abs(grid.row_of(cell) - grid.row_of(here))
                + abs(grid.column_of(cell) - grid.column_of(here)),
                cell,
            ),
        )

    def action_undo(self) -> None:
        """Take the last move back."""
        game = self.seat.game
        if not game.can_undo:
            self.say("there is no move to take back", wrong=True)
            return
        move = game.undo()
        self.seat.aids.undos += 1
        self.say(f"taken back: {move_text(move, game.rules.grid)}")
        if move.fills:
            self.holding.cursor = move.target
        self._changed()

    def action_redo(self) -> None:
        """Make the move taken back again."""
        game = self.seat.game
        if not game.can_redo:
            self.say("there is no move to make again", wrong=True)
            return
        self.say(f"made again: {move_text(game.redo(), game.rules.grid)}")
        self._changed()

    # Beside the game

    def action_keys(self) -> None:
        """Show the keys."""
        rules, vi_keys = self.seat.game.rules, self.app.preferences.vi_keys
        self.app.push_screen(Reading("Keys", keys_text(rules, vi_keys=vi_keys)))

    def action_score(self) -> None:
        """Count every line as it stands; at the end, play the same deal again."""
        if self.at_end:
            self.action_next("same")
            return
        look = TextLook(glyphs=not self.app.look.letters, width=64)
        text = count_text(self.seat.game.score, look) or "There is nothing on the grid yet."
        self.app.push_screen(Reading("As it stands", text))

    def action_back(self) -> None:
        """Stop what is going on: a hint, a card taken up, the rules; else open the menu."""
        beside = self.query_one("#beside", ContentSwitcher)
        if self.stop_hints():
            self.say("no hint then")
        elif self.at_end and self.ending.counting:
            self.ending.skip()
        elif beside.current == "rules":
            self.action_rules()
        elif self.at_end or not self.holding.let_go():
            self.action_menu()
        self.show_pointed()

    def action_menu(self) -> None:
        """Open the menu of this game."""
        over = self.seat.game.over
        choices = [("go-on", " ", "go on")] if not over else []
        choices += [
            ("new", "n", "new deal"),
            ("same", "s", "the same deal again"),
            ("rules", "i", "rules"),
            ("options", "o", "options"),
            ("write", "f", "write a record of this game"),
        ]
        if over:
            choices += [("card", "p", "result card"), ("review", "v", "look back at the game")]
        choices.append(("leave", "q", "leave this game" if over else "leave; the game is kept"))
        self.app.push_screen(Choosing(self.seat.game.rules.title, choices), self.action_next)

    def action_next(self, what: str | None) -> None:
        """Do what was chosen from a menu."""
        match what:
            case "new" | "same":
                self.app.deal_again(self.games, same=what == "same")
            case "rules":
                self.action_rules()
            case "options":
                self.app.action_options()
            case "undo":
                self.action_undo()
            case "leave":
                self.action_leave()
            case "hand-over":
                self._hand_over()
            case "compare":
                self._compare()
            case "write":
                self.app.write_record(self.seat)
            case "card" | "review" if self.seat.game.over:
                if what == "card":
                    self.app.show_card(self.seat)
                else:
                    self.app.look_back(self.seat.game)

    def action_leave(self) -> None:
        """Leave the game, which is kept."""
        self.stop_hints()
        self.app.leave_game(self)

    # The end

    def _end(self) -> None:
        self.at_end = True
        self.show_game()
        self.say("")
        self.query_one("#beside", ContentSwitcher).current = "ending"
        still = self.app.preferences.still
        self.ending.begin(self.seat.game, self.app.look, self._next_choices(), still=still)

    def _next_choices(self) -> list[tuple[str, str, str]]:
        place = self.games.next_place(self.place)
        if place is not None:
            name = self.games.seats[place].game.players[0]
            return [
                ("hand-over", " ", f"hand over to {name}"),
                ("undo", "u", "take back"),
                ("leave", "q", "leave"),
            ]
        together = len(self.games.seats) > 1
        choices = [("compare", " ", "compare all players")] if together else []
        return [
            *choices,
            ("new", "n", "new deal"),
            ("same", "s", "the same deal again"),
            ("review", "v", "look back at the game"),
            ("card", "p", "result card"),
            ("undo", "u", "take the last move back"),
            ("leave", "q", "leave"),
        ]

    def on_ending_counted(self, event: Ending.Counted) -> None:
        """Let what is counted stand out on the grid."""
        self.board.lit, self.board.uncounted = event.lit, event.uncounted
        self.board.fresh = frozenset()
        self.board.redraw()

    def on_ending_chosen(self, event: Ending.Chosen) -> None:
        """Do what was chosen at the end."""
        self.action_next(event.what)

    def _hand_over(self) -> None:
        place = self.games.next_place(self.place)
        if place is not None:
            self.app.hand_over(self.games, place)

    def _compare(self) -> None:
        look = TextLook(glyphs=not self.app.look.letters)
        games = [seat.game for seat in self.games.seats]
        self.app.push_screen(Reading("The same deal", duplicate_text(games, look)))
