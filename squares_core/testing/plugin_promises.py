"""What Squares relies on in every plugin as a whole."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from squares_core.errors import SquaresError
from squares_core.registry import PluginInfo, Registry
from squares_core.testing.promises import Breach, Promise

PUBLIC_MODULES: Final = ("squares_core", "squares_core.engine", "squares_core.testing")


def _not_loaded(info: PluginInfo, _: Registry) -> Breach | None:
    if info.status == "loaded" and not info.problem:
        return None
    return Breach("loading it", info.problem or info.status)


def _adds_nothing(info: PluginInfo, _: Registry) -> Breach | None:
    if info.status != "loaded" or any(info.provides.values()):
        return None
    return Breach("its hooks", "no scorer, placement rule, variant or strategy")


def _private_names(info: PluginInfo, registry: Registry) -> Breach | None:
    own = info.module.split(":")[0].split(".")[0]
    others = {plugin.module.split(":")[0].split(".")[0] for plugin in registry.plugins} - {own}
    for path in _sources(own):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        for node in ast.walk(tree):
            for module, name in _imported(node):
                root = module.split(".")[0]
                place = f"{path.name}, line {getattr(node, 'lineno', '?')}"
                if root in others:
                    return Breach(place, f"it imports {module}, which belongs to another plugin")
                if deprecated := _deprecated(module, name):
                    return Breach(place, f"it imports {name} of {module}, {deprecated}")
                if root == "squares_core" and not _is_public(module, name):
                    what = f"{name} of {module}" if name else module
                    return Breach(place, f"it imports {what}, which is not public")
    return None


def _stale_file(info: PluginInfo, registry: Registry) -> Breach | None:
    own = info.module.split(":")[0].split(".")[0]
    shipped = [*_files(own, "tables/*.tables"), *_files(own, "values/*.values")]
    fitting = _fitting_names(info, registry) if shipped else set()
    for path in shipped:
        if path.name not in fitting:
            thing, room = {"tables": ("scorer", "compiling"), "values": ("variant", "players")}[
                path.parent.name
            ]
            return Breach(
                f"{path.parent.name}/{path.name}",
                f"it fits no {thing} as it is now: remove it, and make it anew with "
                f"'python -m squares_core.engine.{room}'",
            )
    return None


def _fitting_names(info: PluginInfo, registry: Registry) -> set[str]:
    """Return what files of tables and values are called that fit what there is now."""
    from squares_core.engine import compile_rules
    from squares_core.engine.compiling import cache
    from squares_core.engine.players.learned import file_name
    from squares_core.engine.players.values import variant_digest

    names, scorers = set(), list(registry.scorers)
    for id_ in info.provides.get("variants") or registry.variants.ids:
        try:
            rules = registry.rules(id_)
            scorers.append(rules.scorer)
            names.add(file_name(variant_digest(compile_rules(rules))))
        except SquaresError:  # without tables there are no values either
            continue
    for scorer in scorers:
        for size in scorer.hand_sizes:
            digits = cache.fingerprint(scorer, size, with_starter=scorer.uses_starter)
            names.add(cache.file_name(scorer, size, digits))
    return names


def _sources(module: str) -> Iterator[Path]:
    spec = _spec(module)
    if spec and spec.origin and spec.submodule_search_locations is None:
        yield Path(spec.origin)
    yield from _files(module, "*.py")


def _files(module: str, pattern: str) -> Iterator[Path]:
    """Yield the files of a package whose path ends in ``pattern``, in order."""
    spec = _spec(module)
    for folder in (spec and spec.submodule_search_locations) or ():
        yield from sorted(Path(folder).rglob(pattern))


def _spec(module: str) -> ModuleSpec | None:
    known = sys.modules.get(module)
    try:
        spec = getattr(known, "__spec__", None) or (find_spec(module) if module else None)
    except ValueError:
        return None
    return spec if spec and spec.origin and spec.origin.endswith(".py") else None


def _imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import):
        yield from ((alias.name, "") for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield from ((node.module, alias.name) for alias in node.names)


def _is_public(module: str, name: str) -> bool:
    if module not in PUBLIC_MODULES:
        return False
    return not name or f"{module}.{name}" in PUBLIC_MODULES or name in import_module(module).__all__


def _deprecated(module: str, name: str) -> str:
    """Return when ``name`` goes away and what replaces it, or an empty string."""
    known = import_module(module)._DEPRECATED if module == "squares_core" else {}
    if name not in known:
        return ""
    instead, version = known[name]
    return f"which goes away in {version}: use {instead}"


PLUGIN_PROMISES: Final[Sequence[Promise[PluginInfo]]] = (
    Promise("loads", "it loads, and no id that it adds is taken", _not_loaded),
    Promise("adds something", "its hooks add at least one thing", _adds_nothing),
    Promise(
        "public names",
        "it imports only public names of squares_core, and no other plugin",
        _private_names,
    ),
    Promise(
        "shipped files",
        "the tables and learned values that it brings along fit its scorers and variants",
        _stale_file,
    ),
)
