"""The tables that a plugin ships: ``python -m squares_core.engine.compiling MODULE[:NAME]``."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from squares_core.engine.compiling.cache import file_name, fingerprint, shipped_folder, store
from squares_core.engine.compiling.compile import compile_scorer
from squares_core.engine.shipping import exit_code, show_share
from squares_core.errors import InvalidValueError
from squares_core.scoring import Scorer


def scorers_named(target: str) -> list[Scorer]:
    """Return the scorers that ``MODULE:NAME`` stands for.

    ``NAME`` is a scorer, a class of scorers made without arguments, or a function that returns
    scorers; without it, it is ``squares_scorers``. Raises InvalidValueError otherwise.
    """
    module_name, _, name = target.partition(":")
    try:
        found = getattr(importlib.import_module(module_name), name or "squares_scorers")
    except (ImportError, AttributeError) as error:
        raise InvalidValueError(f"no scorers in '{target}': {error}") from error
    made = found() if callable(found) else found
    scorers = list(made) if isinstance(made, Iterable) else [made]
    if not scorers or not all(isinstance(each, Scorer) for each in scorers):
        raise InvalidValueError(f"'{target}' gives no scorers: name a scorer or what returns some")
    return scorers


def ship(scorer: Scorer, size: int, folder: Path, *, workers: int = 1) -> Path:
    """Make the tables of ``scorer`` for ``size`` cards, put them into ``folder``, say where.

    Raises InvalidValueError as ``compile_scorer`` does, or when the folder cannot be written.
    """
    digits = fingerprint(scorer, size, with_starter=scorer.uses_starter)
    path = folder / file_name(scorer, size, digits)
    automaton = compile_scorer(scorer, size, workers=workers, progress=show_share)
    if not store(path, digits, automaton):
        raise InvalidValueError(f"'{folder}' cannot be written")
    return path


def remove_stale(shipped: Sequence[Path]) -> None:
    """Remove tables of the same scorers and sizes as ``shipped`` from their folders."""
    for path in shipped:
        for other in path.parent.glob(f"{path.name.rpartition('-')[0]}-*.tables"):
            if other not in shipped:
                other.unlink()


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the tables that a plugin ships beside its scorers."""
    parser = argparse.ArgumentParser(
        prog="python -m squares_core.engine.compiling",
        description="Make the tables that a plugin ships beside its scorers.",
    )
    parser.add_argument("targets", nargs="+", metavar="MODULE[:NAME]", help="where scorers are")
    parser.add_argument("--sizes", type=int, nargs="+", help="sizes of line; by default all")
    parser.add_argument("--into", type=Path, help="by default 'tables' beside the scorer's module")
    parser.add_argument("--workers", type=int, default=1, help="processes; by default 1")
    chosen = parser.parse_args(arguments)
    return exit_code(lambda: _ship_all(chosen.targets, chosen.sizes, chosen.into, chosen.workers))


def _ship_all(
    targets: Sequence[str], sizes: Sequence[int] | None, into: Path | None, workers: int
) -> None:
    shipped: list[Path] = []
    for target in targets:
        for scorer in scorers_named(target):
            folder = into or shipped_folder(scorer)
            if folder is None:
                raise InvalidValueError(f"'{target}' has no folder: use --into")
            for size in sizes or sorted(scorer.hand_sizes):
                path = ship(scorer, size, folder, workers=workers)
                print(f"{path} ({path.stat().st_size // 1024} KiB)", flush=True)
                shipped.append(path)
    remove_stale(shipped)


if __name__ == "__main__":
    sys.exit(main())
