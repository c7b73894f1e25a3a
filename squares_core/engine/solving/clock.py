"""When a search stops, and how far it is while it goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from squares_core.errors import InvalidValueError


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a search stands: the best total so far, what no grid exceeds, grids or nodes tried."""

    best: int
    bound: int
    nodes: int


class Followed(Protocol):
    """What a clock follows."""

    @property
    def best(self) -> int:
        """The best total so far."""

    @property
    def bound(self) -> int:
        """What no total exceeds."""

    @property
    def nodes(self) -> int:
        """Grids or nodes tried."""

    def run(self) -> Iterator[None]:
        """Search to the end; yields after each slice."""


class Clock:
    """Says when to stop: after some seconds or nodes, or when the person interrupts.

    Raises InvalidValueError for a time limit that is not positive.
    """

    def __init__(
        self,
        time_limit: float | None,
        progress: Callable[[Standing], None] | None,
        most_nodes: int | None = None,
    ) -> None:
        if time_limit is not None and not time_limit > 0:
            raise InvalidValueError(f"a time limit of {time_limit} s: give more than 0 seconds")
        self._began = time.monotonic()
        self._limit = time_limit
        self._progress = progress
        self._most_nodes = most_nodes
        self._nodes = 0
        self.interrupted = False

    @property
    def seconds(self) -> float:
        """The seconds since the start."""
        return time.monotonic() - self._began

    @property
    def over(self) -> bool:
        """Whether it is time to stop."""
        late = self._limit is not None and self.seconds >= self._limit
        spent = self._most_nodes is not None and self._nodes >= self._most_nodes
        return self.interrupted or late or spent

    def follow(self, search: Followed, extra: int) -> None:
        """Run ``search`` until it ends or the time is over; ``extra`` raises the totals shown."""
        before = self._nodes
        try:
            for _ in search.run():
                self._nodes = before + search.nodes
                if self._progress is not None:
                    best, bound = search.best + extra, search.bound + extra
                    self._progress(Standing(best, bound, search.nodes))
                if self.over:
                    return
        except KeyboardInterrupt:
            self.interrupted = True
