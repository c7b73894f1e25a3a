"""Files of deals, one a line, so that other programs can be compared on the same deals."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, overload

from squares_core.cards import PACK, Card, card_names, parse_cards, require_distinct
from squares_core.deals import parse_deal_code
from squares_core.errors import InvalidValueError, SquaresError, UnreadableError, system_reason
from squares_core.wording import counted

# The names as card_name writes them, which most files use: looked up instead of parsed.
_PLAIN: Final = dict(zip(card_names(PACK), PACK, strict=True))


class DealList(Sequence[bytes]):
    """Many deals in little memory: one byte for each card, sixteen for each deal.

    A deal is ``bytes``, a card each; a slice is again a list of deals. ``source`` names the file
    that they came from, if any.
    """

    def __init__(self, deals: Iterable[Iterable[Card]] = (), source: str = "") -> None:
        self.source = source
        self._cards = bytearray()
        self._ends = array("Q")
        self._lines = array("Q")
        for deal in deals:
            self.append(deal)

    def append(self, deal: Iterable[Card], line: int = 0) -> None:
        """Add one more deal at the end; ``line`` is its number in the file."""
        self._cards.extend(deal)
        self._ends.append(len(self._cards))
        self._lines.append(line)

    def require_cards(self, count: int, needed: int, who: str) -> None:
        """Raise InvalidValueError unless the first ``count`` deals have what ``who`` needs.

        It names file and line of the first deal that has fewer than ``needed`` cards.
        """
        start = 0
        for end, line in zip(self._ends[:count], self._lines, strict=False):
            if end - start < needed:
                cards = counted(end - start, "card")
                raise InvalidValueError(
                    f"{self.source}, line {line}: {cards}; {who} needs {needed}"
                )
            start = end

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> DealList: ...
    def __getitem__(self, index: int | slice) -> bytes | DealList:
        numbers = range(len(self))[index]
        if isinstance(numbers, range):
            return DealList(self._deal(number) for number in numbers)
        return self._deal(numbers)

    def _deal(self, number: int) -> bytes:
        start = self._ends[number - 1] if number else 0
        return bytes(self._cards[start : self._ends[number]])


def read_deals(path: Path) -> DealList:
    """Return the deals of a file: cards by spaces or commas, or one deal code a line.

    Empty lines and what follows a ``#`` do not count. Raises UnreadableError, naming file and line,
    for a line that is neither or has a card twice, and for a file that cannot be read or has none.
    """
    found = DealList(source=str(path))
    try:
        with path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, 1):
                text = line.partition("#")[0].strip()
                if text:
                    cards = _quickly_parsed(text) or _parsed(text, f"{path}, line {number}")
                    found.append(cards, number)
    except OSError as error:
        raise UnreadableError(f"cannot read deals from {path}: {system_reason(error)}") from error
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{path} is not UTF-8 text: {error.reason}") from error
    if not found:
        raise UnreadableError(f"{path} holds no deals: one a line, cards in dealing order")
    return found


def _quickly_parsed(text: str) -> list[Card]:
    """Return the cards of a line in plain names, or nothing for any other line."""
    try:
        cards = [_PLAIN[name] for name in text.replace(",", " ").split()]
    except KeyError:
        return []
    return cards if len(set(cards)) == len(cards) else []


def _parsed(text: str, where: str) -> tuple[Card, ...]:
    try:
        if len(text.split()) == 1 and "," not in text:
            return parse_deal_code(text).cards
        cards = tuple(parse_cards(text))
        require_distinct(cards)
    except SquaresError as error:
        raise UnreadableError(f"{where}: {error}") from error
    if not cards:
        raise UnreadableError(f"{where}: no card stands between the commas")
    return cards
