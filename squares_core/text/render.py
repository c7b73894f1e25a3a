"""Text for people, made of cards, grids and scores.

Suit glyphs are drawn one or two columns wide by different terminals, and not all four alike. Rows
made by ``line_up`` stand in columns all the same: on a terminal the cursor is steered to where the
next field starts; elsewhere padding counts the width that ``Look.wide`` tells.
"""

from __future__ import annotations

import os
import re
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Self, TextIO, TypeAlias

from squares_core.cards import Card, card_name, parse_card, suit_of
from squares_core.grid import Cell
from squares_core.rules import LineScore, Rules, Score
from squares_core.scoring import Combination
from squares_core.tableau import Tableau
from squares_core.text.aloud import count_aloud
from squares_core.text.streams import shows_glyphs

Style: TypeAlias = Literal["red", "blue", "green", "dim", "bold"]
Field: TypeAlias = tuple[str, int]

_CODES: Final[Mapping[Style, str]] = {
    "red": "31", "blue": "94", "green": "32", "dim": "2", "bold": "1",
}  # fmt: skip
SUIT_GLYPHS: Final = "♠♥♦♣"
_TWO_COLOURS: Final[tuple[Style | None, ...]] = (None, "red", "red", None)
_FOUR_COLOURS: Final[tuple[Style | None, ...]] = (None, "red", "blue", "green")
_CARD_NAME: Final = re.compile(r"(?<!\w)[A2-9TJQK][SHDC](?!\w)")
_ESCAPE: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_PLAIN_WIDTH: Final = 79
_WIDEST: Final = 100
_LEAST_ROOM: Final = 28


@dataclass(frozen=True, slots=True)
class Look:
    """How text is drawn for one stream.

    ``glyphs``
        Suits as glyphs; otherwise as the letters S H D C.
    ``tens``
        A ten is ``10`` also where suits are letters, not ``T``.
    ``ascii``
        Nothing but ASCII, whatever a title or a name holds; excludes ``glyphs``.
    ``colour``, ``four_colours``
        Colour and other emphasis; a colour of its own for each suit instead of red and black.
    ``steers``
        The stream is a terminal that moves its cursor when asked.
    ``wide``
        Characters of ambiguous width, suit glyphs among them, take two columns.
    ``width``
        The number of columns that text may fill.
    ``terminal``
        The stream is a terminal, whatever it can show.
    """

    glyphs: bool = False
    tens: bool = False
    ascii: bool = False
    colour: bool = False
    four_colours: bool = False
    steers: bool = False
    wide: bool = False
    width: int = _PLAIN_WIDTH
    terminal: bool = False

    @property
    def table_width(self) -> int | None:
        """The width that tables must fit in; None where they are read by another program."""
        return self.width if self.terminal else None

    @classmethod
    def of(
        cls,
        stream: TextIO,
        *,
        ascii_only: bool = False,
        four_colours: bool = False,
        plain: bool = False,
        environ: Mapping[str, str] = os.environ,
    ) -> Self:
        """Return the look that suits ``stream``.

        ``ascii_only`` asks for letters and nothing but ASCII, ``plain`` for no colour and no other
        escape codes. ``SQUARES_WIDE=1`` tells that suit glyphs are two columns wide.
        """
        obeys = not plain and _obeys_escapes(stream, environ)
        glyphs = not ascii_only and shows_glyphs(stream)
        return cls(
            glyphs=glyphs,
            ascii=ascii_only,
            colour=obeys and not environ.get("NO_COLOR"),
            four_colours=four_colours,
            steers=obeys and glyphs,
            wide=environ.get("SQUARES_WIDE", "") not in ("", "0"),
            width=_width(stream),
            terminal=stream.isatty(),
        )

    def paint(self, text: str, style: Style | None) -> str:
        """Return ``text`` in ``style`` where this look has colour."""
        if style is None or not self.colour or not text:
            return text
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m"

    def fit(self, text: str) -> str:
        """Return ``text`` without what this look cannot show."""
        if not self.ascii or text.isascii():
            return text
        plain = unicodedata.normalize("NFKD", text.translate(_ASCII_FORMS))
        plain = "".join(char for char in plain if not unicodedata.combining(char))
        return plain.encode("ascii", "replace").decode("ascii")


_ASCII_FORMS: Final = str.maketrans(
    {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "–": "-", "—": "-", "−": "-", "×": "x"}
    | dict.fromkeys("‘’", "'")
    | dict.fromkeys("“”", '"')
)


def _obeys_escapes(stream: TextIO, environ: Mapping[str, str]) -> bool:
    if not stream.isatty() or environ.get("TERM") == "dumb":
        return False
    # An old Windows console shows escape codes as rubbish; the newer ones say who they are.
    return sys.platform != "win32" or any(environ.get(name) for name in ("WT_SESSION", "TERM"))


def _width(stream: TextIO) -> int:
    try:
        columns = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        return _PLAIN_WIDTH
    return max(20, min(columns, _WIDEST) - 1) if columns else _PLAIN_WIDTH


