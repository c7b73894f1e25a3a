"""What Squares relies on in every plugin as a whole."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

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


def _sources(module: str) -> Iterator[Path]:
    known = sys.modules.get(module)
    try:
        spec = getattr(known, "__spec__", None) or (module and find_spec(module))
    except ValueError:
        spec = None
    if not spec or not spec.origin or not spec.origin.endswith(".py"):
        return
    if spec.submodule_search_locations is None:
        yield Path(spec.origin)
    else:
        for folder in spec.submodule_search_locations:
            yield from sorted(Path(folder).rglob("*.py"))


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
)
