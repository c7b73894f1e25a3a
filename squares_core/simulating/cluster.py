"""Runs games on a Dask cluster, through the executor that Dask gives."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

from squares_core.errors import InvalidValueError, SquaresError
from squares_core.wording import shown

CONNECT_SECONDS: Final = 10
RETRIES: Final = 3
"""How often a chunk is played again after an error; a lost worker costs none of these."""


@contextmanager
def dask_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """Give an executor on the Dask scheduler at ``address`` and the number of its threads.

    Every worker must have this project and the plugins in use installed, in the same versions.
    Chunks of a worker that is lost are played again by the others. Raises InvalidValueError when
    the extra ``dask`` is not installed, no scheduler answers, or it has no workers; SquaresError
    when the cluster fails in the middle.
    """
    try:
        # By name: whether its types are there must not decide how this module is checked.
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise InvalidValueError(
            "--dask needs Dask: install it with pip install 'squares-solitaire[dask]'"
        ) from error
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InvalidValueError(
            f"no Dask scheduler answers at '{shown(address)}'; "
            "an address looks like tcp://127.0.0.1:8786"
        ) from error
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise InvalidValueError(f"the Dask scheduler at '{shown(address)}' has no workers")
        try:
            yield client.get_executor(pure=False, retries=RETRIES), threads
        except (distributed.KilledWorker, CancelledError) as error:
            reason = shown(str(error), 200) or type(error).__name__
            raise SquaresError(f"the Dask cluster failed: {reason}") from error
