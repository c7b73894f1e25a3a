"""One whole game of every variant, written down move by move.

What a deal, a move or a scorer does may never change unseen: each file beside this one holds a game
as text. ``python tests/playthroughs/test_playthroughs.py`` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from squares_core import (
    Game,
    Registry,
    card_name,
    card_names,
    load_registry,
    make_deal,
    move_text,
    parse_deal_code,
    parse_move,
)

HERE = Path(__file__).parent
REGISTRY = load_registry(environ={"SQUARES_PLUGINS": ""})
SEED = 7
EXCHANGES = 12


def playthrough(registry: Registry, variant: str) -> str:
    """Return the text of a game whose moves jump about among the legal ones."""
    game = Game(registry.rules(variant), make_deal(SEED), ["Ann", "Bob"])
    return "\n".join(written(game)) + "\n"


def written(game: Game) -> Iterator[str]:
    rules, grid = game.rules, game.rules.grid
    yield f"variant {rules.id}"
    yield f"deal {game.deal.code}"
    yield f"cards {' '.join(card_names(game.deal.cards[: rules.cards_dealt]))}"
    while not game.over:
        number, legal = len(game.moves), game.legal_moves
        move = legal[(7 * number + 3) % len(legal)]
        if rules.deal == "shuffle" and number == EXCHANGES:
            move = legal[-1]
        yield ""
        yield from laid_out(game)
        first, last = move_text(legal[0], grid), move_text(legal[-1], grid)
        yield f"{len(legal)} legal moves: {first} ... {last}"
        yield f"{game.to_move} plays {move_text(move, grid)}"
        game.play(move)
    yield ""
    yield from laid_out(game)
    score = game.score
    for line in score.lines:
        # In an order of its own: the one in which a scorer names things is for people.
        items = sorted((c.name, sorted(c.cards), c.points) for c in line.combinations)
        found = ", ".join(f"{name} {' '.join(card_names(c))} {n}" for name, c, n in items)
        yield f"{line.line.name}: {line.points} ({found or 'nothing'})"
    yield from (f"{item.name}: {item.points}" for item in score.bonus)
    yield f"total {score.total}, {'won' if game.won else 'not won'}"
    yield "contributions " + ", ".join(f"{k} {v}" for k, v in game.contributions().items())


def laid_out(game: Game) -> Iterator[str]:
    position = game.position
    yield from position.tableau.text().splitlines()
    if position.turned is not None:
        yield f"turned {card_name(position.turned)}"
    for number, pile in enumerate(position.reserves, 1):
        yield f"reserve {number}: {' '.join(card_names(pile))}".rstrip()
    if position.waste:
        yield f"waste {' '.join(card_names(position.waste))}"
    if position.tray:
        yield f"tray {' '.join(card_names(position.tray))}"
    if position.starter is not None:
        yield f"starter {card_name(position.starter)}"
    yield f"score {game.score.total}, drawn {position.drawn}"


@pytest.mark.parametrize("variant", REGISTRY.variants.ids)
def test_a_whole_game_goes_as_it_was_written_down(variant: str) -> None:
    path = HERE / f"{variant}.txt"
    assert path.exists(), f"no playthrough of {variant}: run {Path(__file__).name} to write it"
    assert path.read_text(encoding="utf-8") == playthrough(REGISTRY, variant)


def test_no_playthrough_is_left_of_a_variant_that_is_gone() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(REGISTRY.variants.ids)


@pytest.mark.parametrize("variant", REGISTRY.variants.ids)
def test_a_written_game_can_be_played_again_from_its_text(variant: str) -> None:
    lines = (HERE / f"{variant}.txt").read_text(encoding="utf-8").splitlines()
    assert lines[0] == f"variant {variant}"
    game = Game(REGISTRY.rules(variant), parse_deal_code(lines[1].removeprefix("deal ")))
    for line in lines:
        if " plays " in line:
            game.play(parse_move(line.partition(" plays ")[2], game.rules.grid))
    assert game.finished
    assert f"total {game.score.total}, {'won' if game.won else 'not won'}" in lines


if __name__ == "__main__":
    for each in REGISTRY.variants.ids:
        (HERE / f"{each}.txt").write_text(playthrough(REGISTRY, each), encoding="utf-8")
