from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import ValidationError

from squares_core import (
    Game,
    InvalidValueError,
    Registry,
    UnknownIdError,
    UnreadableError,
    VariantSpec,
    card_names,
    make_deal,
    move_text,
    parse_move,
    parse_tableau,
    parse_variants,
)
from squares_core.seating.setup import parse_settings
from squares_core.variants import parse_definitions, read_definitions

# id: cards dealt, lines, deal, starter, placement, reserves, waste, target, target of each line
FAMILY: dict[str, tuple[Any, ...]] = {
    "cribbage-squares": (17, 8, "turned", "turned", "adjacent", 0, 0, 61, None),
    "cribbage-squares-1-reserve": (22, 8, "turned", "turned", "adjacent", 1, 0, 61, None),
    "cribbage-squares-2-reserves": (27, 8, "turned", "turned", "adjacent", 2, 0, 61, None),
    "cribbage-squares-waste": (22, 8, "turned", "turned", "adjacent", 0, 5, 61, None),
    "cribbage-squares-open": (17, 8, "open", "open", "adjacent", 0, 0, 61, None),
    "cribbage-squares-shuffle": (17, 8, "shuffle", "open", "anywhere", 0, 0, 61, None),
    "poker-squares": (25, 10, "turned", "none", "anywhere", 0, 0, 200, None),
    "poker-squares-english": (25, 10, "turned", "none", "anywhere", 0, 0, 70, None),
    "poker-squares-swedish": (30, 10, "turned", "none", "adjacent", 0, 5, None, None),
    "poker-squares-1-reserve": (30, 10, "turned", "none", "anywhere", 1, 0, 200, None),
    "poker-squares-2-reserves": (35, 10, "turned", "none", "anywhere", 2, 0, 200, None),
    "poker-squares-waste": (30, 10, "turned", "none", "anywhere", 0, 5, 200, None),
    "poker-squares-open": (25, 10, "open", "none", "anywhere", 0, 0, 200, None),
    "poker-squares-shuffle": (25, 10, "shuffle", "none", "anywhere", 0, 0, 200, None),
    "maverick": (25, 5, "shuffle", "none", "anywhere", 0, 0, None, 15),
}


# The family.


def test_the_family_is_complete(registry: Registry) -> None:
    assert set(FAMILY) == set(registry.variants.ids)


@pytest.mark.parametrize("variant", FAMILY)
def test_a_variant_is_what_its_source_says(registry: Registry, variant: str) -> None:
    rules = registry.rules(variant)
    assert FAMILY[variant] == (
        *(rules.cards_dealt, len(rules.lines), rules.deal, rules.starter, rules.placement.id),
        *(rules.reserves, rules.waste_size, rules.target, rules.line_target),
    )
    assert rules.reserve_size == 5
    side = 4 if variant.startswith("cribbage") else 5
    assert [side, side] == [rules.grid.rows, rules.grid.columns]
    assert rules.title
    assert rules.summary
    assert rules.source


def test_titles_tell_the_variants_apart(registry: Registry) -> None:
    titles = [spec.title for spec in registry.variants]
    assert len(set(titles)) == len(titles)


def play(registry: Registry, variant: str, *moves: str) -> Game:
    game = Game(registry.rules(variant), make_deal(7))
    game.play_all(parse_move(text, game.rules.grid) for text in moves)
    return game


@pytest.mark.parametrize(
    ("variant", "piles", "most"),
    [
        ("cribbage-squares-1-reserve", ["r1"], 22),
        ("cribbage-squares-2-reserves", ["r1", "r2"], 27),
        ("poker-squares-1-reserve", ["r1"], 30),
        ("poker-squares-2-reserves", ["r1", "r2"], 35),
    ],
)
def test_with_full_reserves_left_over_a_game_shows_its_greatest_number_of_cards(
    registry: Registry, variant: str, piles: list[str], most: int
) -> None:
    game = play(registry, variant)
    for pile in piles:
        for _ in range(5):
            game.play(parse_move(pile, game.rules.grid))
            game.play(parse_move("turn", game.rules.grid))
        assert parse_move(pile, game.rules.grid) not in game.legal_moves
    assert all(len(pile) == 5 for pile in game.position.reserves)
    while not game.over:
        game.play(game.legal_moves[0])
        if game.position.turned is None and not game.over:
            game.play(game.legal_moves[-1])
    assert game.finished
    assert most == game.position.drawn == game.rules.cards_dealt
    if game.rules.starter == "turned":
        assert game.position.starter == game.deal.cards[most - 1]


