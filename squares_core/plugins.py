"""Finds, loads and checks plugins, one by one, so that a bad one costs nobody else.

Every plugin, bundled or not, is found through the entry-point group ``squares.plugins`` alone. Each
is imported, registered and asked for what it adds on its own; whatever goes wrong becomes one line
on stderr that names plugin, distribution, version, stage and cause, and the rest goes on.

Environment variables: ``SQUARES_PLUGINS`` (only these names besides the bundled ones; empty for
none), ``SQUARES_DISABLE_PLUGINS`` (all but these names), ``SQUARES_STRICT_PLUGINS=1`` (a bad plugin
ends the program).
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import Distribution, EntryPoint, distributions
from types import ModuleType
from typing import Any, Final, Literal

import pluggy

from squares_core import hookspecs
from squares_core.errors import InvalidValueError, PluginError, SquaresError, raised_at, suggest
from squares_core.hookspecs import ENTRY_POINT_GROUP, PLUGIN_API, PROJECT
from squares_core.placement import PlacementRule
from squares_core.registry import PluginInfo, Registry, shelf_of
from squares_core.scoring import Scorer
from squares_core.strategy import Strategy
from squares_core.variants import ID_PATTERN, VariantSpec
from squares_core.wording import shown

OWN_DISTRIBUTION: Final = "squares-solitaire"
KINDS: Final[Mapping[str, type]] = {
    "scorers": Scorer,
    "placement_rules": PlacementRule,
    "variants": VariantSpec,
    "strategies": Strategy,
}
HOOKS: Final = tuple(f"squares_{kind}" for kind in KINDS)
_NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "scorers": ("title", "hand_sizes"),
    "placement_rules": ("title", "description"),
    "variants": (),
    "strategies": ("title",),
}
_ID = re.compile(ID_PATTERN)
_LONGEST_NAME: Final = 200
_MOST_TOLD: Final = 3
_REFERENCE = re.compile(r"\s*[\w.]+\s*(:\s*[\w.]+\s*)?(\[.*\])?\s*")


class _FaultError(Exception):
    """What is wrong with a plugin, in words that need no error's name before them."""


@dataclass(frozen=True)
class _Candidate:
    """A plugin that some distribution declares, not yet loaded."""

    name: str
    distribution: str
    version: str
    entry_point: EntryPoint | None
    problem: str = ""

    def __post_init__(self) -> None:
        # They come from a file of metadata, and stand in lines for people.
        for name in ("name", "distribution", "version"):
            object.__setattr__(self, name, shown(getattr(self, name), _LONGEST_NAME))

    @property
    def module(self) -> str:
        return "" if self.entry_point is None else shown(self.entry_point.value, _LONGEST_NAME)

    @property
    def loading_order(self) -> tuple[bool, str, str]:
        return self.distribution != OWN_DISTRIBUTION, self.name, self.distribution


def load_registry(
    found: Iterable[EntryPoint] | None = None,
    environ: Mapping[str, str] = os.environ,
    *,
    told: bool = True,
) -> Registry:
    """Return a registry of what all installed plugins add.

    ``found`` replaces the installed entry points. What goes wrong with a plugin is told on stderr,
    unless ``told`` is false: it stands in the registry's ``plugins``, too. Raises PluginError only
    when ``SQUARES_STRICT_PLUGINS`` asks for it.
    """
    registry = Registry()
    candidates = list(_installed() if found is None else map(_candidate, found))
    strict = environ.get("SQUARES_STRICT_PLUGINS", "") not in ("", "0")
    for variable in ("SQUARES_PLUGINS", "SQUARES_DISABLE_PLUGINS"):
        for name in sorted(_named(environ, variable) - {item.name for item in candidates}):
            hint = suggest(name, {item.name for item in candidates})
            _tell(f"{variable} names '{shown(name)}', which no installed plugin is called{hint}")
    names = Counter(item.name for item in candidates)
    for candidate in sorted(candidates, key=lambda item: item.loading_order):
        if reason := _disabled(candidate, environ):
            info = _unloaded(candidate, "disabled", reason)
        elif reason := _there_already(candidate, registry):
            info = _unloaded(candidate, "broken", reason)
        else:
            holder = f"plugin {candidate.name}"
            if names[candidate.name] > 1:
                holder = f"{holder} of {candidate.distribution}"
            info = _load(candidate, registry, holder)
        info = replace(info, module=candidate.module)
        registry.plugins.append(info)
        if info.problem and info.status != "disabled":
            line = f"plugin {info.name} ({info.distribution} {info.version}): {info.problem}"
            if strict:
                raise PluginError(line)
            if told:
                _tell(line)
    return registry


