"""What Squares relies on in every scorer."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from squares_core.answers import wrong_explanation, wrong_form
from squares_core.cards import JACK, PACK, Card, card_name, rank_of, suit_of
from squares_core.errors import InvalidValueError, SquaresError
from squares_core.grid import MAX_SIDE, MIN_SIDE, Cell, Grid
from squares_core.placement import PlacementRule
from squares_core.registry import Registry
from squares_core.rules import Rules
from squares_core.scoring import Combination, Scorer
from squares_core.tableau import Tableau
from squares_core.testing.promises import (
    Breach,
    Dealt,
    Promise,
    dealt_text,
    first_breach,
    hand_text,
    resolved,
    sample_dealt,
    sample_hands,
    simpler_dealt,
    summary,
    told,
)
from squares_core.toml_text import toml_value

_EXAMINED_COMPILED: Final = 400
_LARGEST_COMPILED: Final = 5


class _AnyEmptyCell(PlacementRule):
    id, title, description = "any", "Any", "Any empty cell."

    def legal_cells(self, tableau: Tableau, card: Card) -> Sequence[Cell]:
        return tableau.empty_cells


def _on_samples(judge: Callable[[Scorer, Dealt], str | None]) -> Callable[..., Breach | None]:
    """Return a check that puts hands of all kinds to a scorer."""

    def check(scorer: Scorer, _: Registry) -> Breach | None:
        return first_breach(
            sample_dealt(scorer, 1), lambda dealt: judge(scorer, dealt), dealt_text, simpler_dealt
        )

    return check


def _wrong_attributes(scorer: Scorer, _: Registry) -> Breach | None:
    def judge(name: str) -> str | None:
        value = getattr(scorer, name)
        match name:
            case "title":
                right = isinstance(value, str) and value.strip() and value.isprintable()
            case "hand_sizes":
                right = len(value) == len(set(value)) and all(
                    type(size) is int and MIN_SIDE <= size <= MAX_SIDE for size in value
                )
            case "uses_starter":
                right = isinstance(value, bool)
            case "symmetry":
                right = value in ("ranks-and-flushes", "suits", "none", None)
            case _:
                right = type(value) is int and value >= 1
        return None if right else f"{value!r}"

    names = ("title", "hand_sizes", "uses_starter", "symmetry", "version")
    return first_breach(names, judge, lambda name: f"the attribute {name}")


def _wrong_kind(scorer: Scorer, method: str, found: Any) -> str | None:
    """Return what is wrong with the form of what ``method`` of a scorer returned."""
    wrong = wrong_form(found)
    return f"{type(scorer).__name__}.{method}() returned {wrong}" if wrong else None


def _wrong_answer(scorer: Scorer, dealt: Dealt) -> str | None:
    return _wrong_kind(scorer, "combinations", scorer.combinations(*dealt))


def _foreign_cards(found: Sequence[Combination], cards: Sequence[Card]) -> str | None:
    for item in found:
        if not item.cards or len(set(item.cards)) < len(item.cards):
            return f"{item.name} with the cards {list(item.cards)!r}: none, or one twice"
        if foreign := [card for card in item.cards if card not in cards]:
            shown = [card_name(c) if c in PACK else repr(c) for c in foreign]
            return f"{item.name} with {', '.join(shown)}, which was not dealt"
    return None


def _seen(dealt: Dealt) -> list[Card]:
    hand, starter = dealt
    return [*hand] if starter is None else [*hand, starter]


def _wrong_sum(scorer: Scorer, dealt: Dealt) -> str | None:
    points, found = scorer.points(*dealt), scorer.combinations(*dealt)
    total = sum(item.points for item in found)
    return None if points == total else f"points() {points}; combinations() {total}: {told(found)}"


def _wrong_order(scorer: Scorer, _: Registry) -> Breach | None:
    rng = random.Random(2)

    def judge(pair: tuple[Dealt, tuple[Card, ...]]) -> str | None:
        (hand, starter), shuffled = pair
        one, other = scorer.combinations(hand, starter), scorer.combinations(shuffled, starter)
        return None if summary(one) == summary(other) else f"{told(one)}; then {told(other)}"

    def described(pair: tuple[Dealt, tuple[Card, ...]]) -> str:
        (hand, starter), shuffled = pair
        return f"{hand_text(hand, starter)}; and the same cards as {hand_text(shuffled)}"

    def simpler(pair: tuple[Dealt, tuple[Card, ...]]) -> Iterator[tuple[Dealt, tuple[Card, ...]]]:
        (hand, starter), shuffled = pair
        for lower, turned in simpler_dealt((hand, starter)):
            new_of = dict(zip(hand, lower, strict=True))
            again = tuple(new_of[card] for card in shuffled)
            if again != lower:
                yield (lower, turned), again

    pairs = (
        (dealt, tuple(rng.sample(dealt[0], len(dealt[0]))))
        for dealt in sample_dealt(scorer, 2)
        for _ in range(2)
    )
    return first_breach(pairs, judge, described, simpler)


def _changed_input(scorer: Scorer, dealt: Dealt) -> str | None:
    hand, starter = [*dealt[0]], dealt[1]
    before = dict(scorer.parameters)
    for method in (scorer.combinations, scorer.points):
        method(hand, starter)
        if hand != [*dealt[0]]:
            return f"the hand was changed to {hand!r}"
    scorer.partial(hand)
    if hand != [*dealt[0]]:
        return f"partial() changed the hand to {hand!r}"
    return None if scorer.parameters == before else f"its options became {scorer.parameters!r}"


def _other_answer(scorer: Scorer, _: Registry) -> Breach | None:
    dealt = list(sample_dealt(scorer, 3))
    first: dict[Dealt, Any] = {}

    def judge(item: Dealt) -> str | None:
        found = summary(scorer.combinations(*item))
        before = first.setdefault(item, found)
        return None if before == found else f"first {before!r}, later {found!r}"

    return first_breach([*dealt, *reversed(dealt)], judge, dealt_text)


def _undeclared_size(scorer: Scorer, _: Registry) -> Breach | None:
    def judge(side: int) -> str | None:
        grid = Grid(side, side)
        try:
            Rules("sized", "Sized", grid, grid.lines(["rows"]), scorer, _AnyEmptyCell())
        except InvalidValueError as error:
            return f"refused: {error}" if side in scorer.hand_sizes else None
        return None if side in scorer.hand_sizes else "accepted"

    sides = range(MIN_SIDE, MAX_SIDE + 1)
    return first_breach(sides, judge, lambda side: f"a grid of {side} rows and {side} columns")


def _wrong_partial(scorer: Scorer, _: Registry) -> Breach | None:
    rng = random.Random(4)

    def judge(dealt: Dealt) -> str | None:
        hand = dealt[0]
        found = scorer.partial(hand)
        if wrong := _wrong_kind(scorer, "partial", found) or _foreign_cards(found, hand):
            return wrong
        turned = scorer.partial(hand[::-1])
        if sum(i.points for i in found) != sum(i.points for i in turned):
            return f"{told(found)}; with the cards turned round {told(turned)}"
        return None

    hands = (
        dealt
        for size in range(1, max(scorer.hand_sizes) + 1)
        for dealt in sample_hands(size, rng, starter=False)
    )
    return first_breach(hands, judge, dealt_text, simpler_dealt)


def _wrong_bonus(scorer: Scorer, _: Registry) -> Breach | None:
    def judge(starter: Card) -> str | None:
        found = scorer.bonus(starter)
        return _wrong_kind(scorer, "bonus", found) or _foreign_cards(found, [starter])

    return first_breach(PACK, judge, lambda starter: f"the starter {card_name(starter)}")


def _twin(scorer: Scorer, dealt: Dealt, rng: random.Random) -> Dealt | None:
    """Return a hand that the claimed symmetry holds to be worth the same, or None.

    Written for itself: what checks a claim shares no fault with the compiler that relies on it.
    """
    hand, starter = dealt
    if scorer.symmetry == "suits":
        suits = rng.sample(range(4), 4)
        renamed = [card - suit_of(card) + suits[suit_of(card)] for card in _seen(dealt)]
        return tuple(renamed[: len(hand)]), None if starter is None else renamed[-1]
    if scorer.symmetry == "ranks-and-flushes":
        for _ in range(40):
            others = [(rank_of(card) - 1) * 4 + rng.randrange(4) for card in _seen(dealt)]
            other = tuple(others[: len(hand)]), None if starter is None else others[-1]
            if len(set(others)) == len(others) and _suit_facts(other) == _suit_facts(dealt):
                return other
    return None


def _suit_facts(dealt: Dealt) -> tuple[bool, bool, bool]:
    hand, starter = dealt
    flush = len({suit_of(card) for card in hand}) == 1
    if starter is None:
        return flush, False, False
    with_starter = flush and suit_of(starter) == suit_of(hand[0])
    jack = any(rank_of(card) == JACK and suit_of(card) == suit_of(starter) for card in hand)
    return flush, with_starter, jack


def _false_symmetry(scorer: Scorer, _: Registry) -> Breach | None:
    rng = random.Random(5)
    pairs = (
        (dealt, twin)
        for dealt in sample_dealt(scorer, 5)
        for _ in range(2)
        if (twin := _twin(scorer, dealt, rng)) is not None
    )

    def judge(pair: tuple[Dealt, Dealt]) -> str | None:
        one, other = (scorer.combinations(*dealt) for dealt in pair)
        same = sorted((i.name, i.points) for i in one) == sorted((i.name, i.points) for i in other)
        return None if same else f"{told(one)}; and {told(other)}"

    return first_breach(
        pairs, judge, lambda pair: f"{dealt_text(pair[0])}; and {dealt_text(pair[1])}"
    )


def _compiled_otherwise(scorer: Scorer, registry: Registry) -> Breach | None:
    from squares_core.engine import automaton_for

    used = {
        len(line.cells)
        for rules in resolved(registry)
        if rules.scorer.id == scorer.id
        for line in rules.lines
    }
    sizes = sorted(used or {min(scorer.hand_sizes)})
    for size in [size for size in sizes if size <= _LARGEST_COMPILED]:
        try:
            automaton = automaton_for(scorer, size)
        except InvalidValueError as error:
            return Breach(f"hands of {size} cards", str(error))
        rng = random.Random(6)
        hands = [
            dealt
            for _ in range(_EXAMINED_COMPILED // 100)
            for dealt in sample_hands(size, rng, starter=scorer.uses_starter)
        ]
        if size == MIN_SIDE and not scorer.uses_starter:
            hands = [((a, b), None) for a in PACK for b in PACK if a != b]

        def judge(dealt: Dealt, automaton: Any = automaton) -> str | None:
            tables = int(automaton.class_points[automaton.class_of(*dealt)])
            plain = sum(item.points for item in scorer.combinations(*dealt))
            return None if tables == plain else f"compiled {tables}, plain {plain}"

        if breach := first_breach(hands, judge, dealt_text, simpler_dealt):
            return breach
    return None


def _wrong_explanation(scorer: Scorer, _: Registry) -> Breach | None:
    wrong = wrong_explanation(scorer.explain())
    return (
        Breach("explain()", f"{type(scorer).__name__}.explain() returned {wrong}")
        if wrong
        else None
    )


def wrong_options(scorer: Any, values_differ: Callable[[Any], str | None]) -> Breach | None:
    """Return a breach where options cannot be had, written down or refused as they must."""

    def judge(name: str) -> str | None:
        value = scorer.parameters[name]
        if value is not None and tomllib.loads(f"v = {toml_value(value)}")["v"] != value:
            return f"{value!r}, which is not the same after being written as TOML"
        again = scorer.with_options(**{name: value})
        if again.parameters != scorer.parameters:
            return f"set to what it was, the options became {again.parameters!r}"
        return values_differ(again)

    breach = first_breach(scorer.parameters, judge, lambda name: f"the option {name}")
    if breach is None:
        try:
            scorer.with_options(no_such_option=1)
        except SquaresError:
            return None
        return Breach("the option no_such_option=1, which it does not have", "it was accepted")
    return breach


def _wrong_options(scorer: Scorer, _: Registry) -> Breach | None:
    def differ(again: Scorer) -> str | None:
        renamed = again.named("another-name", "Another name")
        if (renamed.id, renamed.title) != ("another-name", "Another name"):
            return f"named anew it is called {renamed.id!r}, {renamed.title!r}"
        for dealt in sample_dealt(scorer, 7):
            if renamed.points(*dealt) != scorer.points(*dealt):
                return f"with the same options {dealt_text(dealt)} is worth another sum"
        return None

    return wrong_options(scorer, differ)


SCORER_PROMISES: Final[Sequence[Promise[Scorer]]] = (
    Promise(
        "attributes",
        f"it has a title, different hand sizes from {MIN_SIDE} to {MAX_SIDE}, and whatever else it "
        "declares is one of the values accepted",
        _wrong_attributes,
    ),
    Promise(
        "declared sizes",
        "combinations() returns a list or tuple of Combination for every hand of a declared size, "
        "with a starter where it uses one and without",
        _on_samples(_wrong_answer),
        basic=True,
    ),
    Promise(
        "other sizes",
        "a grid with lines of a declared size is accepted, and one with others is refused",
        _undeclared_size,
    ),
    Promise(
        "points",
        "points() is the sum of the points of combinations()",
        _on_samples(_wrong_sum),
    ),
    Promise(
        "order of cards",
        "the order of the cards in a hand does not matter",
        _wrong_order,
    ),
    Promise(
        "cards",
        "the cards of each combination are some of the hand and the starter, each once",
        _on_samples(
            lambda scorer, dealt: _foreign_cards(scorer.combinations(*dealt), _seen(dealt))
        ),
    ),
    Promise(
        "nothing changed",
        "neither the hand that it is given nor the scorer changes",
        _on_samples(_changed_input),
    ),
    Promise("same answer", "the same hand always gets the same answer", _other_answer),
    Promise(
        "unfinished lines",
        "partial() counts a hand of one card up to a full one by its own cards, in any order",
        _wrong_partial,
    ),
    Promise(
        "bonus",
        "bonus() returns a list or tuple of Combination made of the starter alone",
        _wrong_bonus,
    ),
    Promise(
        "symmetry",
        "hands that the declared symmetry holds to be alike score alike",
        _false_symmetry,
        "declare a weaker symmetry in the class: 'suits', 'none', or None to let it be found out",
    ),
    Promise(
        "compiled",
        "its compiled form gives the same points as the plain one",
        _compiled_otherwise,
    ),
    Promise(
        "explanation",
        "explain() returns at least one line of text, none empty",
        _wrong_explanation,
    ),
    Promise(
        "options and name",
        "its options can be written as TOML and set to what they are, an unknown one is refused, "
        "and it can be had under another name",
        _wrong_options,
    ),
)
