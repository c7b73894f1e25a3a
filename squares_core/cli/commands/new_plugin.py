"""``squares new-plugin``: a plugin project to start from, ready to install and test.

The template is the example plugin of the documentation, under another name and with only the parts
asked for, so that it is tested as long as the example is.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

_EXAMPLE = "squares-diagonal"
# What belongs to a part: its files, and words that mark a line elsewhere as being about it.
_PARTS: Final = {
    "scorer": (("scoring.py", "test_scoring.py"), ("scoring", "squares_scorers")),
    "rule": (
        ("placement.py", "test_placement.py"),
        ("placement.py", "squares_diagonal.placement", "squares_placement_rules", "diagonal-first"),
    ),
    "strategy": (("strategies.py", "test_strategies.py"), ("strategies", "squares_strategies")),
    "variant": (
        ("variants.py", "variants.toml", "test_variants.py"),
        ("variants.toml", "squares_diagonal.variants", "squares_variants", "diagonal-squares"),
    ),
}
_FILES: Final = (
    ".github/workflows/test.yml",
    ".gitignore",
    "README.md",
    "pyproject.toml",
    "src/squares_diagonal/__init__.py",
    "src/squares_diagonal/placement.py",
    "src/squares_diagonal/py.typed",
    "src/squares_diagonal/scoring.py",
    "src/squares_diagonal/strategies.py",
    "src/squares_diagonal/variants.py",
    "src/squares_diagonal/variants.toml",
    "tests/test_placement.py",
    "tests/test_promises.py",
    "tests/test_scoring.py",
    "tests/test_strategies.py",
    "tests/test_variants.py",
)
_LONGEST_NAME = 40


def new_plugin(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The name of the project, such as squares-brag.")
    ],
    scorer: Annotated[
        bool, typer.Option("--scorer", help="A scorer and a variant that uses it (the default).")
    ] = False,
    rule: Annotated[
        bool, typer.Option("--rule", help="A placement rule and a variant that uses it.")
    ] = False,
    strategy: Annotated[bool, typer.Option("--strategy", help="A strategy.")] = False,
    variant_only: Annotated[
        bool, typer.Option("--variant-only", help="A variant in TOML and no Python of its own.")
    ] = False,
) -> None:
    """Write a plugin project to start from.

    It goes into a new folder of that name, installs and passes its own tests as it is. The options
    can be given together.

    Example: squares new-plugin squares-brag --scorer --strategy
    """
    from squares_core.cli.arguments import setup_of
    from squares_core.errors import InvalidValueError

    if variant_only and (scorer or rule or strategy):
        raise InvalidValueError("--variant-only goes with no other part: leave out the others")
    if not (rule or strategy or variant_only):
        scorer = True
    chosen = {
        "scorer": scorer,
        "rule": rule,
        "strategy": strategy,
        "variant": scorer or rule or variant_only,
    }
    check_name(name)
    parts = [part for part, wanted in chosen.items() if wanted]
    files = rendered(name, parts)
    _check_ids(name, setup_of(context).registry.ids_taken)
    _write(Path(name), files)
    print(f"wrote {name}: {', '.join(parts)}; next:")
    for line in (f"cd {name}", "pip install -e '.[test]'", "pytest"):
        print(f"  {line}")
    if chosen["variant"]:
        print(f"  squares play {short_name(name)}-squares")


def short_name(name: str) -> str:
    """Return the part of a project's ``name`` that its ids are made of."""
    return name.removeprefix("squares-").removesuffix("-squares")


def module_name(name: str) -> str:
    """Return the import name of a project called ``name``."""
    return name.replace("-", "_")


def check_name(name: str) -> None:
    """Raise InvalidValueError unless a project, a module and ids can be called ``name``."""
    import keyword
    import re
    import sys
    from importlib.util import find_spec

    from squares_core.errors import InvalidValueError
    from squares_core.wording import shown

    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or len(name) > _LONGEST_NAME:
        raise InvalidValueError(
            f"'{shown(name)}' cannot name a plugin: use small letters, digits and single hyphens, "
            f"a letter first, at most {_LONGEST_NAME}, such as squares-brag"
        )
    module = module_name(name)
    if name in ("squares", "squares-solitaire") or keyword.iskeyword(module):
        raise InvalidValueError(f"'{name}' is taken: choose another name, such as my-{name}")
    if module in sys.stdlib_module_names or find_spec(module) is not None:
        raise InvalidValueError(
            f"a Python module {module} is there already: choose another name, such as my-{name}"
        )


def _check_ids(name: str, taken: frozenset[str]) -> None:
    from squares_core.errors import InvalidValueError

    short = short_name(name)
    for id_ in (short, f"{short}-squares", f"{short}-first", f"{short}-greedy"):
        if id_ in taken:
            raise InvalidValueError(
                f"the id {id_} that '{name}' would add is taken: choose another name, such as "
                f"my-{name}"
            )


def template_folder() -> Path:
    """Return the folder of the example: in the checkout, or as it came with the package."""
    import squares_core

    package = Path(squares_core.__file__).parent
    checkout = package.parent / "docs" / "examples" / _EXAMPLE
    return checkout if checkout.is_dir() else package / "template"


def rendered(name: str, parts: list[str]) -> dict[str, str]:
    """Return the text of each file of a project called ``name`` that has only these parts."""
    dropped = [part for part in _PARTS if part not in parts]
    absent = {file for part in dropped for file in _PARTS[part][0]}
    marks = [mark for part in dropped for mark in _PARTS[part][1]]
    files = {}
    for path in _FILES:
        if Path(path).name in absent:
            continue
        text = (template_folder() / path).read_text(encoding="utf-8")
        if "scorer" in dropped and path.endswith(".toml"):
            # A game needs some scorer; this one counts lines of four cards too.
            text = text.replace('scorer = "diagonal"', 'scorer = "cribbage"')
        lines = [line for line in text.splitlines() if not any(mark in line for mark in marks)]
        files[_renamed(path, name)] = _renamed("\n".join([*lines, ""]) if lines else "", name)
    return files


def _renamed(text: str, name: str) -> str:
    import re

    short = short_name(name)
    title = " ".join(word.capitalize() for word in short.split("-"))
    text = text.replace("squares_diagonal", module_name(name))
    # Project names and ids; a diagonal of the grid is spoken of in the plural only.
    return re.sub(
        r"\b(squares-diagonal|diagonal|Diagonal)\b",
        lambda word: {"squares-diagonal": name, "diagonal": short, "Diagonal": title}[word[0]],
        text,
    )


def _write(folder: Path, files: dict[str, str]) -> None:
    from squares_core.errors import InvalidValueError, system_reason

    try:
        folder.mkdir()
        for path, text in files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
    except FileExistsError as error:
        raise InvalidValueError(
            f"{folder} is there already and stays as it is: choose another name or folder"
        ) from error
    except OSError as error:
        raise InvalidValueError(f"cannot write {error.filename}: {system_reason(error)}") from error
