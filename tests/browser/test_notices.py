"""A mail calls someone back: its link lands on the decision, on a phone that has to log in first."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.app.accounts.postbox import Postbox, postbox
from tests.browser.player import Player
from tests.browser.setting import call, command, two_seats
from tests.browser.test_axe import look
from tests.conftest import REAL, Server, execute, start_server

SITE = "https://greatwar.example"


@pytest.fixture
def box() -> Iterator[Postbox]:
    """An SMTP server on this machine."""
    with postbox() as box:
        yield box


@pytest.fixture
def mailing(
    tmp_path_factory: pytest.TempPathFactory, fresh_database: Callable[[], str], box: Postbox
) -> Iterator[tuple[Server, str]]:
    """A server that sends mail at once, and its database."""
    made: list[str] = []
    apart(lambda: made.append(fresh_database()))
    [database] = made
    settings = {"smtp_url": box.url, "mail_from": "games@greatwar.example", "site": SITE, "notice_seconds": 0}
    server = start_server(REAL, database, tmp_path_factory.mktemp("mailing") / "server.log", **settings)
    yield server, database
    server.stop()


def test_a_mails_link_lands_on_the_decision(
    player: Callable[..., Player], mailing: tuple[Server, str], box: Postbox
) -> None:
    server, database = mailing
    rosa, karl = player("Rosa", fresh=True), player("Karl", fresh=True)
    phone = player("Phone", viewport={"width": 390, "height": 844})
    for person in (rosa, karl, phone):
        person.url = server.url
    match = two_seats(rosa, karl)["id"]
    me = call(karl, "GET", "/me")["id"]
    confirmed = f"INSERT INTO mail_address (account, address) VALUES ('{me}', 'karl@example.org')"  # noqa: S608
    apart(lambda: asyncio.run(execute(database, confirmed)))

    page = karl.page
    page.goto(f"{server.url}/account.html#notices")
    karl.press("add-mail")
    expect(page.locator(".channels")).to_contain_text("Mail to karl@example.org")
    karl.press("test-mail")
    expect(page.get_by_role("status").filter(has_text="The test was sent.")).to_be_visible()
    assert box.next()["Subject"] == "A test from Great War Online"
    karl.press("wishes-mail")
    page.locator("[data-key='mode-mail-chat']").select_option("off")
    page.locator("[data-key='quiet']").check()
    page.locator("[data-key='quiet']").uncheck()
    karl.press("save-notices")
    expect(page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    look(karl, "the account page with notices")

    page.goto("about:blank")
    while call(rosa, "GET", f"/matches/{match}/state?seat=german")["legal"]["yours"]:
        command(rosa, match, "german", {"kind": "end_phase"})
    letter = box.next()
    assert letter["Subject"] == "Your turn: Schlieffen's War against Rosa"
    text = letter.get_content()
    found = re.search(rf"{SITE}(/match\.html\S+)", text)
    assert found
    there = phone.page
    there.goto(f"{server.url}{found[1]}")
    expect(there.locator(".warning")).to_contain_text("Log in to continue to your match.")
    there.locator("[data-key='code']").fill(call(karl, "POST", "/account/code")["code"])
    phone.press("code-login")
    there.wait_for_url(re.compile(rf"/match\.html\?m={match}"))
    phone.wait_for_table()
    expect(there.locator("#prompt")).to_be_in_viewport()
    assert "Your move" in phone.step
    phone.press("people")
    there.locator("[data-key='mute']").click()
    expect(there.get_by_role("alert").filter(has_text="No more notices about this match.")).to_be_visible()
    assert call(karl, "GET", "/account/notices")["muted"] == [match]

    stop = re.search(rf"{SITE}(/account\.html#stop=\S+)", text)
    assert stop
    there.goto("about:blank")
    there.goto(f"{server.url}{stop[1]}")
    phone.press("stop-mails")
    expect(there.get_by_role("status")).to_contain_text("no more of these mails")
    [channel] = call(karl, "GET", "/account/notices")["channels"]
    assert set(channel["modes"].values()) == {"off"}


def test_the_browser_shows_what_is_pushed(player: Callable[..., Player]) -> None:
    """Headless browsers show no notices: what would be shown is caught where it leaves the worker."""
    rosa = player("Rosa", fresh=True)
    page = rosa.page
    page.goto("/")
    devtools = rosa.context.new_cdp_session(page)
    known: list[str] = []

    def registered(told: dict[str, list[dict[str, str]]]) -> None:
        known.extend(each["registrationId"] for each in told["registrations"])

    devtools.on("ServiceWorker.workerRegistrationUpdated", registered)
    devtools.send("ServiceWorker.enable")
    with rosa.context.expect_event("serviceworker") as coming:
        page.evaluate("async () => { await navigator.serviceWorker.register('/sw.js'); }")
    worker = coming.value
    worker.evaluate(
        """() => {
          self.shown = new Promise((resolve) => {
            self.registration.showNotification = async (title, more) => resolve([title, more]);
          });
          self.opened = new Promise((resolve) => { self.clients.openWindow = async (url) => resolve(url); });
        }"""
    )
    link = "/match.html?m=elsewhere&seat=german&at=decision"
    said = json.dumps({"title": "Your turn", "body": "Turn 2.", "link": link, "tag": "elsewhere"})
    devtools.send("ServiceWorker.deliverPushMessage", {"origin": rosa.url, "registrationId": known[-1], "data": said})
    assert worker.evaluate("() => self.shown") == [
        "Your turn",
        {"body": "Turn 2.", "tag": "elsewhere", "icon": "/icon.svg", "data": link},
    ]
    worker.evaluate(
        """(link) => {
          const pressed = new ExtendableEvent('notificationclick');
          pressed.notification = { data: link, close() {} };
          self.dispatchEvent(pressed);
        }""",
        link,
    )
    assert worker.evaluate("() => self.opened") == rosa.url + link


def apart(work: Callable[[], None]) -> None:
    """Run something that has a loop of its own, beside the browser's."""
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
