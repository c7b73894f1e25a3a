"""What every test may ask for."""

from __future__ import annotations

import signal

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

# A shell ignores Ctrl-C for what it runs in the background, and so would all that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def registry() -> Registry:
    """What the bundled plugins add, whatever else is installed."""
    return load_registry(environ={"SQUARES_PLUGINS": ""})
