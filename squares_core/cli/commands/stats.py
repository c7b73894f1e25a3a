"""``squares stats``: what the kept games came to, and what each figure counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from squares_core.cli.arguments import AsJson, missing_folder, setup_of

if TYPE_CHECKING:
    from squares_core.statistics import Statistics


def show_statistics(
    context: typer.Context,
    variant: Annotated[
        str | None, typer.Argument(metavar="VARIANT", help="The id of a variant; by default all.")
    ] = None,
    player: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only games in which NAME plays.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what the kept games came to.

    Games, wins, means, bests and streaks, and what each figure counts.

    Example: squares stats cribbage-squares
    """
    import sys

    from squares_core.cli.output import print_json
    from squares_core.errors import UnknownIdError, suggest
    from squares_core.seating.kept import settings_of, store_of
    from squares_core.statistics import statistics
    from squares_core.text.render import Look
    from squares_core.text.statistics import statistics_text
    from squares_core.wording import shown

    setup = setup_of(context)
    store = store_of(setup)
    found = statistics(store.games())
    if variant is not None:
        known = {entry.variant for entry in found}
        if variant not in known and variant not in setup.registry.variants:
            ids = (*known, *setup.registry.variants.ids)
            raise UnknownIdError(f"there is no variant '{shown(variant)}'{suggest(variant, ids)}")
        found = [entry for entry in found if entry.variant == variant]
    if player is not None:
        found = [entry for entry in found if player in entry.players]
    settings = {
        entry.latest: settings_of(store.record(entry.latest)[0].variant, setup.registry)
        for entry in found
    }
    if as_json:
        print_json([_document(entry, settings[entry.latest]) for entry in found])
    elif told := missing_folder(setup):
        print(told)
    else:
        print("\n".join(statistics_text(found, settings, Look.of(sys.stdout))))


def _document(entry: Statistics, settings: list[str]) -> dict[str, Any]:
    from dataclasses import asdict

    document = asdict(entry)
    # The number of a game and a list as long as the history are for the table, not for scripts.
    del document["latest"], document["totals"]
    document["players"] = list(entry.players)
    return {"variant": document.pop("variant"), "settings": settings, **document}
