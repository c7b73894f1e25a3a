"""Records: what a game leaves behind, and what is refused on the way back in."""

from __future__ import annotations

import random
import re
import tomllib
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from squares_core import Deal, Game, InvalidValueError, RecordError, Registry, make_deal
from squares_core.records import (
    BonusPoints,
    GameRecord,
    LinePoints,
    Play,
    PlayedMove,
    PluginVersion,
    Result,
    parse_record,
    plugins_of,
    read_record,
    record_of,
    spec_of,
    write_record,
)
from squares_core.toml_text import toml_value

_MOMENT = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)
_ID = "0123456789abcdef" * 2


def _game(
    registry: Registry,
    variant: str = "cribbage-squares-1-reserve",
    seed: int = 7,
    players: tuple[str, ...] = ("Ann", "Bob"),
    moves: int = 60,
) -> Game:
    game = Game(registry.rules(variant), make_deal(seed), players)
    chance = random.Random(1)
    while not game.over and len(game.moves) < moves:
        game.play(chance.choice(game.legal_moves))
    return game


def _record(game: Game, registry: Registry, **others: object) -> GameRecord:
    plugins = plugins_of(game.rules, registry)
    given = {"id_": _ID, "started": _MOMENT, "saved": _MOMENT, "plugins": plugins}
    return record_of(game, **{**given, **others})  # type: ignore[arg-type]  # given by name


@pytest.fixture
def text(registry: Registry) -> str:
    return _record(_game(registry), registry, aids={"hints": 2, "undos": 1}).text()


def test_a_game_of_every_variant_comes_back_from_its_text_in_every_state(
    registry: Registry,
) -> None:
    for variant in registry.variants.ids:
        for moves in (0, 5, 80):
            game = _game(registry, variant, moves=moves)
            record = _record(game, registry)
            again = parse_record(record.text())
            replayed = again.replay(registry)
            assert again == record
            assert replayed.position == game.position
            assert replayed.score == game.score
            assert replayed.to_move == game.to_move


def test_the_deal_goes_on_in_the_same_order_after_a_record(registry: Registry) -> None:
    for deal in (make_deal(7), make_deal(7, 3), Deal(make_deal(9).cards)):
        game = Game(registry.rules("cribbage-squares"), deal)
        game.play(game.legal_moves[0])
        replayed = parse_record(_record(game, registry).text()).replay(registry)
        assert replayed.next_cards() == game.next_cards()
        assert replayed.deal.code == deal.code


def test_a_record_tells_all_about_the_game(text: str) -> None:
    table = tomllib.loads(text)
    assert table["format"] == 1
    assert table["state"] == "finished"
    assert table["started"] == _MOMENT
    assert table["aids"] == {"hints": 2, "undos": 1}
    assert table["variant"]["scorer_options"] == {
        "flush": "four-cards", "heels": "once", "nobs": True,
    }  # fmt: skip
    assert "base" not in table["variant"]
    assert [line["line"] for line in table["result"]["lines"]][3:5] == ["row 4", "column 1"]
    assert {plugin["name"] for plugin in table["plugins"]} == {"squares_basics", "squares_cribbage"}
    assert len(table["game"]["cards"].split()) == 52
    first = table["game"]["moves"][0]
    assert (first["card"], first["player"]) == (table["game"]["cards"].split()[0], "Ann")


def test_every_move_stands_on_a_line_of_its_own(text: str) -> None:
    moves = tomllib.loads(text)["game"]["moves"]
    assert len(re.findall(r"^  \{ move = ", text, re.MULTILINE)) == len(moves) > 16


@pytest.mark.parametrize(
    "part", [GameRecord, Result, LinePoints, BonusPoints, PluginVersion, Play, PlayedMove]
)
def test_the_page_on_records_tells_of_every_key(part: type[BaseModel]) -> None:
    page = (Path(__file__).parents[1] / "docs" / "reference" / "record-file.md").read_text("utf-8")
    rows = [
        f"| `{name}` | {key.description}{'' if key.is_required() else ' *(may be left out)*'} |"
        for name, key in part.model_fields.items()
    ]
    assert "\n".join(["| key | value |", "|---|---|", *rows, ""]) in page


