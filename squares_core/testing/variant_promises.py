"""What Squares relies on in every variant."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from squares_core.deals import Deal, make_deal, parse_deal_code
from squares_core.errors import SquaresError, UnknownIdError
from squares_core.game import Game
from squares_core.moves import MoveKind, move_text, parse_move
from squares_core.records import new_game_id, now, parse_record, record_of
from squares_core.registry import Registry
from squares_core.rules import Rules
from squares_core.rules_text import rules_text
from squares_core.testing.promises import Breach, Promise, first_breach, raised, resolved
from squares_core.variants import VariantSpec, parse_variants

# Fewer of those in which every move is one of hundreds.
_GAMES: Final = {"turned": 200, "open": 100, "shuffle": 100}
_TEXT_GAMES: Final = 10
_MOST_EXCHANGES: Final = 6


def _unknown_ids(spec: VariantSpec, registry: Registry) -> Breach | None:
    try:
        registry.resolve(spec)
    except UnknownIdError as error:
        return Breach("its ids", str(error))
    except SquaresError:
        return None  # the ids are there; another promise tells what does not fit
    return None


def _parts_that_do_not_fit(spec: VariantSpec, registry: Registry) -> Breach | None:
    try:
        rules = registry.resolve(spec)
        rules.start(make_deal(1).cards)
    except UnknownIdError:
        return None  # told by the promise about ids
    except (Exception, SystemExit) as error:  # a scorer or rule of somebody's may raise anything
        return Breach("its parts", raised(error))
    return None


def _no_name(spec: VariantSpec, registry: Registry) -> Breach | None:
    whole = registry.complete(spec)
    if not whole.title.strip() or not whole.title.isprintable():
        return Breach("its title", repr(whole.title))
    twins = [
        other.id
        for other in resolved(registry)
        if other.id != spec.id and other.title == whole.title
    ]
    if twins:
        return Breach("its title", f"'{whole.title}', which is also the title of {twins[0]}")
    return None


def _random_game(rules: Rules, deal: Deal) -> Game:
    """Return a game played by chance, with a few exchanges at most where there are any."""
    rng = random.Random(deal.seed)
    game = Game(rules, deal)
    exchanges = 0
    limit = 4 * rules.cards_dealt + 2 * _MOST_EXCHANGES
    while not game.over:
        moves = game.legal_moves
        if exchanges >= _MOST_EXCHANGES:
            moves = tuple(m for m in moves if m.kind is not MoveKind.SWAP) or moves
        move = rng.choice(moves)
        exchanges += move.kind is MoveKind.SWAP
        game.play(move)
        if len(game.moves) > limit:
            raise SquaresError(f"not over after {limit} moves")
    return game


def _deals(count: int) -> Iterator[Deal]:
    return (make_deal(seed) for seed in range(count))


def _described(deal: Deal) -> str:
    return f"random moves on deal {deal.code}"


def _endless_games(spec: VariantSpec, registry: Registry) -> Breach | None:
    rules = registry.resolve(spec)

    def judge(deal: Deal) -> str | None:
        game = _random_game(rules, deal)
        if game.blocked and not rules.placement.may_block:
            name = type(rules.placement).__name__
            return (
                "no legal move before the end; where that is meant, the class of its placement "
                f"rule, {name}, says may_block = True"
            )
        score = game.score
        total = sum(line.points for line in score.lines) + sum(b.points for b in score.bonus)
        if score.total != total or (game.finished and not score.complete):
            return f"a total of {score.total}; lines and bonus {total}; complete {score.complete}"
        return None

    return first_breach(_deals(_GAMES[rules.deal]), judge, _described)


def _moves_lost_in_text(spec: VariantSpec, registry: Registry) -> Breach | None:
    rules = registry.resolve(spec)

    def judge(deal: Deal) -> str | None:
        game = _random_game(rules, deal)
        for position in game.positions():
            for move in rules.legal_moves(position):
                text = move_text(move, rules.grid)
                if parse_move(text, rules.grid) != move:
                    return f"{move}, written {text}, read as {parse_move(text, rules.grid)}"
        return None

    return first_breach(_deals(_TEXT_GAMES), judge, _described)


def _lost_in_toml(spec: VariantSpec, _: Registry) -> Breach | None:
    again = parse_variants(spec.toml(), "its own text")
    return None if again == [spec] else Breach(spec.toml(), f"{again!r}")


def _does_not_replay(spec: VariantSpec, registry: Registry) -> Breach | None:
    rules = registry.resolve(spec)

    def judge(deal: Deal) -> str | None:
        game = _random_game(rules, deal)
        again = Game(rules, parse_deal_code(deal.code))
        again.play_all(parse_move(move_text(m, rules.grid), rules.grid) for m in game.moves)
        if again.score != game.score:
            return f"a total of {game.score.total}, and {again.score.total} when played again"
        if game.over:
            record = record_of(game, id_=new_game_id(), started=now())
            replayed = parse_record(record.text()).replay(registry)
            if replayed.score.total != game.score.total:
                return f"a total of {game.score.total}, and {replayed.score.total} from its record"
        return None

    return first_breach(_deals(_TEXT_GAMES), judge, _described)


def _no_rules_text(spec: VariantSpec, registry: Registry) -> Breach | None:
    rules = registry.resolve(spec)
    text = rules_text(rules)
    for wanted in (rules.title, rules.placement.description, *rules.scorer.explain()):
        shuffled = rules.deal == "shuffle" and wanted == rules.placement.description
        if not shuffled and " ".join(wanted.split()) not in " ".join(text.split()):
            return Breach("its rules text", f"'{wanted}' is not in it")
    return None


VARIANT_PROMISES: Final[Sequence[Promise[VariantSpec]]] = (
    Promise(
        "ids",
        "the scorer, the placement rule and the base that it names are there",
        _unknown_ids,
        basic=True,
    ),
    Promise(
        "parts fit",
        "its lines have sizes that the scorer counts, its starter and piles go together, and one "
        "pack holds enough cards",
        _parts_that_do_not_fit,
        basic=True,
    ),
    Promise("title", "it has a title of its own", _no_name),
    Promise(
        "games end",
        "hundreds of random games come to their end, and totals are the sum of lines and bonus",
        _endless_games,
    ),
    Promise("moves as text", "every legal move is read back from its text", _moves_lost_in_text),
    Promise("as TOML", "it is read back from its own TOML text", _lost_in_toml),
    Promise(
        "records",
        "a game replays from its deal code and moves, and from its record, to the same score",
        _does_not_replay,
    ),
    Promise(
        "rules text",
        "its rules can be told, with its placement rule and all that scores",
        _no_rules_text,
    ),
)
