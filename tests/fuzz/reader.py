"""What the readers of outside input have in common when they are fuzzed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from squares_core import Registry, SquaresError

_LONGEST_MESSAGE = 1000


class Workshop:
    """A folder that readers may write to, and what the bundled plugins add.

    With ``quick`` what takes long to be compiled first is left out.
    """

    def __init__(self, folder: Path, registry: Registry, *, quick: bool = False) -> None:
        self.folder, self.registry, self.quick = folder, registry, quick
        folder.mkdir(parents=True, exist_ok=True)

    def copy_of_registry(self) -> Registry:
        """Return a registry that can be added to without changing the one for all."""
        copy = Registry()
        for name in ("scorers", "placement_rules", "variants", "strategies"):
            vars(getattr(copy, name))["_things"] = dict(
                vars(getattr(self.registry, name))["_things"]
            )
        copy.plugins = list(self.registry.plugins)
        return copy

    def file(self, name: str, data: bytes) -> Path:
        """Return the path of a file of the workshop that holds ``data``."""
        path = self.folder / name
        path.write_bytes(data)
        return path


class Reader(ABC):
    """One reader of outside input, with what makes inputs for it.

    An input is text, bytes, a list or a tuple of such, so that it can be made smaller part by part.
    """

    name: ClassVar[str]

    def __init__(self, workshop: Workshop) -> None:
        self.workshop = workshop

    @abstractmethod
    def make(self, rng: Random) -> Any:
        """Return an input that depends on ``rng`` alone."""

    @abstractmethod
    def read(self, given: Any) -> None:
        """Read ``given``; raises SquaresError where it is refused, anything else for a fault."""

    def accepts(self, given: Any) -> bool:
        """Return whether ``given`` was accepted; a refusal must be one clear line."""
        try:
            self.read(given)
        except SquaresError as error:
            check_message(str(error))
            return False
        return True


def check_message(text: str, longer: int = 0) -> None:
    """Raise AssertionError unless ``text`` is one line of a bearable length that says something."""
    assert text.strip(), "a refusal without a word"
    assert len(text.splitlines()) == 1, f"a refusal of several lines: {text[:300]!r}"
    assert len(text) <= _LONGEST_MESSAGE + longer, (
        f"a refusal of {len(text)} characters: {text[:300]!r}"
    )
