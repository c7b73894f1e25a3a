"""Readers of files that people write, share and keep: variants, deals, records, games, options."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from fuzz.mutation import NASTY, any_text, damaged, mutated, one_of
from fuzz.reader import Reader, Workshop
from fuzz.texts import CARD_WORDS, MOVE_WORDS
from squares_core import Game, UnreadableError, card_names, make_deal
from squares_core.chance import Chance
from squares_core.deals import deal_code
from squares_core.records import GameRecord, parse_record, read_record, record_of

_MOMENT = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)
_TOML_WORDS = [
    "[[variant]]\n",
    "[[scorer]]\n",
    "[variant]\n",
    'id = "x"\n',
    'base = "cribbage-squares"\n',
    'title = "X"\n',
    "rows = 3\n",
    "columns = 7\n",
    'scorer = "poker-english"\n',
    "target = 'none'\n",
    'lines = ["rows", "diagonals"]\n',
    'deal = "open"\n',
    'starter = "chosen"\n',
    "reserves = 4\n",
    'placement = "adjacent"\n',
    "waste = 20\n",
    "scorer_options = { table = { pair = 9 } }\n",
    "options.table.flush = -1\n",
    "table = 1\n",
    "= ",
    "\n",
    "{",
    "}",
    "[",
    "]",
    '"""',
    "'''",
    "# ",
    "\ufeff",
    "0x" + "f" * 9000,
    "a." * 900 + "a = 1\n",
    "1979-05-27T07:32:00Z",
    "inf",
    "nan",
    "1e400",
    '"\\u0000"',
    '"\\ud800"',
    '"\u202e"',
    "true",
    "-10001",
    "9223372036854775808",
    "07:32:00",
]
_VARIANT_FILES = (
    """[[scorer]]
id = "my-poker"
title = "My poker"
base = "poker-american"
options = { table = { pair = 1, two_pair = 4, "straight flush" = 90 } }

[[variant]]
id = "my-squares"
base = "poker-squares"
title = "My squares"
scorer = "my-poker"
target = 111
""",
    """[[variant]]
id = "small"
title = "Small"
summary = "One line. And another."
source = "Mine"
rows = 4
columns = 4
lines = ["rows", "columns", "diagonals"]
scorer = "cribbage"
scorer_options = { heels = "per-hand", nobs = false }
placement = "adjacent"
starter = "open"
target = 61
line_target = "none"

[[variant]]
id = "smaller"
base = "small"
title = "Smaller"
reserves = 2
reserve_size = 3
waste = 4
deal = "turned"
starter = "turned"
""",
)


def played_records(workshop: Workshop) -> list[GameRecord]:
    """Return records of games of every variant: begun, in the middle, and over."""
    records = []
    for number, variant in enumerate(workshop.registry.variants.ids):
        rules = workshop.registry.rules(variant)
        players = ("Ann", "Bob") if number % 3 == 0 else ()
        game, rng = Game(rules, make_deal(number), players), Random(number)
        for _ in range((0, 7, 400)[number % 3]):
            if game.over:
                break
            game.play(rng.choice([*game.legal_moves, game.legal_moves[-1]]))
        identity = sha256(f"{number // 2}".encode()).hexdigest()[:31] + f"{number % 2}"
        aids = {"hints": number}
        records.append(record_of(game, id_=identity, started=_MOMENT, saved=_MOMENT, aids=aids))
    return records


