"""Files that are kept: read within bounds, nothing in them run; written whole or not at all."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterable
from pathlib import Path
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


def write_whole(path: Path, content: bytes) -> None:
    """Write ``content`` to ``path``, in a folder made if it is not there, for all users to read.

    Other processes see the file as it was before or whole. Raises OSError; nothing is left then.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        part.chmod(0o644)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
