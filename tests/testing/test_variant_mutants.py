"""Variants that are wrong in one way, each caught by the promise that it breaks."""

from __future__ import annotations

import random
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
    load_registry,
    parse_variants,
    rank_of,
)
from squares_core.testing import ConformanceError, conformance_cases

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


def _cases(plugin_of: Any, spec: VariantSpec) -> dict[str, Any]:
    registry = load_registry(environ={"SQUARES_PLUGINS": ""})
    plugin = plugin_of(
        scorers=[FailsOnFourAces(), DrawsLots(), CannotExplain()],
        placement_rules=[RowsOnly()],
        variants=[spec],
    )
    cases = conformance_cases(plugin, registry=registry)
    return {case.id: case for case in cases}


def test_a_sound_variant_is_not_flagged(plugin_of: Any) -> None:
    cases = _cases(plugin_of, _changed())
    mine = [case for id_, case in cases.items() if id_.startswith("variant ")]
    assert len(mine) == 8
    assert [case.outcome().message for case in mine] == [""] * 8


@pytest.mark.parametrize(("promise", "settings"), MUTANTS, ids=str)
def test_the_promise_that_a_mutant_breaks_catches_it(
    promise: str, settings: dict[str, Any], plugin_of: Any
) -> None:
    with pytest.raises(ConformanceError, match=f"^variant sound: {promise}\n"):
        _cases(plugin_of, _changed(**settings))[f"variant sound: {promise}"].run()


def test_a_move_that_is_not_read_back_is_caught(
    plugin_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from squares_core.testing import variant_promises

    case = _cases(plugin_of, _changed())["variant sound: moves as text"]
    monkeypatch.setattr(variant_promises, "move_text", lambda *_: "a1")
    with pytest.raises(ConformanceError, match="written a1"):
        case.run()
