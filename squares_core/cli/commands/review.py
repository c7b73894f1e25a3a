"""``squares review``: each move of a game judged."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from squares_core.cli.arguments import AsciiOnly, AsJson, GameName, setup_of


def review_played_game(
    context: typer.Context,
    game: GameName = None,
    playouts: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Games sampled for the moves of a position; by default 4000.",
            min=100,
            max=1000000,
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page with every position and a chart."),
    ] = None,
    ascii_only: AsciiOnly = False,
    as_json: AsJson = False,
) -> None:
    """Judge each move of a game that is over.

    Told is what it cost, and what the cards brought.

    Example: squares review 12 --html review.html
    """
    import sys

    from squares_core.cli.long_runs import made_ready, make_tables, progress_bar, require_places
    from squares_core.cli.output import print_json, written_to
    from squares_core.errors import InvalidValueError
    from squares_core.judging.advice import ADVISER, can_advise
    from squares_core.judging.review import PLAYOUTS, review_game
    from squares_core.seating.kept import find_game, store_of
    from squares_core.text.render import Look
    from squares_core.text.review import review_document, review_text

    if html is not None:
        # A missing library is told before the game is judged.
        from squares_core.report import require_libraries, review_page

        require_libraries()
    setup = setup_of(context)
    found = find_game(store_of(setup), game)
    record = None if found.place else Path(found.name)
    require_places({"--html": html}, (record, *setup.variant_files))
    played = found.record.replay(setup.registry, found.name)
    if not played.over:
        raise InvalidValueError(f"{found.name} is not over: it can be reviewed at its end")
    if played.rules.deal == "turned" and can_advise(setup.registry):
        made_ready(setup.registry.strategy(ADVISER), played.rules)
    elif played.rules.deal == "open":
        make_tables(played.rules)
    with progress_bar("moves") as progress:
        review = review_game(
            played, setup.registry, playouts=playouts or PLAYOUTS, progress=progress
        )
    if html is not None:
        page = review_page(review, found.argument)
        with written_to(html) as file:
            file.write(page)
    if as_json:
        print_json(review_document(review))
    else:
        look = Look.of(sys.stdout, ascii_only=ascii_only)
        print(look.fit(review_text(review, look)))
