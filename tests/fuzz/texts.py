"""Readers of short texts: what is typed, pasted or given as an argument."""

from __future__ import annotations

from random import Random
from typing import Any

from fuzz.mutation import NASTY, any_text, mutated, one_of
from fuzz.reader import Reader, Workshop
from squares_core import (
    Deal,
    Game,
    Grid,
    Tableau,
    UnreadableError,
    card_name,
    card_names,
    deal_code,
    make_deal,
    move_text,
    parse_card,
    parse_cards,
    parse_deal,
    parse_deal_code,
    parse_move,
    parse_tableau,
)
from squares_core.options import call_text, parse_call, parse_value

CARD_WORDS = [card_name(card) for card in range(52)] + [
    "10♦",
    "10d",
    "th",
    "T♥\ufe0f",
    "1H",
    "XS",
    "5",
    "H",
    "A♠",
    "0S",
    "10",
    "11H",
    "5HH",
]
MOVE_WORDS = [
    "a1",
    "b3",
    "g7",
    "E5",
    "h1",
    "a0",
    "a8",
    "r1",
    "r2",
    "r4",
    "r",
    "r0",
    "r9",
    "r10",
    "w",
    "waste",
    "turn",
    "t",
    "done",
    "->",
    "5H b3",
    "a1 b2",
    "r1 b3",
    "10♦ c3",
    "discard",
    "next",
    "finish",
]
SETTING_WORDS = [
    "target=60",
    "target=none",
    "rows=4",
    "columns=7",
    "rows=99",
    "lines=rows,diagonals",
    "waste=5",
    "scorer=cribbage",
    "scorer=poker-english",
    "scorer.heels=per-hand",
    "scorer.nobs=false",
    "scorer.table.pair=3",
    "scorer_options={table={pair=3}}",
    "starter=open",
    "deal=shuffle",
    "deal=open",
    "reserves=2",
    "reserve_size=10",
    "placement=adjacent",
    "title=Mine",
    "id=x",
    "base=y",
    "line_target=7",
    "summary=''",
    "lines=[]",
    "scorer.=1",
    ".=1",
    "scorer.table={}",
    "scorer.flush=none",
    'lines=["rows"]',
    "scorer=null",
    "rows=true",
    "title=[1,2]",
    'scorer.table={"pair"=2, "flush"=30}',
    "scorer.table={pair=99999999999}",
]
STRATEGY_WORDS = [
    "random",
    "greedy",
    "expert",
    "monte-carlo",
    "expert(seconds=1)",
    "monte-carlo(playouts=200)",
    "expert(playouts=100, seconds=0.5)",
    "expert(seconds=nan)",
    "expert(seconds=inf)",
    "greedy()",
    "monte-carlo(playouts=-1)",
    "monte-carlo(playouts=1e3)",
    "expert(seconds='1')",
    "a.b(c=d)",
    "monte-carlo(playouts=0)",
    "expert(seconds=true)",
    "expert(x=[1,2])",
    "greedy(a=(b))",
]


class Cards(Reader):
    name = "cards"

    def make(self, rng: Random) -> str:
        lists = [" ".join(rng.sample(CARD_WORDS, rng.randint(0, 30)))]
        return any_text(rng, CARD_WORDS + lists, CARD_WORDS)

    def read(self, given: str) -> None:
        many = parse_cards(given)
        assert parse_cards(" ".join(card_names(many))) == many
        parse_deal(" ".join(card_names(dict.fromkeys(many))))
        one = parse_card(given)
        assert parse_card(card_name(one)) == one


class Grids(Reader):
    name = "grids"

    def make(self, rng: Random) -> tuple[str, str]:
        rows, columns = rng.randint(2, 7), rng.randint(2, 7)
        cards = [
            card if rng.random() < 0.7 else None for card in rng.sample(range(52), rows * columns)
        ]
        good = Tableau(Grid(rows, columns), tuple(cards)).text()
        good = one_of(rng, (1, lambda: good), (1, lambda: good.replace("\n", " / ")))
        return f"{rows}{columns}", any_text(rng, [good], [*CARD_WORDS, "/", ".", "\n", " / ", "|"])

    def read(self, given: tuple[str, str]) -> None:
        grid = Grid(*map(int, given[0])) if len(given[0]) == 2 else Grid(4, 4)
        found = parse_tableau(grid, given[1])
        assert parse_tableau(grid, found.text()) == found
        assert parse_tableau(grid, found.text().replace("\n", "/")) == found


