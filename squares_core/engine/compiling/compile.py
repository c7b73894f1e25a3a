"""From a plain Python scorer to an automaton.

``automaton_for`` is the way in: it looks for tables made before and else makes them.

Nothing is asked of a scorer but its ``combinations`` and ``partial``. What its points depend on is
taken from its ``symmetry`` or found out; then every kind of hand is put to it once, lines that
behave alike are merged, and the tables are checked against the scorer on real hands: one at least
for every state, and a sample in which rare hands are frequent.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from squares_core.cards import PACK, Card, rank_of, suit_of
from squares_core.engine.compiling.automaton import MAX_LINE, Automaton
from squares_core.engine.compiling.cache import (
    cache_folder,
    file_name,
    fingerprint,
    load,
    shipped_folder,
    store,
)
from squares_core.engine.compiling.lines import lines_for, question_count
from squares_core.engine.compiling.minimise import Built, build
from squares_core.engine.compiling.questions import (
    Questioner,
    ask_final,
    ask_partial,
    label_of,
    shown_hand,
    total_points,
)
from squares_core.engine.compiling.symmetry import (
    FROM_STRONGEST,
    MEANINGS,
    Counterexample,
    Dealt,
    all_twins,
    compare,
    find_counterexample,
    has_running_score,
    random_twin,
    sample_hands,
)
from squares_core.errors import InvalidValueError, NoTablesError
from squares_core.scoring import Scorer, Symmetry
from squares_core.strategy import Progress

MAX_QUESTIONS: Final = 40_000_000
_TRIED_HANDS: Final = 64
_DECLARED_TRIES: Final = 400
_PROBE_TRIES: Final = 2_400
_CHECKED_HANDS: Final = 3_200
_CHECKED_STATES: Final = 20_000

_in_memory: Final[dict[str, Automaton]] = {}


def compile_scorer(
    scorer: Scorer,
    size: int,
    *,
    with_starter: bool | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Automaton:
    """Return the automaton of ``scorer`` for lines of ``size`` cards, made anew and checked.

    ``with_starter`` is ``scorer.uses_starter`` unless given. ``workers`` processes put the hands
    to the scorer; they change nothing but the time, and a script that asks for more than one needs
    an ``if __name__ == "__main__"`` guard. ``progress`` hears of hands scored and of all hands.

    Raises InvalidValueError for a size that the scorer does not score, for a scorer that fails on
    a real hand, whose points depend on more than it declares, or whose hands are too many.
    """
    if with_starter is None:
        with_starter = scorer.uses_starter
    require_size(scorer, size)
    candidates = _candidates(scorer, size, with_starter=with_starter)
    for symmetry in candidates:
        _require_feasible(scorer, size, symmetry, with_starter=with_starter)
        questioner = Questioner(scorer, workers=workers, progress=progress)
        built = build(
            lines_for(symmetry, size, with_starter=with_starter),
            questioner,
            with_starter=with_starter,
            watch_partial=has_running_score(scorer, size),
        )
        wrong = _check(built, scorer, symmetry)
        if wrong is None:
            return built.automaton
        if symmetry == candidates[-1]:
            raise _refusal(scorer, wrong)
    raise AssertionError("there is always a symmetry to try")


def automaton_for(
    scorer: Scorer,
    size: int,
    *,
    with_starter: bool | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Automaton:
    """Return the automaton of ``scorer`` for lines of ``size`` cards, made now or before.

    It is looked for in memory, in the folder ``tables`` beside the scorer's module, and in the
    user's cache folder (``SQUARES_CACHE``, or the one of the platform), where new tables are kept.
    Tables from disk are tried on some hands before they are used. The parameters and errors are
    those of ``compile_scorer``; ``progress`` is called only if something is compiled.
    """
    if with_starter is None:
        with_starter = scorer.uses_starter
    require_size(scorer, size)
    digits = fingerprint(scorer, size, with_starter=with_starter)
    known = _in_memory.get(digits)
    if known is not None:
        return known
    name = file_name(scorer, size, digits)
    kept = cache_folder() / name
    shipped = shipped_folder(scorer)
    for path in [kept] if shipped is None else [shipped / name, kept]:
        found = load(path, digits)
        if found is not None and _still_fits(found, scorer, size, with_starter=with_starter):
            _in_memory[digits] = found
            return found
    made = compile_scorer(
        scorer, size, with_starter=with_starter, workers=workers, progress=progress
    )
    store(kept, digits, made)
    _in_memory[digits] = made
    return made


def _still_fits(automaton: Automaton, scorer: Scorer, size: int, *, with_starter: bool) -> bool:
    """Return whether tables from disk agree with the scorer on a few hands of each sort.

    A fingerprint cannot see everything that a scorer may use.
    """
    if (automaton.size, automaton.with_starter) != (size, with_starter):
        return False
    hands = sample_hands(random.Random(size), size, _TRIED_HANDS, with_starter=with_starter)
    return all(
        agrees(automaton, scorer, hand, starter)
        and agrees_so_far(automaton, scorer, hand[: 1 + number % size])
        for number, (hand, starter) in enumerate(hands)
    )


def require_size(scorer: Scorer, size: int) -> None:
    """Raise InvalidValueError unless ``scorer`` scores hands of ``size`` cards, 1 to 7."""
    if size not in scorer.hand_sizes or not 1 <= size <= MAX_LINE:
        sizes = ", ".join(str(each) for each in sorted(scorer.hand_sizes))
        raise InvalidValueError(
            f"scorer '{scorer.id}' has no hands of {size} cards: it scores {sizes} (at most "
            f"{MAX_LINE} can be compiled)"
        )


def _candidates(scorer: Scorer, size: int, *, with_starter: bool) -> Sequence[Symmetry]:
    """Return the symmetries that may hold, strongest first; a declared one alone."""
    declared = scorer.symmetry
    if declared is not None:
        if declared not in FROM_STRONGEST:
            raise InvalidValueError(
                f"scorer '{scorer.id}' declares symmetry {declared!r}: use one of "
                f"{', '.join(FROM_STRONGEST)}, or None if it is not known"
            )
        wrong = find_counterexample(
            scorer, size, declared, _DECLARED_TRIES, with_starter=with_starter
        )
        if wrong is not None:
            raise _refusal(scorer, wrong)
        return (declared,)
    left = list(FROM_STRONGEST)
    while wrong := find_counterexample(
        scorer, size, left[0], _PROBE_TRIES, with_starter=with_starter
    ):
        left.pop(0)
        if not left:
            raise _refusal(scorer, wrong)
    return left


def _refusal(scorer: Scorer, wrong: Counterexample) -> InvalidValueError:
    if scorer.symmetry is None or scorer.symmetry == "none":
        claim = f"cannot be compiled ({MEANINGS['none']})"
    else:
        claim = f"declares symmetry '{wrong.symmetry}' ({MEANINGS[wrong.symmetry]})"
    return InvalidValueError(f"scorer '{scorer.id}' {claim}, but {wrong.explain()}")


def _require_feasible(scorer: Scorer, size: int, symmetry: Symmetry, *, with_starter: bool) -> None:
    questions = question_count(symmetry, size, with_starter=with_starter)
    if questions > MAX_QUESTIONS:
        starter = " and a starter" if with_starter else ""
        raise NoTablesError(
            f"scorer '{scorer.id}' cannot be compiled for {size} cards{starter}: with symmetry "
            f"'{symmetry}' that takes {questions:,} hands, at most {MAX_QUESTIONS:,} are tried"
        )


def _check(built: Built, scorer: Scorer, symmetry: Symmetry) -> Counterexample | None:
    """Return two real hands that the tables wrongly take for alike, or None."""
    automaton = built.automaton
    size, with_starter = automaton.size, automaton.with_starter
    rng = random.Random(f"check {symmetry} {size} {with_starter}")
    watch_partial = has_running_score(scorer, size)
    for hand, starter in sample_hands(rng, size, _CHECKED_HANDS, with_starter=with_starter):
        if not agrees(automaton, scorer, hand, starter):
            return _explain(scorer, symmetry, (hand, starter), full=True)
    lines = [witness for level in built.witnesses[1:] for witness in level.tolist()]
    step = -(-len(lines) // _CHECKED_STATES)
    for line in lines[::step]:
        twin, _ = random_twin(rng, line, None, symmetry)
        if watch_partial and not agrees_so_far(automaton, scorer, twin):
            return _explain(scorer, symmetry, (twin, None), full=False)
        hand, starter = _completed(rng, twin, size, with_starter=with_starter)
        if not agrees(automaton, scorer, hand, starter):
            return _explain(scorer, symmetry, (hand, starter), full=True)
    return None


def _completed(rng: random.Random, line: Sequence[Card], size: int, *, with_starter: bool) -> Dealt:
    """Return ``line`` with cards added up to ``size``, as often as not cards that fit it."""
    free = [card for card in PACK if card not in line]
    missing = size - len(line)
    if rng.random() < 0.5:
        suit, rank = suit_of(line[0]), rank_of(line[0])
        free.sort(key=lambda card: (suit_of(card) != suit, abs(rank_of(card) - rank)))
        added, left = free[:missing], free[missing:]
    else:
        added = rng.sample(free, missing)
        left = [card for card in free if card not in added]
    return (*line, *added), rng.choice(left) if with_starter else None


def agrees(
    automaton: Automaton, scorer: Scorer, hand: Sequence[Card], starter: Card | None
) -> bool:
    """Return whether the tables give what ``scorer`` finds in a full real ``hand``.

    Raises InvalidValueError when the scorer's ``points`` and ``combinations`` differ.
    """
    raw = ask_final(scorer, hand, starter)
    total = total_points(raw)
    adds_up = type(scorer).points is Scorer.points
    if not adds_up and (points := scorer.points(hand, starter)) != total:
        raise InvalidValueError(
            f"scorer '{scorer.id}': points() gives {points} for {shown_hand(hand, starter)}, but "
            f"its combinations() add up to {total}"
        )
    return automaton.class_names[automaton.class_of(hand, starter)] == label_of(raw)


def agrees_so_far(automaton: Automaton, scorer: Scorer, line: Sequence[Card]) -> bool:
    """Return whether the tables give the running score of an unfinished real ``line``."""
    points = int(automaton.partial_points[automaton.state_of(line)])
    return points == ask_partial(scorer, line)


def _explain(scorer: Scorer, symmetry: Symmetry, dealt: Dealt, *, full: bool) -> Counterexample:
    for twin in all_twins(*dealt, symmetry):
        found = compare(scorer, symmetry, twin, dealt, full=full)
        if found is not None:
            return found
    raise InvalidValueError(
        f"scorer '{scorer.id}' cannot be compiled: it scored {shown_hand(*dealt)} in different "
        "ways from one time to the next"
    )