def any_file(rng: Random, seeds: list[str], words: list[str]) -> bytes:
    """Return the bytes of a file: text as it may be written by hand, or damaged."""
    lines = [line for seed in seeds for line in seed.splitlines(keepends=True)]

    def shuffled() -> bytes:
        chosen = rng.choice(seeds).splitlines(keepends=True)
        for _ in range(rng.randint(1, 3)):
            at = rng.randint(0, len(chosen))
            chosen[at : at + rng.choice((0, 1, 1))] = [rng.choice([*lines, *words])]
        return "".join(chosen).encode("utf-8", "surrogatepass")

    def other_value() -> bytes:
        chosen = rng.choice(seeds).splitlines(keepends=True) or [""]
        at = rng.randrange(len(chosen))
        key, equals, _ = chosen[at].partition("=")
        value = rng.choice([*NASTY, *words, "1", '"x"', "[]", "{}", "-1", "{a=1}", "[1, 'x']"])
        chosen[at] = f"{key}{equals or '='} {value}\n"
        return "".join(chosen).encode("utf-8", "surrogatepass")

    return one_of(
        rng,
        (1, lambda: rng.choice(seeds).encode()),
        (4, lambda: mutated(rng, rng.choice(seeds), words).encode("utf-8", "surrogatepass")),
        (4, shuffled),
        (4, other_value),
        (2, lambda: damaged(rng, rng.choice(seeds).encode())),
        (0.5, lambda: b"\xef\xbb\xbf" + rng.choice(seeds).replace("\n", "\r\n").encode()),
        (0.5, lambda: rng.choice(seeds).encode(rng.choice(("utf-16", "utf-8-sig", "latin-1")))),
        (0.5, lambda: any_text(rng, seeds, words).encode("utf-8", "surrogatepass")),
        (0.2, lambda: rng.randbytes(rng.randint(0, 3000))),
    )


class VariantFiles(Reader):
    name = "variant files"

    def make(self, rng: Random) -> bytes:
        return any_file(rng, list(_VARIANT_FILES), _TOML_WORDS)

    def read(self, given: bytes) -> None:
        from squares_core.records import spec_of
        from squares_core.rules_text import rules_text
        from squares_core.variants import ScorerSpec, parse_variants

        registry = self.workshop.copy_of_registry()
        known = set(registry.variants.ids)
        registry.add_variant_file(self.workshop.file("my.toml", given))
        for id_ in registry.variants.ids:
            if id_ in known:
                continue
            spec = registry.variants.get(id_)
            assert parse_variants(spec.toml()) == [spec]
            rules = registry.rules(id_)
            whole = spec_of(rules)
            assert parse_variants(whole.toml()) == [whole]
            assert rules_text(rules, 80)
            cards = Chance(1).sample(range(52), rules.cards_dealt)
            game = Game(rules, make_deal(3))
            for _ in range(3):
                if game.legal_moves:
                    game.play(game.legal_moves[len(cards) % len(game.legal_moves)])
            assert isinstance(game.score.total, int)
        assert ScorerSpec


class DealFiles(Reader):
    name = "deal files"

    def make(self, rng: Random) -> bytes:
        deals = [make_deal(rng.randrange(2**64), index) for index in (0, rng.randrange(99))]
        lines = [" ".join(card_names(deals[0].cards)), ",".join(card_names(deals[1].cards[:20]))]
        lines += [deal_code(deal) for deal in deals]
        lines += ["# a remark", "", "   ", "5H 5H", lines[0].lower(), lines[0] + " # end"]
        rng.shuffle(lines)
        words = ["\n", "#", ",", " ", "\r", "\u2028", "\x85", *CARD_WORDS]
        return any_file(rng, ["\n".join(lines[:count]) for count in (1, 4, 9)], words)

    def read(self, given: bytes) -> None:
        from squares_core.deal_files import read_deals

        found = read_deals(self.workshop.file("deals.txt", given))
        text = "\n".join(" ".join(card_names(deal)) for deal in found)
        assert list(read_deals(self.workshop.file("again.txt", text.encode()))) == list(found)


