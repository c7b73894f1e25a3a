import pytest
from squares_core import parse_cards

from squares_blackjack.scoring import Blackjack


@pytest.mark.parametrize(
    ("cards", "name", "points"),
    [
        ("KS 5H 6D", "twenty-one", 21),
        ("9S 8H 5D", "too many", -1),
        ("2S 8H 6D", "too few", -5),
        ("KS QH AD", "twenty-one", 21),
        ("AS 9H AD", "twenty-one", 21),
        ("AS 6H 5D", "too many", -1),
        ("KS QH JD", "too many", -9),
    ],
)
def test_a_line_gains_21_or_loses_the_difference(cards: str, name: str, points: int) -> None:
    (found,) = Blackjack().combinations(parse_cards(cards))
    assert (found.name, found.points) == (name, points)
