"""Learned values of a variant: shipped with a plugin, kept from before, or learned now."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from squares_core.engine.compiling.cache import cache_folder
from squares_core.engine.players.line_keys import line_keys
from squares_core.engine.players.training import train_values
from squares_core.engine.players.values import (
    Values,
    load_values,
    starting_values,
    values_bytes,
    variant_digest,
)
from squares_core.engine.playing.board import CompiledRules
from squares_core.strategy import Progress
from squares_core.whole_files import write_whole

_in_memory: dict[str, Values] = {}


def file_name(digest: str) -> str:
    """Return the name of the file of values for the variant with this digest."""
    return f"{digest[:16]}.values"


def values_for(
    compiled: CompiledRules,
    folders: Sequence[Path] = (),
    progress: Progress | None = None,
) -> Values:
    """Return the values of a variant: from ``folders``, from the user's cache folder, or learned.

    Learning takes from some seconds to some minutes; ``progress`` hears of it in per mille. A file
    that is damaged or was made for other tables is not used. Raises NoTablesError for a variant
    whose cards are not turned one at a time.
    """
    digest = variant_digest(compiled)
    found = _in_memory.get(digest)
    if found is None:
        name = file_name(digest)
        kept = cache_folder() / name
        for path in (*(folder / name for folder in folders), kept):
            found = load_values(path, digest)
            if found is not None:
                break
        else:
            found = train_values(compiled, progress=progress)
            _keep(found, kept)
        _in_memory[digest] = found
    return found


def untrained_values(compiled: CompiledRules) -> Values:
    """Return what partial lines are worth before anything is learned: the mean of what they become.

    Raises NoTablesError for a variant whose cards are not turned one at a time.
    """
    return starting_values(compiled, line_keys(compiled))


def _keep(values: Values, path: Path) -> None:
    """Write ``values`` whole or not at all; without a folder to write to they are not kept."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, values_bytes(values))
