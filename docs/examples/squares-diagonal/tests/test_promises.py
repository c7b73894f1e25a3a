"""Everything this plugin adds keeps the promises that Squares relies on."""

import pytest
from squares_core.testing import ConformanceCase, conformance_cases

import squares_diagonal


@pytest.mark.parametrize("case", conformance_cases(squares_diagonal), ids=str)
def test_keeps_its_promise(case: ConformanceCase) -> None:
    case.run()
