"""How long compiling takes and how large the tables are, by scorer and symmetry.

Seconds are of one process's time on the processor, so that a busy machine changes little.

``python compile.py`` measures what takes seconds; with ``all``, also what takes minutes.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from timing import print_table

from squares_core.cards import Card, rank_of, suit_of
from squares_core.engine.compiling.__main__ import scorers_named
from squares_core.engine.compiling.compile import compile_scorer
from squares_core.scoring import Combination, Hand, Scorer, Symmetry


class PairsAndColours(Scorer):
    """Pairs, and whether all cards are red or all black."""

    id, title, hand_sizes = "colours", "Pairs and colours", tuple(range(2, 8))

    def combinations(self, hand: Hand, starter: Card | None = None) -> list[Combination]:
        counts = Counter(map(rank_of, hand))
        found = [Combination("pair", (), 2) for count in counts.values() if count == 2]
        if len({suit_of(card) in (1, 2) for card in hand}) == 1:
            found.append(Combination("one colour", tuple(hand), 3))
        return found


class PipCount(Scorer):
    """The sum of the ranks, up to 31."""

    id, title, hand_sizes = "pips", "Pips", tuple(range(2, 8))

    def combinations(self, hand: Hand, starter: Card | None = None) -> list[Combination]:
        total = sum(map(rank_of, hand))
        return [Combination("pips", tuple(hand), total)] if total <= 31 else []


class Paired(Scorer):
    """Pairs, threes and flushes, at any size of hand."""

    id, title, hand_sizes = "paired", "Pairs and flushes", tuple(range(2, 8))

    def combinations(self, hand: Hand, starter: Card | None = None) -> list[Combination]:
        groups = sorted(n for n in Counter(map(rank_of, hand)).values() if n > 1)
        found = [Combination(f"{n} alike", (), n * n) for n in groups]
        if len({suit_of(card) for card in hand}) == 1:
            found.append(Combination("flush", tuple(hand), 10))
        return found


def main() -> None:
    bundled = {
        each.id: each for each in scorers_named("squares_poker") + scorers_named("squares_cribbage")
    }
    poker, cribbage = bundled["poker-american"], bundled["cribbage"]
    jobs: list[tuple[Scorer, int, Symmetry | None]] = [
        (poker, 5, "ranks-and-flushes"),
        (cribbage, 4, "ranks-and-flushes"),
        (poker, 5, None),
        (poker, 5, "suits"),
        (PairsAndColours(), 4, None),
        (PipCount(), 5, None),
        (Paired(), 3, None),
        (Paired(), 6, "ranks-and-flushes"),
        (Paired(), 7, "ranks-and-flushes"),
    ]
    if "all" in sys.argv[1:]:
        jobs += [
            (cribbage, 5, "ranks-and-flushes"),
            (cribbage, 4, "suits"),
            (PairsAndColours(), 5, None),
            (poker, 5, "none"),
            (Paired(), 6, "suits"),
            (Paired(), 7, "suits"),
        ]
    rows = []
    for scorer, size, symmetry in jobs:
        # A class of its own, so that the bundled one keeps what it declares.
        kind = type(type(scorer).__name__, (type(scorer),), {"symmetry": symmetry})
        claimed = object.__new__(kind)
        claimed.__dict__.update(scorer.__dict__)
        start = time.process_time()
        automaton = compile_scorer(claimed, size)
        taken = time.process_time() - start
        rows.append(
            (
                scorer.id,
                size,
                "yes" if automaton.with_starter else "no",
                symmetry or "found out",
                automaton.states,
                len(automaton.class_points),
                automaton.nbytes // 1024,
                taken,
            )
        )
        print(f"{scorer.id} {size} {symmetry}: {taken:.1f} s", file=sys.stderr)
    headings = ("scorer", "cards", "starter", "symmetry", "states", "classes", "KiB", "seconds")
    print_table("Compiling", headings, rows)


if __name__ == "__main__":
    main()
