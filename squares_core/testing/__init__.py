"""The conformance kit: does everything that a plugin adds keep the promises that Squares relies on?

With pytest, one named test for each thing and promise::

    import pytest
    import squares_aces
    from squares_core.testing import conformance_cases

    @pytest.mark.parametrize("case", conformance_cases(squares_aces), ids=str)
    def test_keeps_its_promise(case):
        case.run()

Without pytest, ``squares plugins check squares_aces`` or ``check_plugin``. A file of variants is
checked by ``variant_file_cases`` or ``squares plugins check mine.toml``. A promise that is broken
on purpose is named with the reason, and then has to be broken::

    conformance_cases(squares_aces, {"scorer aces: order of cards": "the first card counts double"})

The kit draws its examples by itself, the same on every machine, and shows the smallest failing one.
"""

from __future__ import annotations

from squares_core.testing.cases import (
    ConformanceCase,
    ConformanceError,
    Outcome,
    check_plugin,
    conformance_cases,
    expecting,
    plugin_cases,
    variant_file_cases,
)

__all__ = [
    "ConformanceCase",
    "ConformanceError",
    "Outcome",
    "check_plugin",
    "conformance_cases",
    "expecting",
    "plugin_cases",
    "variant_file_cases",
]
