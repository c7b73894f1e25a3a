"""What is installed: entry points and metadata of distributions, and what plugins give."""

from __future__ import annotations

import contextlib
import importlib.abc
import importlib.machinery
import io
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from random import Random
from types import ModuleType
from typing import Any

from fuzz.files import any_file
from fuzz.mutation import NASTY, any_text, one_of
from fuzz.reader import Reader, Workshop
from squares_core import InvalidValueError, Strategy, VariantSpec, hookimpl
from squares_core.plugins import load_registry
from squares_core.registry import Registry

_GROUP = "squares.plugins"
_VALUES = [
    "squares_basics",
    "squares_poker",
    "squares_cribbage",
    "fuzz_plugin",
    "json",
    "json:loads",
    "os.path",
    "nothing_there",
    "squares_poker:missing",
    "squares_poker [extra]",
    "a b",
    ":",
    "a:",
    ":b",
    "a..b",
    ".a",
    "fuzz_exits",
    "fuzz_odd",
    "fuzz_plugin:hook",
    "sys",
    "builtins:print",
    "antigravity_not",
]
_NAMES = ["good", "squares_poker", "a b", "", "é", "good", "x" * 500, "a,b", "=", "\u202e", "a\tb"]
_ENTRY_POINTS = (
    "[squares.plugins]\ngood = squares_poker\n\n[console_scripts]\nx = x:main\n",
    "[squares.plugins]\none = json\ntwo = nothing_there\nthree = fuzz_odd\n",
    "[squares.plugin]\ngood = squares_poker\n",
)
_METADATA = (
    "Metadata-Version: 2.1\nName: squares-mine\nVersion: 1.0\n"
    "Requires-Dist: squares-solitaire>=0.1\n\nText\n"
)
_ENVIRONMENTS = [
    "",
    "1",
    "0",
    "good",
    "good,squares_poker",
    ",,",
    " good ",
    "nothing",
    "é",
    "a" * 5000,
]


class EntryPoints(Reader):
    """Entry points as some distribution may declare them, and the variables of the environment."""

    name = "entry points"

    def __init__(self, workshop: Workshop) -> None:
        super().__init__(workshop)
        _add_modules()

    def make(self, rng: Random) -> tuple[list[str], str, str, str]:
        pairs = [
            part
            for _ in range(rng.choice((1, 1, 2, 3)))
            for part in (
                any_text(rng, _NAMES),
                any_text(rng, _VALUES, [":", ".", "[", "]", *NASTY[:40]]),
            )
        ]
        only, without = (any_text(rng, _ENVIRONMENTS, [",", "good"]) for _ in range(2))
        return pairs, only if rng.random() < 0.3 else "", without if rng.random() < 0.3 else "", ""

    def read(self, given: tuple[list[str], str, str, str]) -> None:
        pairs, only, without, strict = given
        found = [
            EntryPoint(name, value, _GROUP)
            for name, value in zip(pairs[::2], pairs[1::2], strict=False)
        ]
        environ = {"SQUARES_DISABLE_PLUGINS": without, "SQUARES_STRICT_PLUGINS": strict}
        if only:
            environ["SQUARES_PLUGINS"] = only
        _loaded(lambda: load_registry(found, environ))


class Distributions(Reader):
    """Files of metadata, whole and damaged, of the distributions that are installed."""

    name = "distributions"

    def __init__(self, workshop: Workshop) -> None:
        super().__init__(workshop)
        _add_modules()
        self.number = 0

    def make(self, rng: Random) -> list[tuple[str, bytes, bytes]]:
        return [
            (
                one_of(
                    rng,
                    (5, lambda: "squares_mine-1.0.dist-info"),
                    (1, lambda: "squares_mine.egg-info"),
                    (
                        1,
                        lambda: rng.choice(
                            (
                                "x.dist-info",
                                "-.dist-info",
                                "a-b-c.dist-info",
                                ".dist-info",
                                "é-1.dist-info",
                            )
                        ),
                    ),
                ),
                any_file(
                    rng,
                    list(_ENTRY_POINTS),
                    [*_VALUES, " = ", "[squares.plugins]\n", "\n\n", "a = b\n"],
                ),
                any_file(
                    rng,
                    [_METADATA],
                    ["Name: ", "Name:\n", "Version: é\n", "Requires-Dist: (\n", "\n\n"],
                ),
            )
            for _ in range(rng.choice((1, 1, 2)))
        ]

    def read(self, given: list[tuple[str, bytes, bytes]]) -> None:
        from squares_core.doctor import plugin_report, plugin_requirements, undeclared_plugins

        # Folders are remembered by name and time, so each input has one of its own.
        self.number += 1
        folder = self.workshop.folder / f"site-{self.number}"
        folder.mkdir()
        for name, entry_points, metadata in given:
            place = folder / (name or "x.dist-info")
            place.mkdir(exist_ok=True)
            (place / "entry_points.txt").write_bytes(entry_points)
            (place / ("METADATA" if name.endswith("dist-info") else "PKG-INFO")).write_bytes(
                metadata
            )
        kept = sys.path[:]
        sys.path[:] = [str(folder)]
        try:
            registry = _loaded(lambda: load_registry(environ={}), whole=False)
            told = [*undeclared_plugins(), *plugin_requirements(registry)]
            told += plugin_report("squares-mine", registry)
            assert all(isinstance(line, str) for line in told)
        finally:
            sys.path[:] = kept
            shutil.rmtree(folder)
        if any(info.problem for info in registry.plugins):
            raise InvalidValueError("some plugin is broken")


