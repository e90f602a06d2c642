"""The general form with a sum and with an allotment, and questions in lanes: what is said, and what would be sent.

No game asks for them in a page yet, so the form stands on a page of its own, with offers as the rules tell them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from rules.kernel.lanes import asks
from rules.kernel.messages import Refusal
from rules.kernel.procedure.needs import Need, at_least, never_more
from rules.kernel.procedure.weighed import Allotment, Sum
from tests.browser.player import Player
from tests.kernel.test_lanes import PLAIN, both_fronts

WEIGHTS = {"i1": 6, "i2": 4, "a1": 2, "a2": 1}
FOOT, GUNS = frozenset({"i1", "i2"}), frozenset({"a1", "a2"})
KEPT = (
    at_least(1, FOOT, Refusal("no-foot", "13.72", "One corps has to be among them.")),
    never_more(GUNS, FOOT, Refusal("too-many-guns", "13.72", "There are more guns than corps.")),
)

STAND = """async ({options, where = null, offers = 1}) => {
  const { Form } = await import('/orders/form.js');
  const { h, fill } = await import('/core/dom.js');
  const place = document.createElement('main');
  document.body.replaceChildren(place);
  const desk = {
    board: {
      lattice: { has: (place) => place === where, hex: () => ({}), board: { hexes: Array(100).fill({}) } },
      window: document.documentElement, screen: () => ({ x: -9, y: -9 }), fit: (places) => desk.fitted.push(...places),
      reveal() {},
    },
    legal: { offers: Array(offers).fill({}) }, fitted: [], said: [], sent: [],
    say(text) { this.said.push(text); }, send(command) { this.sent.push(command); },
    refresh() { place.replaceChildren(h('div', {}, form.body(), h('p', { id: 'dock' }, form.buttons()))); },
  };
  const face = (id) => h('b', {}, id);
  const roster = { name: (id) => id.toUpperCase(), place: () => where, at: () => [], foe: () => false, face };
  const slot = { name: 'units', shape: 'units', options };
  const form = new Form(desk, () => roster, { kind: 'lose', label: 'Lose them', section: '13.7', slots: [slot] });
  await form.filling.entering;
  desk.refresh();
  window.desk = desk;
}"""


@pytest.fixture
def page(player: Callable[..., Player]) -> Page:
    """A page of the site on which nothing else stands."""
    return player("Reader").stand_alone()


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f"[data-key='{key}']").click()


def sent(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(page.evaluate("JSON.stringify(window.desk.sent)"))
    return found


def test_a_sum_shows_its_running_total_and_what_it_lacks(page: Page) -> None:
    options = Sum([*WEIGHTS], Need(WEIGHTS.__getitem__, 7, None, KEPT), sparing=True)
    page.evaluate(STAND, {"options": json.loads(json.dumps(options.wire()))})
    running, go = page.locator("[data-key='running']"), page.locator("[data-key='order-go']")
    # What is proposed stands there: nobody of it could be spared.
    assert "10 of at least 7 factors" in running.inner_text()
    assert go.is_enabled()
    press(page, "unit-i1", "unit-a2")
    assert "5 of at least 7 factors" in running.inner_text()
    assert go.is_disabled()
    press(page, "unit-a1")
    assert "7 of at least 7 factors" in running.inner_text()
    assert "There are more guns than corps." in page.locator("main").inner_text()
    assert go.is_disabled()
    press(page, "unit-i1")
    assert "can be left out" in page.locator("main").inner_text()
    press(page, "unit-a1", "unit-i2")
    assert go.is_enabled(), page.locator("main").inner_text()
    press(page, "order-go")
    [command] = sent(page)
    assert command == {"kind": "lose", "units": ["a2", "i1"]}
    options.read(command["units"], "13.7")
    # Where one is enough there is nothing to count up to.
    alike = Sum([*WEIGHTS], Need(lambda _: 1, 1, None), what="unit")
    page.evaluate(STAND, {"options": json.loads(json.dumps(alike.wire()))})
    expect(running).to_have_text(re.compile("^1 unit "))


@pytest.mark.parametrize(("offers", "fitted"), [(1, ["2250"]), (2, [])], ids=["nothing else to do", "other orders"])
def test_the_map_comes_to_units_that_must_be_chosen_from(page: Page, offers: int, fitted: list[str]) -> None:
    """Where something else can be done, it stays where the player put it."""
    options = Sum([*WEIGHTS], Need(WEIGHTS.__getitem__, 7, None))
    page.evaluate(STAND, {"options": json.loads(json.dumps(options.wire())), "where": "2250", "offers": offers})
    drawn = "() => new Promise((done) => requestAnimationFrame(() => done(window.desk.fitted)))"
    assert page.evaluate(drawn) == fitted


def test_an_allotment_shows_what_each_group_has_of_what_it_needs(page: Page) -> None:
    groups = {name: Need(WEIGHTS.__getitem__, 3, None, KEPT, f"Attack on {name}") for name in ("x", "y")}
    options = Allotment([*WEIGHTS], groups, every=True)
    page.evaluate(STAND, {"options": json.loads(json.dumps(options.wire()))})
    x, y, go = (page.locator(f"[data-key='{key}']") for key in ("group-x", "group-y", "order-go"))
    assert "Attack on x" in x.inner_text()
    assert x.get_attribute("aria-pressed") == "true"
    press(page, "unit-i2")
    assert "4 of at least 3 factors" in x.inner_text()
    # The first group has what it needs, so the next one goes to the other.
    assert y.get_attribute("aria-pressed") == "true"
    press(page, "unit-a1")
    assert "2 of at least 3 factors" in y.inner_text()
    press(page, "unit-i1")
    assert "8 of at least 3 factors" in y.inner_text()
    assert "1 still to be given to a group" in page.locator("main").inner_text()
    assert go.is_disabled()
    press(page, "group-x", "unit-a2", "unit-a1")
    assert "There are more guns than corps." in x.inner_text(), "the gun went over to the group in hand"
    press(page, "group-y", "unit-a1")
    assert go.is_enabled(), page.locator("main").inner_text()
    press(page, "order-go")
    [command] = sent(page)
    assert command["units"] == {"x": ["i2", "a2"], "y": ["i1", "a1"]}
    options.read(command["units"], "13.6")


LANES = """async () => {
  const { MatchClient } = await import('/core/match-client.js');
  const { laneChoice } = await import('/panels/questions/lanes.js');
  const { h, render } = await import('/core/dom.js');
  const place = document.createElement('main');
  document.body.replaceChildren(place);
  const desk = { board: { lattice: { has: () => false } } };
  const draw = () => render(place, h('div', {}, laneChoice(client, desk)));
  const on = { change: draw, lines() {}, trouble(error) { throw error; } };
  const client = new MatchClient({ id: 'm', seat: 'blue', key: null, invite: null }, on);
  window.client = client;
  await client.refresh();
}"""


def test_of_several_questions_one_is_in_hand_and_its_lane_goes_along(page: Page) -> None:
    state: Any = both_fronts(PLAIN, "plain")
    told = {
        "version": 3, "link": None, "view": PLAIN.view(state, "blue"), "legal": PLAIN.legal(state, "blue"),
        "undo": {"allowed": False, "text": ""}, "proposals": [], "clocks": None, "log": [],
    }  # fmt: skip
    sent: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        if route.request.method == "POST":
            sent.append(route.request.post_data_json)
        route.fulfill(json=told if "/state" in route.request.url else {"version": 3, "options": {}})

    page.route("**/api/matches/m/**", answer)
    page.evaluate(LANES)
    west, east = (page.locator(f"[data-key='lane-blue-{front}-1']") for front in ("west", "east"))
    assert (west.get_attribute("aria-pressed"), east.get_attribute("aria-pressed")) == ("true", "false")
    page.evaluate("window.client.send({kind: 'hold'})")
    east.click()
    assert (west.get_attribute("aria-pressed"), east.get_attribute("aria-pressed")) == ("false", "true")
    page.evaluate("window.client.send({kind: 'fall_back'})")
    page.evaluate("window.client.consult({kind: 'slot', order: 'x', slot: 'y', chosen: {}})")
    first, second, asked = sent
    assert (first["command"]["lane"], second["command"]["lane"]) == ("blue-west-1", "blue-east-1")
    assert (first["ask"], second["ask"]) == asks(PLAIN, state, "blue")
    assert "blue-east-1" in json.dumps(asked)
