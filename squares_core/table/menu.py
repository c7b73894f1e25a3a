"""The menu: the games there are, and everything else that can be done at the table."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from squares_core.deals import Deal, daily_deal, make_deal
from squares_core.errors import SquaresError, UnreadableError
from squares_core.game import Game
from squares_core.registry import Registry
from squares_core.seating.deals import new_deal, read_deal, today
from squares_core.seating.kept import latest_game
from squares_core.seating.seats import Opening, player_names
from squares_core.table.dialogs import Reading, Typing
from squares_core.table.kept import KeptScreen, going_on_text
from squares_core.table.lists import Choices
from squares_core.table.texts import rules_content
from squares_core.wording import listed, shown

if TYPE_CHECKING:
    from squares_core.table.app import TableApp


def games_by_plugin(registry: Registry) -> dict[str, list[str]]:
    """Return the ids of the variants that can be played, by what they come from."""
    found: dict[str, list[str]] = {}
    for id_ in registry.playable():
        found.setdefault(registry.variants.holder(id_), []).append(id_)
    return found


def heading_of(holder: str) -> str:
    """Return what stands above the games of ``holder``, a plugin or a variant file.

    A plugin has no title: the heading is its name as words, without the ``squares`` before it.
    """
    name = holder.removeprefix("plugin ")
    if name == holder:
        return f"From {Path(holder).name}"
    words = re.sub(r"[-_.\s]+", " ", name).strip()
    words = words.removeprefix("squares ") or name
    return words[0].upper() + words[1:]


class MenuScreen(Screen[None]):
    """All games on the left, the one that is chosen on the right."""

    app: TableApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "play", "play", key_display="enter"),
        Binding("d", "daily", "daily"),
        Binding("c", "code", "code"),
        Binding("p", "players", "players"),
        Binding("r", "kept", "resume"),
        Binding("s", "statistics", "statistics"),
        Binding("o", "app.options", "options"),
        Binding("question_mark", "help", show=False),
        Binding("q", "app.quit", "quit"),
        Binding("pageup", "scroll_about(-8)", show=False),
        Binding("pagedown", "scroll_about(8)", show=False),
    ]

    def __init__(self, opening: Opening) -> None:
        super().__init__()
        self._opening = opening

    def compose(self) -> ComposeResult:
        """Lay out title, games, the one chosen, and the keys."""
        yield Static(self._title(), id="title")
        with Horizontal(id="menu"):
            yield Choices(*self._games(), id="games", markup=False)
            with Vertical(id="about-side"):
                yield Static(id="going-on", markup=False)
                with VerticalScroll(id="about", can_focus=False):
                    yield Static(id="about-text", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def _title(self) -> Content:
        look = self.app.look
        suits = "S H D C" if look.letters else "♠ ♥ ♦ ♣"
        return Content.assemble(("S Q U A R E S", "bold"), f"   {suits}")

    def _games(self) -> list[Option]:
        options = []
        registry = self.app.setup.registry
        for holder, ids in games_by_plugin(registry).items():
            options.append(Option(shown(heading_of(holder), 38), disabled=True))
            options += [
                Option(f"  {shown(registry.variant(id_).title, 60)}", id=id_) for id_ in ids
            ]
        return options

    def on_mount(self) -> None:
        """Look for a game to go on with, without waiting for it."""
        games = self.query_one("#games", OptionList)
        games.focus()
        games.action_first()

    def on_screen_resume(self) -> None:
        """See anew what is in progress."""
        self.query_one("#title", Static).update(self._title())
        self.run_worker(self._look_for_latest, thread=True, exclusive=True, group="latest")

    def _look_for_latest(self) -> None:
        try:
            told = self._going_on()
        except SquaresError as error:
            told = str(error)
        self.app.call_from_thread(self._show_latest, told)

    def _going_on(self) -> str:
        store = self.app.store
        games = store.games()
        latest = latest_game(games)
        if latest is None:
            return ""
        record, _ = store.record(latest.number)
        return f"r, then Enter: go on with {going_on_text(latest, record, games)}"

    def _show_latest(self, told: str) -> None:
        line = self.query_one("#going-on", Static)
        line.display = bool(told)
        line.update(told)

    @property
    def chosen(self) -> str | None:
        """The id of the game that is highlighted."""
        games = self.query_one("#games", OptionList)
        return None if games.highlighted_option is None else games.highlighted_option.id

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell about the game that is highlighted."""
        self._tell()

    def _tell(self) -> None:
        if self.chosen is None:
            return
        registry = self.app.setup.registry
        summary = shown(registry.variant(self.chosen).summary, 500)
        parts: list[Content | str] = [rules_content(registry.rules(self.chosen))]
        opening = self._opening
        if opening.players:
            how = ", each alone, then compared" if opening.duplicate else ", in turn on one grid"
            players = listed(opening.players) + how * (len(opening.players) > 1)
            parts.insert(0, f"A new game is for {players}; p changes that.\n\n")
        if summary:
            parts.insert(0, f"{summary}\n\n")
        if day := opening.daily(self.chosen):
            parts.insert(0, f"Enter plays today's deal, of {day.isoformat()}.\n\n")
        self.query_one("#about-text", Static).update(Content.assemble(*parts))
        self.query_one("#about").scroll_home(animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play a new deal of the game that was pressed."""
        self.action_play()

    def action_play(self) -> None:
        """Play a new deal."""
        # A key typed ahead may come when another screen is already on its way.
        if self.chosen is not None and self.is_current:
            day, deal = self._opening.daily(self.chosen), self._opening.deal(self.chosen)
            # What was asked for on the command line is the first deal, not every one.
            self._opening = replace(self._opening, deal_of=None)
            self._tell()
            self._play(deal, daily=day is not None)

    def action_daily(self) -> None:
        """Play today's deal, the same for everyone."""
        if self.chosen is not None:
            self._play(daily_deal(self.chosen, today()), daily=True)

    def action_code(self) -> None:
        """Play the deal of a code or a seed."""
        refused: list[str] = []

        def check(text: str) -> None:
            if not text.strip():
                # Whoever meant certain cards is not to be given any others unasked.
                if refused:
                    raise UnreadableError(
                        "type a code or a seed, or Esc and then Enter for new cards"
                    )
                return
            try:
                read_deal(text)
            except UnreadableError:
                refused.append(text)
                raise

        def done(text: str | None) -> None:
            if text is not None:
                self._play(read_deal(text) if text.strip() else new_deal())

        about = "a code such as S7T0, or a whole number; empty: new cards"
        self.app.push_screen(Typing("Deal by code or seed", check, about=about), done)

    def action_players(self) -> None:
        """Say who plays."""

        def names(text: str) -> tuple[tuple[str, ...], bool]:
            duplicate = text.strip().startswith("=")
            listed = text.strip().removeprefix("=").strip()
            found = player_names(listed or None, duplicate=duplicate)
            if self.chosen is not None:
                # A game refuses what no game can be played with: too many, or one name twice.
                Game(self.app.setup.registry.rules(self.chosen), make_deal(0), found)
            return found, duplicate

        def done(text: str | None) -> None:
            if text is not None:
                players, duplicate = names(text)
                self._opening = replace(self._opening, players=players, duplicate=duplicate)
                self._tell()

        about = "Ann, Bob: in turn on one grid.  = Ann, Bob: each alone, then compared."
        opening = self._opening
        text = f"{'= ' * opening.duplicate}{', '.join(opening.players)}"
        self.app.push_screen(Typing("Who plays", names, text=text, about=about), done)

    def _play(self, deal: Deal, *, daily: bool = False) -> None:
        if self.chosen is not None:
            occasion = self._opening.occasion(self.app.setup, self.chosen)
            if daily:
                self.app.play_daily(occasion, deal)
            else:
                self.app.play(occasion, deal)

    def action_kept(self) -> None:
        """Show the kept games: those to go on with, and those to look back at."""
        self.app.push_screen(KeptScreen())

    def action_statistics(self) -> None:
        """Show what the games came to."""
        from squares_core.table.figures import FiguresScreen

        self.app.push_screen(FiguresScreen(self.chosen))

    def action_scroll_about(self, rows: int) -> None:
        """Scroll the rules."""
        self.query_one("#about").scroll_relative(y=rows, animate=False)

    def action_help(self) -> None:
        """Show the keys."""
        rows = (
            "Enter   play a new deal",
            "d       today's deal, the same for everyone",
            "c       the deal of a code or a seed",
            "p       who plays: in turn on one grid, or each alone with the same deal",
            "r       go on with a game, or look back at one that is over",
            "s       statistics",
            "o       colours, letters, motion, keys",
            "q       quit",
        )
        self.app.push_screen(Reading("Keys", "\n".join(rows)))
