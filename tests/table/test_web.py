"""``squares serve`` as visitors see it: in real browsers, and by what it refuses."""

from __future__ import annotations

import asyncio
import importlib.util
import re
import socket
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest

pytest.importorskip("textual_serve", reason="the extra 'web' is not installed")

import aiohttp

from squares_core import Grid
from squares_core.store import Store
from squares_core.table.geometry import shape_beside
from squares_core.table.web import COOKIE, TableServer, _pass_on, _side

_spec = importlib.util.spec_from_file_location("browser", Path(__file__).parent / "browser.py")
assert _spec is not None
assert _spec.loader is not None
drive = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(drive)

needs_browser = pytest.mark.skipif(
    drive.CHROMIUM is None, reason="no Chromium is installed: a browser cannot be tried"
)


@pytest.fixture
def serving(tmp_path):
    """A server at a free port: its address, and the folder that has one folder a visitor."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "squares_core", "--data", str(tmp_path / "data")]
    process = subprocess.Popen(
        [*command, "serve", "--port", str(port)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line == f"Squares is served at http://127.0.0.1:{port}/ until Ctrl-C\n"
    yield f"http://127.0.0.1:{port}/", tmp_path / "data" / "visitors"
    process.terminate()
    process.wait(20)
    process.stdout.close()


def ask(address, *, path="", headers=None):
    async def go():
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"{address}{path}", headers=headers or {}) as answer,
        ):
            return answer.status, dict(answer.headers), await answer.text()

    return asyncio.run(go())


def test_the_page_names_no_other_host_and_forbids_asking_any(serving):
    address, _ = serving
    status, headers, page = ask(address)
    own = urlsplit(address).netloc
    assert status == 200
    assert set(re.findall(r"(?:https?|wss?):?//([^/\"' ]+)", page)) == {own}
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert set(re.findall(r"wss?://(\S+)", policy)) == {own}


def test_every_visitor_gets_a_cookie_of_its_own_that_no_script_can_read(serving):
    address, _ = serving
    cookies = [ask(address)[1]["Set-Cookie"] for _ in range(2)]
    assert cookies[0] != cookies[1]
    assert all("HttpOnly" in cookie and "SameSite=Strict" in cookie for cookie in cookies)


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("", {"Host": "example.org"}),
        ("ws", {"Origin": "http://example.org"}),
        ("ws", {}),
        ("ws", {"Cookie": f"{COOKIE}=../../somewhere"}),
    ],
    ids=["another name", "another page", "no cookie", "a cookie that is a path"],
)
def test_what_does_not_come_from_the_page_is_refused(serving, path, headers):
    address, folder = serving
    assert ask(address, path=path, headers=headers)[0] == 403
    assert not folder.exists()


def test_the_folder_of_a_visitor_is_one_word_of_the_command(tmp_path):
    server = TableServer(tmp_path / "a b; c", "127.0.0.1", 8000)
    assert f"'{tmp_path}/a b; c/{'0' * 32}'" in server.command("0" * 32)


@pytest.mark.parametrize(
    "said", ["[" * 100_000, "9" * 5000, '["ping", [[1]]]', '["resize", {"width": 1e999}]', "\ud800"]
)
def test_what_no_page_says_is_left_out(said):
    nobody = object()
    asyncio.run(_pass_on(said, nobody, nobody))


@pytest.mark.parametrize(("text", "side"), [("9" * 5000, 500), ("120", 120), ("3", 10), ("x", 80)])
def test_a_page_of_any_width_gets_a_table_of_a_bearable_one(text, side):
    assert side == _side(SimpleNamespace(query={"width": text}), "width", 80)


def test_a_port_that_is_taken_is_told_in_one_line(serving, squares_refusal):
    address, _ = serving
    port = str(urlsplit(address).port)
    assert squares_refusal("serve", "--port", port).startswith(
        f"squares: cannot listen on 127.0.0.1 port {port}: "
    )


@pytest.fixture
def squares_refusal(tmp_path):
    def run(*words):
        done = subprocess.run(
            [sys.executable, "-m", "squares_core", "--data", str(tmp_path), *words],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
        return done.stderr

    return run


def kept(folder):
    """The games of each visitor, by the name of the visitor's folder."""
    if not folder.exists():
        return {}
    return {visitor.name: Store(visitor).games() for visitor in folder.iterdir()}


def has_moves(folder, number):
    return any(game.moves == number for games in kept(folder).values() for game in games)


async def until(condition, what, seconds=40):
    limit = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < limit, f"never came: {what}"
        await asyncio.sleep(0.2)
    return found


async def sit_down(page, address):
    """Open the page and wait until the menu is drawn."""
    await page.open(address)
    limit = time.monotonic() + 60
    while "-first-byte" not in str(await page.value("document.body.className")):
        assert time.monotonic() < limit, "the table never came"
        await asyncio.sleep(0.2)
    await asyncio.sleep(2)


def measures(page):
    """Columns and rows of the terminal in the page."""
    asked = next(url for url in page.requests if url.startswith("ws://"))
    query = parse_qs(urlsplit(asked).query)
    return int(query["width"][0]), int(query["height"][0])


async def click_cell(page, cell):
    """Click in the middle of a cell of a 4x4 grid."""
    columns, rows = measures(page)
    shape = shape_beside(Grid(4, 4), columns, rows - 2)
    assert shape is not None
    width = await page.value("document.querySelector('.xterm-screen').clientWidth")
    height = await page.value("document.querySelector('.xterm-screen').clientHeight")
    side = min(46, columns - shape.width)
    beside = min(rows - 2, max(shape.height, 30))
    left = (columns - shape.width - side) // 2
    top = (rows - 2 - max(shape.height, beside)) // 2
    x, y = shape.corner(cell)
    await page.click(
        (left + x + shape.card_width / 2) * width / columns,
        (top + y + shape.pitch / 2) * height / rows,
    )


@needs_browser
def test_two_browsers_play_by_keys_and_mouse_and_see_nothing_of_each_other(serving, tmp_path):
    address, folder = serving

    async def play():
        async with (
            drive.browser(tmp_path / "one") as one,
            drive.browser(tmp_path / "two") as two,
        ):
            await sit_down(one, address)
            await sit_down(two, address)
            await one.press("Enter")
            await until(lambda: any(kept(folder).values()), "the game of the first browser")
            # The other browser's list of games is empty although a game is kept here.
            for key in ("r", "Enter", "Escape", "ArrowDown", "Enter"):
                await two.press(key)
                await asyncio.sleep(1)
            await until(lambda: sum(map(len, kept(folder).values())) == 2, "the second game")
            for number in range(16):
                column, row = "abcd"[number % 4], str(number // 4 + 1)
                if number < 10:
                    await one.press(column, row)
                else:
                    await click_cell(one, number)
                await until(partial(has_moves, folder, number + 1), f"move {number + 1}")
            await asyncio.sleep(1)
            await one.picture(tmp_path / "one.png")
            await two.picture(tmp_path / "two.png")
            return [*one.requests, *two.requests]

    requests = asyncio.run(play())
    assert {urlsplit(url).netloc for url in requests} == {urlsplit(address).netloc}
    visitors = kept(folder)
    assert len(visitors) == 2
    ended, begun = sorted(visitors.values(), key=lambda games: games[0].moves, reverse=True)
    assert [(game.variant, game.state, game.moves) for game in ended] == [
        ("cribbage-squares", "finished", 16)
    ]
    assert [(game.variant, game.state, game.moves) for game in begun] == [
        ("cribbage-squares-1-reserve", "playing", 0)
    ]
