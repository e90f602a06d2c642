"""Whoever runs the site opens its page with a passkey, bans a household, and reads what was done."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import expect

from app.admin.admins import Admins
from app.database import Database
from tests.browser.conftest import House
from tests.browser.player import Player
from tests.browser.test_account import with_a_fingerprint
from tests.browser.test_axe import look


async def grant(url: str, account: str) -> None:
    here = Database(url, 1)
    try:
        await Admins(here).grant(uuid.UUID(account))
    finally:
        await here.close()


def test_the_page_asks_for_a_passkey_to_look_and_for_each_deed(player: Callable[..., Player], house: House) -> None:
    home = house.url.replace("127.0.0.1", "localhost")
    henriette = player("Henriette", fresh=True)
    page = henriette.page
    with_a_fingerprint(henriette)
    page.goto(f"{home}/")
    page.get_by_label("Your name").fill("Henriette")
    page.get_by_role("button", name="Enter").click()
    page.get_by_role("heading", name="New match").wait_for()
    page.goto(f"{home}/account.html")
    page.locator("[data-key='passkey-name']").fill("Laptop")
    henriette.press("add-passkey")
    expect(page.locator(".held").first).to_contain_text("Laptop")
    account = page.evaluate("fetch('/api/me').then((r) => r.json()).then((me) => me.id)")
    # The browser's own loop is running in this thread.
    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, grant(house.database, account)).result()
    page.goto(f"{home}/admin.html")
    henriette.press("begin-visit")
    expect(page.get_by_role("region", name="Reports")).to_contain_text("No report waits for you.")
    henriette.press("room-bans")
    henriette.press("add")
    dialog = page.get_by_role("dialog", name="Ban a household")
    page.locator("[data-key='network']").fill("203.0.113.7")
    page.locator("[data-key='reason']").fill("Floods.")
    look(henriette, "a deed to confirm")
    henriette.press("do")
    expect(dialog).to_have_count(0)
    expect(page.locator("[data-row='203.0.113.7/32']")).to_contain_text("Floods.")
    henriette.press("room-accounts")
    page.locator("[data-key='find']").fill("Henriette")
    henriette.press("look")
    henriette.press(f"lock-{account}")
    page.locator("[data-key='reason']").fill("By mistake.")
    henriette.press("do")
    expect(page.locator("dialog [role='alert']")).to_contain_text("That account is an admin's.")
    henriette.press("cancel")
    henriette.press("room-log")
    expect(page.get_by_role("region", name="Log").locator("li").first).to_contain_text("203.0.113.7 for 7 days")
    look(henriette, "the log of the admins' page")
    henriette.press("end-visit")
    page.locator("[data-key='begin-visit']").wait_for()