def add_plugin(registry: Registry, plugin: object, name: str) -> PluginInfo:
    """Add what ``plugin``, a module or any object with marked hooks, gives to ``registry``.

    Returns what became of it, which also stands in ``registry.plugins``; raises nothing that the
    plugin raises.
    """
    info = _guarded(registry, lambda: plugin, name, "not installed", "?", f"plugin {name}")
    module = plugin.__name__ if isinstance(plugin, ModuleType) else ""
    info = replace(info, module=module)
    registry.plugins.append(info)
    return info


def normalised(name: str) -> str:
    """Return the name of a distribution in the one form in which names are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def identity(distribution: Distribution) -> tuple[str, str]:
    """Return name and version of ``distribution``, whatever state its metadata is in."""
    try:
        metadata = distribution.metadata
        return metadata["Name"] or "unknown distribution", metadata["Version"] or "?"
    except Exception:  # what a damaged metadata file raises differs between Python versions
        return "unknown distribution", "?"


def _installed() -> Iterator[_Candidate]:
    """Yield what every distribution declares, each read on its own.

    The one call of the standard library that lists a group reads all of them, and fails for all
    when one is damaged. The first of several copies of a distribution counts, as for imports.
    """
    known: set[str] = set()
    for distribution in distributions():
        try:
            text = distribution.read_text("entry_points.txt") or ""
        except (OSError, UnicodeDecodeError):
            # Nothing tells that it would have been a plugin.
            continue
        if ENTRY_POINT_GROUP not in text:
            continue
        name, version = identity(distribution)
        if normalised(name) in known:
            continue
        known.add(normalised(name))
        try:
            declared = list(distribution.entry_points.select(group=ENTRY_POINT_GROUP))
        except Exception as error:  # what a damaged file raises differs between Python versions
            problem = f"failed at find: its entry_points.txt cannot be read: {_cause(error)}"
            yield _Candidate(name, name, version, None, problem)
            continue
        yield from (_Candidate(item.name, name, version, item) for item in declared)


def _candidate(entry_point: EntryPoint) -> _Candidate:
    name, version = "unknown distribution", "?"
    if entry_point.dist is not None:
        name, version = identity(entry_point.dist)
    return _Candidate(entry_point.name, name, version, entry_point)


def _named(environ: Mapping[str, str], variable: str) -> set[str]:
    return {name.strip() for name in environ.get(variable, "").split(",") if name.strip()}


def _disabled(candidate: _Candidate, environ: Mapping[str, str]) -> str:
    """Return why ``candidate`` is not to be loaded, or an empty string."""
    if candidate.name in _named(environ, "SQUARES_DISABLE_PLUGINS"):
        return "SQUARES_DISABLE_PLUGINS names it"
    allowed = environ.get("SQUARES_PLUGINS") is not None
    if (
        allowed
        and candidate.distribution != OWN_DISTRIBUTION
        and candidate.name not in _named(environ, "SQUARES_PLUGINS")
    ):
        return "SQUARES_PLUGINS does not name it"
    return ""


def _there_already(candidate: _Candidate, registry: Registry) -> str:
    """Return which distribution has brought the module of ``candidate``, or an empty string."""
    for info in registry.plugins:
        if info.status != "disabled" and info.module and info.module == candidate.module:
            return (
                f"not loaded: its module {candidate.module} is that of plugin {info.name} of "
                f"{info.distribution} {info.version} already; uninstall one of the two"
            )
    return ""


def _unloaded(
    candidate: _Candidate, status: Literal["broken", "disabled"], reason: str
) -> PluginInfo:
    name, distribution, version = candidate.name, candidate.distribution, candidate.version
    return PluginInfo(name, distribution, version, status, problem=reason)


def _load(candidate: _Candidate, registry: Registry, holder: str) -> PluginInfo:
    name, distribution, version = candidate.name, candidate.distribution, candidate.version
    entry_point = candidate.entry_point
    if entry_point is None:
        return _unloaded(candidate, "broken", candidate.problem)

    def imported() -> object:
        if not _REFERENCE.fullmatch(entry_point.value):
            raise _FaultError(
                f"its entry point '{shown(entry_point.value)}' is not of the form package.module"
            )
        try:
            return entry_point.load()
        except (ModuleNotFoundError, AttributeError) as error:
            if raised_at(error):  # it is there, and its own code failed
                raise
            raise _FaultError(
                f"its entry point names '{shown(entry_point.value)}', which is not there: "
                f"{_one_line(error)}"
            ) from error

    return _guarded(registry, imported, name, distribution, version, holder)


def _guarded(
    registry: Registry,
    imported: Callable[[], object],
    name: str,
    distribution: str,
    version: str,
    holder: str,
) -> PluginInfo:
    """Import, register and collect one plugin; whatever it raises becomes its problem."""
    stage = "import"
    try:
        # Some plugins print while they load; stdout belongs to the command's result.
        with contextlib.redirect_stdout(sys.stderr):
            plugin = imported()
            stage = "register"
            manager = _registered(plugin, name)
            stage = "collect"
            things = {kind: list(_collected(manager, kind)) for kind in KINDS}
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a plugin may raise anything, SystemExit too
        problem = f"failed at {stage}: {_cause(error)}"
        trace = "".join(traceback.format_exception(error))
        return PluginInfo(name, distribution, version, "broken", problem=problem, trace=trace)
    provides, refused = _shelve(things, registry, holder)
    more = [f"and {len(refused) - _MOST_TOLD} more"] if len(refused) > _MOST_TOLD else []
    problem = "; ".join([*refused[:_MOST_TOLD], *more])
    return PluginInfo(name, distribution, version, "loaded", provides, problem)


def _registered(plugin: object, name: str) -> pluggy.PluginManager:
    """Return a manager that holds ``plugin`` alone, every one of its hooks checked.

    A manager of its own keeps a plugin's half-finished registration, its wrappers and its ordering
    wishes away from everybody else.
    """
    wanted = getattr(plugin, "SQUARES_PLUGIN_API", PLUGIN_API)
    if not isinstance(wanted, int) or wanted > PLUGIN_API:
        raise _FaultError(
            f"it is written for plugin API {shown(repr(wanted))} and this Squares has "
            f"{PLUGIN_API}: install a newer {OWN_DISTRIBUTION}"
        )
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(hookspecs)
    marked = 0
    for attribute in dir(plugin):
        options = manager.parse_hookimpl_opts(plugin, attribute)
        if options is None:
            _check_unmarked(plugin, attribute)
            continue
        marked += 1
        hook = options.get("specname") or attribute
        if hook not in HOOKS and not options.get("optionalhook"):
            raise _FaultError(
                f"there is no hook '{hook}'{suggest(hook, HOOKS) or _hooks_there_are()}"
            )
        if options.get("wrapper") or options.get("hookwrapper"):
            raise _FaultError(
                f"hook {hook} is marked as a wrapper; a hook here only returns things"
            )
    if not marked:
        raise _FaultError(f"nothing in it is marked with @hookimpl{_hooks_there_are()}")
    try:
        manager.register(plugin, name)
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        raise _FaultError(_argument_fault(manager, plugin) or _one_line(error)) from error
    return manager


def _hooks_there_are() -> str:
    return f"; the hooks are {', '.join(HOOKS)}"


def _check_unmarked(plugin: object, attribute: str) -> None:
    """Refuse a function that is named as a hook but does not bear the mark."""
    if attribute in HOOKS and not hasattr(getattr(plugin, attribute), f"{PROJECT}_spec"):
        raise _FaultError(f"{attribute} is not marked: put @hookimpl of squares_core above it")


def _argument_fault(manager: pluggy.PluginManager, plugin: object) -> str:
    """Return which argument of which hook its specification does not have."""
    for attribute in dir(plugin):
        options = manager.parse_hookimpl_opts(plugin, attribute)
        if options is not None and (hook := options.get("specname") or attribute) in HOOKS:
            code = getattr(getattr(plugin, attribute), "__code__", None)
            names = code.co_varnames[: code.co_argcount] if code else ()
            if extra := [name for name in names if name != "self"]:
                return f"hook {hook} takes no argument '{extra[0]}': it is called without any"
    return ""


def _one_line(error: BaseException) -> str:
    """Return the message of ``error`` on one line, even when asking for it fails."""
    try:
        text = str(error)
    except Exception as failure:  # an error of a plugin's own may have any fault
        text = f"(its message cannot be shown: {type(failure).__name__})"
    return shown(" ".join(text.split()), 300)


def _cause(error: BaseException) -> str:
    text = _one_line(error)
    if isinstance(error, _FaultError | SquaresError):
        return text
    place = raised_at(error)
    name = type(error).__name__
    return f"{name}{f': {text}' if text else ''}{f' ({place})' if place else ''}"


def _collected(manager: pluggy.PluginManager, kind: str) -> Iterator[Any]:
    """Yield what the plugin's hook for ``kind`` gives, each checked as it comes."""
    hook, wanted = f"squares_{kind}", KINDS[kind]
    caller = getattr(manager.hook, hook)
    if not caller.get_hookimpls():
        return
    answers = caller()
    if not answers:
        raise _FaultError(f"{hook} returned nothing; return a list of what the plugin adds")
    for answer in answers:
        if isinstance(answer, wanted) or not isinstance(answer, Iterable):
            raise _FaultError(
                f"{hook} returned {_described(answer)}; return a list of "
                f"{wanted.__name__} instances"
            )
        for thing in answer:
            _check_thing(thing, kind, hook)
            yield thing