def width_of(text: str, look: Look) -> int:
    """Return how many columns ``text`` takes, escape codes not counted."""
    kinds = map(unicodedata.east_asian_width, visible := _ESCAPE.sub("", text))
    double = ("W", "F", "A") if look.wide else ("W", "F")
    combining = sum(1 for char in visible if unicodedata.combining(char))
    return sum(2 if kind in double else 1 for kind in kinds) - combining


def line_up(fields: Iterable[Field], look: Look, indent: int = 0) -> str:
    """Return one row of text whose fields start in fixed columns whatever glyphs they hold.

    A field is a text and its width in columns, negative for text that stands at the right. A text
    with a suit glyph needs a blank after the glyph within its field, for a wide glyph to spill on.
    """
    row, column, strayed = " " * indent, indent, False
    for text, width in fields:
        if strayed and text.strip():
            row += f"\x1b[{column + 1}G"
            strayed = False
        gap = " " * (abs(width) - width_of(text, look))
        row += gap + text if width < 0 else text + gap
        column += max(abs(width), width_of(text, look))
        strayed = strayed or (look.steers and any(glyph in text for glyph in SUIT_GLYPHS))
    return row.rstrip()


def folded(text: str, look: Look) -> str:
    """Return ``text`` with every line that is longer than ``look.width`` broken between words.

    What follows such a break is indented by two more than the line itself.
    """
    rows: list[str] = []
    for line in text.split("\n"):
        if width_of(line, look) <= look.width:
            rows.append(line)
            continue
        indent = " " * (len(line) - len(line.lstrip(" ")))
        row, *words = line.split()
        row = indent + row
        for word in words:
            if width_of(f"{row} {word}", look) > look.width:
                rows.append(row)
                row = f"{indent}  {word}"
            else:
                row = f"{row} {word}"
        rows.append(row)
    return "\n".join(rows)


def rank_text(card: Card) -> str:
    """Return the rank of ``card`` as it is printed on one: ``10`` for a ten."""
    return card_name(card)[0].replace("T", "10")


def glyph_text(card: Card) -> str:
    """Return ``card`` as it is printed where there are suit glyphs, such as ``10♦``."""
    return rank_text(card) + SUIT_GLYPHS[suit_of(card)]


def card_text(card: Card, look: Look) -> str:
    """Return ``card`` as ``look`` draws it: ``10♦`` or ``TD``, in the colour of its suit."""
    name = glyph_text(card) if look.glyphs else card_name(card)
    if look.tens and not look.glyphs:
        name = rank_text(card) + name[1]
    return look.paint(name, (_FOUR_COLOURS if look.four_colours else _TWO_COLOURS)[suit_of(card)])


def cards_text(cards: Iterable[Card], look: Look) -> str:
    """Return ``cards`` as ``look`` draws them, with spaces between."""
    return " ".join(card_text(card, look) for card in cards)


def respelled(text: str, spelling: Callable[[Card], str]) -> str:
    """Return ``text``, such as a move or a message, with its cards as ``spelling`` spells them.

    They are found by their names, such as ``TD``; cells, codes and words are none.
    """
    return _CARD_NAME.sub(lambda found: spelling(parse_card(found[0])), text)


def drawn(text: str, look: Look) -> str:
    """Return ``text`` with the cards named in it as ``look`` draws them."""
    return respelled(text, lambda card: card_text(card, look))


def card_fields(cards: Iterable[Card | None], look: Look, width: int = 0) -> list[Field]:
    """Return a field for ``line_up`` for each card, ``.`` for None, a blank after each.

    ``width`` is that of a field; as narrow as the cards allow by default.
    """
    width = width or (4 if look.glyphs or look.tens else 3) + (look.glyphs and look.wide)
    return [(f"{'.' if card is None else card_text(card, look)} ", -width) for card in cards]


def marked(points: int, *, provisional: bool) -> str:
    """Return ``points``, with ``~`` before those that may still change."""
    return f"~{points}" if provisional else str(points)


def points_text(line: LineScore, look: Look) -> str:
    """Return the points of a line, marked ``~`` and dim while they may still change."""
    text = marked(line.points, provisional=line.provisional)
    return look.paint(text, "dim" if line.provisional else None)


