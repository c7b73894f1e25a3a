"""Cribbage Squares: 16 cards on a 4x4 grid, every line a cribbage hand with the starter."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from squares_core import Scorer, VariantSpec, hookimpl, parse_variants
from squares_cribbage.scoring import CribbageScorer


@hookimpl
def squares_scorers() -> Sequence[Scorer]:
    """Add the cribbage hand and, with its own rule for flushes, the crib."""
    return (
        CribbageScorer(),
        CribbageScorer(id="cribbage-crib", title="Cribbage (crib)", flush="five-cards"),
    )


@hookimpl
def squares_variants() -> Sequence[VariantSpec]:
    """Add Cribbage Squares and its family."""
    text = files(__name__).joinpath("variants.toml").read_text(encoding="utf-8")
    return parse_variants(text, "squares_cribbage/variants.toml")
