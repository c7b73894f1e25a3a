"""Systems: variants with their scorers, which fit together, and what two of them have in common.

A system is ``Rules``. Several may score the same grids.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from squares_core.errors import InvalidValueError
from squares_core.rules import Rules
from squares_core.scoring import Scorer

_PLAY: Final = ("grid", "placement", "deal", "starter", "reserves", "reserve_size", "waste_size")


def with_scorer(rules: Rules, scorer: Scorer) -> Rules:
    """Return ``rules`` with another scorer, under the id ``VARIANT:SCORER``.

    With its own scorer they stay as they are. A target belongs to the scorer it was set for and is
    left out. Raises InvalidValueError when the scorer does not fit the variant's lines or starter.
    """
    if scorer == rules.scorer:
        return rules
    return replace(
        rules,
        id=f"{rules.id}:{scorer.id}",
        title=f"{rules.title}: {scorer.title}",
        scorer=scorer,
        target=None,
        line_target=None,
    )


def fitting_systems(variants: Sequence[Rules], scorers: Sequence[Scorer]) -> list[Rules]:
    """Return each variant with each scorer that fits it, variant by variant.

    Raises InvalidValueError for a scorer that fits none of them, or a variant that none fits.
    """
    systems: list[Rules] = []
    used: set[str] = set()
    refusals: dict[str, str] = {}
    for variant in variants:
        before = len(systems)
        for scorer in scorers:
            try:
                systems.append(with_scorer(variant, scorer))
                used.add(scorer.id)
            except InvalidValueError as error:
                refusals[scorer.id] = refusals[variant.id] = str(error)
        if len(systems) == before:
            raise InvalidValueError(f"no scorer that was named fits: {refusals[variant.id]}")
    for scorer in scorers:
        if scorer.id not in used:
            raise InvalidValueError(f"{scorer.id} fits no variant: {refusals[scorer.id]}")
    return systems


def can_score(system: Rules, played_for: Rules) -> bool:
    """Return whether ``system`` can score grids of games of ``played_for``.

    The grids must be of the same size, and have a starter where ``system`` counts one.
    """
    return system.grid == played_for.grid and (not system.has_starter or played_for.has_starter)


def plays_alike(one: Rules, other: Rules) -> bool:
    """Return whether two systems are the same game but for what lines score and what wins."""
    return all(getattr(one, name) == getattr(other, name) for name in _PLAY)


def scores_alike(one: Rules, other: Rules) -> bool:
    """Return whether two systems give every grid the same points."""
    return (
        one.grid == other.grid
        and one.lines == other.lines
        and one.scorer == other.scorer
        and one.has_starter == other.has_starter
    )