def _described(thing: object) -> str:
    return f"{shown(repr(thing))} of type {type(thing).__name__}"


def _check_thing(thing: Any, kind: str, hook: str) -> None:
    wanted = KINDS[kind]
    if isinstance(thing, type):
        raise _FaultError(f"{hook} gave the class {thing.__name__}; give an instance of it")
    if not isinstance(thing, wanted):
        others = [other for other, class_ in KINDS.items() if isinstance(thing, class_)]
        where = f"; squares_{others[0]} is the hook for it" if others else ""
        raise _FaultError(
            f"{hook} gave {_described(thing)}{where or f'; give instances of {wanted.__name__}'}"
        )
    id_ = getattr(thing, "id", None)
    if not isinstance(id_, str) or not id_:
        raise _FaultError(f"{hook} gave a {type(thing).__name__} without an id")
    if not _ID.fullmatch(id_):
        raise _FaultError(
            f"{hook} gave a {type(thing).__name__} with the id '{shown(id_)}'; an id is small "
            "letters, digits and single hyphens"
        )
    for attribute in _NEEDED[kind]:
        if not getattr(thing, attribute, None):
            raise _FaultError(f"{hook} gave '{id_}' without its {attribute}")
        if wrong := _wrong_attribute(thing, attribute):
            raise _FaultError(f"{hook} gave '{id_}' with {attribute} = {wrong}")


def _wrong_attribute(thing: Any, attribute: str) -> str:
    """Return the value of a needed attribute that is of another kind and what it should be."""
    value = getattr(thing, attribute)
    given = shown(repr(value))
    if attribute != "hand_sizes":
        return "" if isinstance(value, str) else f"{given}; give a text"
    if isinstance(value, Iterable) and all(isinstance(size, int) for size in value):
        return ""
    return f"{given}; give a tuple of whole numbers, such as (5,)"


def _shelve(
    things: Mapping[str, list[Any]], registry: Registry, holder: str
) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    provides: dict[str, tuple[str, ...]] = {}
    refused: list[str] = []
    for kind, of_kind in things.items():
        kept: list[str] = []
        for thing in of_kind:
            try:
                shelf_of(registry, kind).add(thing, holder)
                kept.append(thing.id)
            except InvalidValueError as error:
                refused.append(str(error))
        provides[kind] = tuple(kept)
    return provides, refused


def _tell(line: str) -> None:
    print(f"squares: {line}", file=sys.stderr)
