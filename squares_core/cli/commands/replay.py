"""``squares replay``: step through a game that was played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from squares_core.cli.arguments import AsciiOnly, FourColours, GameName, Plain, setup_of

if TYPE_CHECKING:
    from squares_core.cli.line_mode.conversation import Talk
    from squares_core.game import Game


def replay_game(
    context: typer.Context,
    game: GameName = None,
    pause: Annotated[
        float,
        typer.Option(
            metavar="SECONDS", min=0, max=60, help="Seconds between moves that 'run' shows."
        ),
    ] = 1.0,
    ascii_only: AsciiOnly = False,
    four_colours: FourColours = False,
    plain: Plain = False,
) -> None:
    """Step through a game.

    Enter shows the next move; back, a number to jump to, run and quit are understood. Where nobody
    types, all moves are printed.

    Example: squares replay 12
    """
    from squares_core.cli.line_mode.conversation import InputEndedError, Talk
    from squares_core.seating.kept import find_game, store_of
    from squares_core.seating.seats import occasion_of

    setup = setup_of(context)
    found = find_game(store_of(setup), game)
    played = found.record.replay(setup.registry, found.name)
    talk = Talk.at_the_terminal(ascii_only=ascii_only, four_colours=four_colours, plain=plain)
    again = occasion_of(setup, found.record).command(played.deal)
    steps = _Steps(played, talk, again)
    steps.show_opening()
    if not talk.is_person:
        for number in range(len(played.moves) + 1):
            steps.show(number)
        return
    try:
        _step_through(steps, pause)
    except InputEndedError:
        talk.say("")


class _Steps:
    """The moves of a game that was played, shown one by one. Step 0 is before the first."""

    def __init__(self, game: Game, talk: Talk, again: str) -> None:
        self.game = game
        self.talk = talk
        self.again = again
        self.last = len(game.moves)

    def show_opening(self) -> None:
        from squares_core.text.playing import opening_text

        self.talk.say(opening_text(self.game).partition("\n")[0])

    def show(self, number: int) -> None:
        from squares_core.game import Game
        from squares_core.text.playing import ending_text, screen_text

        game = Game(self.game.rules, self.game.deal, self.game.players)
        game.play_all(self.game.moves[: max(0, number - 1)])
        heading = f"Before the first of {self.last} moves"
        if number:
            heading = self._heading(game, number)
            game.play(self.game.moves[number - 1])
        look = self.talk.look
        screen = ending_text(game, look, self.again) if game.over else screen_text(game, look)
        self.talk.say(f"\n{heading}\n{screen}")

    def _heading(self, before: Game, number: int) -> str:
        from squares_core.moves import move_text
        from squares_core.rules import card_moved
        from squares_core.text.render import card_text, drawn

        move = self.game.moves[number - 1]
        card = card_moved(before.position, move)
        who = f", {before.to_move}" if before.to_move else ""
        what = f" ({card_text(card, self.talk.look)})" if card is not None else ""
        moved = drawn(move_text(move, before.rules.grid), self.talk.look)
        return f"Move {number} of {self.last}{who}: {moved}{what}"


def _step_through(steps: _Steps, pause: float) -> None:
    import time

    at = 0
    steps.show(at)
    while True:
        word = steps.talk.ask("Enter, back, a number, run or quit > ").strip().casefold()
        number = word.removeprefix("jump").strip()
        match word:
            case "" | "n" | "next":
                wanted = at + 1
            case "back" | "b":
                wanted = at - 1
            case "run" | "r":
                for step in range(at + 1, steps.last + 1):
                    steps.show(step)
                    time.sleep(pause if step < steps.last else 0)
                at = steps.last
                continue
            case "quit" | "q" | "exit":
                return
            case _ if number.isascii() and number.isdecimal() and len(number) < 9:
                wanted = int(number)
            case _:
                steps.talk.say("type Enter, back, the number of a move, run or quit")
                continue
        if not 0 <= wanted <= steps.last:
            steps.talk.say(f"the game has moves 0 to {steps.last}")
            continue
        at = wanted
        steps.show(at)
