"""Mails end by a link in them, without logging in; wishes are kept and checked."""

from __future__ import annotations

import queue
import re
import time

import httpx
import pytest

from tests.app.accounts.postbox import Postbox
from tests.app.notices.people import log, mailed_to, own
from tests.app.players import END, Player, table
from tests.conftest import Server


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
