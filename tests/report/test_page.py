from __future__ import annotations

import html
import re
import sys
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from squares_core import InvalidValueError
from squares_core.comparing.comparison import compare
from squares_core.report import charts, report_page

LOADING = {"script", "link", "img", "image", "iframe", "object", "embed", "video", "audio", "base"}
VOID = {"meta", "img", "br", "hr", "link", "input"}


class Outline(HTMLParser):
    """The elements of a page, and what stands between them."""

    def __init__(self, text):
        super().__init__()
        self.elements = []
        self.open = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.text += data


@pytest.fixture(scope="module")
def outline(page):
    return Outline(page)


def test_the_page_is_well_formed(outline):
    assert outline.open == []
    assert [tag for tag, _ in outline.elements][:2] == ["html", "head"]
    ids = [attrs["id"] for _, attrs in outline.elements if "id" in attrs]
    assert len(ids) == len(set(ids))


def test_nothing_on_the_page_could_ask_for_anything(page, outline):
    assert not {tag for tag, _ in outline.elements} & LOADING
    for tag, attrs in outline.elements:
        assert not [name for name in attrs if name.startswith("on")], tag
        for name in ("src", "href", "xlink:href", "action", "srcset", "data"):
            assert attrs.get(name, "#").startswith("#"), (tag, attrs)
    assert not re.search(r"url\((?!#)|@import|javascript:", page)
    [policy] = [
        attrs["content"]
        for _, attrs in outline.elements
        if attrs.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy.startswith("default-src 'none'")


def test_names_are_text_whatever_they_hold(page, outline, hostile):
    assert "<script" not in page
    assert "<u>first" not in page
    assert "<i>american" not in page
    assert page.count("</style>") == 1
    assert hostile in outline.text
    assert "<u>first</u>" in outline.text


def test_the_command_that_makes_it_again_stands_on_it(page, command):
    assert html.escape(command) in page


def test_every_section_has_its_figures(found, outline):
    titles = re.findall(
        r"Results|Distributions|Paired differences|Played for one, scored by another"
        r"|What brings the points|Luck and skill|The same figures again",
        outline.text,
    )
    assert len(titles) == 14  # each once in the contents, once above its section
    for row in found.summaries:
        assert f"{row['mean']:,.2f}" in outline.text
    for row in found.matrix:
        assert f"{row['mean']:.1f}" in outline.text
    for row in found.luck:
        assert f"{row['player_share']:.1%}" in outline.text
    assert len(re.findall("first is higher|second is higher|none", outline.text)) >= len(
        found.differences
    )


def test_links_within_the_page_lead_somewhere(outline):
    ids = {attrs.get("id") for _, attrs in outline.elements}
    links = [attrs["href"] for tag, attrs in outline.elements if tag == "a"]
    assert len(links) == 8
    assert all(link.removeprefix("#") in ids for link in links)


def test_every_picture_is_told_in_words_and_drawn_for_both_widths(outline):
    pictures = [attrs for _, attrs in outline.elements if attrs.get("role") == "img"]
    assert len(pictures) >= 2 * 10
    assert all(len(attrs["aria-label"]) > 10 for attrs in pictures)
    kinds = [attrs["class"] for attrs in pictures]
    assert kinds.count("wide") == kinds.count("narrow") == len(kinds) / 2


def test_all_that_scrolls_can_be_reached_by_keyboard(outline):
    scrolling = [attrs for _, attrs in outline.elements if attrs.get("class") == "scroll"]
    assert scrolling
    assert all(attrs["tabindex"] == "0" and attrs["aria-label"] for attrs in scrolling)


def test_figures_that_need_a_word_have_one(outline):
    for words in (
        "For 1 in 2, for 1 in 10: the highest target that half",
        "Best move differs: of all decisions",
        "By chance: those that would be other ones under the same system",
        "nor from fewer than 6 deals",
    ):
        assert words in outline.text


def test_distributions_of_the_same_points_have_one_axis(registry):
    names = ("poker-squares", "poker-squares-open", "poker-squares-english")
    rules = [registry.rules(name) for name in names]
    found = compare(rules, [registry.strategy("greedy")], 12, 1, positions=0)
    axes = [
        re.findall(r"X-axis titled .*? for a linear scale with values from \d+ to \d+", drawn)
        for drawn in (charts.distributions(found, name)(charts.WIDE) for name in names)
    ]
    assert axes[0]
    assert axes[0] == axes[1] != axes[2]


def test_no_name_is_cut_in_the_heat_map_of_a_narrow_page(registry):
    rules = [registry.rules(name) for name in ("poker-squares", "poker-squares-english")]
    found = compare(rules, [registry.strategy("greedy")], 3, 1, positions=0)
    narrow = charts.matrix(found, "greedy")(charts.NARROW)
    assert "…" not in narrow
    assert "poker-squares-e" not in re.sub(r'aria-label="[^"]*"', "", narrow)
    assert "2  poker-squares-english" in charts.matrix(found, "greedy")(charts.WIDE)


def test_the_same_comparison_gives_the_same_page(found, page, command):
    assert report_page(found, command) == page


def test_one_strategy_of_one_system_still_makes_a_page(registry):
    rules = [replace(registry.rules("maverick"), title="Alone")]
    outline = Outline(report_page(compare(rules, [registry.strategy("greedy")], 1)))
    assert "1 system, 1 strategy, 1 deal" in outline.text
    assert "Paired differences" not in outline.text
    assert "nan" not in outline.text.lower()


@pytest.mark.parametrize("missing", ["altair", "vl_convert"])
def test_without_the_libraries_the_extra_is_named(found, monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(InvalidValueError, match=r"pip install 'squares-solitaire\[report\]'"):
        report_page(found)
