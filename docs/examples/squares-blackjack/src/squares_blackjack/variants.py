"""The game itself is data: variants.toml beside this file."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from squares_core import VariantSpec, hookimpl, parse_variants


@hookimpl
def squares_variants() -> Sequence[VariantSpec]:
    """Add the variants of variants.toml."""
    text = files("squares_blackjack").joinpath("variants.toml").read_text(encoding="utf-8")
    return parse_variants(text, "squares_blackjack/variants.toml")
