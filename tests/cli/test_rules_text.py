from __future__ import annotations

import re

import pytest

from squares_core import Rules, load_registry
from squares_core.rules_text import rules_sections, rules_text


def statements(rules: Rules) -> str:
    return "\n".join(text for section in rules_sections(rules) for text in section.statements)


VARIANTS = load_registry(environ={"SQUARES_PLUGINS": ""}).variants.ids


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_hands_counted_are_the_lines_that_the_game_scores(squares, registry, variant):
    rules = registry.rules(variant)
    kinds = [line.kind for line in rules.lines]
    counted = [
        f"{kinds.count(kind)} {kind}" for kind in ("rows", "columns", "diagonals") if kind in kinds
    ]
    expected = f"\n  {len(rules.lines)} hands: {' and '.join(counted)}.\n"
    assert expected in squares("rules", variant).out


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_rules_name_the_scoring_the_target_and_the_source_of_the_game(
    squares, registry, variant
):
    rules = registry.rules(variant)
    out = squares("rules", variant).out
    assert out.startswith(f"{rules.title}\n\nGrid\n")
    assert f"\nScoring: {rules.scorer.title}\n" in out
    flat = re.sub(r"\s+", " ", out)
    for line in rules.scorer.explain():
        assert line in flat
    for wanted in (rules.target, rules.line_target):
        assert wanted is None or f" {wanted} or more" in flat
    assert ("There is no target" in flat) is not rules.decides
    assert flat.strip().endswith(rules.source)
    assert max(map(len, out.splitlines())) < 80


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_speaks_only_of_what_it_has(registry, variant):
    rules = registry.rules(variant)
    text = statements(rules)
    assert ("starter" in text.casefold()) is (rules.starter != "none")
    assert ("reserve" in text) is (rules.reserves > 0)
    assert ("waste" in text) is (rules.waste_size > 0)
    assert ("change places" in text) is (rules.deal == "shuffle")
    assert ("never moves" in text) is (rules.deal != "shuffle")
    assert (rules.placement.description in text) is (rules.deal != "shuffle")
    cribbage = rules.scorer.id.startswith("cribbage")
    assert ("full house" in text.casefold()) is not cribbage
    assert ("fifteen" in text.casefold()) is cribbage


def test_the_rules_of_the_cribbage_game_speak_of_eight_cribbage_hands(squares):
    out = squares("rules", "cribbage-squares").out
    assert "  8 hands: 4 rows and 4 columns.\n" in out
    assert "  Each hand is the 4 cards of its line and the starter.\n" in out
    assert "poker" not in out.casefold()
    assert "10 hands" not in out


def test_diagonals_that_a_setting_adds_are_counted(squares):
    out = squares("rules", "poker-squares", "--set", "lines=rows,columns,diagonals").out
    assert "  12 hands: 5 rows, 5 columns and 2 diagonals.\n" in out


def test_lines_of_different_lengths_are_told_apart(registry):
    rules = registry.rules("cribbage-squares", {"rows": 3, "columns": 5})
    assert "8 hands: 3 rows and 5 columns." in statements(rules)
    assert "A hand is the 5 cards of a row or the 3 cards of a column, and the starter." in (
        statements(rules)
    )


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"target": 60}, "The game is won when the total is 60 or more."),
        ({"target": "none"}, "There is no target: the higher the total, the better."),
        (
            {"line_target": 4},
            "The game is won when the total is 61 or more and every hand scores 4 or more.",
        ),
        ({"placement": "anywhere"}, "A card may go to any empty cell."),
        ({"scorer.heels": "per-hand"}, "His heels: 2 in every line when the starter is a jack."),
        ({"scorer.flush": "none"}, "Flushes do not count."),
        ({"reserves": 2, "reserve_size": 3}, "2 reserves, for up to 3 cards each:"),
        ({"reserves": 1}, "1 reserve, for up to 5 cards:"),
        ({"waste": 1}, "A waste for up to 1 card:"),
        (
            {"reserves": 1},
            "Once the grid is full, whatever the reserves still hold, the next card of the stock "
            "is turned: the starter.",
        ),
        ({"deal": "open", "starter": "chosen"}, "17 cards lie face up before any is placed."),
        (
            {"deal": "open", "starter": "chosen"},
            "The card left over when the grid is full is the starter.",
        ),
        (
            {"deal": "open", "starter": "open"},
            "One card more is the starter, face up from the start.",
        ),
    ],
)
def test_the_text_follows_the_settings(registry, settings, sentence):
    assert sentence in statements(registry.rules("cribbage-squares", settings))


def test_a_game_built_on_another_does_not_repeat_what_was_said_of_that(squares, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(
        "[[variant]]\nid = 'cribbage-on-poker'\nbase = 'poker-squares'\nscorer = 'cribbage'\n"
        "rows = 4\ncolumns = 4\nstarter = 'turned'\ntarget = 61\ntitle = 'Mine'\nsource = ''\n",
        encoding="utf-8",
    )
    out = squares("--variant-file", str(path), "rules", "cribbage-on-poker").out
    assert "poker" not in out.casefold()
    assert "25 cards" not in out


def test_the_text_keeps_to_the_width_it_is_given(registry):
    for variant in VARIANTS:
        for width in (20, 40, 200):
            text = rules_text(registry.rules(variant), width)
            assert max(map(len, text.splitlines())) <= width


def test_the_rules_are_given_as_a_document_too(squares):
    document = squares("rules", "cribbage-squares", "--json").json
    assert (document["variant"], document["title"]) == ("cribbage-squares", "Cribbage Squares")
    assert document["rules"]["Winning"] == ["The game is won when the total is 61 or more."]
    assert list(document["rules"]) == [
        "Grid", "Play", "Lines", "Scoring: Cribbage", "Winning", "Source",
    ]  # fmt: skip


def test_the_rules_of_an_unknown_game_are_refused(squares):
    refusal = squares("rules", "cribbage-square").refusal
    assert refusal == "there is no variant 'cribbage-square'; did you mean 'cribbage-squares'?"
    assert "there is no variant '?[31mx" in squares("rules", "\x1b[31mx").refusal
    assert len(squares("rules", "x" * 100_000).refusal) < 1000
