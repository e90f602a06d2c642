"""The browser client's files, with what a browser may keep of them."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from app.brotli_files import MIN_PACKED_BYTES, BrotliFiles, accepts_brotli
from app.packs import Packs

REVALIDATE = "no-cache"
"""Cached, but checked every time: an unchanged file costs an empty 304."""
FOREVER = "public, max-age=31536000, immutable"
NOT_FOUND = "not-found.html"
VERSIONED = "files"
IN_BROTLI = {"content-encoding": "br", "vary": "Accept-Encoding"}
KEPT = ("cache-control", "etag", "last-modified")
"""What is said of a file whether it is packed or not."""
PACKED = (".webp", ".png", ".jpg", ".woff2", ".gz", ".br")
"""What no packing makes smaller."""


class ClientFiles(StaticFiles):
    """Static files with ETag. What lies under ``vendor/`` never changes under its name.

    With packs, pages ask for everything below ``files/<digest>/``, where nothing ever changes and a browser need not
    ask again. Under the digest of another version the files of this one are served: a page that was open while the
    server was brought up to date still finds the parts that it wants later.
    """

    def __init__(self, directory: Path, packs: Packs | None) -> None:
        super().__init__(directory=directory, html=True, check_dir=False)
        self._packs = packs
        self._brotli = BrotliFiles()

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or for a person who looks for one that is not there a page that leads back.

        Programs, and the client's own modules, are told in the one shape of errors.
        """
        plain, keep = self._without_digest(Path(path).as_posix())
        try:
            response = self._pack(plain, scope) or await super().get_response(plain, scope)
        except HTTPException as error:
            page, found = self.lookup_path(NOT_FOUND)
            if error.status_code != 404 or found is None or "text/html" not in Headers(scope=scope).get("accept", ""):
                raise
            if self._packs:
                return self._text_response(self._packs.page(NOT_FOUND), "text/html", scope, 404)
            return FileResponse(page, 404, {"cache-control": REVALIDATE}, stat_result=found)
        if keep:
            response.headers["cache-control"] = FOREVER
        return response

    def _without_digest(self, path: str) -> tuple[str, bool]:
        """The path of the file itself, and whether it can be kept for ever under the one that was asked for."""
        first, _, rest = path.partition("/")
        digest, _, plain = rest.partition("/")
        if self._packs is None or first != VERSIONED or not plain:
            return path, False
        return plain, digest == self._packs.digest

    def _pack(self, path: str, scope: Scope) -> Response | None:
        """A page or a pack, if the path names one."""
        if self._packs is None or scope["method"] not in ("GET", "HEAD"):
            return None
        page = "index.html" if path == "." else path
        if page.endswith(".html") and "/" not in page and self.lookup_path(page)[1]:
            return self._text_response(self._packs.page(page), "text/html", scope)
        if not path.startswith("packs/"):
            return None
        name = path.removeprefix("packs/")
        text = self._packs.find_pack(name)
        if text is None:
            return None
        return self._text_response(text, "text/css" if name.endswith(".css") else "text/javascript", scope)

    def _text_response(self, text: str, kind: str, scope: Scope, status: int = 200) -> Response:
        data, asked = text.encode(), Headers(scope=scope)
        key = hashlib.sha256(data).hexdigest()[:32]
        headers = {"cache-control": REVALIDATE, "etag": f'"{key}"'}
        if status == 200 and self.is_not_modified(Headers(headers), asked):
            return NotModifiedResponse(Headers(headers))
        if len(data) >= MIN_PACKED_BYTES and accepts_brotli(asked):
            headers |= IN_BROTLI
            data = self._brotli.find(key) or self._brotli.pack(key, data)
        return Response(data, status, headers, kind)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file with its cache header."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        path = Path(full_path)
        response.headers["cache-control"] = FOREVER if "vendor" in path.parent.parts else REVALIDATE
        plain = (
            not isinstance(response, FileResponse) or stat_result.st_size < MIN_PACKED_BYTES or path.suffix in PACKED
        )
        if plain or scope["method"] != "GET" or not accepts_brotli(Headers(scope=scope)):
            return response
        key = f"{path}\n{stat_result.st_mtime_ns}\n{stat_result.st_size}"
        data = self._brotli.find(key) or self._brotli.pack(key, path.read_bytes())
        headers = {name: value for name, value in response.headers.items() if name in KEPT}
        return Response(data, status_code, headers | IN_BROTLI, response.media_type)


class Compressed:
    """gzip for texts that are made when they are asked for, and for programs without brotli; not for pictures."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._gzip = GZipMiddleware(app, minimum_size=1024, compresslevel=5)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, compressed where it helps."""
        packed = scope["type"] != "http" or scope["path"].endswith(PACKED)
        await (self._plain if packed else self._gzip)(scope, receive, send)


def install(app: FastAPI, static: Path, *, packed: bool) -> None:
    """Serve the client's files at the root. Call it last: what no route knows is looked for among the files."""
    app.mount("/", ClientFiles(static, Packs(static) if packed else None), name="client")