@pytest.mark.parametrize(
    ("variant", "fewest"),
    [("cribbage-squares-1-reserve", 17), ("cribbage-squares-2-reserves", 17), ("maverick", 25)],
)
def test_a_reserve_need_not_be_used(registry: Registry, variant: str, fewest: int) -> None:
    game = play(registry, variant)
    while not game.over:
        game.play(game.legal_moves[0 if game.rules.deal == "turned" else -1])
    assert fewest == game.position.drawn


def test_only_the_top_card_of_a_reserve_comes_back(registry: Registry) -> None:
    game = play(registry, "cribbage-squares-1-reserve", "r1", "turn", "r1", "turn", "b2", "r1 c3")
    first, second, third = game.deal.cards[:3]
    assert game.position.reserves == ((first,),)
    assert game.position.tableau[5] == third
    assert game.position.tableau[10] == second
    assert game.position.turned is None


def test_a_reserve_card_obeys_the_placement_rule(registry: Registry) -> None:
    game = play(registry, "cribbage-squares-1-reserve", "r1", "turn", "a1")
    texts = [move_text(move, game.rules.grid) for move in game.legal_moves]
    assert texts == ["r1 b1", "r1 a2", "r1 b2", "turn"]


@pytest.mark.parametrize("variant", ["cribbage-squares-waste", "poker-squares-waste"])
def test_five_cards_may_be_thrown_away_and_never_come_back(
    registry: Registry, variant: str
) -> None:
    game = play(registry, variant, "w", "w", "w", "w", "w")
    assert game.position.waste == game.deal.cards[:5]
    assert {move.kind.name for move in game.legal_moves} == {"PLACE"}
    while not game.over:
        game.play(game.legal_moves[0])
    size = game.rules.grid.size
    assert game.position.tableau.cards == game.deal.cards[5 : 5 + size]
    if game.rules.starter == "turned":
        assert game.position.starter == game.deal.cards[5 + size]


def test_open_cribbage_shows_its_17_cards_and_keeps_the_adjacency_rule(registry: Registry) -> None:
    game = play(registry, "cribbage-squares-open")
    assert game.position.tray == game.deal.cards[:16]
    assert game.position.starter == game.deal.cards[16]
    assert len(game.legal_moves) == 16 * 16
    last = card_names(game.deal.cards)[15]
    game.play(parse_move(f"{last} a1", game.rules.grid))
    cells = {move_text(move, game.rules.grid).split()[1] for move in game.legal_moves}
    assert cells == {"b1", "a2", "b2"}
    assert len(game.legal_moves) == 15 * 3


def test_every_finished_grid_can_be_laid_row_by_row_in_open_cribbage(registry: Registry) -> None:
    game = play(registry, "cribbage-squares-open")
    wanted = sorted(game.deal.cards[:16])
    for cell, card in enumerate(wanted):
        text = f"{card_names([card])[0]} {game.rules.grid.cell_name(cell)}"
        game.play(parse_move(text, game.rules.grid))
    assert game.finished
    assert wanted == list(game.position.tableau.cards)


def test_open_poker_shows_its_25_cards(registry: Registry) -> None:
    game = play(registry, "poker-squares-open")
    assert game.position.tray == game.deal.cards[:25]
    assert game.position.starter is None
    assert len(game.legal_moves) == 25 * 25


