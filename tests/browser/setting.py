"""Matches made ready by HTTP, for tests that are about something later than the lobby."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast
from weakref import WeakKeyDictionary

from playwright.sync_api import Page, Route

from rules.kernel import dice
from rules.kernel.messages import Refusal
from rules.kernel.players import first_options
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.browser.player import Player

Told = dict[str, Any]
"""What a seat is told, as JSON."""


def call(player: Player, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """A call with the player's own cookies."""
    answer = player.context.request.fetch(f"{player.url}/api{path}", method=method, data=body)
    assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
    return cast("dict[str, Any]", answer.json())


def catch_up(player: Player, seat: str) -> None:
    """Until the page shows all that its seat has been told. What others do unseen changes no number here."""
    told = call(player, "GET", f"/matches/{player.match}/state?seat={seat}")["version"]
    player.wait("v => Number(document.body.dataset.version) >= v", told)
    player.settle()


def command(player: Player, match: str, seat: str, body: dict[str, Any]) -> None:
    """Send a command to the decision asked now."""
    give(player, match, seat, call(player, "GET", f"/matches/{match}/state?seat={seat}")["legal"]["ask"], body)


def march(german: Player, match: str) -> str:
    """Some German stack marches; gives the hex it left empty."""
    state = call(german, "GET", f"/matches/{match}/state?seat={GERMAN}")
    for hex_, stack in state["view"]["stacks"].items():
        if stack[0]["side"] != GERMAN:
            continue
        units = [unit["id"] for unit in stack]
        question = {"seat": GERMAN, "question": {"kind": "move", "units": units}}
        answer = german.context.request.post(f"{german.url}/api/matches/{match}/consult", data=question)
        ways: dict[str, Any] = answer.json().get("hexes", {}) if answer.ok else {}
        way = next((w for h, w in ways.items() if h not in state["view"]["stacks"]), None)
        if way is not None:
            command(german, match, GERMAN, {"kind": "move", "units": units, "path": way["path"], "forced": False})
            return str(hex_)
    raise AssertionError("nobody can march")


def give(player: Player, match: str, seat: str, ask: str, body: dict[str, Any]) -> None:
    """Send a command to a decision that is known."""
    sent = {"id": secrets.token_hex(8), "seat": seat, "ask": ask, "command": body}
    call(player, "POST", f"/matches/{match}/commands", sent)


def begin(match: str, *players: Player) -> None:
    """Have everyone seal a word for the dice, and then open it."""
    words: list[dict[str, str]] = []
    for player in players:
        seats = call(player, "GET", f"/matches/{match}")["seats"]
        words.append({s["seat"]: secrets.token_hex(32) for s in seats if s["you"]})
        seals = {seat: dice.seal(match, seat, word) for seat, word in words[-1].items()}
        sealed = call(player, "POST", f"/matches/{match}/seals", {"seals": seals})
    for player, own in zip(players, words, strict=True):
        call(player, "POST", f"/matches/{match}/words", {"commitment": sealed["commitment"], "words": own})


def state(player: Player, match: str, seat: str = "") -> Told:
    """What a seat is told."""
    return call(player, "GET", f"/matches/{match}/state?seat={seat or player.seat}")


def begun(players: Mapping[str, Player], scenario: str, game: str) -> str:
    """A new match of these seats, the first of them its host; its dice are sealed."""
    for person in players.values():
        call(person, "POST", "/guests", {"name": person.name})
    (host, first), *others = players.items()
    match = call(first, "POST", "/matches", {"game": game, "scenario": scenario, "seat": host})
    for seat, person in others:
        call(person, "POST", f"/matches/{match['id']}/seats/{seat}", {"invite": match["invite"]})
    begin(match["id"], *players.values())
    return str(match["id"])


@dataclass(frozen=True, slots=True)
class Together:
    """Several people at one match, each with a window of their own; after every tap all have been told of it."""

    people: Mapping[str, Player]
    match: str

    def told(self) -> None:
        """Until every window shows all that its seat has been told."""
        for seat, person in self.people.items():
            catch_up(person, seat)

    def give(self, who: Player, key: str) -> None:
        """One of them taps something."""
        who.press(key)
        who.settle()
        self.told()

    def done(self, who: Player) -> None:
        """One of them ends a step, whatever is left to do in it."""
        self.give(who, "end-phase")
        if who.key("confirm"):
            self.give(who, "confirm")


