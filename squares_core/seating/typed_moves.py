"""What a person types for a move, read with the position of the game in mind."""

from __future__ import annotations

from squares_core.cards import card_name, parse_card
from squares_core.errors import IllegalMoveError, UnreadableError
from squares_core.game import Game
from squares_core.moves import (
    TURN,
    Move,
    MoveKind,
    move_text,
    parse_move,
    place,
    play_reserve,
    put,
)


def read_move(game: Game, text: str) -> Move:
    """Return the move that ``text`` stands for in the present position of ``game``.

    Raises UnreadableError when it is none or stands for several, IllegalMoveError when there is no
    card to put on a cell.
    """
    if not text:
        if TURN in game.legal_moves:
            return TURN
        raise UnreadableError("nothing was typed")
    move = _parsed(game, text)
    if move.kind is MoveKind.PUT:
        return _of_named_card(game, move)
    if move.kind is not MoveKind.PLACE:
        return move
    cell = move_text(move, game.rules.grid)
    if game.rules.deal == "turned":
        if game.position.turned is None:
            held = next(n for n, pile in enumerate(game.position.reserves, 1) if pile)
            raise IllegalMoveError(
                f"no card is turned: turn one, or play a reserve, as r{held} {cell}"
            )
        return move
    if game.rules.deal == "shuffle":
        raise UnreadableError(f"'{text}' is one cell: name the two to exchange, such as a1 b2")
    tray = game.position.tray
    if len(tray) > 1:
        example = f"{card_name(tray[0])} {cell}"
        raise UnreadableError(f"'{text}' is a cell only: name the card too, such as {example}")
    return put(tray[0], move.target)


def _parsed(game: Game, text: str) -> Move:
    words = text.split()
    if game.rules.deal == "open" and len(words) == 2:
        # Nothing but a card can stand before the cell here: what is wrong is told of that.
        parse_card(words[0])
    try:
        return parse_move(text, game.rules.grid)
    except UnreadableError as error:
        try:
            card = card_name(parse_card(text))
        except UnreadableError:
            raise error from None
        example = {"open": f"{card} b2", "shuffle": "a1 b2"}.get(game.rules.deal, "b2")
        raise UnreadableError(f"'{text}' is a card only: name a cell, as {example}") from None


def _of_named_card(game: Game, move: Move) -> Move:
    """Return ``move``, which names its card, as the move that this is where cards are turned."""
    position = game.position
    if move.source == position.turned:
        return place(move.target)
    for number, pile in enumerate(position.reserves):
        if pile and pile[-1] == move.source:
            return play_reserve(number, move.target)
    return move
