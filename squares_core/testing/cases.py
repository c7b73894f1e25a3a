"""From a plugin to one named case for each thing and promise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from squares_core.errors import InvalidValueError, UnknownIdError, suggest
from squares_core.options import parse_call
from squares_core.plugins import add_plugin, load_registry
from squares_core.registry import PluginInfo, Registry, shelf_of
from squares_core.testing.placement_promises import PLACEMENT_PROMISES
from squares_core.testing.plugin_promises import PLUGIN_PROMISES
from squares_core.testing.promises import Breach, Promise
from squares_core.testing.scorer_promises import SCORER_PROMISES
from squares_core.testing.strategy_promises import STRATEGY_PROMISES
from squares_core.testing.variant_promises import VARIANT_PROMISES

_PROMISES: Mapping[str, tuple[str, Sequence[Promise[Any]]]] = {
    "scorers": ("scorer", SCORER_PROMISES),
    "placement_rules": ("placement rule", PLACEMENT_PROMISES),
    "variants": ("variant", VARIANT_PROMISES),
    "strategies": ("strategy", STRATEGY_PROMISES),
}


class ConformanceError(AssertionError):
    """A promise that is not kept, with the smallest example found and what to do about it."""


@dataclass(frozen=True)
class ConformanceCase:
    """One promise of one thing.

    ``id`` names both, such as ``"scorer aces: order of cards"``; ``promise`` is the promise in
    full; ``expected_failure`` the reason why it is broken on purpose, or an empty string.
    """

    id: str
    promise: str
    otherwise: str = field(repr=False)
    check: Callable[[], Breach | None] = field(repr=False, compare=False)
    expected_failure: str = ""

    def __str__(self) -> str:
        return self.id

    def run(self) -> None:
        """Raise ConformanceError when the promise is broken, or was expected to be and is not."""
        outcome = self.outcome()
        if outcome.status in ("broken", "kept after all"):
            raise ConformanceError(outcome.message)

    def outcome(self) -> Outcome:
        """Return whether the promise is kept, and if not a message that says how it is broken."""
        try:
            breach = self.check()
        except Exception as error:  # what a plugin adds may raise anything, anywhere
            breach = Breach("the check itself", f"{type(error).__name__}: {error}")
        if breach is None:
            if not self.expected_failure:
                return Outcome(self.id, "kept")
            return Outcome(
                self.id,
                "kept after all",
                f"{self.id}\n  promised: {self.promise}\n  which is kept: take it off "
                "expected_failures",
            )
        message = (
            f"{self.id}\n  promised: {self.promise}\n  given:    {breach.given}\n"
            f"  got:      {breach.got}\n"
        )
        if self.expected_failure:
            return Outcome(self.id, "broken on purpose", message + f"  {self.expected_failure}")
        otherwise = f"  meant so? {self.otherwise}\n" if self.otherwise else ""
        entry = f'expected_failures={{"{self.id}": "the reason"}}'
        return Outcome(
            self.id, "broken", f"{message}{otherwise}  {'or' if otherwise else 'meant so?'} {entry}"
        )


@dataclass(frozen=True)
class Outcome:
    """What came of one case; ``message`` is empty for a promise that is kept."""

    id: str
    status: Literal["kept", "broken", "broken on purpose", "kept after all"]
    message: str = ""


def conformance_cases(
    plugin: ModuleType | object,
    expected_failures: Mapping[str, str] | None = None,
    *,
    options: Mapping[str, str] | None = None,
    registry: Registry | None = None,
) -> list[ConformanceCase]:
    """Return a case for each promise of each thing that ``plugin`` adds.

    ``plugin`` is its module (or any object with marked hooks), installed or not. It is joined to
    the plugins that are installed, or to those of ``registry``. ``expected_failures`` maps the id
    of a case to the reason why it fails on purpose. ``options`` maps the id of a strategy to a text
    such as ``monte-carlo(playouts=5)``, so that a slow one is tried in its quickest form. Raises
    InvalidValueError for an id that there is not.
    """
    name = getattr(plugin, "__name__", type(plugin).__name__)
    if registry is None:
        registry = load_registry()
    info = next((info for info in registry.plugins if info.module == name), None)
    if info is None or info.status == "disabled":
        info = add_plugin(registry, plugin, name)
    return _expected(list(_cases(info, registry, options or {})), expected_failures or {})


def check_plugin(
    name: str, registry: Registry, options: Mapping[str, str] | None = None
) -> list[Outcome]:
    """Return what came of every promise of the installed plugin called ``name``.

    ``options`` is as for ``conformance_cases``. Raises UnknownIdError when no plugin is called so.
    """
    return [case.outcome() for case in plugin_cases(name, registry, options)]


def plugin_cases(
    name: str, registry: Registry, options: Mapping[str, str] | None = None
) -> list[ConformanceCase]:
    """Return a case for each promise of each thing that the plugin ``name`` added to ``registry``.

    ``options`` is as for ``conformance_cases``. Raises UnknownIdError when no plugin is called so.
    """
    info = next((info for info in registry.plugins if info.name == name), None)
    if info is None:
        known = [info.name for info in registry.plugins]
        hint = suggest(name, known) or f"; there are: {', '.join(known) or 'none'}"
        raise UnknownIdError(f"no installed plugin is called '{name}'{hint}")
    return list(_cases(info, registry, options or {}))


def variant_file_cases(
    path: Path,
    expected_failures: Mapping[str, str] | None = None,
    *,
    registry: Registry | None = None,
) -> list[ConformanceCase]:
    """Return a case for each promise of each scorer and variant that a variant file defines.

    The file is joined to the plugins that are installed, or to those of ``registry``;
    ``expected_failures`` is as for ``conformance_cases``. Raises UnreadableError or
    InvalidValueError for a file that cannot be read or used at all.
    """
    if registry is None:
        registry = load_registry()
    registry.add_variant_file(path)
    provides = {
        kind: tuple(
            id_
            for id_ in shelf_of(registry, kind).ids
            if shelf_of(registry, kind).holder(id_) == str(path)
        )
        for kind in ("scorers", "variants")
    }
    return _expected(list(_promised(provides, registry, {})), expected_failures or {})


def _cases(
    info: PluginInfo, registry: Registry, options: Mapping[str, str]
) -> Iterator[ConformanceCase]:
    for promise in PLUGIN_PROMISES:
        yield _case("plugin", info.name, promise, info, registry)
    if strangers := set(options) - set(info.provides.get("strategies", ())):
        raise InvalidValueError(f"options are given for '{min(strangers)}', which it does not add")
    yield from _promised(info.provides, registry, options)


def _promised(
    provides: Mapping[str, Sequence[str]], registry: Registry, options: Mapping[str, str]
) -> Iterator[ConformanceCase]:
    for kind, ids in provides.items():
        noun, promises = _PROMISES[kind]
        for id_ in ids:
            thing = shelf_of(registry, kind).get(id_)
            if kind == "strategies" and id_ in options:
                thing = thing.with_options(**parse_call(options[id_])[1])
            for promise in promises:
                yield _case(noun, id_, promise, thing, registry)


def _case(
    noun: str, id_: str, promise: Promise[Any], thing: Any, registry: Registry
) -> ConformanceCase:
    return ConformanceCase(
        f"{noun} {id_}: {promise.name}",
        promise.text,
        promise.otherwise,
        lambda: promise.check(thing, registry),
    )


def _expected(
    cases: list[ConformanceCase], expected_failures: Mapping[str, str]
) -> list[ConformanceCase]:
    ids = [case.id for case in cases]
    for id_, reason in expected_failures.items():
        if id_ not in ids:
            hint = suggest(id_, ids) or f"; the first are {', '.join(ids[:3])}"
            raise InvalidValueError(f"expected_failures names '{id_}', which is no case{hint}")
        if not reason.strip():
            raise InvalidValueError(f"expected_failures gives no reason for '{id_}'")
    return [replace(case, expected_failure=expected_failures.get(case.id, "")) for case in cases]
