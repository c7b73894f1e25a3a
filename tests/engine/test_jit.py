"""Kernels run whatever becomes of the files in which numba keeps them."""

from __future__ import annotations

import numpy as np
import pytest
from numba.core.caching import IndexDataCacheFile

from squares_core.engine.jit import jit


def full_disk(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_kernel_that_the_disk_has_no_room_for_is_run(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(IndexDataCacheFile, "save", full_disk)

    @jit
    def twice(number: int) -> int:
        return 2 * number

    assert twice(np.int64(21)) == 42


def test_a_kernel_that_cannot_be_read_is_compiled_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(IndexDataCacheFile, "load", full_disk)

    @jit
    def thrice(number: int) -> int:
        return 3 * number

    assert thrice(np.int64(14)) == 42


def test_a_file_that_names_what_is_there_no_more_is_made_anew(monkeypatch: pytest.MonkeyPatch):
    load_index = IndexDataCacheFile._load_index
    asked: list[object] = []

    def gone_at_first(index: IndexDataCacheFile) -> object:
        asked.append(index)
        if len(asked) == 1:
            raise ModuleNotFoundError("No module named 'squares_core.engine.gone'")
        return load_index(index)

    monkeypatch.setattr(IndexDataCacheFile, "_load_index", gone_at_first)

    @jit
    def fourfold(number: int) -> int:
        return 4 * number

    assert fourfold(np.int64(4)) == 16
    assert len(asked) > 1
