"""Automata kept on disk: beside the module of a scorer that ships them, or in the user's cache.

A file is found by a fingerprint of all that the tables follow from: the source of the scorer's
class and of what it uses from its own package, its options, the size of line and this format. A
file whose name, fingerprint, checksum or contents do not fit is made again, never trusted. Files
are written whole under another name and then renamed, so that several processes may share a
folder; a folder that cannot be written only means that tables are made again next time.
"""

from __future__ import annotations

import hashlib
import inspect
import io
import json
import logging
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import numpy as np
import platformdirs

from squares_core.cards import PACK_SIZE
from squares_core.engine.compiling.archives import read_arrays
from squares_core.engine.compiling.automaton import Automaton
from squares_core.errors import system_reason
from squares_core.home import folder_of_user
from squares_core.options import HasOptions
from squares_core.scoring import Scorer
from squares_core.whole_files import write_whole

FORMAT: Final = 1
FOLDER_VARIABLE: Final = "SQUARES_CACHE"
SHIPPED_FOLDER: Final = "tables"
_MAGIC: Final = f"squares tables {FORMAT}".encode()
_DEEPEST: Final = 8
_UNSIGNED: Final = (np.dtype(np.uint16).str, np.dtype(np.uint32).str)
_ARRAYS: Final[Mapping[str, tuple[str, ...]]] = {
    "transitions": _UNSIGNED,
    "levels": (np.dtype(np.int64).str,),
    "partial_points": (np.dtype(np.int32).str,),
    "final_class": _UNSIGNED,
    "final": _UNSIGNED,
    "class_points": (np.dtype(np.int32).str,),
}
_log = logging.getLogger(__name__)


# What every scorer inherits: a change there that changes tables raises FORMAT.
_FRAMEWORK: Final = frozenset({Scorer.__module__, HasOptions.__module__, "abc"})


class _UnfitError(Exception):
    """The file is not what it should be; the message says how."""


def cache_folder() -> Path:
    """Return the folder for what can be made again: ``SQUARES_CACHE``, or the user's cache.

    For a user without a home it is one that can never be written.
    """
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named)
    folder = folder_of_user(lambda: platformdirs.user_cache_path("squares"))
    return folder or Path(os.devnull, "squares")


def shipped_folder(scorer: Scorer) -> Path | None:
    """Return ``tables`` beside the module that defines ``scorer``, or None if it has no file."""
    source = getattr(sys.modules.get(type(scorer).__module__), "__file__", None)
    return Path(source).parent / SHIPPED_FOLDER if source else None


def fingerprint(scorer: Scorer, size: int, *, with_starter: bool) -> str:
    """Return 64 hexadecimal digits that change when the tables of ``scorer`` might.

    They cover id, version, symmetry, options, plain attributes, and the source of each module that
    defines the class, one of its bases, or something of the same top-level package that those
    modules use; where there is no source, the bytecode of the class.
    """
    facts = {
        "format": FORMAT,
        "id": scorer.id,
        "version": scorer.version,
        "symmetry": scorer.symmetry,
        "hand_sizes": sorted(scorer.hand_sizes),
        "size": size,
        "with_starter": with_starter,
        "parameters": _plain(scorer.parameters),
        "attributes": _plain(_attributes(scorer)),
        "code": _code_of(type(scorer)),
    }
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def file_name(scorer: Scorer, size: int, digits: str) -> str:
    """Return the name of the file for tables with fingerprint ``digits``."""
    plain_id = re.sub(r"[^a-z0-9]+", "-", scorer.id.casefold())[:40].strip("-")
    return f"{plain_id}-{size}-{digits[:16]}.tables"


def load(path: Path, digits: str) -> Automaton | None:
    """Return the automaton kept at ``path``, or None if there is none with this fingerprint.

    A file that exists but does not fit is reported in the log and left to be replaced.
    """
    try:
        contents = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        _log.warning("cannot read %s: %s", path, system_reason(error))
        return None
    try:
        return _decoded(contents, digits)
    except Exception as error:  # what a damaged archive raises is up to zipfile, zlib and numpy
        _log.warning("%s is not used and made again: %s", path, error)
        return None


