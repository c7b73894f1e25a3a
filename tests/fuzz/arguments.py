"""The command line: every command with arguments good, bad and odd, run in this process."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from pathlib import Path
from random import Random
from typing import Any

from fuzz.files import _VARIANT_FILES, played_records
from fuzz.mutation import any_text, mutated, one_of
from fuzz.reader import Reader, Workshop, check_message
from fuzz.texts import CARD_WORDS, MOVE_WORDS, SETTING_WORDS, STRATEGY_WORDS
from squares_core import InvalidValueError, PluginError, SquaresError, make_deal
from squares_core.deals import deal_code

_NUMBERS = [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "1e3",
    "1.5",
    "nan",
    "inf",
    "x",
    "",
    "9" * 30,
    "0x10",
    "٣",
    " 1 ",
    "1_0",
]
_FEW = ["1", "2", "3", "-1", "0", "x", "1.5", ""]
_GAMES = [
    *map(str, range(8)),
    "99",
    "-1",
    "0",
    "9" * 30,
    "games/0.toml",
    "games/2.toml",
    "games",
    "none.toml",
    "",
    ".",
]
_GRIDS = [
    "KH KC KD KS / QH QC QD QS / JH JC JD JS / TH 5C 5D 5S",
    ". . . . / . . . . / . . . . / . . . 5H",
    "AS 2S 3S 4S 5S / . . . . . / . . . . . / . . . . . / . . . . KD",
    "-",
    "",
]
_RANKS = ["A", "5", "10", "T", "j", "X", "", "11"]
_PATHS = [
    "out/a",
    "out/none/b",
    "out",
    "/dev/null",
    "out/é",
    "out/" + "n" * 300,
    "games/1.toml",
    "out/x.html",
]
# For each command its arguments, then its options: None for a flag, else what to take values from.
# What takes seconds each time is asked for too little of to be done.
_COMMANDS: dict[str, tuple[list[list[str]], dict[str, list[str] | None]]] = {
    "variants": ([], {"--json": None}),
    "rules": ([["VARIANT"]], {"--set": SETTING_WORDS, "--json": None}),
    "hand": (
        [["cribbage", "poker-english", "cribbage-crib", "x"], *[CARD_WORDS] * 5],
        {"--starter": CARD_WORDS, "--set": SETTING_WORDS, "--ascii": None, "--json": None},
    ),
    "score": (
        [["VARIANT"], _GRIDS],
        {"--starter": CARD_WORDS, "--set": SETTING_WORDS, "--ascii": None, "--json": None},
    ),
    "play": (
        [["VARIANT"]],
        {
            "--seed": _NUMBERS,
            "--deal": ["CODE"],
            "--daily": None,
            "--players": ["Ann,Bob", "Ann", "", ",", "A,A"],
            "--duplicate": None,
            "--set": SETTING_WORDS,
            "--ascii": None,
            "--four-colours": None,
            "--line": None,
            "--plain": None,
        },
    ),
    "resume": (
        [_GAMES],
        {"--ascii": None, "--four-colours": None, "--line": None, "--plain": None},
    ),
    "games": (
        [_GAMES],
        {
            "--export": ["out/", "out/one.toml", "out", "games/0.toml", ""],
            "--import": [*_GAMES],
            "--repair": None,
            "--json": None,
        },
    ),
    "serve": ([], {"--port": _NUMBERS, "--host": ["127.0.0.1", "x", "", "::1", "0.0.0.0", "a b"]}),
    "replay": (
        [_GAMES],
        {"--pause": _NUMBERS, "--ascii": None, "--four-colours": None, "--plain": None},
    ),
    "review": (
        [["99", "none.toml", "x", "-1", "games"]],
        {"--playouts": _NUMBERS, "--html": _PATHS, "--ascii": None, "--json": None},
    ),
    "share": ([_GAMES], {"--ascii": None}),
    "stats": ([["VARIANT"]], {"--player": ["Ann", "", "x"], "--json": None}),
    "deal": ([["VARIANT"]], {"--seed": _NUMBERS, "--deal": ["CODE"], "--json": None}),
    "simulate": (
        [["VARIANT"]],
        {
            "--games": _FEW,
            "--strategy": [
                "random",
                "greedy",
                "x",
                "greedy(a=1)",
                "random()",
                "expert(playouts=0)",
            ],
            "--seed": _NUMBERS,
            "--deals": ["deals.txt", "none", "out", "games/1.toml"],
            "--workers": ["0", "-1", "x", "1"],
            "--set": ["target=60", "target=x", "x=1"],
            "--csv": _PATHS,
            "--json": None,
        },
    ),
    "compare": (
        [["VARIANT"], ["x", "", "poker-squares"]],
        {
            "--games": _FEW,
            "--positions": ["0", "-1", "x"],
            "--strategies": ["random", "", ",", "x", "greedy,x"],
            "--seed": _NUMBERS,
            "--scorers": ["poker-english", "x", ",", ""],
            "--scored-by": ["x", ","],
            "--hindsight": ["0", "x", "-1"],
            "--workers": ["0", "x", "1"],
            "--set": ["target=60", "x=1"],
            "--csv": _PATHS,
            "--html": ["out/none/x.html"],
            "--json": None,
        },
    ),
    "solve": (
        [["VARIANT"]],
        {
            "--seed": ["-1", "x", "9" * 30],
            "--deal": ["x", "C0", ""],
            "--cards": ["5H", "", "5H 5H", "XX"],
            "--starter": CARD_WORDS,
            "--game": ["99", "x", ""],
            "--set": SETTING_WORDS,
            "--time-limit": ["-1", "nan", "x", "0"],
            "--ascii": None,
            "--json": None,
        },
    ),
    "maximum": (
        [["x", "", "maverik"]],
        {
            "--all": None,
            "--starter-rank": _RANKS,
            "--set": ["x=1", "rows=99"],
            "--time-limit": ["-1", "nan", "x"],
            "--json": None,
        },
    ),
    "plugins": (
        [["", "x", "check", "os"], ["", "x", "nothing-there", "variants.toml.none"]],
        {"--requirements": None, "--json": None},
    ),
    "new-plugin": (
        [["squares-fuzz", "x", "os", "a--b", "import", "é", "-", ""]],
        {"--scorer": None, "--rule": None, "--strategy": None, "--variant-only": None},
    ),
    "none-such": ([["x"]], {"--x": ["1"]}),
}


_ON_TABLES = ("simulate", "compare")


class Arguments(Reader):
    """One call of ``squares``: its arguments and what stands on its input."""

    name = "arguments"

    def __init__(self, workshop: Workshop) -> None:
        super().__init__(workshop)
        self.folder = workshop.folder / "here"
        for name in ("games", "out", "data"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        records = played_records(workshop)
        for number, record in enumerate(records):
            (self.folder / "games" / f"{number}.toml").write_text(record.text(), encoding="utf-8")
        for number, text in enumerate(_VARIANT_FILES):
            (self.folder / f"variants{number}.toml").write_text(text, encoding="utf-8")
        (self.folder / "bad.toml").write_text("[[variant]", encoding="utf-8")
        deals = [" ".join(CARD_WORDS[:30]), deal_code(make_deal(3))]
        (self.folder / "deals.txt").write_text("\n".join(deals), encoding="utf-8")
        from squares_core.store import Store

        store = Store(workshop.folder / "kept")
        for record in records[:6]:
            store.save(record)
        self.store = store.path.read_bytes()
        self.variants = [*workshop.registry.variants.ids, "my-squares", "small", "none", ""]
        self.codes = [deal_code(make_deal(seed)) for seed in range(3)]
        self._prepare()
        self.commands = [name for name in _COMMANDS if name not in _ON_TABLES or not workshop.quick]
        if not workshop.quick:
            self._warm_up()

    def _warm_up(self) -> None:
        """Compile what games on tables need, and load what draws charts: it may take a minute."""
        for variant in self.workshop.registry.variants.ids:
            for words in (["simulate", variant], ["compare", variant, "--positions", "0"]):
                with contextlib.suppress(InvalidValueError):
                    self.read(([*words, "--games", "1"], b""))
        charts = ["compare", "cribbage-squares", "--strategies", "random,greedy", "--games", "2"]
        self.read(([*charts, "--positions", "0", "--html", "out/warm.html"], b""))

    def _prepare(self) -> None:
        """Make the command once, as it takes a tenth of a second, and what is installed known."""
        import typer.main

        from squares_core import plugins
        from squares_core.cli import app as module

        command = typer.main.get_command(module.app)
        module.app = command  # type: ignore[assignment]  # what calling the app comes to
        known = plugins.load_registry
        plugins.load_registry = lambda *args, **named: (  # type: ignore[assignment]  # quickly
            known(*args, **named) if args or named else self.workshop.copy_of_registry()
        )
        try:
            from squares_core.table.web import TableServer

            TableServer.serve = lambda _, ready: ready("nowhere")  # type: ignore[method-assign]  # never ends
        except ImportError:
            pass

    def make(self, rng: Random) -> tuple[list[str], bytes]:
        words: list[str] = []
        if rng.random() < 0.15:
            path = rng.choice(
                ("variants0.toml", "variants1.toml", "bad.toml", "none.toml", "games", "deals.txt")
            )
            words += ["--variant-file", path]
        if rng.random() < 0.05:
            words += ["--data", rng.choice(("data", "out", "deals.txt", "none/none", ""))]
        command = rng.choice(self.commands)
        arguments, options = _COMMANDS[command]
        parts: list[list[str]] = [
            [self._value(rng, values)] for values in arguments if rng.random() < 0.93
        ]
        for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
            if options:
                option = rng.choice(sorted(options))
                values = options[option]
                parts.append([option] if values is None else [option, self._value(rng, values)])
        if command in _ON_TABLES:
            parts.append(["--games", rng.choice(_FEW)])
        if command == "compare":
            parts.append(["--positions", "0"])
        if rng.random() < 0.3:
            rng.shuffle(parts)
        words += [command, *(word for part in parts for word in part)]
        if command not in (*_ON_TABLES, "review", "maximum", "solve") and rng.random() < 0.1:
            at = rng.randrange(len(words))
            words[at] = one_of(
                rng,
                (2, lambda: mutated(rng, words[at])),
                (
                    1,
                    lambda: rng.choice(
                        ("--help", "--version", "--", "-", "-x", "--json=1", "\udcff")
                    ),
                ),
                (1, lambda: any_text(rng, STRATEGY_WORDS)),
            )
        lines = [any_text(rng, MOVE_WORDS, MOVE_WORDS) for _ in range(rng.choice((0, 0, 2, 9)))]
        stdin = one_of(
            rng,
            (3, lambda: "\n".join(lines).encode("utf-8", "surrogatepass")),
            (1, lambda: "".join(f"{c}{r}\n" for r in range(1, 6) for c in "abcde").encode()),
            (1, lambda: _GRIDS[rng.randrange(3)].replace(" / ", "\n").encode()),
            (1, lambda: rng.randbytes(rng.randint(0, 60))),
        )
        return [_as_argument(word) for word in words], stdin

    def _value(self, rng: Random, values: list[str]) -> str:
        chosen = rng.choice(values)
        if chosen == "VARIANT":
            return rng.choice(self.variants)
        if chosen == "CODE":
            return any_text(rng, self.codes)
        return chosen

    def read(self, given: tuple[list[str], bytes]) -> None:
        from squares_core.cli import main

        words, stdin = given
        if words and words[0] in ("review", "maximum", "solve") and len(words) < 2:
            return
        os.chdir(self.folder)
        data = self.folder / "data"
        for path in data.iterdir():
            path.unlink() if path.is_file() else None
        (data / "games.sqlite").write_bytes(self.store)
        for path in (self.folder / "out").iterdir():
            path.unlink() if path.is_file() else None
        os.environ["SQUARES_DATA"] = "data"
        os.environ["SQUARES_DEBUG"] = "1"
        out, err = _Stream(), _Stream()
        kept = sys.stdin, sys.stdout, sys.stderr, sys.argv
        sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
        sys.stdout, sys.stderr, sys.argv = out, err, ["squares", *words]
        try:
            main()
            code: Any = 0
        except SystemExit as stop:
            code = stop.code or 0
        except PluginError as error:
            code = 1
            err.write(f"squares: {error}\n")
        finally:
            sys.stdin, sys.stdout, sys.stderr, sys.argv = kept
            for name in (self.folder / "squares-fuzz", self.folder / "x"):
                _remove(name)
        told = err.text
        assert "Traceback" not in told + out.text
        assert "squares: failed:" not in told
        if code == 0:
            return
        assert code in (1, 2), f"exit code {code}"
        lines = [line for line in told.split("\n") if line]
        assert lines, f"exit code {code} without a word"
        if code == 1:
            assert lines[-1].startswith("squares: "), lines[-1][:200]
            assert lines[-1].isprintable()
            # A file is named by its whole path, however long that is.
            check_message(lines[-1], longer=max(map(len, words), default=0))
        raise InvalidValueError("refused")


def _as_argument(word: str) -> str:
    """Return ``word`` as an argument can be: without NUL, and what is no text as single bytes."""
    plain = word.replace("\0", "")[:5000].encode(
        "utf-8", "surrogateescape" if "\udcff" in word else "replace"
    )
    return plain.decode("utf-8", "surrogateescape")


def _remove(folder: Path) -> None:
    if folder.is_dir():
        for path in sorted(folder.rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()
        folder.rmdir()


class _Stream(io.TextIOWrapper):
    """A stream as a pipe gives it, whose text can be had afterwards."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), "utf-8", errors="replace", write_through=True)

    def fileno(self) -> int:
        return os.open(os.devnull, os.O_WRONLY)

    @property
    def text(self) -> str:
        self.flush()
        data: io.BytesIO = self.buffer  # type: ignore[assignment]  # as it was made
        return data.getvalue().decode("utf-8", "replace")


ARGUMENTS: tuple[type[Reader], ...] = (Arguments,)
assert SquaresError
