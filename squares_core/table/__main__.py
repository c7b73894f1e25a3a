"""One visitor's table, run by the server of ``squares serve`` and never by hand."""

from __future__ import annotations

import sys
from pathlib import Path

from squares_core.seating.setup import Setup
from squares_core.table.app import TableApp


def main() -> None:
    """Open the menu for the visitor whose folder comes first; variant files may follow."""
    folder, *files = map(Path, sys.argv[1:])
    TableApp(Setup(tuple(files), folder)).run()


if __name__ == "__main__":
    main()
