"""Plays many deals with one strategy and adds up what came of it.

Every game has a deal and a stream of chance of its own, named by the seed and the game's number;
so figures do not depend on the number of workers, on how games are divided among them, or on the
order in which they finish.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from squares_core.cards import PACK, Card
from squares_core.chance import PLAY_PURPOSE, Chance
from squares_core.deals import Deal
from squares_core.engine import NO_CARD, PlayedGames, compile_rules, deal_many, trace_of
from squares_core.errors import (
    IllegalMoveError,
    InvalidValueError,
    NoTablesError,
    PluginError,
    SquaresError,
)
from squares_core.game import Game
from squares_core.moves import Move
from squares_core.options import call_text
from squares_core.rules import Rules
from squares_core.simulating.chunks import in_chunks
from squares_core.simulating.rescoring import blocked_games, score_games
from squares_core.strategy import Progress, Strategy
from squares_core.wording import shown

QUANTILES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True, eq=False)
class Chunk:
    """Games ``first`` to ``first + games - 1`` of a simulation, as they ended.

    ``totals`` is ``int32[games]``; ``combinations`` counts each combination over all of them and
    ``points`` what it brought; ``wins`` is None where the variant knows no win.
    """

    first: int
    totals: NDArray[np.int32]
    wins: int | None
    blocked: int
    combinations: Mapping[str, int]
    points: Mapping[str, int]
    seconds: float

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.totals)


@dataclass(frozen=True, eq=False)
class Simulation:
    """What many games of one variant and one strategy came to.

    ``games`` is how many were played, fewer than asked for when interrupted. ``totals`` is
    ``int32[games]`` in the order of the deals. ``win_rate`` is None where the variant knows no win.
    ``combinations`` and ``points`` tell for each combination how many a game had of it and how many
    points it brought, on average. ``standard_error`` is that of the mean, None for one game.
    """

    variant: str
    strategy: str
    seed: int
    games: int
    interrupted: bool
    target: int | None
    win_rate: float | None
    blocked: int
    totals: NDArray[np.int32] = field(repr=False)
    combinations: Mapping[str, float]
    points: Mapping[str, float]
    seconds: float

    @property
    def mean(self) -> float:
        """The mean total."""
        return float(self.totals.mean())

    @property
    def sd(self) -> float | None:
        """The standard deviation of the totals; None for one game."""
        return float(self.totals.std(ddof=1)) if self.games > 1 else None

    @property
    def standard_error(self) -> float | None:
        """The standard error of the mean; None for one game."""
        return None if self.sd is None else self.sd / sqrt(self.games)

    @property
    def quantiles(self) -> dict[str, int]:
        """For each share q the smallest total that at least that share of games did not exceed."""
        found = np.quantile(self.totals, QUANTILES, method="inverted_cdf")
        return {f"{q:g}": int(x) for q, x in zip(QUANTILES, found, strict=True)}

    def document(self) -> dict[str, Any]:
        """Return the figures as plain data, the form of ``squares simulate --json``."""
        return {
            "variant": self.variant,
            "strategy": self.strategy,
            "games": self.games,
            "seed": self.seed,
            "mean": self.mean,
            "standard_error": self.standard_error,
            "sd": self.sd,
            "min": int(self.totals.min()),
            "max": int(self.totals.max()),
            "quantiles": self.quantiles,
            "target": self.target,
            "win_rate": self.win_rate,
            "blocked": self.blocked,
            "combinations": dict(self.combinations),
            "points": dict(self.points),
            "interrupted": self.interrupted,
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games / self.seconds, 1) if self.seconds else None,
        }


def simulate(
    rules: Rules,
    strategy: Strategy,
    games: int,
    seed: int = 0,
    *,
    deals: Sequence[Sequence[Card]] | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play ``games`` deals of ``rules`` with ``strategy`` and return what came of it.

    The deals are those of ``seed``, from number 0 on, or the first of ``deals``: cards in dealing
    order. ``workers`` processes share the games, or ``executor`` does; ``progress`` hears of games
    done and of all games. Interrupted by Ctrl-C, it returns the games that are complete from the
    first on. Raises InvalidValueError for fewer than one game or worker, or too few deals or cards;
    KeyboardInterrupt when interrupted before any game was complete.
    """
    started = time.perf_counter()
    settled = strategy.settled(rules)
    chunks: list[Chunk] = []
    interrupted = False
    try:
        for chunk in play_chunks(
            rules, settled, games, seed, deals=deals, workers=workers, executor=executor
        ):
            chunks.append(chunk)
            if progress is not None:
                progress(chunk.first + chunk.games, games)
    except KeyboardInterrupt:
        if not chunks:
            raise
        interrupted = True
    played = sum(chunk.games for chunk in chunks)
    counts: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for chunk in chunks:
        counts.update(chunk.combinations)
        points.update(chunk.points)
    names = sorted(counts, key=lambda name: (-counts[name], name))
    return Simulation(
        variant=rules.id,
        strategy=call_text(settled.id, settled.parameters),
        seed=seed,
        games=played,
        interrupted=interrupted,
        target=rules.target,
        win_rate=sum(c.wins or 0 for c in chunks) / played if rules.decides else None,
        blocked=sum(chunk.blocked for chunk in chunks),
        totals=np.concatenate([chunk.totals for chunk in chunks]),
        combinations={name: counts[name] / played for name in names},
        points={name: points[name] / played for name in names},
        seconds=time.perf_counter() - started,
    )


