"""Poker Squares: 25 cards on a 5x5 grid, every line a poker hand."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from squares_core import Scorer, VariantSpec, hookimpl, parse_variants
from squares_poker.scoring import POINT_SYSTEMS, PokerScorer


@hookimpl
def squares_scorers() -> Sequence[Scorer]:
    """Add a poker scorer for each known point system."""
    return tuple(
        PokerScorer(f"poker-{name}", f"Poker, {name.title()} points", points)
        for name, points in POINT_SYSTEMS.items()
    )


@hookimpl
def squares_variants() -> Sequence[VariantSpec]:
    """Add Poker Squares and its family."""
    text = files(__name__).joinpath("variants.toml").read_text(encoding="utf-8")
    return parse_variants(text, "squares_poker/variants.toml")
