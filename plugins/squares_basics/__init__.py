"""Placement rules and strategies that belong to no one game."""

from __future__ import annotations

from collections.abc import Sequence

from squares_basics.expert import ExpertStrategy, MonteCarloStrategy
from squares_basics.placement import Adjacent, AdjacentSides, Anywhere
from squares_basics.strategies import GreedyStrategy, RandomStrategy
from squares_core import PlacementRule, Strategy, hookimpl


@hookimpl
def squares_placement_rules() -> Sequence[PlacementRule]:
    """Add the rules that depend only on which cells are filled."""
    return (Anywhere(), Adjacent(), AdjacentSides())


@hookimpl
def squares_strategies() -> Sequence[Strategy]:
    """Add the strategies that can play every variant."""
    return (RandomStrategy(), GreedyStrategy(), MonteCarloStrategy(), ExpertStrategy())
