"""Rates moves in a process of its own, so that the table answers while it computes.

The table sends what a player may see, never the deal, and can stop the process at any moment. Run
as ``python -m squares_core.table.adviser`` by ``squares_core.table.hints``.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from squares_core.errors import SquaresError
from squares_core.judging.advice import rate_moves
from squares_core.judging.review import review_game
from squares_core.plugins import load_registry
from squares_core.records import parse_record
from squares_core.registry import Registry
from squares_core.strategy import PlayerView
from squares_core.table.questions import (
    Answer,
    JudgedGame,
    JudgedMove,
    Progress,
    Question,
    ReviewQuestion,
)
from squares_core.variants import VariantSpec

_KINDNESS = 5


def main() -> None:
    """Answer questions from the standard input until it ends, each with its length before it."""
    source = sys.stdin.buffer
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever a plugin prints must not come between the answers.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(_KINDNESS)
    registry = load_registry()
    known: set[Path] = set()
    while True:
        try:
            question: Question | ReviewQuestion = pickle.load(source)
        except EOFError:
            return
        try:
            for path in question.variant_files:
                if path not in known:
                    registry.add_variant_file(path)
                    known.add(path)
            answer = _answer(question, registry, partial(_send, sink))
        except SquaresError as error:
            answer = Answer(problem=str(error))
        _send(sink, answer)


def _send(sink: BinaryIO, what: Answer | Progress) -> None:
    data = pickle.dumps(what)
    sink.write(len(data).to_bytes(8, "big") + data)
    sink.flush()


def _answer(
    question: Question | ReviewQuestion, registry: Registry, tell: Callable[[Progress], None]
) -> Answer:
    if isinstance(question, ReviewQuestion):
        return Answer(judged=_judged(question.record, registry, tell))
    rules = registry.resolve(VariantSpec(**question.variant))
    view = PlayerView(rules, question.position)
    return Answer(tuple(rate_moves(registry, view, question.moves_made)))


def _judged(record: str, registry: Registry, tell: Callable[[Progress], None]) -> JudgedGame:
    review = review_game(
        parse_record(record),
        registry,
        progress=lambda done, total: tell(Progress(done, total)),
    )
    return JudgedGame(
        moves=tuple(
            JudgedMove(move.played, move.best, move.loss, move.mark, move.best_move)
            for move in review.moves
        ),
        start=review.start,
        luck=review.luck,
        loss=review.loss,
        final=review.final,
        rating=review.rating,
        optimum=review.optimum,
    )


if __name__ == "__main__":
    main()
