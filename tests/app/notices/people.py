"""People who want to be told."""

from __future__ import annotations

import asyncio
import threading
import uuid
from typing import Any, cast

from tests.app.players import Player
from tests.conftest import execute


def mailed_to(player: Player, url: str) -> str:
    """Give a player's account an address and have notices sent there; gives the address."""
    at = f"{uuid.uuid4().hex}@example.org"
    statement = f"INSERT INTO mail_address (account, address) VALUES ('{player.id}', '{at}')"  # noqa: S608
    run(execute(url, statement))
    add(player, way="mail")
    return at


def add(player: Player, **channel: Any) -> dict[str, Any]:
    """Add a channel; gives it."""
    answer = player.http.post("/account/notices/channels", json={"channel": channel})
    assert answer.status_code == 201, answer.text
    return cast("dict[str, Any]", answer.json())


def modes(player: Player, channel: dict[str, Any], **wanted: str) -> None:
    """Set how soon a channel tells of what."""
    answer = player.http.put(f"/account/notices/channels/{channel['id']}", json={"modes": wanted})
    assert answer.status_code == 200, answer.text


def own(player: Player, way: str) -> dict[str, Any]:
    """The player's channel of a way."""
    found = player.http.get("/account/notices").json()["channels"]
    return cast("dict[str, Any]", next(c for c in found if c["way"] == way))


def log(player: Player) -> list[dict[str, Any]]:
    """What became of the player's notices, the newest first."""
    return cast("list[dict[str, Any]]", player.http.get("/account/notices/log").json())


def run(work: Any) -> None:
    """Run something, also from within a test that runs itself."""
    thread = threading.Thread(target=lambda: asyncio.run(work))
    thread.start()
    thread.join()
