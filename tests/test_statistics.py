"""Figures over kept games that no one had to play: each behaviour on the fewest games that show it.

That the store hands over what was played is for test_store.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from squares_core.statistics import Figures, Statistics, replayed, statistics
from squares_core.store import KeptGame

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
NOTHING = Figures(0, 0, 0, 0, None, None, None, None, None, None)


def kept(number: int, **changes: Any) -> KeptGame:
    """A game begun ``number`` minutes after noon, lost with 40 an hour later, on its own deal."""
    started = NOON + timedelta(minutes=number)
    game = KeptGame(
        number=number,
        id=f"id-{number}",
        revision=1,
        variant="cribbage-squares",
        title="Cribbage Squares",
        rules="as written",
        players=(),
        deal=f"deal-{number}",
        daily=None,
        cards=("AS", f"{number % 8 + 2}H", "KD"),
        state="finished",
        moves=16,
        started=started,
        saved=started,
        ended=started + timedelta(hours=1),
        end_state="finished",
        total=40,
        won=False,
        aids={},
    )
    return replace(game, **changes)


def only(*games: KeptGame) -> Statistics:
    [found] = statistics(games)
    return found


def test_no_games_have_no_statistics() -> None:
    assert statistics([]) == []


def test_every_figure_of_a_few_games() -> None:
    games = [
        kept(1, total=70, won=True, aids={"undos": 2, "hints": 1}),
        kept(2, total=61, won=True, cards=("AS", "TD", "KD")),
        kept(3, total=20, won=False, cards=("AS", "TD", "KD"), aids={"hints": 4}),
        kept(4, total=None, won=False, end_state="blocked", state="blocked"),
        kept(
            5, total=None, won=None, ended=None, end_state=None, state="playing", aids={"demo": 9}
        ),
    ]
    expected = Statistics(
        variant="cribbage-squares",
        title="Cribbage Squares",
        players=(),
        latest=5,
        in_progress=1,
        totals=(70, 61, 20),
        all=Figures(4, 1, 4, 2, 0.5, 151 / 3, 65.5, 70, 1, 20),
        first_plays=Figures(3, 1, 3, 2, 2 / 3, 65.5, 65.5, 70, 1, 61),
        replays=Figures(1, 0, 1, 0, 0.0, 20.0, None, 20, 3, 20),
        unaided=Figures(2, 1, 2, 1, 0.5, 61.0, 61.0, 61, 2, 61),
        streak=0,
        longest_streak=2,
        aids={"hints": 5, "undos": 2},
        aided=2,
    )
    found = only(*games)
    assert expected == found
    assert list(found.aids) == ["hints", "undos"]


def test_games_in_progress_alone_have_no_figures() -> None:
    found = only(kept(1, ended=None, end_state=None, total=None, won=None, state="playing"))
    assert (found.in_progress, found.all, found.streak) == (1, NOTHING, None)
    assert found.all == found.first_plays == found.replays == found.unaided


def test_variants_players_and_rules_are_apart_and_in_order() -> None:
    games = [
        kept(1, rules="other"),
        kept(2, variant="poker-squares", title="Poker Squares"),
        kept(3, players=("Bob",)),
        kept(4, players=("Ann",)),
        kept(5),
        kept(6, rules="other", title="Renamed since"),
    ]
    assert [(found.title, found.players, found.latest) for found in statistics(games)] == [
        ("Renamed since", (), 6),
        ("Cribbage Squares", (), 5),
        ("Cribbage Squares", ("Ann",), 4),
        ("Cribbage Squares", ("Bob",), 3),
        ("Poker Squares", (), 2),
    ]
    reversed_rules = [replace(game, rules={"other": "a"}.get(game.rules, "z")) for game in games]
    assert [found.latest for found in statistics(reversed_rules)] == [6, 5, 4, 3, 2]


def test_the_total_of_a_game_that_was_blocked_has_no_part_in_the_means() -> None:
    found = only(kept(1, total=50), kept(2, total=10, end_state="blocked", state="blocked"))
    assert found.all == Figures(2, 1, 2, 0, 0.0, 50.0, None, 50, 1, 50)


def test_the_best_game_is_the_first_that_reached_the_best_total() -> None:
    later_number_first = [kept(2, total=50), kept(1, total=50), kept(3, total=-5)]
    found = only(*later_number_first).all
    assert (found.best, found.best_game, found.worst) == (50, 1, -5)
    below_0 = only(kept(1, total=-9), kept(2, total=-3)).all
    assert (below_0.best, below_0.best_game, below_0.worst, below_0.mean) == (-3, 2, -9, -6)


def test_a_best_total_of_0_is_a_total() -> None:
    found = only(kept(1, total=0), kept(2, total=-1)).all
    assert (found.best, found.best_game, found.worst) == (0, 1, -1)


@pytest.mark.parametrize(
    ("results", "streak", "longest"),
    [
        ("WWLW", 1, 2),
        ("LWWW", 3, 3),
        ("WWWLL", 0, 3),
        ("LL", 0, 0),
        ("W-W", 2, 2),
        ("--", None, None),
    ],
)
def test_a_streak_is_of_wins_in_a_row_and_what_decides_nothing_does_not_break_it(
    results: str, streak: int | None, longest: int | None
) -> None:
    won = {"W": True, "L": False, "-": None}
    found = only(*(kept(n, won=won[result]) for n, result in enumerate(results, 1)))
    assert (found.streak, found.longest_streak) == (streak, longest)
    assert found.all.decided == sum(result != "-" for result in results)


def test_streaks_and_totals_follow_the_order_in_which_games_ended() -> None:
    def ended(number: int, hour: int, *, won: bool) -> KeptGame:
        return kept(number, ended=NOON + timedelta(hours=hour), won=won, total=number)

    late_loss = [ended(1, 9, won=False), ended(2, 5, won=True), ended(3, 6, won=True)]
    assert (only(*late_loss).streak, only(*late_loss).longest_streak) == (0, 2)
    assert only(*late_loss).totals == (2, 3, 1)
    # What ended in the same moment goes by number.
    together = [ended(3, 5, won=True), ended(2, 5, won=False), ended(1, 5, won=True)]
    assert (only(*together).streak, only(*together).longest_streak) == (1, 1)


# Which deals were played again.


def test_of_games_with_the_same_cards_all_but_the_first_begun_are_replays() -> None:
    cards = ("AS", "2S", "3S")
    begun_last = kept(1, cards=cards, started=NOON + timedelta(hours=5))
    assert replayed([begun_last, kept(2, cards=cards), kept(3, cards=cards)]) == {1, 3}
    together = [kept(n, cards=cards, started=NOON) for n in (3, 1, 2)]
    assert replayed(together) == {2, 3}


def test_a_deal_that_begins_as_another_did_is_known_whichever_is_longer() -> None:
    short, middle, long = ("AS", "2S"), ("AS", "2S", "3S"), ("AS", "2S", "3S", "4S")
    assert replayed([kept(1, cards=short), kept(2, cards=long)]) == {2}
    assert replayed([kept(1, cards=long), kept(2, cards=short)]) == {2}
    assert replayed([kept(1, cards=long), kept(2, cards=middle), kept(3, cards=short)]) == {2, 3}
    other = ("AS", "2S", "3H", "4S")
    assert replayed([kept(1, cards=long), kept(2, cards=other), kept(3, cards=short)]) == {3}
    # What two deals begin with was not dealt as a whole before.
    assert replayed([kept(1, cards=long), kept(2, cards=other)]) == frozenset()


def test_a_deal_is_known_to_those_who_played_it_whoever_joins_them() -> None:
    cards = ("AS", "2S", "3S")

    def by(number: int, *players: str) -> KeptGame:
        return kept(number, cards=cards, players=players)

    assert replayed([by(1), by(2, "Ann"), by(3, "Bob", "Cy"), by(4, "Dee", "Cy")]) == {4}
    assert replayed([by(1, "Ann", "Bob"), by(2, "Bob"), by(3, "Ann"), by(4)]) == {2, 3}
    assert replayed([by(1), by(2)]) == {2}
