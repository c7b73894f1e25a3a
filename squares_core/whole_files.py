"""Writes a file whole or not at all."""

from __future__ import annotations

import io
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TextIO


@contextmanager
def opened_whole(path: Path, *, durable: bool = False) -> Iterator[IO[bytes]]:
    """Open ``path`` to be written; its folder must be there.

    Others see the file as it was before or whole. ``durable`` waits until it is on the disk. Raises
    OSError; where that or anything else is raised, what was there before is as it was.
    """
    part = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def opened_whole_for_text(path: Path) -> Iterator[TextIO]:
    """Open ``path`` to be written as UTF-8, as ``opened_whole`` does.

    What a link leads to is written; what is there and no file, such as a device, is written to.
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        with target.open("w", encoding="utf-8", newline="") as text:
            yield text
        return
    with opened_whole(target) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        yield text
        text.flush()
        text.detach()


def write_whole(path: Path, content: bytes, *, durable: bool = False) -> None:
    """Write ``content`` to ``path`` as ``opened_whole`` does."""
    with opened_whole(path, durable=durable) as file:
        file.write(content)
