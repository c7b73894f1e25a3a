"""Files of deals, one a line, so that other programs can be compared on the same deals."""

from __future__ import annotations

from pathlib import Path

from squares_core.cards import Card, parse_cards, require_distinct
from squares_core.deals import parse_deal_code
from squares_core.errors import SquaresError, UnreadableError


def read_deals(path: Path) -> list[tuple[Card, ...]]:
    """Return the deals of a file: cards by spaces or commas, or one deal code a line.

    Empty lines and what follows a ``#`` do not count. Raises UnreadableError, naming file and line,
    for a line that is neither or has a card twice, and for a file that cannot be read or has none.
    """
    found: list[tuple[Card, ...]] = []
    try:
        with path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, 1):
                text = line.partition("#")[0].strip()
                if text:
                    found.append(_parsed(text, f"{path}, line {number}"))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise UnreadableError(f"cannot read deals from {path}: {reason}") from error
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{path} is not UTF-8 text: {error.reason}") from error
    if not found:
        raise UnreadableError(f"{path} holds no deals: one a line, cards in dealing order")
    return found


def _parsed(text: str, where: str) -> tuple[Card, ...]:
    try:
        if len(text.split()) == 1 and "," not in text:
            return parse_deal_code(text).cards
        cards = tuple(parse_cards(text))
        require_distinct(cards)
    except SquaresError as error:
        raise UnreadableError(f"{where}: {error}") from error
    return cards
