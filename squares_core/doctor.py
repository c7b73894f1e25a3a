"""Why a plugin does not show up, and what the installed plugins are.

The loader knows what became of every plugin that some distribution declares. What is told here
besides is about the others: installed without an entry point, or with one in another group.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from importlib.util import find_spec

from squares_core.errors import UnknownIdError, suggest
from squares_core.hookspecs import ENTRY_POINT_GROUP
from squares_core.plugins import OWN_DISTRIBUTION, identity, normalised
from squares_core.registry import PluginInfo, Registry
from squares_core.wording import shown


def plugin_report(name: str, registry: Registry) -> list[str]:
    """Return lines that say what became of the plugin or distribution called ``name``, and why.

    Of one that is installed but no plugin they say what would make it one. Raises UnknownIdError
    for a name that neither a plugin, a distribution nor a module has.
    """
    called = [
        info
        for info in registry.plugins
        if name == info.name or normalised(name) == normalised(info.distribution)
    ]
    if called:
        return [line for info in called for line in _told(info)]
    lines = _why_missing(name)
    if not lines:
        known = sorted({info.name for info in registry.plugins})
        hint = suggest(name, known) or f"; there are: {', '.join(known)}"
        raise UnknownIdError(
            f"no plugin, distribution or module is called '{shown(name)}' in the Python "
            f"environment at {sys.prefix}{hint}"
        )
    return lines


def undeclared_plugins() -> list[str]:
    """Return name and version of each distribution that needs Squares and yet declares no plugin.

    Such a one installs without complaint and then never shows; it may also be a program that uses
    the library.
    """
    return sorted(
        " ".join(identity(distribution))
        for distribution in _each_distribution()
        if _needs_squares(distribution) and ENTRY_POINT_GROUP not in _groups(distribution)
    )


def plugin_requirements(registry: Registry) -> list[str]:
    """Return a ``name==version`` line for each distribution that brings plugins of its own.

    Written to a file, ``pip install -r`` puts the same set back.
    """
    return sorted(
        {
            f"{info.distribution}=={info.version}"
            for info in registry.plugins
            if info.distribution != OWN_DISTRIBUTION
        }
    )


def _told(info: PluginInfo) -> Iterator[str]:
    yield f"plugin {info.name} of {info.distribution} {info.version}: {info.status}"
    for kind, ids in info.provides.items():
        if ids:
            yield f"  {kind.replace('_', ' ')}: {', '.join(ids)}"
    if info.problem:
        yield f"  {info.problem}"
    for line in info.trace.rstrip().splitlines():
        yield f"    {line}"


def _why_missing(name: str) -> list[str]:
    lines: list[str] = []
    for distribution in _each_distribution():
        title, groups = " ".join(identity(distribution)), _groups(distribution)
        elsewhere = [group for group, names in groups.items() if name in names]
        if elsewhere:
            lines.append(f"{title} declares '{name}' in the entry-point group '{elsewhere[0]}'")
        elif normalised(name) == normalised(identity(distribution)[0]):
            near = suggest(ENTRY_POINT_GROUP, groups)
            lines.append(
                f"{title} is installed but declares no plugin"
                + (f", only the entry-point groups {', '.join(sorted(groups))}" if near else "")
            )
    if not lines and _can_import(name):
        lines.append(f"a module {name} can be imported, but no distribution declares it")
    if lines:
        module = name.replace("-", "_")
        lines.append(
            f"a plugin is found by an entry point in the group '{ENTRY_POINT_GROUP}'; in "
            "pyproject.toml:"
        )
        lines.append(f'    [project.entry-points."{ENTRY_POINT_GROUP}"]')
        lines.append(f'    {module} = "{module}"')
        lines.append("then install the distribution again")
    return lines


def _can_import(name: str) -> bool:
    try:
        return name.isidentifier() and find_spec(name) is not None
    except ValueError:
        return False


def _each_distribution() -> Iterator[Distribution]:
    known: set[str] = set()
    for distribution in distributions():
        name = normalised(identity(distribution)[0])
        if name not in known:
            known.add(name)
            yield distribution


def _groups(distribution: Distribution) -> dict[str, set[str]]:
    """Return the names that ``distribution`` declares in each entry-point group."""
    groups: dict[str, set[str]] = {}
    try:
        for entry_point in distribution.entry_points:
            groups.setdefault(entry_point.group, set()).add(entry_point.name)
    except Exception:  # a damaged file declares nothing; what it raises differs between versions
        return {}
    return groups


def _needs_squares(distribution: Distribution) -> bool:
    try:
        needed = distribution.requires or []
    except Exception:  # likewise for damaged metadata
        return False
    own = normalised(OWN_DISTRIBUTION)
    return any(
        normalised(_name_in(requirement)) == own and "extra ==" not in requirement
        for requirement in needed
    )


def _name_in(requirement: str) -> str:
    name = ""
    for char in requirement:
        if not (char.isalnum() or char in "-_."):
            break
        name += char
    return name
