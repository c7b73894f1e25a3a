"""What Squares relies on in every strategy."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from squares_core.deals import Deal, deal_code, make_deal
from squares_core.errors import InvalidValueError
from squares_core.game import Game
from squares_core.moves import Move, move_text
from squares_core.options import call_text, parse_call
from squares_core.registry import Registry
from squares_core.rules import Rules
from squares_core.strategy import MoveValue, PlayerView, Strategy
from squares_core.testing.promises import Breach, Promise, first_breach, resolved
from squares_core.testing.scorer_promises import wrong_options
from squares_core.wording import shown

# Exchanges could go on much longer and would tell nothing new.
_MOST_MOVES: Final = {"turned": 60, "open": 60, "shuffle": 5}
_LOOKS: Final = 4
_AT_ONCE: Final = 2

# A position to ask a strategy about: the deal behind it, the moves so far, a seed for its chance.
Asked = tuple[Rules, Deal, tuple[Move, ...], int]


def _kinds_of_game(registry: Registry) -> list[Rules]:
    """Return one game of each kind that there is, the smallest."""
    found: dict[tuple[object, ...], Rules] = {}
    for rules in resolved(registry):
        kind = (rules.deal, rules.reserves > 0, rules.waste_size > 0)
        if kind not in found or rules.grid.size < found[kind].grid.size:
            found[kind] = rules
    return list(found.values())


def _played(strategy: Strategy, rules: Rules, deal: Deal, seed: int) -> Game:
    """Return a game that ``strategy`` played, over or cut off after many moves."""
    game = Game(rules, deal)
    rng = random.Random(seed)
    while not game.over and len(game.moves) < _MOST_MOVES[rules.deal]:
        game.play(strategy.choose(game.view, rng))
    return game


def _accepted(strategy: Strategy, registry: Registry) -> Iterator[Rules]:
    """Yield the games that ``strategy`` plays; it refuses one by raising InvalidValueError."""
    for rules in _kinds_of_game(registry):
        try:
            strategy.choose(Game(rules, make_deal(1)).view, random.Random(1))
        except InvalidValueError:
            continue
        except (Exception, SystemExit):  # another promise tells of it, with the game
            pass
        yield rules


def _in_games(
    judge: Callable[[Strategy, Rules, Deal], str | None],
) -> Callable[[Strategy, Registry], Breach | None]:
    def check(strategy: Strategy, registry: Registry) -> Breach | None:
        before = random.getstate()
        try:
            games = list(_accepted(strategy, registry))
            if not games:
                return Breach("one game of each kind there is", "it refused all of them")
            return first_breach(
                games,
                lambda rules: judge(strategy, rules, make_deal(11)),
                lambda rules: f"{rules.id}, deal {deal_code(make_deal(11))}",
            )
        finally:
            # What a strategy takes from the program's own chance is given back.
            random.setstate(before)

    return check


def _wrong_title(strategy: Strategy, _: Registry) -> Breach | None:
    title = strategy.title
    right = isinstance(title, str) and title.strip() and title.isprintable()
    return None if right else Breach("the attribute title", repr(title))


def _illegal_move(strategy: Strategy, rules: Rules, deal: Deal) -> str | None:
    game, rng = Game(rules, deal), random.Random(1)
    while not game.over and len(game.moves) < _MOST_MOVES[rules.deal]:
        move = strategy.choose(game.view, rng)
        if move not in game.legal_moves:
            name, at = f"{type(strategy).__name__}.choose()", f"at move {len(game.moves) + 1}"
            return f"{name} returned {shown(repr(move), 80)} {at}, which is not legal there"
        game.play(move)
    return None


def _other_game(strategy: Strategy, rules: Rules, deal: Deal) -> str | None:
    one, other = (_played(strategy, rules, deal, 5).moves for _ in range(2))
    return _difference(rules, one, other)


def _difference(rules: Rules, one: Sequence[Move], other: Sequence[Move]) -> str | None:
    for number, (a, b) in enumerate(zip(one, other, strict=False), 1):
        if a != b:
            grid = rules.grid
            return f"{move_text(a, grid)} at move {number}, and then {move_text(b, grid)}"
    return None if len(one) == len(other) else f"{len(one)} moves, and then {len(other)}"


def _other_chance(strategy: Strategy, rules: Rules, deal: Deal) -> str | None:
    played = []
    for seed in (1, 2):
        random.seed(seed)
        state = random.getstate()
        played.append(_played(strategy, rules, deal, 5).moves)
        if random.getstate() != state:
            return "it drew from the random module itself, not from rng"
    return _difference(rules, *played)


def _stages(game: Game) -> list[int]:
    """Return some numbers of moves after which a game can be looked at."""
    count = len(game.moves)
    return sorted({count * stage // _LOOKS for stage in range(_LOOKS)})


def _asked(strategy: Strategy, rules: Rules, deal: Deal, moves: Sequence[Move], seed: int) -> Move:
    game = Game(rules, deal)
    game.play_all(moves)
    return strategy.choose(game.view, random.Random(seed))


def _sees_the_stock(strategy: Strategy, rules: Rules, deal: Deal) -> str | None:
    game = _played(strategy, rules, deal, 5)
    for stage in _stages(game):
        moves, drawn = game.moves[:stage], game.positions()[stage].drawn
        other = Deal((*deal.cards[:drawn], *reversed(deal.cards[drawn:])))
        one, two = (_asked(strategy, rules, cards, moves, stage) for cards in (deal, other))
        if one != two:
            return _otherwise(rules, stage, one, "with the unseen cards in another order", two)
    return None


def _remembers(strategy: Strategy, rules: Rules, deal: Deal) -> str | None:
    game = _played(strategy, rules, deal, 5)
    stages = _stages(game)
    forward = {stage: _asked(strategy, rules, deal, game.moves[:stage], stage) for stage in stages}
    for stage in reversed(stages):
        again = _asked(strategy, rules, deal, game.moves[:stage], stage)
        if again != forward[stage]:
            return _otherwise(rules, stage, forward[stage], "asked again later", again)
    return None


def _otherwise(rules: Rules, stage: int, one: Move, when: str, other: Move) -> str:
    first, second = move_text(one, rules.grid), move_text(other, rules.grid)
    return f"after {stage} moves {first}; {when} {second}"


def _wrong_rating(strategy: Strategy, rules: Rules, deal: Deal) -> str | None:
    game = Game(rules, deal)
    view: PlayerView = game.view
    rated = strategy.rate(view, random.Random(1))
    if not rated:
        return None
    wrong = [item for item in rated if not isinstance(item, MoveValue)]
    if wrong:
        return f"an item that is no MoveValue: {wrong[0]!r}"
    if tuple(item.move for item in rated) != view.legal_moves:
        return "other moves than the legal ones, or in another order"
    for item in rated:
        if not math.isfinite(item.expected) or not item.standard_error >= 0 or item.games < 0:
            return f"{item!r}"
    return None


def _plays_otherwise_at_once(strategy: Strategy, rules: Rules, _: Deal) -> str | None:
    import numpy as np

    from squares_core.engine import NO_CARD
    from squares_core.simulating.simulation import play_game

    deals = np.array([make_deal(3, index).cards for index in range(_AT_ONCE)], np.uint8)
    played = strategy.play_many(rules, deals, 3, 0)
    if played is None:
        return None
    for index in range(_AT_ONCE):
        game = play_game(rules, strategy, make_deal(3, index).cards, 3, index)
        cards = [NO_CARD if card is None else card for card in game.position.tableau.cards]
        if played.grids[index].tolist() != cards or played.totals[index] != game.score.total:
            return (
                f"a total of {played.totals[index]} from play_many() for game {index} of seed 3, "
                f"and {game.score.total} from choose(); or the same on another grid"
            )
    return None


def _wrong_options(strategy: Strategy, _: Registry) -> Breach | None:
    def differ(again: Strategy) -> str | None:
        text = call_text(strategy.id, strategy.parameters)
        id_, options = parse_call(text)
        read = strategy.with_options(**options)
        if id_ != strategy.id or read.parameters != strategy.parameters:
            return f"written as {text} they are read as {dict(read.parameters)!r}"
        return None if again.id == strategy.id else f"its id became {again.id!r}"

    return wrong_options(strategy, differ)


STRATEGY_PROMISES: Final[Sequence[Promise[Strategy]]] = (
    Promise("title", "it has a title", _wrong_title),
    Promise(
        "legal moves",
        "it plays at least one kind of game there is, choosing one of the view's legal moves each "
        "time, and refuses others with InvalidValueError",
        _in_games(_illegal_move),
        basic=True,
    ),
    Promise("same seed", "the same deal and seed give the same game", _in_games(_other_game)),
    Promise(
        "chance",
        "rng, which it is given, is its only source of chance",
        _in_games(_other_chance),
    ),
    Promise(
        "unseen cards",
        "cards that it has not seen make no difference: same view, other stock, same move",
        _in_games(_sees_the_stock),
    ),
    Promise(
        "no memory",
        "it holds no state between moves: the same view and chance give the same move",
        _in_games(_remembers),
    ),
    Promise(
        "many at once",
        "play_many() returns None, or exactly the games that choose() plays",
        _in_games(_plays_otherwise_at_once),
    ),
    Promise(
        "ratings",
        "rate() returns nothing, or a MoveValue with finite figures for each legal move in order",
        _in_games(_wrong_rating),
    ),
    Promise(
        "options",
        "its options can be written as text and read back, and an unknown one is refused",
        _wrong_options,
    ),
)
