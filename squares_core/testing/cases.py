"""From a plugin to one named case for each thing and promise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Literal
from unittest import SkipTest

from squares_core.errors import InvalidValueError, SquaresError, UnknownIdError, suggest
from squares_core.options import parse_call
from squares_core.plugins import add_plugin, load_registry
from squares_core.registry import PluginInfo, Registry, shelf_of
from squares_core.testing.placement_promises import PLACEMENT_PROMISES
from squares_core.testing.plugin_promises import PLUGIN_PROMISES
from squares_core.testing.promises import Breach, Promise, raised
from squares_core.testing.scorer_promises import SCORER_PROMISES
from squares_core.testing.strategy_promises import STRATEGY_PROMISES
from squares_core.testing.variant_promises import VARIANT_PROMISES
from squares_core.variants import VariantSpec

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
    full; ``expected_failure`` the reason why it is broken on purpose, or an empty string. As long
    as one of ``basis`` is broken, this one is not tried: it would fail for the same reason.
    """

    id: str
    promise: str
    otherwise: str = field(repr=False)
    check: Callable[[], Breach | None] = field(repr=False, compare=False)
    expected_failure: str = ""
    basis: tuple[ConformanceCase, ...] = field(default=(), repr=False, compare=False)

    def __str__(self) -> str:
        return self.id

    def run(self) -> None:
        """Raise ConformanceError when the promise is broken, or was expected to be and is not.

        Raises unittest's SkipTest, which pytest knows, for one that is not tried.
        """
        outcome = self.outcome()
        if outcome.status in ("broken", "kept after all"):
            raise ConformanceError(outcome.message)
        if outcome.status == "not tried":
            raise SkipTest(outcome.message)

    def outcome(self) -> Outcome:
        """Return whether the promise is kept, and if not a message that says how it is broken."""
        for other in self.basis:
            if not other.expected_failure and other._breach() is not None:
                return Outcome(self.id, "not tried", f"not tried before '{other.id}' is mended")
        breach = self._breach()
        if breach is None:
            if not self.expected_failure:
                return Outcome(self.id, "kept")
            return Outcome(
                self.id,
                "kept after all",
                f"{self.id}\n  promised: {self.promise}\n  which is kept: take it off "
                "what is expected to be broken",
            )
        message = (
            f"{self.id}\n  promised: {self.promise}\n  given:    {breach.given}\n"
            f"  got:      {breach.got}\n"
        )
        if self.expected_failure:
            return Outcome(self.id, "broken on purpose", message + f"  {self.expected_failure}")
        otherwise = f"  meant so? {self.otherwise}\n" if self.otherwise else ""
        declared = declaration(self.id)
        return Outcome(
            self.id,
            "broken",
            f"{message}{otherwise}  {'or' if otherwise else 'meant so?'} {declared}",
        )

    def _breach(self) -> Breach | None:
        try:
            return self.check()
        except (Exception, SystemExit) as error:  # what a plugin adds may raise anything, anywhere
            return Breach("the check itself", raised(error))


def declaration(id_: str) -> str:
    """Return how the case ``id_`` is declared to be broken on purpose."""
    return f'expected_failures={{"{id_}": "the reason"}}'


@dataclass(frozen=True)
class Outcome:
    """What came of one case; ``message`` is empty for a promise that is kept."""

    id: str
    status: Literal["kept", "broken", "not tried", "broken on purpose", "kept after all"]
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
    return expecting(list(_cases(info, registry, options or {})), expected_failures or {})


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
    return expecting(list(_promised(provides, registry, {})), expected_failures or {})


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
    basic: dict[tuple[str, str], tuple[ConformanceCase, ...]] = {}
    for kind, ids in provides.items():
        noun, promises = _PROMISES[kind]
        for id_ in ids:
            thing = shelf_of(registry, kind).get(id_)
            if kind == "strategies" and id_ in options:
                thing = thing.with_options(**parse_call(options[id_])[1])
            own: tuple[ConformanceCase, ...] = ()
            parts = _parts(thing, registry) if kind == "variants" else ()
            of_parts = tuple(case for part in parts for case in basic.get(part, ()))
            for promise in promises:
                basis = own if promise.basic else (*own, *of_parts)
                case = _case(noun, id_, promise, thing, registry, basis)
                if promise.basic:
                    own = (*own, case)
                yield case
            basic[kind, id_] = own


def _parts(spec: VariantSpec, registry: Registry) -> list[tuple[str, str]]:
    """Return kind and id of what a variant is made of, as far as its bases are there."""
    try:
        whole = registry.complete(spec)
    except SquaresError:
        return []
    return [("scorers", whole.scorer), ("placement_rules", whole.placement)]


def _case(
    noun: str,
    id_: str,
    promise: Promise[Any],
    thing: Any,
    registry: Registry,
    basis: tuple[ConformanceCase, ...] = (),
) -> ConformanceCase:
    def check() -> Breach | None:
        return promise.check(thing, registry)

    return ConformanceCase(
        f"{noun} {id_}: {promise.name}",
        promise.text,
        promise.otherwise,
        # Every case that rests on a basic one asks for it again.
        cache(check) if promise.basic else check,
        basis=basis,
    )


def expecting(
    cases: Sequence[ConformanceCase], expected_failures: Mapping[str, str]
) -> list[ConformanceCase]:
    """Return ``cases`` with those that are in ``expected_failures`` held to be broken.

    Raises InvalidValueError for an id that is no case and for one without a reason.
    """
    ids = [case.id for case in cases]
    for id_, reason in expected_failures.items():
        if id_ not in ids:
            hint = suggest(id_, ids) or f"; the first are {', '.join(ids[:3])}"
            raise InvalidValueError(f"'{id_}' is expected to be broken and is no case{hint}")
        if not reason.strip():
            raise InvalidValueError(f"'{id_}' is expected to be broken without a reason")
    found: dict[str, ConformanceCase] = {}
    for case in cases:
        found[case.id] = replace(
            case,
            expected_failure=expected_failures.get(case.id, ""),
            basis=tuple(found[other.id] for other in case.basis),
        )
    return list(found.values())
