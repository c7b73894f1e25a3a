"""A pytest plugin for authors, loaded only where it is asked for.

In a ``conftest.py``, or with ``-p squares_core.testing.pytest_plugin``::

    pytest_plugins = ["squares_core.testing.pytest_plugin"]

Then every test that asks for ``conformance_case`` and is marked with the module to check runs once
for each promise::

    @pytest.mark.squares_plugin("squares_aces", expected_failures={...})
    def test_keeps_its_promise(conformance_case):
        conformance_case.run()

A promise that is broken on purpose is reported as an expected failure, with its reason.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

import pytest

from squares_core.testing.cases import conformance_cases


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known."""
    config.addinivalue_line(
        "markers",
        "squares_plugin(module, expected_failures=None, options=None): the plugin whose promises "
        "the fixture conformance_case runs through",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for ``conformance_case`` once for each case of its plugin."""
    if "conformance_case" not in metafunc.fixturenames:
        return
    mark = metafunc.definition.get_closest_marker("squares_plugin")
    if mark is None or not mark.args:
        raise pytest.UsageError(
            f"{metafunc.definition.nodeid}: mark it with squares_plugin('the_module') to say whose "
            "promises conformance_case is about"
        )
    cases = conformance_cases(import_module(mark.args[0]), **mark.kwargs)
    metafunc.parametrize(
        "conformance_case",
        [
            pytest.param(
                # pytest itself tells what is expected and what came.
                replace(case, expected_failure=""),
                id=case.id,
                marks=[pytest.mark.xfail(reason=case.expected_failure, strict=True)]
                if case.expected_failure
                else [],
            )
            for case in cases
        ],
    )
