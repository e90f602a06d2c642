"""axe-core finds nothing on any page: names, roles, landmarks, headings, contrast, in the light and on a dark phone."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

from app.settings import ROOT
from rules.catalogue import GAMES
from tests.browser.player import Player
from tests.browser.setting import as_it_is, begin, call, shown
from tests.golden.recording import FOLDER, Recording, replay
from tests.thorough import in_the_sweep, sample_of

DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
GAMES_LOOKED_AT = {
    "schlieffens-war": (
        "4.1-draw-paris-never-endangered",
        "german",
        ("setup", "movement", "combat", "defender_losses"),
    ),
    "powers-1914": ("3.13.3-entente-classic-2", "central", ("setup", "action", "battle", "lose")),
}
"""A recorded game, a seat, and the steps at which its page is looked at; the end comes last."""
SEEN = "all => all.filter(e => !e.closest('[hidden], .covered')).length"


@cache
def axe() -> str:
    """The checker itself, put into the page by us: no page of ours loads it."""
    return (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def look(person: Player, page: str, *, phone: bool = True) -> None:
    """AssertionError with all that axe has to say of a page, on a desk in the light and on a phone in the dark."""
    if not person.page.evaluate("() => 'axe' in window"):
        person.page.evaluate(axe())
    person.show()
    both = ((DESK, "light"), (PHONE, "dark"))[: 2 if phone else 1]
    # A look takes seconds: in a sample one of the two, always the same of one page.
    for size, theme in sample_of(both, 2, zlib.crc32(page.encode()) % len(both)):
        person.page.set_viewport_size(size)
        person.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        person.page.evaluate("() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")
        found: Any = person.page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
        told = [
            f"{rule['id']}: {node['html'][:200]}\n  {node['failureSummary']}"
            for rule in found["violations"]
            for node in rule["nodes"][:3]
        ]
        assert not told, f"{page}, {theme}:\n" + "\n".join(told)
        looked = {rule["id"] for rule in (*found["passes"], *found["incomplete"])}
        assert "color-contrast" in looked, f"{page}, {theme}: no colours were seen"
        heads, mains = (person.page.eval_on_selector_all(tag, SEEN) for tag in ("h1", "main"))
        assert (heads, mains) == (1, 1), f"{page}, {theme}: {heads} first headings, {mains} main parts"
    person.page.set_viewport_size(DESK)


@in_the_sweep
def test_the_pages_around_the_table_have_no_findings(player: Callable[..., Player]) -> None:
    rosa, karl = player("Rosa"), player("Karl")
    rosa.page.goto("/")
    rosa.page.get_by_role("heading", name="The boards").wait_for()
    look(rosa, "first page")
    rosa.page.goto("/boards.html")
    rosa.page.locator("#map .world").wait_for(state="attached")
    look(rosa, "boards")
    rosa.page.goto("/rules.html?game=schlieffens-war")
    rosa.page.locator("#rules .chart").first.wait_for()
    look(rosa, "rules")
    rosa.page.goto("/turn.html")
    look(rosa, "one turn in pictures")
    call(rosa, "POST", "/guests", {"name": rosa.name})
    match = call(rosa, "POST", "/matches", {"game": "powers-1914", "scenario": "classic-2", "seat": "central"})
    rosa.page.goto(f"/match.html?m={match['id']}")
    rosa.page.get_by_role("heading", name="Waiting for your opponent").wait_for()
    look(rosa, "waiting")
    assert rosa.page.locator("[data-key='see-map']").get_attribute("href") == "/boards.html?board=powers-1914"
    karl.page.goto(f"/match.html?m={match['id']}&invite={match['invite']}")
    karl.page.get_by_label("Your name").wait_for()
    look(karl, "invitation")
    karl.page.goto("/match.html?m=nothing")
    karl.page.get_by_role("heading", name="Match not found").wait_for()
    look(karl, "no such match")
    rosa.page.goto("/")
    rosa.page.locator(".mine .match").wait_for()
    look(rosa, "lobby")
    karl.problems.clear()  # the browser logs the 404 that the page explains


@pytest.mark.parametrize("game_id", sample_of([*GAMES_LOOKED_AT], 2))
def test_the_table_has_no_findings_at_any_step(player: Callable[..., Player], game_id: str) -> None:
    name, seat, steps = GAMES_LOOKED_AT[game_id]
    game, recording = GAMES[game_id], Recording.read(FOLDER / game_id / f"{name}.json")
    found: dict[str, Any] = {}
    for played in replay(recording):
        state = played.states[-1]
        view: Any = game.view(state, seat)
        if view["step"]["deciders"][:1] == [seat] and view["step"]["key"] in steps:
            found.setdefault(view["step"]["key"], state)
    assert {*found} == {*steps}
    rosa, karl = player("Rosa"), player("Karl")
    for person in (rosa, karl):
        call(person, "POST", "/guests", {"name": person.name})
    match = call(rosa, "POST", "/matches", {"game": game_id, "scenario": recording.scenario, "seat": seat})
    free = next(s["seat"] for s in match["seats"] if not s["taken"])
    call(karl, "POST", f"/matches/{match['id']}/seats/{free}", {"invite": match["invite"]})
    begin(match["id"], rosa, karl)
    found["the end"] = state
    for n, (step, position) in enumerate(found.items()):
        shown(game, rosa, match["id"], seat, position)
        # A look takes seconds: on the phone at every other step.
        look(rosa, f"{game_id}, {step}", phone=n % 2 == 0)
    # On a phone one tab is seen at a time: of no tab is the heading one of nothing.
    rosa.page.set_viewport_size(PHONE)
    for tab in ("log", "chat"):
        rosa.page.locator(f"[data-key='tab-{tab}']").click()
        rosa.page.evaluate("() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")
        expect(rosa.page.locator(f"#{tab} h3:visible")).to_have_count(1)
        expect(rosa.page.locator("#prompt h2:visible")).to_have_count(0)
        found_here = rosa.page.evaluate("() => axe.run(document, { runOnly: ['heading-order', 'aria-hidden-focus'] })")
        assert found_here["violations"] == [], tab
        assert found_here["passes"], tab
    rosa.page.locator("[data-key='tab-orders']").click()
    rosa.page.set_viewport_size(DESK)
    # What a section says, over the table.
    rosa.page.locator("a.sx").first.click()
    rosa.page.get_by_role("dialog").wait_for()
    look(rosa, f"{game_id}, a section")
    as_it_is(rosa)
