"""The hooks through which a plugin adds to Squares.

A plugin is a Python module named in the entry-point group ``squares.plugins``. It implements any of
these hooks, marked with ``squares_core.hookimpl``. Each hook is called once, when the program first
needs something from plugins; it takes no argument and returns what the plugin adds. When two
plugins add the same id, the one loaded first keeps it (the project's own plugins come first, then
the others by name), the other is refused that id, and both are named on stderr.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import pluggy

from squares_core.placement import PlacementRule
from squares_core.scoring import Scorer
from squares_core.strategy import Strategy

if TYPE_CHECKING:
    from squares_core.variants import VariantSpec

PROJECT: Final = "squares"
ENTRY_POINT_GROUP: Final = "squares.plugins"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def squares_scorers() -> Iterable[Scorer]:  # type: ignore[empty-body]  # a specification
    """Return the scorers this plugin adds: each hand's worth, by ``Scorer.combinations``.

    Called once. An id that another plugin holds is refused; the rest is kept.
    """


@hookspec
def squares_placement_rules() -> Iterable[PlacementRule]:  # type: ignore[empty-body]  # likewise
    """Return the placement rules this plugin adds: which empty cells a card may go to.

    Called once. An id that another plugin holds is refused; the rest is kept.
    """


@hookspec
def squares_variants() -> Iterable[VariantSpec]:  # type: ignore[empty-body]  # likewise
    """Return the variants this plugin adds, usually ``load_variants`` of its ``variants.toml``.

    Called once. A variant may build on scorers, rules and variants of other plugins: ids are
    resolved only when the variant is asked for. An id that another plugin holds is refused.
    """


@hookspec
def squares_strategies() -> Iterable[Strategy]:  # type: ignore[empty-body]  # likewise
    """Return the strategies this plugin adds: players that are programs.

    Called once. An id that another plugin holds is refused; the rest is kept.
    """
