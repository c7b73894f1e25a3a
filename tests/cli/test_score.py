from __future__ import annotations

import pytest

CRIBBAGE_GRIDS = {
    170: (
        "KH KC KD KS / QH QC QD QS / JH JC JD JS / TH 5C 5D 5S",
        "5H",
        [20, 20, 21, 28, 18, 21, 21, 21],
    ),
    165: (
        "7H 7D 8C 8S / 8H 8D 7C 7S / 3H 6D 6C 6S / 9H 9D 9C 9S",
        "6H",
        [24, 24, 24, 20, 13, 20, 20, 20],
    ),
    172: (
        "4C 4D 6H 6S / 5C 5D 5H TS / 6C 6D 4H 4S / JC JD JH JS",
        "5S",
        [24, 28, 24, 21, 20, 20, 20, 15],
    ),
    0: (
        "2C 4D 6H 8S / 4H 2S 8C 6D / 6S 8H 2D 4C / 8D 6C 4S 2H",
        "KS",
        [0, 0, 0, 0, 0, 0, 0, 0],
    ),
}
ROYALS = "TC JC QC KC AC / TD JD QD KD AD / TH JH QH KH AH / TS JS QS KS AS / 9C 8C 7C 6C 5C"
MIXED = "JS JH JD AC AS / 9S 9H 9D 7C 7S / 8S 8H 8D 8C 4S / TS TH TD 2C 4H / 6S 6H 5D 5C QD"
LINES = [f"{kind} {number}" for kind in ("row", "column") for number in range(1, 5)]


@pytest.mark.parametrize("total", CRIBBAGE_GRIDS)
def test_a_finished_cribbage_grid_is_scored_line_by_line(squares, total):
    grid, starter, points = CRIBBAGE_GRIDS[total]
    document = squares("score", "cribbage-squares", grid, "--starter", starter, "--json").json
    assert [line["points"] for line in document["lines"]] == points
    assert [line["line"] for line in document["lines"]] == LINES
    assert all(line["complete"] for line in document["lines"])
    for line in document["lines"]:
        assert line["points"] == sum(item["points"] for item in line["combinations"])
    del document["lines"]
    assert document == {
        "variant": "cribbage-squares",
        "complete": True,
        "total": total,
        "target": 61,
        "won": total >= 61,
        "bonus": [],
    }


@pytest.mark.parametrize(
    ("variant", "total"), [("poker-squares", 725), ("poker-squares-english", 230)]
)
def test_the_best_poker_grid_is_scored_by_its_point_system(squares, variant, total):
    document = squares("score", variant, ROYALS, "--json").json
    assert (document["total"], document["won"]) == (total, True)
    names = [line["combinations"][0]["name"] for line in document["lines"]]
    assert names == ["royal flush"] * 4 + ["straight flush"] + ["four of a kind"] * 5


def test_his_heels_stand_apart_from_the_lines(squares):
    grid = "2C 4D 6H 8S / 4H 2S 8C 6D / 6S 8H 2D 4C / 8D 6C 4S 2H"
    document = squares("score", "cribbage-squares", grid, "--starter", "JD", "--json").json
    assert document["bonus"] == [{"name": "his heels", "cards": ["JD"], "points": 2}]
    assert document["total"] == 2 + sum(line["points"] for line in document["lines"])
    once = squares("score", "cribbage-squares", grid, "--starter", "JD").out
    assert once.count("heels") == 1


@pytest.mark.parametrize("words", [("-",), ()])
def test_the_grid_is_read_from_the_input(squares, words):
    grid = CRIBBAGE_GRIDS[172][0].replace(" / ", "\n") + "\n"
    document = squares(
        "score", "cribbage-squares", *words, "--starter", "5S", "--json", stdin=grid
    ).json
    assert document["total"] == 172


@pytest.mark.parametrize(
    "text",
    [
        "4C 4D 6H 6S\r\n5C 5D 5H TS\r\n6C 6D 4H 4S\r\nJC JD JH JS\r\n",
        "\ufeff4c,4d,6h,6s\n\n5c,5d,5h,10s\n6c,6d,4h,4s\nJc,Jd,Jh,Js",
        "4♣ 4♦ 6♥ 6♠/5♣ 5♦ 5♥ 10♠/6♣ 6♦ 4♥ 4♠/J♣ J♦ J♥ J♠",
        "  4C | 4D | 6H | 6S\n  5C | 5D | 5H | TS\n  6C | 6D | 4H | 4S\n  JC | JD | JH | JS",
    ],
)
def test_a_grid_may_be_written_in_many_ways(squares, text):
    document = squares(
        "score", "cribbage-squares", "-", "--starter", "5S", "--json", stdin=text
    ).json
    assert document["total"] == 172