@pytest.mark.parametrize(
    "variant", ["cribbage-squares-shuffle", "poker-squares-shuffle", "maverick"]
)
def test_a_shuffle_game_starts_with_a_full_grid_and_scores_it_at_once(
    registry: Registry, variant: str
) -> None:
    game = play(registry, variant)
    size = game.rules.grid.size
    assert game.position.tableau.cards == game.deal.cards[:size]
    assert game.score.complete
    assert not game.won
    starter = game.deal.cards[size] if game.rules.starter == "open" else None
    assert game.position.starter == starter
    assert len(game.legal_moves) == size * (size - 1) // 2 + 1
    game.play(parse_move("done", game.rules.grid))
    assert game.finished


@pytest.mark.parametrize(
    ("last_row", "won"),
    [("4D 5D 6H 7D 8C", True), ("KD KH KC 7D 8C", False), ("4D 5D 6H 7D 9C", False)],
)
def test_maverick_is_won_when_every_row_is_a_straight_or_better(
    registry: Registry, last_row: str, won: bool
) -> None:
    rules = registry.rules("maverick")
    rows = ["AS 2D 3C 4H 5S", "6S 7S 8S 9S KS", "JH JD JC QH QD", "TS TH TD TC 2S", last_row]
    score = rules.score(parse_tableau(rules.grid, " / ".join(rows)))
    assert [line.line.kind for line in score.lines] == ["rows"] * 5
    assert won == rules.is_won(score)


# As other sources play it.


def test_a_source_without_adjacency_is_a_setting_away(registry: Registry) -> None:
    rules = registry.rules("cribbage-squares", {"placement": "anywhere"})
    game = Game(rules, make_deal(7))
    game.play(parse_move("a1", rules.grid))
    assert parse_move("d4", rules.grid) in game.legal_moves


@pytest.mark.parametrize(
    ("variant", "settings"),
    [
        ("cribbage-squares", {"target": 62}),
        ("cribbage-squares", {"target": 60, "scorer.heels": "per-hand", "placement": "anywhere"}),
        ("cribbage-squares", {"placement": "adjacent-sides"}),
        ("cribbage-squares", {"scorer.flush": "five-cards"}),
        ("cribbage-squares", {"scorer": "cribbage-crib"}),
        ("cribbage-squares", {"reserves": 1, "reserve_size": 3}),
        ("cribbage-squares-open", {"starter": "chosen"}),
        ("poker-squares", {"target": 100}),
        ("poker-squares", {"target": 310}),
        ("poker-squares", {"scorer": "poker-english", "target": 70}),
        ("poker-squares", {"placement": "adjacent"}),
        ("poker-squares", {"lines": "rows,columns,diagonals"}),
        ("poker-squares", {"scorer.table": {"full_house": 12}}),
        ("poker-squares-shuffle", {"target": "none"}),
    ],
)
def test_a_games_own_settings_are_taken_and_the_rest_stays(
    registry: Registry, variant: str, settings: dict[str, Any]
) -> None:
    before, after = registry.variant(variant), registry.variant(variant).changed(settings)
    for name in VariantSpec.model_fields:
        if name not in settings and name != "scorer_options":
            assert getattr(before, name) == getattr(after, name)
    rules = registry.resolve(after)
    assert rules == registry.rules(variant, settings)
    for key, value in settings.items():
        if key == "target":
            assert rules.target == (None if value == "none" else value)


def test_every_preset_of_the_page_of_variants_is_accepted(registry: Registry) -> None:
    page = (Path(__file__).parent.parent / "docs/reference/variants.md").read_text(encoding="utf-8")
    presets = re.findall(r"`squares play ([a-z0-9-]+)( --set [^`]*)`", page)
    assert len(presets) > 15
    for variant, rest in presets:
        words = [word for word in shlex.split(rest) if word != "--set"]
        settings = parse_settings(words)
        assert len(settings) == rest.count("--set")
        changed = registry.rules(variant, settings)
        assert changed != registry.rules(variant), f"{variant}{rest} changes nothing"


