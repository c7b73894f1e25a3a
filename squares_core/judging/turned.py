"""Judges the moves of a game whose cards are turned one at a time, by games sampled from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from squares_core.engine import PairedGames, TablePlayer
from squares_core.game import Game
from squares_core.judging.advice import move_values
from squares_core.judging.judged import Judged
from squares_core.moves import Move
from squares_core.rules import Position
from squares_core.strategy import MoveValue

_STREAMS: Final = 64
_WEIGHED: Final = 4
_SHOWN: Final = 4
_ROUNDS: Final = 4
_ROUNDS_WITH_PILES: Final = 2
"""How often the number of games is doubled for a close call; a game with piles takes longer."""
_CLEAR: Final = 4.0
_GOOD: Final = 0.012
_FINE: Final = 0.004
"""Errors, as parts of a game's standard deviation: good enough for a clear loss, and for any."""


@dataclass(frozen=True)
class _Weighed:
    """The moves of one position, in points.

    ``quick`` is the expected score where the quick player moves; ``exact`` tells that all games to
    come were counted out.
    """

    values: dict[Move, MoveValue]
    best: Move
    loss: float
    error: float
    quick: float
    exact: bool
    games: int


def judge_turned(
    game: Game, player: TablePlayer, playouts: int, step: Callable[[], None]
) -> tuple[list[Judged], int, float]:
    """Return each move judged, what the quick player expects at the start, and the scale.

    Expectations are in hundredths of a point, the scale in points.
    """
    positions = game.positions()
    weigher = _Weigher(player, playouts, _deviation(player, positions[0], playouts))
    judged: list[Judged] = []
    start, exact = 0, True
    for number, (move, position) in enumerate(zip(game.moves, positions, strict=False)):
        weighed = weigher.weigh(position, move, number, after_exact=exact)
        exact = weighed.exact
        quick, shift = _cents(weighed.quick), 0
        if not judged:
            start = quick
        elif position.drawn == positions[number - 1].drawn:
            # No card was turned: what differs is nothing but the error of two samples.
            shift = judged[-1].played - quick
        else:
            judged[-1] = replace(judged[-1], luck=quick - judged[-1].played)
        played = _cents(weighed.values[move].expected) + shift
        loss = _cents(weighed.loss)
        ranked = sorted(weighed.values.values(), key=lambda value: -value.expected)
        judged.append(
            Judged(
                best_move=weighed.best,
                played=played,
                best=played + loss,
                loss=loss,
                error=weighed.error,
                luck=0,
                gain=played + loss - quick - shift,
                values=tuple(
                    replace(value, expected=value.expected + shift / 100)
                    for value in ranked[:_SHOWN]
                ),
                games=weighed.games,
            )
        )
        step()
    judged[-1] = replace(judged[-1], luck=100 * game.score.total - judged[-1].played)
    return judged, start, weigher.scale


def _values(games: PairedGames) -> dict[Move, MoveValue]:
    return {value.move: value for value in move_values(games)}


def _cents(points: float) -> int:
    return round(100 * points)


def _deviation(player: TablePlayer, position: Position, playouts: int) -> float:
    """Return the standard deviation of the final score that the quick player reaches."""
    quick = player.choose_by_value(position)
    return player.play_paired(position, [quick], playouts, _STREAMS - 1).deviation


class _Weigher:
    """Weighs the moves of one position after another."""

    def __init__(self, player: TablePlayer, playouts: int, scale: float) -> None:
        self._player, self._playouts = player, playouts
        self.scale = scale
        rules = player.compiled.rules
        self._rounds = _ROUNDS_WITH_PILES if rules.reserves or rules.waste_size else _ROUNDS

    def weigh(
        self, position: Position, played: Move, number: int, *, after_exact: bool
    ) -> _Weighed:
        """Weigh ``played`` against the best of the other moves.

        ``after_exact`` tells that what comes after the move before was counted out, too.
        """
        first = number * _STREAMS
        rated = self._player.rate(position, self._playouts, first)
        quick = self._player.choose_by_value(position)
        if any(value.games for value in rated):
            return self._sampled(position, played, quick, rated, first + 1)
        values = {value.move: value for value in rated}
        best = max(rated, key=lambda value: value.expected)
        loss = best.expected - values[played].expected
        if after_exact:
            before = best.expected
        else:
            # The move before was judged by the quick player's play, and so must be its luck.
            sampled = self._player.play_paired(position, [quick], self._playouts, first + 1)
            before = sampled.expected(quick)
        found = played if loss == 0 else best.move
        return _Weighed(values, found, loss, 0.0, before, exact=True, games=0)

    def _sampled(
        self,
        position: Position,
        played: Move,
        quick: Move,
        rated: list[MoveValue],
        stream: int,
    ) -> _Weighed:
        ranked = sorted(rated, key=lambda value: -value.expected)
        moves = dict.fromkeys((played, quick, *(value.move for value in ranked[:_WEIGHED])))
        games = self._player.play_paired(position, tuple(moves), self._playouts, stream)
        values = _values(games)
        if len(moves) == 1:
            before = values[quick].expected
            return _Weighed(values, played, 0.0, 0.0, before, exact=False, games=games.games)
        for doubled in range(1, self._rounds + 2):
            rival = max((move for move in games.moves if move != played), key=games.expected)
            loss = games.expected(rival) - games.expected(played)
            error = games.error_of_difference(rival, played)
            clear = abs(loss) >= _CLEAR * error
            enough = error <= (_GOOD if clear else _FINE) * self.scale
            if enough or doubled > self._rounds:
                break
            kept = [
                move
                for move in games.moves
                if move in (played, quick, rival)
                or games.expected(rival) - games.expected(move)
                < _CLEAR * games.error_of_difference(rival, move)
            ]
            more = self._player.play_paired(position, kept, games.games, stream + doubled)
            games = games.joined(more)
            values |= _values(games)
        as_good = loss <= error
        return _Weighed(
            values,
            played if as_good else rival,
            0.0 if as_good else loss,
            error,
            values[quick].expected,
            exact=False,
            games=games.games,
        )
