from squares_core import Game, MoveKind, load_registry, make_deal


def test_five_cards_can_be_thrown_away_and_then_25_placed() -> None:
    game = Game(load_registry().rules("pokerpatiens"), make_deal(7))
    while not game.over:
        thrown = [move for move in game.legal_moves if move.kind is MoveKind.DISCARD]
        game.play((thrown or game.legal_moves)[0])
    assert game.finished
    assert len(game.moves) == 30
    assert len(game.score.lines) == 10
