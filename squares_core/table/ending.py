"""The end of a game: the starter, each line counted aloud, the total, and what next."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from squares_core.cards import Card
from squares_core.game import Game
from squares_core.grid import Cell
from squares_core.seating.seats import Round
from squares_core.table.canvas import Canvas
from squares_core.table.cards import Box, draw_back, draw_card
from squares_core.table.drawing import Drawing
from squares_core.table.lists import Choices
from squares_core.table.look import Look
from squares_core.text.aloud import count_aloud
from squares_core.text.playing import result_lines
from squares_core.wording import counted

_SECONDS_A_STEP: Final = 0.9


@dataclass(frozen=True, slots=True)
class Step:
    """One thing counted: its name, its points, how it is said, and the cells it is about."""

    name: str
    points: int | None
    said: str
    cells: tuple[Cell, ...] = ()


def steps_of(game: Game, look: Look) -> list[Step]:
    """Return what is counted at the end of ``game``, in order."""
    score, position = game.score, game.position
    steps = []
    if game.blocked:
        left = counted(len(position.tableau.empty_cells), "cell")
        steps.append(Step("No move is left", None, f"the game stops here, {left} empty"))
    if position.starter is not None:
        steps.append(Step("Starter", None, look.card_text(position.starter)))
    for line in score.lines:
        said = count_aloud(line.combinations)
        steps.append(Step(line.line.name.capitalize(), line.points, said, line.line.cells))
    steps += [Step(item.name.capitalize(), item.points, "") for item in score.bonus]
    return steps


def next_choices(games: Round, place: int) -> list[tuple[str, str, str]]:
    """Return what can be done when the game at ``place`` is over: ids, each with key and text."""
    if (waiting := games.next_place(place)) is not None:
        name = games.seats[waiting].game.players[0]
        return [
            ("hand-over", "n", f"next: hand over to {name}"),
            ("undo", "u", "take back"),
            ("leave", "q", "leave"),
        ]
    together = len(games.seats) > 1
    choices = [("compare", "c", "compare all players")] if together else []
    return [
        *choices,
        ("new", "n", "new deal"),
        ("same", "s", "the same deal again"),
        ("review", "v", "look back at the game"),
        ("card", "p", "result card"),
        ("undo", "u", "take the last move back"),
        ("leave", "q", "leave"),
    ]


class StarterCard(Drawing):
    """The starter, face down until it is turned; not there where a game has none."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._card: Card | None = None
        self._look = Look()
        self._face = False

    def put(self, card: Card | None, look: Look) -> None:
        """Lay ``card`` there face down."""
        self._card, self._look, self._face = card, look, False
        self.set_class(card is not None, "-there")
        self.redraw()

    def show_face(self, face: bool) -> None:
        """Turn it."""
        if face != self._face:
            self._face = face
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the card and its name."""
        box = Box(0, 0, 7, 4)
        if self._card is None:
            return
        if self._face:
            draw_card(canvas, box, self._card, self._look, "fresh")
            canvas.put(box.width + 2, 1, "the starter", "dim")
        else:
            draw_back(canvas, box, self._look)


class NextChoices(Choices):
    """What can be done next.

    Nothing is marked until an arrow marks it, and Enter marks nothing: however often it is tapped,
    it may have been meant for the last card or for the count.
    """

    class Unmarked(Message):
        """Enter was pressed where nothing is marked."""

    def action_select(self) -> None:
        """Choose what is marked."""
        if self.highlighted is None:
            self.post_message(self.Unmarked())
        else:
            super().action_select()


class Ending(Vertical):
    """Counts a game and then offers what to do next.

    The count goes on by itself unless ``still``; ``advance`` makes the next step at once and
    ``skip`` all of them.
    """

    @dataclass
    class Counted(Message):
        """A step was made: what stands out now, and the lines not counted yet."""

        lit: frozenset[Cell]
        uncounted: frozenset[str]

    @dataclass
    class Chosen(Message):
        """What to do next was chosen; None where Enter was pressed and nothing is marked."""

        what: str | None

    class Marked(Message):
        """Something to do next was marked."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._steps: list[Step] = []
        self._at = 0
        self._verdict = ""
        self._choices: Sequence[tuple[str, str, str]] = ()
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Lay out the starter, the count, the verdict and the choices."""
        yield StarterCard(id="starter")
        with VerticalScroll(id="count", can_focus=False):
            yield Static(id="counted", markup=False)
        yield Static(id="verdict", markup=False)
        yield NextChoices(id="next", markup=False)

    @property
    def _starter(self) -> StarterCard:
        return self.query_one(StarterCard)

    @property
    def counting(self) -> bool:
        """Whether there is more to count."""
        return self._at < len(self._steps)

    def begin(
        self,
        game: Game,
        look: Look,
        choices: Sequence[tuple[str, str, str]],
        *,
        still: bool,
    ) -> None:
        """Start to count ``game``; ``choices`` are ids, keys and texts of what can be done next."""
        self.halt()
        self._steps, self._at = steps_of(game, look), 0
        self._verdict, self._choices = "\n".join(result_lines(game)), choices
        self._starter.put(game.position.starter, look)
        self.query_one("#verdict", Static).update("Enter counts on, x all at once")
        self.query_one(NextChoices).clear_options().display = False
        if still:
            self._at = len(self._steps)
            self._show()
            return
        # The starter lies face down for a moment, as it does on a real table.
        if game.position.starter is None or game.rules.starter != "turned":
            self.advance()
        else:
            self._show()
        self._timer = self.set_interval(_SECONDS_A_STEP, self.advance)

    def halt(self) -> None:
        """Count no further."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def advance(self) -> None:
        """Count one thing more."""
        if self.counting:
            self._at += 1
            self._show()

    @property
    def marked(self) -> bool:
        """Whether something to do next is marked."""
        return not self.counting and self.query_one(NextChoices).highlighted is not None

    def choose(self) -> None:
        """Choose what is marked, as Enter does where the choices have the keys."""
        self.query_one(NextChoices).action_select()

    def skip(self) -> None:
        """Count all that is left at once."""
        self._at = len(self._steps)
        self._show()

    def on_resize(self) -> None:
        """Wrap the count anew."""
        self._write()

    def _write(self) -> None:
        width = max(24, self.size.width - 3)
        rows = []
        for number, step in enumerate(self._steps[: self._at]):
            current = number == self._at - 1 and self.counting
            points = "" if step.points is None else str(step.points)
            text = f"{points:>4}  {step.name}{': ' if step.said else ''}{step.said}"
            row = textwrap.fill(text, width, subsequent_indent=" " * 6, break_on_hyphens=False)
            rows.append(Content.styled(row, "bold" if current else ""))
        self.query_one("#counted", Static).update(Content("\n").join(rows))
        self.query_one("#count").scroll_end(animate=False)

    def _show(self) -> None:
        self._write()
        self._starter.show_face(self._at > 0)
        done = self._steps[: self._at]
        lit: frozenset[Cell] = frozenset()
        if self.counting and done:
            lit = frozenset(done[-1].cells)
        names = frozenset(step.name.lower() for step in self._steps[self._at :])
        self.post_message(self.Counted(lit, names))
        if not self.counting:
            self.halt()
            self._offer()

    def _offer(self) -> None:
        self.query_one("#verdict", Static).update(Content.assemble((self._verdict, "bold")))
        choices = self.query_one(NextChoices)
        choices.clear_options()
        choices.add_options([Option(f"{key}  {text}", id=id_) for id_, key, text in self._choices])
        choices.display = True
        choices.highlighted = None
        choices.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell that something is marked."""
        event.stop()
        self.post_message(self.Marked())

    def on_next_choices_unmarked(self, event: NextChoices.Unmarked) -> None:
        """Tell that Enter chose nothing."""
        event.stop()
        self.post_message(self.Chosen(None))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Tell what was chosen."""
        event.stop()
        if event.option_id is not None:
            self.post_message(self.Chosen(event.option_id))