def test_a_grid_needs_no_quotes(squares):
    words = CRIBBAGE_GRIDS[165][0].split()
    document = squares("score", "cribbage-squares", *words, "--starter", "6H", "--json").json
    assert document["total"] == 165


def test_an_unfinished_grid_counts_provisionally_and_is_neither_won_nor_lost(squares):
    grid = "5C 5D . . / TH . . . / . . . . / . . . ."
    document = squares("score", "cribbage-squares", grid, "--json").json
    first, column = document["lines"][0], document["lines"][4]
    assert (first["line"], first["cards"]) == ("row 1", ["5C", "5D", None, None])
    assert [(item["name"], item["points"]) for item in first["combinations"]] == [("pair", 2)]
    assert [(item["name"], item["points"]) for item in column["combinations"]] == [("fifteen", 2)]
    assert (document["complete"], document["won"], document["total"]) == (False, None, 4)
    assert not any(line["complete"] for line in document["lines"])


def test_a_full_grid_without_its_starter_is_not_complete(squares):
    grid, _, _ = CRIBBAGE_GRIDS[172]
    document = squares("score", "cribbage-squares", grid, "--json").json
    assert (document["complete"], document["won"]) == (False, None)
    assert not any(line["complete"] for line in document["lines"])
    text = squares("score", "cribbage-squares", grid, "--ascii").out
    assert "so far" in text
    assert "won" not in text


def test_a_starter_counts_with_the_full_lines_of_an_unfinished_grid(squares):
    grid = "5C 5D 5S JH / . . . . / . . . . / . . . ."
    document = squares("score", "cribbage-squares", grid, "--starter", "5H", "--json").json
    assert [line["points"] for line in document["lines"]] == [29, 0, 0, 0, 0, 0, 0, 0]
    assert [line["complete"] for line in document["lines"]] == [True] + [False] * 7


def test_an_empty_grid_counts_nothing(squares):
    document = squares("score", "poker-squares", "/".join([". . . . ."] * 5), "--json").json
    assert (document["total"], document["complete"], document["bonus"]) == (0, False, [])


def test_a_game_without_a_target_is_neither_won_nor_lost(squares):
    document = squares("score", "poker-squares-swedish", MIXED, "--json").json
    assert (document["complete"], document["target"], document["won"]) == (True, None, None)


def test_a_game_that_asks_something_of_every_line_is_won_by_that(squares):
    won = squares("score", "maverick", ROYALS, "--json").json
    assert (won["target"], won["won"], len(won["lines"])) == (None, True, 5)
    lost = squares("score", "maverick", ROYALS.replace("9C", "2D"), "--json").json
    assert lost["won"] is False


def test_a_setting_changes_the_target(squares):
    document = squares("score", "poker-squares", MIXED, "--set", "target=198", "--json").json
    assert (document["total"], document["target"], document["won"]) == (197, 198, False)
    document = squares("score", "poker-squares", MIXED, "--set", "target=197", "--json").json
    assert document["won"] is True


