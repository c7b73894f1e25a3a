"""The screen on which a game is played."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import ContentSwitcher

from squares_core.errors import IllegalMoveError, SquaresError
from squares_core.grid import Cell
from squares_core.moves import Move, MoveKind
from squares_core.rules import Position
from squares_core.seating.typed_moves import read_move
from squares_core.table.dialogs import Choosing, Reading, Typing
from squares_core.table.drawing import Drawing
from squares_core.table.ending import Ending, next_choices
from squares_core.table.game_screen import GameScreen
from squares_core.table.keys import follow_binding
from squares_core.table.texts import (
    keys_at_end,
    keys_in_play,
    keys_text,
    made_text,
    typed_moves_text,
)
from squares_core.text.playing import duplicate_text
from squares_core.text.render import Look as TextLook
from squares_core.text.render import count_text, respelled

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
        Binding("n", "end('new', 'hand-over')", show=False),
        Binding("c", "end('compare')", show=False),
        Binding("v", "end('review')", show=False),
        Binding("p", "end('card')", show=False),
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
        self.say(f"{how}; ? tells the rest")

    def keys_offered(self) -> Mapping[str, str]:
        """Return what can be done now, while the game is played, counted, or over."""
        if self.at_end:
            return keys_at_end(
                next_choices(self.games, self.place),
                counting=self.ending.counting,
                marked=self.ending.marked,
            )
        return keys_in_play(self.holding, vi_keys=self.app.preferences.vi_keys)

    # What a player does

    async def on_key(self, event: events.Key) -> None:
        """Do what a key does: of a cell, typed as a letter and a digit, of a reserve, or its own.

        Textual hands a key with a binding on to the application first, and a cell typed right after
        it would come before it. So the bindings are followed here, each key in its turn; where
        something has the focus, it comes first.
        """
        self.attend()
        if self.app.screen is not self:
            # The key that opened a window was typed just before: this one is not for the game.
            event.stop()
        elif self.focused is None:
            event.stop()
            if not self._read_typed(event):
                await follow_binding(self, event)

    def _read_typed(self, event: events.Key) -> bool:
        """Take a key as part of a cell or as a reserve; return whether it is one."""
        character = event.character or ""
        typed, self._typed = self._typed, ""
        if self.at_end:
            return False
        if _CELL_START.fullmatch(character.lower()):
            self._typed = character.lower()
            self.say(f"{self._typed}_")
        elif character.isdecimal() and typed:
            self._press_typed(typed + character)
        elif character.isdecimal() and character != "0":
            self._press_pile(int(character) - 1)
        elif typed:
            self.say("")
            return event.key == "escape"
        else:
            return False
        return True

    def _press_typed(self, text: str) -> None:
        try:
            cell = self.seat.game.rules.grid.parse_cell(text)
        except SquaresError as error:
            self.say_why(error)
            return
        self._press_cell(cell)

    def on_drawing_pressed(self, event: Drawing.Pressed) -> None:
        """Do what a press on something does."""
        self.attend()
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
                self._say_held()
            case ("turned",):
                self.holding.let_go()
                self._say_held()
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
        self._say_held()

    def _say_held(self) -> None:
        """Show and tell what is in hand now."""
        self.show_pointed()
        held, position = self.holding.card, self.seat.game.position
        if held is None or self.holding.source is None:
            self.say("nothing in hand")
            return
        card = self.app.look.card_text(held)
        if self.values:
            self.say(f"{card} in hand; {self.best_said}")
            return
        match self.holding.source:
            case (MoveKind.PLAY, int(number)):
                room = len(position.reserves[number]) < self.seat.game.rules.reserve_size
                lays = position.turned is not None and room
                more = f"; {number + 1} again lays the turned card there" if lays else ""
                self.say(f"{card} of reserve {number + 1} in hand{more}")
            case (MoveKind.PLACE, _):
                self.say(f"{card}, the turned card, in hand")
            case _:
                self.say(f"{card} in hand")

    def action_left_or_hint(self) -> None:
        """Move to the left where the player uses hjkl, ask for a hint otherwise."""
        if self.app.preferences.vi_keys:
            self.action_step(0, -1)
        else:
            self.action_hint()

    def action_press(self) -> None:
        """Press the cell under the cursor; at the end, count on or choose what is marked.

        The cursor stays on a card that was put down, where there is nothing to press: a card goes
        only where the player has steered, however often or long the key is held down.
        """
        cursor, game = self.holding.cursor, self.seat.game
        if self.at_end and not self.ending.counting:
            self.ending.choose()
        elif self.at_end:
            self.ending.advance()
        elif self.holding.card is not None and game.position.tableau[cursor] is not None:
            card = self.app.look.card_text(self.holding.card)
            self.say(f"{game.rules.grid.cell_name(cursor)} is taken: move to a cell for {card}")
        else:
            self._press_cell(cursor)

    def _press_cell(self, cell: Cell) -> None:
        if self.at_end:
            return
        self.holding.cursor = cell
        self.board.hover = None
        try:
            move = self.holding.move_to(cell)
        except SquaresError as error:
            self.say_why(error)
        else:
            self._make(move)
            if move is None:
                name = self.seat.game.rules.grid.cell_name(cell)
                self.say(f"{name} and ..." if self.holding.picked is not None else "")
        self.show_pointed()

    def _press_pile(self, number: int) -> None:
        try:
            move = self.holding.move_with_pile(number)
        except SquaresError as error:
            self.say_why(error)
            return
        self._make(move)
        if move is None:
            self._say_held()
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
            try:
                game.rules.play(game.position, read_move(game, text), game.deal.cards)
            except IllegalMoveError as error:
                spelled = respelled(str(error), self.app.look.card_text)
                raise IllegalMoveError(spelled) from error

        def done(text: str | None) -> None:
            if text is not None:
                move = read_move(game, text)
                if move.fills:
                    self.holding.cursor = move.target
                self._make(move)
                self.show_pointed()

        self.app.push_screen(Typing("A move", check, about=typed_moves_text(game.rules)), done)

    def _make(self, move: Move | None) -> None:
        """Make ``move``, keep the game, and only then show it."""
        if move is None:
            return
        game = self.seat.game
        before, total = game.position, game.score.total
        try:
            game.play(move)
        except SquaresError as error:
            self.say_why(error)
            return
        rise = f"  {game.score.total - total:+d}" if move.ends_turn else ""
        who = f"   {game.to_move} is next" if len(game.players) > 1 and not game.over else ""
        turned = game.position.turned
        if move.kind is MoveKind.TURN and turned is not None:
            said = f"{self.app.look.card_text(turned)} is turned"
        else:
            said = self._move_said(move, before)
        self.say(f"{said}{rise}{who}")
        self._changed()

    def _move_said(self, move: Move, before: Position) -> str:
        return made_text(move, before, self.seat.game.rules, self.app.look)

    def _changed(self) -> None:
        """Keep and show a game that has changed."""
        self.forget_hints()
        self.keep()
        self.holding.settle()
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

    def action_undo(self) -> None:
        """Take the last move back."""
        game = self.seat.game
        if not game.can_undo:
            self.say("there is no move to take back", wrong=True)
            return
        move = game.undo()
        self.seat.aids.undos += 1
        self.say(f"taken back: {self._move_said(move, game.position)}")
        if move.fills:
            self.holding.cursor = move.target
        self._changed()

    def action_redo(self) -> None:
        """Make the move taken back again."""
        game = self.seat.game
        if not game.can_redo:
            self.say("there is no move to make again", wrong=True)
            return
        before = game.position
        move = game.redo()
        self.say(f"made again: {self._move_said(move, before)}")
        if move.fills:
            self.holding.cursor = move.target
        self._changed()

    # Beside the game

    def action_keys(self) -> None:
        """Show the keys."""
        rules, vi_keys = self.seat.game.rules, self.app.preferences.vi_keys
        self.app.push_screen(Reading("Keys", keys_text(rules, vi_keys=vi_keys)))

    def action_score(self) -> None:
        """Count every line as it stands; at the end, play the same deal again."""
        if self.at_end:
            self.action_end("same")
            return
        look = TextLook(glyphs=not self.app.look.letters, tens=True, width=64)
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
        else:
            self._say_held()
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

    def action_end(self, what: str, instead: str = "") -> None:
        """Do ``what`` a key chooses when the game is over, or ``instead``, as it is offered."""
        offered = [
            id_ for id_, *_ in next_choices(self.games, self.place) if id_ in (what, instead)
        ]
        if self.at_end and not self.ending.counting and offered:
            self.action_next(offered[0])

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
        self.ending.begin(
            self.seat.game, self.app.look, next_choices(self.games, self.place), still=still
        )

    def on_ending_counted(self, event: Ending.Counted) -> None:
        """Let what is counted stand out on the grid."""
        self.board.lit, self.board.uncounted = event.lit, event.uncounted
        self.board.fresh = frozenset()
        self.board.redraw()
        self.offer_keys()

    def on_ending_chosen(self, event: Ending.Chosen) -> None:
        """Do what was chosen at the end, or tell how to choose."""
        if event.what is None:
            self.say("press one of the letters, or mark a line with the arrows and then Enter")
        else:
            self.action_next(event.what)

    def on_ending_marked(self) -> None:
        """Offer to choose what is marked."""
        self.offer_keys()

    def _hand_over(self) -> None:
        place = self.games.next_place(self.place)
        if place is not None:
            self.app.hand_over(self.games, place)

    def _compare(self) -> None:
        look = TextLook(glyphs=not self.app.look.letters)
        games = [seat.game for seat in self.games.seats]
        self.app.push_screen(Reading("The same deal", duplicate_text(games, look)))
