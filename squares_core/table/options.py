"""The options: how the table is drawn and played."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from squares_core.table.lists import Choices

if TYPE_CHECKING:
    from squares_core.table.app import TableApp


class OptionsScreen(ModalScreen[None]):
    """Each option on a line of its own; Enter turns it over, and it shows at once."""

    app: TableApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,o", "dismiss(None)", "back"),
        Binding("space", "turn", show=False),
    ]

    def compose(self) -> ComposeResult:
        """Lay out the options."""
        with Vertical(classes="dialog"):
            yield Static("Options", classes="dialog-title")
            yield Choices(*self._lines(), id="choices", markup=False)
            yield Static("Enter turns one over, Esc goes back", classes="dialog-keys")

    def _lines(self) -> list[Option]:
        return [
            Option(f"[{'x' if chosen else ' '}] {meaning}", id=name)
            for name, meaning, chosen in self.app.preferences.options()
        ]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Turn an option over."""
        self.app.turn_over(event.option_id or "")
        choices = self.query_one(OptionList)
        at = choices.highlighted
        choices.clear_options()
        choices.add_options(self._lines())
        choices.highlighted = at

    def action_turn(self) -> None:
        """Turn the highlighted option over."""
        self.query_one(OptionList).action_select()
