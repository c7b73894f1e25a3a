from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squares_core import (
    Combination,
    Hand,
    InvalidValueError,
    Scorer,
    SquaresError,
    UnreadableError,
    load_registry,
)
from squares_core.options import call_text, parse_call, parse_value


@dataclass(frozen=True)
class Sample(Scorer):
    """Has an option of every kind."""

    playouts: int = 200
    heat: float = 0.5
    fast: bool = False
    rule: Literal["once", "per-hand"] = "once"
    limit: int | None = None
    table: Mapping[str, int] | None = None

    id = "sample"
    title = "Sample"
    hand_sizes = (5,)

    def combinations(self, hand: Hand, starter: int | None = None) -> Sequence[Combination]:
        return []


class Plain(Scorer):
    id = "plain"
    title = "Plain"
    hand_sizes = (5,)

    def combinations(self, hand: Hand, starter: int | None = None) -> Sequence[Combination]:
        return []


def test_an_option_takes_the_value_given_and_the_others_stay() -> None:
    changed = Sample().with_options(playouts=50, rule="per-hand", limit=3, heat=2)
    assert changed.parameters == {
        "playouts": 50,
        "heat": 2,
        "fast": False,
        "rule": "per-hand",
        "limit": 3,
        "table": None,
    }
    assert changed.with_options(limit=None).limit is None
    assert Sample() == Sample().with_options()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"playouts": "many"}, "sample: playouts must be a whole number, not 'many'"),
        ({"playouts": 1.5}, "sample: playouts must be a whole number, not 1.5"),
        ({"playouts": True}, "sample: playouts must be a whole number, not True"),
        ({"fast": 1}, "sample: fast must be true or false, not 1"),
        ({"heat": "hot"}, "sample: heat must be a number, not 'hot'"),
        ({"rule": "twice"}, "sample: rule must be once or per-hand, not 'twice'"),
        ({"limit": "x"}, "sample: limit must be a whole number, not 'x'"),
        ({"table": 5}, "sample: table must be a table, not 5"),
        ({"playout": 5}, "sample has no option 'playout': it has playouts, heat, "),
        ({"playout": 5}, "did you mean 'playouts'?"),
        ({"title": "Mine"}, "sample has no option 'title'"),
    ],
)
def test_a_wrong_option_or_value_is_refused_with_what_is_accepted(
    options: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidValueError) as caught:
        Sample().with_options(**options)
    assert message in str(caught.value)


def test_a_scorer_without_options_says_so() -> None:
    assert Plain().parameters == {}
    with pytest.raises(InvalidValueError, match="plain has no option 'heels': it has none"):
        Plain().with_options(heels="once")


@pytest.mark.parametrize("scorer", [Sample(), Plain()])
def test_a_scorer_under_another_name_scores_as_before(scorer: Scorer) -> None:
    named = scorer.named("mine", "My own")
    assert (named.id, named.title) == ("mine", "My own")
    assert scorer.id != "mine"
    assert named.parameters == scorer.parameters


def test_a_scorer_keeps_its_new_name_when_an_option_changes() -> None:
    changed = Sample().named("mine", "My own").with_options(fast=True)
    assert (changed.id, changed.title, changed.fast) == ("mine", "My own", True)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("60", 60),
        ("-3", -3),
        ("0.5", 0.5),
        ("true", True),
        ("per-hand", "per-hand"),
        ('"60"', "60"),
        ("[1, 2]", [1, 2]),
        ("{ pair = 3 }", {"pair": 3}),
        ("'rows'", "rows"),
        ("", ""),
    ],
)
def test_a_value_is_read_as_toml_and_a_bare_word_as_itself(text: str, value: Any) -> None:
    assert value == parse_value(text)
    assert type(value) is type(parse_value(text))


NAMES = st.from_regex(r"[a-z][a-z_0-9]{0,8}", fullmatch=True)
IDS = st.from_regex(r"[a-z0-9]+(-[a-z0-9]+)*", fullmatch=True)
VALUES = (
    st.integers(-(2**63), 2**63 - 1)
    | st.booleans()
    | st.floats(allow_nan=False)
    | IDS
    | st.sampled_from(["60", "true", "inf", "1.5", "A"])
)


@given(IDS, st.dictionaries(NAMES, VALUES, max_size=4))
def test_an_id_with_options_reads_back_from_its_text(id_: str, options: dict[str, Any]) -> None:
    again = parse_call(call_text(id_, options))
    assert (id_, options) == again
    assert {n: type(v) for n, v in options.items()} == {n: type(v) for n, v in again[1].items()}


@pytest.mark.parametrize(
    "text", ["", "x(", "x)", "x(1)", "x(a=1", "x(=1)", "a b", "x(a b=1)", "x(1a=2)"]
)
def test_text_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError, match="is not of the form name or name"):
        parse_call(text)


@pytest.mark.parametrize(
    "text", ["9" * 5000, "0x" + "f" * 5000, "[" * 5000, "{a=" * 2000, "a." * 5000, "\ud800"]
)
def test_a_value_that_no_number_or_list_can_hold_is_a_word(text: str) -> None:
    assert parse_value(text) == text


@pytest.mark.parametrize("value", ["9" * 5000, "x" * 5000, "1\u2028\r2"])
def test_a_refused_option_is_told_in_one_short_line(value: str) -> None:
    for text in (f"monte-carlo(playouts={value})", f"monte-carlo({value}", f"x({value}=1)"):
        with pytest.raises(SquaresError) as refusal:
            load_registry(environ={"SQUARES_PLUGINS": ""}).strategy(text)
        assert len(str(refusal.value).splitlines()) == 1
        assert len(str(refusal.value)) < 200


def test_options_with_words_of_a_plugin_s_own_are_refused_in_one_short_line() -> None:
    registry = load_registry(environ={"SQUARES_PLUGINS": ""})
    for settings in ({"scorer.self": 1}, {"scorer.table": {"x\n" * 5000: 1}}):
        with pytest.raises(InvalidValueError) as refusal:
            registry.rules("poker-squares", settings)
        assert str(refusal.value).isprintable()
        assert len(str(refusal.value)) <= 500
    with pytest.raises(InvalidValueError, match="greedy has no option 'self'"):
        registry.strategy("greedy(self=1)")


@pytest.mark.parametrize("text", ["greedy", " greedy ", "greedy()", "greedy( )"])
def test_an_id_alone_has_no_options(text: str) -> None:
    assert parse_call(text) == ("greedy", {})
