"""What every command starts from: the options that stand before its name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from squares_core.registry import Registry


@dataclass(frozen=True)
class Setup:
    """Options given before the command: variant files and the folder that keeps games."""

    variant_files: tuple[Path, ...] = ()
    data: Path | None = None

    @cached_property
    def registry(self) -> Registry:
        """What the installed plugins and the variant files add, loaded when first asked for."""
        from squares_core.plugins import load_registry

        registry = load_registry()
        for path in self.variant_files:
            registry.add_variant_file(path)
        return registry


def setup_of(context: typer.Context) -> Setup:
    """Return the setup of the command being run."""
    setup = context.obj
    return setup if isinstance(setup, Setup) else Setup()


def parse_settings(settings: list[str]) -> dict[str, Any]:
    """Return ``--set key=value`` options as a mapping.

    Raises InvalidValueError for one that is not of that form.
    """
    from squares_core.errors import InvalidValueError
    from squares_core.options import parse_value

    found: dict[str, Any] = {}
    for text in settings:
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            raise InvalidValueError(f"--set takes key=value, such as target=60, not '{text}'")
        found[key.strip()] = parse_value(value.strip())
    return found
