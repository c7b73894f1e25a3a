"""The one way in which this package uses numba.

Kernels are compiled when first called and kept on disk by numba: beside the source, or where that
cannot be written in the user's cache folder, or in ``NUMBA_CACHE_DIR`` if it is set. Where none can
be written, or the disk is full, they are compiled again in each process. A kernel holds the code of
those that it calls, so it is compiled anew when any module of the engine changed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
from numba.core.caching import FunctionCache

from squares_core import chance, moves
from squares_core.home import folder_of_user

P = ParamSpec("P")
R = TypeVar("R")


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` with numba: no GIL, no Python objects, kept on disk where possible.

    Indices are not checked and division by zero is not an error, as in C.
    """
    compiled: Any = numba.njit(nogil=True, error_model="numpy")(function)
    if _has_folder():
        # numba refuses to keep a kernel when it finds no folder to write, or no source file.
        with suppress(RuntimeError, OSError):
            compiled._cache = _Kept(function)
    return cast("Callable[P, R]", compiled)


class _Kept(FunctionCache):
    """What numba keeps on disk of one function; trouble with the disk costs only time."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]  # numba has no types
        # numba looks at the file of the function alone.
        self._cache_file._source_stamp = _stamp_of_sources()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the kernel for a signature, or None where it is not kept or cannot be read."""
        try:
            return super().load_overload(  # type: ignore[no-untyped-call]  # as above
                sig, target_context
            )
        except OSError:
            return None
        except Exception:  # what a file of another version raises is up to pickle
            with suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]  # as above
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a kernel if there is room."""
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]  # as above


@cache
def _has_folder() -> bool:
    """Whether numba finds a folder without making one called '~', as it does for want of a home."""
    has_home = folder_of_user(Path("~").expanduser) is not None
    return has_home or "NUMBA_CACHE_DIR" in os.environ or os.access(Path(__file__).parent, os.W_OK)


@cache
def _stamp_of_sources() -> str:
    """Return what changes when a source file of the engine does, or one of what it builds on."""
    folder = Path(__file__).parent
    others = [Path(module.__file__ or "") for module in (chance, moves)]
    total = sha256()
    for path in sorted([*folder.rglob("*.py"), *others]):
        facts = path.stat()
        total.update(f"{path.name} {facts.st_size} {facts.st_mtime_ns}".encode())
    return total.hexdigest()