def grid_text(
    tableau: Tableau,
    look: Look,
    score: Score | None = None,
    legal: Collection[Cell] = (),
    fresh: Cell | None = None,
) -> str:
    """Return the grid with its coordinates and, given a ``score``, the points of every line.

    Rows have their points at the right, columns below, diagonals in a row of their own. ``~`` marks
    points that may still change, ``+`` the empty cells of ``legal``, ``.`` the others; the card on
    ``fresh`` stands out where there is colour.
    """
    grid = tableau.grid
    width = 5 + (look.glyphs and look.wide)
    by_kind: dict[str, dict[int, LineScore]] = {"rows": {}, "columns": {}, "diagonals": {}}
    for line in score.lines if score else ():
        first = line.line.cells[0]
        place = grid.row_of(first) if line.line.kind == "rows" else grid.column_of(first)
        by_kind[line.line.kind][place] = line

    def shown(cell: Cell) -> Field:
        card = tableau[cell]
        if card is None:
            mark = "+" if cell in legal else look.paint(".", "dim")
            return f"{mark} ", -width
        text = card_text(card, look)
        return f"{look.paint(text, 'bold') if cell == fresh else text} ", -width

    names = [(f"{chr(ord('a') + column)} ", -width) for column in range(grid.columns)]
    rows = [line_up([("", 3), *names], look)]
    for row in range(grid.rows):
        cells = range(row * grid.columns, (row + 1) * grid.columns)
        line_score = by_kind["rows"].get(row)
        end = points_text(line_score, look) if line_score else ""
        rows.append(line_up([(str(row + 1), -3), *map(shown, cells), (end, -6)], look))
    if by_kind["columns"]:
        ends = [by_kind["columns"].get(column) for column in range(grid.columns)]
        fields = [(f"{points_text(end, look)} " if end else "", -width) for end in ends]
        rows.append(line_up([("", 3), *fields], look))
    if by_kind["diagonals"]:
        named = (f"{d.line.name} {points_text(d, look)}" for d in by_kind["diagonals"].values())
        rows.append("   " + "   ".join(named))
    return "\n".join(rows)


def running_text(rules: Rules, score: Score) -> str:
    """Return the total of a game that goes on, ``~`` while it may still change, and what wins."""
    total = marked(score.total, provisional=not score.complete)
    return f"Total {total} so far; {wanted_text(rules) or 'there is no target'}."


def total_text(rules: Rules, score: Score) -> str:
    """Return the total against the target: won or lost, or as ``running_text`` if incomplete."""
    if not score.complete:
        return running_text(rules, score)
    if not rules.decides:
        return f"Total {score.total}. This game has no target."
    reasons = []
    if rules.target is not None:
        above = score.total - rules.target
        side = f"{abs(above)} {'above' if above > 0 else 'short of'}" if above else "exactly"
        reasons.append(f"{side} the target of {rules.target}")
    if rules.line_target is not None:
        short = [line.line.name for line in score.lines if line.points < rules.line_target]
        under = f"{', '.join(short)} below {rules.line_target}"
        reasons.append(under if short else f"every line at {rules.line_target} or more")
    result = "won" if rules.is_won(score) else "lost"
    return f"Total {score.total}: {result}, {'; '.join(reasons)}."


def wanted_text(rules: Rules) -> str:
    """Return what wins, such as ``"61 wins"``; nothing where a game cannot be won."""
    parts = []
    if rules.target is not None:
        parts.append(f"{rules.target} wins")
    if rules.line_target is not None:
        parts.append(f"every line needs {rules.line_target}")
    return " and ".join(parts)


def count_text(score: Score, look: Look) -> str:
    """Return every line with its cards, its points and its count aloud, the bonus apart.

    Lines without a card are left out; points that may still change are marked ``~``.
    """
    size = max((len(line.cards) for line in score.lines), default=0)
    rows = []
    for line in score.lines:
        if any(card is not None for card in line.cards):
            said = count_aloud(line.combinations)
            points = points_text(line, look)
            rows.append(_count_row(line.line.name, line.cards, size, points, said, look))
    rows += (
        _count_row(item.name, item.cards, size, str(item.points), "", look) for item in score.bonus
    )
    return "\n".join(rows)


def counted_grid_text(tableau: Tableau, starter: Card | None, score: Score, look: Look) -> str:
    """Return a scored grid with its starter and, below, the count of every line."""
    parts = [grid_text(tableau, look, score)]
    if starter is not None:
        parts.append(f"starter {card_text(starter, look)}")
    if counts := count_text(score, look):
        parts += ["", counts]
    return "\n".join(parts)


def _count_row(
    name: str, cards: Sequence[Card | None], size: int, points: str, said: str, look: Look
) -> str:
    shown = card_fields(cards, look)
    blank = (size - len(cards)) * abs(shown[0][1])
    fields = [(name.capitalize(), 11), *shown, ("", blank), (points, -5), ("", 2)]
    indent = sum(abs(width) for _, width in fields)
    if look.width - indent < _LEAST_ROOM:
        below = textwrap.wrap(said, look.width - 4, break_on_hyphens=False)
        return "\n".join([line_up(fields, look), *(f"    {row}" for row in below)])
    first, *rest = textwrap.wrap(said, look.width - indent, break_on_hyphens=False) or [""]
    return "\n".join([line_up([*fields, (first, 0)], look), *(" " * indent + row for row in rest)])


def combination_rows(combinations: Sequence[Combination], look: Look) -> list[str]:
    """Return a row for each combination: its name, its points, and the cards that make it."""
    name_width = max((len(item.name) for item in combinations), default=0) + 2
    return [
        line_up(
            [
                (item.name, name_width),
                (str(item.points), -4),
                ("", 2),
                (cards_text(item.cards, look), 0),
            ],
            look,
        )
        for item in combinations
    ]
