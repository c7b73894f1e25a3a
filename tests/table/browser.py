"""A headless Chromium, told what to do by its DevTools protocol."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import shutil
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# Nothing that would make the browser itself ask the network for anything.
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-sync", "--disable-background-networking", "--disable-component-update"),
    *("--window-size=900,640", "--remote-debugging-port=0"),
]
KEYS = {"Enter": ("\r", 13), "ArrowDown": ("", 40), "ArrowRight": ("", 39), "Escape": ("", 27)}


class Page:
    """One page of a browser; ``requests`` are the addresses it asked for."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self.requests: list[str] = []
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for message in self._socket:
            said = json.loads(message.data)
            if "id" in said:
                self._answers.pop(said["id"]).set_result(said)
            elif said["method"] == "Network.requestWillBeSent":
                self.requests.append(said["params"]["request"]["url"])
            elif said["method"] == "Network.webSocketCreated":
                self.requests.append(said["params"]["url"])

    async def tell(self, method: str, **params: Any) -> Any:
        self._number += 1
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[self._number] = answer
        await self._socket.send_json({"id": self._number, "method": method, "params": params})
        said = await asyncio.wait_for(answer, 60)
        assert "error" not in said, said
        return said["result"]

    async def open(self, address: str) -> None:
        await self.tell("Network.enable")
        await self.tell("Page.enable")
        await self.tell("Page.navigate", url=address)

    async def value(self, expression: str) -> Any:
        said = await self.tell("Runtime.evaluate", expression=expression, returnByValue=True)
        return said["result"].get("value")

    async def press(self, *keys: str) -> None:
        for key in keys:
            text, code = KEYS.get(key, (key, ord(key[0].upper())))
            about = {"key": key, "windowsVirtualKeyCode": code}
            await self.tell("Input.dispatchKeyEvent", type="keyDown", text=text, **about)
            await self.tell("Input.dispatchKeyEvent", type="keyUp", **about)
            await asyncio.sleep(0.05)

    async def click(self, x: float, y: float) -> None:
        about = {"x": x, "y": y, "button": "left", "clickCount": 1}
        await self.tell("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        await self.tell("Input.dispatchMouseEvent", type="mousePressed", **about)
        await self.tell("Input.dispatchMouseEvent", type="mouseReleased", **about)
        await asyncio.sleep(0.05)

    async def picture(self, path: Path) -> None:
        said = await self.tell("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(said["data"]))


@asynccontextmanager
async def browser(folder: Path) -> AsyncIterator[Page]:
    """Start a browser of its own, with nothing from any other, and give its page."""
    assert CHROMIUM is not None
    process = await asyncio.create_subprocess_exec(
        CHROMIUM,
        *FLAGS,
        f"--user-data-dir={folder}",
        "about:blank",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    try:
        assert process.stderr is not None
        port = None
        while port is None:
            line = (await asyncio.wait_for(process.stderr.readline(), 60)).decode()
            assert line, "the browser did not start"
            found = re.search(r"listening on ws://127\.0\.0\.1:(\d+)/", line)
            port = found and found[1]
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port}/json/list") as answer:
                pages = [page for page in await answer.json() if page["type"] == "page"]
            async with session.ws_connect(
                pages[0]["webSocketDebuggerUrl"], max_msg_size=0
            ) as socket:
                yield Page(socket)
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
