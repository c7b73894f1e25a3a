"""Mutation testing: which changes of the code would no test notice?

``python tests/mutation/run.py NEW_FOLDER [MODULE...]`` needs mutmut 3 (``pip install mutmut``) and
prints for each of MODULES its mutants, how many were killed, and those that live on with what they
change. What to make of them is in docs/explanation/mutation-testing.md.

mutmut wants every package beside pyproject.toml and leaves decorated functions alone. So each
module is mutated in a copy of the project of its own in which the plugins lie beside squares_core
and ``@property`` is ``name = property(name)`` after the function. What only remembers answers is
left out there, since a remembered answer would hide a mutant.
"""

from __future__ import annotations

import ast
import difflib
import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Each module with the tests that are to kill its mutants: the fewer, the faster.
MODULES = {
    "squares_core/scoring.py": ["tests/test_scoring.py"],
    "squares_core/game.py": ["tests/test_game.py"],
    "squares_core/rules.py": ["tests/test_rules.py", "tests/test_game.py"],
    "squares_core/answers.py": ["tests/test_answers.py", "tests/test_rules.py"],
    "squares_core/statistics.py": ["tests/test_statistics.py"],
    "squares_core/comparing/intervals.py": ["tests/comparing/test_intervals.py"],
    "plugins/squares_basics/placement.py": ["tests/plugins/test_basics.py"],
    "plugins/squares_cribbage/scoring.py": ["tests/plugins/test_cribbage.py"],
    "plugins/squares_poker/scoring.py": ["tests/plugins/test_poker.py"],
}
# Whole spaces take too long to be counted for every mutant.
LEFT_OUT = "compiled_scorer or of_every_kind or fall_into or hands_count_as or paired_difference"
REBOUND = {"property": "property", "cached_property": "property", "lru_cache": None}
# How a mutant's run ends: a test failed, pytest broke, or it took far too long.
KILLED = {1, 3, 24, 36, 152, 255, -24}


def without_decorators(source: str) -> str:
    """Return ``source`` with the decorators in ``REBOUND`` taken off, and rebound where needed."""
    lines = source.splitlines()
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    for node in sorted(functions, key=lambda node: node.lineno, reverse=True):
        match node.decorator_list:
            case [ast.Name(id=name, lineno=line)] if name in REBOUND:
                rebound = REBOUND[name]
                if rebound:
                    after = f"{' ' * node.col_offset}{node.name} = {rebound}({node.name})"
                    lines.insert(node.end_lineno or node.lineno, after)
                del lines[line - 1]
    return "\n".join(lines) + "\n"


def lay_out(module: str, folder: Path) -> str:
    """Fill the new ``folder`` and return the path of ``module`` in it."""
    folder.mkdir(parents=True)
    ignored = shutil.ignore_patterns("__pycache__")
    for source in (ROOT / "squares_core", ROOT / "tests", *(ROOT / "plugins").glob("squares_*")):
        shutil.copytree(source, folder / source.name, ignore=ignored)
    path = module.removeprefix("plugins/")
    mutated = folder / path
    mutated.write_text(without_decorators(mutated.read_text(encoding="utf-8")), encoding="utf-8")
    packages = [f'"{item.name}"' for item in folder.iterdir() if item.name.startswith("squares_")]
    settings = f"""
[tool.mutmut]
source_paths = [{", ".join(packages)}]
only_mutate = ["{path}"]
pytest_add_cli_args_test_selection = {json.dumps(MODULES[module])}
pytest_add_cli_args = ["-p", "no:cacheprovider", "-k", "not ({LEFT_OUT})"]
"""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (folder / "pyproject.toml").write_text(project + settings, encoding="utf-8")
    return path


def report(module: str, path: Path) -> str:
    """Return the module's line of the table, then every mutant that lives on."""
    outcomes = json.loads(Path(f"{path}.meta").read_text(encoding="utf-8"))["exit_code_by_key"]
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    functions = {
        node.name: lines[node.lineno : node.end_lineno]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
    }
    alive = [name for name, code in outcomes.items() if code not in KILLED]
    killed = len(outcomes) - len(alive)
    shown = [f"| `{module}` | {len(outcomes)} | {killed} | {killed / len(outcomes):.1%} |"]
    for name in (name.rpartition(".")[2] for name in alive):
        original = functions[f"{name.rpartition('_')[0]}_orig"]
        changed = list(difflib.unified_diff(original, functions[name], n=0, lineterm=""))[2:]
        shown += ["", name, *(line for line in changed if not line.startswith("@@"))]
    return "\n".join(shown)


def main(folder: Path, modules: list[str]) -> None:
    """Mutate one module after the other."""
    for module in modules:
        place = folder / module.replace("/", "-").removesuffix(".py")
        path = lay_out(module, place)
        command = [sys.executable, "-m", "mutmut", "run", "--max-children", "1"]
        with (place / "mutmut.log").open("w", encoding="utf-8") as log:
            subprocess.run(command, cwd=place, stdout=log, stderr=log, check=False)
        print(report(module, place / "mutants" / path), end="\n\n", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2 or set(sys.argv[2:]) - set(MODULES):
        raise SystemExit(f"usage: python tests/mutation/run.py NEW_FOLDER [{' '.join(MODULES)}]")
    main(Path(sys.argv[1]), sys.argv[2:] or list(MODULES))
