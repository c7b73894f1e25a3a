"""``squares simulate``: play many deals with one strategy."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from squares_core.cli.arguments import (
    AsJson,
    DaskAddress,
    DealCount,
    DealsFile,
    RunSeed,
    Settings,
    VariantId,
    Workers,
    setup_of,
)

if TYPE_CHECKING:
    from squares_core.simulating.simulation import Simulation


def simulate_games(
    context: typer.Context,
    variant: VariantId,
    strategy: Annotated[
        str,
        typer.Option(
            metavar="S", help="The strategy, such as greedy or 'monte-carlo(playouts=200)'."
        ),
    ] = "greedy",
    games: DealCount = None,
    seed: RunSeed = 0,
    deals: DealsFile = None,
    workers: Workers = 1,
    dask: DaskAddress = "",
    settings: Settings = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a file with one row for each game.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play many deals with one strategy and tell what came of it.

    Example: squares simulate poker-squares --strategy greedy --games 10000 --seed 1
    """
    from squares_core.cli.long_runs import (
        interrupted_after,
        made_ready,
        progress_bar,
        require_places,
        workforce,
    )
    from squares_core.cli.output import note, print_json
    from squares_core.options import call_text
    from squares_core.rehearsal import undeclared_stop
    from squares_core.seating.deals import deals_of_run
    from squares_core.simulating.simulation import simulate, slow_reason

    setup = setup_of(context)
    require_places({"--csv": csv}, (deals, *setup.variant_files))
    rules = setup.rules(variant, settings)
    player = made_ready(setup.registry.strategy(strategy), rules)
    given, count = deals_of_run(deals, games, [rules])
    note(f"{rules.title}, {call_text(player.id, player.parameters)}")
    if reason := slow_reason(rules):
        note(f"games are played one by one: {reason}")
    with workforce(workers, dask) as (executor, hands), progress_bar("games", count) as progress:
        found = simulate(
            rules,
            player,
            count,
            seed,
            deals=given,
            workers=hands,
            executor=executor,
            progress=progress,
        )
    if csv is not None:
        _write_rows(csv, found)
    if as_json:
        print_json(found.document())
    else:
        _print_figures(found.document())
    if found.blocked and (told := undeclared_stop(rules.placement)):
        note(f"squares: {told}")
    if found.interrupted:
        raise interrupted_after(found.games, count, "games")


def _write_rows(path: Path, found: Simulation) -> None:
    from csv import writer

    from squares_core.cli.output import written_to

    with written_to(path) as file:
        rows = writer(file, lineterminator="\n")
        rows.writerow(["variant", "strategy", "seed", "game", "total"])
        for number, total in enumerate(found.totals.tolist()):
            rows.writerow([found.variant, found.strategy, found.seed, number, total])


def _print_figures(figures: dict[str, Any]) -> None:
    from squares_core.wording import counted

    error = figures["standard_error"]
    print(f"games               {figures['games']}")
    print(f"mean total          {figures['mean']:.2f}" + (f" +- {error:.2f}" if error else ""))
    if figures["sd"] is not None:
        print(f"standard deviation  {figures['sd']:.2f}")
    print(f"least, greatest     {figures['min']}, {figures['max']}")
    quantiles = ", ".join(f"{float(q):.0%} {total}" for q, total in figures["quantiles"].items())
    print(f"quantiles           {quantiles}")
    if figures["win_rate"] is not None:
        target = f" (target {figures['target']})" if figures["target"] is not None else ""
        print(f"won                 {figures['win_rate']:.2%}{target}")
    if figures["blocked"]:
        print(f"blocked             {counted(figures['blocked'], 'game')} had no legal move left")
    if figures["combinations"]:
        width = max(map(len, figures["combinations"]))
        print("\nper game" + " " * max(width - 6, 2) + " number   points")
        for name, often in figures["combinations"].items():
            print(f"  {name:<{width}}  {often:7.3f}  {figures['points'][name]:7.2f}")