def store(path: Path, digits: str, automaton: Automaton) -> bool:
    """Keep ``automaton`` at ``path``; return False, with a warning, if that cannot be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, _encoded(automaton, digits))
    except OSError as error:
        _log.warning("tables are not kept in %s: %s", path.parent, system_reason(error))
        return False
    return True


def _encoded(automaton: Automaton, digits: str) -> bytes:
    body = io.BytesIO()
    facts = {
        "size": automaton.size,
        "with_starter": automaton.with_starter,
        "class_names": automaton.class_names,
    }
    text = np.frombuffer(json.dumps(facts).encode(), np.uint8)
    tables: dict[str, Any] = {"facts": text, **automaton.arrays}
    np.savez_compressed(body, **tables)
    check = hashlib.sha256(body.getvalue()).hexdigest()
    return b"\n".join([_MAGIC, digits.encode(), check.encode(), body.getvalue()])


def _decoded(contents: bytes, digits: str) -> Automaton:
    parts = contents.split(b"\n", 3)
    if len(parts) != 4 or parts[0] != _MAGIC:
        raise _UnfitError("it is no file of tables of this format")
    _, theirs, check, body = parts
    if theirs != digits.encode():
        raise _UnfitError("it belongs to another scorer or another version of this one")
    if check != hashlib.sha256(body).hexdigest().encode():
        raise _UnfitError("its checksum is wrong")
    arrays = read_arrays(io.BytesIO(body), (*_ARRAYS, "facts"))
    facts = json.loads(arrays.pop("facts").tobytes())
    names = tuple(
        tuple((str(name), int(count), int(points)) for name, count, points in label)
        for label in facts["class_names"]
    )
    automaton = Automaton(
        size=int(facts["size"]),
        with_starter=bool(facts["with_starter"]),
        class_names=names,
        **arrays,
    )
    _require_sound(automaton)
    return automaton


def _require_sound(automaton: Automaton) -> None:
    """Raise _UnfitError unless a kernel can follow the tables without leaving them."""
    for name, table in automaton.arrays.items():
        if table.dtype.str not in _ARRAYS[name]:
            raise _UnfitError(f"its {name} are of the wrong type")
    size, levels = automaton.size, automaton.levels
    states, classes = automaton.states, len(automaton.class_points)
    if automaton.transitions.shape != (states, PACK_SIZE) or levels.shape != (size + 2,):
        raise _UnfitError("its tables have the wrong shape")
    if levels[0] != 0 or levels[-1] != states or (np.diff(levels) < 1).any():
        raise _UnfitError("its levels do not rise")
    for level in range(size):
        after = automaton.transitions[levels[level] : levels[level + 1]]
        if after.min() < levels[level + 1] or after.max() >= levels[level + 2]:
            raise _UnfitError("a transition skips a level")
    full = states - automaton.first_full
    wanted = ((0,), (full, PACK_SIZE)) if automaton.with_starter else ((full,), (0, PACK_SIZE))
    final = automaton.final if automaton.with_starter else automaton.final_class
    if (automaton.final_class.shape, automaton.final.shape) != wanted or final.max() >= classes:
        raise _UnfitError("its final classes have the wrong shape or numbers")
    if len(automaton.class_names) != classes or automaton.partial_points.shape != (states,):
        raise _UnfitError("its points or names are incomplete")


def _attributes(scorer: Scorer) -> dict[str, Any]:
    attributes = dict(getattr(scorer, "__dict__", {}))
    for base in type(scorer).__mro__:
        slots = vars(base).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(scorer, name):
                attributes[name] = getattr(scorer, name)
        for name, value in vars(base).items():
            if isinstance(value, cached_property):
                # It follows from the rest, and would change the fingerprint once it is used.
                attributes.pop(name, None)
    return attributes


def _plain(value: Any, depth: int = 0) -> Any:
    """Return ``value`` as JSON that is the same in every process."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, type) or depth > _DEEPEST:
        return getattr(value, "__qualname__", type(value).__qualname__)
    if isinstance(value, Mapping):
        return {repr(_plain(key, depth + 1)): _plain(value[key], depth + 1) for key in value}
    if isinstance(value, Sequence):
        return [_plain(each, depth + 1) for each in value]
    if isinstance(value, (set, frozenset)):
        return sorted(repr(_plain(each, depth + 1)) for each in value)
    if isinstance(value, FunctionType):
        captured = [_plain(cell.cell_contents, depth + 1) for cell in value.__closure__ or ()]
        return [value.__qualname__, captured, *_bytecode(value.__code__)]
    # An object's own repr may hold an address; its class and attributes say what can be said.
    inside = _plain(vars(value), depth + 1) if hasattr(value, "__dict__") else None
    return [type(value).__qualname__, inside]


