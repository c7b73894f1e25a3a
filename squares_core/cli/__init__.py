"""The ``squares`` command. Importing this package is cheap; ``main`` brings in the rest."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line and end the process with its exit code.

    0 done, 1 the request could not be met, 2 wrong usage, 130 interrupted.
    """
    # Pydantic reads what every installed package declares, and fails for all when one is damaged.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from squares_core.errors import PluginError, SquaresError, system_reason
    from squares_core.wording import printable

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
        if isinstance(error, PluginError) and os.environ.get("SQUARES_DEBUG"):
            raise
        print(f"squares: {printable(str(error))}", file=sys.stderr)
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
        where = f"{error.filename}: " if error.filename else ""
        print(f"squares: {printable(where + system_reason(error))}", file=sys.stderr)
        sys.exit(1)
    except Exception as error:
        # A fault in the program or in a plugin: a person gets a line, whoever mends it the trace.
        if os.environ.get("SQUARES_DEBUG"):
            raise
        what = printable(f"{type(error).__name__}: {error}")
        print(f"squares: failed: {what} (SQUARES_DEBUG=1 shows where)", file=sys.stderr)
        sys.exit(1)
