"""The table, played by a pilot that presses keys and buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from squares_core import Deal, make_deal
from squares_core.deals import daily_deal
from squares_core.seating.deals import today
from squares_core.seating.seats import Opening
from squares_core.seating.setup import Setup
from squares_core.store import Store
from squares_core.table.app import TableApp
from squares_core.table.look import Preferences

STILL = Preferences(still=True)


class SeenTable(TableApp):
    """A table that tells what is to be seen on it."""

    @property
    def text(self) -> str:
        """All characters on the screen, a line for each row."""
        strips = self.screen._compositor.render_strips()
        return "\n".join(strip.text.rstrip() for strip in strips)


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SQUARES_PLUGINS", "")
    for name in ("NO_COLOR", "COLORFGBG", "TEXTUAL_ANIMATIONS", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def setup(tmp_path: Path, registry: Any) -> Setup:
    made = Setup((), tmp_path / "data")
    # The registry is made once for all tests: loading it takes most of the time of a short one.
    made.__dict__["registry"] = registry
    return made


@pytest.fixture
def store(setup: Setup) -> Store:
    assert setup.data is not None
    return Store(setup.data)


@pytest.fixture
def table(setup: Setup) -> Callable[..., SeenTable]:
    """Make a table that opens with a variant, if one is named, and a seed's or today's deal."""

    def make(
        variant: str | None = None,
        seed: int = 7,
        *,
        preferences: Preferences = STILL,
        asked: tuple[str, ...] = (),
        ascii_only: bool = False,
        daily: bool = False,
        **words: Any,
    ) -> SeenTable:
        def deal_of(id_: str) -> Deal:
            return daily_deal(id_, today()) if daily else make_deal(seed)

        opening = Opening(variant, deal_of=deal_of, **words)
        return SeenTable(
            setup, opening, preferences=preferences, asked=asked, ascii_only=ascii_only
        )

    return make


@pytest.fixture
def run() -> Callable[..., Any]:
    """Run what a pilot does at a table of some size; return what it returns."""

    def play(app: TableApp, script: Callable[[Any], Any], size: tuple[int, int] = (80, 24)) -> Any:
        async def go() -> Any:
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                return await script(pilot)

        return asyncio.run(go())

    return play
