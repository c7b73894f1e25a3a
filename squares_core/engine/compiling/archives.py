"""Archives of arrays, read within bounds, with nothing in them run."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import IO, Any, Final

import numpy as np
from numpy.typing import NDArray

MOST_BYTES: Final = 2**30


def read_arrays(stream: IO[bytes], names: Iterable[str]) -> dict[str, NDArray[Any]]:
    """Return the arrays called ``names`` of an archive in NumPy's ``npz`` format.

    Raises ValueError for an archive of more than a gigabyte and KeyError for a name that is not
    there. What else a damaged archive raises is up to zipfile, zlib and NumPy.
    """
    # NumPy warns of headers that it can read only with pains.
    with warnings.catch_warnings(action="ignore"), np.load(stream, allow_pickle=False) as archive:
        if sum(member.file_size for member in archive.zip.infolist()) > MOST_BYTES:
            raise ValueError(f"it unpacks to more than {MOST_BYTES:,} bytes")
        return {name: np.ascontiguousarray(archive[name]) for name in names}
