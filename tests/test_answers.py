"""What a scorer or placement rule of a stranger's answers in a wrong form is told in one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from squares_core import (
    Combination,
    Grid,
    PlacementRule,
    PluginError,
    Scorer,
    make_deal,
    parse_tableau,
)
from squares_core.answers import (
    bonus_points,
    explanation_of,
    legal_mask_of,
    wrong_explanation,
)
from squares_core.rehearsal import rehearse, stops_undeclared
from squares_core.rules import Rules
from squares_core.rules_text import rules_text


class Pairs(Scorer):
    """Answers whatever it is made with."""

    id, title, hand_sizes, uses_starter = "pairs", "Pairs", (2,), True

    def __init__(self, **answers: Any) -> None:
        self.answers = answers

    def combinations(self, hand: Any, starter: Any = None) -> Any:
        return self.answers.get("combinations", [])

    def partial(self, hand: Any) -> Any:
        return self.answers.get("partial", [])

    def bonus(self, starter: Any) -> Any:
        return self.answers.get("bonus", [])


class Somewhere(PlacementRule):
    """Allows whatever a function of the tableau says."""

    id, title, description = "somewhere", "Somewhere", "Somewhere."

    def __init__(self, allowed: Callable[[Any], Any]) -> None:
        self.allowed = allowed

    def legal_cells(self, tableau: Any, card: Any) -> Any:
        return self.allowed(tableau)


def test_cells_are_put_in_order_and_none_is_taken_twice() -> None:
    backwards = rules_of(placement=Somewhere(lambda tableau: tableau.empty_cells[::-1]))
    moves = backwards.legal_moves(backwards.start(make_deal(1).cards))
    assert moves == tuple(sorted(moves))
    twice = rules_of(placement=Somewhere(lambda tableau: [*tableau.empty_cells, 3]))
    with pytest.raises(PluginError, match=r"Somewhere\.legal_cells\(\) gave b2 twice"):
        twice.legal_moves(twice.start(make_deal(1).cards))


class Blocking(Somewhere):
    """The same, with leave to stop."""

    may_block = True


def empty(tableau: Any) -> Any:
    return tableau.empty_cells


def rules_of(scorer: Scorer | None = None, placement: PlacementRule | None = None) -> Rules:
    grid = Grid(2, 2)
    placement = placement or Somewhere(empty)
    return Rules("small", "Small", grid, grid.lines(["rows"]), scorer or Pairs(), placement)


WRONG_COMBINATIONS = [
    (None, "None"),
    ((item for item in ()), "generator <generator object"),
    ([("pair", (), 2)], r"an item that is no Combination: \('pair', \(\), 2\)"),
    ([Combination("pair", (), 1.5)], "pair with points 1.5, not a whole number"),  # type: ignore[arg-type]  # the point
    ([Combination("pair", [1], 2)], r"pair with cards \[1\], not a tuple"),  # type: ignore[arg-type]  # likewise
    ([Combination("", (), 2)], "a combination with the name ''"),
]


@pytest.mark.parametrize(("answer", "told"), WRONG_COMBINATIONS)
def test_a_scorer_that_answers_in_another_form_is_named_with_its_method(
    answer: Any, told: str
) -> None:
    rules = rules_of(Pairs(combinations=answer))
    with pytest.raises(
        PluginError, match=rf"^scorer pairs: Pairs\.combinations\(\) returned {told}"
    ):
        rules.score(parse_tableau(rules.grid, "AS 2S / 3S 4S"))


def test_the_other_methods_are_named_too() -> None:
    grid = Grid(2, 2)
    unfinished = parse_tableau(grid, "AS . / . .")
    with pytest.raises(PluginError, match=r"^scorer pairs: Pairs\.partial\(\) returned None "):
        rules_of(Pairs(partial=None)).score(unfinished)
    with pytest.raises(PluginError, match=r"^scorer pairs: Pairs\.bonus\(\) returned None "):
        rules_of(Pairs(bonus=None)).score(unfinished, 50)


WRONG_CELLS: list[tuple[Callable[[Any], Any], str]] = [
    (lambda _: None, "returned None instead of a list of empty cells"),
    (lambda _: range(4), "gave a1, which holds a card"),
    (lambda _: [4], "gave 4, while the cells of this grid are 0 to 3"),
    (lambda _: [-1], "gave -1, while the cells of this grid are 0 to 3"),
    (lambda _: ["b1"], "gave 'b1', not the number of a cell"),
]


@pytest.mark.parametrize(("allowed", "told"), WRONG_CELLS)
def test_a_rule_that_gives_no_empty_cells_is_named_with_its_method(
    allowed: Callable[[Any], Any], told: str
) -> None:
    rules = rules_of(placement=Somewhere(lambda t: allowed(t) if t.placed else [0]))
    position = rules.play(
        rules.start(range(52)), rules.legal_moves(rules.start(range(52)))[0], range(52)
    )
    with pytest.raises(
        PluginError, match=rf"^placement rule somewhere: Somewhere\.legal_cells\(\) {told}"
    ):
        rules.legal_moves(position)


def test_an_error_is_told_with_the_line_of_the_plugin_that_raised_it() -> None:
    def misspelt(tableau: Any) -> Any:
        return tableau.empty_celles

    told = (
        r"no attribute 'empty_celles' \(test_answers\.py, line \d+; SQUARES_DEBUG=1 shows more\)$"
    )
    with pytest.raises(PluginError, match=told):
        rehearse(rules_of(placement=Somewhere(misspelt)))


def test_a_rehearsal_finds_what_shows_only_when_the_grid_is_full() -> None:
    assert rehearse(rules_of())
    with pytest.raises(PluginError, match=r"Pairs\.combinations\(\) returned None"):
        rehearse(rules_of(Pairs(combinations=None)))


def test_a_rule_that_allows_nothing_on_an_empty_grid_is_told_how_to_declare_it() -> None:
    told = r"allows no cell for the first card; .* or declare may_block = True in Somewhere$"
    with pytest.raises(PluginError, match=told):
        rehearse(rules_of(placement=Somewhere(lambda _: [])))
    assert not rehearse(rules_of(placement=Blocking(lambda _: [])))


def test_a_game_that_stops_leads_to_the_declaration_where_there_is_none() -> None:
    def first_column(tableau: Any) -> list[int]:
        return [cell for cell in tableau.empty_cells if cell % 2 == 0]

    assert stops_undeclared(rules_of(placement=Somewhere(first_column))) == (
        "placement rule somewhere left no legal cell before the grid was full: mend "
        "Somewhere.legal_cells(), or declare may_block = True in Somewhere where that is meant"
    )
    assert stops_undeclared(rules_of(placement=Blocking(first_column))) == ""
    assert stops_undeclared(rules_of()) == ""


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (None, "returned None instead of a list of lines"),
        ("Pairs: 2.", "returned str 'Pairs: 2.' instead of a list of lines"),
        (["Pairs: 2.", 3], "returned 3 among its lines"),
    ],
)
def test_an_explanation_in_another_form_is_told_where_the_rules_are(lines: Any, told: str) -> None:
    class Silent(Pairs):
        def explain(self) -> Any:
            return lines

    with pytest.raises(PluginError, match=rf"^scorer pairs: Silent\.explain\(\) {told}"):
        rules_text(rules_of(Silent()))


def test_a_starter_earns_the_sum_of_its_bonus_and_none_earns_nothing() -> None:
    class Dear(Pairs):
        def bonus(self, starter: Any) -> Any:
            return [Combination("one", (starter,), starter), Combination("two", (starter,), 5)]

    assert bonus_points(Dear(), 7) == 12
    assert bonus_points(Dear(), None) == 0


def test_a_mask_has_the_bit_of_every_legal_cell() -> None:
    grid = Grid(2, 3)
    rule = Somewhere(lambda tableau: [cell for cell in tableau.empty_cells if cell != 3])
    assert legal_mask_of(rule, parse_tableau(grid, ". . 5H / . . ."), 0) == 0b110011


@pytest.mark.parametrize("lines", [["fine", " "], ["fine", "not\nfine"], ["fine", 3]])
def test_every_line_of_an_explanation_is_one_of_text(lines: Any) -> None:
    assert wrong_explanation(["fine", "too"]) == ""
    assert wrong_explanation(lines) == f"{lines[1]!r} among its lines"


def test_an_explanation_that_fails_is_told_with_the_name_of_the_scorer() -> None:
    class Silent(Pairs):
        def explain(self) -> Any:
            raise LookupError("no words")

    with pytest.raises(PluginError, match=r"^scorer pairs failed: LookupError: no words \("):
        explanation_of(Silent())


def test_a_wrong_cell_behind_good_ones_is_found_and_the_card_is_asked_about() -> None:
    class ByCard(PlacementRule):
        id, title, description, looks_at_cards = "by-card", "By Card", "By card.", True

        def legal_cells(self, tableau: Any, card: Any) -> Any:
            return [0, card]

    tableau = parse_tableau(Grid(2, 3), ". . . / . . .")
    assert legal_mask_of(ByCard(), tableau, 4) == 0b010001
    with pytest.raises(PluginError, match="gave 9, while the cells of this grid are 0 to 5"):
        legal_mask_of(ByCard(), tableau, 9)
