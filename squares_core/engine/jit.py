"""The one way in which this package uses numba.

Kernels are compiled when first called and kept on disk by numba: beside the source, or where that
cannot be written in the user's cache folder, or in ``NUMBA_CACHE_DIR`` if it is set. Where no
folder can be written they are compiled again in each process.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` with numba: no GIL, no Python objects, kept on disk where possible.

    Indices are not checked and division by zero is not an error, as in C.
    """
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
    try:
        compiled = numba.njit(cache=True, **options)(function)
    except RuntimeError:
        # numba refuses to cache when it finds no folder to write, or no source file.
        compiled = numba.njit(**options)(function)
    return cast("Callable[P, R]", compiled)
