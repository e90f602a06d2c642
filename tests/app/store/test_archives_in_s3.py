"""Archives in a bucket: the same file, written and read over S3, to moto's server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from moto.server import ThreadedMotoServer
from pydantic import ValidationError

from app.archives.archivist import Archivist
from app.archives.objects import archive_objects
from app.archives.places import archive_place
from app.errors import ApiError
from app.main import create_app
from app.settings import Settings
from tests.app.store.test_archives import Running, played, rows_of, told
from tests.app.toy_game import Toy

KEY = "AKIA1914:a/secret:with+signs"


@pytest.fixture(scope="module")
def store() -> Iterator[str]:
    """The address of a store with an empty bucket, ``games``."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    httpx.put(f"http://{host}:{port}/games").raise_for_status()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture(scope="module")
def url(fresh_database: Callable[[], str]) -> str:
    """A database of this file's own."""
    return fresh_database()


def settings_of(store: str, **more: Any) -> Settings:
    """Settings that name the bucket."""
    named = {"archive": "s3://games/matches/over", "archive_endpoint": store, "archive_key": KEY}
    return Settings.model_validate({**named, "snapshot_every": 20, **more})


def only_name(store: str) -> str:
    """The name of the one object in the bucket."""
    (listed,) = httpx.get(f"{store}/games", params={"list-type": 2}).text.split("<Key>")[1:]
    return listed.partition("</Key>")[0]


async def test_an_archive_in_a_bucket_answers_as_the_rows_did(store: str, url: str) -> None:
    app = create_app(url, settings_of(store), {"toy": Toy()})
    async with app.router.lifespan_context(app):
        on = Running(app.state.context, app.state.parts, url)
        match, account = await played(on, "toy", "endless", 15)
        before = await told(on, match, account)
        assert await on.parts.get(Archivist).archive(match)
        assert not any((await rows_of(url, match)).values())
        assert await told(on, match, account) == before
    name = await asyncio.to_thread(only_name, store)
    assert name.startswith(f"matches/over/{match}-")

    # A byte is changed, then it is gone: refused with a sentence, by whoever has not read it yet.
    place, file = archive_place(settings_of(store)), name.rpartition("/")[2]
    data = place.read(file)
    for change, code in (
        (lambda: place.write(file, data[:-40] + b"?" + data[-39:]), "archive_damaged"),
        (lambda: archive_objects(settings_of(store))._store.delete(file), "archive_missing"),
    ):
        await asyncio.to_thread(change)
        app = create_app(url, settings_of(store), {"toy": Toy()})
        async with app.router.lifespan_context(app):
            with pytest.raises(ApiError) as refused:
                await app.state.context.current.get(match)
            assert (refused.value.status, refused.value.code) == (503, code)


def test_what_a_store_does_not_take_is_an_error_of_the_disk(store: str) -> None:
    """The archivist knows those: the rows stay, and it tries again later."""
    place = archive_place(settings_of(store, archive="s3://no-such-bucket"))
    with pytest.raises(OSError, match=r"NoSuchBucket|not found"):
        place.write("a.zip", b"file")
    with pytest.raises(OSError, match=r"not found|cannot be read"):
        place.read("a.zip")


@pytest.mark.parametrize("archive", ["s3://", "s3://Games", "s3://games/../other", "gs://games", "s3://games//x"])
def test_what_is_no_bucket_is_refused(archive: str) -> None:
    with pytest.raises(ValidationError, match="must be a folder, or s3://bucket"):
        Settings.model_validate({"archive": archive})
    with pytest.raises(ValidationError, match="must be id:secret") as refused:
        Settings.model_validate({"archive_key": "secret-alone"})
    assert "secret-alone" not in str(refused.value)


def test_a_bucket_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ValidationError, match="needs the extra 's3'"):
        Settings.model_validate({"archive": "s3://games"})
