"""What a promise is, and how an example that breaks it is found and made small."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from squares_core.cards import PACK, Card, card_names
from squares_core.errors import SquaresError, raised_at
from squares_core.registry import Registry
from squares_core.rules import Rules
from squares_core.scoring import Combination, Scorer

ThingT = TypeVar("ThingT")
InputT = TypeVar("InputT")
Dealt = tuple[tuple[Card, ...], Card | None]

HANDS_OF_A_SIZE = 120
_MOST_TRIES = 3_000


@dataclass(frozen=True)
class Breach:
    """One example of a broken promise: what was given and what came of it."""

    given: str
    got: str


@dataclass(frozen=True)
class Promise(Generic[ThingT]):
    """Something that Squares relies on in every thing of one kind.

    ``name`` is what a test is called by, ``text`` the promise in full; ``otherwise`` says how a
    thing that does not keep it on purpose declares so, where there is a way besides
    ``expected_failures``. ``basic`` says that the thing's other promises tell nothing new as long
    as this one is broken.
    """

    name: str
    text: str
    check: Callable[[ThingT, Registry], Breach | None]
    otherwise: str = ""
    basic: bool = False


def raised(error: BaseException) -> str:
    """Return what somebody's code raised, in one line, and where unless the message says it."""
    if isinstance(error, SquaresError):
        return str(error)
    place = raised_at(error)
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said}{f' ({place})' if place else ''}"


def first_breach(
    inputs: Iterable[InputT],
    judge: Callable[[InputT], str | None],
    described: Callable[[InputT], str],
    simpler: Callable[[InputT], Iterable[InputT]] = lambda _: (),
) -> Breach | None:
    """Return a breach for the smallest input found of which ``judge`` complains, or None.

    ``judge`` returns what is wrong, or None; whatever it raises is a complaint too. From the first
    input that fails, ``simpler`` ones are tried for as long as they fail as well.
    """

    def complaint(item: InputT) -> str | None:
        try:
            return judge(item)
        except (Exception, SystemExit) as error:  # the thing under test may raise anything
            return raised(error)

    for item in inputs:
        wrong = complaint(item)
        if wrong is not None:
            smallest, tries = item, 0
            candidates = iter(simpler(smallest))
            while tries < _MOST_TRIES and (candidate := next(candidates, None)) is not None:
                tries += 1
                if (other := complaint(candidate)) is not None:
                    smallest, wrong = candidate, other
                    candidates = iter(simpler(smallest))
            return Breach(described(smallest), wrong)
    return None


def resolved(registry: Registry) -> Iterator[Rules]:
    """Yield the rules of every variant whose parts fit; promises about variants tell of others."""
    for spec in registry.variants:
        try:
            rules = registry.resolve(spec)
        except (Exception, SystemExit):  # a scorer of somebody's may raise anything when it is made
            continue
        yield rules


def sample_hands(size: int, rng: random.Random, *, starter: bool) -> Iterator[Dealt]:
    """Yield hands of ``size`` cards, each with a starter or without.

    Plain ones, and ones of few ranks, few suits or neighbouring ranks, which chance alone rarely
    deals and in which most scorers find most.
    """
    needed = size + starter
    for number in range(HANDS_OF_A_SIZE):
        match number % 4:
            case 0:
                pool = list(PACK)
            case 1:
                ranks = rng.sample(range(13), (needed + 3) // 4 + rng.randrange(2))
                pool = [rank * 4 + suit for rank in ranks for suit in range(4)]
            case 2:
                suits = rng.sample(range(4), rng.randrange(1, 3))
                pool = [card for card in PACK if card % 4 in suits]
            case _:
                first = rng.randrange(13 - min(needed, 12))
                pool = [card for card in PACK if first <= card // 4 <= first + needed]
        cards = rng.sample(pool, needed)
        yield tuple(cards[:size]), cards[size] if starter else None


def sample_dealt(scorer: Scorer, seed: int) -> Iterator[Dealt]:
    """Yield hands of every size that ``scorer`` declares, small ones first, with what it uses."""
    rng = random.Random(seed)
    for size in sorted(scorer.hand_sizes):
        yield from sample_hands(size, rng, starter=False)
        if scorer.uses_starter:
            yield from sample_hands(size, rng, starter=True)


def simpler_dealt(dealt: Dealt) -> Iterator[Dealt]:
    """Yield the same hand in order, with lower suits or ranks throughout, or one lower card."""
    hand, starter = dealt
    ordered = tuple(sorted(hand))
    if hand != ordered:
        yield ordered, starter
    for higher in range(1, 4):
        renamed = {higher: higher - 1, higher - 1: higher}
        cards = [
            card - card % 4 + renamed.get(card % 4, card % 4) for card in (*hand, starter or 0)
        ]
        if (lower_cards := tuple(sorted(cards[:-1]))) < ordered:
            yield lower_cards, None if starter is None else cards[-1]
    if ordered[0] >= 4 and (starter is None or starter >= 4):
        yield tuple(card - 4 for card in hand), None if starter is None else starter - 4
    used = {*hand} | ({starter} if starter is not None else set())
    for place, card in enumerate(hand):
        for lower in range(card):
            if lower not in used:
                yield (*hand[:place], lower, *hand[place + 1 :]), starter
    for lower in range(starter or 0):
        if lower not in used:
            yield hand, lower


def hand_text(hand: Sequence[Card], starter: Card | None = None) -> str:
    """Return a hand in words: its cards and the starter."""
    cards = " ".join(card_names(hand))
    return cards if starter is None else f"{cards}, starter {card_names([starter])[0]}"


def dealt_text(dealt: Dealt) -> str:
    """Return what was dealt in words."""
    return hand_text(*dealt)


def summary(found: Sequence[Combination]) -> list[tuple[str, tuple[Card, ...], int]]:
    """Return combinations in a form that does not depend on their order or that of their cards."""
    return sorted((item.name, tuple(sorted(item.cards)), item.points) for item in found)


def told(found: Sequence[Combination]) -> str:
    """Return combinations in words."""
    parts = [f"{item.name} {item.points} ({hand_text(item.cards)})" for item in found]
    return ", ".join(parts) or "nothing"
