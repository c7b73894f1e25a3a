from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from squares_core import (
    Deal,
    Game,
    InvalidValueError,
    Move,
    PlayerView,
    Registry,
    Strategy,
    UnknownIdError,
    make_deal,
)


@dataclass(frozen=True)
class Picky(Strategy):
    """Plays the legal move at a place that is an option."""

    place: int = 0

    id = "picky"
    title = "Picky"

    def choose(self, view: PlayerView, rng: random.Random) -> Move:
        return view.legal_moves[self.place]


@pytest.fixture
def picky(registry: Registry) -> Registry:
    ours = Registry()
    for variant in registry.variants:
        ours.variants.add(variant, "test")
    ours.strategies.add(Picky(), "test")
    return ours


def test_a_strategy_is_asked_for_with_its_options(picky: Registry) -> None:
    assert picky.strategy("picky") == Picky(0)
    assert picky.strategy("picky(place=-1)") == Picky(-1)
    with pytest.raises(UnknownIdError, match="no strategy 'piky'; did you mean 'picky'"):
        picky.strategy("piky")
    with pytest.raises(InvalidValueError, match="picky: place must be a whole number"):
        picky.strategy("picky(place=last)")
    with pytest.raises(InvalidValueError, match="picky has no option 'plaice': it has place"):
        picky.strategy("picky(plaice=1)")


def test_a_strategy_that_cannot_tell_rates_nothing(registry: Registry) -> None:
    game = Game(registry.rules("poker-squares"), make_deal(1))
    assert Picky().rate(game.view, random.Random(1)) == ()


def test_a_view_shows_the_rules_and_what_lies_face_up(registry: Registry) -> None:
    game = Game(registry.rules("cribbage-squares-2-reserves"), make_deal(1))
    view = game.view
    assert view.rules is game.rules
    assert view.position == game.position
    assert view.legal_moves == game.legal_moves
    assert view.score == game.score
    assert view.unseen == tuple(sorted(game.deal.cards[1:]))


@pytest.mark.parametrize("variant", ["cribbage-squares", "poker-squares-1-reserve"])
def test_a_view_is_the_same_whatever_the_stock_holds(registry: Registry, variant: str) -> None:
    cards = make_deal(5).cards
    games = [
        Game(registry.rules(variant), Deal(order))
        for order in (cards, cards[:1] + cards[:0:-1], (cards[0], *sorted(cards[1:])))
    ]
    assert games[0].view == games[1].view == games[2].view
    # Nothing reachable from a view may lead to the deal.
    assert not [
        name for name in ("deal", "stock", "next_cards", "seed") if hasattr(games[0].view, name)
    ]
