"""Writes the pages of docs/reference that are made from the code itself.

``python docs/write_reference.py`` writes variant-file.md, variant-file.schema.json and api.md anew;
a test holds them to be up to date.
"""

from __future__ import annotations

import dataclasses
import enum
import inspect
import json
import typing
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from squares_core import variant_file_schema
from squares_core.testing.plugin_promises import PUBLIC_MODULES

FOLDER = Path(__file__).parent / "reference"

_VARIANT_FILE = """\
# The variant file

<!-- Written by docs/write_reference.py from the model that checks these files. -->

A variant file is UTF-8 text in [TOML](https://toml.io) with any number of `[[variant]]` and
`[[scorer]]` tables. `squares --variant-file FILE` adds what it holds; a plugin hands the text of
its own file to `parse_variants`. For a first file see [Write a variant in
TOML](../how-to/write-a-variant-in-toml.md).

## [[variant]]

A complete game. `id` is always needed; without `base` also `title`, `rows`, `columns` and
`scorer`. With `base` every key that is not there has the value of that variant, its title and
summary included.

{variant}

What `scorer_options` may hold depends on the scorer; an option that it does not have is refused
with those that it has. Options of a base stay only where the scorer does. At the prompt, `--set
KEY=VALUE` sets the same keys for one command, and `--set scorer.OPTION=VALUE` an option of the
scorer.

## [[scorer]]

A scorer that is there, with some of its options changed, under an id of its own: a point system.
Only a file given with `--variant-file` may hold such tables; a variant of a plugin changes
options with `scorer_options`.

{scorer}

## In an editor

[variant-file.schema.json](variant-file.schema.json) is a JSON Schema (draft 7) of such a file.
With it an editor completes keys, shows what each means and marks what is not accepted. An
installed Squares writes it, too:

```console
$ python -c "import json, squares_core as s; print(json.dumps(s.variant_file_schema()))" > s.json
$ grep -o '"title": "Squares variant file"' s.json
"title": "Squares variant file"
```

[Taplo](https://taplo.tamasfe.dev) and VS Code with *Even Better TOML*, which is built on it, take
the schema that the first line of a file names:

```toml
#:schema ./s.json

[[variant]]
id = "my-squares"
base = "poker-squares"
title = "My squares"
```

Or once for all files of a kind, in `.taplo.toml`:

```toml
[[rule]]
include = ["**/variants.toml"]

[rule.schema]
path = "s.json"
```

or in the settings of VS Code:

```json
{{"evenBetterToml.schema.associations": {{".*/variants\\\\.toml$": "file:///home/me/s.json"}}}}
```

Which ids there are and which options a scorer has, no schema can know: `squares plugins check
FILE` tells that.
"""

_API = """\
# The public interface

<!-- Written by docs/write_reference.py from the code. -->

What a plugin, or a program of your own, may import. Everything else may change at any time. Cards
and cells are small whole numbers: a card is `(rank - 1) * 4 + suit` with ranks 1 (ace) to 13
(king) and suits 0 spades, 1 hearts, 2 diamonds, 3 clubs; a cell is `row * columns + column`, both
from 0. For what goes away and how it is announced see [what is public](hooks.md#what-is-public).

{modules}"""


def variant_file_page() -> str:
    """Return the page about the variant file."""
    tables = variant_file_schema()["properties"]
    parts = {kind: _table(tables[kind]["items"]) for kind in ("variant", "scorer")}
    return _VARIANT_FILE.format(**parts)


def schema_text() -> str:
    """Return the JSON Schema as it stands in its file."""
    return json.dumps(variant_file_schema(), indent=2) + "\n"


def api_page() -> str:
    """Return the page about the public names."""
    return _API.format(modules="\n".join(_module_section(name) for name in PUBLIC_MODULES))


PAGES: dict[str, Callable[[], str]] = {
    "variant-file.md": variant_file_page,
    "variant-file.schema.json": schema_text,
    "api.md": api_page,
}


def _table(schema: dict[str, Any]) -> str:
    rows = ["| key | value | without it | meaning |", "|---|---|---|---|"]
    for name, key in schema["properties"].items():
        default = f"`{json.dumps(key['default'])}`" if "default" in key else ""
        if name in schema["required"]:
            default = "needed"
        rows.append(f"| `{name}` | {_kind(key)} | {default} | {key['description']} |")
    return "\n".join(rows)


def _kind(key: dict[str, Any]) -> str:
    if "anyOf" in key:
        return " or ".join(_kind(part) for part in key["anyOf"])
    if "const" in key:
        return f'`"{key["const"]}"`'
    if "enum" in key:
        return ", ".join(f'`"{choice}"`' for choice in key["enum"])
    match key["type"]:
        case "integer":
            return f"{key['minimum']} to {key['maximum']}"
        case "array":
            return f"a list of {_kind(key['items'])}"
        case "object":
            return "a table"
        case _:
            return "an id" if "pattern" in key else "text"


