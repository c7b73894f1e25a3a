"""Figures over kept games, each of which says what it counts.

A game counts once it has come to an end, and then once, by its last end, however often moves were
taken back and the end was reached again. Its deal counts as replayed when one of its players had
begun a game with the same cards before, whatever the variant. A game that came to a stop without a
legal move counts as one that was not won and has no part in the means.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from squares_core.store import KeptGame


@dataclass(frozen=True, slots=True)
class Figures:
    """What a set of games came to; None stands for a figure without a game to take it from.

    ``games`` came to an end, ``blocked`` of them for want of a legal move; ``decided`` could be won
    or lost. ``win_rate`` is ``won / decided``, from 0 to 1. ``mean``, ``best`` and ``worst`` are of
    the totals of games played to their end, ``mean_won`` of those won; ``best_game`` is the number
    of the first game that reached ``best``.
    """

    games: int
    blocked: int
    decided: int
    won: int
    win_rate: float | None
    mean: float | None
    mean_won: float | None
    best: int | None
    best_game: int | None
    worst: int | None


@dataclass(frozen=True, slots=True)
class Statistics:
    """The figures of one variant under one set of rules, and one set of players.

    ``latest`` is the number of the last game begun; its record holds the rules. ``totals`` are of
    the games played to their end, in the order in which they ended.
    ``streak`` and ``longest_streak`` count games won one after the other in the order in which they
    ended, first plays only; None where no game can be won. ``aids`` counts the uses of each aid in
    the games that came to an end, ``aided`` the games among them with any.
    """

    variant: str
    title: str
    players: tuple[str, ...]
    latest: int
    in_progress: int
    totals: tuple[int, ...]
    all: Figures
    first_plays: Figures
    replays: Figures
    unaided: Figures
    streak: int | None
    longest_streak: int | None
    aids: dict[str, int]
    aided: int


def statistics(games: Sequence[KeptGame]) -> list[Statistics]:
    """Return the statistics of ``games`` for each variant, its rules and players, in order of ids.

    ``games`` must hold all games of the store, so that replays are told apart; choose afterwards.
    """
    replays = replayed(games)
    groups: dict[tuple[str, tuple[str, ...], str], list[KeptGame]] = {}
    for game in games:
        groups.setdefault((game.variant, game.players, game.rules), []).append(game)
    ordered = sorted(groups.values(), key=lambda g: (g[0].variant, g[0].players, g[0].number))
    return [_statistics(group, replays) for group in ordered]


def replayed(games: Iterable[KeptGame]) -> frozenset[int]:
    """Return the numbers of the games whose deal one of their players had begun before.

    Deals are the same when the cards that one game can show begin with those the other can show.
    """
    found: set[int] = set()
    ordered = sorted(games, key=lambda game: (game.started, game.number))
    lengths = sorted({len(game.cards) for game in ordered})
    whole: set[tuple[str, tuple[str, ...]]] = set()
    starts: set[tuple[str, tuple[str, ...]]] = set()
    for game in ordered:
        shorter = [game.cards[:length] for length in lengths if length <= len(game.cards)]
        for player in game.players or ("",):
            if (player, game.cards) in starts or any((player, cards) in whole for cards in shorter):
                found.add(game.number)
            whole.add((player, game.cards))
            starts.update((player, cards) for cards in shorter)
    return frozenset(found)


def _statistics(games: Sequence[KeptGame], replays: frozenset[int]) -> Statistics:
    ended = sorted(
        (game for game in games if game.ended is not None),
        key=lambda game: (game.ended or datetime.min, game.number),
    )
    first = [game for game in ended if game.number not in replays]
    current, longest = _streaks(first)
    aids: Counter[str] = Counter()
    for game in ended:
        aids.update(game.aids)
    return Statistics(
        variant=games[-1].variant,
        title=games[-1].title,
        players=games[-1].players,
        latest=games[-1].number,
        in_progress=len(games) - len(ended),
        totals=tuple(total for total, _ in _totals(ended)),
        all=_figures(ended),
        first_plays=_figures(first),
        replays=_figures([game for game in ended if game.number in replays]),
        unaided=_figures([game for game in ended if not game.aids]),
        streak=current,
        longest_streak=longest,
        aids=dict(sorted(aids.items())),
        aided=sum(bool(game.aids) for game in ended),
    )


def _totals(games: Sequence[KeptGame]) -> list[tuple[int, int]]:
    """Return total and number of each game that was played to its end."""
    return [
        (game.total, game.number)
        for game in games
        if game.end_state == "finished" and game.total is not None
    ]


def _figures(games: Sequence[KeptGame]) -> Figures:
    totals = _totals(games)
    won = [game.total for game in games if game.won and game.total is not None]
    decided = sum(game.won is not None for game in games)
    best, best_game = min(((-total, number) for total, number in totals), default=(None, None))
    return Figures(
        games=len(games),
        blocked=sum(game.end_state == "blocked" for game in games),
        decided=decided,
        won=len(won),
        win_rate=len(won) / decided if decided else None,
        mean=sum(total for total, _ in totals) / len(totals) if totals else None,
        mean_won=sum(won) / len(won) if won else None,
        best=None if best is None else -best,
        best_game=best_game,
        worst=min((total for total, _ in totals), default=None),
    )


def _streaks(games: Sequence[KeptGame]) -> tuple[int | None, int | None]:
    current = longest = 0
    decided = [game for game in games if game.won is not None]
    for game in decided:
        current = current + 1 if game.won else 0
        longest = max(longest, current)
    return (current, longest) if decided else (None, None)
