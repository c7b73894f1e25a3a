"""Why a move may be good, in words made from the combinations and the lines alone.

For each line that a card goes to, the combinations of many possible endings with the card are set
against those with some other card in its place. What the card makes now, what it brings nearer and
what it gives up follows for any scorer, which is asked for nothing but its combinations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from squares_core.cards import RANKS, Card, rank_of
from squares_core.chance import Chance
from squares_core.grid import Line
from squares_core.moves import Move, MoveKind
from squares_core.rules import Position, Rules, card_moved
from squares_core.scoring import Combination
from squares_core.strategy import PlayerView
from squares_core.wording import listed

_ENDINGS: Final = 160
_SEED: Final = 1
_CLAUSES: Final = 2
_LEAST: Final = 0.02
"""The least rise that is worth a word, as a part of the points that an ending brings at best."""
_UNCOUNTED: Final = ("his", "her", "its", "the", "a", "an", "two", "three", "four", "five", "six")


def reason_for(view: PlayerView, move: Move) -> str:
    """Return in some words what speaks for or against ``move``; the same at every call."""
    rules, position = view.rules, view.position
    match move.kind:
        case MoveKind.PLACE | MoveKind.PLAY | MoveKind.PUT:
            card = card_moved(position, move)
            assert card is not None
            return _of_card(rules, position, card, move.target)
        case MoveKind.SWAP:
            return _of_exchange(rules, position, move)
        case MoveKind.LAY:
            return "keeps the card for later"
        case MoveKind.DISCARD:
            return "does without the card"
        case MoveKind.TURN:
            return "looks at the next card first"
        case MoveKind.DONE:
            return "takes the grid as it is"


def _of_card(rules: Rules, position: Position, card: Card, cell: int) -> str:
    pool = position.tray if rules.deal == "open" else position.unseen
    pool = tuple(other for other in pool if other != card)
    clauses: list[tuple[float, str]] = []
    begun: list[str] = []
    quiet: list[str] = []
    for line in rules.lines:
        if cell not in line.cells:
            continue
        hand = position.tableau.hand(line)
        if not hand:
            begun.append(line.name)
            continue
        found = list(_of_line(rules, position, line, hand, card, pool))
        clauses += found
        if not found:
            quiet.append(line.name)
    clauses.sort(key=lambda clause: -clause[0])
    words = [text for _, text in clauses[:_CLAUSES]]
    if len(words) < _CLAUSES and begun:
        words.append(f"starts {listed(begun)}")
    return ", ".join(words) or f"adds nothing to {listed(quiet)}"


def _of_line(
    rules: Rules,
    position: Position,
    line: Line,
    hand: Sequence[Card],
    card: Card,
    pool: Sequence[Card],
) -> Iterator[tuple[float, str]]:
    """Yield how much each thing weighs that can be said of ``card`` on ``line``, and the words."""
    scorer = rules.scorer
    missing = len(line.cells) - len(hand) - 1
    after = (*hand, card)
    waits = rules.has_starter and position.starter is None
    if missing or waits:
        now = list(scorer.partial(after))
    else:
        now = list(scorer.combinations(after, position.starter))
    made = [item for item in now if card in item.cards and len(item.cards) > 1]
    if made:
        best = max(made, key=lambda item: item.points)
        yield 2.0 * best.points, f"{_made(best, made)} in {line.name}"
    with_card, without = _endings(rules, position, hand, card, missing, pool)
    most = max([*with_card.values(), *without.values()], default=0.0)
    known = {item.name for item in made}
    rises = {name: with_card[name] - without[name] for name in with_card if name not in known}
    for name, rise in sorted(rises.items(), key=lambda each: (-abs(each[1]), each[0])):
        if abs(rise) < _LEAST * most:
            return
        if rise > 0 and missing + waits:
            yield rise, f"keeps {_with_article(name)} open in {line.name}"
            return
        if rise < 0 and not with_card[name] and len(hand) > 1 and not made:
            yield -rise, f"gives up {_with_article(name)} in {line.name}"
            return


def _endings(
    rules: Rules,
    position: Position,
    hand: Sequence[Card],
    card: Card,
    missing: int,
    pool: Sequence[Card],
) -> tuple[dict[str, float], dict[str, float]]:
    """Return the mean points of each combination with ``card``, and with another in its place."""
    chance = Chance(_SEED, len(position.tableau.placed))
    waits = rules.has_starter and position.starter is None
    points: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for _ in range(_ENDINGS):
        drawn = chance.sample(pool, min(len(pool), missing + 1 + waits))
        if len(drawn) < missing + 1 + waits:
            break
        starter = drawn.pop() if waits else position.starter
        for counted, ending in zip(
            points, ((*hand, card, *drawn[1:]), (*hand, *drawn)), strict=True
        ):
            for item in rules.scorer.combinations(ending, starter):
                counted[item.name] += item.points
    names = sorted({*points[0], *points[1]})
    first, second = ({name: mine[name] / _ENDINGS for name in names} for mine in points)
    return first, second


def _made(best: Combination, made: Sequence[Combination]) -> str:
    ranks = {rank_of(card) for card in best.cards}
    if len(best.cards) == 2 and len(ranks) == 1:
        rank = RANKS[ranks.pop() - 1].replace("T", "10")
        return f"pairs the {rank}"
    alike = sum(item.name == best.name for item in made)
    return f"makes {_with_article(best.name)}{f' {alike} times' if alike > 1 else ''}"


def _of_exchange(rules: Rules, position: Position, move: Move) -> str:
    before = rules.score(position.tableau, position.starter).lines
    swapped = position.tableau.swapped(move.source, move.target)
    after = rules.score(swapped, position.starter).lines
    changes = [
        (new.points - old.points, new.line.name)
        for old, new in zip(before, after, strict=True)
        if new.points != old.points
    ]
    changes.sort(key=lambda change: (-abs(change[0]), change[1]))
    if not changes:
        return "changes no line"
    return ", ".join(f"{name} {points:+d}" for points, name in changes[:4])


def _with_article(name: str) -> str:
    first = name.split()[0] if name.split() else ""
    if first in _UNCOUNTED:
        return name
    return f"{'an' if first[:1].lower() in 'aeiou' else 'a'} {name}"
