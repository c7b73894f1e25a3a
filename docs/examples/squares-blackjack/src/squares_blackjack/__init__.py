"""Blackjack Squares: a plugin for the squares command.

Squares finds this module by the entry point in pyproject.toml and calls the hooks named here.
"""

from __future__ import annotations

from squares_blackjack.scoring import squares_scorers
from squares_blackjack.variants import squares_variants

__all__ = [
    "squares_scorers",
    "squares_variants",
]
