"""The application: the screens of the table, and what they share."""

from __future__ import annotations

import io
import os
import shlex
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from squares_core.deals import Deal
from squares_core.errors import InvalidValueError, SquaresError
from squares_core.game import Game
from squares_core.records import write_record
from squares_core.seating.deals import new_deal
from squares_core.seating.kept import SCREEN_PATIENCE, Found, settings_of, store_of
from squares_core.seating.seats import Occasion, Opening, Round, Seat, begun_today, resumed
from squares_core.seating.setup import Setup
from squares_core.store import Store
from squares_core.table.dialogs import Reading, Typing
from squares_core.table.hints import Hints
from squares_core.table.look import Look, Preferences, look_of, read_preferences, write_preferences
from squares_core.table.palette import DARK, LIGHT, theme_of
from squares_core.table.verdicts import Verdict, Verdicts
from squares_core.text.result_card import result_card
from squares_core.wording import listed


class TableApp(App[None]):
    """The table. ``setup`` is where games and plugins come from.

    ``asked`` names options that hold for this one time; ``ascii_only`` keeps to ASCII.
    """

    CSS_PATH = Path(__file__).parent / "styles.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Squares"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True, system=True)
    ]

    def __init__(
        self,
        setup: Setup,
        opening: Opening | None = None,
        *,
        preferences: Preferences | None = None,
        asked: Iterable[str] = (),
        ascii_only: bool = False,
    ) -> None:
        self.colourless = bool(os.environ.get("NO_COLOR"))
        super().__init__(ansi_color=True if self.colourless else None)
        self.setup = setup
        self.opening = opening or Opening()
        self.folder = self.store.path.parent
        self._kept = preferences or read_preferences(self.folder)
        # Options that hold for this one time, whatever is kept.
        self._asked = frozenset(asked)
        self.ascii_only = ascii_only
        self.hints = Hints(setup.variant_files)
        # A process of its own: a hint in the next game need not wait until the last one is judged.
        self.reviewer = Hints(setup.variant_files)
        self.verdicts = Verdicts()
        self.farewell = ""
        self.has_menu = False
        self.register_theme(theme_of(DARK, dark=True))
        self.register_theme(theme_of(LIGHT, dark=False))
        self._choose_theme()
        self.set_class(ascii_only, "-ascii")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return what the themes that are not the table's own lack."""
        return {"line": DARK["line"], "dim": DARK["dim"]}

    @property
    def store(self) -> Store:
        """The kept games, waited for no longer than a player would."""
        return store_of(self.setup, SCREEN_PATIENCE)

    @property
    def preferences(self) -> Preferences:
        """What the player chose, and what was asked for this one time."""
        return replace(self._kept, **dict.fromkeys(self._asked, True))

    @property
    def look(self) -> Look:
        """How cards and text are drawn now."""
        return look_of(self.preferences, colour=not self.colourless, ascii_only=self.ascii_only)

    def _choose_theme(self) -> None:
        if self.colourless:
            self.theme = "ansi-light" if self.preferences.light else "ansi-dark"
            self.add_class("-colourless")
        else:
            self.theme = "squares-light" if self.preferences.light else "squares-dark"
        if self.preferences.still:
            self.animation_level = "none"

    def on_mount(self) -> None:
        """Open the game that was asked for, or the menu where there is none."""
        from squares_core.table.menu import MenuScreen

        opening = self.opening
        if opening.found is not None:
            self.go_on_with(opening.found)
        elif opening.variant is not None:
            variant = opening.variant
            occasion, deal = opening.occasion(self.setup, variant), opening.deal(variant)
            if opening.daily(variant) is not None:
                self.play_daily(occasion, deal)
            else:
                self.play(occasion, deal)
        self.has_menu = len(self.screen_stack) == 1
        if self.has_menu:
            self.push_screen(MenuScreen(opening))
        if self.is_web:
            self.set_interval(3, partial(self._leave_with, os.getppid()))

    def _leave_with(self, parent: int) -> None:
        """Stop when the server that started this is gone: nobody can see the table any more."""
        if os.getppid() != parent:
            self.exit()

    async def on_unmount(self) -> None:
        """Leave no process behind."""
        await self.hints.close()
        await self.reviewer.close()

    # Games

    def play(self, occasion: Occasion, deal: Deal) -> None:
        """Play ``deal`` over the screen that is up."""
        try:
            games = occasion.deal_out(deal)
        except SquaresError as error:
            self.notify(str(error), severity="error")
            return
        self.sit_down(games, games.first)

    def play_daily(self, occasion: Occasion, deal: Deal) -> None:
        """Go on with today's ``deal`` where the players have begun it, and else play it."""
        try:
            found = begun_today(occasion, deal)
        except SquaresError:
            # A store that cannot be read is told of where the game is kept.
            found = None
        if found is None:
            self.play(occasion, deal)
        else:
            self.go_on_with(found)

    def go_on_with(self, found: Found) -> None:
        """Go on with a game that was kept."""
        try:
            games = resumed(self.setup, found, SCREEN_PATIENCE)
        except SquaresError as error:
            self.notify(str(error), severity="error")
            return
        game = games.seats[games.first].game
        if game.over:
            self.look_back(game)
        else:
            self.sit_down(games, games.first)

    def sit_down(self, games: Round, place: int) -> None:
        """Let whoever has the seat at ``place`` play, unseen by the others of a duplicate deal."""
        from squares_core.table.play import PlayScreen

        def show(_: None = None) -> None:
            self.push_screen(PlayScreen(games, place))

        if len(games.seats) == 1:
            show()
            return
        name = games.seats[place].game.players[0]
        others = listed([player for player in games.occasion.players if player != name])
        cover = Reading(
            f"{name} plays the deal",
            f"The same deal is for {others}, too: each plays it alone, unseen by the others.",
            closes=f"{name}, press Enter when nobody looks",
        )
        cover.add_class("-cover")
        self.push_screen(cover, show)

    def deal_again(self, games: Round, *, same: bool) -> None:
        """Play another deal, or the same, in place of the game that is up."""
        deal = games.seats[0].game.deal if same else new_deal()
        self.pop_screen()
        # A window that the screen just left had opened would wait for it in vain.
        self.call_next(self.play, games.occasion, deal)

    def hand_over(self, games: Round, place: int) -> None:
        """Let the next player of a duplicate deal play, in place of the game that is up."""
        self.pop_screen()
        self.call_next(self.sit_down, games, place)

    def leave_game(self, screen: Screen[None]) -> None:
        """Go back from a game to where it was asked for: to the menu, or to the shell."""
        if not self.has_menu:
            self.exit()
        elif self.screen is screen:
            self.pop_screen()

    def look_back(self, game: Game) -> None:
        """Step through a game that was played."""
        from squares_core.table.review import ReviewScreen

        self.push_screen(ReviewScreen(self.verdicts.of(game)))

    def judge(self, verdict: Verdict) -> None:
        """Have a game judged, whatever screen is shown meanwhile."""
        self.run_worker(verdict.reach(self.reviewer), group="judging")

    def stop_judging(self) -> None:
        """Judge no further."""
        self.workers.cancel_group(self, "judging")
        self.reviewer.stop()

    # What can be taken away

    def show_card(self, seat: Seat) -> None:
        """Show the result card of a game."""
        try:
            record = seat.record()
            settings = settings_of(record.variant, self.setup.registry)
            text = "\n".join(result_card(record, settings, plain=self.ascii_only))
        except SquaresError as error:
            self.notify(str(error), severity="error")
            return
        self.copy_to_clipboard(text)
        self.push_screen(Reading("Result card, copied where the terminal allows it", text))

    def write_record(self, seat: Seat) -> None:
        """Write the record of a game: to a file, or to the browser that shows the table."""
        try:
            record = seat.record()
        except SquaresError as error:
            self.notify(str(error), severity="error")
            return
        name = f"squares-{record.variant.id}-{record.game.deal[:20]}.toml"
        if self.is_web:
            self.deliver_text(
                io.StringIO(record.text()), save_filename=name, open_method="download"
            )
            return

        def check(text: str) -> None:
            path = Path(text.strip()).expanduser()
            if not text.strip() or path.is_dir():
                raise InvalidValueError("name a file")
            if path.exists():
                raise InvalidValueError(f"{path} is there already: choose another name")
            write_record(record, path)

        def done(text: str | None) -> None:
            if text is not None:
                self.notify(f"written: {shlex.quote(text.strip())}")

        self.push_screen(Typing("Write the record to", check, text=name), done)

    # Options

    def action_options(self) -> None:
        """Choose how things are drawn."""
        from squares_core.table.options import OptionsScreen

        self.push_screen(OptionsScreen())

    def turn_over(self, name: str) -> None:
        """Turn one option over from now on, and keep that."""
        self._kept = replace(self._kept, **{name: not getattr(self.preferences, name)})
        self._asked -= {name}
        self._choose_theme()
        try:
            write_preferences(self._kept, self.folder)
        except InvalidValueError as error:
            self.notify(str(error), severity="warning")


def open_table(
    setup: Setup,
    opening: Opening,
    *,
    ascii_only: bool = False,
    four_colours: bool = False,
    hints: bool = False,
) -> str:
    """Open the table and return, once it is left, how to go on with the game that was left."""
    flags = {"four_colours": four_colours, "hints": hints}
    asked = [name for name, is_asked in flags.items() if is_asked]
    app = TableApp(setup, opening, asked=asked, ascii_only=ascii_only)
    app.run()
    return app.farewell