@cache
def _code_of(kind: type) -> list[Any]:
    code: list[Any] = []
    modules: dict[str, ModuleType] = {}
    for base in kind.__mro__:
        if base is object or base.__module__ in _FRAMEWORK:
            continue
        functions = [_function(value) for _, value in sorted(vars(base).items())]
        module = sys.modules.get(base.__module__)
        if module is None or _source_of(module) is None:
            code += [_plain(_used(function, {})) for function in functions if function]
        else:
            # A class made inside a function may hold values that its source does not show. What a
            # decorator adds follows from the source, and differs between versions of Python.
            code += [
                _plain([cell.cell_contents for cell in function.__closure__])
                for function in functions
                if function
                and function.__closure__
                and function.__code__.co_filename == module.__file__
            ]
            _gather(module, module.__name__.partition(".")[0], modules)
    for name in sorted(modules):
        code += [name, _source_of(modules[name])]
    return code


def _function(value: Any) -> FunctionType | None:
    if isinstance(value, property):
        value = value.fget
    value = getattr(value, "__func__", value)
    return value if isinstance(value, FunctionType) else None


def _used(function: FunctionType, found: dict[str, Any]) -> dict[str, Any]:
    """Add to ``found`` the function and the functions and plain data of its module it names."""
    if function.__qualname__ in found:
        return found
    found[function.__qualname__] = function
    for name in _names(function.__code__):
        value = function.__globals__.get(name)
        if isinstance(value, FunctionType) and value.__module__ == function.__module__:
            _used(value, found)
        elif isinstance(value, (bool, int, str, tuple, list, dict, set, frozenset)):
            found[name] = value
    return found


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _bytecode(code: CodeType) -> list[str]:
    constants = [each for each in code.co_consts if not isinstance(each, (CodeType, frozenset))]
    pieces = [code.co_code.hex(), repr(code.co_names), repr(constants)]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            pieces += _bytecode(constant)
        elif isinstance(constant, frozenset):
            pieces.append(repr(sorted(map(repr, constant))))
    return pieces


def _gather(module: ModuleType, package: str, found: dict[str, ModuleType]) -> None:
    """Add ``module`` to ``found``, and each module of ``package`` that it uses names from."""
    if module.__name__ in found or _source_of(module) is None:
        return
    found[module.__name__] = module
    for value in list(vars(module).values()):
        name = value.__name__ if isinstance(value, ModuleType) else _module_name(value)
        if name is not None and (name == package or name.startswith(f"{package}.")):
            used = sys.modules.get(name)
            if used is not None:
                _gather(used, package, found)


def _module_name(value: Any) -> str | None:
    owner = value if isinstance(value, (type, FunctionType)) else type(value)
    name = getattr(owner, "__module__", None)
    return name if isinstance(name, str) else None


def _source_of(module: ModuleType) -> str | None:
    try:
        return inspect.getsource(module).replace("\r\n", "\n")
    except (OSError, TypeError):
        return None
