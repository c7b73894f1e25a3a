"""The page in a real browser: what it asks for, and how it lies on wide and narrow screens."""

from __future__ import annotations

import html
import json
import re
from itertools import pairwise

import pytest

PROBE = """<!DOCTYPE html><meta charset="utf-8"><body style="margin:0">
<iframe id="frame" src="page.html" width="{width}" height="900" style="border:0"></iframe>
<script>
document.getElementById("frame").onload = (event) => {{
  const page = event.target.contentDocument, view = event.target.contentWindow;
  const shown = (selector) => [...page.querySelectorAll(selector)]
    .filter((each) => each.getClientRects().length > 0);
  const luminance = (colour) => {{
    const parts = colour.match(/[0-9.]+/g).slice(0, 3).map((part) => {{
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    }});
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  }};
  const ground = luminance(view.getComputedStyle(page.body).backgroundColor);
  const contrasts = [...page.querySelectorAll("body *")]
    .filter((each) => each.getClientRects().length > 0)
    .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .map((each) => {{
      const style = view.getComputedStyle(each);
      const own = luminance(each.namespaceURI.endsWith("svg") ? style.fill : style.color);
      return (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05);
    }});
  const texts = shown("svg text").map((each) => each.getBoundingClientRect())
    .filter((box) => box.width > 0);
  const focus = shown("a, summary, [tabindex='0']").map((each) => each.tabIndex);
  const found = {{
    width: page.documentElement.scrollWidth,
    wide: shown(".wide").length, narrow: shown(".narrow").length,
    ground, contrast: Math.min(...contrasts), focus,
    left: Math.min(...texts.map((box) => box.left)),
    right: Math.max(...texts.map((box) => box.right)),
    height: Math.min(...texts.map((box) => box.height)),
  }};
  document.body.insertAdjacentHTML("beforeend", `<pre id="found"></pre>`);
  document.getElementById("found").textContent = JSON.stringify(found);
}};
</script>"""
DARK = ("--blink-settings=preferredColorScheme=0",)
LIGHT = ("--blink-settings=preferredColorScheme=1",)


@pytest.fixture
def probe(browser, page, tmp_path):
    (tmp_path / "page.html").write_text(page, encoding="utf-8")

    def look(width, *options):
        path = tmp_path / "probe.html"
        path.write_text(PROBE.format(width=width), encoding="utf-8")
        reading = ("--allow-file-access-from-files", "--virtual-time-budget=10000", "--dump-dom")
        printed = browser(*reading, "--window-size=1200,900", *options, path.as_uri())
        return json.loads(html.unescape(re.findall(r'<pre id="found">(.*?)</pre>', printed)[-1]))

    return look


@pytest.mark.parametrize(
    ("width", "shown", "hidden"), [(1100, "wide", "narrow"), (390, "narrow", "wide")]
)
def test_the_page_fits_a_desk_and_a_phone(probe, width, shown, hidden):
    found = probe(width)
    assert found["width"] <= width
    assert found[shown] >= 10
    assert found[hidden] == 0
    assert found["left"] >= 0
    assert found["right"] <= width
    assert found["height"] >= 9  # no picture is shrunk until its text cannot be read


@pytest.mark.parametrize(("options", "is_light"), [(LIGHT, True), (DARK, False)])
def test_it_can_be_read_in_light_and_in_dark(probe, options, is_light):
    found = probe(1100, *options)
    assert (found["ground"] > 0.5) == is_light
    assert found["contrast"] >= 4.5  # what WCAG 2.2 AA asks of text


def test_the_keyboard_reaches_everything_in_order(probe):
    found = probe(390)
    assert len(found["focus"]) > 15
    assert set(found["focus"]) == {0}
    assert all(a <= b for a, b in pairwise(found["focus"]))


def requested(log):
    """Return the addresses that a page asked for, from the browser's own log of the network.

    What the browser wants for itself has no page as its initiator.
    """
    events = json.loads(log.read_text(encoding="utf-8"))["events"]
    asked = [event["params"] for event in events if "initiator" in event.get("params", {})]
    return {each["url"] for each in asked if each["initiator"] != "not an origin"}


def test_it_asks_the_network_for_nothing(browser, page, tmp_path):
    picture = "http://127.0.0.1:9/picture.png"
    pages = {"page": page, "control": f"<img src='{picture}'>"}
    asked = {}
    for name, text in pages.items():
        path, log = tmp_path / f"{name}.html", tmp_path / f"{name}.json"
        path.write_text(text, encoding="utf-8")
        browser(f"--log-net-log={log}", "--virtual-time-budget=3000", "--dump-dom", path.as_uri())
        asked[name] = requested(log)
    assert asked == {"page": set(), "control": {picture}}
