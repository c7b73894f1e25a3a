"""Why a move may be good, told from the combinations and the lines alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from squares_core import Combination, Scorer
from squares_core.cards import parse_card
from squares_core.judging.reasons import reason_for
from squares_core.moves import DISCARD, DONE, TURN, lay, parse_move
from squares_core.rules import Position
from squares_core.strategy import PlayerView
from squares_core.tableau import parse_tableau


def reason(rules, grid, turned, move, **position):
    rows = [row.strip() for row in grid.split("/")]
    rows += [" ".join("." * rules.grid.columns)] * (rules.grid.rows - len(rows))
    tableau = parse_tableau(rules.grid, " / ".join(rows))
    card = None if turned is None else parse_card(turned)
    view = PlayerView(rules, Position(tableau, len(tableau.placed) + 1, card, **position))
    return reason_for(view, parse_move(move, rules.grid) if isinstance(move, str) else move)


@pytest.mark.parametrize(
    ("variant", "grid", "turned", "cell", "told"),
    [
        ("cribbage-squares", "7S . . .", "7D", "a2",
         "pairs the 7 in column 1"),
        ("cribbage-squares", "7S 8S . .", "9D", "c1",
         "makes a run of three in row 1"),
        ("cribbage-squares", "2S 6S KS .", "TD", "d1",
         "gives up a flush in row 1"),
        ("poker-squares", "2S 6S 9S JS .", "KS", "e1",
         "makes a flush in row 1"),
        ("poker-squares", "2S 6S 9S . .", "KS", "d1",
         "keeps a flush open in row 1"),
        ("poker-squares", "TS TH 4D 4C .", "4S", "e1",
         "makes a full house in row 1"),
        ("poker-squares", ". . . . .", "4S", "b3",
         "starts row 3 and column 2"),
    ],
)  # fmt: skip
def test_what_a_card_does_to_its_lines_is_told(registry, variant, grid, turned, cell, told):
    assert told in reason(registry.rules(variant), grid, turned, cell)


def test_a_card_that_makes_no_difference_is_told_so(registry):
    rules = replace(registry.rules("poker-squares"), scorer=Plain())
    assert reason(rules, "2S . . . .", "9S", "c1") == ("starts column 3")
    assert (
        reason(rules, "2S . . . . / . . . . . / . . 5H . .", "9S", "c1")
        == "adds nothing to row 1 and column 3"
    )


class Plain(Scorer):
    """Red hands of a plug-in score, in words of its own."""

    id = "plain"
    title = "Plain"
    hand_sizes = (5,)

    def combinations(self, hand, starter=None):
        red = tuple(card for card in hand if card % 4 in (1, 2))
        return [Combination("ember", red, 9)] if len(red) >= 4 else []


def test_names_of_a_plugin_are_used_as_they_are(registry):
    rules = replace(registry.rules("poker-squares"), scorer=Plain())
    grid = "2H 3H 5D . ."
    assert reason(rules, grid, "9D", "d1") == "keeps an ember open in row 1, starts column 4"
    grid = "2H 3H 5D 8S ."
    assert reason(rules, grid, "9D", "e1") == "makes an ember in row 1, starts column 5"
    assert reason(rules, grid, "9S", "e1") == "gives up an ember in row 1, starts column 5"


def test_moves_without_a_cell_have_words_of_their_own(registry):
    rules = registry.rules("poker-squares-1-reserve")
    empty = "2H . . . ."
    assert reason(rules, empty, "9D", lay(0)) == "keeps the card for later"
    assert reason(rules, empty, "9D", DISCARD) == "does without the card"
    piles = ((parse_card("KS"),),)
    assert reason(rules, empty, None, TURN, reserves=piles) == "looks at the next card first"
    assert "column 1" in reason(rules, empty, None, "r1 a2", reserves=piles)


def test_an_exchange_tells_what_each_line_gains_and_loses(registry):
    rules = registry.rules("maverick")
    grid = "2H 3H 5D 6S 7C / 4S 9S TS JS QS / AS KD KC 2C 2D / 8H 8D 9H 9D TC / JC QC JD QD 3C"
    told = reason(rules, grid, None, "c1 a2")
    before, after = (
        rules.score(tableau).lines
        for tableau in (
            parse_tableau(rules.grid, grid),
            parse_tableau(rules.grid, grid).swapped(2, 5),
        )
    )
    for old, new in zip(before, after, strict=True):
        if new.points != old.points:
            assert f"{new.line.name} {new.points - old.points:+d}" in told
    assert reason(rules, grid, None, DONE) == "takes the grid as it is"


def test_the_same_question_has_the_same_answer(registry):
    rules = registry.rules("cribbage-squares")
    grid = "7S 8S . . / 2D . . . / . . . . / . . . ."
    assert len({reason(rules, grid, "KD", "b2") for _ in range(3)}) == 1
