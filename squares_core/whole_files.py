"""Writes a file whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_whole(path: Path, content: bytes, *, durable: bool = False) -> None:
    """Write ``content`` to ``path``; its folder must be there.

    Others see the file as it was before or whole. ``durable`` waits until it is on the disk. Raises
    OSError; nothing is left then, and what was there before is as it was.
    """
    part = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
