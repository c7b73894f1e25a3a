"""Learned values of partial lines: what they are learned for, and how they are kept."""

from __future__ import annotations

import hashlib
import io
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from squares_core.cards import PACK_SIZE
from squares_core.engine.compiling.archives import read_arrays
from squares_core.engine.players.line_keys import FIRST_KEY, WIDTH, LineKeys
from squares_core.engine.players.policy_loops import EXTRAS, MAX_FREE, MAX_PILES, Policy
from squares_core.engine.playing.board import ANYWHERE, CompiledRules
from squares_core.errors import InvalidValueError, NoTablesError

FORMAT: Final = 2
MOST_KEYS: Final = 2**28
_ARRAYS: Final = ("parts", "coarse", "turn", "offset", "prospect")
_OTHERS: Final = ("format", "digest", "size", "met", "table", "extras")


@dataclass(frozen=True, eq=False)
class Values:
    """Values of partial lines of one variant.

    ``digest`` names the tables that they were learned on: they fit no others. ``table`` is
    ``float32[keys.size]``, in points of one line; ``extras`` is ``float32[4, cells + 1, 8]``.
    """

    digest: str
    keys: LineKeys
    table: NDArray[np.float32]
    extras: NDArray[np.float32]


def variant_digest(compiled: CompiledRules) -> str:
    """Return a hexadecimal hash of all that learned values of a variant depend on."""
    rules, board = compiled.rules, compiled.board
    plain = (
        FORMAT,
        [automaton.digest for automaton in compiled.automata.values()],
        [(line.kind, line.cells) for line in rules.lines],
        (rules.grid.rows, rules.grid.columns, rules.deal, rules.starter),
        (rules.reserves, rules.reserve_size if rules.reserves else 0, rules.waste_size),
        (board.rule, int(board.first), board.touched.tolist()),
    )
    return hashlib.sha256(repr(plain).encode()).hexdigest()


def mergeable(compiled: CompiledRules) -> bool:
    """Whether empty lines of one direction may change places without changing the game."""
    straight = all(line.kind != "diagonals" for line in compiled.rules.lines)
    return straight and compiled.board.rule == ANYWHERE


def starting_values(compiled: CompiledRules, keys: LineKeys) -> Values:
    """Return values before any training: hopeful ones, so that all is tried."""
    return Values(
        variant_digest(compiled),
        keys,
        untrained(keys),
        np.zeros((EXTRAS, compiled.board.cells + 1, MAX_FREE + 1), np.float32),
    )


def untrained(keys: LineKeys) -> NDArray[np.float32]:
    """Return for each key the prospect of its pattern."""
    starts, states = np.unique(keys.parts[:, FIRST_KEY], return_index=True)
    copies = len(np.unique(keys.turn)) * len(np.unique(keys.offset))
    lengths = np.diff(np.append(starts.astype(np.int64), keys.size // copies))
    prospects = np.repeat(keys.prospect[states], lengths)
    return np.tile(prospects, copies).astype(np.float32)


def policy_of(compiled: CompiledRules, values: Values) -> Policy:
    """Return tables and values in the form of compiled loops.

    Raises NoTablesError for a variant whose cards are not turned one at a time or that has more
    than four reserves.
    """
    rules = compiled.rules
    if rules.deal != "turned":
        raise NoTablesError(f"{rules.id}: values of partial lines are for cards turned one by one")
    if rules.reserves > MAX_PILES:
        raise NoTablesError(f"{rules.id} has {rules.reserves} reserves: at most {MAX_PILES}")
    board, keys = compiled.board, values.keys
    fitting = (len(board.transitions), board.cells + 1, board.lines + 1)
    fits = (len(keys.parts), len(keys.turn), len(keys.offset)) == fitting
    if values.digest != variant_digest(compiled) or not fits:
        raise InvalidValueError(f"the values at hand were learned for another game than {rules.id}")
    return Policy(
        board=compiled.board,
        keys=values.keys,
        table=values.table,
        extras=values.extras,
        reserves=rules.reserves,
        reserve_size=rules.reserve_size,
        waste_size=rules.waste_size,
        has_starter=rules.starter == "turned",
    )


def values_bytes(values: Values) -> bytes:
    """Return the content of a file of values, the same for the same values.

    Keys that were never met take no room.
    """
    met = np.flatnonzero(values.table != untrained(values.keys))
    arrays: dict[str, NDArray[np.generic]] = {
        "format": np.array([FORMAT], np.int64),
        "digest": np.frombuffer(bytes.fromhex(values.digest), np.uint8),
        "met": np.diff(met, prepend=0).astype(np.uint32),
        "table": values.table[met],
        "extras": values.extras,
    }
    for name in _ARRAYS:
        arrays[name] = getattr(values.keys, name)
    arrays["size"] = np.array([values.keys.size], np.int64)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            content = io.BytesIO()
            np.save(content, array, allow_pickle=False)
            # A fixed date keeps equal values equal byte for byte.
            archive.writestr(
                zipfile.ZipInfo(f"{name}.npy"), content.getvalue(), zipfile.ZIP_DEFLATED
            )
    return stream.getvalue()


def load_values(path: Path, digest: str) -> Values | None:
    """Return the values in ``path``, or None when it holds no whole values for ``digest``."""
    try:
        with path.open("rb") as stream:
            found = read_arrays(stream, (*_ARRAYS, *_OTHERS))
        file = {name: found.pop(name) for name in _OTHERS}
        if file["format"][0] != FORMAT or bytes(file["digest"]).hex() != digest:
            return None
        keys = LineKeys(**found, size=int(file["size"][0]))
        if not _is_sound(keys, file["extras"]):
            return None
        table = untrained(keys)
        table[np.cumsum(file["met"].astype(np.int64))] = file["table"]
        return Values(digest, keys, table, file["extras"])
    except Exception:  # what a damaged archive raises is up to zipfile, zlib and numpy
        return None


def _is_sound(keys: LineKeys, extras: NDArray[Any]) -> bool:
    """Whether compiled loops can look up every key of a line without leaving the table."""
    parts, coarse, turn, offset, prospect = (getattr(keys, name) for name in _ARRAYS)
    expected = (
        (parts, np.uint64, (len(prospect), 4)),
        (coarse, np.uint32, (64,)),
        (turn, np.uint32, (len(turn),)),
        (offset, np.uint32, (len(offset),)),
        (prospect, np.float32, (len(prospect),)),
        (extras, np.float32, (EXTRAS, len(turn), MAX_FREE + 1)),
    )
    if not all(array.dtype == kind and array.shape == shape for array, kind, shape in expected):
        return False
    copies = len(np.unique(turn)) * len(np.unique(offset))
    if not 0 < keys.size <= MOST_KEYS or keys.size % copies:
        return False
    if (parts[:, :FIRST_KEY] >> np.uint64(PACK_SIZE)).any() or (
        parts[:, FIRST_KEY:] > MOST_KEYS
    ).any():
        return False
    best, second = (coarse[np.bitwise_count(parts[:, group])].astype(np.int64) for group in (0, 1))
    first, width = parts[:, FIRST_KEY].astype(np.int64), parts[:, WIDTH].astype(np.int64)
    last = first + best * width + second
    return bool(
        first.max() < keys.size // copies
        and last.max() < keys.size // copies
        and last.max() + int(turn.max()) + int(offset.max()) < keys.size
    )