def test_moves_taken_back_are_left_out(registry: Registry) -> None:
    game = _game(registry, moves=5)
    before = _record(game, registry, aids={"undos": 0})
    game.play(game.legal_moves[0])
    game.undo()
    after = _record(game, registry, aids={"undos": 1})
    assert after.game == before.game
    assert (before.aids, after.aids) == ({}, {"undos": 1})


def test_a_record_replays_when_the_variant_of_its_plugin_has_changed(registry: Registry) -> None:
    rules = registry.rules("cribbage-squares", {"target": 30, "scorer.heels": "per-hand"})
    game = Game(rules, make_deal(5))
    game.play_all(game.legal_moves[:1])
    while not game.over:
        game.play(game.legal_moves[-1])
    replayed = parse_record(_record(game, registry).text()).replay(registry)
    assert replayed.rules.target == 30
    assert replayed.score.total == game.score.total
    assert replayed.rules != registry.rules("cribbage-squares")


def test_the_snapshot_of_every_variant_resolves_to_the_same_rules(registry: Registry) -> None:
    for variant in registry.variants.ids:
        rules = registry.rules(variant)
        assert registry.resolve(spec_of(rules)) == rules


def test_a_record_is_written_whole_and_replaces_an_older_one(
    registry: Registry, tmp_path: Path
) -> None:
    path = tmp_path / "game.toml"
    for moves in (2, 9):
        record = _record(_game(registry, moves=moves), registry, daily=date(2026, 3, 1))
        write_record(record, path)
        assert read_record(path) == record
    assert [file.name for file in tmp_path.iterdir()] == ["game.toml"]


def test_a_record_cannot_be_written_into_a_folder_that_is_not_there(
    registry: Registry, tmp_path: Path
) -> None:
    with pytest.raises(RecordError, match=r"cannot write record .*game.toml: No such file"):
        write_record(_record(_game(registry), registry), tmp_path / "none" / "game.toml")


def test_a_record_cut_anywhere_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "cut.toml"
    data = text.encode()
    ends_of_lines = {match.end() for match in re.finditer(b"\n", data[:-1])}
    for size in sorted({*range(0, len(data) - 1, 17), *ends_of_lines, len(data) - 2}):
        path.write_bytes(data[:size])
        with pytest.raises(RecordError, match=r"cut\.toml") as caught:
            read_record(path)
        assert str(caught.value).isprintable()