def play_chunks(
    rules: Rules,
    strategy: Strategy,
    games: int,
    seed: int,
    *,
    deals: Sequence[Sequence[Card]] | None = None,
    workers: int = 1,
    executor: Executor | None = None,
) -> Iterator[Chunk]:
    """Play games and give them chunk by chunk, in the order of the deals.

    Parameters and errors are those of ``simulate``.
    """
    require_deals(deals, games)

    def arguments(first: int, count: int) -> tuple[Any, ...]:
        given = None if deals is None else as_array(rules, deals[first : first + count], first)
        return rules, strategy, seed, first, count, given

    yield from in_chunks(play_chunk, arguments, games, workers=workers, executor=executor)


def require_deals(deals: Sequence[Sequence[Card]] | None, games: int) -> None:
    """Raise InvalidValueError when fewer ``deals`` are given than there are ``games``."""
    if deals is not None and len(deals) < games:
        raise InvalidValueError(f"{len(deals)} deals given for {games} games")


def as_array(rules: Rules, deals: Sequence[Sequence[Card]], first: int = 0) -> NDArray[np.uint8]:
    """Return deals as ``uint8[len(deals), rules.cards_dealt]``.

    Raises InvalidValueError, naming the deal by its number from 1, when one has too few cards, a
    card twice, or what is no card.
    """
    for number, deal in enumerate(deals, first + 1):
        if len(deal) < rules.cards_dealt:
            raise InvalidValueError(
                f"deal {number} has {len(deal)} cards; {rules.id} needs {rules.cards_dealt}"
            )
    found = np.empty((len(deals), rules.cards_dealt), np.uint8)
    for number, (row, deal) in enumerate(zip(found, deals, strict=True), first + 1):
        used = deal[: rules.cards_dealt]
        if len(set(used).intersection(PACK)) < len(used):
            raise InvalidValueError(f"deal {number} is no deal: it needs different cards, 0 to 51")
        row[:] = bytearray(used)
    return found


def play_chunk(
    rules: Rules,
    strategy: Strategy,
    seed: int,
    first: int,
    games: int,
    deals: NDArray[np.uint8] | None,
) -> Chunk:
    """Play ``games`` games from number ``first`` on, on the deals of ``seed`` or on ``deals``."""
    started = time.perf_counter()
    cards = deal_many(seed, first, games) if deals is None else deals
    played = play_deals(rules, strategy, cards, seed, first)
    scored = score_games(rules, played)
    return Chunk(
        first=first,
        totals=played.totals,
        wins=scored.wins,
        blocked=int(blocked_games(played).sum()),
        combinations=scored.combinations,
        points=scored.points,
        seconds=time.perf_counter() - started,
    )


def play_deals(
    rules: Rules, strategy: Strategy, deals: NDArray[np.uint8], seed: int, first: int
) -> PlayedGames:
    """Play one game on each row of ``deals``: all at once on tables where the strategy can.

    Row ``i`` is game ``first + i`` of ``seed``.
    """
    played = strategy.play_many(rules, deals, seed, first)
    if isinstance(played, PlayedGames):
        return played
    ended = [
        play_game(rules, strategy, tuple(row), seed, first + number)
        for number, row in enumerate(deals.tolist())
    ]
    positions = [game.position for game in ended]
    return PlayedGames(
        grids=np.array(
            [[NO_CARD if c is None else c for c in p.tableau.cards] for p in positions], np.uint8
        ),
        starters=np.array(
            [NO_CARD if p.starter is None else p.starter for p in positions], np.uint8
        ),
        totals=np.array([game.score.total for game in ended], np.int32),
        traces=np.array([trace_of(game.moves) for game in ended], np.uint64),
    )


def play_game(
    rules: Rules, strategy: Strategy, cards: tuple[Card, ...], seed: int, index: int
) -> Game:
    """Play game ``index`` of ``seed`` move by move, on a deal of ``cards``.

    Raises PluginError where the strategy fails or gives no legal move, and what it refuses with.
    """
    game = Game(rules, Deal(cards))
    chance = Chance(seed, index, PLAY_PURPOSE)
    while not game.over:
        _play_on(game, strategy, chance)
    return game


def _play_on(game: Game, strategy: Strategy, chance: Chance) -> None:
    what = f"strategy {strategy.id}"
    try:
        move = strategy.choose(game.view, chance)
    except SquaresError:
        raise
    except (Exception, SystemExit) as error:  # the strategy may come from any plugin
        raise PluginError.failed(what, error) from error
    name = f"{type(strategy).__name__}.choose()"
    if not isinstance(move, Move):
        raise PluginError(
            f"{what}: {name} returned {shown(repr(move))}, not one of the legal moves"
        )
    try:
        game.play(move)
    except IllegalMoveError as error:
        raise PluginError(f"{what}: {name} returned a move that is not legal: {error}") from error


def slow_reason(rules: Rules) -> str:
    """Return why games of ``rules`` have no tables and are slow, or an empty text."""
    try:
        compile_rules(rules)
    except NoTablesError as error:
        return str(error)
    return ""
