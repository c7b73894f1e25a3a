"""The pages as a site: complete, with sound links, and readable without a network."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


@pytest.mark.parametrize("page", [page for page in PAGES if page != "index.md"])
def test_every_page_is_in_the_index_and_in_the_navigation(page: str) -> None:
    assert f"]({page})" in (DOCS / "index.md").read_text(encoding="utf-8")
    assert f": {page}\n" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def test_the_diagram_shows_what_its_source_says() -> None:
    folder = DOCS / "explanation"
    source = (folder / "data-flow.mmd").read_text(encoding="utf-8")
    drawing = ElementTree.parse(folder / "data-flow.svg")
    texts = ["".join(item.itertext()) for item in drawing.iter() if item.tag.endswith("}text")]
    labels = re.findall(r"\[(.+?)\]", source) + re.findall(r"\|(.+?)\|", source)
    assert sorted(filter(None, texts)) == sorted(labels)


@pytest.mark.skipif(
    importlib.util.find_spec("zensical") is None, reason="needs the extra 'docs' (zensical)"
)
def test_the_site_is_built_without_a_warning_and_takes_nothing_from_the_network(
    tmp_path: Path,
) -> None:
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    shutil.copytree(DOCS, tmp_path / "docs")
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    built = sorted((tmp_path / "site").rglob("*.html"))
    assert len(built) == len(PAGES) + 1  # and the one for what is not found
    for path in built:
        html = path.read_text(encoding="utf-8")
        taken = re.findall(r"<(?:script|img|iframe)[^>]+src=\"?(https?://[^\s\">]+)", html)
        taken += [
            link
            for link in re.findall(r"<link[^>]+>", html)
            if "//" in link and "canonical" not in link
        ]
        assert not taken, path
        # The script of the site would fetch what draws such a diagram.
        assert 'class="mermaid"' not in html, path
    assert (tmp_path / "site" / "search.json").is_file()
