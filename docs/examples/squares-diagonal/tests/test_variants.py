from squares_core import Game, load_registry, make_deal


def test_a_game_plays_to_its_end() -> None:
    game = Game(load_registry().rules("diagonal-squares"), make_deal(7))
    while not game.over:
        game.play(game.legal_moves[0])
    assert game.finished
    assert len(game.score.lines) == 10
