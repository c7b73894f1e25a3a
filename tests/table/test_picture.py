"""The picture in the pages is drawn by the app and is what the app draws now."""

from __future__ import annotations

import asyncio
from pathlib import Path

from squares_core.table.picture import draw

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "table.svg"


def test_the_picture_of_the_table_is_what_the_app_draws():
    assert asyncio.run(draw()) == PICTURE.read_text(encoding="utf-8")


def test_the_picture_asks_the_network_for_nothing():
    text = PICTURE.read_text(encoding="utf-8")
    assert "url(http" not in text
    assert "href=" not in text.replace('clip-path="url(#', "")
