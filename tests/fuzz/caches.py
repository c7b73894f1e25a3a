"""Readers of what the engine keeps: tables of scorers and learned values of lines."""

from __future__ import annotations

import hashlib
import io
import json
import logging
import struct
import zipfile
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from fuzz.mutation import damaged, one_of
from fuzz.reader import Reader, Workshop
from squares_core import (
    Card,
    Combination,
    Grid,
    Hand,
    InvalidValueError,
    Rules,
    Scorer,
    UnreadableError,
    rank_of,
)

_DTYPES = (
    "<u2",
    "<u4",
    "<i8",
    "<i4",
    "<f4",
    "<f8",
    "|u1",
    "|b1",
    "<U3",
    "|O",
    "<c16",
    ">i4",
    "<M8[s]",
    "|V4",
)
_FACTS: tuple[Any, ...] = (
    b"", b"null", b"[]", b"{}", b"[" * 5000, b'{"size": 1e999}', b'{"size": "5"}', b"9" * 5000,
    b"\xff",
    b'{"size": 5, "with_starter": false, "class_names": 7}', b'{"size": -1, "class_names": []}',
    b'{"size": 5, "with_starter": true, "class_names": [[["x", NaN, 1]]]}', b'{"size": 1000000000}',
)  # fmt: skip


def members_of(archive: bytes) -> dict[str, bytes]:
    """Return the members of an npz archive, each as it is kept."""
    with zipfile.ZipFile(io.BytesIO(archive)) as file:
        return {name: file.read(name) for name in file.namelist()}


def archive_of(members: dict[str, bytes], rng: Random) -> bytes:
    """Return an npz archive of ``members``, sometimes with two of a name or another method."""
    stream = io.BytesIO()
    method = rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    with zipfile.ZipFile(stream, "w", method) as file:
        for name, data in members.items():
            file.writestr(zipfile.ZipInfo(name), data, method)
    return stream.getvalue()


def changed_member(rng: Random, data: bytes) -> bytes:
    """Return an array's file with another content, shape, type or a header that lies."""
    array = np.load(io.BytesIO(data), allow_pickle=False)
    flat = array.copy().reshape(-1)

    def saved(other: Any) -> bytes:
        stream = io.BytesIO()
        np.save(stream, other, allow_pickle=False)
        return stream.getvalue()

    def other_values() -> bytes:
        for _ in range(rng.choice((1, 3, 50))):
            if flat.size:
                limit = 2 ** (8 * flat.dtype.itemsize) if flat.dtype.kind in "ui" else 100
                value = rng.choice(
                    (0, 1, limit - 1, limit // 2, rng.randrange(limit), rng.randrange(100))
                )
                flat[rng.randrange(flat.size)] = np.array(value & (2**63 - 1)).astype(flat.dtype)
        return saved(flat.reshape(array.shape))

    def other_shape() -> bytes:
        return saved(
            rng.choice((flat, flat[:1], flat[:0], flat[:-1], array[None], array.T, flat.sum()))
        )

    def other_type() -> bytes:
        with np.errstate(all="ignore"):
            return saved(
                array.astype(rng.choice(("<u2", "<u4", "<i8", "<i4", "<f4", "<f8", "|u1", "|b1")))
            )

    return one_of(
        rng,
        (4, other_values),
        (2, other_shape),
        (2, other_type),
        (3, lambda: garbled_member(rng, data)),
    )


def garbled_member(rng: Random, data: bytes) -> bytes:
    """Return an array's file that is damaged, or whose header lies."""
    return one_of(
        rng,
        (2, lambda: lying_header(rng) + data[128:]),
        (1, lambda: damaged(rng, data)),
        (0.3, lambda: b""),
    )


def lying_header(rng: Random) -> bytes:
    """Return an array's file without a content, whose header may be anything."""
    shape = rng.choice(((2**40,), (2**31, 2**31), (10**9,), ("x",), (2**62, 8)))
    order = rng.choice((False, True, 3))
    text = repr({"descr": rng.choice(_DTYPES), "fortran_order": order, "shape": shape})
    text = rng.choice((text, "(" * 3000, "{}", text + " " * 70_000, "__import__('os')", "9" * 5000))
    head = text.encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head) & 0xFFFF) + head


class Pairs(Scorer):
    """A scorer whose tables are small."""

    id = "pairs"
    title = "Pairs"
    hand_sizes = (3,)
    symmetry = "ranks-and-flushes"

    def combinations(self, hand: Hand, starter: Card | None = None) -> Sequence[Combination]:
        equal = len({rank_of(card) for card in hand}) < 3
        return [Combination("pair", tuple(hand), 2)] if equal else []


