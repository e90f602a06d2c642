"""A guest signs up by passkey, logs out and in again, moves the seat to a second browser by a code, and leaves."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.player import Player
from tests.browser.test_axe import look


def with_a_fingerprint(person: Player) -> None:
    """Give a browser a device that makes passkeys and knows its owner."""
    devtools = person.context.new_cdp_session(person.page)
    devtools.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_seat_outlives_its_browser(player: Callable[..., Player], house: House) -> None:
    # Passkeys are bound to a host's name; a bare address has none.
    home = house.url.replace("127.0.0.1", "localhost")
    rosa, phone = player("Rosa", fresh=True), player("Phone", fresh=True)
    page = rosa.page
    with_a_fingerprint(rosa)
    page.goto(f"{home}/")
    page.get_by_label("Your name").fill("Rosa")
    page.get_by_role("button", name="Enter").click()
    page.get_by_role("heading", name="New match").wait_for()
    rosa.create("german", one_screen=True, game="schlieffens-war")
    # Another browser can open the match once this one has opened its seals.
    page.get_by_role("heading", name="Entente: your turn").wait_for()
    match = rosa.match

    page.goto(f"{home}/")
    rosa.press("account")
    expect(page.locator(".warning")).to_contain_text("If it forgets, you lose your match.")
    look(rosa, "a guest's account")
    # Days away are written down, and taken back.
    far = (dt.datetime.now(dt.UTC).date() + dt.timedelta(days=40)).isoformat()
    for key in ("away-first", "away-last"):
        page.locator(f"[data-key='{key}']").fill(far)
    rosa.press("go-away")
    away = page.get_by_role("region", name="Days away")
    expect(away.locator("li")).to_have_count(1)
    away.get_by_role("button", name="Cancel").click()
    expect(away.locator("li")).to_have_count(0)
    page.locator("[data-key='passkey-name']").fill("Rosa's laptop")
    rosa.press("add-passkey")
    expect(page.locator(".held").first).to_contain_text("Rosa's laptop")
    expect(page.locator(".warning")).to_have_count(0)
    rosa.press("log-out")
    page.wait_for_url(f"{home}/")
    rosa.press("log-in")
    page.get_by_role("heading", name="Log in").wait_for()
    look(rosa, "logging in", phone=False)
    rosa.press("passkey-login")
    page.locator(".mine .match").wait_for()
    expect(page.locator(".head .me b")).to_have_text("Rosa")

    # Someone with their own match as a guest says first what becomes of it.
    rosa.press("account")
    rosa.press("device-code")
    link = page.locator("[data-key='code-link']").input_value()
    there = phone.page
    there.goto(f"{home}/")
    there.get_by_label("Your name").fill("Guest")
    there.get_by_role("button", name="Enter").click()
    there.get_by_role("heading", name="New match").wait_for()
    phone.create("german", one_screen=True, game="schlieffens-war")
    there.get_by_role("heading", name="Entente: your turn").wait_for()
    own = phone.match
    there.goto(link)
    phone.press("code-login")
    expect(there.get_by_role("region", name="Log in").get_by_role("alert")).to_contain_text("First choose")
    phone.press("bring-yes")
    look(phone, "logging in as a guest with matches", phone=False)
    phone.press("code-login")
    there.locator(".mine .match").first.wait_for()
    expect(there.locator(".head .me b")).to_have_text("Rosa")
    for id_ in (match, own):
        there.goto(f"{home}/")
        phone.press(f"open-{id_}")
        there.get_by_role("heading", name="Entente: your turn").wait_for()

    # A code makes nobody the owner; whoever leaves is known nowhere.
    there.goto(f"{home}/account.html")
    expect(there.locator(".warning")).to_contain_text("log in again first")
    there.locator("[data-key='delete-name']").fill("Rosa")
    phone.press("delete-account")
    expect(there.get_by_role("region", name="Your data").get_by_role("alert")).to_have_text("Log in again first.")
    page.locator("[data-key='delete-name']").fill("Rosa")
    rosa.press("delete-account")
    page.wait_for_url(f"{home}/")
    page.get_by_label("Your name").wait_for()
    there.reload()
    there.locator("[data-key='passkey-login']").wait_for()
    phone.problems.clear()  # the browser logs the 403 that the page explains


def test_a_password_is_shown_on_request_and_rated_and_nothing_is_cut_off(
    player: Callable[..., Player], house: House
) -> None:
    page = player("Rosa", fresh=True).page
    page.goto(f"{house.url}/account.html")
    page.get_by_role("heading", name="Log in").wait_for()
    page.evaluate(
        """async () => {
      const { passwordField } = await import('/account/password-field.js');
      document.querySelector('#page').replaceChildren(passwordField('New password', 'new-password', 'new').field);
    }"""
    )
    field, said = page.locator("[data-key='new']"), page.locator(".strength [role='status']")
    for typed, sentence, good in (
        ("short", "Too short: 12 characters or more.", 0),
        ("abababababab", "Easy to guess: use more different characters.", 0),
        ("of the Marne", "Fair. Longer is harder to guess.", 1),
        ("seven taxis of Galli", "Good, unless it is a saying or something about you.", 2),
        ("seven taxis of Gallieni, one flat tyre", "Strong, unless it is a saying or something about you.", 3),
        (f"{'0123456789abcdef' * 8}!", "Too long: 128 characters at most, and this has 129.", 0),
    ):
        field.fill(typed)
        expect(field).to_have_value(typed)
        expect(said).to_have_text(sentence)
        assert page.evaluate("document.querySelector('.strength meter').value") == good
        assert field.evaluate("input => input.validity.valid") == (good > 0)
    expect(field).to_have_attribute("type", "password")
    shows = page.get_by_role("button", name="Show: New password")
    shows.click()
    expect(field).to_have_attribute("type", "text")
    expect(shows).to_have_attribute("aria-pressed", "true")
    shows.click()
    expect(field).to_have_attribute("type", "password")
