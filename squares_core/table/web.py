"""The table in a browser: a page, and for each visitor a process that plays.

A visitor is told from others by a cookie drawn at random and has a folder of games of his or her
own. The page comes whole from this server and may ask no other for anything; other sites cannot
reach a table through a visitor's browser, since each request must come from this server's own page.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import shlex
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any, Final

from aiohttp import WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

COOKIE: Final = "squares_visitor"
MOST_TABLES: Final = 24
_VISITOR: Final = re.compile(r"[0-9a-f]{32}")
_LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
# How long, in seconds, tables get to close when the server stops.
_PARTING: Final = 2.0
_YEAR: Final = 365 * 24 * 3600
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class TableServer:
    """Serves tables at ``host`` and ``port``; what visitors play is kept below ``folder``."""

    def __init__(
        self, folder: Path, host: str, port: int, variant_files: Sequence[Path] = ()
    ) -> None:
        self.folder = folder
        self.host = host
        self.port = port
        self._variant_files = tuple(path.resolve() for path in variant_files)
        self._downloads = DownloadManager()
        self._tables = 0
        self._page = Template((Path(__file__).parent / "page" / "index.html").read_text("utf-8"))

    def application(self) -> web.Application:
        """Return the web application."""
        application = web.Application(middlewares=[self._guarded()])
        static = Path(str(files("textual_serve"))) / "static"
        application.add_routes(
            [
                web.get("/", self._index),
                web.get("/ws", self._table),
                web.get("/download/{key}", self._download),
                web.static("/static", static),
            ]
        )
        return application

    def serve(self, ready: Callable[[str], None]) -> None:
        """Serve until interrupted; ``ready`` is told the address once it can be visited.

        Raises OSError when the port cannot be had.
        """
        with suppress(KeyboardInterrupt):
            asyncio.run(self._serve(ready))

    async def _serve(self, ready: Callable[[str], None]) -> None:
        runner = web.AppRunner(self.application(), access_log=None, shutdown_timeout=_PARTING)
        await runner.setup()
        stop = asyncio.Event()
        with suppress(NotImplementedError):  # Windows has no such handlers, and ends at Ctrl-C
            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, stop.set)
        try:
            await web.TCPSite(runner, self.host, self.port).start()
            shown = f"[{self.host}]" if ":" in self.host else self.host
            ready(f"http://{shown}:{self.port}/")
            await stop.wait()
        finally:
            await runner.cleanup()

    def _guarded(self) -> Any:
        local = self.host in (*_LOOPBACK, "::1")

        @web.middleware
        async def guarded(request: web.Request, handler: _Handler) -> web.StreamResponse:
            host = request.host.rpartition(":")[0] if ":" in request.host else request.host
            if local and host not in _LOOPBACK:
                # A name that someone else has pointed at this machine.
                raise web.HTTPForbidden(text="this table is for its own machine only")
            origin = request.headers.get("Origin")
            if origin is not None and origin.partition("://")[2] != request.host:
                raise web.HTTPForbidden(text="this table answers its own page only")
            return await handler(request)

        return guarded

    async def _index(self, request: web.Request) -> web.Response:
        size = request.query.get("fontsize", "")
        scheme = "wss" if request.secure else "ws"
        page = self._page.substitute(
            websocket=f"{scheme}://{request.host}/ws",
            font_size=size if size.isascii() and size.isdecimal() and len(size) < 3 else "16",
        )
        response = web.Response(text=page, content_type="text/html")
        response.headers["Content-Security-Policy"] = (
            "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' "
            "'unsafe-inline'; font-src 'self'; img-src 'self' data:; frame-ancestors 'none'; "
            f"connect-src 'self' {scheme}://{request.host}"
        )
        response.headers["Cache-Control"] = "no-store"
        response.headers["Referrer-Policy"] = "no-referrer"
        if self._visitor(request) is None:
            response.set_cookie(
                COOKIE,
                secrets.token_hex(16),
                max_age=_YEAR,
                httponly=True,
                samesite="Strict",
                secure=request.secure,
            )
        return response

    def _visitor(self, request: web.Request) -> str | None:
        cookie = request.cookies.get(COOKIE, "")
        return cookie if _VISITOR.fullmatch(cookie) else None

    def command(self, visitor: str) -> str:
        """Return the command that opens the table of ``visitor``, for a shell."""
        words = [sys.executable, "-m", "squares_core.table", str(self.folder / visitor)]
        words += map(str, self._variant_files)
        return (
            subprocess.list2cmdline(words)
            if sys.platform == "win32"
            else "exec " + shlex.join(words)
        )

    async def _table(self, request: web.Request) -> web.StreamResponse:
        """Connect a visitor's page with a process that plays, until either of them stops."""
        visitor = self._visitor(request)
        if visitor is None:
            raise web.HTTPForbidden(text="open the page first")
        if self._tables >= MOST_TABLES:
            raise web.HTTPServiceUnavailable(text="all tables are taken")
        socket = web.WebSocketResponse(heartbeat=15)
        await socket.prepare(request)

        async def close() -> None:
            await socket.close()

        service = AppService(
            self.command(visitor),
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=close,
            download_manager=self._downloads,
        )
        self._tables += 1
        try:
            await service.start(_side(request, "width", 80), _side(request, "height", 24))
            async for message in socket:
                if message.type == WSMsgType.TEXT:
                    await _pass_on(message.data, service, socket)
        finally:
            self._tables -= 1
            await service.stop()
        return socket

    async def _download(self, request: web.Request) -> web.StreamResponse:
        key = request.match_info["key"]
        try:
            about = await self._downloads.get_download_metadata(key)
        except KeyError:
            raise web.HTTPNotFound(text="there is nothing to download") from None
        response = web.StreamResponse()
        response.content_type = "text/plain"
        name = re.sub(r"[^\w.-]", "_", about.file_name)
        response.headers["Content-Disposition"] = f"attachment; filename={name}"
        await response.prepare(request)
        async for chunk in self._downloads.download(key):
            await response.write(chunk)
        await response.write_eof()
        return response


def _side(request: web.Request, name: str, usual: int) -> int:
    text = request.query.get(name, "")
    return max(10, min(500, int(text[:9]))) if text.isascii() and text.isdecimal() else usual


async def _pass_on(data: str, service: AppService, socket: web.WebSocketResponse) -> None:
    """Pass what a page says on to the process; what is not of its form is left out."""
    try:
        message = json.loads(data)
    except (ValueError, RecursionError):
        return
    match message:
        case ["stdin", str(text)]:
            await service.send_bytes(text.encode("utf-8", "replace"))
        case ["resize", {"width": int(width), "height": int(height)}]:
            await service.set_terminal_size(max(10, min(500, width)), max(5, min(200, height)))
        case ["ping", str() | int() | float() as said]:
            await socket.send_json(["pong", said])
        case ["blur", *_]:
            await service.blur()
        case ["focus", *_]:
            await service.focus()
