"""The values that a plugin ships: ``python -m squares_core.engine.players VARIANT --into DIR``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from squares_core.engine.players.learned import file_name
from squares_core.engine.players.training import train_values
from squares_core.engine.players.values import values_bytes
from squares_core.engine.playing.board import compile_rules
from squares_core.engine.shipping import exit_code, show_share
from squares_core.errors import InvalidValueError, system_reason
from squares_core.plugins import load_registry
from squares_core.whole_files import write_whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn the values of variants and write them into a folder."""
    parser = argparse.ArgumentParser(
        prog="python -m squares_core.engine.players",
        description="Learn values of partial lines and write the files that a plugin ships.",
    )
    parser.add_argument("variants", nargs="+", metavar="VARIANT")
    parser.add_argument("--into", type=Path, required=True, metavar="DIR")
    options = parser.parse_args(arguments)
    return exit_code(lambda: _learn_all(options.variants, options.into))


def _learn_all(variants: Sequence[str], into: Path) -> None:
    registry = load_registry()
    try:
        into.mkdir(parents=True, exist_ok=True)
        for variant in variants:
            compiled = compile_rules(registry.rules(variant))
            values = train_values(compiled, progress=show_share)
            path = into / file_name(values.digest)
            write_whole(path, values_bytes(values))
            print(f"{variant}: {path} ({path.stat().st_size // 1024} KiB)", flush=True)
    except OSError as error:
        raise InvalidValueError(f"'{into}' cannot be written: {system_reason(error)}") from error


if __name__ == "__main__":
    sys.exit(main())
