"""A match whose host goes on in another browser: it begins there, and everyone is told what that took."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

from tests.browser.player import Player
from tests.browser.setting import call, catch_up
from tests.browser.test_sealing import ENTENTE, GERMAN, kept, waits
from tests.thorough import in_the_sweep


def host_and_guest(player: Callable[..., Player]) -> tuple[Player, Player, str]:
    """A host who has made a match and looks elsewhere, and a guest who has opened their word and waits."""
    helmuth, joseph = player("Helmuth"), player("Joseph", heard=True)
    helmuth.come_in()
    helmuth.create(GERMAN)
    invitation = helmuth.invitation()
    match = helmuth.match
    waits(helmuth)
    helmuth.page.goto("/boards.html")
    joseph.page.goto(invitation)
    joseph.page.get_by_label("Your name").fill(joseph.name)
    joseph.press(f"sit-{ENTENTE}")
    joseph.page.get_by_role("heading", name="Waiting for Helmuth").wait_for()
    expect(joseph.page.locator("#curtain")).to_contain_text("That happens by itself as soon as Helmuth is on this site")
    opened = "async (m) => (await (await fetch(`/api/matches/${m}`)).json()).seats.some((s) => s.you && s.opened)"
    joseph.wait(opened, match)
    return helmuth, joseph, match


def on_another_device(player: Callable[..., Player], host: Player, **context: Any) -> Player:
    """The host once more, logged in by a code in another browser."""
    code = call(host, "POST", "/account/code")["code"]
    phone = player("Helmuth", **context)
    phone.page.goto(f"/account.html#code={code}")
    phone.press("code-login")
    phone.page.locator(".mine .match").first.wait_for()
    return phone


@in_the_sweep
def test_a_match_begins_whose_host_went_on_to_another_device(player: Callable[..., Player]) -> None:
    """The lobby says that it waits for the host; its page says what follows before the host presses. Then both play."""
    helmuth, joseph, match = host_and_guest(player)
    phone = on_another_device(player, helmuth, viewport={"width": 390, "height": 844}, has_touch=True)
    expect(phone.page.locator(".whose").first).to_have_text("Waiting for you to begin")
    first = [*joseph.words]
    phone.press(f"open-{match}")
    phone.page.get_by_role("heading", name="Go on in this browser?").wait_for()
    curtain = phone.page.locator("#curtain")
    expect(curtain).to_contain_text("open this page there, and the match begins")
    expect(curtain).to_contain_text("Everyone is told that you asked for it")
    assert call(joseph, "GET", f"/matches/{match}")["voided"] == [], "nothing happens before the host presses"
    phone.press("seal-again")
    phone.wait_for_table()
    # The guest presses nothing: their open page seals and opens another word.
    joseph.wait_for_table()
    begun = call(joseph, "GET", f"/matches/{match}")
    (voided,) = begun["voided"]
    assert (begun["status"], voided["seat"]) == ("active", GERMAN)
    assert voided["commitment"] != begun["commitment"]
    old, new = kept(joseph, match)[ENTENTE]
    assert [old["commitment"], new["commitment"]] == [voided["commitment"], begun["commitment"]]
    assert joseph.words == [*first, new["word"]]
    assert not any(w["word"] in told.text for told in joseph.received for w in kept(phone, match)[GERMAN])
    told = "All words for the dice were sealed again before the match began, as Helmuth asked."
    expect(joseph.page.locator("[data-key='sealed-again']").first).to_contain_text(told)
    joseph.press("people")
    line = joseph.page.get_by_label("Proof").input_value()
    assert f"--void {voided['commitment']}" in line
    joseph.press("people")
    # Both play: the Entente sets up, then the Germans, on the other device.
    for who, seat in ((joseph, ENTENTE), (phone, GERMAN)):
        catch_up(who, seat)
        who.press("order-historical")
        who.settle()
        who.press("end-phase")
        who.settle()
    glance = call(joseph, "GET", f"/matches/{match}")["glance"]
    assert (glance["turn"], glance["title"]) == (1, "German Movement")


@in_the_sweep
def test_whoever_took_a_seat_later_is_not_said_to_have_asked(player: Callable[..., Player]) -> None:
    helmuth, joseph, match = host_and_guest(player)
    helmuth.page.evaluate("() => localStorage.clear()")
    helmuth.page.goto(f"/match.html?m={match}&seat={GERMAN}")
    helmuth.press("seal-again")
    joseph.wait_for_table()
    helmuth.wait_for_table()
    expect(joseph.page.locator("#log")).to_contain_text("sealed again before the match began, as Helmuth asked.")
    leave = {"id": "helmuth-leaves", "seat": GERMAN, "order": {"kind": "leave"}}
    call(helmuth, "POST", f"/matches/{match}/house", leave)
    helmuth.leave()
    invite = call(joseph, "GET", f"/matches/{match}")["invite"]
    call(fresh := player("Karl"), "POST", "/guests", {"name": fresh.name})
    call(fresh, "POST", f"/matches/{match}/seats/{GERMAN}/take-over", {"id": "karl-comes", "invite": invite})
    joseph.page.reload()
    joseph.wait_for_table()
    expect(joseph.page.locator("#log")).to_contain_text("before the match began, as a player who has left asked.")


@in_the_sweep
def test_a_server_that_hides_a_void_round_is_given_away(player: Callable[..., Player]) -> None:
    """The guest's browser has noted under which commitment it opened a word."""
    helmuth, joseph, match = host_and_guest(player)
    commitment = call(joseph, "GET", f"/matches/{match}")["commitment"]
    helmuth.page.evaluate("() => localStorage.clear()")
    helmuth.page.goto(f"/match.html?m={match}&seat={GERMAN}")
    helmuth.press("seal-again")
    joseph.wait_for_table()

    def hiding(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "voided": []})

    joseph.page.route(f"**/api/matches/{match}", hiding)
    joseph.page.reload()
    joseph.wait_for_table()
    joseph.press("people")
    alert = joseph.page.get_by_text("opened a word under a commitment that the server shows no longer")
    expect(alert).to_be_visible()
    assert f"--void {commitment}" in joseph.page.get_by_label("Proof").input_value()