def test_the_text_shows_grid_lines_counts_and_result(squares):
    grid, starter, _ = CRIBBAGE_GRIDS[170]
    out = squares("score", "cribbage-squares", grid, "--starter", starter, "--ascii").out
    assert out.isascii()
    assert "  1  KH   KC   KD   KS     20\n" in out
    assert "     18   21   21   21\n" in out
    assert "\nstarter 5H\n" in out
    assert "Row 3      JH JC JD JS    21  fifteen two, fifteen four, fifteen six," in out
    assert out.endswith("\nTotal 170: won, 109 above the target of 61.\n")


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (
            ("poker-square", MIXED),
            "there is no variant 'poker-square'; did you mean 'poker-squares'?",
        ),
        (
            ("poker-squares", "AS 2S / 3S 4S"),
            "2 rows given; this grid has 5 rows of 5 cells, one row a line or '/' between rows, "
            "'.' for an empty cell",
        ),
        (
            ("poker-squares", "AS 2S 3S 4S / . . . . . / . . . . . / . . . . . / . . . . ."),
            "row 1 has 4 cells; it needs 5, '.' for an empty one",
        ),
        (
            ("poker-squares", MIXED.replace("QD", "QD KD")),
            "row 5 has 6 cells; it needs 5, '.' for an empty one",
        ),
        (
            ("poker-squares", MIXED.replace("QD", "6S")),
            "6S is given twice; a pack holds each card once",
        ),
        (
            ("poker-squares", MIXED.replace("QD", "Q")),
            "'Q' is not a card: a card is a rank A 2-9 T (or 10) J Q K and a suit S H D C, such "
            "as 5H or TD",
        ),
        (
            ("poker-squares", MIXED, "--starter", "KD"),
            "poker-squares has no starter: leave out --starter",
        ),
        (
            ("cribbage-squares", CRIBBAGE_GRIDS[170][0], "--starter", "5c"),
            "the starter 5C lies on b4 already; a pack holds each card once",
        ),
        (
            ("cribbage-squares", CRIBBAGE_GRIDS[170][0], "--starter", "5"),
            "'5' is not a card: a card is a rank A 2-9 T (or 10) J Q K and a suit S H D C, such "
            "as 5H or TD",
        ),
    ],
)
def test_a_grid_that_cannot_be_scored_is_refused_in_one_line(squares, words, refusal):
    assert squares("score", *words).refusal == refusal


@pytest.mark.parametrize(
    ("setting", "part"),
    [
        ("targt=5", "did you mean 'target'?"),
        ("target=many", "target: must be a whole number from -10000 to 10000, or 'none'"),
        ("rows=9", "rows: "),
        ("rows=3", "lines of 3 cards, but the scorer poker-american counts hands of 5"),
        ("scorer=bridge", "there is no scorer 'bridge'"),
        ("lines=spirals", "lines"),
        ("=5", "--set takes key=value"),
    ],
)
def test_a_setting_that_is_not_accepted_is_refused_in_one_line(squares, setting, part):
    assert part in squares("score", "poker-squares", MIXED, "--set", setting).refusal


@pytest.mark.parametrize(
    ("stdin", "part"),
    [
        (b"", "0 rows given; this grid has 4 rows of 4 cells"),
        (b"\xff\xfe4\x00C\x00", "not readable as utf-8 text"),
        (b"4C 4D 6H \x1b[31mX\n" * 4, "'?[31mX' is not a card"),
        (b"4C\x00 4D 6H 6S\n" * 4, "'4C?' is not a card"),
        (b"A" * 10_000_000, "too long for a grid"),
        (b"A" * 9_000 + b" 4C 4D 5C\n" + b". . . .\n" * 3, "AAA...' is not a card"),
        (b"4C 4D 6H 6S\n" * 3000, "too long for a grid"),
    ],
)
def test_an_input_that_is_no_grid_is_refused_in_one_line(squares, stdin, part):
    assert part in squares("score", "cribbage-squares", "-", stdin=stdin).refusal


def test_without_a_grid_a_person_at_the_terminal_is_told_how_to_give_one(squares):
    refusal = squares("score", "cribbage-squares", terminal=True).refusal
    assert refusal.startswith("no grid given: write it in quotes or send it to the input")


def test_a_person_at_the_terminal_may_ask_to_type_the_grid(squares):
    grid = CRIBBAGE_GRIDS[172][0].replace(" / ", "\n")
    words = ("score", "cribbage-squares", "-", "--starter", "5S", "--json")
    assert squares(*words, stdin=grid, terminal=True).json["total"] == 172


@pytest.mark.parametrize("seed", ["7", "8"])
def test_a_game_played_from_a_deal_has_the_total_that_its_grid_is_scored_with(squares, seed):
    cards = squares("deal", "cribbage-squares", "--seed", seed, "--json").json["cards"]
    grid = "\n".join(" ".join(cards[start : start + 4]) for start in range(0, 16, 4))
    scored = squares("score", "cribbage-squares", "--starter", cards[16], "--json", stdin=grid).json
    cells = "".join(f"{column}{row}\n" for row in "1234" for column in "abcd")
    played = squares("play", "cribbage-squares", "--seed", seed, stdin=cells)
    assert played.code == 0
    result = "won" if scored["won"] else "lost"
    assert f"\nTotal {scored['total']}: {result}, " in played.out
