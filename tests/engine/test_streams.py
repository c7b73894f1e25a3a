from __future__ import annotations

import pytest

from squares_core import InvalidValueError, make_deal
from squares_core.chance import MAX_SEED, Chance, stream_state
from squares_core.engine.playing.streams import deal_many, random_below, streams


@pytest.mark.parametrize(("seed", "first"), [(0, 0), (7, 0), (7, 1000), (MAX_SEED, MAX_SEED - 300)])
def test_deals_by_the_thousand_are_the_deals_one_by_one(seed, first):
    deals = deal_many(seed, first, 250)

    assert [make_deal(seed, first + i).cards for i in range(250)] == [tuple(row) for row in deals]


def test_streams_by_the_thousand_start_where_one_starts():
    assert [stream_state(9, 5 + i, 3) for i in range(40)] == streams(9, 5, 40, 3).tolist()


@pytest.mark.parametrize("limit", [1, 2, 3, 16, 25, 121, 300])
def test_compiled_chance_draws_what_plain_chance_draws(limit):
    chance, compiled = Chance(11, 4, 1), streams(11, 4, 1, 1)

    assert [chance.randrange(limit) for _ in range(200)] == [
        int(random_below(compiled, 0, limit)) for _ in range(200)
    ]


def test_a_seed_out_of_range_is_refused():
    with pytest.raises(InvalidValueError, match="seed"):
        deal_many(-1, 0, 1)
    with pytest.raises(InvalidValueError, match="index"):
        deal_many(0, MAX_SEED, 2)