class Cells(Reader):
    name = "cells"

    def make(self, rng: Random) -> str:
        return any_text(
            rng, ["a1", "b3", "e5", "g7", "A1", "d4", "h8", "a0", "é1", "a1 "], MOVE_WORDS
        )

    def read(self, given: str) -> None:
        grid = Grid(5, 7)
        cell = grid.parse_cell(given)
        assert grid.parse_cell(grid.cell_name(cell)) == cell


class DealCodes(Reader):
    name = "deal codes"

    def make(self, rng: Random) -> str:
        seed = rng.choice((rng.randrange(100), rng.randrange(2**40), rng.randrange(2**64)))
        deals = [
            make_deal(seed, rng.choice((0, 0, rng.randrange(2**64)))),
            Deal(tuple(rng.sample(range(52), rng.randint(0, 52)))),
        ]
        return one_of(
            rng,
            (4, lambda: any_text(rng, [deal_code(deal) for deal in deals], ["-", "O", "L", "U"])),
            (3, lambda: _with_check(mutated(rng, deal_code(rng.choice(deals)))[:-2])),
            (
                1,
                lambda: _with_check(
                    rng.choice("SCX") + "".join(rng.choices("0123ABYZU", k=rng.randint(0, 90)))
                ),
            ),
            (1, lambda: _with_check("S" + "Z" * rng.choice((10, 1000, 100_000)))),
        )

    def read(self, given: str) -> None:
        from squares_core.seating.deals import read_deal

        read_deal(given)
        found = parse_deal_code(given)
        again = parse_deal_code(deal_code(found))
        assert again == found
        assert (again.seed, again.index) == (found.seed, found.index)


