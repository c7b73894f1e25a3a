from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from squares_core import Registry, load_registry


class Shop:
    """A folder of made-up distributions, each a module and its metadata."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.modules: list[str] = []

    def add(
        self,
        module: str,
        source: str | None = "",
        *,
        distribution: str | None = None,
        version: str = "1.2",
        group: str = "squares.plugins",
        entry_points: str | None = None,
        requires: str = "",
        files: Mapping[str, str] | None = None,
    ) -> None:
        """Install ``source`` as ``module``; None for a distribution whose module is missing."""
        distribution = distribution or module.replace("_", "-")
        if source is not None:
            package = self.folder / module
            package.mkdir(exist_ok=True)
            (package / "__init__.py").write_text(source, encoding="utf-8")
            for name, text in (files or {}).items():
                (package / name).write_text(text, encoding="utf-8")
        info = self.folder / f"{distribution.replace('-', '_')}-{version}.dist-info"
        info.mkdir(exist_ok=True)
        metadata = f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n{requires}"
        (info / "METADATA").write_text(metadata, encoding="utf-8")
        if entry_points is None:
            entry_points = f"[{group}]\n{module} = {module}\n"
        (info / "entry_points.txt").write_text(entry_points, encoding="utf-8")
        self.modules.append(module)

    def load(self, **environ: str) -> Registry:
        """Load all plugins, these and the bundled ones, as the program does."""
        importlib.invalidate_caches()
        return load_registry(environ=environ)

    def squares(self, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
        """Run the ``squares`` command with these plugins installed."""
        return subprocess.run(
            [sys.executable, "-m", "squares_core", *words],
            env={**os.environ, "PYTHONPATH": str(self.folder), **environ},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shop]:
    monkeypatch.syspath_prepend(tmp_path)
    shop = Shop(tmp_path)
    yield shop
    for name in [name for name in sys.modules if name.split(".")[0] in shop.modules]:
        del sys.modules[name]


@pytest.fixture
def scorer_source() -> Callable[..., str]:
    """Source of a plugin with one good scorer, and what else is asked for."""

    def make(id_: str = "halves", more: str = "") -> str:
        return f'''
from squares_core import Combination, PlacementRule, Scorer, Strategy, hookimpl, rank_of

class Halves(Scorer):
    id, title, hand_sizes = "{id_}", "Halves", (4, 5)

    def combinations(self, hand, starter=None):
        return [Combination("ace", (card,), 1) for card in hand if rank_of(card) == 1]

@hookimpl
def squares_scorers():
    return [Halves()]
{more}
'''

    return make
