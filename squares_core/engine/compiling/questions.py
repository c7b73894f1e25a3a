"""Putting hands to a scorer, many at a time, in this process or in several.

Hands here may hold a card twice (see ``lines``). A scorer need not be ready for that: where it
fails on such a hand it is asked about a real one nearby. Where it fails on a real hand, that is an
error.
"""

from __future__ import annotations

import pickle
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from numbers import Integral
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from squares_core.answers import wrong_form
from squares_core.cards import PACK, Card, card_name, card_names, rank_of, suit_of
from squares_core.engine.compiling.automaton import Cards, Label, Points
from squares_core.errors import InvalidValueError
from squares_core.scoring import Combination, Scorer
from squares_core.strategy import Progress

RawLabel: TypeAlias = tuple[tuple[str, int], ...]
Found: TypeAlias = tuple[NDArray[np.int32], list[RawLabel]]

CHUNK: Final = 16_384
_LIMIT: Final = 2**31 - 1


def raw_label(combinations: Sequence[Combination]) -> RawLabel:
    """Return what tells one class from another: the names and points, in a fixed order."""
    if not isinstance(combinations, list | tuple):
        raise TypeError(f"{wrong_form(combinations)} was returned")
    return tuple(sorted((item.name, item.points) for item in combinations))


def label_of(raw: RawLabel) -> Label:
    """Return ``raw`` with equal combinations counted: (name, how many, points of each)."""
    return tuple((name, count, int(points)) for (name, points), count in Counter(raw).items())


def total_points(raw: RawLabel) -> int:
    """Return the sum of the points."""
    return sum(int(points) for _, points in raw)


def shown_hand(hand: Sequence[Card], starter: Card | None) -> str:
    """Return the names of the cards, such as ``5H 6H with starter JD``."""
    with_starter = "" if starter is None else f" with starter {card_name(starter)}"
    return " ".join(card_names(hand)) + with_starter


def ask_final(scorer: Scorer, hand: Sequence[Card], starter: Card | None) -> RawLabel:
    """Return what ``scorer`` finds in a full ``hand`` of distinct cards.

    Raises InvalidValueError, which names scorer and hand, when it fails or gives no integers.
    """
    try:
        return _checked(raw_label(scorer.combinations(hand, starter)))
    except Exception as error:
        raise _failure(scorer, "combinations", hand, starter, error) from error


def ask_partial(scorer: Scorer, hand: Sequence[Card]) -> int:
    """Return the running score of an unfinished ``hand`` of distinct cards.

    Raises InvalidValueError as ``ask_final`` does.
    """
    try:
        return total_points(_checked(raw_label(scorer.partial(hand))))
    except Exception as error:
        raise _failure(scorer, "partial", hand, None, error) from error


def _failure(
    scorer: Scorer, method: str, hand: Sequence[Card], starter: Card | None, error: Exception
) -> InvalidValueError:
    return InvalidValueError(
        f"scorer '{scorer.id}': {method}() failed on {shown_hand(hand, starter)}: "
        f"{type(error).__name__}: {error}"
    )


def _checked(raw: RawLabel) -> RawLabel:
    for name, points in raw:
        if not isinstance(name, str) or not isinstance(points, Integral):
            raise TypeError(f"a combination needs a name and whole points, not {name!r} {points!r}")
    if abs(total_points(raw)) > _LIMIT:
        raise OverflowError(f"{total_points(raw)} points are more than tables hold")
    return raw


def stand_in(hand: Sequence[Card], starter: Card | None) -> tuple[list[Card], Card | None]:
    """Return a real hand and starter near ones that hold a card twice.

    The second card of a kind becomes another of its rank, or where there is none, of its suit.
    """
    taken: set[Card] = set()
    result: list[Card] = []
    for card in [*hand, *([] if starter is None else [starter])]:
        near = sorted(
            (other for other in PACK if other not in taken),
            key=lambda other: (
                other != card,
                rank_of(other) != rank_of(card),
                suit_of(other) != suit_of(card),
            ),
        )[0]
        taken.add(near)
        result.append(near)
    return (result, None) if starter is None else (result[:-1], result[-1])