def _loaded(load: Any, *, whole: bool = True) -> Registry:
    """Return the registry, with each thing told about plugins on one line; refuse a bad one."""
    told = io.StringIO()
    with contextlib.redirect_stderr(told):
        registry: Registry = load()
    for info in registry.plugins:
        assert len(info.problem.splitlines()) <= 1, info.problem
        assert len(info.problem) < 5000
    # One line for each, and what a plugin itself prints while it is loaded.
    assert all(
        line.startswith(("squares: ", "loud")) for line in told.getvalue().split("\n") if line
    )
    if whole and any(info.problem for info in registry.plugins):
        raise InvalidValueError("some plugin is broken")
    return registry


class _Odd:
    """A plugin whose attributes are not what anyone expects."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def __dir__(self) -> list[str]:
        return [
            "squares_scorers",
            "squares_variants",
            "squares_strategies",
            "other",
            "SQUARES_PLUGIN_API",
        ]

    def __getattr__(self, name: str) -> Any:
        if name == "SQUARES_PLUGIN_API":
            return self.rng.choice((1, 1, 1, 1, 2, "x", None, -1, 10**400, 1.0))
        if self.rng.random() < 0.05:
            raise self.rng.choice(
                (ValueError("a\nb"), SystemExit(3), RecursionError(), _UnsayableError())
            )
        if not name.startswith("squares_"):
            raise AttributeError(name)
        made = self.rng.choice(
            (
                list,
                list,
                lambda: iter([VariantSpec(id="odd-one", base="none")]),
                lambda: None,
                lambda: 5,
                lambda: "text",
                lambda: [None],
                lambda: [Strategy],
                lambda: {"a": 1},
                lambda: [_Nameless()],
                lambda: 1 / 0,
                lambda _: [],
                lambda: iter([_Nameless(), 1]),
                lambda: [VariantSpec(id="odd", base="none")],
                lambda: sys.exit("loud\nexit"),
                lambda: [[]],
            )
        )
        if self.rng.random() < 0.9:
            made = hookimpl(made)
        return made


class _UnsayableError(Exception):
    def __str__(self) -> str:
        raise ValueError("no words")


class _Nameless(Strategy):
    id: Any = "\n"
    title: Any = 7

    def choose(self, view: Any, rng: Any) -> Any:
        raise NotImplementedError

    def __repr__(self) -> str:
        raise ValueError("no repr")


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds modules that are no files: plugins that misbehave as they are imported."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if name in ("fuzz_plugin", "fuzz_exits", "fuzz_odd"):
            return importlib.machinery.ModuleSpec(name, self)
        return None

    def create_module(self, spec: Any) -> Any:
        return None

    def exec_module(self, module: ModuleType) -> None:
        if module.__name__ == "fuzz_exits":
            print("loud")
            sys.exit(9)
        if module.__name__ == "fuzz_odd":
            sys.modules["fuzz_odd"] = _Odd(len(sys.path))  # type: ignore[assignment]  # on purpose

            return

        @hookimpl
        def squares_variants() -> Iterator[VariantSpec]:
            yield VariantSpec(id="fuzz", base="poker-squares")

        module.squares_variants = squares_variants  # type: ignore[attr-defined]  # a module has any


class OddPlugins(Reader):
    """Objects that claim to be plugins."""

    name = "odd plugins"

    def make(self, rng: Random) -> tuple[str, ...]:
        return (str(rng.randrange(2**32)),)

    def read(self, given: tuple[str, ...]) -> None:
        from squares_core.plugins import add_plugin

        plugin = _Odd(int(given[0] or 0))
        told = io.StringIO()
        with contextlib.redirect_stderr(told):
            info = add_plugin(Registry(), plugin, "odd")
        assert len(info.problem.splitlines()) <= 1
        if info.problem:
            raise InvalidValueError(info.problem)


def _add_modules() -> None:
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())


PLUGINS: tuple[type[Reader], ...] = (EntryPoints, Distributions, OddPlugins)
