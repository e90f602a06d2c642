"""The browser client's files, with what a browser may keep of them."""

from __future__ import annotations

import os
from pathlib import Path

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

REVALIDATE = "no-cache"
"""Cached, but checked every time: an unchanged file costs an empty 304."""
FOREVER = "public, max-age=31536000, immutable"
NOT_FOUND = "not-found.html"
PACKED = (".webp", ".png", ".jpg", ".woff2", ".gz", ".br")


class ClientFiles(StaticFiles):
    """Static files with ETag. What lies under ``vendor/`` never changes under its name."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or for a person who looks for one that is not there a page that leads back.

        Programs, and the client's own modules, are told in the one shape of errors.
        """
        try:
            return await super().get_response(path, scope)
        except HTTPException as error:
            page, found = self.lookup_path(NOT_FOUND)
            if error.status_code != 404 or found is None or "text/html" not in Headers(scope=scope).get("accept", ""):
                raise
            return FileResponse(page, 404, {"cache-control": REVALIDATE}, stat_result=found)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file with its cache header."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        folder = Path(full_path).parent.parts
        response.headers["cache-control"] = FOREVER if "vendor" in folder else REVALIDATE
        return response


class Compressed:
    """gzip for what is text; pictures and fonts are packed already."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._gzip = GZipMiddleware(app, minimum_size=1024, compresslevel=5)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, compressed where it helps."""
        packed = scope["type"] != "http" or scope["path"].endswith(PACKED)
        await (self._plain if packed else self._gzip)(scope, receive, send)


def install(app: FastAPI, static: Path) -> None:
    """Serve the client's files at the root. Call it last: what no route knows is looked for among the files."""
    app.mount("/", ClientFiles(directory=static, html=True, check_dir=False), name="client")
