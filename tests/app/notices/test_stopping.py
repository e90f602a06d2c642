"""Mails end by a link in them, without logging in; wishes are kept and checked."""

from __future__ import annotations

import asyncio
import queue
import re
import time
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from app.admin.sweep import Sweeper
from app.database import Database
from tests.app.accounts.postbox import Postbox
from tests.app.notices.desk import desk
from tests.app.notices.people import log, mailed_to, own
from tests.app.players import END, Player, table
from tests.conftest import Server, execute


def test_one_press_in_the_mail_program_ends_the_mails(server: Server, notice_database: str, mailed: Postbox) -> None:
    red, blue, match = table(server)
    mailed_to(blue, notice_database)
    channel = own(blue, "mail")
    red.play(match, "red", END)
    deadline = time.monotonic() + 20
    while not log(blue):
        assert time.monotonic() < deadline, "the handover is put down for the channel"
        time.sleep(0.02)
    blue.http.post(f"/account/notices/channels/{channel['id']}/test")
    letter = mailed.next()
    assert letter["Subject"] == "A test from Great War Online"
    found = re.fullmatch(r"<https://greatwar\.example(/api/notices/stop/\S+)>", letter["List-Unsubscribe"])
    assert found
    press = httpx.post(server.url + found[1], data={"List-Unsubscribe": "One-Click"})
    assert (press.status_code, press.json()) == (200, {"done": True})
    assert set(own(blue, "mail")["modes"].values()) == {"off"}
    waited = next(line for line in log(blue) if line["kind"] == "turn")
    assert (waited["status"], waited["reason"]) == ("lapsed", "no longer wanted")
    forged = httpx.post(f"{server.url}/api/notices/stop/{found[1].rpartition('/')[2][:-2]}xx")
    assert (forged.status_code, forged.json()) == (200, {"done": True}), "nothing tells whether a link is good"
    with pytest.raises(queue.Empty):
        mailed._letters.get(block=False)


def test_mail_needs_a_confirmed_address(server: Server) -> None:
    rosa = Player(server, "Rosa")
    answer = rosa.http.post("/account/notices/channels", json={"channel": {"way": "mail"}})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "no_address")


def test_wishes_are_kept(server: Server) -> None:
    rosa = Player(server, "Rosa")
    told = rosa.http.get("/account/notices").json()
    assert (told["channels"], told["quiet"], told["digest_hour"], told["muted"]) == ([], None, 8, [])
    wished = {"quiet": {"begins": 22, "ends": 7}, "digest_hour": 19}
    answer = rosa.http.put("/account/notices", json=wished).json()
    assert (answer["quiet"], answer["digest_hour"]) == (wished["quiet"], 19)
    always = rosa.http.put("/account/notices", json={"quiet": {"begins": 7, "ends": 7}})
    assert (always.status_code, always.json()["error"]["code"]) == (422, "always_quiet")
    assert rosa.http.put("/account/notices", json={}).json()["quiet"] is None
    assert httpx.get(f"{server.url}/api/account/notices").status_code == 401


async def test_what_was_sent_long_ago_is_swept_and_what_waits_is_kept(
    server: Server, notice_database: str, box: Postbox
) -> None:
    (red, blue, match), (other, late, waiting) = table(server), table(server)
    for player in (blue, late):
        mailed_to(player, notice_database)
    red.play(match, "red", END)
    async with desk(notice_database, box) as here:
        await here.work(minutes=12)
        box.next()
        other.play(waiting, "red", END)
        async with asyncio.timeout(10):
            # The server beside us may be putting it down itself.
            while not log(late):
                await here.ledger.spread(here.clock.now())
    long_ago = "now() - interval '31 days'"
    await execute(notice_database, f"UPDATE delivery SET done_at = {long_ago} WHERE status <> 'waiting'")  # noqa: S608
    await execute(notice_database, f"UPDATE notice SET spread_at = {long_ago} WHERE spread_at IS NOT NULL")  # noqa: S608
    database = Database(notice_database, 2)
    nobody: Any = SimpleNamespace(live=[])
    swept = await Sweeper(database, nobody, 30).sweep()
    await database.close()
    assert swept["deliveries"] >= 1
    assert swept["notices"] >= 1
    assert log(blue) == []
    assert [line["status"] for line in log(late)] == ["waiting"]
