"""``squares compare``: scoring systems and strategies on the same deals."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from squares_core.cli.arguments import (
    AsJson,
    DaskAddress,
    DealCount,
    DealsFile,
    RunSeed,
    Settings,
    Workers,
    setup_of,
)

if TYPE_CHECKING:
    from squares_core.comparing.figures import Comparison


def compare_systems(
    context: typer.Context,
    variants: Annotated[
        list[str], typer.Argument(metavar="VARIANT", help="The ids of one or more variants.")
    ],
    scorers: Annotated[
        str,
        typer.Option(metavar="A,B", help="Play each variant for these scorers instead of its own."),
    ] = "",
    scored_by: Annotated[
        str,
        typer.Option(
            metavar="A,B", help="Score the games by these, too, without playing for them."
        ),
    ] = "",
    strategies: Annotated[
        str,
        typer.Option(metavar="S,T", help="Who plays, such as 'greedy,monte-carlo(playouts=200)'."),
    ] = "random,greedy",
    games: DealCount = None,
    seed: RunSeed = 0,
    deals: DealsFile = None,
    hindsight: Annotated[
        int, typer.Option(metavar="N", help="Solve so many deals, for the skill index.", min=0)
    ] = 0,
    positions: Annotated[
        int, typer.Option(metavar="N", help="Compare the decisions of so many deals.", min=0)
    ] = 20,
    workers: Workers = 1,
    dask: DaskAddress = "",
    settings: Settings = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page with pictures that needs no network."),
    ] = None,
    csv: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a row for each game and system that scores it."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare scoring systems and strategies on the same deals.

    Example: squares compare poker-squares poker-squares-english --games 10000 --html report.html
    """
    from squares_core.cli.long_runs import (
        interrupted_after,
        made_ready,
        progress_bar,
        require_places,
        workforce,
    )
    from squares_core.cli.output import note
    from squares_core.comparing.comparison import compare
    from squares_core.comparing.systems import fitting_systems
    from squares_core.options import call_text
    from squares_core.rehearsal import undeclared_stop
    from squares_core.seating.deals import deals_of_run
    from squares_core.simulating.simulation import slow_reason

    if html is not None:
        # A missing library is told before the games are played.
        from squares_core.report import require_libraries

        require_libraries()
    setup = setup_of(context)
    require_places({"--html": html, "--csv": csv}, (deals, *setup.variant_files))
    registry = setup.registry
    rules = [setup.rules(variant, settings) for variant in variants]
    chosen = [registry.scorer(each) for each in split_list(scorers)]
    systems = fitting_systems(rules, chosen) if chosen else rules
    # A budget of time becomes a number of games here, so that the command can be given again; and
    # what a strategy learns of a system it learns before the bar is drawn.
    players = [made_ready(registry.strategy(each), *systems) for each in split_list(strategies)]
    given, count = deals_of_run(deals, games, systems)
    for each in rules:
        if reason := slow_reason(each):
            note(f"games of {each.id} are played one by one: {reason}")
    with workforce(workers, dask) as (executor, hands), progress_bar("deals", count) as progress:
        found = compare(
            rules,
            players,
            count,
            seed,
            scorers=chosen,
            scored_by=[registry.scorer(each) for each in split_list(scored_by)],
            hindsight=hindsight,
            positions=positions,
            deals=given,
            workers=hands,
            executor=executor,
            progress=progress,
        )
    options = {
        "--scorers": [scorers] if scorers else [],
        "--scored-by": [scored_by] if scored_by else [],
        "--strategies": [",".join(call_text(each.id, each.parameters) for each in players)],
        "--games": [str(found.games)],
        "--seed": [str(seed)],
        "--deals": [] if deals is None else [str(deals)],
        "--hindsight": [str(hindsight)] if hindsight else [],
        "--positions": [str(positions)],
        "--set": settings or [],
    }
    words = [word for name, values in options.items() for value in values for word in (name, value)]
    # The command that gives the same figures again.
    command = setup.command("compare", *variants, *words)
    _tell(found, command, csv=csv, html=html, as_json=as_json)
    stopped = {row["system"] for row in found.summaries if row["blocked"]}
    for system in systems:
        if system.id in stopped and (told := undeclared_stop(system.placement)):
            note(f"squares: {told}")
    if found.interrupted:
        raise interrupted_after(found.games, count, "deals")


def split_list(text: str) -> list[str]:
    """Return the items of a list by commas; commas within parentheses divide nothing."""
    return [item.strip() for item in re.split(r",(?![^(]*\))", text) if item.strip()]


def _tell(
    found: Comparison, command: str, *, csv: Path | None, html: Path | None, as_json: bool
) -> None:
    """Write the files that were asked for, and print the tables."""
    import sys

    from squares_core.cli.output import note, written_to
    from squares_core.text.comparison import comparison_text
    from squares_core.text.streams import shows_glyphs

    if csv is not None:
        _write_rows(csv, found)
    if html is not None:
        from squares_core.report import report_page

        page = report_page(found, command)
        with written_to(html) as file:
            file.write(page)
    if as_json:
        _print_document(found, command)
        for line in found.skill_notes:
            note(line)
    else:
        print(comparison_text(found, glyphs=shows_glyphs(sys.stdout)))


def _write_rows(path: Path, found: Comparison) -> None:
    from csv import DictWriter

    from squares_core.cli.output import written_to
    from squares_core.comparing.rows import GameRow

    with written_to(path) as file:
        writer = DictWriter(file, list(GameRow.__annotations__), lineterminator="\n")
        writer.writeheader()
        writer.writerows(found.rows())


def _print_document(found: Comparison, command: str) -> None:
    """Print all tables and then the rows, one a line, so that no number of them fills memory."""
    from squares_core.cli.output import json_text

    print(json_text({"command": command, **found.document()}).removesuffix("\n}"), end="")
    print(',\n  "rows": [', end="")
    comma = ""
    for row in found.rows():
        print(f"{comma}\n    {json_text(row, indent=None)}", end="")
        comma = ","
    print("\n  ]\n}")
