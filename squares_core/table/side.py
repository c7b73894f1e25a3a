"""What lies beside the grid: the card to place, starter, reserves, waste, tray, and the total."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from datetime import date
from typing import Final

from squares_core.cards import Card
from squares_core.game import Game
from squares_core.moves import DISCARD, DONE, TURN, Move, MoveKind, lay
from squares_core.rules import Score
from squares_core.table.canvas import Canvas
from squares_core.table.cards import Box, draw_back, draw_card
from squares_core.table.drawing import Drawing
from squares_core.table.holding import Holding, Preview, tray_order
from squares_core.table.look import Look
from squares_core.text.render import marked

_MARGIN: Final = 1
_TRAY_CARD: Final = 4


class Side(Drawing):
    """Everything beside the grid of ``game``.

    What can be pressed: ``("pile", number)``, ``("tray", card)``, ``("turn",)``, ``("waste",)`` and
    ``("done",)``. ``values`` are the expected scores of moves that are no place on the grid, and
    ``best`` is the best of all moves, if they are rated. ``daily`` is the day the deal is for.
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.look = Look()
        self.game: Game | None = None
        self.holding: Holding | None = None
        self.score: Score | None = None
        self.preview: Preview | None = None
        self.values: Mapping[Move, float] = {}
        self.pitch = 4
        self.daily: date | None = None
        self.best: Move | None = None

    def draw(self, canvas: Canvas) -> None:
        """Draw all parts from the top down, as far as there is room."""
        if self.game is None or self.score is None:
            return
        y = self._draw_head(canvas, self.game)
        y = self._draw_total(canvas, y, self.game, self.score)
        y = self._draw_cards(canvas, y, self.game)
        for number in range(self.game.rules.reserves):
            y = self._draw_pile(canvas, y, self.game, number)
        if self.game.rules.waste_size:
            y = self._draw_waste(canvas, y, self.game)
        if self.game.position.tray:
            y = self._draw_tray(canvas, y, self.game)
        if DONE in self.game.legal_moves:
            self._draw_done(canvas, y)

    def _draw_head(self, canvas: Canvas, game: Game) -> int:
        width = canvas.width - _MARGIN
        y = 0
        for line in textwrap.wrap(game.rules.title, width)[:2]:
            canvas.put(_MARGIN, y, line, "text bold")
            y += 1
        filled = len(game.position.tableau.placed)
        placed = "" if game.rules.deal == "shuffle" else f"  {filled}/{game.rules.grid.size}"
        canvas.put(_MARGIN, y, f"{self._deal_text(game, width - len(placed))}{placed}", "dim")
        y += 1
        if len(game.players) > 1:
            x = _MARGIN
            for name in game.players:
                turn = name == game.to_move and not game.over
                mark = (">" if self.look.ascii else "▸") if turn else " "
                x = canvas.put(x, y, f"{mark}{name} ", "accent bold" if turn else "dim")
            y += 1
        elif game.players:
            canvas.put(_MARGIN, y, game.players[0], "accent")
            y += 1
        return y + 1

    def _deal_text(self, game: Game, room: int) -> str:
        if self.daily is None:
            code = f"deal {game.deal.code}"
            return code if len(code) <= room else "deal by cards"
        told = f"daily {self.daily.isoformat()}"
        return told if len(told) <= room else f"daily {self.daily:%m-%d}"

    def _draw_total(self, canvas: Canvas, y: int, game: Game, score: Score) -> int:
        x = canvas.put(_MARGIN, y, _total(score), "text bold")
        preview = self.preview
        if preview is not None and preview.gain:
            arrow = ">" if self.look.ascii else "→"
            x = canvas.put(x, y, f" {arrow} {_total(preview.score)}", "accent bold")
        target, line_target = game.rules.target, game.rules.line_target
        if target is not None:
            canvas.put(x, y, f"  of {target}", "dim")
            self._draw_bar(canvas, y + 1, score.total / target if target > 0 else 1.0)
            y += 1
        elif not game.rules.decides:
            canvas.put(x, y, "  points", "dim")
        if line_target is not None:
            made = sum(line.points >= line_target for line in score.lines)
            y += 1
            canvas.put(_MARGIN, y, f"{made} of {len(score.lines)} lines at {line_target}", "dim")
        return y + 2

    def _draw_bar(self, canvas: Canvas, y: int, part: float) -> None:
        width = min(30, canvas.width - 2 * _MARGIN)
        full = max(0, min(width, round(width * part)))
        on, off = ("#", "-") if self.look.ascii else ("━", "─")
        canvas.put(_MARGIN, y, on * full, "good" if part >= 1 else "accent")
        canvas.put(_MARGIN + full, y, off * (width - full), "line")

    def _box(self, x: int, y: int) -> Box:
        pitch = max(2, min(self.pitch, 6))
        return Box(x, y, {2: 5, 3: 6, 4: 7, 5: 8, 6: 9}[pitch], pitch)

    def _draw_cards(self, canvas: Canvas, y: int, game: Game) -> int:
        """Draw the turned card, or the stock to turn one from, and the starter."""
        position, rules = game.position, game.rules
        box = self._box(_MARGIN, y + 1)
        shown = False
        if position.turned is not None and not game.over:
            canvas.put(_MARGIN, y, "to place", "dim")
            held = self.holding is None or self.holding.source == (MoveKind.PLACE, 0)
            draw_card(canvas, box, position.turned, self.look, "fresh" if held else "paper")
            canvas.mark(box.x, y, box.width, box.pitch + 1, ("turned",))
            shown = True
        elif TURN in game.legal_moves:
            canvas.put(_MARGIN, y, "t turn", "dim")
            draw_back(canvas, box, self.look)
            canvas.mark(box.x, y, box.width, box.pitch + 1, ("turn",))
            shown = True
        if rules.starter != "none" and (rules.deal != "open" or rules.starter != "chosen"):
            other = self._box(_MARGIN + (box.width + 4) * shown, y + 1)
            canvas.put(other.x, y, "starter", "dim")
            if position.starter is None:
                draw_back(canvas, other, self.look)
            else:
                draw_card(canvas, other, position.starter, self.look)
            shown = True
        return y + box.pitch + 1 + (self.pitch > 3) if shown else y

    def _draw_pile(self, canvas: Canvas, y: int, game: Game, number: int) -> int:
        pile, size = game.position.reserves[number], game.rules.reserve_size
        held = self.holding is not None and self.holding.source == (MoveKind.PLAY, number)
        head = f"{number + 1} reserve  {len(pile)}/{size}"
        x = canvas.put(_MARGIN, y, head, "accent bold" if held else "dim")
        self._put_value(canvas, x, y, lay(number))
        self._draw_row(canvas, y + 1, pile, size, held=held, tops=True)
        canvas.mark(0, y, canvas.width, 2, ("pile", number))
        return y + 3

    def _draw_waste(self, canvas: Canvas, y: int, game: Game) -> int:
        waste, size = game.position.waste, game.rules.waste_size
        x = canvas.put(_MARGIN, y, f"w waste  {len(waste)}/{size}", "dim")
        self._put_value(canvas, x, y, DISCARD)
        self._draw_row(canvas, y + 1, waste, size, held=False, tops=False)
        canvas.mark(0, y, canvas.width, 2, ("waste",))
        return y + 3

    def _put_value(self, canvas: Canvas, x: int, y: int, move: Move) -> None:
        if move in self.values:
            best = self.values[move] >= max(self.values.values())
            star = ("*" if self.look.ascii else "★") if best else ""
            canvas.put(x, y, f"  {star}{self.values[move]:.1f}", "accent bold" if best else "text")

    def _draw_row(
        self, canvas: Canvas, y: int, cards: tuple[Card, ...], size: int, *, held: bool, tops: bool
    ) -> None:
        """Draw the cards of a pile in one row, the top one last, and dots for those with room."""
        x = _MARGIN
        for place in range(size):
            if place >= len(cards):
                canvas.put(x, y, " . " if self.look.ascii else " · ", "off")
            else:
                top = tops and place == len(cards) - 1
                ground = "held" if top and held else "paper" if top else "ghost"
                self._draw_small(canvas, x, y, cards[place], ground)
            x += _TRAY_CARD + 1

    def _draw_small(self, canvas: Canvas, x: int, y: int, card: Card, ground: str) -> None:
        name = self.look.card_text(card)
        if self.look.frames:
            ends = {"held": "[]", "paper": "  ", "ghost": "  "}[ground]
            canvas.put(x, y, f"{ends[0]}{name}{ends[1]}", "dim" if ground == "ghost" else "bold")
            return
        text = f"{name:^{_TRAY_CARD}}" if len(name) < 3 else f"{name:<{_TRAY_CARD}}"
        canvas.put(x, y, text, f"{self.look.suit_style(card)} on {ground} bold")

    def _draw_tray(self, canvas: Canvas, y: int, game: Game) -> int:
        tray = tray_order(game.position.tray)
        over = "  one stays over" if game.rules.starter == "chosen" else ""
        canvas.put(_MARGIN, y, f"[ ] to place{over}", "dim")
        y += 1
        across = max(1, (canvas.width - _MARGIN) // (_TRAY_CARD + 1))
        suits = [[card for card in tray if card % 4 == suit] for suit in range(4)]
        # Every card must be seen: there is air between the rows only where all of them fit.
        rows = sum(-(-len(cards) // across) for cards in suits)
        step = 2 if self.pitch > 4 and y + 2 * rows <= canvas.height else 1
        for cards in suits:
            for start in range(0, len(cards), across):
                x = _MARGIN
                for card in cards[start : start + across]:
                    source = self.holding.source if self.holding else None
                    held = source == (MoveKind.PUT, card)
                    self._draw_small(canvas, x, y, card, "held" if held else "paper")
                    if self.best is not None and self.best.kind is MoveKind.PUT:
                        star = "*" if self.look.ascii else "★"
                        canvas.put(x + _TRAY_CARD, y, star * (self.best.source == card), "accent")
                    canvas.mark(x, y, _TRAY_CARD, 1, ("tray", card))
                    x += _TRAY_CARD + 1
                y += step
        return y + 1

    def _draw_done(self, canvas: Canvas, y: int) -> None:
        x = canvas.put(_MARGIN, y, " x have it scored ", "text on slot bold")
        self._put_value(canvas, x, y, DONE)
        canvas.mark(_MARGIN, y, x - _MARGIN, 1, ("done",))


def _total(score: Score) -> str:
    return marked(score.total, provisional=not score.complete)