def _final_or_near(scorer: Scorer, hand: list[Card], starter: Card | None) -> RawLabel:
    cards = hand if starter is None else [*hand, starter]
    if len(set(cards)) == len(cards):
        return ask_final(scorer, hand, starter)
    try:
        return _checked(raw_label(scorer.combinations(hand, starter)))
    except Exception:  # a scorer may fail in any way on a hand that no game can hold
        return ask_final(scorer, *stand_in(hand, starter))


def _partial_or_near(scorer: Scorer, hand: list[Card]) -> int:
    if len(set(hand)) == len(hand):
        return ask_partial(scorer, hand)
    try:
        return total_points(_checked(raw_label(scorer.partial(hand))))
    except Exception:  # as above
        return ask_partial(scorer, stand_in(hand, None)[0])


def _ask_finals(scorer: Scorer, hands: Cards, starters: Cards | None) -> Found:
    numbers: dict[RawLabel, int] = {}
    found = np.empty(len(hands), np.int32)
    last_cards = [None] * len(hands) if starters is None else starters.tolist()
    for row, (hand, starter) in enumerate(zip(hands.tolist(), last_cards, strict=True)):
        raw = _final_or_near(scorer, hand, starter)
        found[row] = numbers.setdefault(raw, len(numbers))
    return found, list(numbers)


def _ask_partials(scorer: Scorer, hands: Cards, _starters: Cards | None) -> Points:
    return np.array([_partial_or_near(scorer, hand) for hand in hands.tolist()], np.int32)


class Questioner:
    """Puts hands to one scorer and counts them.

    With ``workers`` above 1 the hands are spread over so many processes, if the scorer can be sent
    to them; the answers are the same.
    """

    def __init__(
        self, scorer: Scorer, *, workers: int = 1, progress: Progress | None = None
    ) -> None:
        self.scorer = scorer
        self.asked = 0
        self.expected = 0  # how many hands there will be, for whoever reports progress
        self._progress = progress
        self._workers = workers if workers > 1 and _can_be_sent(scorer) else 1

    def finals(self, hands: Cards, starters: Cards | None) -> tuple[NDArray[np.int32], list[Label]]:
        """Return the class of each full hand and what each class holds.

        ``hands`` is ``uint8[n, size]``, ``starters`` ``uint8[n]`` or None; classes are numbered
        in the order of their first hand.
        """
        numbers: dict[RawLabel, int] = {}
        parts = []
        for found, labels in self._spread(_ask_finals, hands, starters):
            known = [numbers.setdefault(raw, len(numbers)) for raw in labels]
            parts.append(np.array(known, np.int32)[found])
        return np.concatenate(parts), [label_of(raw) for raw in numbers]

    def partials(self, hands: Cards) -> Points:
        """Return the running score of each hand: ``int32[n]``."""
        return np.concatenate(list(self._spread(_ask_partials, hands, None)))

    def _spread(
        self,
        ask: Callable[[Scorer, Cards, Cards | None], Any],
        hands: Cards,
        starters: Cards | None,
    ) -> Iterator[Any]:
        spans = [slice(start, start + CHUNK) for start in range(0, len(hands), CHUNK)]
        jobs = ((hands[span], None if starters is None else starters[span]) for span in spans)
        if self._workers == 1 or len(spans) == 1:
            for some, their_starters in jobs:
                yield ask(self.scorer, some, their_starters)
                self._count(len(some))
            return
        # Threads may be running here, so a fork is not safe.
        with ProcessPoolExecutor(self._workers, get_context("spawn")) as pool:
            waiting: deque[tuple[int, Future[Any]]] = deque()
            for some, their_starters in jobs:
                waiting.append((len(some), pool.submit(ask, self.scorer, some, their_starters)))
                if len(waiting) > 2 * self._workers:
                    yield self._next(waiting)
            while waiting:
                yield self._next(waiting)

    def _next(self, waiting: deque[tuple[int, Future[Any]]]) -> Any:
        count, future = waiting.popleft()
        result = future.result()
        self._count(count)
        return result

    def _count(self, more: int) -> None:
        self.asked += more
        if self._progress is not None:
            self._progress(self.asked, max(self.asked, self.expected))


def _can_be_sent(scorer: Scorer) -> bool:
    """Return whether another process can import the class of ``scorer`` and rebuild it."""
    module = type(scorer).__module__
    try:
        pickle.dumps(scorer)
        return module != "__main__" and find_spec(module) is not None
    except (pickle.PicklingError, AttributeError, TypeError, ImportError, ValueError):
        return False
