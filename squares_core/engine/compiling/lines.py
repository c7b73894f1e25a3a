"""Unfinished lines up to a symmetry: what a compiler has to tell apart before it asks a scorer.

Each class below lists, for every number of cards, one example of each kind of line, and says which
kind comes of adding a card. Lines here may hold a card twice. No game reaches such a line, but
with them every line can take every card, and then merging lines that behave alike is exact: there
is no choice of what an impossible card should do.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, groupby, permutations
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from squares_core.cards import JACK, PACK_SIZE, RANK_COUNT, SUIT_COUNT, Card
from squares_core.engine.compiling.automaton import Cards
from squares_core.engine.compiling.multisets import multiset_count, multisets, numbers_after_adding
from squares_core.scoring import Symmetry

Numbers: TypeAlias = NDArray[np.int64]

MIXED: Final = 4
ALL_SUIT_ORDERS: Final = np.array(list(permutations(range(SUIT_COUNT))), dtype=np.int64)
ONE_SUIT_ORDER: Final = ALL_SUIT_ORDERS[:1]


@dataclass(frozen=True)
class LineCases:
    """Which lines of one level are one and the same question, the starter apart.

    ``case`` is ``[kinds]``: the question for each kind, an index into ``hands``
    (``uint8[cases, level]``).
    """

    case: Numbers
    hands: Cards


@dataclass(frozen=True)
class StarterCases:
    """Which full lines and starters are one and the same question.

    ``case`` is ``[kinds, 52]``: the question for each kind of full line and each starter, an index
    into ``hands`` (``uint8[cases, size]``) and ``starters`` (``uint8[cases]``). ``real``, of the
    same shape as ``case``, is False where no line of the kind leaves the starter in the pack.
    """

    case: Numbers
    hands: Cards
    starters: Cards
    real: NDArray[np.bool_]


class Lines(ABC):
    """Lines of up to ``size`` cards, sorted into kinds."""

    size: int
    suit_orders: Numbers
    """``[orders, 4]``: the suit that each suit of an example stands for. With 24 orders one kind
    holds all lines that an example becomes by renaming suits; with one order, its lines all
    behave as the example does."""

    @abstractmethod
    def count(self, level: int) -> int:
        """Return the number of kinds of line with ``level`` cards."""

    @abstractmethod
    def examples(self, level: int) -> Cards:
        """Return one line of each kind, ascending cards: ``uint8[count, level]``."""

    @abstractmethod
    def real(self, level: int) -> NDArray[np.bool_]:
        """Return for each kind whether its example holds no card twice."""

    @abstractmethod
    def after_adding(self, level: int, where: slice | Numbers) -> tuple[Numbers, Numbers]:
        """Return what the examples at ``where`` become with each of 52 cards.

        Both arrays are ``[examples, 52]``: the kind, and the order of suits that turns the
        example of that kind into the line.
        """

    def line_cases(self, level: int) -> LineCases:
        """Return the questions that lines with ``level`` cards ask without a starter."""
        hands = self.examples(level)
        return LineCases(np.arange(len(hands)), hands)

    @abstractmethod
    def starter_cases(self) -> StarterCases:
        """Return the questions that full lines with a starter ask."""


def without_duplicates(hands: Cards) -> NDArray[np.bool_]:
    """Return for each ascending row whether all its cards differ."""
    result: NDArray[np.bool_] = (hands[:, 1:] != hands[:, :-1]).all(axis=1)
    return result


class _ExactLines(Lines):
    """Every line is a kind of its own: no symmetry at all."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.suit_orders = ONE_SUIT_ORDER
        self._levels = [multisets(PACK_SIZE, level) for level in range(size + 1)]

    def count(self, level: int) -> int:
        return len(self._levels[level])

    def examples(self, level: int) -> Cards:
        return self._levels[level]

    def real(self, level: int) -> NDArray[np.bool_]:
        return without_duplicates(self._levels[level])

    def after_adding(self, level: int, where: slice | Numbers) -> tuple[Numbers, Numbers]:
        kinds = numbers_after_adding(self._levels[level][where], PACK_SIZE)
        return kinds, np.zeros_like(kinds)

    def starter_cases(self) -> StarterCases:
        hands = self._levels[self.size]
        case = np.arange(len(hands) * PACK_SIZE).reshape(len(hands), PACK_SIZE)
        starters = np.tile(np.arange(PACK_SIZE, dtype=np.uint8), len(hands))
        return StarterCases(
            case, np.repeat(hands, PACK_SIZE, axis=0), starters, _starter_is_free(self, hands)
        )


