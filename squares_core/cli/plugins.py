"""``squares plugins``: what is loaded, broken or disabled, and why."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from squares_core.registry import PluginInfo

_VARIABLES = {
    "SQUARES_PLUGINS": "only these plugins besides the bundled ones; empty for none",
    "SQUARES_DISABLE_PLUGINS": "every plugin but these",
    "SQUARES_STRICT_PLUGINS": "1: a plugin that fails ends the program",
}


def show_plugins(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="A plugin, or a distribution that holds some."),
    ] = None,
    requirements: Annotated[
        bool,
        typer.Option(
            "--requirements",
            help="Print the distributions that hold plugins as lines for 'pip install -r'.",
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """List the plugins and what they add.

    Each is loaded, broken or disabled, and the list says why; with NAME all that is known of it.

    SQUARES_PLUGINS=a,b loads only these besides the bundled ones (empty: none);
    SQUARES_DISABLE_PLUGINS=a,b loads all but these; SQUARES_STRICT_PLUGINS=1 lets a plugin that
    fails end the program, which this command ignores.

    Example: squares plugins squares_cribbage
    """
    from squares_core.cli.output import note, print_json
    from squares_core.errors import InvalidValueError
    from squares_core.plugins import load_registry

    if requirements and (as_json or name is not None):
        raise InvalidValueError(
            "--requirements lists all plugins as lines: leave out NAME and --json"
        )
    # A strict run would end here because of the very plugin that the user wants to look at.
    environ = {k: v for k, v in os.environ.items() if k != "SQUARES_STRICT_PLUGINS"}
    plugins = load_registry(environ=environ).plugins
    undeclared = undeclared_distributions()
    if name is not None:
        plugins = _named(name, plugins, undeclared)
    if requirements:
        print("\n".join(_requirement_lines(plugins)))
        return
    if as_json:
        print_json([_described(plugin, with_trace=name is not None) for plugin in plugins])
    elif name is None:
        print("\n".join([*_table(plugins), "", *_environment()]))
    else:
        print("\n\n".join("\n".join(_details(plugin)) for plugin in plugins))
        print("\n".join(["", *_environment()]))
    if name is None:
        for distribution, version in undeclared:
            note(_undeclared_note(distribution, version))


def undeclared_distributions() -> list[tuple[str, str]]:
    """Return name and version of what needs this project and yet declares no plugin.

    Such a distribution installs without complaint and then never shows; it may also be a program
    that uses the library, so this is a remark and no fault.
    """
    from importlib.metadata import distributions

    from squares_core.hookspecs import ENTRY_POINT_GROUP

    found = {
        distribution.name: distribution.version
        for distribution in distributions()
        if _needs_this_project(distribution.requires or ())
        and not distribution.entry_points.select(group=ENTRY_POINT_GROUP)
    }
    return sorted(found.items())


def _needs_this_project(requirements: Sequence[str]) -> bool:
    import re

    from squares_core.plugins import OWN_DISTRIBUTION

    for requirement in requirements:
        name = re.match(r"[A-Za-z0-9._-]*", requirement.strip())
        normal = re.sub(r"[-_.]+", "-", name[0] if name else "").casefold()
        if normal == OWN_DISTRIBUTION and "extra ==" not in requirement:
            return True
    return False


def _undeclared_note(distribution: str, version: str) -> str:
    from squares_core.hookspecs import ENTRY_POINT_GROUP

    return (
        f"squares: {distribution} {version} needs this project but declares no plugin: name its "
        f"module in the entry-point group '{ENTRY_POINT_GROUP}' of its pyproject.toml"
    )


def _named(
    name: str, plugins: Sequence[PluginInfo], undeclared: Sequence[tuple[str, str]]
) -> list[PluginInfo]:
    from squares_core.cards import shown
    from squares_core.errors import InvalidValueError, UnknownIdError, suggest

    chosen = [plugin for plugin in plugins if name in (plugin.name, plugin.distribution)]
    if chosen:
        return chosen
    for distribution, version in undeclared:
        if distribution == name:
            raise InvalidValueError(
                _undeclared_note(distribution, version).removeprefix("squares: ")
            )
    known = dict.fromkeys(word for p in plugins for word in (p.name, p.distribution))
    hint = suggest(name, known) or f"; there are: {', '.join(known) or 'none'}"
    raise UnknownIdError(f"there is no plugin '{shown(name)}'{hint}")


def _requirement_lines(plugins: Sequence[PluginInfo]) -> list[str]:
    lines = {
        f"{plugin.distribution}=={plugin.version}"
        for plugin in plugins
        # An entry point that no distribution declares cannot be asked of an installer.
        if plugin.version != "?"
    }
    return sorted(lines)


def _described(plugin: PluginInfo, *, with_trace: bool) -> dict[str, Any]:
    described = {
        "name": plugin.name,
        "distribution": plugin.distribution,
        "version": plugin.version,
        "status": plugin.status,
        "provides": {kind: list(ids) for kind, ids in plugin.provides.items()},
        "problem": plugin.problem,
    }
    return {**described, "trace": plugin.trace} if with_trace else described


def _table(plugins: Sequence[PluginInfo]) -> list[str]:
    from squares_core.cli.columns import in_columns

    if not plugins:
        return ["there are no plugins: nothing is declared in the entry-point group"]
    rows = [["name", "distribution", "version", "status", "adds"]]
    rows += [
        [plugin.name, plugin.distribution, plugin.version, plugin.status, _adds(plugin.provides)]
        for plugin in plugins
    ]
    problems = [f"{plugin.name}: {plugin.problem}" for plugin in plugins if plugin.problem]
    return [*in_columns(rows), *([""] if problems else []), *problems]


def _adds(provides: Mapping[str, Sequence[str]]) -> str:
    singular = {"strategies": "strategy"}
    parts = []
    for kind, ids in provides.items():
        noun = kind.replace("_", " ")
        if len(ids) == 1:
            noun = singular.get(kind, noun.removesuffix("s"))
        if ids:
            parts.append(f"{len(ids)} {noun}")
    return ", ".join(parts)


def _details(plugin: PluginInfo) -> list[str]:
    from squares_core.cli.columns import in_columns

    rows = [
        ["distribution", f"{plugin.distribution} {plugin.version}"],
        ["status", plugin.status],
        *([kind.replace("_", " "), ", ".join(ids)] for kind, ids in plugin.provides.items() if ids),
        *([["problem", plugin.problem]] if plugin.problem else []),
    ]
    lines = [plugin.name, *in_columns(rows, indent="  ")]
    if plugin.trace:
        lines += ["", *("  " + _clean(line) for line in plugin.trace.splitlines())]
    return lines


def _clean(line: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in line)


def _environment() -> list[str]:
    from squares_core.cards import shown
    from squares_core.cli.columns import in_columns

    rows = []
    for name, meaning in _VARIABLES.items():
        value = os.environ.get(name)
        rows.append([name, "not set" if value is None else f"'{shown(value)}'", meaning])
    return ["environment", *in_columns(rows, indent="  ")]
