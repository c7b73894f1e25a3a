from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from squares_core import hookimpl


@pytest.fixture(scope="session")
def plugin_of() -> Any:
    """Make a plugin of a scorer, placement rule, variant or strategy."""

    def make(**things: Any) -> Any:
        def hook(found: Any) -> Any:
            return hookimpl(lambda: found)

        hooks = {f"squares_{kind}": hook(found) for kind, found in things.items()}
        return SimpleNamespace(__name__="squares_under_test", **hooks)

    return make
