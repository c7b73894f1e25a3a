"""Small windows over the table: something to read, something to choose, something to type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from squares_core.errors import SquaresError
from squares_core.table.keys import follow_binding
from squares_core.table.lists import Choices


class Reading(ModalScreen[None]):
    """A text to read; any of Enter, Escape, q closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,space,question_mark", "dismiss(None)", "close"),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
    ]

    def __init__(self, title: str, text: str, *, closes: str = "Enter closes") -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._closes = closes

    def compose(self) -> ComposeResult:
        """Lay out title, text and how to close it."""
        with Vertical(classes="dialog"):
            yield Static(self._title, classes="dialog-title", markup=False)
            with VerticalScroll(id="reading", can_focus=False):
                yield Static(self._text, markup=False)
            yield Static(self._closes, classes="dialog-keys")

    def action_scroll(self, rows: int) -> None:
        """Scroll by some rows."""
        self.query_one("#reading").scroll_relative(y=rows, animate=False)

    def on_click(self) -> None:
        """Close at a click anywhere."""
        self.dismiss(None)


class Choosing(ModalScreen[str | None]):
    """One of some things to choose, each with an id, a key that chooses it, and its text."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss(None)", "back")]

    def __init__(self, title: str, choices: Sequence[tuple[str, str, str]]) -> None:
        super().__init__()
        self._title = title
        self._choices = choices

    def compose(self) -> ComposeResult:
        """Lay out title and choices."""
        width = max(len(key) for _, key, _ in self._choices)
        with Vertical(classes="dialog"):
            yield Static(self._title, classes="dialog-title", markup=False)
            yield Choices(
                *(Option(f"{key:<{width}}  {text}", id=id_) for id_, key, text in self._choices),
                id="choices",
                markup=False,
            )
            yield Static("Enter chooses, Esc goes back", classes="dialog-keys")

    def on_key(self, event: events.Key) -> None:
        """Choose by a key of its own."""
        chosen = [id_ for id_, key, _ in self._choices if key == event.character]
        if chosen:
            self.dismiss(chosen[0])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose what was pressed."""
        self.dismiss(event.option_id)


class Line(Input):
    """A line to type in, which takes every key in its turn, letters and editing keys alike."""

    async def on_key(self, event: events.Key) -> None:
        """Follow the keys that edit and that accept before the letters typed after them."""
        if not event.is_printable:
            await follow_binding(self, event)


class Typing(ModalScreen[str | None]):
    """One line to type. ``check`` raises SquaresError, whose message is shown, or returns."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "back")]

    def __init__(
        self, title: str, check: Callable[[str], object], *, text: str = "", about: str = ""
    ) -> None:
        super().__init__()
        self._title = title
        self._check = check
        self._text = text
        self._about = about

    def compose(self) -> ComposeResult:
        """Lay out title, the line and what is wrong with it."""
        with Vertical(classes="dialog"):
            yield Static(self._title, classes="dialog-title", markup=False)
            yield Line(self._text, id="line", compact=True)
            yield Static(self._about, id="remark", markup=False)
            yield Static("Enter accepts, Esc goes back", classes="dialog-keys")

    def on_input_changed(self) -> None:
        """Tell what may be typed: what was wrong is not what stands there now."""
        remark = self.query_one("#remark", Static)
        remark.update(self._about)
        remark.remove_class("-wrong")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the line, or tell what is wrong with it."""
        try:
            self._check(event.value)
        except SquaresError as error:
            remark = self.query_one("#remark", Static)
            remark.update(str(error))
            remark.add_class("-wrong")
            return
        self.dismiss(event.value)
