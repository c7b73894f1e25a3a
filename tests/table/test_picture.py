"""The picture in the pages is drawn by the app and is what the app draws now."""

from __future__ import annotations

import asyncio
import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PICTURE = DOCS / "pictures" / "table.svg"


def test_the_picture_of_the_table_is_what_the_app_draws():
    draw = runpy.run_path(str(DOCS / "draw_table.py"))["draw"]
    assert asyncio.run(draw()) == PICTURE.read_text(encoding="utf-8")


def test_the_picture_asks_the_network_for_nothing():
    text = PICTURE.read_text(encoding="utf-8")
    assert "url(http" not in text
    assert "href=" not in text.replace('clip-path="url(#', "")
