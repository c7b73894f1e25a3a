"""A comparison or a reviewed game as one HTML page that needs nothing but itself.

The pictures are drawn when the page is made, so that it holds no program and asks the network for
nothing; colours are left to the page's style, which has a light and a dark form. Needs the extra
``report``.
"""

from __future__ import annotations

from importlib.util import find_spec

from squares_core.comparing.figures import Comparison
from squares_core.errors import InvalidValueError
from squares_core.judging.review import Review

__all__ = ["report_page", "require_libraries", "review_page"]


def require_libraries() -> None:
    """Raise InvalidValueError unless the libraries of the extra ``report`` are installed."""
    if find_spec("altair") is None or find_spec("vl_convert") is None:
        raise InvalidValueError(
            "a report needs Altair: install it with pip install 'squares-solitaire[report]'"
        )


def report_page(found: Comparison, command: str = "") -> str:
    """Return the page; ``command`` is what makes its figures again. Raises as above."""
    require_libraries()
    from squares_core.report.comparison import page

    return page(found, command)


def review_page(review: Review, game: str = "") -> str:
    """Return the page of a reviewed game, called ``game``. Raises as above."""
    require_libraries()
    from squares_core.report.review import page

    return page(review, game)