def test_the_page_of_variants_lists_the_family(registry: Registry) -> None:
    page = (Path(__file__).parent.parent / "docs/reference/variants.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| `([a-z0-9-]+)` \| ([0-9to ]+) \| .* \| (\w+) \| (\w+)", page, re.MULTILINE
    )
    assert [row[0] for row in rows] == list(FAMILY)
    for variant, dealt, placement, target in rows:
        rules = registry.rules(variant)
        fewest = rules.grid.size + (rules.starter != "none")
        most = rules.cards_dealt
        assert dealt == (str(most) if most == fewest else f"{fewest} to {most}")
        assert placement == ("none" if rules.deal == "shuffle" else rules.placement.id)
        assert target == str(rules.line_target or rules.target or "none")


def test_another_scorer_does_not_inherit_the_options_of_the_first(registry: Registry) -> None:
    spec = registry.variant("cribbage-squares").changed({"scorer.heels": "none"})
    assert spec.scorer_options == {"heels": "none"}
    assert spec.changed({"scorer.nobs": False}).scorer_options == {"heels": "none", "nobs": False}
    assert spec.changed({"scorer": "cribbage-crib"}).scorer_options == {}
    again = spec.changed({"scorer": "cribbage-crib", "scorer.heels": "once"})
    assert again.scorer_options == {"heels": "once"}
    with pytest.raises(InvalidValueError, match=r"cribbage has no option 'heals': .*'heels'"):
        registry.rules("cribbage-squares", {"scorer.heals": "none"})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"taget": 60}, "cribbage-squares has no 'taget' to set: .* did you mean 'target'"),
        ({"Target": 60}, "did you mean 'target'"),
        ({"reserve": 1}, "did you mean 'reserve"),
        ({"id": "x"}, "cribbage-squares has no 'id' to set"),
        ({"base": "x"}, "cribbage-squares has no 'base' to set"),
        ({"target": "high"}, "target: must be a whole number from -10000 to 10000, or 'none'"),
        ({"target": 61.5}, "target: must be a whole number"),
        ({"line_target": True}, "line_target: must be a whole number"),
        ({"rows": 8}, "rows: .* at most 7 .not 8"),
        ({"rows": "four"}, "rows: .* a whole number"),
        ({"deal": "dealt"}, "deal: .* 'turned', 'open' or 'shuffle' .not 'dealt'"),
        ({"lines": "rows,cols"}, "lines.2: .* 'rows', 'columns' or 'diagonals' .not 'cols'"),
        ({"lines": []}, "lines: .* at least 1 "),
        ({"scorer": "Bad Id"}, "scorer: must be small letters, digits and single hyphens"),
        ({"scorer_options": 3}, "scorer_options: "),
        ({"waste": -1}, "waste: "),
    ],
)  # fmt: skip
def test_a_wrong_setting_is_refused_in_one_line_that_names_what_is_accepted(
    registry: Registry, settings: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidValueError, match=message) as caught:
        registry.rules("cribbage-squares", settings)
    assert "\n" not in str(caught.value)


# Tables.

TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]), max_size=40)
IDS = st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,5}){0,2}", fullmatch=True)
OPTIONS = st.recursive(
    st.integers() | st.booleans() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
TARGETS = st.integers(-10_000, 10_000) | st.just("none")
NEEDED = {
    "id": IDS,
    "title": TEXTS.filter(lambda text: bool(text.strip())),
    "rows": st.integers(2, 7),
    "columns": st.integers(2, 7),
    "scorer": IDS,
}
OTHERS = {
    "summary": TEXTS,
    "source": TEXTS,
    "lines": st.lists(st.sampled_from(["rows", "columns", "diagonals"]), min_size=1, max_size=3),
    "scorer_options": st.dictionaries(TEXTS, OPTIONS, max_size=3),
    "placement": IDS,
    "deal": st.sampled_from(["turned", "open", "shuffle"]),
    "starter": st.sampled_from(["none", "turned", "open", "chosen"]),
    "reserves": st.integers(0, 4),
    "reserve_size": st.integers(1, 10),
    "waste": st.integers(0, 20),
    "target": TARGETS,
    "line_target": TARGETS,
}
WHOLE = st.fixed_dictionaries(NEEDED, optional=OTHERS)
PARTIAL = st.fixed_dictionaries(
    {"id": IDS, "base": IDS}, optional={**OTHERS, **{k: v for k, v in NEEDED.items() if k != "id"}}
)


@given(WHOLE | PARTIAL)
@example({"id": "x", "base": "y", "title": 'tag \U000e0001, "quote", \\, 5♥'})
def test_a_variant_reads_back_from_its_toml(table: dict[str, Any]) -> None:
    spec = VariantSpec(**table)
    (again,) = parse_variants(spec.toml())
    assert spec == again
    assert spec.model_fields_set == again.model_fields_set


@given(PARTIAL, WHOLE)
def test_a_variant_takes_from_its_base_what_it_does_not_set(
    table: dict[str, Any], base_table: dict[str, Any]
) -> None:
    base, spec = VariantSpec(**base_table), VariantSpec(**table)
    made = spec.over(base)
    for name in set(VariantSpec.model_fields) - {"base", "scorer_options"}:
        source = spec if name in table else base
        assert getattr(made, name) == getattr(source, name)
    assert made.base is None
    inherited = base.scorer_options if made.scorer == base.scorer else {}
    assert made.scorer_options == {**inherited, **spec.scorer_options}


@given(WHOLE, st.fixed_dictionaries({}, optional=OTHERS))
def test_settings_change_what_they_name_and_nothing_else(
    table: dict[str, Any], settings: dict[str, Any]
) -> None:
    before = VariantSpec(**table)
    after = before.changed(settings)
    for name in VariantSpec.model_fields:
        if name == "scorer_options":
            assert after.scorer_options == {**before.scorer_options, **settings.get(name, {})}
        else:
            assert getattr(after, name) == settings.get(name, getattr(before, name))
    assert before == VariantSpec(**table)


@given(WHOLE, st.sampled_from(sorted(VariantSpec.model_fields)), st.integers(0, 20), st.data())
def test_an_unknown_key_is_refused_and_the_nearest_right_one_named(
    table: dict[str, Any], name: str, place: int, data: st.DataObject
) -> None:
    """Drop one letter of a right key, wherever."""
    if len(name) < 5:
        return
    wrong = name[: place % len(name)] + name[place % len(name) + 1 :]
    if wrong in VariantSpec.model_fields:
        return
    rest = {key: value for key, value in table.items() if key != name or key in NEEDED}
    text = VariantSpec(**rest).toml() + f"{wrong} = 1\n"
    with pytest.raises(InvalidValueError) as caught:
        parse_variants(text, "my.toml")
    message = str(caught.value)
    assert message.startswith(f"my.toml: variant '{table['id']}': unknown key '{wrong}'")
    assert f"did you mean '{name}'" in message


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("[[variant]\n", UnreadableError, "my.toml is no variant file: it is not TOML: "),
        ("id = 'x'", UnreadableError, "'id' is not accepted at the top"),
        ("[variant]\nid = 'x'", UnreadableError, "[variant] needs two brackets on each side"),
        ("base = 'x'", UnreadableError, "put it below [[variant]] or [[scorer]]"),
        ("[[game]]\nid = 'x'", UnreadableError, "[[game]] is not accepted at the top; a variant"),
        ("[[variants]]\nid = 'x'", UnreadableError, "did you mean [[variant]]?"),
        ("[[scorers]]\nid = 'x'", UnreadableError, "did you mean [[scorer]]?"),
        ("[variants]\nid = 'x'", UnreadableError, "did you mean [[variant]]?"),
        ("variant = [1]", UnreadableError, "'variant' holds [1]; write it as a [[variant]] table"),
        (
            "[[variant]]\nid = 'x'\nbase = 'b'\n[[variant]]\nid = 'y'\nbase = 'b'\n"
            "[[variant]]\nid = 'x'\nbase = 'b'",
            InvalidValueError,
            "variant 1 and variant 3 both have the id 'x': give each an id of its own",
        ),
        ("[[variant]]\ntitle = 'x'", InvalidValueError, "my.toml: variant 1: id: "),
        (
            "[[variant]]\nid = 'x'",
            InvalidValueError,
            "my.toml: variant 'x': title, rows, columns, scorer missing, and no base",
        ),
        (
            "[[variant]]\nid = 'Big Game'\nbase = 'x'",
            InvalidValueError,
            "id: must be small letters, digits and single hyphens",
        ),
        ("[[variant]]\nid = 'x'\nbase = 'y'\nrows = '5'", InvalidValueError, "rows: "),
        ("[[variant]]\nid = 'x'\nbase = 'y'\nrows = 5.0", InvalidValueError, "rows: "),
        ("[[scorer]]\nid = 'x'\ntitle = 'X'", InvalidValueError, "scorer 'x': base: "),
        ("[[scorer]]\nid = 'x'\nbase = 'y'\ntitel = 'X'", InvalidValueError, "title"),
        ("x = 0x" + "f" * 17, UnreadableError, "it has a whole number of more than 64 bits"),
        ("x = " + "9" * 5000, UnreadableError, "it is not TOML: a number is too long"),
        ("a." * 3000 + "a = 1", UnreadableError, "it has too many dots in one line"),
        ("x = " + "[" * 5000, UnreadableError, "my.toml is no variant file: it is nested too"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line_that_says_where(
    text: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        parse_definitions(text, "my.toml")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_empty_file_defines_nothing() -> None:
    assert parse_definitions("", "my.toml") == ([], [])


def test_a_base_may_itself_build_on_a_base(registry: Registry) -> None:
    ours = own_registry(registry)
    for spec in parse_variants(
        """
        [[variant]]
        id = "one"
        base = "cribbage-squares"
        scorer_options = { heels = "none" }

        [[variant]]
        id = "two"
        base = "one"
        waste = 3
        scorer_options = { nobs = false }
        """
    ):
        ours.variants.add(spec, "test")
    two = ours.variant("two")
    assert (two.id, two.base, two.title, two.waste) == ("two", None, "Cribbage Squares", 3)
    assert two.scorer_options == {"heels": "none", "nobs": False}
    assert ours.rules("two").cards_dealt == 20


def test_bases_without_end_are_refused(registry: Registry) -> None:
    ours = own_registry(registry)
    below = "cribbage-squares"
    for number in range(40):
        text = f'[[variant]]\nid = "v{number}"\nbase = "{below}"\ntitle = "V{number}"\n'
        for spec in parse_variants(text):
            ours.variants.add(spec, "a test")
        below = f"v{number}"
    assert ours.variant("v19").rows == 4
    with pytest.raises(InvalidValueError, match="'v39' has more than 20 bases one on the other"):
        ours.variant("v39")


def test_bases_in_a_circle_are_refused(registry: Registry) -> None:
    ours = own_registry(registry)
    for spec in parse_variants(
        "[[variant]]\nid = 'a'\nbase = 'b'\n[[variant]]\nid = 'b'\nbase = 'a'\n"
        "[[variant]]\nid = 'c'\nbase = 'c'"
    ):
        ours.variants.add(spec, "test")
    with pytest.raises(InvalidValueError, match="bases in a circle: a -> b -> a"):
        ours.variant("a")
    with pytest.raises(InvalidValueError, match="bases in a circle: c -> c"):
        ours.variant("c")


def test_an_unknown_base_is_named(registry: Registry) -> None:
    ours = own_registry(registry)
    (spec,) = parse_variants("[[variant]]\nid = 'mine'\nbase = 'cribage-squares'")
    ours.variants.add(spec, "test")
    with pytest.raises(UnknownIdError, match=r"'cribage-squares'.*'cribbage-squares'.*of 'mine'"):
        ours.variant("mine")


def own_registry(registry: Registry) -> Registry:
    """Return a registry with the same games, for a test to add its own to."""
    ours = Registry()
    for mine, theirs in (
        (ours.scorers, registry.scorers),
        (ours.placement_rules, registry.placement_rules),
        (ours.variants, registry.variants),
    ):
        for thing in theirs:
            mine.add(thing, "test")  # type: ignore[arg-type]  # both are shelves of one kind
    return ours


# Files.


def test_a_file_adds_games_and_point_systems(registry: Registry, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        '\ufeff[[scorer]]\nid = "flat"\ntitle = "Flat"\nbase = "poker-english"\n'
        "options = { table = { royal-flush = 31 } }\n"
        '[[variant]]\nid = "flat-squares"\nbase = "poker-squares"\nscorer = "flat"\n',
        encoding="utf-8",
    )
    ours = own_registry(registry)
    ours.add_variant_file(path)
    assert ours.rules("flat-squares").scorer.title == "Flat"
    assert str(path) == ours.variants.holder("flat-squares") == ours.scorers.holder("flat")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe[\x00", "is not UTF-8 text"),
        (b"# " + b"x" * 1_000_000, "is too large: a variant file has at most 1 MB"),
        (b"[[variant]]\nid = 'x'\nbase = 'nowhere'", "variant 'x': there is no variant 'nowhere'"),
        (b"[[variant]]\nid = 'x'\nbase = 'maverick'\ncolumns = 4", "'x': x does not fit together"),
        (b"[[variant]]\nid = 'maverick'\nbase = 'maverick'", "variant 'maverick' of"),
        (b"[[scorer]]\nid = 'x'\ntitle = 'X'\nbase = 'pokker'", "there is no scorer 'pokker'"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_used_is_named_with_the_reason(
    registry: Registry, tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises((UnreadableError, InvalidValueError, UnknownIdError)) as caught:
        own_registry(registry).add_variant_file(path)
    assert message in str(caught.value)
    assert "mine.toml" in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match=r"none\.toml: No such file"):
        read_definitions(tmp_path / "none.toml")
    with pytest.raises(UnreadableError, match="cannot read variant file"):
        read_definitions(tmp_path)


@pytest.mark.parametrize(
    "char", ["\n", "\x1b", "\x00", "\x7f", "\x9b", "\u2028", "\u202e", "\u2066"]
)
def test_a_title_with_a_control_character_is_refused(char):
    with pytest.raises(ValidationError, match="one line without control characters"):
        VariantSpec(id="x", title=f"a{char}b", rows=4, columns=4, scorer="cribbage")


@pytest.mark.parametrize("title", ["", "  "])
def test_a_blank_title_is_refused(title):
    with pytest.raises(ValidationError, match="must not be blank"):
        VariantSpec(id="x", title=title, rows=4, columns=4, scorer="cribbage")


def test_an_unknown_key_like_no_other_is_answered_with_the_keys_there_are():
    with pytest.raises(InvalidValueError, match="unknown key 'zzz'; the keys are id, base, title"):
        parse_variants("[[variant]]\nid = 'x'\nbase = 'y'\nzzz = 1", "my.toml")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("rows = true", "rows: must be a whole number (not true)"),
        ("rows = 1", "rows: must be at least 2 (not 1)"),
        ("title = 7", "title: must be text (not 7)"),
        ("lines = 'rows'", "lines: must be a list (not 'rows')"),
        ("starter = 'x'", "starter: must be 'none', 'turned', 'open' or 'chosen' (not 'x')"),
        ("scorer_options = 5", "scorer_options: must be a table (not 5)"),
        ("waste = 2026-01-31", "waste: must be a whole number (not 2026-01-31)"),
    ],
)
def test_a_wrong_value_is_told_in_the_words_of_the_file(line, told):
    with pytest.raises(InvalidValueError) as caught:
        parse_variants(f"[[variant]]\nid = 'x'\nbase = 'y'\n{line}\n", "my.toml")
    assert str(caught.value) == f"my.toml: variant 'x': {told}"


def test_a_scorer_table_is_refused_where_only_variants_are_read():
    text = '[[scorer]]\nid = "x"\ntitle = "X"\nbase = "cribbage"\n'
    with pytest.raises(InvalidValueError, match="scorer 'x': only a file given with"):
        parse_variants(text)


def test_a_path_in_place_of_its_text_is_told_how_to_read_it() -> None:
    with pytest.raises(InvalidValueError, match=r"TOML text is needed: read the file with read_te"):
        parse_variants(Path("variants.toml"))  # type: ignore[arg-type]  # the point
