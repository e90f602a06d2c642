"""Web push: encrypted for one browser, signed by the server's key, and forgotten when the browser is."""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
import time
from typing import Any

import http_ece
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from app.database import Database
from app.notices.push import server_key
from tests.app.accounts.postbox import Postbox
from tests.app.notices.desk import SITE, desk
from tests.app.notices.people import add, log
from tests.app.notices.receiver import Receiver
from tests.app.players import END, Player, table
from tests.conftest import Server


def text(data: bytes) -> str:
    """As the web writes keys."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text: str) -> bytes:
    """The inverse."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A browser that has subscribed at a push service."""

    def __init__(self, service: Receiver) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = secrets.token_bytes(16)
        self.endpoint = f"{service.url}/{secrets.token_hex(8)}"

    @property
    def channel(self) -> dict[str, Any]:
        """What the page sends of its subscription."""
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": text(point), "auth": text(self.auth)}
        return {"way": "push", "name": "Chrome on Linux", "endpoint": self.endpoint, "keys": keys}

    def read(self, body: bytes) -> dict[str, Any]:
        """A message as its service worker gets it."""
        shown = json.loads(
            http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm").decode()
        )
        assert isinstance(shown, dict)
        return shown


async def test_a_push_is_read_by_its_browser_alone_and_signed_by_the_server(
    server: Server, notice_database: str, box: Postbox, hook: Receiver
) -> None:
    red, blue, match = table(server)
    browser = Browser(hook)
    add(blue, **browser.channel)
    red.play(match, "red", END)
    async with desk(notice_database, box) as here:
        await here.work(minutes=12)
    call = hook.next()
    assert b"Toy" not in call.body
    assert browser.read(call.body) == {
        "title": "Your turn: Toy against Rosa",
        "body": "Short, turn 2, Turn of blue (§1). You play Blue.",
        "link": f"/match.html?m={match['id']}&seat=blue&at=decision",
        "tag": match["id"],
    }
    assert call.headers["content-encoding"] == "aes128gcm"
    assert int(call.headers["ttl"]) > 0
    scheme, token, key = call.headers["authorization"].replace(",", "").split()
    assert scheme == "vapid"
    public = data(key.removeprefix("k="))
    assert text(public) == blue.http.get("/account/notices").json()["push_key"]
    said, _, signature = token.removeprefix("t=").rpartition(".")
    raw = data(signature)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public).verify(
        encode_dss_signature(r, s), said.encode(), ec.ECDSA(hashes.SHA256())
    )
    claims = json.loads(data(said.partition(".")[2]))
    assert (claims["aud"], claims["sub"]) == (f"http://127.0.0.1:{hook.port}", SITE)
    assert time.time() < claims["exp"] < time.time() + 86_400


async def test_a_browser_that_is_gone_is_forgotten(
    server: Server, notice_database: str, box: Postbox, hook: Receiver
) -> None:
    red, blue, match = table(server)
    add(blue, **Browser(hook).channel)
    red.play(match, "red", END)
    hook.answers = [(410, {})]
    async with desk(notice_database, box) as here:
        await here.work(minutes=12)
    hook.next()
    assert blue.http.get("/account/notices").json()["channels"] == []
    assert log(blue) == []


def test_a_browser_tells_only_whoever_used_it_last(server: Server, hook: Receiver) -> None:
    first, second, browser = Player(server, "Rosa"), Player(server, "Blaise"), Browser(hook)
    add(first, **browser.channel)
    one = add(second, **browser.channel)
    assert add(second, **browser.channel)["id"] == one["id"], "said twice, it is one"
    assert first.http.get("/account/notices").json()["channels"] == []


def test_what_is_no_subscription_is_refused(server: Server, hook: Receiver) -> None:
    rosa, good = Player(server, "Rosa"), Browser(hook).channel
    for wrong in (
        {"keys": {**good["keys"], "auth": text(b"too short")}},
        {"keys": {**good["keys"], "p256dh": text(b"\x04" + b"\x01" * 64)}},
        {"endpoint": "https://10.0.0.1/push"},
    ):
        answer = rosa.http.post("/account/notices/channels", json={"channel": {**good, **wrong}})
        assert answer.status_code == 422, answer.text


def test_the_servers_key_is_made_once(notice_database: str) -> None:
    """Browsers that have subscribed know it."""

    async def key() -> Any:
        database = Database(notice_database, 1)
        try:
            return (await server_key(database)).private_numbers()
        finally:
            await database.close()

    assert asyncio.run(key()) == asyncio.run(key())
