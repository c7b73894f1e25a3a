"""What all play starts from: variant files, the folder of games, and settings of a variant."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from squares_core.registry import Registry
    from squares_core.rules import Rules


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

    def rules(self, variant: str, settings: Iterable[str] | None) -> Rules:
        """Return the rules of a variant with ``--set`` options, fit to be played.

        Raises UnknownIdError and such, and PluginError where its scorer or placement rule fails.
        """
        from squares_core.rehearsal import rehearse

        rules = self.registry.rules(variant, parse_settings(settings))
        rehearse(rules)
        return rules

    def command(self, *words: str) -> str:
        """Return the command line that runs ``words`` with the options that stand before now."""
        before: list[str] = []
        for path in self.variant_files:
            before += ["--variant-file", str(path)]
        if self.data is not None and str(self.data) != os.environ.get("SQUARES_DATA"):
            before += ["--data", str(self.data)]
        return shlex.join(["squares", *before, *words])


def parse_settings(settings: Iterable[str] | None) -> dict[str, Any]:
    """Return ``--set key=value`` options as a mapping, empty where there are none.

    Raises InvalidValueError for one that is not of that form.
    """
    from squares_core.errors import InvalidValueError
    from squares_core.options import parse_value
    from squares_core.wording import shown

    found: dict[str, Any] = {}
    for text in settings or ():
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            raise InvalidValueError(
                f"--set takes key=value, such as target=60, not '{shown(text)}'"
            )
        found[key.strip()] = parse_value(value.strip())
    return found


def play_words(variant: str, settings: Sequence[str], code: str) -> list[str]:
    """Return the words of the command that deals the cards of a deal's ``code`` again."""
    changes = [word for setting in settings for word in ("--set", setting)]
    return ["play", variant, *changes, "--deal", code]
