"""``squares serve``: the table in a browser."""

from __future__ import annotations

from typing import Annotated

import typer

from squares_core.cli.arguments import setup_of


def serve_table(
    context: typer.Context,
    port: Annotated[
        int, typer.Option(metavar="N", min=1, max=65535, help="The port to listen on.")
    ] = 8000,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="The address to listen on; with any but the default others can reach the table.",
        ),
    ] = "127.0.0.1",
) -> None:
    """Serve the table to browsers.

    They are those of this machine only unless told otherwise. Every visitor plays games of his or
    her own. Ctrl-C stops it; the games are kept.

    Example: squares serve --port 8080
    """
    import sys

    from squares_core.errors import InvalidValueError
    from squares_core.seating.kept import store_of

    try:
        from squares_core.table.web import TableServer
    except ImportError as error:
        raise InvalidValueError(
            f"serving needs {error.name or 'more'}: pip install 'squares-solitaire[web]'"
        ) from error

    setup = setup_of(context)
    # What is wrong with a variant file is told here rather than to every visitor.
    setup.registry.variants.ids  # noqa: B018 - loads them
    folder = store_of(setup).path.parent / "visitors"
    server = TableServer(folder, host, port, setup.variant_files)

    def ready(address: str) -> None:
        print(f"Squares is served at {address} until Ctrl-C", flush=True)
        if host not in ("127.0.0.1", "localhost", "::1"):
            print("squares: anyone who can reach this machine can play", file=sys.stderr)

    try:
        server.serve(ready)
    except OSError as error:
        raise InvalidValueError(
            f"cannot listen on {host} port {port}: {error.strerror or error}; choose another "
            "with --port"
        ) from error
