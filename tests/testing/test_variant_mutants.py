"""Variants that are wrong in one way, each caught by the promise that it breaks."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from squares_core import (
    Card,
    Combination,
    Hand,
    PlacementRule,
    Scorer,
    Tableau,
    VariantSpec,
    parse_variants,
    rank_of,
)
from squares_core.testing import ConformanceError

SOUND = """
[[variant]]
id = "sound"
title = "Sound"
rows = 4
columns = 4
scorer = "cribbage"
"""


class FailsOnFourAces(Scorer):
    id, title, hand_sizes = "fails", "Fails", (4,)

    def combinations(self, hand: Hand, starter: Card | None = None) -> Any:
        if sum(rank_of(card) == 1 for card in hand) > 1:
            raise LookupError("two aces")
        return []


class DrawsLots(Scorer):
    id, title, hand_sizes = "lots", "Lots", (4,)

    def combinations(self, hand: Hand, starter: Card | None = None) -> Any:
        return [Combination("lot", tuple(hand), random.randrange(100))]


class CannotExplain(DrawsLots):
    id = "silent"

    def explain(self) -> Any:
        raise NotImplementedError("rules to follow")


class RowsOnly(PlacementRule):
    id, title, description = "half", "Half", "Only the upper half is used."

    def legal_cells(self, tableau: Tableau, card: Card) -> Any:
        return [cell for cell in tableau.empty_cells if cell < 8]


def _changed(**settings: Any) -> VariantSpec:
    spec = parse_variants(SOUND)[0]
    return VariantSpec.model_construct(
        {*spec.model_fields_set, *settings}, **{**spec.model_dump(), **settings}
    )


MUTANTS = [
    ("ids", {"scorer": "no-such-scorer"}),
    ("ids", {"placement": "no-such-rule"}),
    ("ids", {"base": "no-such-variant"}),
    ("parts fit", {"scorer": "poker-american"}),
    ("parts fit", {"columns": 3, "lines": ["rows", "columns", "diagonals"]}),
    ("parts fit", {"rows": 6, "columns": 6, "reserves": 4}),
    ("parts fit", {"starter": "open"}),
    ("parts fit", {"scorer_options": {"flush": "three-cards"}}),
    ("title", {"title": "Cribbage Squares"}),
    ("games end", {"placement": "half"}),
    ("games end", {"scorer": "fails"}),
    ("as TOML", {"scorer_options": {"nobs": None}}),
    ("records", {"scorer": "lots"}),
    ("rules text", {"scorer": "silent"}),
]


@pytest.fixture
def variant_cases(cases_of: Any) -> Any:
    def cases(spec: VariantSpec) -> dict[str, Any]:
        scorers = [FailsOnFourAces(), DrawsLots(), CannotExplain()]
        found = cases_of(scorers=scorers, placement_rules=[RowsOnly()], variants=[spec])
        # Each promise is to catch its mutants by itself, also where the kit would not try it.
        return {
            name: replace(case, basis=())
            for name, case in found.items()
            if case.id.startswith("variant ")
        }

    return cases


def test_a_sound_variant_is_not_flagged(variant_cases: Any, assert_sound: Any) -> None:
    cases = variant_cases(_changed())
    assert len(cases) == 8
    assert_sound(cases, {promise for promise, _ in MUTANTS})


@pytest.mark.parametrize(("promise", "settings"), MUTANTS, ids=str)
def test_the_promise_that_a_mutant_breaks_catches_it(
    promise: str, settings: dict[str, Any], variant_cases: Any, assert_caught: Any
) -> None:
    assert_caught(variant_cases(_changed(**settings))[promise])


def test_a_move_that_is_not_read_back_is_caught(
    variant_cases: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from squares_core.testing import variant_promises

    case = variant_cases(_changed())["moves as text"]
    monkeypatch.setattr(variant_promises, "move_text", lambda *_: "a1")
    with pytest.raises(ConformanceError, match="written a1"):
        case.run()
