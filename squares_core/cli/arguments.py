"""What several commands take, each with its name and help written once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from squares_core.seating.setup import Setup

# What a command is about.

VariantId: TypeAlias = Annotated[
    str, typer.Argument(metavar="VARIANT", help="The id of a variant.")
]
GameName: TypeAlias = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME", help="The number of a game, or a record file; by default the last one over."
    ),
]
Settings: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change the variant; may be repeated."),
]
DealSeed: TypeAlias = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="The number of the deal, from 0.")
]
DealCode: TypeAlias = Annotated[
    str | None, typer.Option("--deal", metavar="CODE", help="The code of the deal.")
]

# How results are printed.

AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
AsciiOnly: TypeAlias = Annotated[
    bool, typer.Option("--ascii", help="Suits as letters and nothing but ASCII.")
]

# How a game is played.

Hints: TypeAlias = Annotated[bool, typer.Option("--hints", help="Rate the moves at every turn.")]
FourColours: TypeAlias = Annotated[
    bool,
    typer.Option("--four-colours", "--four-colors", help="A colour of its own for each suit."),
]
ByLine: TypeAlias = Annotated[
    bool, typer.Option("--line", help="Line by line, not on the full screen.")
]
Plain: TypeAlias = Annotated[
    bool, typer.Option("--plain", help="Line by line, without colour or other escape codes.")
]

# Long runs.

DealCount: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--games", metavar="N", help="How many deals; by default 1000, or all of --deals.", min=1
    ),
]
RunSeed: TypeAlias = Annotated[
    int, typer.Option("--seed", metavar="N", help="The seed of the deals.", min=0)
]
DealsFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--deals", metavar="FILE", help="A file of deals: one a line, cards in dealing order."
    ),
]
Workers: TypeAlias = Annotated[
    int, typer.Option("--workers", metavar="N", help="How many processes share the work.", min=1)
]
DaskAddress: TypeAlias = Annotated[
    str,
    typer.Option(
        "--dask",
        metavar="ADDRESS",
        help="Work on the Dask cluster whose scheduler has this address.",
    ),
]
TimeLimit: TypeAlias = Annotated[
    float | None,
    typer.Option("--time-limit", metavar="SECONDS", help="Stop with the best found by then."),
]


def missing_folder(setup: Setup) -> str:
    """Return that the folder asked for games is not there; empty where it is, or none was asked."""
    if setup.data is None or setup.data.exists():
        return ""
    return f"there is no folder {setup.data}: 'squares play' makes it and keeps a game there"


def setup_of(context: typer.Context) -> Setup:
    """Return the setup of the command being run."""
    setup = context.obj
    return setup if isinstance(setup, Setup) else Setup()