def _with(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("format = 1", "format = 2", r"game.toml has format 2, newer than the 1"),
        ("format = 1", 'format = "1"', r"lacks 'format = 1'"),
        ("format = 1", "format = true", r"lacks 'format = 1'"),
        ("target = 61", "target = 1e3", r"variant.target: must be a whole number"),
        ("2C JC", "2C 2C", r"game.cards: 2C is given twice"),
        ("2C JC", "JC 2C", r"deal S7T0 is the code of other cards"),
        ("2C JC", "1C JC", r"game.cards: '1C' is not a card"),
        ('deal = "S7T0"', 'deal = "S7T1"', r"'S7T1' is not a deal code"),
        ("rows = 4", "rows = 400", r"variant.rows: "),
        ("rows = 4", "rows = true", r"variant.rows: "),
        ("hints = 2", "hints = -2", r"aids.hints: "),
        ('state = "finished"', 'state = "won"', r"state: "),
        ('state = "finished"', 'state = "playing"', r"state is playing, but a result is given"),
        ("started = 2026-03-01T12:30:00Z", "started = 2026-03-01", r"started: "),
        ("started = 2026-03-01T12:30:00Z", "started = 2026-03-01T12:30:00", r"started: "),
        ('id = "0123', 'id = "../../', r"id: "),
        ("[aids]", "run = 1\n[aids]", r"result.run: is not a key of a record"),
        ("[variant]", "[variant2]", r"variant: is missing"),
        ('{ move = "a2", card = "2C"', '{ card = "2C"', r"game.moves.1.move: is missing"),
        ('"Ann"', '"A\\u001b[2Jn"', r"game.players.1: must be one line without control"),
        ('"Ann"', '"A\\u202en"', r"game.players.1: must be one line without control"),
        ("undos = 1", '"un\\u0007dos" = 1', r"aids.*: must be one line without control"),
        ('line = "row 1"', 'line = "row\\n1"', r"result.lines.1.line: must be one line"),
        (
            'distribution = "',
            'distribution = "\\u009b',
            r"plugins.1.distribution: must be one line",
        ),
        ("rows = 4", "rows = 9", r"variant.rows: must be at most 7"),
        ("rows = 4", 'rows = "4"', r"variant.rows: must be a whole number"),
        ("won = false", "won = 0", r"result.won: must be true or false"),
    ],
)
def test_a_record_with_a_fault_is_refused_with_its_place(
    text: str, old: str, new: str, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.toml"
    path.write_text(_with(text, old, new), encoding="utf-8")
    with pytest.raises(RecordError, match=told) as caught:
        read_record(path)
    assert "game.toml" in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('move = "a2"', 'move = "z9"', r"move 1 \(z9\): 'z9' is not a cell"),
        ('move = "b3"', 'move = "a2"', r"move 2 \(a2\): a2 already holds 2C"),
        ('move = "b3"', 'move = "d4"', r"move 2 \(d4\): d4 is not allowed here"),
        ('card = "JC"', 'card = "JS"', r"move 2 \(b3\): it moves JC, not JS"),
        ('"Ann" }', '"Bob" }', r"move 1 \(a2\): it is the turn of Ann, not of Bob"),
        (', player = "Ann" }', " }", r"move 1 \(a2\): it is the turn of Ann, not of None"),
        ("total = 45", "total = 46", r"total is 46, but its grid counts 45"),
        ('"row 1", points = 8', '"row 1", points = 9', r"result.lines is not what its grid counts"),
        ("won = false", "won = true", r"result.won is not"),
        ('scorer = "cribbage"', 'scorer = "cribage"', r"there is no scorer 'cribage'"),
        ("target = 61", "target = 40", r"result.won is not"),
        ('players = ["Ann", "Bob"]', 'players = ["Ann", "Ann"]', r"two players are called 'Ann'"),
    ],
)
def test_a_record_that_does_not_replay_is_refused_with_its_place(
    registry: Registry, text: str, old: str, new: str, told: str
) -> None:
    record = parse_record(_with(text, old, new))
    with pytest.raises(RecordError, match=rf"^game 7: {told}") as caught:
        record.replay(registry, "game 7")
    assert str(caught.value).isprintable()


def test_a_record_that_ends_too_early_for_its_state_is_refused(
    registry: Registry, text: str
) -> None:
    lines = text.splitlines(keepends=True)
    last = max(place for place, line in enumerate(lines) if line.startswith("  { move = "))
    record = parse_record("".join(lines[:last] + lines[last + 1 :]))
    with pytest.raises(RecordError, match="state is finished, but after its moves it is playing"):
        record.replay(registry)


def test_a_wrong_total_names_the_plugin_that_has_changed_since(
    registry: Registry, text: str
) -> None:
    old = _with(text, "total = 45", "total = 44").replace('version = "0.1.0"', 'version = "0.0.9"')
    with pytest.raises(RecordError, match=r"counts 45; .*squares_cribbage 0\.0\.9, here 0\.1\.0"):
        parse_record(old).replay(registry)


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"])
def test_a_moment_that_could_not_be_told_in_every_zone_is_refused(
    moment: str, registry: Registry
) -> None:
    game = Game(registry.rules("cribbage-squares"), make_deal(1))
    text = record_of(game, id_="0" * 32, started=datetime(2026, 3, 1, tzinfo=UTC)).text()
    text = re.sub("(?m)^started = .*", f"started = {moment}", text)
    with pytest.raises(RecordError, match="started: must be a time with its zone, in the years"):
        parse_record(text)


