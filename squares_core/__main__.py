"""Run the ``squares`` command as ``python -m squares_core``."""

from squares_core.cli import main

if __name__ == "__main__":
    main()