class Records(Reader):
    name = "records"

    def __init__(self, workshop: Workshop) -> None:
        super().__init__(workshop)
        self.texts = [record.text() for record in played_records(workshop)]

    def make(self, rng: Random) -> bytes:
        words = [
            *_TOML_WORDS,
            *MOVE_WORDS,
            '  { move = "a1", card = "5H" },\n',
            "[game]\n",
            "moves = [\n",
            'state = "finished"\n',
            'state = "blocked"\n',
            "format = 2\n",
            "started = 2026-01-01\n",
            "started = 0001-01-01T00:00:00+23:59\n",
            "saved = 9999-12-31T23:59:59-23:59\n",
            '  { move = "r1 b2" },\n',
            '  { move = "turn" },\n',
            '  { move = "done" },\n',
            "won = true\n",
        ]
        return any_file(rng, [rng.choice(self.texts)], words)

    def read(self, given: bytes) -> None:
        from squares_core.seating.kept import settings_of

        record = read_record(self.workshop.file("game.toml", given))
        assert parse_record(record.text()) == record
        assert record.cards_shown is not None
        assert len(record.rules_key) == 16
        try:
            settings_of(record.variant, self.workshop.registry)
        finally:
            game = record.replay(self.workshop.registry, "game.toml")
        if len(given) % 8 == 0:
            from squares_core.store import Store

            store = Store(self.workshop.folder / "kept")
            store.path.unlink(missing_ok=True)
            number, _ = store.add(record)
            assert [kept.number for kept in store.games()] == [number]
            assert store.record(number)[0] == record
        assert isinstance(game.score.total, int)


class Preferences(Reader):
    """What the table keeps of a player's wishes; a file that cannot be read is as none."""

    name = "preferences"

    def make(self, rng: Random) -> bytes:
        seed = "light = true\nfour_colours = false\nletters = false\nstill = true\nhints = true\n"
        return any_file(rng, [seed], _TOML_WORDS)

    def read(self, given: bytes) -> None:
        from squares_core.table.look import Preferences as Chosen
        from squares_core.table.look import read_preferences, write_preferences

        self.workshop.file("table.toml", given)
        found = read_preferences(self.workshop.folder, {})
        if found == Chosen():
            raise UnreadableError("nothing was chosen")
        write_preferences(found, self.workshop.folder)
        assert read_preferences(self.workshop.folder, {}) == found


_STATEMENTS = (
    "CREATE VIEW games AS SELECT 1",
    "CREATE VIEW v AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT x "
    "FROM c",
    "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END",
    "CREATE TRIGGER t BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'no'); END",
    "CREATE INDEX i ON games (lower(title))",
    "DROP TABLE games",
    "ALTER TABLE games ADD more TEXT",
    "ALTER TABLE games RENAME COLUMN record TO r",
    "ALTER TABLE games DROP COLUMN aids",
    "CREATE TABLE other (x)",
    "DELETE FROM games",
    "DELETE FROM sqlite_sequence",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = 99",
    "PRAGMA user_version = -1",
    "PRAGMA application_id = 1",
    "PRAGMA journal_mode = WAL",
    "PRAGMA auto_vacuum = 1",
    "UPDATE sqlite_sequence SET seq = 9223372036854775807",
    "UPDATE sqlite_sequence SET seq = 'x'",
    "UPDATE games SET number = -5 WHERE number = 1",
    "UPDATE games SET number = 9223372036854775807 WHERE number = 2",
    "INSERT INTO games SELECT number + 100, hex(number), revision, variant, title, rules, players, "
    "deal, daily, cards, state, moves, started, saved, ended, end_state, total, won, aids, record, "
    "digest FROM games",
    "DROP TABLE games; CREATE VIEW games AS WITH RECURSIVE c(number) AS (SELECT 1 UNION "
    "ALL SELECT number+1 FROM c) SELECT number, 'x' digest, 'x' id, 1 revision, '' variant, "
    "'' title, '' rules, '[]' players, '' deal, NULL daily, '' cards, 'playing' state, 1 moves, "
    "'' started, '' saved, NULL ended, NULL end_state, NULL total, NULL won, '{}' aids, '' record "
    "FROM c",
)
_VALUES: tuple[Any, ...] = (
    None,
    0,
    -1,
    2**63 - 1,
    1.5,
    float("inf"),
    "",
    "x",
    "[]",
    "{}",
    "null",
    "[1, 2]",
    '{"hints": "x"}',
    "[" * 3000,
    "9" * 5000,
    b"\xff\x00",
    "\0",
    "2026-01-01",
    "2026-01-01T00:00:00+00:00",
    "2026-13-01",
    "2026-01-01T00:00:00",
    "\ud800".encode("utf-8", "surrogatepass"),
    '{"a": {"b": 1}}',
    "finished",
    '["Ann", 5]',
    "0001-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59-23:59",
    "x" * 100_000,
    '"Ann"',
)


