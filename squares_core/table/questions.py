"""What the table and the process that rates moves say to each other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from squares_core.moves import Move
from squares_core.rules import Position
from squares_core.strategy import MoveValue


@dataclass(frozen=True, slots=True)
class Question:
    """What the table asks: the values of the moves in ``position``, after ``moves_made`` moves.

    ``variant`` is the complete table of the variant, as ``VariantSpec.model_dump`` gives it.
    """

    variant_files: tuple[Path, ...]
    variant: dict[str, Any]
    position: Position
    moves_made: int


@dataclass(frozen=True, slots=True)
class ReviewQuestion:
    """What the table asks when a game is over: what each of its moves cost.

    ``record`` is the text of the game's record.
    """

    variant_files: tuple[Path, ...]
    record: str


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A ``ReviewedMove`` of the game without what the table does not show."""

    played: float
    best: float
    loss: float
    mark: str
    best_move: Move


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """A ``squares_core.judging.review.Review`` without what the table does not show."""

    moves: tuple[JudgedMove, ...]
    start: float
    luck: float
    loss: float
    final: int
    rating: str
    optimum: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How many steps of a review are done, before its answer."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The values or the judged game that was asked for, or why there is none."""

    values: tuple[MoveValue, ...] = ()
    judged: JudgedGame | None = None
    problem: str = ""
