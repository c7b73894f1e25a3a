"""Whatever is wrong with one plugin costs no other plugin and no user anything."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from squares_core import PluginError, Registry, UnknownIdError, load_registry
from squares_core.errors import raised_at
from squares_core.plugins import add_plugin

BUNDLED = ("squares_basics", "squares_cribbage", "squares_poker")

# What follows a good scorer in the module (or replaces it, after a "!"), and what is said of it.
BROKEN = {
    "import_error": (
        "!import squares_no_such_thing",
        "failed at import: ModuleNotFoundError: No module named 'squares_no_such_thing' "
        "(__init__.py, line 1)",
    ),
    "syntax_error": ("!def (:", "failed at import: SyntaxError: "),
    "exits_at_import": ("!raise SystemExit(3)", "failed at import: SystemExit: 3 (__init__.py"),
    "error_without_message": (
        "!class Odd(Exception):\n    def __str__(self):\n        raise ValueError\nraise Odd",
        "failed at import: Odd: (its message cannot be shown: ValueError)",
    ),
    "hook_misspelt": (
        "@hookimpl\ndef squares_variant():\n    return []",
        "failed at register: there is no hook 'squares_variant'; did you mean 'squares_variants'?",
    ),
    "hook_unmarked": (
        "def squares_strategies():\n    return []",
        "failed at register: squares_strategies is not marked: put @hookimpl of squares_core",
    ),
    "nothing_marked": (
        "!VALUE = 1",
        "failed at register: nothing in it is marked with @hookimpl; the hooks are squares_scorers",
    ),
    "unknown_argument": (
        "@hookimpl\ndef squares_variants(config):\n    return []",
        "failed at register: hook squares_variants takes no argument 'config'",
    ),
    "wrapper": (
        "@hookimpl(wrapper=True)\ndef squares_variants():\n    return (yield)",
        "failed at register: hook squares_variants is marked as a wrapper",
    ),
    "later_api": (
        "SQUARES_PLUGIN_API = 99",
        "failed at register: it is written for plugin API 99 and this Squares has 1: install a "
        "newer squares-solitaire",
    ),
    "hook_raises": (
        "@hookimpl\ndef squares_variants():\n    return 1 // 0",
        "failed at collect: ZeroDivisionError",
    ),
    "hook_exits": (
        "@hookimpl\ndef squares_variants():\n    raise SystemExit",
        "failed at collect: SystemExit (__init__.py",
    ),
    "generator_fails_half_way": (
        "@hookimpl\ndef squares_strategies():\n    yield from ()\n    raise OSError('half way')",
        "failed at collect: OSError: half way (__init__.py, line",
    ),
    "returns_nothing": (
        "@hookimpl\ndef squares_variants():\n    pass",
        "failed at collect: squares_variants returned nothing; return a list",
    ),
    "returns_a_number": (
        "@hookimpl\ndef squares_variants():\n    return 5",
        "failed at collect: squares_variants returned 5 of type int; return a list of VariantSpec",
    ),
    "wrong_type": (
        "@hookimpl\ndef squares_strategies():\n    return [Halves()]",
        "failed at collect: squares_strategies gave <",
    ),
    "class_not_instance": (
        "squares_scorers = hookimpl(lambda: [Halves])",
        "failed at collect: squares_scorers gave the class Halves; give an instance of it",
    ),
    "abstract": (
        "class Rule(PlacementRule):\n    id = 'r'\n"
        "@hookimpl\ndef squares_placement_rules():\n    return [Rule()]",
        "failed at collect: TypeError: Can't instantiate abstract class Rule",
    ),
    "no_id": (
        "class Rule(PlacementRule):\n    def legal_cells(self, tableau, card):\n        return ()\n"
        "@hookimpl\ndef squares_placement_rules():\n    return [Rule()]",
        "failed at collect: squares_placement_rules gave a Rule without an id",
    ),
    "bad_id": (
        "squares_scorers = hookimpl(lambda: [Halves().named('My Halves', 'Halves')])",
        "failed at collect: squares_scorers gave a Halves with the id 'My Halves'; an id is small "
        "letters, digits and single hyphens",
    ),
    "no_title": (
        "squares_scorers = hookimpl(lambda: [Halves().named('mine', '')])",
        "failed at collect: squares_scorers gave 'mine' without its title",
    ),
    "wrong_key_in_toml": (
        "from squares_core import parse_variants\n@hookimpl\ndef squares_variants():\n"
        "    return parse_variants('[[variant]]\\nid = \"a\"\\ncolums = 4', 'squares.toml')",
        "failed at collect: squares.toml: variant 'a': unknown key 'colums'; did you mean "
        "'columns'?",
    ),
}


@pytest.fixture
def broken(shop: Any, scorer_source: Callable[..., str]) -> Callable[[str], None]:
    def install(kind: str) -> None:
        more = BROKEN[kind][0]
        source = more[1:] if more.startswith("!") else scorer_source(f"of-{kind[:2]}", more)
        shop.add(f"squares_{kind}", source)

    return install


@pytest.mark.parametrize("kind", BROKEN)
def test_one_line_tells_what_is_wrong_and_the_rest_works(
    kind: str,
    broken: Callable[[str], None],
    shop: Any,
    scorer_source: Callable[..., str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    broken(kind)
    shop.add("squares_sound", scorer_source("sound"))
    registry = shop.load()
    out, err = capsys.readouterr()
    name = f"squares_{kind}"
    assert not out
    assert err.count("\n") == 1
    said = f"squares: plugin {name} ({name.replace('_', '-')} 1.2): {BROKEN[kind][1]}"
    assert err.startswith(said)
    statuses = {info.name: info.status for info in registry.plugins}
    assert statuses.pop(name) == "broken"
    assert statuses == dict.fromkeys((*BUNDLED, "squares_sound"), "loaded")
    assert {"sound", "cribbage", "poker-american"} <= set(registry.scorers.ids)
    assert not {id_ for id_ in registry.scorers.ids if id_.startswith("of-")}


def test_a_missing_module_is_told_in_one_line(
    shop: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.add("squares_gone", None)
    registry = shop.load()
    assert capsys.readouterr().err == (
        "squares: plugin squares_gone (squares-gone 1.2): failed at import: "
        "its entry point names 'squares_gone', which is not there: No module named 'squares_gone'\n"
    )
    assert registry.rules("cribbage-squares").grid.size == 16


def test_an_entry_point_that_is_no_reference_is_told_in_one_line(
    shop: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.add("squares_odd", entry_points="[squares.plugins]\nsquares_odd = not a module!\n")
    shop.load()
    err = capsys.readouterr().err
    # Some versions of Python refuse it already when they read the metadata.
    assert err.startswith("squares: plugin squares")
    assert "failed at import: its entry point 'not a module!' is not of the form" in err or (
        "failed at find: its entry_points.txt cannot be read" in err
    )


def test_damaged_metadata_of_one_distribution_costs_no_other(
    shop: Any, scorer_source: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    shop.add("squares_damaged", entry_points="[squares.plugins]\nno equals sign here\n")
    shop.add("squares_nameless", scorer_source())
    (shop.folder / "squares_nameless-1.2.dist-info" / "METADATA").unlink()
    unreadable = shop.folder / "other-1.0.dist-info"
    unreadable.mkdir()
    (unreadable / "entry_points.txt").write_bytes(b"\xff\xfe[squares.plugins]")
    registry = shop.load()
    assert "halves" in registry.scorers
    assert {*BUNDLED} <= {info.name for info in registry.plugins if info.status == "loaded"}
    err = capsys.readouterr().err
    assert re.fullmatch(
        r"squares: plugin squares-damaged \(squares-damaged 1\.2\): failed at find: .*\n", err
    )


def test_what_a_plugin_prints_while_loading_stays_out_of_the_result(
    shop: Any, scorer_source: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    shop.add("squares_loud", "print('HELLO')" + scorer_source())
    shop.load()
    out, err = capsys.readouterr()
    assert (out, err) == ("", "HELLO\n")


def test_an_interrupt_while_a_plugin_loads_interrupts(shop: Any) -> None:
    shop.add("squares_slow", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        shop.load()


def test_a_taken_id_is_refused_and_both_holders_are_named(
    shop: Any, scorer_source: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    shop.add("squares_second", scorer_source("shared"))
    shop.add("squares_first", scorer_source("shared"))
    shop.add("squares_greedy", scorer_source("cribbage"))
    registry = shop.load()
    assert registry.scorers.holder("shared") == "plugin squares_first"
    assert registry.scorers.holder("cribbage") == "plugin squares_cribbage"
    assert capsys.readouterr().err.splitlines() == [
        "squares: plugin squares_greedy (squares-greedy 1.2): scorer 'cribbage' of plugin "
        "squares_greedy is refused: plugin squares_cribbage holds that id",
        "squares: plugin squares_second (squares-second 1.2): scorer 'shared' of plugin "
        "squares_second is refused: plugin squares_first holds that id",
    ]
    assert all(info.status == "loaded" for info in registry.plugins)


def test_a_refused_id_costs_a_plugin_only_that_id(
    shop: Any, scorer_source: Callable[..., str]
) -> None:
    more = "squares_scorers = hookimpl(lambda: [Halves(), Halves().named('other', 'Other')])"
    shop.add("squares_two", scorer_source("cribbage", more))
    registry = shop.load()
    assert registry.plugins[-1].provides["scorers"] == ("other",)


def test_the_same_id_twice_in_one_plugin_is_told(
    shop: Any, scorer_source: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    more = "squares_scorers = hookimpl(lambda: [Halves()] * 2)"
    shop.add("squares_twice", scorer_source("one", more))
    shop.load()
    err = capsys.readouterr().err
    assert "plugin squares_twice gives the scorer 'one' twice: the first one counts" in err


def test_an_entry_point_of_any_name_is_told_on_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = [
        EntryPoint("odd\n\x1b[31mname", value, "squares.plugins")
        for value in ("a\u2028 b", "squares_poker", "squares_poker:", "squares_poker")
    ]
    registry = load_registry(found, {})
    err = capsys.readouterr().err
    assert err.replace("\n", "").isprintable()
    assert err.count("\n") == 3
    with pytest.raises(UnknownIdError) as caught:
        registry.rules("no-such-game")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("squares_amiss", "names 'squares_amiss', which is not there: No module named"),
        ("squares_odd:plugin", "names 'squares_odd:plugin', which is not there: module 'squares_"),
    ],
)
def test_an_entry_point_to_what_is_not_there_is_told_as_such(
    shop: Any, scorer_source: Callable[..., str], entry: str, told: str
) -> None:
    shop.add(
        "squares_odd", scorer_source(), entry_points=f"[squares.plugins]\nsquares_odd = {entry}\n"
    )
    problem = shop.load().plugins[-1].problem
    assert problem.startswith("failed at import: its entry point ")
    assert told in problem


def test_a_package_that_finds_plugins_in_place_of_python_is_taken_for_none() -> None:
    finder = "/venv/lib/python3.11/site-packages/importlib_metadata/__init__.py"
    with pytest.raises(AttributeError) as caught:
        exec(compile("None.load()", finder, "exec"))
    assert raised_at(caught.value).startswith("test_broken_plugins.py, line ")


@pytest.mark.parametrize(
    ("good", "wrong", "told"),
    [
        ("(4, 5)", "(4)", "with hand_sizes = 4; give a tuple of whole numbers, such as (5,)"),
        ("(4, 5)", "['4']", "with hand_sizes = ['4']; give a tuple of whole numbers"),
        ('"Halves"', "7", "gave 'halves' with title = 7; give a text"),
        ("squares_scorers", "squares_strategies", "squares_scorers is the hook for it"),
    ],
)
def test_an_attribute_of_another_kind_is_told_with_what_it_should_be(
    shop: Any, scorer_source: Callable[..., str], good: str, wrong: str, told: str
) -> None:
    shop.add("squares_odd", scorer_source().replace(good, wrong))
    assert told in shop.load().plugins[-1].problem


def test_the_line_that_is_named_is_the_plugins_own(
    shop: Any, scorer_source: Callable[..., str]
) -> None:
    shop.add("squares_odd", "import json\njson.loads('{')\n")
    assert shop.load().plugins[-1].problem.endswith("(__init__.py, line 2)")


def test_more_than_three_ids_that_are_refused_are_counted(
    shop: Any, scorer_source: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    more = "squares_scorers = hookimpl(lambda: [Halves()] * 6)"
    shop.add("squares_six", scorer_source("six", more))
    shop.load()
    assert capsys.readouterr().err.endswith("; and 2 more\n")


def test_a_module_that_two_distributions_bring_is_loaded_once_and_both_are_named(
    shop: Any, scorer_source: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    for distribution in ("dist-b", "dist-a"):
        shop.add("squares_shared", scorer_source("shared"), distribution=distribution)
    registry = shop.load()
    assert registry.scorers.holder("shared") == "plugin squares_shared of dist-a"
    assert capsys.readouterr().err == (
        "squares: plugin squares_shared (dist-b 1.2): not loaded: its module squares_shared is "
        "that of plugin squares_shared of dist-a 1.2 already; uninstall one of the two\n"
    )
    with pytest.raises(UnknownIdError) as caught:
        registry.scorer("nowhere")
    assert "may hold it" not in str(caught.value)


def test_an_id_refused_between_plugins_of_one_name_names_their_distributions(
    shop: Any, scorer_source: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    for module, distribution in (("squares_later", "dist-b"), ("squares_sooner", "dist-a")):
        shop.add(
            module,
            scorer_source("one"),
            distribution=distribution,
            entry_points=f"[squares.plugins]\nsame = {module}\n",
        )
    shop.load()
    assert (
        "scorer 'one' of plugin same of dist-b is refused: plugin same of dist-a holds that id"
    ) in capsys.readouterr().err


def test_an_object_that_refuses_even_its_name_is_a_plugin_like_any_other(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Sullen:
        def __dir__(self) -> list[str]:
            return []

        def __getattr__(self, name: str) -> object:
            raise SystemExit(3)

    info = add_plugin(Registry(), Sullen(), "sullen")
    assert (info.status, info.module) == ("broken", "")


def test_an_unknown_id_says_that_a_broken_plugin_may_hold_it(
    broken: Callable[[str], None], shop: Any
) -> None:
    broken("unknown_argument")
    registry = shop.load()
    with pytest.raises(UnknownIdError) as caught:
        registry.rules("unknown-argument-squares")
    text = str(caught.value)
    assert text.startswith("there is no variant 'unknown-argument-squares'")
    assert "plugin squares_unknown_argument could not be loaded and may hold it" in text
    assert "('squares plugins squares_unknown_argument' tells more)" in text
    # Why it is broken was told when it was loaded, and what else there is would help nobody.
    assert "takes no argument" not in text
    assert "cribbage-squares" not in text


def test_an_unknown_id_says_that_a_disabled_plugin_may_hold_it(
    shop: Any, scorer_source: Callable[..., str]
) -> None:
    shop.add("squares_off", scorer_source("off"))
    registry = shop.load(SQUARES_DISABLE_PLUGINS="squares_off")
    with pytest.raises(UnknownIdError, match="squares_off is disabled and may hold it"):
        registry.scorer("off")


def test_strict_makes_a_bad_plugin_fatal(broken: Callable[[str], None], shop: Any) -> None:
    broken("hook_raises")
    with pytest.raises(PluginError, match=r"^plugin squares_hook_raises .*ZeroDivisionError"):
        shop.load(SQUARES_STRICT_PLUGINS="1")
    assert shop.load(SQUARES_STRICT_PLUGINS="0").plugins


def test_the_command_works_with_every_kind_of_broken_plugin_installed_at_once(
    broken: Callable[[str], None], shop: Any
) -> None:
    for kind in BROKEN:
        broken(kind)
    shop.add("squares_gone", None)
    sound = shop.squares("deal", "cribbage-squares", "--seed", "7", PYTHONPATH="")
    result = shop.squares("deal", "cribbage-squares", "--seed", "7")
    assert result.returncode == 0
    assert result.stdout == sound.stdout != ""
    told = [line for line in result.stderr.splitlines() if line.startswith("squares: plugin ")]
    assert len(told) == len(result.stderr.splitlines()) == len(BROKEN) + 1
    strict = shop.squares("deal", "cribbage-squares", "--seed", "7", SQUARES_STRICT_PLUGINS="1")
    assert strict.returncode == 1
    assert not strict.stdout
    assert re.fullmatch(r"squares: plugin \w+ \([\w-]+ 1\.2\): .*\n", strict.stderr)
    for words in (("--help",), ("--version",)):
        quiet = shop.squares(*words, SQUARES_STRICT_PLUGINS="1")
        assert (quiet.returncode, quiet.stderr) == (0, "")


def test_a_bundled_plugin_is_found_by_its_entry_point_alone(tmp_path: Path) -> None:
    from squares_core import load_registry

    registry = load_registry(found=[])
    assert not registry.plugins
    assert not [*registry.scorers, *registry.placement_rules, *registry.variants]
