"""Finds, loads and checks plugins, one by one, so that a bad one costs nobody else.

Every plugin, bundled or not, is found through the entry-point group ``squares.plugins`` alone. Each
is imported, registered and asked for what it adds on its own; whatever goes wrong becomes one line
on stderr that names plugin, distribution, version, stage and cause, and the rest goes on.

Environment variables: ``SQUARES_PLUGINS`` (only these names besides the bundled ones; empty for
none), ``SQUARES_DISABLE_PLUGINS`` (all but these names), ``SQUARES_STRICT_PLUGINS=1`` (a bad plugin
ends the program).
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

import pluggy

from squares_core import hookspecs
from squares_core.cards import shown
from squares_core.errors import InvalidValueError, PluginError
from squares_core.hookspecs import ENTRY_POINT_GROUP, PROJECT
from squares_core.placement import PlacementRule
from squares_core.registry import PluginInfo, Registry, shelf_of
from squares_core.scoring import Scorer
from squares_core.strategy import Strategy
from squares_core.variants import VariantSpec

OWN_DISTRIBUTION: Final = "squares-solitaire"
KINDS: Final[Mapping[str, type]] = {
    "scorers": Scorer,
    "placement_rules": PlacementRule,
    "variants": VariantSpec,
    "strategies": Strategy,
}


def load_registry(
    found: Iterable[EntryPoint] | None = None, environ: Mapping[str, str] = os.environ
) -> Registry:
    """Return a registry of what all installed plugins add.

    ``found`` replaces the installed entry points. What goes wrong is told on stderr. Raises
    PluginError only when ``SQUARES_STRICT_PLUGINS`` asks for it.
    """
    registry = Registry()
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(hookspecs)
    strict = environ.get("SQUARES_STRICT_PLUGINS", "") not in ("", "0")
    for entry_point in sorted(
        entry_points(group=ENTRY_POINT_GROUP) if found is None else found, key=_loading_order
    ):
        info = _load(entry_point, manager, registry, environ)
        registry.plugins.append(info)
        if info.problem and info.status != "disabled":
            line = f"plugin {info.name} ({info.distribution} {info.version}): {info.problem}"
            if strict:
                raise PluginError(line)
            print(f"squares: {line}", file=sys.stderr)
    return registry


def _loading_order(entry_point: EntryPoint) -> tuple[bool, str, str]:
    distribution = _distribution(entry_point)[0]
    return distribution != OWN_DISTRIBUTION, entry_point.name, distribution


def _distribution(entry_point: EntryPoint) -> tuple[str, str]:
    if entry_point.dist is None:
        return "unknown distribution", "?"
    return entry_point.dist.name, entry_point.dist.version


def _is_disabled(entry_point: EntryPoint, environ: Mapping[str, str]) -> bool:
    named = {name.strip() for name in environ.get("SQUARES_DISABLE_PLUGINS", "").split(",")}
    if entry_point.name in named:
        return True
    allowed = environ.get("SQUARES_PLUGINS")
    return (
        allowed is not None
        and _distribution(entry_point)[0] != OWN_DISTRIBUTION
        and entry_point.name not in {name.strip() for name in allowed.split(",")}
    )


def _load(
    entry_point: EntryPoint,
    manager: pluggy.PluginManager,
    registry: Registry,
    environ: Mapping[str, str],
) -> PluginInfo:
    name, (distribution, version) = entry_point.name, _distribution(entry_point)
    if _is_disabled(entry_point, environ):
        return PluginInfo(name, distribution, version, "disabled", problem="disabled by you")
    stage = "import"
    plugin: Any = None
    try:
        plugin = entry_point.load()
        stage = "register"
        if manager.register(plugin, name) is None:
            raise PluginError("it is blocked")
        manager.check_pending()
        stage = "collect"
        things = _collect(plugin, manager)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a plugin may raise anything, SystemExit too
        if plugin is not None and manager.is_registered(plugin):
            manager.unregister(plugin)
        problem = f"failed at {stage}: {_cause(error)}"
        trace = "".join(traceback.format_exception(error))
        return PluginInfo(name, distribution, version, "broken", problem=problem, trace=trace)
    provides, refused = _shelve(things, registry, name)
    return PluginInfo(name, distribution, version, "loaded", provides, "; ".join(refused))


def _cause(error: BaseException) -> str:
    text = shown(str(error), 300)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _collect(plugin: object, manager: pluggy.PluginManager) -> dict[str, list[Any]]:
    others = [other for other in manager.get_plugins() if other is not plugin]
    collected: dict[str, list[Any]] = {}
    for kind, wanted in KINDS.items():
        hook = f"squares_{kind}"
        things: list[Any] = []
        for answer in manager.subset_hook_caller(hook, others)():
            things.extend(answer)
        for thing in things:
            if isinstance(thing, type) and issubclass(thing, wanted):
                raise TypeError(f"{hook} gave the class {thing.__name__}; give an instance of it")
            if not isinstance(thing, wanted):
                raise TypeError(
                    f"{hook} gave {shown(repr(thing))}; it must give instances of {wanted.__name__}"
                )
            id_ = getattr(thing, "id", None)
            if not isinstance(id_, str) or not id_:
                raise TypeError(f"{hook} gave a {type(thing).__name__} without an id")
        collected[kind] = things
    return collected


def _shelve(
    things: Mapping[str, list[Any]], registry: Registry, name: str
) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    provides: dict[str, tuple[str, ...]] = {}
    refused: list[str] = []
    for kind, of_kind in things.items():
        kept: list[str] = []
        for thing in of_kind:
            try:
                shelf_of(registry, kind).add(thing, f"plugin {name}")
                kept.append(thing.id)
            except InvalidValueError as error:
                refused.append(str(error))
        provides[kind] = tuple(kept)
    return provides, refused
