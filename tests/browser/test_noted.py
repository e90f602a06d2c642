"""The browser notes the newest link of each match by itself, and says so when the match is told otherwise later."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.browser.conftest import House
from tests.browser.player import Player
from tests.browser.setting import call, command, one_screen, open_table
from tests.conftest import execute

GERMAN, ENTENTE = "german", "entente"
END = {"kind": "end_phase"}
NOT_THE_SAME = "Not the match that you saw"


def noted(player: Player, match: str) -> dict[str, Any]:
    """What a browser has noted of a match."""
    text = player.page.evaluate("match => localStorage.getItem('gw-link-' + match)", match)
    found: dict[str, Any] = json.loads(text)
    return found


def told(player: Player, match: str) -> dict[str, Any]:
    """The number and the link that the server tells now."""
    state = call(player, "GET", f"/matches/{match}/state?seat={GERMAN}")
    return {"version": state["version"], "link": state["link"]}


def until_noted(player: Player, match: str) -> None:
    """Until the browser has noted what the server tells now."""
    player.wait(
        "([match, link]) => localStorage.getItem('gw-link-' + match)?.includes(link)",
        [match, told(player, match)["link"]],
    )


def resigned(player: Player, match: str) -> None:
    call(player, "POST", f"/matches/{match}/house", {"id": "resigned-1", "seat": GERMAN, "order": {"kind": "resign"}})


def compared(player: Player, match: str) -> str:
    """What the result's page says after it has compared the notes with the file."""
    player.page.goto(f"/result.html?m={match}")
    player.press("compare")
    player.wait("() => document.querySelector('[data-key=noted]')?.textContent")
    return player.page.locator("[data-key=noted]").inner_text()


def test_the_newest_link_is_noted_by_itself_and_found_in_the_file(player: Callable[..., Player]) -> None:
    helmuth = player("Helmuth")
    match = one_screen(helmuth)
    open_table(helmuth, match, GERMAN)
    until_noted(helmuth, match)
    assert noted(helmuth, match)["seats"][GERMAN] == told(helmuth, match)
    # Something happens while they are away: what they had noted is asked for, and is there.
    helmuth.page.goto("/boards.html")
    command(helmuth, match, GERMAN, END)
    asked: list[str] = []
    helmuth.page.on("request", lambda request: asked.append(request.url) if "/links/" in request.url else None)
    open_table(helmuth, match, GERMAN)
    until_noted(helmuth, match)
    assert len(asked) == 1
    assert noted(helmuth, match)["seats"][GERMAN] == told(helmuth, match)
    assert noted(helmuth, match)["gone"] == []
    # What they are told at the table needs no question.
    command(helmuth, match, GERMAN, END)
    until_noted(helmuth, match)
    assert len(asked) == 1
    assert helmuth.page.get_by_label(NOT_THE_SAME).count() == 0
    resigned(helmuth, match)
    assert compared(helmuth, match).startswith("All that this browser noted is in the file.")


def test_a_match_from_which_a_command_was_taken_is_not_the_one_that_was_noted(
    player: Callable[..., Player], house: House
) -> None:
    helmuth = player("Helmuth")
    match = one_screen(helmuth)
    open_table(helmuth, match, GERMAN)
    until_noted(helmuth, match)
    link = told(helmuth, match)["link"]
    helmuth.page.goto("/boards.html")
    # The host has put another command in the place of the last, with links made to fit; the match goes on.
    swap = f"UPDATE event SET link = decode(repeat('ab', 32), 'hex') WHERE match = '{match}' AND link = '\\x{link}'"  # noqa: S608
    # In a thread of its own: Playwright's loop runs in this one.
    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(lambda: asyncio.run(execute(house.database, swap))).result()
    command(helmuth, match, GERMAN, END)
    open_table(helmuth, match, GERMAN)
    helmuth.page.get_by_label(NOT_THE_SAME).wait_for()
    assert "moves were changed or left out" in helmuth.page.get_by_label(NOT_THE_SAME).inner_text()
    assert noted(helmuth, match)["gone"] == [link]
    helmuth.press("people")
    helmuth.page.locator("[data-key=not-the-same]").wait_for()
    line = helmuth.page.get_by_label("Proof").input_value()
    assert re.findall(r"--link ([0-9a-f]{64})", line) == [link, told(helmuth, match)["link"]]
    resigned(helmuth, match)
    assert compared(helmuth, match).startswith("This is NOT the match that this browser was told of")
    assert f"--link {link}" in helmuth.page.get_by_label("Check it all with this line").input_value()


def test_a_note_that_is_behind_another_page_of_the_same_browser_is_no_alarm(player: Callable[..., Player]) -> None:
    """The other page has heard more; what it noted is in the match, though this page is told less."""
    helmuth = player("Helmuth")
    page = helmuth.page
    page.goto("/")
    found = page.evaluate(
        """async () => {
          const { Witness } = await import('/core/noted.js');
          const asked = [];
          const ask = async (link) => {
            asked.push(link);
            return { there: true };
          };
          const witness = new Witness('m', ask, () => asked.push('changed'));
          witness.told('red', { version: 5, link: 'five' }, true);
          witness.told('red', { version: 3, link: 'three' }, false);
          witness.told('red', { version: 4, link: 'four' }, false);
          await new Promise((done) => setTimeout(done, 50));
          const link = () => JSON.parse(localStorage.getItem('gw-link-m')).seats.red.link;
          const before = link();
          witness.told('red', { version: 6, link: 'six' }, false);
          return { asked, links: [before, link()], misses: witness.misses };
        }"""
    )
    assert found["asked"] == ["five", "five"]
    assert (found["links"], found["misses"]) == (["five", "six"], False)


def test_no_more_than_two_hundred_matches_are_noted(player: Callable[..., Player]) -> None:
    page = player("Helmuth").page
    page.goto("/")
    left = page.evaluate(
        """async () => {
          const old = (at) => JSON.stringify({ seats: {}, gone: [], at });
          for (let n = 0; n < 250; n += 1) localStorage.setItem(`gw-link-${n}`, old(n));
          const { Witness } = await import('/core/noted.js');
          const witness = new Witness('new', async () => ({ there: true }), () => undefined);
          witness.told('red', { version: 1, link: 'one' }, true);
          return Object.keys(localStorage).filter((name) => name.startsWith('gw-link-'));
        }"""
    )
    assert {*left} == {"gw-link-new", *(f"gw-link-{n}" for n in range(51, 250))}
