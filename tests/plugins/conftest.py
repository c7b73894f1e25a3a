"""Every hand of five that a pack holds."""

from __future__ import annotations

from itertools import chain, combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray


@pytest.fixture(scope="session")
def five_card_hands() -> NDArray[np.uint8]:
    """All 2,598,960 sets of five cards, each in ascending order: ``[sets, 5]``."""
    count = comb(52, 5)
    cards = chain.from_iterable(combinations(range(52), 5))
    return np.fromiter(cards, np.uint8, count * 5).reshape(count, 5)
