"""What a player is told of an attack: the forecast, the card of the battle, and the chapters of what was missed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, WebSocketRoute, expect

from app.matches.telling.patch import difference, question_difference
from rules.catalogue import GAMES
from rules.kernel.messages import Refusal
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.sides import GERMAN
from tests.browser.player import Player
from tests.browser.setting import call, shown, two_seats
from tests.games.schlieffens_war.kit import loaded, order, position

STORMED = {"1205": "fr-1 fr-2", "1206": "ge-ii ge-iii ge-iv ge-hq-1"}


def test_an_attack_is_forecast_in_three_cases_and_told_to_the_last_shift(player: Callable[..., Player]) -> None:
    """§11.8, §6.6: worst, likely and best column for what is concealed; the card of a battle adds up."""
    helmuth, joseph = player("Helmuth", fresh=True), player("Joseph")
    match = two_seats(helmuth, joseph)
    game = GAMES["schlieffens-war"]
    state = position("german.combat", STORMED)
    attack = {"units": ["ge-ii", "ge-iii", "ge-iv"], "target": "1205"}
    plan = game.consult(state, GERMAN, {"kind": "attack", **attack})
    shown(game, helmuth, match["id"], GERMAN, state)
    helmuth.tap("1205")
    page = helmuth.page
    table = page.locator("#planner .cases")
    expect(table.locator("thead th")).to_have_text(["Worst", "Likely", "Best"])
    columns = [case["column"] for case in plan["cases"]]
    crt = state.printed.charts.crt
    expect(table.locator("tr.total td")).to_have_text([crt.heading(c) for c in columns])
    assert len(set(columns)) > 1, "something is concealed"
    results = [crt.result(c, face) for face in range(1, 7) for c in columns]
    expect(table.locator("tr:has(.die) td")).to_have_text([f"{a} / {d}" for a, d in results])
    # The battle over at once never stands in a view: the card is put together from what is told of it.
    words = page.evaluate(
        """async ([was, now, lines]) => {
      const { BattlePanel } = await import('/games/schlieffens-war/battle.js');
      const panel = new BattlePanel(() => {});
      panel.take(was, now, lines);
      const lattice = { has: () => false, hex: () => ({}) };
      const nodes = [panel.draw({ view: now, board: { lattice } })].flat(9).filter((n) => n instanceof Node);
      const faces = nodes.filter((n) => n.matches('.vs')).flatMap((n) => [...n.querySelectorAll('svg.c')]);
      return { text: nodes.map((n) => n.textContent).join('|'), faces: faces.length };
    }""",
        told_fight(state, attack),
    )
    fought = order(state, GERMAN, "attack", loaded(3), **attack)
    column = crt.columns[fought.battle.column]
    for part in ("Fought: ", f"Column{column}", f"{fought.battle.attack} against {fought.battle.defence}", "die 3"):
        assert part in words["text"], words["text"]
    assert words["faces"] == len(attack["units"]) + 2
    chapters = page.evaluate(
        """async (lines) => {
      const { MARKERS, digest } = await import('/games/schlieffens-war/digest.js');
      const told = lines.filter((line) => !MARKERS.has(line.kind));
      return digest(told, (place) => place).map(({ title, lines }) => [title, lines.map((line) => line.text)]);
    }""",
        [*told_fight(state, attack)[2], *told_march()],
    )
    attacker, defender = crt.result(fought.battle.column, 3)
    steps = {0: "none", 1: "1 step"}
    told = [steps.get(n, f"{n} steps") for n in (attacker, defender)]
    assert chapters == [
        ["Fought", [f"1205: the Germans attacked. The Germans lost {told[0]}, the Entente lost {told[1]}."]],
        ["Moved", ["5 stacks moved."]],
    ]
    folded = page.evaluate(
        """async ([text, short]) => {
      const { logLine } = await import('/panels/log/log.js');
      const place = document.querySelector('#log');
      const line = (text) => logLine({ seq: 1, kind: 'moved', text, hexes: [] }, () => {});
      const [long, one] = [text, short].map((text) => place.appendChild(line(text)));
      const heights = [one.offsetHeight, long.offsetHeight];
      long.click();
      heights.push(long.offsetHeight);
      long.remove();
      one.remove();
      return heights;
    }""",
        ["Advanced, and then some of them once more. " * 12, "Advanced."],
    )
    assert folded[0] < folded[1] < folded[2] / 2, "a long line is folded until it is pressed"
    begins_with_what_may_attack(helmuth, match["id"])
    says_how_many_are_too_many(helmuth, match["id"])
    a_turn_does_not_run_away(helmuth, match["id"])


LOOKED_AT = """() => {
  window.seen = [];
  const text = (place) => document.querySelector(place)?.textContent ?? '';
  new MutationObserver(() => {
    const landed = text('.dice-show p:not(.unknown)');
    const now = [landed, text('#prompt h2'), text('#planner').includes('Fought')];
    if (JSON.stringify(window.seen.at(-1)) !== JSON.stringify(now)) window.seen.push(now);
    if (landed) document.querySelector("[data-key='skip-dice']").click();
  }).observe(document.body, { subtree: true, childList: true });
}"""


def accepted(version: int) -> Callable[[Route], None]:
    """What the server says to a command."""
    return lambda route: route.fulfill(json={"version": version})


def a_turn_does_not_run_away(helmuth: Player, match: str) -> None:
    """§11.23, §11.17: one press fires the guns, fights the battle and ends it. The dice land before the table changes,
    and when it has, all of them stand on the card; the turn goes on when the player says so. On a phone as well."""
    game = GAMES["schlieffens-war"]
    siege = position("german.combat", {"1009": "ge-gd ge-ii ge-iii", "1109": "be-fort-liege"})
    state = order(siege, GERMAN, "attack", units=["ge-gd", "ge-ii", "ge-iii"], target="1109")
    fired = {"kind": "bombard", "coup": True, "artillery": True}
    decided = game.decide(state, GERMAN, fired, loaded(4, 4, 1, 6))
    assert not isinstance(decided, Refusal)
    lines, was = [], state
    for event, after in zip(decided.events, decided.states, strict=True):
        lines.append(game.narrate(was, event, after, GERMAN))
        was = after
    page = helmuth.page
    sockets: list[WebSocketRoute] = []
    page.route_web_socket("**/live?*", lambda socket: sockets.append(socket))
    page.emulate_media(reduced_motion="no-preference")
    for size in ({"width": 1440, "height": 900}, {"width": 390, "height": 844}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        shown(game, helmuth, match, GERMAN, state)
        told = call(helmuth, "GET", f"/matches/{match}/state?seat={GERMAN}")
        version = told["version"]
        page.unroute("**/commands")
        page.route("**/commands", accepted(version + 1))
        for marker in ("coup", "artillery"):
            helmuth.press(marker)
        helmuth.commands.clear()
        page.evaluate(LOOKED_AT)
        asked = page.locator("#prompt h2").inner_text()
        helmuth.press("bombard")
        seq = told["log"][-1]["seq"]
        fought = {
            **{key: told[key] for key in ("link", "undo", "proposals", "clocks")},
            **{"type": "patch", "from": version, "version": version + 1},
            "patch": difference(game.view(state, GERMAN), game.view(was, GERMAN)),
            "legal": question_difference(game.legal(state, GERMAN), game.legal(was, GERMAN)),
            "log": [{**line, "seq": seq + n, "turn": 2} for n, line in enumerate(filter(None, lines), 1)],
        }
        sockets[-1].send(json.dumps(fought))
        card = page.locator("#planner")
        expect(card).to_contain_text("Fought")
        expect(card).to_be_visible()
        for result in ("coup de main", "heavy artillery", "2:1, die 6: attacker loses 0, defender 2"):
            expect(card).to_contain_text(re.compile(result, re.I))
        expect(card.locator(".rolls .die")).to_have_count(4)
        seen = page.evaluate("() => window.seen")
        landed = [n for n, (text, *_) in enumerate(seen) if text.startswith("Coup de main: die 4")]
        assert landed
        assert all(moment[1:] == [asked, False] for moment in seen[: landed[-1] + 1]), "nothing was told before"
        helmuth.settle()
        expect(page.locator("[data-key='end-phase']:visible").first).to_be_visible()
        assert [c["command"] for c in helmuth.commands] == [fired]


def begins_with_what_may_attack(helmuth: Player, match: str) -> None:
    """§11.4: six corps out of command cannot attack together; what is chosen first is a stack that can."""
    game = GAMES["schlieffens-war"]
    state = position("german.combat", {"1205": "fr-1", "1206": "ge-ii ge-iii ge-iv", "1106": "ge-v ge-vi ge-x"})
    (attack,) = (o for o in game.legal(state, GERMAN)["offers"] if o["kind"] == "attack")
    everyone = attack["targets"]["1205"]
    together = game.consult(state, GERMAN, {"kind": "attack", "units": everyone, "target": "1205"})
    assert not together["legal"]
    shown(game, helmuth, match, GERMAN, state)
    helmuth.tap("1205")
    helmuth.page.locator(".dock [data-key='attack']:not([aria-disabled='true'])").wait_for()
    helmuth.settle()
    helmuth.commands.clear()
    helmuth.press("attack")
    helmuth.settle()
    (sent,) = helmuth.commands
    assert not isinstance(game.decide(state, GERMAN, sent["command"], loaded(3, 3, 3)), Refusal)
    assert 0 < len(sent["command"]["units"]) < len(everyone)


def says_how_many_are_too_many(helmuth: Player, match: str) -> None:
    """§6.5: how many must leave, who can, and where to; the end of the phase can still be taken back."""
    game = GAMES["schlieffens-war"]
    crowd = position("german.movement", {"1206": "ge-ii ge-iii ge-iv ge-x ge-vii"})
    state = order(crowd, GERMAN, "end_phase")
    (out,) = (o for o in game.legal(state, GERMAN)["offers"] if o["kind"] == "displace")
    shown(game, helmuth, match, GERMAN, state)
    assert helmuth.prompt == "Too many units in 1206"
    expect(helmuth.page.locator("#prompt")).to_contain_text("2 corps or forts must move one hex")
    expect(helmuth.page.locator(".dock [data-key='undo']")).to_be_visible()
    helmuth.commands.clear()
    helmuth.press("surplus-ge-x")
    helmuth.tap(out["choices"]["ge-x"][0])
    helmuth.settle()
    assert [c["command"] for c in helmuth.commands] == [
        {"kind": "displace", "unit": "ge-x", "hex": out["choices"]["ge-x"][0]}
    ]


def told_march() -> list[Any]:
    """The lines of a phase in which five stacks moved and a sixth gained élan by standing still."""
    game = GAMES["schlieffens-war"]
    units = ("ge-ii", "ge-iii", "ge-iv", "ge-v", "ge-x")
    stacks = {f"{row}06": unit for row, unit in zip(range(12, 17), units, strict=True)}
    state, lines = position("german.movement", {**stacks, "1806": "ge-xvi"}), []
    orders: list[dict[str, Any]] = [
        {"kind": "move", "units": [unit], "path": [path], "forced": False}
        for (hex_, unit) in stacks.items()
        for path in [next(h for h, way in reach_of(state, unit).items() if len(way["path"]) == 1)]
    ]
    for given in (*orders, {"kind": "end_phase"}):
        decided = game.decide(state, GERMAN, given, loaded(*[6] * 20))
        assert not isinstance(decided, Refusal), decided
        for event, after in zip(decided.events, decided.states, strict=True):
            lines.append(game.narrate(state, event, after, GERMAN))
            state = after
    told = [line for line in lines if line is not None and line["kind"] != "phase"]
    assert any(line["kind"] == "morale" for line in told)
    return told


def reach_of(state: State, unit: str) -> dict[str, Any]:
    """Where a unit can march."""
    reach: dict[str, Any] = GAMES["schlieffens-war"].consult(state, GERMAN, {"kind": "move", "units": [unit]})["hexes"]
    return reach


def told_fight(state: State, attack: dict[str, Any]) -> list[Any]:
    """Views before and after an attack, the battle taken out of the second, and its lines."""
    game = GAMES["schlieffens-war"]
    decided = game.decide(state, GERMAN, {"kind": "attack", **attack}, loaded(3))
    assert not isinstance(decided, Refusal)
    lines, before = [], state
    for event, after in zip(decided.events, decided.states, strict=True):
        lines.append(game.narrate(before, event, after, GERMAN))
        before = after
    told = [line for line in lines if line is not None]
    return [game.view(state, GERMAN), {**game.view(before, GERMAN), "battle": None}, told]
