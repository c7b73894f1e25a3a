"""The greatest total of any deal: what is asked for and what is answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from squares_core.cards import Card, rank_of
from squares_core.engine.maxima.search import MaximumSearch
from squares_core.engine.solving.build_order import LegalCells, any_order
from squares_core.engine.solving.clock import Clock, Standing
from squares_core.engine.solving.line_tables import Automata, automata_of
from squares_core.errors import InvalidValueError
from squares_core.rules import Rules, Score
from squares_core.tableau import Tableau


@dataclass(frozen=True)
class RankGrid:
    """The ranks of a grid, 1 to 13 by cell, and of its starter; and a grid of cards with them.

    Of the grids that differ by exchanges of rows, of columns and of the two directions it is the
    one whose ranks come first.
    """

    ranks: tuple[int, ...]
    starter_rank: int | None
    tableau: Tableau
    starter: Card | None


@dataclass(frozen=True)
class Maximum:
    """The greatest total found over all deals.

    ``bound``
        What no deal exceeds; equal to ``maximum`` where that is ``proven``.
    ``reachable``
        Whether the grid can be built, its cards dealt in a suitable order.
    ``row_sets``
        How many sets of rows the proof had to arrange into columns; 0 where bounds of the rows and
        the columns alone were enough.
    ``grids``
        All grids of ranks that reach the maximum, where they were asked for.
    ``interrupted``
        Whether the person stopped the search.
    """

    rules: Rules
    maximum: int
    bound: int
    proven: bool
    reachable: bool
    tableau: Tableau
    starter: Card | None
    row_sets: int
    nodes: int
    seconds: float
    grids: tuple[RankGrid, ...]
    interrupted: bool = False

    @property
    def gap(self) -> int:
        """How far the bound lies above the greatest total found."""
        return self.bound - self.maximum

    @cached_property
    def score(self) -> Score:
        """The grid's score by the rules, line by line."""
        return self.rules.score(self.tableau, self.starter)


def maximum(
    rules: Rules,
    *,
    automata: Automata | None = None,
    every: bool = False,
    starter_rank: int | None = None,
    time_limit: float | None = None,
    progress: Callable[[Standing], None] | None = None,
    seed: int = 0,
) -> Maximum:
    """Return the greatest total of any deal of ``rules``, with a grid that reaches it.

    The scorer is compiled unless ``automata`` are given. ``every`` asks for all grids of ranks that
    reach the maximum, where rows and columns score and it is proven; none are given for more than
    sixteen cells. ``starter_rank`` 1 to 13 admits starters of that rank only. A run that ends by
    ``time_limit`` seconds or by an interrupt gives the best found and a bound.

    Raises InvalidValueError for a starter rank in a game without a starter, for lines of more than
    six cards and for a time limit that is not positive.
    """
    clock = Clock(time_limit, progress)
    if starter_rank is not None and (not rules.has_starter or not 1 <= starter_rank <= 13):
        what = "has starters of rank 1 to 13" if rules.has_starter else "has no starter"
        raise InvalidValueError(
            f"{rules.id} {what}: a starter of rank {starter_rank} is not possible"
        )
    search = MaximumSearch(rules, automata or automata_of(rules), starter_rank, seed, every=every)
    clock.follow(search, 0)
    legal = LegalCells(rules.placement, rules.grid)
    reachable = rules.deal == "shuffle" or any_order(legal, search.laid) is not None
    return Maximum(
        rules=rules,
        maximum=search.best,
        bound=search.bound,
        proven=search.bound == search.best,
        reachable=reachable,
        tableau=Tableau(rules.grid, tuple(search.laid)),
        starter=search.starter,
        row_sets=search.row_sets,
        nodes=search.nodes,
        seconds=clock.seconds,
        grids=tuple(
            RankGrid(
                tuple(rank + 1 for rank in ranks),
                None if starter is None else rank_of(starter),
                Tableau(rules.grid, tuple(laid)),
                starter,
            )
            for ranks, laid, starter in search.grids
        ),
        interrupted=clock.interrupted,
    )
