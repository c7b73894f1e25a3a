"""Diagonal Squares: a plugin for the squares command.

Squares finds this module by the entry point in pyproject.toml and calls the hooks named here.
"""

from __future__ import annotations

from squares_diagonal.placement import squares_placement_rules
from squares_diagonal.scoring import squares_scorers
from squares_diagonal.strategies import squares_strategies
from squares_diagonal.variants import squares_variants

__all__ = [
    "squares_placement_rules",
    "squares_scorers",
    "squares_strategies",
    "squares_variants",
]
