from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest

from squares_core import hookimpl, load_registry
from squares_core.testing import ConformanceCase, ConformanceError, conformance_cases

Cases: TypeAlias = dict[str, ConformanceCase]


@pytest.fixture(scope="session")
def plugin_of() -> Any:
    """Make a plugin of a scorer, placement rule, variant or strategy."""

    def make(**things: Any) -> Any:
        def hook(found: Any) -> Any:
            return hookimpl(lambda: found)

        hooks = {f"squares_{kind}": hook(found) for kind, found in things.items()}
        return SimpleNamespace(__name__="squares_under_test", **hooks)

    return make


@pytest.fixture(scope="session")
def cases_of(plugin_of: Any) -> Callable[..., Cases]:
    """Return the cases of a plugin of some things; those of "sound" by their promises alone."""

    def cases(options: Mapping[str, str] | None = None, **things: Any) -> Cases:
        registry = load_registry(environ={"SQUARES_PLUGINS": ""})
        found = conformance_cases(plugin_of(**things), options=options, registry=registry)
        return {case.id.partition(" sound: ")[2] or case.id: case for case in found}

    return cases


@pytest.fixture(scope="session")
def assert_sound() -> Callable[[Cases, Collection[str]], None]:
    """Assert that every promise is kept, and that there are those which mutants break."""

    def check(cases: Cases, broken_by_mutants: Collection[str]) -> None:
        assert [case.outcome().message for case in cases.values()] == [""] * len(cases)
        assert set(broken_by_mutants) <= set(cases)

    return check


@pytest.fixture(scope="session")
def assert_caught() -> Callable[[ConformanceCase], None]:
    """Assert that a promise is broken, and that the message says which and what to do about it."""

    def check(case: ConformanceCase) -> None:
        with pytest.raises(ConformanceError) as caught:
            case.run()
        lines = str(caught.value).splitlines()
        assert lines[:2] == [case.id, f"  promised: {case.promise}"]
        assert f'expected_failures={{"{case.id}": "the reason"}}' in lines[-1]

    return check
