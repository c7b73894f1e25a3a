from squares_core import Game, load_registry, make_deal


def test_a_game_of_nine_cards_has_six_hands() -> None:
    game = Game(load_registry().rules("blackjack-squares"), make_deal(7))
    while not game.over:
        game.play(game.legal_moves[0])
    assert game.finished
    assert len(game.score.lines) == 6
    assert game.score.total == 3
