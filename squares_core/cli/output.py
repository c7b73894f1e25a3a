"""What commands print: JSON documents, and text that suits the stream it goes to."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from squares_core.errors import InvalidValueError, system_reason
from squares_core.text.streams import can_show
from squares_core.whole_files import opened_whole_for_text


def print_json(document: Any) -> None:
    """Print ``document`` as JSON on stdout and nothing else."""
    print(json_text(document))


def json_text(document: Any, indent: int | None = 2) -> str:
    """Return ``document`` as JSON, with escapes for what the encoding of stdout lacks."""
    text = json.dumps(document, ensure_ascii=False, indent=indent)
    return text if can_show(sys.stdout, text) else json.dumps(document, indent=indent)


@contextmanager
def written_to(path: Path) -> Iterator[TextIO]:
    """Open ``path`` to write text to; a file there before stays until the new one is whole.

    Raises InvalidValueError where it cannot be written.
    """
    try:
        with opened_whole_for_text(path) as file:
            yield file
    except OSError as error:
        raise InvalidValueError(f"cannot write {path}: {system_reason(error)}") from error


def note(text: str) -> None:
    """Print one line for a person on stderr."""
    print(text, file=sys.stderr)
