"""What every test may ask for."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from squares_core import Registry, load_registry

# The same examples on every machine, however slow it is.
settings.register_profile(
    "squares",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("squares")


@pytest.fixture(scope="session")
def registry() -> Registry:
    """What the bundled plugins add, whatever else is installed."""
    return load_registry(environ={"SQUARES_PLUGINS": ""})
