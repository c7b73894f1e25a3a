"""Imports point one way, and plugins use nothing but what is public.

Every module is read, not run: an import inside a function counts as one at the top does. Only
imports for annotations (under ``TYPE_CHECKING``) may point upwards, since they never happen.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import squares_core

ROOT = Path(__file__).parents[1]
HOOKS_PAGE = ROOT / "docs" / "reference" / "hooks.md"
ARCHITECTURE_PAGE = ROOT / "docs" / "explanation" / "architecture.md"

# From the bottom up: the modules and sub-packages of squares_core in each layer, and what each
# layer may import that is neither squares_core nor the standard library.
LAYERS: dict[str, tuple[str, str]] = {
    "the things on the table and the game": (
        "errors wording home chance options cards deals grid tableau scoring placement answers "
        "moves rules rules_text rehearsal strategy game toml_text deal_files whole_files",
        "",
    ),
    "files that people edit or keep": (
        "checked_tables variants variant_schema records",
        "pydantic",
    ),
    "the seam": ("hookspecs registry plugins doctor", "pluggy"),
    "the engine and what runs on it": (
        "engine simulating comparing judging",
        "numpy numba platformdirs",
    ),
    "the store and the conformance kit": (
        "store store_schema keeping statistics testing",
        "numpy platformdirs pydantic pytest",
    ),
    "what is shown, and who plays": ("text seating", "numpy platformdirs"),
    "what people see": (
        "cli report table __main__",
        "altair numpy platformdirs pydantic rich textual typer vl_convert",
    ),
}
LAYER_OF = {
    module: number
    for number, (modules, _) in enumerate(LAYERS.values())
    for module in modules.split()
}
ALLOWED = [set(third_party.split()) for _, third_party in LAYERS.values()]
# What comes only with an extra is imported by one module alone.
OPTIONAL = {
    "squares_core.simulating.cluster": {"distributed"},
    "squares_core.table.web": {"aiohttp", "textual_serve"},
}
FORBIDDEN_NAMES = re.compile(
    r"(utils?|helpers?|managers?|base|bases|common|types?|misc|tools?|shared|core|lib|stuff)"
)
LONGEST = 500
# Files that may be longer, each with the reason.
LONG: dict[str, str] = {}


@dataclass(frozen=True)
class Import:
    module: str
    name: str
    top: bool
    annotations_only: bool

    def __str__(self) -> str:
        return f"{self.module}.{self.name}" if self.name else self.module


@dataclass(frozen=True)
class Module:
    path: Path
    name: str

    @property
    def layer(self) -> int | None:
        return LAYER_OF.get(self.name.split(".")[1])


def _modules(folder: Path) -> list[Module]:
    found = []
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder.parent).with_suffix("").parts
        if "template" not in parts:
            found.append(Module(path, ".".join(parts).removesuffix(".__init__")))
    return found


CORE = _modules(ROOT / "squares_core")
PLUGINS = [
    module
    for folder in sorted((ROOT / "plugins").iterdir())
    if (folder / "__init__.py").is_file()
    for module in _modules(folder)
]
EXAMPLE = [
    module
    for folder in sorted((ROOT / "docs" / "examples").glob("*/src/*"))
    for module in _modules(folder)
]
NAMES = {module.name for module in CORE}


@cache
def imports(module: Module) -> tuple[Import, ...]:
    tree = ast.parse(module.path.read_text(encoding="utf-8"), str(module.path))
    return tuple(_walk(tree, top=True, annotations_only=False))


def _walk(node: ast.AST, *, top: bool, annotations_only: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield Import(alias.name, "", top, annotations_only)
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, f"relative import on line {child.lineno}: write it in full"
            for alias in child.names:
                whole = f"{child.module}.{alias.name}"
                if whole in NAMES:
                    yield Import(whole, "", top, annotations_only)
                else:
                    yield Import(child.module or "", alias.name, top, annotations_only)
        else:
            inner = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            guarded = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
            yield from _walk(
                child, top=top and not inner, annotations_only=annotations_only or guarded
            )


def _foreign(module: Module) -> set[str]:
    """What a module imports from outside squares_core and the standard library."""
    roots = {item.module.split(".")[0] for item in imports(module) if not item.annotations_only}
    return roots - {"squares_core"} - sys.stdlib_module_names


def _id(module: Module) -> str:
    return module.name


INNER = [module for module in CORE if module.name != "squares_core"]


@pytest.mark.parametrize("module", INNER, ids=_id)
def test_every_module_has_a_layer(module: Module) -> None:
    assert module.layer is not None, (
        f"{module.name} stands in no layer: add it to LAYERS in {Path(__file__).name}, at the "
        "lowest layer whose imports suffice"
    )


def _table_of_the_page(heading: str) -> list[list[str]]:
    """Return the cells of each row of the table below a heading of the page on architecture."""
    page = ARCHITECTURE_PAGE.read_text(encoding="utf-8")
    section = page.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[1:]]


def _marked(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_the_page_on_architecture_has_the_layers_with_every_module() -> None:
    told = {
        layer: (sorted(_marked(modules)), sorted(_marked(libraries)))
        for layer, modules, libraries in _table_of_the_page("The layers")
    }
    assert list(told) == list(LAYERS)
    assert told == {
        layer: (sorted(modules.split()), sorted(third_party.split()))
        for layer, (modules, third_party) in LAYERS.items()
    }


def test_every_layer_lists_only_what_is_there() -> None:
    assert set(LAYER_OF) == {module.name.split(".")[1] for module in INNER}


def test_the_page_on_architecture_has_every_room_and_leads_to_modules_that_are_there() -> None:
    core = ROOT / "squares_core"
    rooms = _table_of_the_page("The rooms")
    there = {path.parent.relative_to(core).as_posix() for path in core.rglob("*/__init__.py")}
    assert {room for cell, _, _ in rooms for room in _marked(cell)} == there
    for cell, _, first in rooms:
        (room,), modules = _marked(cell), _marked(first)
        assert modules, room
        assert [name for name in modules if not (core / room / f"{name}.py").is_file()] == []


@pytest.mark.parametrize("module", INNER, ids=_id)
def test_imports_never_point_upwards(module: Module) -> None:
    upwards = [
        str(item)
        for item in imports(module)
        if item.module.startswith("squares_core.")
        and not item.annotations_only
        # A module without a layer is told of once, above.
        and LAYER_OF.get(item.module.split(".")[1], 0) > (module.layer or 0)
    ]
    assert not upwards


@pytest.mark.parametrize("module", INNER, ids=_id)
def test_a_layer_imports_only_the_libraries_it_may(module: Module) -> None:
    optional = OPTIONAL.get(module.name, set())
    assert _foreign(module) <= ALLOWED[module.layer or 0] | optional


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {
        module.name: {
            item.module
            for item in imports(module)
            if item.top and not item.annotations_only and item.module in NAMES
        }
        - {"squares_core"}
        for module in INNER
    }
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, " -> ".join([*path, name])
        if name not in done:
            for other in sorted(graph.get(name, ())):
                visit(other, (*path, name))
            done.add(name)

    for name in sorted(graph):
        visit(name, ())


@pytest.mark.parametrize("module", CORE, ids=_id)
def test_the_core_imports_no_plugin(module: Module) -> None:
    plugins = {plugin.name.split(".")[0] for plugin in [*PLUGINS, *EXAMPLE]}
    assert not {item.module.split(".")[0] for item in imports(module)} & plugins


def test_the_public_names_are_listed_and_there() -> None:
    assert sorted(squares_core.__all__) == sorted(set(squares_core.__all__))
    assert [name for name in squares_core.__all__ if not hasattr(squares_core, name)] == []


def test_what_the_package_imports_is_public() -> None:
    package = next(module for module in CORE if module.name == "squares_core")
    taken = {item.name for item in imports(package) if item.module.startswith("squares_core.")}
    assert taken <= set(squares_core.__all__)


def public_modules() -> set[str]:
    page = HOOKS_PAGE.read_text(encoding="utf-8")
    section = page.split("## What is public", 1)[1]
    return set(re.findall(r"^- `([\w.]+)`$", section, re.MULTILINE))


def test_every_public_module_that_the_page_lists_says_what_is_public_in_it() -> None:
    from importlib import import_module

    from squares_core.testing.plugin_promises import PUBLIC_MODULES

    assert public_modules() == set(PUBLIC_MODULES)
    for name in public_modules():
        assert import_module(name).__all__, name


@pytest.mark.parametrize("module", [*PLUGINS, *EXAMPLE], ids=_id)
def test_a_plugin_imports_public_names_and_no_other_plugin(module: Module) -> None:
    from importlib import import_module

    own = module.name.split(".")[0]
    for item in imports(module):
        root = item.module.split(".")[0]
        if root in sys.stdlib_module_names or root == own:
            continue
        assert root == "squares_core", f"{module.name} imports {item}"
        assert item.module in public_modules(), f"{module.name} imports {item}"
        names = import_module(item.module).__all__
        assert not item.name or item.name in names, f"{module.name} imports {item}"


def test_every_bundled_plugin_is_declared_as_an_entry_point_and_nowhere_else() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = project["entry-points"]["squares.plugins"]
    packages = {module.name.split(".")[0] for module in PLUGINS}
    assert declared == {name: name for name in packages}
    for module in CORE:
        text = module.path.read_text(encoding="utf-8")
        code = re.sub(r'""".*?"""', "", text, flags=re.DOTALL)
        assert not [name for name in packages if name in code], module.name


@pytest.mark.parametrize("module", [*CORE, *PLUGINS], ids=_id)
def test_no_module_has_a_name_that_says_nothing(module: Module) -> None:
    assert not FORBIDDEN_NAMES.fullmatch(module.name.split(".")[-1])


@pytest.mark.parametrize("module", [*CORE, *PLUGINS], ids=_id)
def test_no_file_is_long_without_a_reason(module: Module) -> None:
    length = len(module.path.read_text(encoding="utf-8").splitlines())
    name = module.path.relative_to(ROOT).as_posix()
    if name in LONG:
        assert length > LONGEST, f"{name} is short again: take it off the list"
    else:
        assert length <= LONGEST, f"{length} lines: split it, or give the reason in LONG"


def test_the_game_needs_the_standard_library_alone() -> None:
    modules = next(iter(LAYERS.values()))[0].split()
    code = "; ".join(
        ["import sys", f"sys.path.insert(0, {str(ROOT)!r})"]
        + [
            f"import squares_core.{name}"
            for name in modules
            if (ROOT / f"squares_core/{name}.py").is_file()
        ]
    )
    # -S leaves out site-packages: nothing that was installed can be found.
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True)
    assert done.stderr == ""


def test_help_imports_no_plugin_and_no_heavy_library() -> None:
    code = (
        "import sys\nsys.argv = ['squares', '--help']\n"
        "from squares_core.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "Usage" in done.stdout
    loaded = set(done.stderr.split())
    plugins = {plugin.name.split(".")[0] for plugin in PLUGINS}
    assert "squares_core" in loaded
    assert not loaded & ({"numpy", "numba", "textual", "pydantic", "pluggy"} | plugins)
