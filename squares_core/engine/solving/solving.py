"""The best grid for known cards, proven, and how it can be built.

Which method serves depends on the lines of the variant and on the values of the hands at hand:

``partitions``
    Rows and columns, or one of them, with few enough partitions of the cards into rows.
``patterns``
    Rows and columns, or one of them, where few sets of cards make a hand score.
``cells``
    Everything else: right, and slow for more than a few cells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from squares_core.cards import Card, card_name, require_distinct
from squares_core.engine.solving.build_order import Placing
from squares_core.engine.solving.clock import Clock, Standing
from squares_core.engine.solving.deal_search import DealSearch, Method
from squares_core.engine.solving.line_tables import Automata
from squares_core.errors import InvalidValueError
from squares_core.rules import Rules, Score
from squares_core.tableau import Tableau


@dataclass(frozen=True)
class Solution:
    """The best grid found for known cards.

    ``optimum``
        Its total, with what the starter earns once.
    ``bound``
        What no grid of these cards exceeds; equal to ``optimum`` where that is ``proven``.
    ``reachable``
        Whether ``order`` shows a way to build the grid. Where it is false no way was found, and
        ``optimum`` is an upper bound for play.
    ``order``
        Each card and its cell, in the order in which they may go down.
    ``note``
        What the figure does not cover, in words; mostly empty.
    ``interrupted``
        Whether the person stopped the search.
    """

    rules: Rules
    cards: tuple[Card, ...]
    starter: Card | None
    tableau: Tableau
    optimum: int
    bound: int
    proven: bool
    reachable: bool
    order: tuple[Placing, ...]
    method: Method
    nodes: int
    seconds: float
    note: str = ""
    interrupted: bool = False

    @property
    def gap(self) -> int:
        """How far the bound lies above the best grid found."""
        return self.bound - self.optimum

    @cached_property
    def score(self) -> Score:
        """The grid's score by the rules, line by line."""
        return self.rules.score(self.tableau, self.starter)


def solve(
    rules: Rules,
    cards: Sequence[Card],
    starter: Card | None = None,
    *,
    in_deal_order: bool | None = None,
    automata: Automata | None = None,
    method: Method | None = None,
    time_limit: float | None = None,
    most_nodes: int | None = None,
    progress: Callable[[Standing], None] | None = None,
    seed: int = 0,
    from_scratch: bool = False,
) -> Solution:
    """Return the best grid for known cards.

    ``cards`` are as many as the grid has cells, in dealing order; a starter is given apart or as
    the card after them. Where the player chooses the starter and none is given, the best one is
    chosen. ``in_deal_order`` says whether the cards must go down as they were dealt; by default
    they must where they are turned one at a time. With a reserve or waste the answer is the best
    grid of the cards given, and a way to build it without them if there is one. ``method``
    forces a method and ``from_scratch`` searches without an annealed grid to start from: both
    change only the time. A run that ends by ``time_limit`` seconds, by an interrupt or after about
    ``most_nodes`` nodes (the same on every machine) gives the best grid found.

    Raises InvalidValueError for cards that are too few, too many or there twice, for a method that
    does not apply, and for a time limit that is not positive.
    """
    clock = Clock(time_limit, progress, most_nodes)
    known, starters = _known_cards(rules, cards, starter)
    if in_deal_order is None:
        in_deal_order = rules.deal == "turned"
    deals = [
        DealSearch(rules, tuple(card for card in known if card != each), each, automata, seed)
        for each in starters
    ]
    if len(deals) > 1:
        # A good total early cuts the search for every other starter.
        deals.sort(key=lambda deal: -deal.total)
    best = deals[0]
    for deal in deals:
        if clock.over and deal is not deals[0]:
            break
        floor = None if from_scratch or deal is best else best.total
        deal.search(clock, method, floor, from_scratch=from_scratch)
        if deal.total > best.total:
            best = deal
    piles = bool(rules.reserves or rules.waste_size)
    order = best.placed(clock, in_deal_order=in_deal_order, settle_for_less=not piles)
    bound = max(deal.bound for deal in deals)
    notes = []
    if order is None:
        notes.append(f"no way to build it by the rule '{rules.placement.id}' was found")
    if piles:
        notes.append("cards that a reserve or waste would let pass are not counted in")
    return Solution(
        rules=rules,
        cards=known,
        starter=best.starter,
        tableau=Tableau(rules.grid, best.laid),
        optimum=best.total,
        bound=bound,
        proven=bound == best.total,
        reachable=order is not None,
        order=tuple(order or ()),
        method=best.method,
        nodes=sum(deal.nodes for deal in deals),
        seconds=clock.seconds,
        note="; ".join(notes),
        interrupted=clock.interrupted,
    )


def _known_cards(
    rules: Rules, cards: Sequence[Card], starter: Card | None
) -> tuple[tuple[Card, ...], tuple[Card | None, ...]]:
    """Return the cards to lay, and the starters that come into question."""
    size = rules.grid.size
    given = (*cards, *(() if starter is None else (starter,)))
    for card in given:
        card_name(card)
    require_distinct(given)
    needed = rules.cards_scored
    if not rules.has_starter and starter is not None:
        raise InvalidValueError(
            f"{rules.id} has no starter, but {card_name(starter)} is given as one"
        )
    if len(given) != needed or (starter is not None and len(cards) != size):
        what = f"{size} cards" if needed == size else f"{size} cards and a starter"
        got = f"{len(cards)} cards" + ("" if starter is None else " and a starter")
        raise InvalidValueError(f"{got} given; {rules.id} needs {what}")
    if not rules.has_starter:
        return tuple(cards), (None,)
    if rules.starter == "chosen" and starter is None:
        return tuple(cards), tuple(cards)
    return given[:size], (given[size],)