@pytest.mark.parametrize(
    ("hostile", "told"),
    [
        (b"", "is no record"),
        (b"\x00" * 5000, "is no record, or not whole"),
        (b"\x7fELF\xff\xfe", "byte 4 is not UTF-8"),
        (b"SQLite format 3\x00", "is no record"),
        (b"format = 1\n" + b"a = " + b"[" * 3900, "is no record"),
        (b"format = 1\n" + b"a = " + b"[" * 100_000, "line 2 is too long"),
        (b"format = 1\n" + b"a." * 400_000 + b"a = 1", "line 2 is too long"),
        (b"format = 1\n" + b"a." * 500 + b"a = 1\n", "id: is missing"),
        (b"format = 1\n" + (b"a." * 3900 + b"a = 1\n") * 100, "too many dots"),
        (b"format = 1\n" + b"a." * 3900 + b"a = 1\n", "too many dots"),
        (b"format = 1\n[" + b"a." * 1000 + b"a]\n" + b"a = 1\n" * 9000, "too many dots"),
        (b"format = 1\nid = 0x" + b"f" * 7000, "a whole number of more than 64 bits"),
        (b"format = 1\n[" + b"a." * 3 + b"a]\n" * 900, "is no record"),
        (b"format = 1\n" + b"#\n" * 600_000, "is too large for a record"),
        (b"format = " + b"9" * 18, "newer than"),
        (b"format = 1\nformat = 1", "is no record"),
        (b"[[variant]]\nid = 'x'", "lacks 'format = 1'"),
        (b"__import__('os').system('touch hacked')", "is no record"),
    ],
)
def test_a_hostile_file_is_refused_in_one_line(
    hostile: bytes, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "x.toml"
    path.write_bytes(hostile)
    with pytest.raises(RecordError, match=told) as caught:
        read_record(path)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400
    assert [file.name for file in tmp_path.iterdir()] == ["x.toml"]


def test_too_many_moves_are_refused(registry: Registry, text: str) -> None:
    line = '  { move = "a2" },\n'
    with pytest.raises(RecordError, match=r"game\.moves: "):
        parse_record(_with(text, "moves = [\n", "moves = [\n" + line * 5001))


def test_a_folder_and_a_missing_file_are_no_records(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="is no file"):
        read_record(tmp_path)
    with pytest.raises(RecordError, match="there is no record"):
        read_record(tmp_path / "none.toml")


def test_a_game_without_a_target_is_neither_won_nor_lost(registry: Registry) -> None:
    rules = registry.rules("poker-squares", {"target": "none"})
    game = Game(rules, make_deal(1))
    while not game.over:
        game.play(game.legal_moves[0])
    record = parse_record(_record(game, registry).text())
    assert record.result is not None
    assert record.result.won is None
    record.replay(registry)


def test_games_of_the_same_rules_are_told_from_games_of_others(registry: Registry) -> None:
    def key(variant: str, **changes: object) -> str:
        game = Game(registry.rules(variant, changes), make_deal(1))
        return _record(game, registry).rules_key

    assert key("cribbage-squares") == key("cribbage-squares", title="Mine")
    assert key("cribbage-squares") != key("cribbage-squares", target=60)
    assert key("cribbage-squares") != key("cribbage-squares", **{"scorer.nobs": False})


_PLAIN = st.recursive(
    st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=200)
@given(_PLAIN)
def test_values_written_as_toml_are_read_back_the_same(value: object) -> None:
    assert tomllib.loads(f"x = {toml_value(value)}")["x"] == value


@settings(max_examples=60)
@given(
    st.text(
        st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]), min_size=1, max_size=100
    ).filter(lambda name: bool(name.strip()))
)
def test_any_name_of_a_player_comes_back_from_the_text(registry: Registry, name: str) -> None:
    game = Game(registry.rules("cribbage-squares"), make_deal(1), (name,))
    game.play(game.legal_moves[0])
    record = _record(game, registry)
    assert parse_record(record.text()) == record


@pytest.mark.parametrize("value", ["A\udcffn", None, {1, 2}, {"x": [None]}])
def test_what_toml_has_no_form_for_is_refused(value: object) -> None:
    with pytest.raises(InvalidValueError, match="has no form in a TOML file"):
        toml_value(value)


def test_a_name_that_no_file_can_hold_is_refused(registry: Registry) -> None:
    game = Game(registry.rules("cribbage-squares"), make_deal(1), ("A\udcffn",))
    with pytest.raises(RecordError, match="this game fits no record: players"):
        _record(game, registry)
