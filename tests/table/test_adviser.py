"""The process that rates moves: what it is told, what it answers, and how it ends."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from squares_core import Game, SquaresError, load_registry, make_deal
from squares_core.table.hints import Hints

# Answers every question with the number of moves that the position has, as a problem.
COUNTING = """
import pickle, sys
from squares_core.table.questions import Answer
while True:
    try:
        question = pickle.load(sys.stdin.buffer)
    except EOFError:
        break
    assert not hasattr(question, "deal")
    data = pickle.dumps(Answer(problem=f"{question.variant['id']} {question.moves_made}"))
    sys.stdout.buffer.write(len(data).to_bytes(8, "big") + data)
    sys.stdout.buffer.flush()
"""
SLEEPING = "import time; time.sleep(600)"
DYING = "import sys; sys.exit(3)"


@pytest.fixture
def game(registry):
    return Game(registry.rules("cribbage-squares"), make_deal(7))


def script(code):
    return (sys.executable, "-c", code)


def test_one_process_answers_question_after_question(game):
    async def ask():
        hints = Hints(command=script(COUNTING))
        for number in range(3):
            with pytest.raises(SquaresError, match=f"cribbage-squares {number}"):
                await hints.rate(game)
            game.play(game.legal_moves[0])
        await hints.close()

    asyncio.run(ask())


def test_a_process_that_dies_is_told_and_the_next_question_starts_another(game):
    async def ask():
        hints = Hints(command=script(DYING))
        for _ in range(2):
            with pytest.raises(SquaresError, match="has stopped"):
                await hints.rate(game)
        await hints.close()

    asyncio.run(ask())


def test_what_takes_too_long_is_stopped_at_once(game):
    async def ask():
        hints = Hints(command=script(SLEEPING))
        asking = asyncio.create_task(hints.rate(game))
        while hints._process is None:
            await asyncio.sleep(0.01)
        process = hints._process
        hints.stop()
        with pytest.raises(SquaresError, match="has stopped"):
            await asking
        await hints.close()
        return process.returncode

    assert asyncio.run(ask()) not in (None, 0)


def test_an_answer_that_nobody_waits_for_leaves_the_next_one_right(game):
    async def ask():
        hints = Hints(command=script(COUNTING))
        first = asyncio.create_task(hints.rate(game))
        await asyncio.sleep(0)
        first.cancel()
        game.play(game.legal_moves[0])
        with pytest.raises(SquaresError, match="cribbage-squares 1"):
            await hints.rate(game)
        await hints.close()

    asyncio.run(ask())


def test_the_real_process_knows_variant_files_and_rates_every_legal_move(tmp_path, monkeypatch):
    monkeypatch.setenv("SQUARES_PLUGINS", "")
    path = Path(tmp_path / "tiny.toml")
    path.write_text(
        '[[variant]]\nid = "cribbage-open-again"\nbase = "cribbage-squares-open"\ntitle = "Again"\n'
    )
    registry = load_registry(environ={"SQUARES_PLUGINS": ""})
    registry.add_variant_file(path)
    game = Game(registry.rules("cribbage-open-again"), make_deal(7))
    while len(game.legal_moves) > 2:
        game.play(game.legal_moves[0])

    async def ask():
        hints = Hints([path])
        values = await hints.rate(game)
        await hints.close()
        return values

    assert [value.move for value in asyncio.run(ask())] == list(game.legal_moves)


def test_the_real_process_judges_a_game_that_is_over_and_tells_how_far_it_is(registry):
    rules = registry.rules("cribbage-squares-shuffle")
    game = Game(rules, make_deal(7))
    game.play_all([game.legal_moves[3], game.legal_moves[-1]])
    told = []

    async def ask():
        hints = Hints()
        judged = await hints.review(game, lambda done, total: told.append((done, total)))
        await hints.close()
        return judged

    judged = asyncio.run(ask())
    assert len(judged.moves) == 2
    assert judged.final == game.score.total
    assert judged.start + judged.luck - judged.loss == pytest.approx(judged.final)
    assert told[-1] == (3, 3)
