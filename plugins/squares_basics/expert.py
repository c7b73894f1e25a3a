"""The strongest players there are for every variant: by learned values, by sampling, by solving."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from squares_core import (
    Card,
    InvalidValueError,
    Move,
    MoveKind,
    MoveValue,
    PlayerView,
    Progress,
    Rules,
    Strategy,
    Tableau,
)

if TYPE_CHECKING:
    from squares_core.engine import TablePlayer, Values

_RATED = 4000
_SEEDS = 2**63
_CLIMBS = 100
_RATING_CLIMBS = 8


@dataclass(frozen=True)
class MonteCarloStrategy(Strategy):
    """Samples games for every move, all moves on the same futures, and plays the best.

    ``playouts`` games are sampled for each move; ``seconds`` asks instead for as many as fit into
    that time for a whole game on this machine. The games are played out by what partial lines are
    worth on average, without anything learned. Only cards that cannot be seen are sampled.
    """

    playouts: int = 400
    seconds: float | None = None

    id = "monte-carlo"
    title = "Monte Carlo"

    def __post_init__(self) -> None:
        _require_budget(self.id, self.playouts, self.seconds)

    def choose(self, view: PlayerView, rng: random.Random) -> Move:
        """Return the move with the highest mean of the games sampled."""
        if view.rules.deal != "turned":
            return _planned_move(view)
        player = _plain_player(view.rules)
        return player.choose(view.position, self._games(player), rng.randrange(_SEEDS))

    def rate(self, view: PlayerView, rng: random.Random) -> Sequence[MoveValue]:
        """Return the mean of the games sampled for each move."""
        if view.rules.deal != "turned":
            return _planned_values(view)
        player = _plain_player(view.rules)
        return player.rate(view.position, self._games(player), rng.randrange(_SEEDS))

    def settled(self, rules: Rules, progress: Progress | None = None) -> Strategy:
        """Return this strategy with ``seconds`` turned into a number of games."""
        if self.seconds is None:
            return self
        if rules.deal != "turned":
            return replace(self, seconds=None)
        playouts = _plain_player(rules).playouts_for(self.seconds)
        return replace(self, playouts=playouts, seconds=None)

    def _games(self, player: TablePlayer) -> int:
        return self.playouts if self.seconds is None else player.playouts_for(self.seconds)


@dataclass(frozen=True)
class ExpertStrategy(Strategy):
    """Plays by learned values of partial lines, and with a budget samples games by them, too.

    Without a budget it moves at once. ``playouts`` games are sampled for each move; ``seconds``
    asks instead for as many as fit into that time for a whole game on this machine. Where all cards
    are known from the outset it plays towards the best grid there is.
    """

    playouts: int | None = None
    seconds: float | None = None

    id = "expert"
    title = "Expert"

    def __post_init__(self) -> None:
        _require_budget(self.id, self.playouts, self.seconds)

    def choose(self, view: PlayerView, rng: random.Random) -> Move:
        """Return the best move by value, or by the games sampled where there is a budget."""
        if view.rules.deal != "turned":
            return _planned_move(view)
        player = _trained_player(view.rules)
        if self.playouts is None and self.seconds is None:
            return player.choose_by_value(view.position)
        return player.choose(view.position, self._games(player), rng.randrange(_SEEDS))

    def rate(self, view: PlayerView, rng: random.Random) -> Sequence[MoveValue]:
        """Return the mean of the games sampled for each move; without a budget of 4000."""
        if view.rules.deal != "turned":
            return _planned_values(view)
        player = _trained_player(view.rules)
        return player.rate(view.position, self._games(player), rng.randrange(_SEEDS))

    def play_many(self, rules: Rules, deals: Any, seed: int, first: int) -> Any:
        """Play by value on tables; with a budget, one game at a time."""
        if rules.deal != "turned" or self.playouts is not None or self.seconds is not None:
            return None
        return _trained_player(rules).play_by_value(deals)

    def settled(self, rules: Rules, progress: Progress | None = None) -> Strategy:
        """Return this strategy with ``seconds`` turned into a number of games.

        Values that are neither shipped nor kept are learned here, which takes a minute or more.
        """
        if rules.deal != "turned":
            return self if self.seconds is None else replace(self, seconds=None)
        _values(rules, progress)
        if self.seconds is None:
            return self
        playouts = _trained_player(rules).playouts_for(self.seconds)
        return replace(self, playouts=playouts, seconds=None)

    def table_player(self, rules: Rules) -> TablePlayer:
        """Return the tables and learned values by which games of ``rules`` are played.

        Raises NoTablesError for a variant whose cards are not turned one at a time.
        """
        return _trained_player(rules)

    def _games(self, player: TablePlayer) -> int:
        if self.seconds is not None:
            return player.playouts_for(self.seconds)
        return _RATED if self.playouts is None else self.playouts


def _require_budget(owner: str, playouts: int | None, seconds: float | None) -> None:
    if playouts is not None and not 1 <= playouts <= 10_000_000:
        raise InvalidValueError(f"{owner}: playouts runs from 1 to 10000000, not {playouts}")
    if seconds is not None and not 0 < seconds <= 3600:
        raise InvalidValueError(f"{owner}: seconds is more than 0 and at most 3600, not {seconds}")


# The engine is imported when it is needed: numba takes its time to load.


@lru_cache(maxsize=16)
def _trained_player(rules: Rules) -> TablePlayer:
    from squares_core import engine

    return engine.TablePlayer(engine.compile_rules(rules), _values(rules))


def _values(rules: Rules, progress: Progress | None = None) -> Values:
    from squares_core import engine

    with as_file(files("squares_basics") / "values") as bundled:
        folders = [*_shipped_folders(rules), bundled]
        return engine.values_for(engine.compile_rules(rules), folders, progress)


def _shipped_folders(rules: Rules) -> list[Path]:
    """Return the folders ``values`` beside the modules of the scorer and the placement rule."""
    modules = [sys.modules.get(type(part).__module__) for part in (rules.scorer, rules.placement)]
    sources = [getattr(module, "__file__", None) for module in modules]
    return [Path(source).parent / "values" for source in sources if source]


@lru_cache(maxsize=16)
def _plain_player(rules: Rules) -> TablePlayer:
    from squares_core import engine

    compiled = engine.compile_rules(rules)
    return engine.TablePlayer(compiled, engine.untrained_values(compiled), prior_games=0)


@lru_cache(maxsize=64)
def _best_grid(rules: Rules, cards: tuple[Card, ...], starter: Card | None) -> Any:
    from squares_core import engine

    return engine.solve(rules, cards, starter, in_deal_order=False)


def _known_cards(view: PlayerView) -> tuple[Card, ...]:
    position = view.position
    return tuple(sorted((*position.tableau.placed, *position.tray)))


def _plan(view: PlayerView) -> Tableau:
    """Return the grid to play for: the best there is, or the best that can still be had."""
    position = view.position
    best: Tableau = _best_grid(view.rules, _known_cards(view), position.starter).tableau
    laid = position.tableau
    if view.rules.deal == "shuffle" or all(best[c] == laid[c] for c in laid.filled_cells):
        return best
    return _completed(view.rules, laid, position.tray, position.starter, _CLIMBS)[1]


def _completed(
    rules: Rules, laid: Tableau, cards: Sequence[Card], starter: Card | None, climbs: int
) -> tuple[int, Tableau]:
    from squares_core import engine

    return engine.complete_grid(rules, laid, cards, starter, climbs=climbs)


def _planned_move(view: PlayerView) -> Move:
    """Return the first legal move that brings the grid nearer to the plan."""
    plan = _plan(view)
    laid = view.position.tableau
    for move in view.legal_moves:
        if _serves(plan, laid, move):
            return move
    return view.legal_moves[-1]


def _serves(plan: Tableau, laid: Tableau, move: Move) -> bool:
    if move.kind is MoveKind.PUT:
        return plan[move.target] == move.source
    if move.kind is MoveKind.SWAP:
        one, other = move.source, move.target
        right = (plan[one] == laid[other]) + (plan[other] == laid[one])
        wrong = (plan[one] == laid[one]) + (plan[other] == laid[other])
        return right > wrong == 0
    return laid == plan


def _planned_values(view: PlayerView) -> list[MoveValue]:
    """Return what comes of each move: the plan's total, or what still can be had after it.

    Nothing is sampled, since all cards are known. In a shuffle game an exchange that leads away
    from the plan is weighed by the total right after it.
    """
    plan = _plan(view)
    rules, position = view.rules, view.position
    goal = rules.score(plan, position.starter).total
    values = []
    for move in view.legal_moves:
        if move.kind is MoveKind.DONE:
            total = view.score.total
        elif _serves(plan, position.tableau, move):
            total = goal
        elif move.kind is MoveKind.SWAP:
            swapped = position.tableau.swapped(move.source, move.target)
            total = rules.score(swapped, position.starter).total
        else:
            laid = position.tableau.with_card(move.target, move.source)
            left = [card for card in position.tray if card != move.source]
            total = _completed(rules, laid, left, position.starter, _RATING_CLIMBS)[0]
        values.append(MoveValue(move, float(total), 0.0, 0))
    return values
