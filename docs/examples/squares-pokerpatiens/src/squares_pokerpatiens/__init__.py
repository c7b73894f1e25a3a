"""Pokerpatiens: a plugin for the squares command.

Squares finds this module by the entry point in pyproject.toml and calls the hooks named here.
"""

from __future__ import annotations

from squares_pokerpatiens.placement import squares_placement_rules
from squares_pokerpatiens.variants import squares_variants

__all__ = [
    "squares_placement_rules",
    "squares_variants",
]