class Tables(Reader):
    """Tables of a scorer; one that is accepted must lead a line to points without leaving them."""

    name = "tables"

    def __init__(self, workshop: Workshop) -> None:
        super().__init__(workshop)
        from squares_core.engine.compiling import cache
        from squares_core.engine.compiling.compile import compile_scorer

        logging.getLogger(cache.__name__).setLevel(logging.CRITICAL)
        self.digits = "0f" * 32
        path = workshop.folder / "good.tables"
        assert cache.store(path, self.digits, compile_scorer(Pairs(), 3))
        self.good = path.read_bytes()
        self.body = self.good.split(b"\n", 3)[3]
        self.members = members_of(self.body)

    def make(self, rng: Random) -> bytes:
        def resealed(body: bytes) -> bytes:
            check = hashlib.sha256(body).hexdigest().encode()
            return b"\n".join([*self.good.split(b"\n", 3)[:2], check, body])

        def altered() -> bytes:
            members = dict(self.members)
            for _ in range(rng.choice((1, 1, 2))):
                name = rng.choice(sorted(members))
                if name == "facts.npy" and rng.random() < 0.7:
                    stream = io.BytesIO()
                    facts = json.loads(np.load(io.BytesIO(self.members[name])).tobytes())
                    facts[rng.choice(sorted(facts))] = rng.choice(
                        (0, -1, 2**70, 1e999, "x", None, [], [[["a", 1, 2]]] * 2)
                    )
                    text = rng.choice((*_FACTS, json.dumps(facts).encode()))
                    np.save(stream, np.frombuffer(text, np.uint8))
                    members[name] = stream.getvalue()
                elif rng.random() < 0.1:
                    members.pop(name)
                    break
                else:
                    members[name] = changed_member(rng, self.members[name])
            return resealed(archive_of(members, rng))

        return one_of(
            rng,
            (0.5, lambda: self.good),
            (3, lambda: damaged(rng, self.good)),
            (3, lambda: resealed(damaged(rng, self.body))),
            (8, altered),
            (0.3, lambda: rng.randbytes(rng.randint(0, 300))),
        )

    def read(self, given: bytes) -> None:
        from squares_core.engine.compiling.cache import load

        found = load(self.workshop.file("x.tables", given), self.digits)
        if found is None:
            raise UnreadableError("it is made again")
        rng = Random(len(given))
        assert found.size < 60
        for _ in range(5):
            *hand, other = rng.sample(range(52), found.size + 1)
            number = found.class_of(hand, other if found.with_starter else None)
            assert 0 <= number < len(found.class_points)
            assert all(isinstance(name, str) for name, _, _ in found.class_names[number])
            assert 0 <= found.state_of(hand[:-1]) < found.states
            assert len(found.partial_points) == found.states
        assert found.digest


class LearnedValues(Reader):
    """Learned values: damaged, cut, and with arrays that are not what they claim to be."""

    name = "values"

    def __init__(self, workshop: Workshop) -> None:
        super().__init__(workshop)
        from squares_core.engine.players import values
        from squares_core.engine.players.line_keys import line_keys
        from squares_core.engine.playing.board import compile_rules

        grid = Grid(3, 3)
        lines, anywhere = (
            grid.lines(["rows", "columns"]),
            workshop.registry.placement_rule("anywhere"),
        )
        rules = Rules("small", "Small", grid, lines, Pairs(), anywhere)
        self.compiled = compile_rules(rules)
        keys = line_keys(self.compiled)
        start = values.starting_values(self.compiled, keys)
        start.table[:: max(1, keys.size // 200)] += 1
        self.digest = start.digest
        self.good = values.values_bytes(start)
        self.members = members_of(self.good)

    def make(self, rng: Random) -> bytes:
        def altered() -> bytes:
            members = dict(self.members)
            for _ in range(rng.choice((1, 1, 2))):
                name = rng.choice(sorted(members))
                if rng.random() < 0.05:
                    del members[name]
                    break
                change = rng.random() < 0.8
                members[name] = (
                    changed_member(rng, self.members[name]) if change else lying_header(rng)
                )
            return archive_of(members, rng)

        return one_of(
            rng,
            (0.3, lambda: self.good),
            (5, lambda: damaged(rng, self.good)),
            (5, altered),
            (0.3, lambda: rng.randbytes(rng.randint(0, 300))),
        )

    def read(self, given: bytes) -> None:
        from squares_core.engine.players.values import load_values, policy_of

        found = load_values(self.workshop.file("x.values", given), self.digest)
        if found is None:
            raise UnreadableError("they are learned again")
        try:
            policy_of(self.compiled, found)
        except InvalidValueError as error:
            raise UnreadableError("they are for another game") from error
        keys, board = found.keys, self.compiled.board
        # What the compiled loops look up without asking.
        assert keys.parts.shape == (len(board.transitions), 4)
        assert keys.coarse.shape == (64,)
        assert keys.turn.shape == (board.cells + 1,)
        assert keys.offset.shape == (len(self.compiled.rules.lines) + 1,)
        assert keys.prospect.shape == (len(board.transitions),)
        assert found.extras.shape == (4, board.cells + 1, 8)
        assert found.table.shape == (keys.size,)
        assert [table.dtype.str for table in (keys.parts, keys.coarse, keys.turn)] == [
            "<u8",
            "<u4",
            "<u4",
        ]
        best, second, first, width = (column.tolist() for column in keys.parts.T)
        shift = int(keys.turn.max()) + int(keys.offset.max())
        for state in range(len(best)):
            counts = (int(keys.coarse[mask[state].bit_count()]) for mask in (best, second))
            key = first[state] + next(counts) * width[state] + next(counts) + shift
            assert 0 <= key < keys.size


CACHES: tuple[type[Reader], ...] = (Tables, LearnedValues)
