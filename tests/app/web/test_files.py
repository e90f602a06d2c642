"""The client's files: what a browser may keep, what is packed, what is not there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import brotli
import httpx
import pytest

from app.brotli_files import BrotliFiles
from app.settings import Settings
from tests.conftest import TOY, start_server

CLIENT = Settings().static


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, fresh_database: Callable[[], str]) -> Iterator[httpx.Client]:
    """A browser at a server of these files."""
    tmp_path = tmp_path_factory.mktemp("files")
    static = tmp_path / "static"
    (static / "vendor").mkdir(parents=True)
    (static / "index.html").write_text("<title>lobby</title>")
    (static / "match.html").write_text('<title>match</title><script type="module" src="page.js"></script>')
    (static / "page.js").write_text("export const told = 1;\n" + 'export const told$ = "told$";\n' * 50)
    (static / "not-found.html").write_text("<title>nothing here</title>")
    (static / "board.svg").write_text("<svg>" + "<path/>" * 1000 + "</svg>")
    (static / "relief.webp").write_bytes(b"RIFF" * 1000)
    (static / "vendor" / "font.woff2").write_bytes(b"wOF2" * 1000)
    (tmp_path / "secret.txt").write_text("secret")
    server = start_server(TOY, fresh_database(), tmp_path / "server.log", static=static)
    with httpx.Client(base_url=server.url) as client:
        yield client
    server.stop()


def test_the_lobby_is_at_the_root_and_is_asked_for_anew_each_time(client: httpx.Client) -> None:
    page = client.get("/")
    assert "lobby" in page.text
    assert page.headers["cache-control"] == "no-cache"
    assert page.headers["content-type"].startswith("text/html")
    again = client.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_what_is_vendored_is_kept_for_ever(client: httpx.Client) -> None:
    assert "immutable" in client.get("/vendor/font.woff2").headers["cache-control"]


def test_a_page_names_files_that_are_kept_for_ever(client: httpx.Client) -> None:
    """The page itself is asked for each time. What another version's name gives is not kept."""
    page = client.get("/match.html")
    assert page.headers["cache-control"] == "no-cache"
    script = page.text.partition('src="')[2].partition('"')[0]
    assert "/packs/page.js" in script
    answer = client.get(script)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert "immutable" in answer.headers["cache-control"]
    assert "told" in answer.text
    assert client.get(script, headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    digest = script.split("/")[2]
    assert "immutable" in client.get(f"/files/{digest}/board.svg").headers["cache-control"]
    for path in (script, f"/files/{digest}/board.svg"):
        earlier = client.get(path.replace(digest, "0123456789abcdef"))
        assert (earlier.status_code, earlier.headers["cache-control"]) == (200, "no-cache")
    for path in ("nothing.js", "packs/nothing.js", "packs/../../secret.txt", "secret.txt"):
        assert client.get(f"/files/{digest}/{path}").status_code == 404


@pytest.mark.parametrize(
    ("asked", "told"), [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("gzip, br;q=0", "gzip"), ("identity", None)]
)
def test_text_is_packed_and_pictures_are_not(client: httpx.Client, asked: str, told: str | None) -> None:
    taken = {"Accept-Encoding": asked}
    script = client.get("/match.html").text.partition('src="')[2].partition('"')[0]
    for path, text in (("/board.svg", "<svg>" + "<path/>" * 1000 + "</svg>"), (script, "told$")):
        answers = [client.get(path, headers=taken) for _ in range(2)]
        for answer in answers:
            assert answer.headers.get("content-encoding") == told
            assert "Accept-Encoding" in answer.headers.get("vary", "") or told is None
            assert text in answer.text
        again = client.get(path, headers={**taken, "If-None-Match": answers[0].headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert "content-encoding" not in client.get("/relief.webp", headers=taken).headers


def test_a_part_of_a_file_is_of_the_file_as_it_is(client: httpx.Client) -> None:
    part = client.get("/board.svg", headers={"Accept-Encoding": "br", "Range": "bytes=0-4"})
    assert (part.status_code, part.text, part.headers.get("content-encoding")) == (206, "<svg>", None)


def test_a_file_is_packed_once_quickly_and_then_well() -> None:
    data = (CLIENT / "match.html").read_bytes() + (CLIENT / "core" / "wire.d.ts").read_bytes()
    kept = BrotliFiles()
    assert kept.find("key") is None
    quick = kept.pack("key", data)
    kept.wait_until_packed()
    best = kept.find("key")
    assert best is not None
    assert len(best) < len(quick) < len(data) / 2
    assert brotli.decompress(best) == brotli.decompress(quick) == data


def test_nobody_waits_for_packing_when_the_server_stops() -> None:
    BrotliFiles().pack("key", b"*" * 10_000)
    packing = [thread for thread in threading.enumerate() if thread.name.startswith("brotli")]
    assert packing
    assert all(thread.daemon for thread in packing)


@pytest.mark.parametrize("path", ["/secret.txt", "/../secret.txt", "/%2e%2e/secret.txt", "/vendor", "/..%2fsecret.txt"])
def test_nothing_beside_the_files_is_served(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "secret" not in answer.text.replace("secret.txt", "")
    assert answer.json()["error"]["code"] == "not_found"


@pytest.mark.parametrize("path", ["/nothing", "/nothing/deeper.html", "/secret.txt"])
def test_a_person_who_finds_nothing_gets_a_page(client: httpx.Client, path: str) -> None:
    page = client.get(path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (page.status_code, page.headers["cache-control"]) == (404, "no-cache")
    assert "nothing here" in page.text


def test_a_program_that_finds_nothing_gets_an_error_in_the_one_shape(client: httpx.Client) -> None:
    for answer in (
        client.get("/core/nothing.js", headers={"Accept": "*/*"}),
        client.get("/api/nothing", headers={"Accept": "text/html"}),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
