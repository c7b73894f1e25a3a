"""Rates moves in a process of its own, so that the table answers while it computes.

The table sends what a player may see, never the deal, and can stop the process at any moment. Run
as ``python -m squares_core.table.adviser`` by ``squares_core.table.hints``.
"""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import suppress
from pathlib import Path

from squares_core.advice import rate_moves
from squares_core.errors import SquaresError
from squares_core.plugins import load_registry
from squares_core.strategy import PlayerView
from squares_core.table.questions import Answer, Question
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
            question: Question = pickle.load(source)
        except EOFError:
            return
        try:
            for path in question.variant_files:
                if path not in known:
                    registry.add_variant_file(path)
                    known.add(path)
            rules = registry.resolve(VariantSpec(**question.variant))
            view = PlayerView(rules, question.position)
            answer = Answer(tuple(rate_moves(registry, view, question.moves_made)))
        except SquaresError as error:
            answer = Answer(problem=str(error))
        data = pickle.dumps(answer)
        sink.write(len(data).to_bytes(8, "big") + data)
        sink.flush()


if __name__ == "__main__":
    main()
