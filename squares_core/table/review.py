"""Looking back at a game: its positions one after another, and what each move was worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from squares_core.game import Game
from squares_core.moves import MoveKind, move_text
from squares_core.rules import card_moved
from squares_core.table.board import Board
from squares_core.table.chart import bar_chart
from squares_core.table.lists import Choices
from squares_core.table.questions import JudgedGame
from squares_core.table.texts import move_said
from squares_core.table.verdicts import Verdict
from squares_core.text.render import marked

if TYPE_CHECKING:
    from squares_core.table.app import TableApp

_CHART_ROWS: Final = 6
# Less than this is shown as nothing, in points.
_LEAST_LOSS: Final = 0.05
_MARKS: Final = {"": "", "doubtful": " ?", "blunder": " ??"}


class ReviewScreen(Screen[None]):
    """The game as it stood after each move; step 0 is before the first."""

    app: TableApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h,backspace", "step(-1)", "back", key_display="left"),
        Binding("right,l,space", "step(1)", "next", key_display="right"),
        Binding("enter", "step(1)", show=False, priority=True),
        Binding("home", "jump(False)", "start"),
        Binding("end", "jump(True)", "end"),
        Binding("a", "judge", "judge the moves"),
        Binding("escape,q", "app.pop_screen", "leave"),
    ]

    def __init__(self, verdict: Verdict) -> None:
        super().__init__()
        self.verdict = verdict
        self.game = game = verdict.game
        self.at = len(game.moves)
        self._totals = [
            game.rules.score(position.tableau, position.starter).total
            for position in game.positions()
        ]

    def compose(self) -> ComposeResult:
        """Lay out grid, moves, chart and a line of words."""
        with Horizontal(id="table"):
            yield Board(id="board")
            with Vertical(id="moves-side"):
                yield Choices(*self._lines(), id="moves", markup=False)
                yield Static(id="chart", markup=False)
        yield Static(id="status", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def _lines(self) -> list[Option]:
        lines = [Option("before the first move")]
        lines += [Option(self._line(number)) for number in range(1, len(self.game.moves) + 1)]
        return lines

    def _line(self, number: int) -> str:
        move = self.game.moves[number - 1]
        card = card_moved(self.game.positions()[number - 1], move)
        name = "" if card is None else self.app.look.card_text(card)
        rise = self._totals[number] - self._totals[number - 1]
        grid = self.game.rules.grid
        # The card stands beside it already.
        put = move.kind is MoveKind.PUT
        where = grid.cell_name(move.target) if put else move_text(move, grid)
        text = f"{number:>2} {name:>3} {where:<5}"
        if self.judged is not None:
            judged = self.judged.moves[number - 1]
            lost = f"{-judged.loss:>+5.1f}" if judged.loss >= _LEAST_LOSS else " best"
            return f"{text} {judged.played:>5.1f} {lost}{_MARKS[judged.mark]}"
        return f"{text} {rise:>+4}" if rise else text

    def on_mount(self) -> None:
        """Show the end of the game."""
        self.board.look = self.app.look
        self.lay_out()
        moves = self.query_one("#moves", OptionList)
        moves.highlighted = self.at
        moves.focus()
        self.verdict.watcher = self._follow
        if self.judged is not None or self.verdict.running:
            self._follow()

    def on_unmount(self) -> None:
        """Leave the judging to itself: it is kept for whoever comes back."""
        self.verdict.watcher = None

    @property
    def judged(self) -> JudgedGame | None:
        """The game judged, once it is."""
        return self.verdict.judged

    def on_resize(self) -> None:
        """Make the cards as large as they can be."""
        self.lay_out()

    @property
    def board(self) -> Board:
        """The grid."""
        return self.query_one(Board)

    def lay_out(self) -> None:
        """Divide the screen and show the step."""
        if self.board.fit(self.game.rules.grid, self.size, self.query_one("#moves-side")):
            self.show_step()

    def show_step(self) -> None:
        """Show the position of this step."""
        game = self._game_at(self.at)
        self.board.show_game(game)
        total = marked(game.score.total, provisional=not game.score.complete)
        text = f"move {self.at} of {len(self.game.moves)}   total {total}"
        if self.verdict.running:
            far = f", {self.verdict.done} of {self.verdict.total}" * bool(self.verdict.total)
            text += f"   judging the moves{far}; a stops"
        elif self.judged is not None and self.at == len(self.game.moves):
            text = _summary(self.judged)
        elif self.judged is not None and self.at:
            judged = self.judged.moves[self.at - 1]
            if judged.loss >= _LEAST_LOSS:
                best = move_said(judged.best_move, self.game.rules.grid, self.app.look)
                text += f"   best was {best}, {judged.best:.1f} expected"
        self._say(text)

    def _game_at(self, number: int) -> Game:
        game = Game(self.game.rules, self.game.deal, self.game.players)
        game.play_all(self.game.moves[:number])
        return game

    def _say(self, text: str) -> None:
        self.query_one("#status", Static).update(text)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the step that was moved to."""
        self.at = event.option_index
        self.show_step()

    def action_step(self, by: int) -> None:
        """Go some steps on or back."""
        moves = self.query_one("#moves", OptionList)
        # ``at`` follows only when the list has told: keys may come faster.
        here = self.at if moves.highlighted is None else moves.highlighted
        moves.highlighted = max(0, min(len(self.game.moves), here + by))

    def action_jump(self, to_end: bool) -> None:
        """Go to the start or the end."""
        self.query_one("#moves", OptionList).highlighted = len(self.game.moves) if to_end else 0

    def action_judge(self) -> None:
        """Judge every move in a process beside the table, as ``squares review`` does; or stop."""
        if self.verdict.running:
            self.app.stop_judging()
        elif self.judged is None:
            self.app.judge(self.verdict)

    def _follow(self) -> None:
        """Show how far the judging is, and what came of it."""
        if self.judged is not None:
            self._show_judged(self.judged)
        elif self.verdict.running:
            self.show_step()
        else:
            problem = self.verdict.problem
            self._say(f"not judged{': ' * bool(problem)}{problem}")

    def _show_judged(self, judged: JudgedGame) -> None:
        moves = self.query_one("#moves", OptionList)
        for number in range(1, len(judged.moves) + 1):
            moves.replace_option_prompt_at_index(number, self._line(number))
        self._chart(judged)
        self._say(_summary(judged))

    def _chart(self, judged: JudgedGame) -> None:
        values = [move.played for move in judged.moves]
        chart = self.query_one("#chart", Static)
        target = self.game.rules.target
        rows = bar_chart(
            values,
            max(20, self.query_one("#moves-side").size.width - 1),
            _CHART_ROWS,
            mark=None if target is None else float(target),
            floor=min(values) - 1,
            plain=self.app.ascii_only,
        )
        chart.update("\n".join(["expected score after each move:", *rows]))


def _summary(judged: JudgedGame) -> str:
    return (
        f"expected {judged.start:.1f}, luck {judged.luck:+.1f}, lost {judged.loss:.1f}: "
        f"{judged.final}, {judged.rating}; best grid {judged.optimum}"
    )
