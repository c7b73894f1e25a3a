"""``squares variants``: the games there are, and whose they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from squares_core.cli.arguments import AsJson, setup_of

if TYPE_CHECKING:
    from squares_core.registry import Registry
    from squares_core.text.render import Look


def list_variants(
    context: typer.Context,
    as_json: AsJson = False,
) -> None:
    """List the games there are and whose they are.

    Example: squares variants
    """
    import sys

    from squares_core.cli.output import print_json
    from squares_core.text.render import Look

    listed = described_variants(setup_of(context).registry)
    if as_json:
        print_json(listed)
    else:
        print("\n".join(_table(listed, Look.of(sys.stdout))))


def described_variants(registry: Registry) -> list[dict[str, Any]]:
    """Return what there is to say of each variant, in the order in which they were added.

    ``problem`` is empty, or says why the variant cannot be played: it builds on something that is
    not there. Then only what its own table says is known of it.
    """
    from squares_core.errors import SquaresError

    holders = {
        variant: plugin.name
        for plugin in registry.plugins
        for variant in plugin.provides.get("variants", ())
    }
    listed: list[dict[str, Any]] = []
    for own in registry.variants:
        problem, cards = "", None
        try:
            spec = registry.complete(own)
            cards = registry.resolve(spec).cards_dealt
        except SquaresError as error:
            spec, problem = own, str(error)
        listed.append(
            {
                "id": spec.id,
                "title": spec.title,
                "rows": spec.rows,
                "columns": spec.columns,
                "scorer": spec.scorer,
                "placement": spec.placement,
                "target": None if spec.target == "none" else spec.target,
                "plugin": holders.get(spec.id, registry.variants.holder(spec.id)),
                "lines": list(spec.lines),
                "line_target": None if spec.line_target == "none" else spec.line_target,
                "deal": spec.deal,
                "starter": spec.starter,
                "reserves": spec.reserves,
                "reserve_size": spec.reserve_size,
                "waste": spec.waste,
                "cards": cards,
                "base": own.base,
                # A summary taken over from the base would describe another game.
                "summary": own.summary,
                "problem": problem,
            }
        )
    return listed


def _table(listed: list[dict[str, Any]], look: Look) -> list[str]:
    from squares_core.text.columns import in_columns
    from squares_core.text.render import folded
    from squares_core.wording import shown

    if not listed:
        return ["there are no variants: no plugin adds one"]
    by_plugin: dict[str, list[dict[str, Any]]] = {}
    for variant in listed:
        by_plugin.setdefault(variant["plugin"], []).append(variant)
    rows: list[list[str]] = [["id", "grid", "deal", "scorer", "target"]]
    headings: dict[int, str] = {}
    for plugin, variants in by_plugin.items():
        headings[len(rows)] = plugin
        for variant in variants:
            if variant["problem"]:
                rows.append([variant["id"], "cannot be played"])
                continue
            rows.append(
                [
                    variant["id"],
                    f"{variant['rows']}x{variant['columns']}",
                    _deal(variant),
                    variant["scorer"],
                    _target(variant),
                ]
            )
    lines: list[str] = []
    table = in_columns(rows, indent="  ")
    if look.table_width and max(map(len, table)) > look.table_width:
        # Too wide side by side: what there is to say of a game stands below its id.
        table = [f"  {row[0]}\n      {', '.join(row[1:])}" for row in rows]
    for number, line in enumerate(table):
        if number in headings:
            lines += ["", shown(headings[number], 200)]
        lines.append(line)
    problems = [v for v in listed if v["problem"]]
    if problems:
        told = (f"{v['id']} cannot be played: {v['problem']}" for v in problems)
        lines += ["", *(folded(line, look) for line in told)]
    return [
        *lines,
        "",
        folded("'squares rules ID' tells the rules of a game, 'squares play ID' starts it.", look),
    ]


def _deal(variant: dict[str, Any]) -> str:
    from squares_core.wording import counted

    parts = []
    if variant["reserves"]:
        parts.append(counted(variant["reserves"], "reserve"))
    if variant["waste"]:
        parts.append(f"waste of {variant['waste']}")
    # Only cards that are turned one at a time can go to a pile, so the piles tell that as well.
    return ", ".join(parts) or variant["deal"]


def _target(variant: dict[str, Any]) -> str:
    parts = []
    if variant["target"] is not None:
        parts.append(str(variant["target"]))
    if variant["line_target"] is not None:
        parts.append(f"{variant['line_target']} a line")
    return ", ".join(parts) or "none"