def _starter_is_free(lines: Lines, hands: Cards) -> NDArray[np.bool_]:
    free = np.repeat(lines.real(lines.size)[:, None], PACK_SIZE, axis=1)
    rows = np.arange(len(hands))
    for column in range(hands.shape[1]):
        free[rows, hands[:, column]] = False
    return free


class _SuitlessLines(Lines):
    """Lines that a renaming of suits turns into each other are one kind.

    A line is four multisets of ranks, one for each suit; the example has them in descending
    order. Multisets are numbered by size first, so the four numbers make one small exact key.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.suit_orders = ALL_SUIT_ORDERS
        blocks = [multisets(RANK_COUNT, held) for held in range(size + 1)]
        starts = np.cumsum([0] + [len(block) for block in blocks])
        self._after = np.concatenate(
            [
                starts[held + 1] + numbers_after_adding(blocks[held], RANK_COUNT)
                for held in range(size)
            ]
        )
        # The second largest of four multisets holds at most half of the cards, and so on.
        self._radix = [int(starts[size // part + 1]) for part in range(1, SUIT_COUNT + 1)]
        self._parts: list[Numbers] = []
        self._keys: list[Numbers] = []
        self._hands: list[Cards] = []
        for level in range(size + 1):
            parts, hands = _split_by_suit(level, blocks, starts)
            keys = self._key(parts.T)
            order = np.argsort(keys)
            self._parts.append(parts[order])
            self._keys.append(keys[order])
            self._hands.append(np.sort(hands[order], axis=1))
        self._order_number = {
            tuple(order): number for number, order in enumerate(ALL_SUIT_ORDERS.tolist())
        }

    def _key(self, parts: Sequence[Numbers] | Numbers) -> Numbers:
        key = parts[0]
        for part, radix in zip(parts[1:], self._radix[1:], strict=True):
            key = key * radix + part
        return key

    def count(self, level: int) -> int:
        return len(self._keys[level])

    def examples(self, level: int) -> Cards:
        return self._hands[level]

    def real(self, level: int) -> NDArray[np.bool_]:
        return without_duplicates(self._hands[level])

    def after_adding(self, level: int, where: slice | Numbers) -> tuple[Numbers, Numbers]:
        parts = self._parts[level][where]
        kinds = np.empty((len(parts), RANK_COUNT, SUIT_COUNT), np.int64)
        orders = np.empty_like(kinds)
        for suit in range(SUIT_COUNT):
            # Only this suit's multiset grows, so it moves towards the front or stays.
            order_at = np.array(
                [
                    self._order_number[(*range(place), suit, *_others(place, suit))]
                    for place in range(suit + 1)
                ]
            )
            for rank in range(RANK_COUNT):
                grown = self._after[parts[:, suit], rank]
                place = (parts[:, :suit] >= grown[:, None]).sum(axis=1)
                columns = []
                for column in range(SUIT_COUNT):
                    old = parts[:, column]
                    if column <= suit:
                        shifted = parts[:, max(column - 1, 0)]
                        old = np.where(
                            column < place, old, np.where(column == place, grown, shifted)
                        )
                    columns.append(old)
                kinds[:, rank, suit] = np.searchsorted(self._keys[level + 1], self._key(columns))
                orders[:, rank, suit] = order_at[place]
        return kinds.reshape(-1, PACK_SIZE), orders.reshape(-1, PACK_SIZE)

    def starter_cases(self) -> StarterCases:
        parts, hands = self._parts[self.size], self._hands[self.size]
        stands_for = np.zeros((len(parts), SUIT_COUNT), np.int64)
        for suit in range(1, SUIT_COUNT):
            same = parts[:, suit] == parts[:, suit - 1]
            stands_for[:, suit] = np.where(same, stands_for[:, suit - 1], suit)
        cards = stands_for[:, None, :] + SUIT_COUNT * np.arange(RANK_COUNT)[None, :, None]
        question = np.arange(len(parts))[:, None] * PACK_SIZE + cards.reshape(-1, PACK_SIZE)
        asked, case = np.unique(question, return_inverse=True)
        return StarterCases(
            case.reshape(question.shape),
            hands[asked // PACK_SIZE],
            (asked % PACK_SIZE).astype(np.uint8),
            _starter_is_free(self, hands),
        )


def _others(place: int, suit: int) -> list[int]:
    """Return the suits from ``place`` on without ``suit``, in order."""
    return [other for other in range(place, SUIT_COUNT) if other != suit]


def _split_by_suit(
    level: int, blocks: Sequence[Cards], starts: Numbers
) -> tuple[Numbers, NDArray[np.uint8]]:
    """Return all ways to put ``level`` cards in four suits, the largest multiset first.

    The first array, ``[count, 4]``, holds the numbers of the multisets; the second,
    ``uint8[count, level]``, the cards.
    """
    all_parts, all_hands = [], []
    for pattern in combinations_with_replacement(range(level, -1, -1), SUIT_COUNT):
        if sum(pattern) != level:
            continue
        parts = np.zeros((1, 0), np.int64)
        for held, group in groupby(pattern):
            alike = len(list(group))
            # Among suits that hold equally many cards the larger number comes first.
            chosen = _wide_multisets(len(blocks[held]), alike)[:, ::-1] + starts[held]
            parts = np.column_stack(
                [np.repeat(parts, len(chosen), axis=0), np.tile(chosen, (len(parts), 1))]
            )
        columns = [
            blocks[held][parts[:, suit] - starts[held]] * np.uint8(SUIT_COUNT) + np.uint8(suit)
            for suit, held in enumerate(pattern)
        ]
        all_parts.append(parts)
        all_hands.append(np.column_stack(columns))
    return np.concatenate(all_parts), np.concatenate(all_hands)


def _wide_multisets(symbols: int, size: int) -> Numbers:
    """Like ``multisets``, for more symbols than a byte holds; ``size`` is at most 4."""
    rows = np.arange(symbols, dtype=np.int64)[:, None]
    for _ in range(size - 1):
        # Rows with last member m are followed by each symbol from m on.
        room = symbols - rows[:, -1]
        repeated = np.repeat(rows, room, axis=0)
        first = np.repeat(np.cumsum(room) - room, room)
        step = np.arange(len(repeated)) - first
        rows = np.column_stack([repeated, repeated[:, -1] + step])
    return rows


class _RankLines(Lines):
    """Lines alike in ranks, in whether all cards share a suit and, with a starter, in jacks.

    A kind is a multiset of ranks, the one suit of the line or ``MIXED``, and the suits of its
    jacks as a bit mask where there is a starter. A second card of a rank makes a line mixed, even
    where no real line could hold it, which is what makes these kinds few.
    """

    def __init__(self, size: int, *, with_starter: bool) -> None:
        self.size = size
        self.suit_orders = ONE_SUIT_ORDER
        self._with_starter = with_starter
        self._ranks = [multisets(RANK_COUNT, level) for level in range(size + 1)]
        self._after = [numbers_after_adding(rows, RANK_COUNT) for rows in self._ranks[:-1]]
        self._kinds = [np.array([[0, MIXED, 0]])]
        self._children: list[Numbers] = []
        for level in range(size):
            keys = self._keys_after_adding(level)
            found, children = np.unique(keys, return_inverse=True)
            self._children.append(children.reshape(keys.shape))
            self._kinds.append(
                np.column_stack([found // 16 // (MIXED + 1), found // 16 % (MIXED + 1), found % 16])
            )

    def _keys_after_adding(self, level: int) -> Numbers:
        number, suit, jacks = self._kinds[level].T
        card = np.arange(PACK_SIZE)
        rank, of_suit = card // SUIT_COUNT, card % SUIT_COUNT
        suits: Numbers
        if level == 0:
            suits = of_suit[None, :]
        else:
            same = (suit[:, None] == of_suit) & ~self._held(level)
            suits = np.where(same, suit[:, None], MIXED)
        masks: Numbers = np.repeat(jacks[:, None], PACK_SIZE, axis=1)
        if self._with_starter:
            for jack in range(SUIT_COUNT):
                masks[:, (JACK - 1) * SUIT_COUNT + jack] = _with_jack(jacks, jack)
        ranks_after: Numbers = self._after[level][number][:, rank]
        return (ranks_after * (MIXED + 1) + suits) * 16 + masks

    def _held(self, level: int) -> NDArray[np.bool_]:
        """Return for each kind of one suit and each card whether its lines hold the rank."""
        ranks = self._ranks[level][self._kinds[level][:, 0]]
        held = (ranks[:, :, None] == np.arange(RANK_COUNT)).any(axis=1)
        of_cards: NDArray[np.bool_] = np.repeat(held, SUIT_COUNT, axis=1)
        return of_cards

    def _most_of_a_rank(self, level: int) -> Numbers:
        ranks = self._ranks[level][self._kinds[level][:, 0]]
        if not level:
            return np.zeros(1, np.int64)
        copies: Numbers = (ranks[:, :, None] == np.arange(RANK_COUNT)).sum(axis=1)
        most: Numbers = copies.max(axis=1)
        return most

    def count(self, level: int) -> int:
        return len(self._kinds[level])

    def examples(self, level: int) -> Cards:
        return self._examples(level, self._kinds[level])

    def _examples(self, level: int, kinds: Numbers) -> Cards:
        hands = [
            _cards_of_kind(self._ranks[level][number].tolist(), suit, jacks, None)
            for number, suit, jacks in kinds.tolist()
        ]
        return np.array(hands, np.uint8).reshape(len(hands), level)

    def real(self, level: int) -> NDArray[np.bool_]:
        enough: NDArray[np.bool_] = self._most_of_a_rank(level) <= SUIT_COUNT
        return enough

    def after_adding(self, level: int, where: slice | Numbers) -> tuple[Numbers, Numbers]:
        kinds = self._children[level][where]
        return kinds, np.zeros_like(kinds)

    def line_cases(self, level: int) -> LineCases:
        number, suit, _ = self._kinds[level].T
        _, first, case = np.unique(
            number * 2 + (suit != MIXED), return_index=True, return_inverse=True
        )
        return LineCases(case, self._examples(level, self._kinds[level][first]))

    def starter_cases(self) -> StarterCases:
        kinds = self._kinds[self.size]
        number, suit, jacks = kinds.T
        card = np.arange(PACK_SIZE)
        rank, of_suit = card // SUIT_COUNT, card % SUIT_COUNT
        held = self._held(self.size) & (suit[:, None] == of_suit)
        flush = np.where(suit == MIXED, 0, 1)[:, None] + ((suit[:, None] == of_suit) & ~held)
        nobs = (jacks[:, None] >> of_suit & 1) * (rank != JACK - 1)
        question = ((number[:, None] * RANK_COUNT + rank) * 3 + flush) * 2 + nobs

        ranks = self._ranks[self.size][number]
        copies = (ranks[:, :, None] == np.arange(RANK_COUNT)).sum(axis=1)[:, rank]
        jack_is_held = (rank == JACK - 1) & (jacks[:, None] >> of_suit & 1 == 1)
        real = self.real(self.size)[:, None] & (copies < SUIT_COUNT) & ~held & ~jack_is_held

        # A question is put with a real hand wherever one real hand asks it.
        flat = np.concatenate([np.flatnonzero(real), np.flatnonzero(~real)])
        _, first, inverse = np.unique(
            question.ravel()[flat], return_index=True, return_inverse=True
        )
        case = np.empty(question.size, np.int64)
        case[flat] = inverse
        hands, starters = [], []
        for at in flat[first].tolist():
            kind, starter = divmod(at, PACK_SIZE)
            held_ranks = ranks[kind].tolist()
            hands.append(_cards_of_kind(held_ranks, int(suit[kind]), int(jacks[kind]), starter))
            starters.append(starter)
        return StarterCases(
            case.reshape(question.shape),
            np.array(hands, np.uint8),
            np.array(starters, np.uint8),
            real,
        )


def _with_jack(jacks: Numbers, suit: int) -> Numbers:
    """Return the masks with the jack of ``suit`` added, or the next jack that is not there."""
    result = jacks | 1 << suit
    for step in range(1, SUIT_COUNT):
        result = np.where(result == jacks, jacks | 1 << (suit + step) % SUIT_COUNT, result)
    return result


def _cards_of_kind(ranks: list[int], suit: int, jacks: int, starter: Card | None) -> list[Card]:
    """Return ascending cards of ``ranks`` (0..12) in one suit, or in more than one if MIXED.

    Jacks have the suits of the mask where it is not 0, and the starter is left out; a card is
    repeated only where the pack holds too few.
    """
    if suit != MIXED:
        return [rank * SUIT_COUNT + suit for rank in ranks]
    jack_suits = [jack for jack in range(SUIT_COUNT) if jacks >> jack & 1]
    turn = jack_suits[0] + 1 if jack_suits else 0
    taken = set() if starter is None else {starter}
    cards: list[Card] = []
    given = 0
    for rank in ranks:
        if jack_suits and rank == JACK - 1:
            cards.append(rank * SUIT_COUNT + jack_suits[given % len(jack_suits)])
            given += 1
            continue
        choices = [rank * SUIT_COUNT + (turn + step) % SUIT_COUNT for step in range(SUIT_COUNT)]
        card = next((choice for choice in choices if choice not in taken), choices[0])
        cards.append(card)
        taken.add(card)
        turn = card % SUIT_COUNT + 1
    return sorted(cards)


def lines_for(symmetry: Symmetry, size: int, *, with_starter: bool) -> Lines:
    """Return the lines of ``size`` cards sorted by what ``symmetry`` says matters."""
    if symmetry == "ranks-and-flushes":
        return _RankLines(size, with_starter=with_starter)
    return _SuitlessLines(size) if symmetry == "suits" else _ExactLines(size)


@cache
def question_count(symmetry: Symmetry, size: int, *, with_starter: bool) -> int:
    """Return about how many hands a scorer is asked about: exact but for ranks and flushes."""
    if symmetry == "none":
        hands = multiset_count(PACK_SIZE, size)
    elif symmetry == "suits":
        hands = _suitless_count(size)
    else:
        hands = 2 * multiset_count(RANK_COUNT, size)
        return hands * (RANK_COUNT * 2 if with_starter else 1)
    return hands * (PACK_SIZE if with_starter else 1)


def _suitless_count(size: int) -> int:
    total = 0
    for pattern in combinations_with_replacement(range(size, -1, -1), SUIT_COUNT):
        if sum(pattern) == size:
            ways = 1
            for held, group in groupby(pattern):
                ways *= multiset_count(multiset_count(RANK_COUNT, held), len(list(group)))
            total += ways
    return total
