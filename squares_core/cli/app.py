"""The ``squares`` application: options for all commands, and the commands themselves.

Command modules import only what their signatures need; the rest is imported when a command runs, so
that ``squares --help`` stays quick and works whatever plugins are installed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from squares_core.cli.commands import (
    compare,
    deal,
    games,
    hand,
    maximum,
    new_plugin,
    play,
    plugins,
    replay,
    resume,
    review,
    rules,
    score,
    serve,
    share,
    simulate,
    solve,
    stats,
    variants,
)
from squares_core.seating.setup import Setup

app = typer.Typer(
    name="squares",
    help="Grid-placement solitaires: Cribbage Squares, Poker Squares and their kin. Without a "
    "command a terminal opens the table.",
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    # Plain help takes half the time and is the same on a terminal, in a pipe and in a log.
    rich_markup_mode=None,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"squares {version('squares-solitaire')}")
        raise typer.Exit


@app.callback()
def before_the_command(
    context: typer.Context,
    variant_file: Annotated[
        list[Path] | None,
        typer.Option(
            "--variant-file",
            metavar="FILE",
            help="Add the variants of a TOML file; may be repeated.",
        ),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            metavar="DIR",
            envvar="SQUARES_DATA",
            help="The folder that keeps your games.",
        ),
    ] = None,
    version: Annotated[  # noqa: ARG001 - its callback has done the work
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and stop."
        ),
    ] = False,
) -> None:
    """Take the options that stand before a command's name; without one, open the table."""
    context.obj = setup = Setup(tuple(variant_file or ()), data)
    if context.invoked_subcommand is None:
        from squares_core.cli.full_screen import opens_table, play_at_table

        if opens_table():
            from squares_core.seating.seats import Opening

            play_at_table(setup, Opening())
            return
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)


app.command("variants")(variants.list_variants)
app.command("rules")(rules.show_rules)
app.command("hand")(hand.count_hand)
app.command("score")(score.score_grid)
app.command("play")(play.play)
app.command("resume")(resume.resume_game)
app.command("games")(games.list_games)
app.command("serve")(serve.serve_table)
app.command("replay")(replay.replay_game)
app.command("review")(review.review_played_game)
app.command("share")(share.share_game)
app.command("stats")(stats.show_statistics)
app.command("deal")(deal.show_deal)
app.command("simulate")(simulate.simulate_games)
app.command("compare")(compare.compare_systems)
app.command("solve")(solve.solve_deal)
app.command("maximum")(maximum.find_maximum)
app.command("plugins")(plugins.show_plugins)
app.command("new-plugin")(new_plugin.new_plugin)
