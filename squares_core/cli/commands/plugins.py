"""``squares plugins``: what is loaded, broken or disabled, and why."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from squares_core.cli.arguments import AsJson

if TYPE_CHECKING:
    from squares_core.registry import PluginInfo, Registry

_VARIABLES: Final[Mapping[str, str]] = {
    "SQUARES_PLUGINS": "only these plugins besides the bundled ones; empty for none",
    "SQUARES_DISABLE_PLUGINS": "every plugin but these",
    "SQUARES_STRICT_PLUGINS": "1: a plugin that fails ends the program",
}


def show_plugins(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME|check", help="The plugin to show, or 'check'."),
    ] = None,
    checked: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="What to check: a plugin, a distribution that should hold one, a variant file.",
        ),
    ] = None,
    requirements: Annotated[
        bool,
        typer.Option(
            "--requirements",
            help="Print the distributions that bring plugins as lines for 'pip install -r'.",
        ),
    ] = False,
    expected: Annotated[
        list[str] | None,
        typer.Option(
            "--expect",
            metavar="PROMISE=REASON",
            help="With check: a promise that is broken on purpose; may be repeated.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the plugins and what they add.

    Each is loaded, broken or disabled, and the list says why. With NAME all that is known of that
    one, with the traceback of a broken one; with 'check NAME' or 'check FILE.toml' whether it keeps
    the promises that this program relies on, and exit code 1 when it breaks one.

    SQUARES_PLUGINS=a,b loads only these besides the bundled ones (empty: none);
    SQUARES_DISABLE_PLUGINS=a,b loads all but these; SQUARES_STRICT_PLUGINS=1 lets a plugin that
    fails end the program, which this command ignores.

    Example: squares plugins squares_cribbage
    """
    from squares_core.cli.commands.plugin_check import check
    from squares_core.cli.output import note, print_json
    from squares_core.doctor import plugin_report, plugin_requirements, undeclared_plugins
    from squares_core.errors import InvalidValueError, UnknownIdError
    from squares_core.hookspecs import ENTRY_POINT_GROUP
    from squares_core.plugins import load_registry
    from squares_core.wording import shown

    if checked is not None and name != "check":
        raise InvalidValueError(
            f"give one plugin to show, or 'check {shown(checked)}' to run the conformance kit"
        )
    if name == "check" and checked is None:
        raise typer.BadParameter(
            "name what to check: a plugin, a distribution that should hold one, or a variant file",
            param_hint="'check'",
        )
    if requirements and (as_json or name is not None):
        raise InvalidValueError("--requirements lists every plugin: leave out NAME and --json")
    if expected and checked is None:
        raise InvalidValueError("--expect goes with 'check NAME' alone")
    # A strict run would end here because of the very plugin that the user wants to look at.
    registry = load_registry(
        environ={k: v for k, v in os.environ.items() if k != "SQUARES_STRICT_PLUGINS"},
        # All other forms of this command say themselves what is wrong.
        told=requirements,
    )
    if requirements:
        _print_lines(plugin_requirements(registry))
        return
    if checked is not None:
        if not check(checked, registry, expected or (), as_json=as_json):
            raise typer.Exit(1)
        return
    report = [] if name is None else plugin_report(name, registry)
    if as_json:
        documents = _documents(registry, name)
        if report and not documents:
            raise UnknownIdError(report[0])
        print_json(documents)
        return
    _print_lines([*(report or _table(registry.plugins)), "", *_environment()])
    for distribution in undeclared_plugins() if name is None else ():
        note(
            f"squares: {distribution} needs this project but declares nothing in the entry-point "
            f"group '{ENTRY_POINT_GROUP}', so it adds nothing"
        )


def _print_lines(lines: Sequence[str]) -> None:
    from squares_core.wording import printable

    for line in lines:
        # A traceback may quote whatever stands in a plugin's source.
        print(printable(line))


def _documents(registry: Registry, name: str | None) -> list[dict[str, Any]]:
    from squares_core.plugins import normalised

    return [
        _document(info, with_trace=name is not None)
        for info in registry.plugins
        if name is None or name == info.name or normalised(name) == normalised(info.distribution)
    ]


def _document(info: PluginInfo, *, with_trace: bool) -> dict[str, Any]:
    document = {
        "name": info.name,
        "distribution": info.distribution,
        "version": info.version,
        "status": info.status,
        "provides": {kind: list(ids) for kind, ids in info.provides.items()},
        "problem": info.problem,
    }
    return {**document, "trace": info.trace} if with_trace else document


def _table(plugins: Sequence[PluginInfo]) -> list[str]:
    from squares_core.text.columns import in_columns

    if not plugins:
        return ["there are no plugins: no installed distribution declares one"]
    rows = [["name", "distribution", "version", "status", "adds"]]
    rows += [
        [info.name, info.distribution, info.version, info.status, _adds(info.provides)]
        for info in plugins
    ]
    problems = [f"{info.name}: {info.problem}" for info in plugins if info.problem]
    return [*in_columns(rows), *([""] if problems else []), *problems]


def _adds(provides: Mapping[str, Sequence[str]]) -> str:
    parts = []
    for kind, ids in provides.items():
        noun = kind.replace("_", " ")
        if len(ids) == 1:
            noun = "strategy" if kind == "strategies" else noun.removesuffix("s")
        if ids:
            parts.append(f"{len(ids)} {noun}")
    return ", ".join(parts)


def _environment() -> list[str]:
    from squares_core.text.columns import in_columns
    from squares_core.wording import shown

    rows = []
    for name, meaning in _VARIABLES.items():
        value = os.environ.get(name)
        rows.append([name, "not set" if value is None else f"'{shown(value)}'", meaning])
    return ["environment", *in_columns(rows, indent="  ")]