class Databases(Reader):
    """The file of all games: damaged, cut, of another program, or made to look like a good one."""

    name = "databases"

    def __init__(self, workshop: Workshop) -> None:
        super().__init__(workshop)
        from squares_core.store import Store
        from squares_core.store_schema import COLUMNS, digest

        self.records = played_records(workshop)
        self.columns, self.digest = COLUMNS, digest
        store = Store(workshop.folder / "made")
        for record in self.records[:6]:
            store.save(record)
        self.good = store.path.read_bytes()
        with closing(sqlite3.connect(":memory:")) as other:
            other.execute("CREATE TABLE notes (text)")
            other.execute("INSERT INTO notes VALUES ('mine')")
            self.foreign = bytes(other.serialize())

    def make(self, rng: Random) -> tuple[bytes, bytes, str]:
        data = one_of(
            rng,
            (0.5, lambda: self.good),
            (6, lambda: damaged(rng, self.good)),
            (1, lambda: self.good[: rng.randint(0, len(self.good))]),
            (6, lambda: self._altered(rng)),
            (1, lambda: damaged(rng, self._altered(rng))),
            (0.5, lambda: damaged(rng, self.foreign)),
            (0.2, lambda: rng.randbytes(rng.choice((0, 1, 100, 512, 5000)))),
            (0.2, lambda: any_text(rng, [self.records[0].text()]).encode("utf-8", "replace")),
        )
        journal = one_of(
            rng,
            (15, lambda: b""),
            (1, lambda: b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + rng.randbytes(rng.randint(0, 6000))),
            (1, lambda: rng.randbytes(rng.randint(1, 600))),
        )
        return data, journal, rng.choice(("games", "record", "save", "add", "repair", "games"))

    def _altered(self, rng: Random) -> bytes:
        """Return the store after somebody who knows how it is made has changed something in it."""
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            connection.deserialize(self.good)
            connection.execute("PRAGMA writable_schema = ON")
            for _ in range(rng.choice((1, 1, 2))):
                try:
                    if rng.random() < 0.4:
                        connection.executescript(rng.choice(_STATEMENTS))
                    else:
                        self._change_value(rng, connection)
                except sqlite3.Error:
                    continue
            return bytes(connection.serialize())

    def _change_value(self, rng: Random, connection: sqlite3.Connection) -> None:
        number, column = rng.randint(1, 6), rng.choice(self.columns)
        connection.execute(
            f"UPDATE games SET {column} = ? WHERE number = ?", (rng.choice(_VALUES), number)
        )
        row = connection.execute(
            f"SELECT {', '.join(self.columns)} FROM games WHERE number = ?", (number,)
        ).fetchone()
        if row and rng.random() < 0.95:
            connection.execute(
                "UPDATE games SET digest = ? WHERE number = ?", (self.digest(row), number)
            )

    def read(self, given: tuple[bytes, bytes, str]) -> None:
        from squares_core.statistics import statistics
        from squares_core.store import Store

        data, journal, what = given
        folder = self.workshop.folder / "store"
        folder.mkdir(exist_ok=True)
        for path in folder.iterdir():
            path.unlink()
        store = Store(folder, timeout=0.05)
        store.path.write_bytes(data)
        if journal:
            Path(f"{store.path}-journal").write_bytes(journal)
        match what:
            case "games":
                statistics(store.games())
            case "record":
                for number in (1, 3, 6):
                    record, _ = store.record(number)
                    assert parse_record(record.text()) == record
            case "save":
                place = store.save(self.records[-1])
                assert store.record(place.number)[0] == self.records[-1]
            case "add":
                number, _ = store.add(self.records[-2])
                assert store.record(number)[0] == self.records[-2]
            case _:
                aside, _, _ = store.repair(_MOMENT)
                assert aside.exists()
                statistics(store.games())


FILES: tuple[type[Reader], ...] = (VariantFiles, DealFiles, Records, Preferences, Databases)
