"""What the table and the process that rates moves say to each other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
class Answer:
    """The values, or why there are none."""

    values: tuple[MoveValue, ...] = ()
    problem: str = ""
