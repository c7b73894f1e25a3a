"""The hooks through which a plugin adds to Squares.

A plugin is a Python module that a distribution names in the entry-point group ``squares.plugins``::

    [project.entry-points."squares.plugins"]
    squares_aces = "squares_aces"

It implements any of the hooks below, each marked with ``squares_core.hookimpl``::

    from squares_core import Combination, Scorer, hookimpl, rank_of

    class Aces(Scorer):
        id, title, hand_sizes = "aces", "Aces", (4, 5)

        def combinations(self, hand, starter=None):
            return [Combination("ace", (card,), 1) for card in hand if rank_of(card) == 1]

    @hookimpl
    def squares_scorers():
        return [Aces()]

Every hook is called once, when the program first needs something from plugins. It takes no argument
and returns an iterable of what the plugin adds: a list, a tuple, or what a generator yields. What a
hook returns is checked at once; a wrong item, or an error in any hook, costs the plugin everything
that it would have added, and costs no other plugin anything.

When two plugins add the same id, the one loaded first keeps it: the project's own plugins come
first, then the others by name. The other is refused that id, keeps the rest, and both are named on
stderr.

A module may say for which version of this interface it was written, with
``SQUARES_PLUGIN_API = 1``; one written for a later version is not loaded.
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
# Raised when a plugin written for the present interface could no longer work; a new hook, or a new
# argument of one, breaks nobody and leaves it as it is.
PLUGIN_API: Final = 1

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def squares_scorers() -> Iterable[Scorer]:  # type: ignore[empty-body]  # a specification
    """Return the scorers this plugin adds: what a hand is worth, by ``Scorer.combinations``.

    Called once, first of the four. Return instances of ``Scorer``, not classes. An id that another
    plugin holds is refused; the rest is kept.
    """


@hookspec
def squares_placement_rules() -> Iterable[PlacementRule]:  # type: ignore[empty-body]  # likewise
    """Return the placement rules this plugin adds: which empty cells a card may go to.

    Called once. Return instances of ``PlacementRule``, not classes. An id that another plugin holds
    is refused; the rest is kept.
    """


@hookspec
def squares_variants() -> Iterable[VariantSpec]:  # type: ignore[empty-body]  # likewise
    """Return the variants this plugin adds, usually ``parse_variants`` of its ``variants.toml``.

    Called once. A variant may build on scorers, rules and variants of other plugins: ids are
    resolved only when the variant is asked for. An id that another plugin holds is refused; the
    rest is kept.
    """


@hookspec
def squares_strategies() -> Iterable[Strategy]:  # type: ignore[empty-body]  # likewise
    """Return the strategies this plugin adds: players that are programs.

    Called once. Return instances of ``Strategy`` with the options that hold unless others are asked
    for, not classes. An id that another plugin holds is refused; the rest is kept.
    """