def _module_section(name: str) -> str:
    module = import_module(name)
    parts = [f"## {name}", "", _first_line(module), ""]
    for public in module.__all__:
        parts += [*_entry(public, getattr(module, public)), ""]
    return "\n".join(parts)


def _entry(name: str, thing: Any) -> Iterator[str]:
    yield f"### {name}"
    yield ""
    if inspect.isclass(thing) and thing.__name__ == name:
        yield f"`class {name}{_arguments(thing)}`"
        yield ""
        yield _first_line(thing)
        if members := list(_members(thing)):
            yield ""
            yield from members
    elif inspect.isfunction(inspect.unwrap(thing)):
        yield f"`{name}{_arguments(thing)}`"
        yield ""
        yield _first_line(thing)
    elif inspect.isclass(thing) or typing.get_origin(thing) is not None:
        yield f"`{name} = {_shown_type(thing)}`"
    elif name == "hookimpl":
        yield "`@hookimpl`"
        yield ""
        yield "Marks a function of a plugin as one of the [hooks](hooks.md)."
    elif isinstance(thing, tuple) and len(thing) > 10:
        yield f"`{name} = ({thing[0]}, {thing[1]}, ..., {thing[-1]})`"
    else:
        yield f"`{name} = {thing!r}`"


def _shown_type(thing: Any) -> str:
    if inspect.isclass(thing) and typing.get_origin(thing) is None:
        return thing.__name__
    return str(thing).replace("collections.abc.", "")


def _first_line(thing: Any) -> str:
    """Return the first sentence of the docstring, which may run over several lines."""
    text = inspect.getdoc(thing) or ""
    paragraph = " ".join(text.partition("\n\n")[0].split())
    assert paragraph, f"{thing!r} has no docstring"
    return paragraph.replace("``", "`")


def _arguments(thing: Any) -> str:
    """Return the arguments as they are written, the same in every version of Python."""
    if inspect.isclass(thing):
        plain = issubclass(thing, BaseException | enum.Enum | BaseModel) or inspect.isabstract(
            thing
        )
        if plain or thing.__init__ is object.__init__:
            return ""
    signature = inspect.signature(thing)
    returned = signature.return_annotation
    result = "" if returned is inspect.Signature.empty or inspect.isclass(thing) else returned
    parts: list[str] = []
    keyword_only = False
    for item in signature.parameters.values():
        if item.name == "self":
            continue
        if item.kind is item.KEYWORD_ONLY and not keyword_only:
            keyword_only = True
            parts.append("*")
        parts.append(_argument(item))
        if item.kind is item.VAR_POSITIONAL:
            keyword_only = True
    return f"({', '.join(parts)})" + (f" -> {result}" if result else "")


def _argument(item: inspect.Parameter) -> str:
    stars = {item.VAR_POSITIONAL: "*", item.VAR_KEYWORD: "**"}.get(item.kind, "")
    text = f"{stars}{item.name}"
    if item.annotation is not item.empty:
        text += f": {item.annotation}"
    if item.default is not item.empty:
        plain = isinstance(item.default, int | str | float | tuple | None)
        text += f" = {item.default!r}" if plain else " = ..."
    return text


def _members(kind: type) -> Iterator[str]:
    """Yield a line for each public member that the project itself gives to ``kind``."""
    if issubclass(kind, enum.Enum):
        yield from (f"- `{kind.__name__}.{member.name}`" for member in kind)
        return
    fields: set[str] = set()
    if dataclasses.is_dataclass(kind):
        fields = {field.name for field in dataclasses.fields(kind)}
    elif inspect.isabstract(kind):
        for attribute, declared in inspect.get_annotations(kind).items():
            default = f" = {getattr(kind, attribute)!r}" if hasattr(kind, attribute) else ""
            yield f"- `{attribute}: {declared}{default}`"
    for name in dict.fromkeys(
        name
        for part in kind.__mro__
        if part.__module__.startswith("squares_core")
        for name in vars(part)
    ):
        thing = inspect.getattr_static(kind, name)
        if name.startswith("_") or name in fields:
            continue
        if isinstance(thing, property) or hasattr(thing, "attrname"):
            yield f"- `{name}`: {_first_line(thing)}"
        elif isinstance(thing, classmethod | staticmethod):
            yield f"- `{name}{_arguments(thing.__func__)}`: {_first_line(thing)}"
        elif inspect.isfunction(thing):
            yield f"- `{name}{_arguments(thing)}`: {_first_line(thing)}"


if __name__ == "__main__":
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page(), encoding="utf-8", newline="\n")
        print(f"wrote {FOLDER / name}")