@in_the_sweep
def test_a_match_that_can_begin_no_more_is_begun_again_with_the_same_seats(player: Callable[..., Player]) -> None:
    """One press makes it; the other's page is led there, and they agree by sitting down."""
    helmuth, joseph = player("Helmuth"), player("Joseph")
    for who in (helmuth, joseph):
        call(who, "POST", "/guests", {"name": who.name})
    match = call(helmuth, "POST", "/matches", {"game": "schlieffens-war", "scenario": "campaign", "seat": GERMAN})
    path = f"/matches/{match['id']}"
    now = call(joseph, "POST", f"{path}/seats/{ENTENTE}", {"invite": match["invite"]})
    while not now["commitment"] or now["can_seal_again"]:
        if now["can_seal_again"]:
            body = {"commitment": now["commitment"], "seals": {GERMAN: secrets.token_hex(32)}}
            call(helmuth, "POST", f"{path}/seal-again", body)
        for who, seat in ((helmuth, GERMAN), (joseph, ENTENTE)):
            now = call(who, "GET", path)
            if not next(s["seal"] for s in now["seats"] if s["seat"] == seat):
                now = call(who, "POST", f"{path}/seals", {"seals": {seat: secrets.token_hex(32)}})
    for who in (helmuth, joseph):
        who.page.goto(f"/match.html?m={match['id']}")
        who.page.get_by_role("heading", name="Your word for the dice is elsewhere").wait_for()
    expect(joseph.page.locator("[data-key='sealed-again']")).to_contain_text("sealed again 5 times, as Helmuth asked")
    helmuth.press("begin-again")
    helmuth.page.get_by_role("heading", name="Waiting for your opponent").wait_for()
    joseph.page.get_by_role("heading", name="Helmuth invites you to play").wait_for()
    again = joseph.match
    assert again != match["id"]
    joseph.page.goto("/")
    expect(joseph.page.locator(".whose").first).to_have_text("Called off")
    joseph.press(f"again-{match['id']}")
    joseph.press(f"sit-{ENTENTE}")
    joseph.wait_for_table()
    helmuth.wait_for_table()
    assert (joseph.match, joseph.seat, helmuth.seat) == (again, ENTENTE, GERMAN)
    joseph.page.goto("/")
    expect(joseph.page.locator(".mine .match")).to_have_count(1)


@in_the_sweep
def test_the_first_device_is_told_that_the_word_is_elsewhere_now(player: Callable[..., Player]) -> None:
    """Its page takes nothing back by itself: two devices would take turns for ever."""
    helmuth, joseph, match = host_and_guest(player)
    # A link to a match that one plays, opened where the browser knows no one, asks for a log-in and remembers it.
    fresh = player("Helmuth")
    fresh.page.goto(f"/match.html?m={match}&seat={GERMAN}")
    expect(fresh.page.locator(".warning")).to_contain_text("Log in to continue to your match.")
    fresh.page.goto(f"/account.html#code={call(helmuth, 'POST', '/account/code')['code']}")
    fresh.press("code-login")
    fresh.page.get_by_role("heading", name="Go on in this browser?").wait_for()
    phone = on_another_device(player, helmuth)
    joseph.page.goto("/boards.html")
    phone.page.goto(f"/match.html?m={match}")
    phone.press("seal-again")
    phone.page.get_by_role("heading", name="Waiting for Joseph").wait_for()
    expect(phone.page.locator("[data-key='sealed-again']")).to_contain_text("as you asked")
    # Nothing is left of it in the first: it offers to go on there, and does not.
    helmuth.page.goto(f"/match.html?m={match}&seat={GERMAN}")
    helmuth.page.get_by_role("heading", name="Go on in this browser?").wait_for()
    assert len(call(helmuth, "GET", f"/matches/{match}")["voided"]) == 1
    # The lobby is enough for the guest's browser to seal and to open.
    joseph.page.goto("/")
    phone.wait_for_table()
    helmuth.wait_for_table()
    joseph.page.locator(".mine .match").first.wait_for()
    assert call(joseph, "GET", f"/matches/{match}")["status"] == "active"