def set_up(players: dict[str, Player], match: str) -> None:
    """Both sides as in history; the Germans are to move."""
    for seat in (ENTENTE, GERMAN):
        command(players[seat], match, seat, {"kind": "historical"})
        command(players[seat], match, seat, {"kind": "end_phase"})


def one_screen(player: Player) -> str:
    """A set-up match of one player with himself."""
    call(player, "POST", "/guests", {"name": player.name})
    body = {"game": "schlieffens-war", "scenario": "campaign", "seat": GERMAN, "hotseat": True}
    match = str(call(player, "POST", "/matches", body)["id"])
    begin(match, player)
    set_up({GERMAN: player, ENTENTE: player}, match)
    return match


def two_seats(german: Player, entente: Player, **more: str) -> dict[str, Any]:
    """A set-up match of two players; gives it as the German player's lobby shows it."""
    for player in (german, entente):
        call(player, "POST", "/guests", {"name": player.name})
    body = {"game": "schlieffens-war", "scenario": "campaign", "seat": GERMAN, **more}
    match = call(german, "POST", "/matches", body)
    call(entente, "POST", f"/matches/{match['id']}/seats/{ENTENTE}", {"invite": match["invite"]})
    begin(match["id"], german, entente)
    set_up({GERMAN: german, ENTENTE: entente}, match["id"])
    return match


def open_table(player: Player, match: str, seat: str) -> None:
    """Open the page of a match."""
    player.page.goto(f"/match.html?m={match}&seat={seat}")
    player.wait_for_table()
    player.settle()


NOT_NOW = {"error": {"code": "later", "section": "3.1", "text": "Only the question is tried here."}}


@dataclass(eq=False)
class Posed:
    """A position that a page shows instead of the match's, until another is put in its place."""

    game: Any
    seat: str
    state: Any

    def position(self, route: Route) -> None:
        """Answer with it."""
        body = route.fetch().json()
        shown, offered = (look(self.state, self.seat) for look in (self.game.view, self.game.legal))
        route.fulfill(json={**body, "view": shown, "legal": offered})

    def consult(self, route: Route) -> None:
        """Answer a question about it."""
        answer = self.game.consult(self.state, self.seat, json.loads(route.request.post_data or "")["question"])
        if isinstance(answer, Refusal):
            route.fulfill(status=422, json={"error": {**answer.json()}})
        else:
            route.fulfill(json=answer)


POSED: WeakKeyDictionary[Page, Posed] = WeakKeyDictionary()
"""What pages show. Each is routed once: a route that is changed while a request is on its way is handled twice."""


def shown(game: Any, person: Player, match: str, seat: str, state: Any) -> None:
    """Their page shows another position than the match's; its commands are noted and answered no."""
    posed = POSED.get(person.page)
    if posed is None:
        posed = POSED[person.page] = Posed(game, seat, state)
        person.page.route("**/state?*", posed.position)
        person.page.route("**/consult", posed.consult)
        person.page.route("**/commands", lambda route: route.fulfill(status=422, json=NOT_NOW))
    posed.game, posed.seat, posed.state = game, seat, state
    open_table(person, match, seat)


def as_it_is(person: Player) -> None:
    """Their page shows the match again when it is opened next."""
    person.page.unroute_all(behavior="ignoreErrors")
    POSED.pop(person.page, None)


def pass_on(players: dict[str, Player], match: str, turn: int, seat: str, step: str) -> None:
    """Both sides do nothing until a step of a turn; who has arrivals brings them in where they first may."""
    for _ in range(200):
        states = {s: call(player, "GET", f"/matches/{match}/state?seat={s}") for s, player in players.items()}
        deciding, state = next((s, state) for s, state in states.items() if state["legal"]["yours"])
        if (state["view"]["turn"], deciding, state["legal"]["step"]) == (turn, seat, step):
            return
        offers = {o["kind"]: o for o in state["legal"]["offers"]}
        if "end_phase" in offers and offers["end_phase"].get("refusal") is None:
            body: dict[str, Any] = {"kind": "end_phase"}
        else:
            unit = first_options(offers["reinforce"])["of"][0]
            asked = {"kind": "slot", "order": "reinforce", "slot": "hex", "chosen": {"unit": unit}}
            question = {"seat": deciding, "question": asked}
            hexes = call(players[deciding], "POST", f"/matches/{match}/consult", question)["options"]["of"]
            body = {"kind": "reinforce", "unit": unit, "hex": hexes[0]}
        command(players[deciding], match, deciding, body)
    raise AssertionError(f"turn {turn} never came")
