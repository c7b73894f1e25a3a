"""``squares plugins check`` runs the conformance kit."""

from __future__ import annotations

import sys

import pytest

SOURCE = """
from squares_core import Combination, Scorer, hookimpl

class First(Scorer):
    id, title, hand_sizes = "first", "First", (2,)

    def combinations(self, hand, starter=None):
        return [Combination("first", (hand[{place}],), 1)]

@hookimpl
def squares_scorers():
    return [First()]
"""


@pytest.fixture
def install(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("SQUARES_PLUGINS", "squares_first")

    def make(source):
        (tmp_path / "squares_first.py").write_text(source)
        info = tmp_path / "squares_first-1.2.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: First-Squares\nVersion: 1.2\n")
        (info / "entry_points.txt").write_text("[squares.plugins]\nsquares_first = squares_first\n")

    yield make
    sys.modules.pop("squares_first", None)


@pytest.fixture
def check(squares, install, monkeypatch):
    def run(source, *words):
        install(source)
        monkeypatch.setenv("SQUARES_PLUGINS", "squares_first")
        return squares("plugins", "check", *words)

    return run


def test_every_promise_that_is_kept_is_listed(check):
    outcome = check(SOURCE.replace("(hand[{place}],)", "tuple(sorted(hand))"), "squares_first")
    assert (outcome.code, outcome.err) == (0, "")
    *lines, last = outcome.out.splitlines()
    assert last == f"{len(lines)} promises kept, 0 broken"
    assert "kept    scorer first: order of cards" in lines


def test_a_broken_promise_is_told_with_an_example_and_costs_the_exit_code(check):
    outcome = check(SOURCE.format(place=0), "first-squares")
    assert (outcome.code, outcome.err) == (1, "")
    assert "scorer first: order of cards\n  promised: the order of the cards" in outcome.out
    assert "  given:    AS AH; and the same cards as AH AS\n" in outcome.out


ORDER = "scorer first: order of cards"


def test_a_promise_that_is_broken_on_purpose_is_named_with_its_reason(check):
    outcome = check(SOURCE.format(place=0), "squares_first", "--expect", f"{ORDER}=it leads")
    assert (outcome.code, outcome.err) == (0, "")
    assert f"meant   {ORDER} (it leads)" in outcome.out.splitlines()
    assert outcome.out.splitlines()[-1].endswith(" promises kept, 0 broken, 1 broken on purpose")


def test_a_broken_promise_tells_how_to_declare_it(check):
    out = check(SOURCE.format(place=0), "squares_first").out
    assert f"meant so? --expect '{ORDER}=the reason'; in a test expected_failures=" in out


def test_a_promise_expected_to_be_broken_has_to_be(check):
    source = SOURCE.replace("(hand[{place}],)", "tuple(sorted(hand))")
    outcome = check(source, "squares_first", "--expect", f"{ORDER}=it leads")
    assert outcome.code == 1
    assert "which is kept: take it off what is expected to be broken" in outcome.out
    assert outcome.out.splitlines()[-1].endswith(" promises kept, 1 broken")


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        (f"{ORDER[:-1]}=why", f"did you mean '{ORDER}'?"),
        (f"{ORDER}=", "is expected to be broken without a reason"),
        (ORDER, "--expect takes PROMISE=REASON, such as"),
    ],
)
def test_an_expectation_that_fits_nothing_is_refused(check, expected, said):
    assert said in check(SOURCE.format(place=0), "squares_first", "--expect", expected).refusal


def test_an_expectation_goes_with_a_check_alone(squares):
    assert squares("plugins", "--expect", "a=b").refusal == "--expect goes with 'check NAME' alone"


def test_what_rests_on_a_broken_promise_is_counted_and_not_told_again(check):
    source = SOURCE.replace("return [Comb", "[Comb").format(place=0)
    outcome = check(source, "squares_first")
    assert outcome.code == 1
    assert outcome.out.count("promised:") == 1
    assert "got:      First.combinations() returned None" in outcome.out
    assert outcome.out.splitlines()[-1] == (
        "5 promises kept, 1 broken, 12 not tried before 'scorer first: declared sizes' is mended"
    )


def test_json_holds_every_promise(check):
    document = check(
        SOURCE.replace("(hand[{place}],)", "tuple(sorted(hand))"), "squares_first", "--json"
    ).json
    assert {entry["status"] for entry in document} == {"kept"}
    assert {"id": "scorer first: cards", "status": "kept", "message": ""} in document


def test_an_unknown_plugin_is_refused_with_the_nearest(squares):
    assert "did you mean 'squares_poker'" in squares("plugins", "check", "squares_pokers").refusal


def test_two_names_are_refused(squares):
    refusal = squares("plugins", "squares_poker", "squares_basics").refusal
    assert refusal == (
        "give one plugin to show, or 'check squares_basics' to run the conformance kit"
    )


def test_a_variant_file_is_checked(squares, tmp_path, monkeypatch):
    path = tmp_path / "mine.toml"
    path.write_text('[[variant]]\nid = "mine"\nbase = "poker-squares"\ntitle = "Poker Squares"\n')
    monkeypatch.setenv("SQUARES_PLUGINS", "")
    outcome = squares("plugins", "check", str(path))
    assert (outcome.code, outcome.err) == (1, "")
    assert "kept    variant mine: games end" in outcome.out
    assert "variant mine: title\n" in outcome.out
    assert outcome.out.splitlines()[-1] == "7 promises kept, 1 broken"


def test_a_variant_file_that_is_not_there_is_refused(squares):
    assert (
        "cannot read variant file nowhere.toml"
        in squares("plugins", "check", "nowhere.toml").refusal
    )


def test_a_check_of_nothing_asks_what_to_check(squares):
    outcome = squares("plugins", "check")
    assert (outcome.code, outcome.out) == (2, "")
    assert "name what to check" in outcome.err
