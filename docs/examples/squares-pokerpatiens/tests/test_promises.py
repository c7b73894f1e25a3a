"""Everything this plugin adds keeps the promises that Squares relies on."""

import pytest
from squares_core.testing import ConformanceCase, conformance_cases

import squares_pokerpatiens


@pytest.mark.parametrize("case", conformance_cases(squares_pokerpatiens), ids=str)
def test_keeps_its_promise(case: ConformanceCase) -> None:
    case.run()
