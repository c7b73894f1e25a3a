"""What a scorer inherits: all that its author need not write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from squares_core import Combination, Hand, Scorer, parse_card, parse_cards


class Red(Scorer):
    """Two for each red card, and one for a starter."""

    id = "red"
    title = "Red cards"
    hand_sizes = (3, 5)
    uses_starter = True

    def combinations(self, hand: Hand, starter: int | None = None) -> Sequence[Combination]:
        red = [Combination("red", (card,), 2) for card in hand if card % 4 in (1, 2)]
        return [*red, *([] if starter is None else [Combination("starter", (starter,), 1)])]


@dataclass(frozen=True)
class Frozen(Red):
    """The same, written as most scorers are."""

    id: str = "frozen"
    title: str = "Frozen"


HAND = parse_cards("AH 2D 3S")


def test_points_are_the_sum_of_the_combinations() -> None:
    assert Red().points(HAND) == 4
    assert Red().points(HAND, parse_card("KS")) == 5
    assert Red().points(parse_cards("AS 2S 3S")) == 0


def test_by_default_an_unfinished_line_counts_once_it_is_a_full_hand() -> None:
    counts = [len(Red().partial(parse_cards("AH 2H 3H 4H 5H")[:size])) for size in range(1, 6)]
    assert counts == [0, 0, 3, 0, 5]
    assert list(Red().partial(HAND)) == list(Red().combinations(HAND))


def test_by_default_a_starter_earns_nothing_by_itself() -> None:
    assert tuple(Red().bonus(parse_card("JS"))) == ()


def test_by_default_the_rules_text_is_the_title() -> None:
    assert tuple(Red().explain()) == ("Red cards.",)


@pytest.mark.parametrize("scorer", [Red(), Frozen()])
def test_a_scorer_under_another_name_scores_the_same_and_leaves_the_first_as_it_was(
    scorer: Scorer,
) -> None:
    before = (scorer.id, scorer.title)
    twin = scorer.named("mine", "My own")
    assert type(twin) is type(scorer)
    assert (twin.id, twin.title) == ("mine", "My own")
    assert (scorer.id, scorer.title) == before
    assert twin.points(HAND) == scorer.points(HAND)
