"""What each move of a game cost and what the cards brought, judged when the game is over.

Where cards are turned one at a time every move is sampled. Written ``q(m)`` is the mean final score
after move ``m`` of a position when the quick player, who goes by learned values alone, plays on;
``w`` is ``q`` of the move that this player makes itself. Then

* the *loss* of a move is ``q(best) - q(played)``,
* the *luck* after it is ``w`` of the next position less ``q(played)``, which is zero on average
  whoever plays, or at the end the final score less ``q(played)``,
* what the best move *gains* on the quick player's is ``q(best) - w``.

The starting expectation is ``w`` of the first position and all gains: what the best moves of this
game were expected to reach. So starting expectation + luck - losses = final score, always. The last
moves, where all games to come can be counted out, are exact and have no gains. Where all cards are
known from the outset there is no luck: a loss is what the best total within reach went down by.

Figures are whole hundredths of a point, so that they add up as they are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import sqrt
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from squares_core.cards import Card
from squares_core.errors import InvalidValueError, SquaresError
from squares_core.game import Game
from squares_core.judging.advice import ADVISER
from squares_core.judging.judged import Judged
from squares_core.moves import Move
from squares_core.records import GameRecord
from squares_core.rules import Position, Rules
from squares_core.strategy import MoveValue, Progress

if TYPE_CHECKING:
    from squares_core.engine import Solution, TablePlayer
    from squares_core.registry import Registry

Mark: TypeAlias = Literal["", "doubtful", "blunder"]
Rating: TypeAlias = Literal["flawless", "expert", "strong", "fair", "casual", "beginner"]

PLAYOUTS: Final = 4000
"""Games sampled for the moves of a position; close calls get up to sixteen times as many."""
DOUBTFUL: Final = 0.05
BLUNDER: Final = 0.15
"""Losses from which a move is doubtful and a blunder, in standard deviations of a final score."""
SIGNIFICANT: Final = 2.0
"""A mark needs a loss of at least so many standard errors."""
RATINGS: Final[tuple[tuple[float, Rating], ...]] = (
    (0.1, "flawless"),
    (0.3, "expert"),
    (0.6, "strong"),
    (1.0, "fair"),
    (1.6, "casual"),
)
"""Up to which total loss, in the same unit, a game has each rating; beyond is ``"beginner"``."""


@dataclass(frozen=True)
class ReviewedMove:
    """One move judged; all figures are points.

    ``played``, ``best``
        The expected final score after the move and after the best one; of equals the move played.
    ``loss``, ``error``
        How far ``played`` lies below ``best``, and the standard error of that difference, both
        moves played out on the same futures. A difference below its error counts as no loss. 0
        stands for an exact figure.
    ``luck``
        What the cards turned after the move changed.
    ``gain``
        How far ``best`` lies above the move of the quick player.
    ``mark``
        ``"doubtful"``, ``"blunder"``, or empty.
    ``values``
        The moves that were weighed longest, the best first.
    ``games``
        How many games each of the two moves was played out; 0 where nothing is left to chance.
    """

    number: int
    player: str | None
    position: Position
    move: Move
    card: Card | None
    best_move: Move
    played: float
    best: float
    loss: float
    error: float
    luck: float
    gain: float
    mark: Mark
    values: tuple[MoveValue, ...]
    games: int


@dataclass(frozen=True)
class Review:
    """A game judged move by move.

    ``start + luck - loss == final`` to the hundredth. ``quick_start`` is the part of ``start`` that
    the quick player is expected to reach by itself. ``optimum`` is the best grid of hindsight,
    ``share`` how much of it the game reached, None where the optimum is not above 0; ``scale`` the
    standard deviation of a final score, by which losses are judged. ``notes`` say in words what the
    figures do not cover.
    """

    rules: Rules
    deal: str
    players: tuple[str, ...]
    moves: tuple[ReviewedMove, ...]
    start: float
    quick_start: float
    luck: float
    loss: float
    error: float
    final: int
    won: bool | None
    optimum: int
    optimum_proven: bool
    scale: float
    playouts: int
    end: Position
    notes: tuple[str, ...]

    @property
    def share(self) -> float | None:
        """How much of the hindsight optimum was reached."""
        return self.final / self.optimum if self.optimum > 0 else None

    @property
    def rating(self) -> Rating:
        """The game as a whole, by its total loss."""
        return rating_of(self.loss, self.scale)

    @property
    def losses(self) -> Mapping[str, float]:
        """The loss of each player, in a game of several."""
        return {
            name: round(sum(move.loss for move in self.moves if move.player == name), 2)
            for name in self.players
        }

    def count(self, mark: Mark) -> int:
        """Return how many moves have ``mark``."""
        return sum(move.mark == mark for move in self.moves)


def rating_of(loss: float, scale: float) -> Rating:
    """Return the rating of a game with so much loss in all."""
    return next((name for limit, name in RATINGS if loss < limit * scale), "beginner")


def mark_of(loss: float, error: float, scale: float) -> Mark:
    """Return the mark of a move; none where its loss is within the error."""
    if loss <= 0 or loss < SIGNIFICANT * error or loss < DOUBTFUL * scale:
        return ""
    return "blunder" if loss >= BLUNDER * scale else "doubtful"


def review_game(
    played: Game | GameRecord,
    registry: Registry,
    *,
    playouts: int = PLAYOUTS,
    progress: Progress | None = None,
) -> Review:
    """Return the review of a game that is over.

    ``playouts`` games are sampled for the moves of each position, more for close calls; the same
    game with the same number gives the same review on any machine. ``progress`` is called with the
    steps done and all steps.

    Raises InvalidValueError for a game that is not over or fewer than 100 playouts, RecordError for
    a record that does not fit together, and SquaresError where the strategy that judges is not
    there or has no tables for the scorer.
    """
    from squares_core.judging.known import judge_known
    from squares_core.judging.turned import judge_turned

    game = played.replay(registry) if isinstance(played, GameRecord) else played
    if not game.over or not game.moves:
        raise InvalidValueError("the game is not over: it can be reviewed at its end")
    if playouts < 100:
        raise InvalidValueError(f"{playouts} playouts: at least 100 are needed")
    done, total = count(1), len(game.moves) + 1

    def step() -> None:
        if progress is not None:
            progress(next(done), total)

    player = _player(registry, game.rules) if game.rules.deal == "turned" else None
    hindsight, notes = _hindsight(game)
    step()
    if player is not None:
        judged, quick, scale = judge_turned(game, player, playouts, step)
    else:
        judged, quick, scale = judge_known(game, hindsight, step)
        if game.rules.deal == "open":
            notes.append(
                "totals within reach between the first move and the last are the best found"
            )
    final = game.score.total
    start = quick + sum(each.gain for each in judged)
    luck, loss = sum(each.luck for each in judged), sum(each.loss for each in judged)
    return Review(
        rules=game.rules,
        deal=game.deal.code,
        players=game.players,
        moves=tuple(_reviewed(game, judged, scale)),
        start=start / 100,
        quick_start=quick / 100,
        luck=luck / 100,
        loss=loss / 100,
        error=sqrt(sum(each.error**2 for each in judged)),
        final=final,
        won=game.won if game.rules.decides else None,
        optimum=max(hindsight.optimum, final),
        optimum_proven=hindsight.proven,
        scale=scale,
        playouts=playouts,
        end=game.position,
        notes=tuple(notes),
    )


def _player(registry: Registry, rules: Rules) -> TablePlayer:
    player = registry.strategy(ADVISER).table_player(rules)
    if player is None:
        raise SquaresError(f"strategy {ADVISER} has no tables to judge moves by")
    return player


def _reviewed(game: Game, judged: Sequence[Judged], scale: float) -> Iterator[ReviewedMove]:
    for number, (made, each) in enumerate(zip(game.history(), judged, strict=True), 1):
        yield ReviewedMove(
            number=number,
            player=made.player,
            position=made.position,
            move=made.move,
            card=made.card,
            best_move=each.best_move,
            played=each.played / 100,
            best=each.best / 100,
            loss=each.loss / 100,
            error=each.error,
            luck=each.luck / 100,
            gain=each.gain / 100,
            mark=mark_of(each.loss / 100, each.error, scale),
            values=each.values,
            games=each.games,
        )


# Not seconds: a review says the same on every machine. Bundled games take a million at most.
_MOST_NODES: Final = 10_000_000


def _hindsight(game: Game) -> tuple[Solution, list[str]]:
    """Return the best grid of the cards that the game was about, and what it does not cover."""
    from squares_core.engine import solve

    rules, position = game.rules, game.position
    if (rules.reserves or rules.waste_size) and position.finished:
        cards, starter = position.tableau.placed, position.starter
        found = solve(rules, cards, starter, in_deal_order=False, most_nodes=_MOST_NODES)
        notes = ["the hindsight optimum is that of the cards on the grid, in any order"]
    else:
        dealt = game.deal.cards[: rules.cards_scored]
        found = solve(rules, dealt, most_nodes=_MOST_NODES)
        notes = [found.note] if found.note else []
    if not found.proven:
        notes.append(f"the best grid of hindsight is not proven: none exceeds {found.bound}")
    return found, notes
