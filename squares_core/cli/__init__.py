"""The ``squares`` command. Importing this package is cheap; ``main`` brings in the rest."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line and end the process with its exit code.

    0 done, 1 the request could not be met, 2 wrong usage, 130 interrupted.
    """
    from squares_core.errors import SquaresError

    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started the program
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115, PTH123 - kept open
    for stream in (sys.stdout, sys.stderr):
        # A terminal or file that cannot show a glyph shows a question mark instead of failing.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        try:
            from squares_core.cli.app import app

            app()
        except SystemExit as stop:
            if isinstance(stop.__context__, BrokenPipeError):
                raise stop.__context__ from None
            if stop.code == 130:
                # A command that stops may raise KeyboardInterrupt with more to say than that.
                told = str(getattr(stop.__context__, "__cause__", None) or "")
                print(f"squares: {told or 'interrupted'}", file=sys.stderr)
            sys.stdout.flush()
            raise
        sys.stdout.flush()
    except SquaresError as error:
        print(f"squares: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("squares: interrupted", file=sys.stderr)
        sys.exit(130)
    except OSError as error:
        # The interpreter's last flush must not complain again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            # Whoever read the output has seen enough.
            sys.exit(0)
        print(f"squares: {error.strerror or error}", file=sys.stderr)
        sys.exit(1)
