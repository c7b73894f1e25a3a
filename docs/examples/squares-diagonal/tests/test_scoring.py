import pytest
from squares_core import parse_cards

from squares_diagonal.scoring import LineScorer


@pytest.mark.parametrize(
    ("cards", "names"),
    [
        ("7S 7H 7D 7C", ["balance", "rainbow", "all odd"]),
        ("2S 4S 6S 8S", ["all even"]),
        ("KS QS 2S AS", ["balance"]),
        ("AS 2S 3S 4S", []),
    ],
)
def test_a_line_scores_what_it_holds(cards: str, names: list[str]) -> None:
    found = LineScorer().combinations(parse_cards(cards))
    assert [item.name for item in found] == names


def test_the_sum_that_pays_is_an_option() -> None:
    hand = parse_cards("AS 2S 3S 4S")
    assert LineScorer().points(hand) == 0
    assert LineScorer(balance=10).points(hand) == 5