def _with_check(body: str) -> str:
    """Return a code whose check digits are right, whatever the rest is."""
    digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZU"
    value = 0
    body = body.upper().replace("-", "")
    for char in body:
        value = (value * 33 + max(0, digits.find(char))) % 1021
    return body + digits[value // 32] + digits[value % 32]


class Moves(Reader):
    name = "moves"

    def make(self, rng: Random) -> str:
        return any_text(rng, MOVE_WORDS, CARD_WORDS)

    def read(self, given: str) -> None:
        grid = Grid(5, 5)
        move = parse_move(given, grid)
        assert parse_move(move_text(move, grid), grid) == move


class TypedInGame(Reader):
    """The lines that a player types while a game is played."""

    name = "lines typed"

    def make(self, rng: Random) -> tuple[str, list[str]]:
        words = [
            *MOVE_WORDS,
            "undo",
            "redo",
            "u",
            "score",
            "rules",
            "help",
            "?",
            "quit",
            "again",
            "same",
            "hint",
            *CARD_WORDS[:5],
        ]
        variant = rng.choice(sorted(self.workshop.registry.variants.ids))
        lines = [
            one_of(
                rng,
                (6, lambda: rng.choice("abcde") + rng.choice("12345")),
                (3, lambda: rng.choice(words)),
                (3, lambda: any_text(rng, words, CARD_WORDS)),
            )
            for _ in range(rng.choice((1, 3, 12)))
        ]
        return f"{variant} {rng.randrange(99)}", lines

    def read(self, given: tuple[str, list[str]]) -> None:
        from squares_core.cli.line_mode.session import Session
        from squares_core.seating.seats import Seat
        from squares_core.text.render import Look

        variant, _, seed = given[0].partition(" ")
        game = Game(self.workshop.registry.rules(variant), make_deal(int(seed or 0)))
        keeper: Any = None  # nothing is kept here
        session = Session(Seat(game, keeper), Look(), again="again")
        wrong = ""
        for line in given[1]:
            reply = session.answer(line)
            if reply.step == "quit":
                break
            wrong = wrong or (reply.text if reply.text.startswith("'") else "")
        assert isinstance(session.screen, str)
        if wrong:
            raise UnreadableError(wrong)


class Strategies(Reader):
    name = "strategies"

    def make(self, rng: Random) -> str:
        return any_text(
            rng, STRATEGY_WORDS, ["(", ")", "=", ",", "seconds=1", "playouts=9", *NASTY[:40]]
        )

    def read(self, given: str) -> None:
        from squares_core.cli.commands.compare import split_list

        id_, options = parse_call(given)
        assert parse_call(call_text(id_, options)) == (id_, options) or _unlike_itself(options)
        assert all(split_list(given)) or not given.strip()
        self.workshop.registry.strategy(given)


def _unlike_itself(options: dict[str, Any]) -> bool:
    """Whether some value is not equal to itself, or of a kind that no strategy takes."""
    return any(
        value != value
        or not isinstance(value, bool | int | float | str)
        or (isinstance(value, str) and set(value) & set("\"'\\,()=\n\r\t"))
        for value in options.values()
    )


class Settings(Reader):
    name = "settings"

    def make(self, rng: Random) -> tuple[str, list[str]]:
        target = rng.choice(
            [*self.workshop.registry.variants.ids, *self.workshop.registry.scorers.ids]
        )
        texts = [
            any_text(rng, SETTING_WORDS, ["=", ".", *NASTY[:60]])
            for _ in range(rng.choice((1, 1, 2, 4)))
        ]
        return target, texts

    def read(self, given: tuple[str, list[str]]) -> None:
        from squares_core.seating.setup import parse_settings

        for text in given[1]:
            parse_value(text)
        settings = parse_settings(list(given[1]))
        registry = self.workshop.registry
        if given[0] in registry.variants:
            from squares_core.records import spec_of
            from squares_core.rules_text import rules_text
            from squares_core.variants import parse_variants

            rules = registry.rules(given[0], settings)
            spec = spec_of(rules)
            assert parse_variants(spec.toml()) == [spec]
            assert rules_text(rules, 80)
        else:
            registry.scorer(given[0]).with_options(**settings)


class PlayerNames(Reader):
    name = "player names"

    def make(self, rng: Random) -> str:
        return any_text(
            rng, ["Ann,Bob", "Ann", "Ann, Bob ,Cy", "Ann,Ann", "a,b,c,d,e,f,g", ",", "Zoë"], [","]
        )

    def read(self, given: str) -> None:
        from squares_core.seating.seats import player_names

        names = player_names(given)
        Game(self.workshop.registry.rules("cribbage-squares"), make_deal(1), names)


class PluginNames(Reader):
    """Names of plugins and projects, as ``plugins`` and ``new-plugin`` take them."""

    name = "plugin names"

    def __init__(self, workshop: Workshop) -> None:
        super().__init__(workshop)
        from squares_core import doctor

        # Reading all that is installed for every name would take hours and is another reader's.
        found = list(doctor.distributions())[:3]
        doctor.distributions = lambda: found  # type: ignore[assignment]  # as few as that

    def make(self, rng: Random) -> str:
        names = [
            "squares-brag",
            "squares_poker",
            "squares-solitaire",
            "poker",
            "os",
            "import",
            "a-b",
            "a--b",
            "x" * 41,
        ]
        return any_text(rng, names, ["-", "_", ".", "squares-"])

    def read(self, given: str) -> None:
        from squares_core.cli.commands.new_plugin import check_name, rendered
        from squares_core.doctor import plugin_report

        if len(given) % 2:
            assert plugin_report(given, self.workshop.registry)
        check_name(given)
        assert all("/../" not in f"/{path}" for path in rendered(given, ["strategy"]))


class WebMessages(Reader):
    """What the page in a browser says to the server of the table."""

    name = "web messages"

    def make(self, rng: Random) -> tuple[str, str]:
        seeds = [
            '["stdin", "a1"]',
            '["resize", {"width": 80, "height": 24}]',
            '["ping", 1]',
            '["blur"]',
            '["focus", 1, 2]',
            '["resize", {"width": 1e999, "height": -1}]',
            '["stdin", "\\ud800"]',
            '["ping", NaN]',
            '{"stdin": "x"}',
            "[]",
            "[[]]",
        ]
        return any_text(rng, seeds, ["[", "]", "{", "}", ","]), any_text(
            rng, ["80", "24", "0", "9999"]
        )

    def read(self, given: tuple[str, str]) -> None:
        from squares_core.table import web

        service = _Service()
        request: Any = _Request(given[1])
        assert 10 <= web._side(request, "width", 80) <= 500
        talk = web._pass_on(given[0], service, service)  # type: ignore[arg-type]  # stands in for both
        try:
            while True:
                talk.send(None)
        except StopIteration:
            pass
        if not service.told:
            raise UnreadableError("the message was left out")


class _Request:
    def __init__(self, width: str) -> None:
        self.query = {"width": width}


class _Service:
    """Takes what is passed on, as a process and a socket would."""

    def __init__(self) -> None:
        self.told = 0

    async def send_bytes(self, data: bytes) -> None:
        assert isinstance(data, bytes)
        self.told += 1

    async def set_terminal_size(self, width: int, height: int) -> None:
        assert 10 <= width <= 500
        assert 5 <= height <= 200
        self.told += 1

    async def send_json(self, said: Any) -> None:
        import json

        json.dumps(said).encode()
        self.told += 1

    async def blur(self) -> None:
        self.told += 1

    async def focus(self) -> None:
        self.told += 1


TEXTS: tuple[type[Reader], ...] = (
    Cards,
    Grids,
    Cells,
    DealCodes,
    Moves,
    TypedInGame,
    Strategies,
    Settings,
    PlayerNames,
    PluginNames,
    WebMessages,
)
