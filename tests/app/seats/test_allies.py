"""Three people at Powers of 1914: allies who are asked at once, what each may know, and what each may take back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from rules.kernel.players import first_options
from tests.app.players import Player, Watch
from tests.conftest import REAL, Server
from tests.thorough import in_the_sweep

SEATS = ("central", "entente-1", "entente-2")
ALLIES = ("entente-1", "entente-2")
STANDARD, DONE = {"kind": "standard"}, {"kind": "end_phase"}
MOST_COMMANDS = 600


@dataclass
class Three:
    """A table of three: who sits where, and the match as the maker got it."""

    people: dict[str, Player]
    match: dict[str, Any]

    def play(self, seat: str, *commands: dict[str, Any]) -> None:
        """Commands of a seat that are all taken."""
        self.people[seat].play(self.match, seat, *commands)

    def state(self, seat: str) -> dict[str, Any]:
        """What a seat may know."""
        return self.people[seat].state(self.match, seat)

    def asks(self) -> dict[str, str]:
        """The decision put to each seat that decides."""
        legal = {seat: self.state(seat)["legal"] for seat in SEATS}
        return {seat: question["ask"] for seat, question in legal.items() if question["yours"]}

    def spectator(self) -> dict[str, Any]:
        """What one sees who looks on."""
        url = f"{self.people['central'].server.url}/api/matches/{self.match['id']}/state"
        answer = httpx.get(url, params={"key": self.match["spectate"]})
        assert answer.status_code == 200, answer.text
        view: dict[str, Any] = answer.json()["view"]
        return view


@pytest.fixture
def three(server: Server) -> Three:
    """A fresh match of three seats, all taken."""
    people = {seat: Player(server, name) for seat, name in zip(SEATS, ("Cara", "Enid", "Nick"), strict=True)}
    match = people["central"].make(game="powers-1914", scenario="classic-1-3", seat="central")
    for seat in ALLIES:
        people[seat].sit(match, seat)
    return Three(people, match)


@pytest.fixture
def allies_set_up(three: Three) -> Three:
    """The attackers have set up; both allies are asked."""
    three.play("central", STANDARD, DONE)
    return three


def test_three_sit_down_by_invitation_and_the_row_says_whose_side_each_is_on(server: Server) -> None:
    cara, enid, nick = (Player(server, name) for name in ("Cara", "Enid", "Nick"))
    match = cara.make(game="powers-1914", scenario="classic-1-3", seat="entente-2")
    enid.sit(match, "entente-1")
    twice = enid.http.post(f"/matches/{match['id']}/seats/central", json={"invite": match["invite"]})
    assert (twice.status_code, twice.json()["error"]["code"]) == (409, "already_seated")
    assert enid.http.get(f"/matches/{match['id']}").json()["status"] == "open"
    nick.sit(match, "central")
    shown = nick.http.get(f"/matches/{match['id']}").json()
    assert shown["status"] == "active"
    assert [(s["seat"], s["side"], s["name"], s["you"]) for s in shown["seats"]] == [
        ("central", "central", "Nick", True),
        ("entente-1", "entente", "Enid", False),
        ("entente-2", "entente", "Cara", False),
    ]
    offered = next(g for g in httpx.get(f"{server.url}/api/games").json() if g["id"] == "powers-1914")
    seats = next(s["seats"] for s in offered["scenarios"] if s["id"] == "classic-1-3")
    assert [(s["id"], s["side"]) for s in seats] == [(s["seat"], s["side"]) for s in shown["seats"]]


def test_seats_are_named_by_the_nations_that_were_dealt_to_them(server: Server) -> None:
    """§4.4: and a deal that is none makes no match."""
    offered = next(g for g in httpx.get(f"{server.url}/api/games").json() if g["id"] == "powers-1914")
    scenario = next(s for s in offered["scenarios"] if s["id"] == "classic-1-3")
    (option,) = scenario["options"]
    allied = [n for n, side in option["sides"].items() if side == "entente"]
    deal = {**option["default"], **dict.fromkeys(allied, "entente-2"), "BR": "entente-1"}
    player = Player(server, "Cara")
    match = player.make(game="powers-1914", scenario="classic-1-3", options={"nations": deal})
    titles = {s["seat"]: s["title"] for s in match["seats"]}
    assert titles["entente-1"] == "Britain"
    assert "Britain" not in titles["entente-2"]
    words = {s["seat"]: (s["in_text"], s["side_in_text"]) for s in match["seats"]}
    assert words["entente-1"] == ("Britain", "the Entente")
    assert words["central"] == ("the Central Powers", "the Central Powers")
    for wrong in ({**deal, "BR": ["entente-1"]}, {**deal, "BR": "central"}, dict.fromkeys(deal, "entente-2"), []):
        body = {"game": "powers-1914", "scenario": "classic-1-3", "options": {"nations": wrong}}
        answer = player.http.post("/matches", json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_options")


def test_allies_asked_at_once_act_in_any_order(server: Server) -> None:
    """Whoever finishes first, the same position comes of it, and nobody else may act meanwhile."""
    seen = []
    for order in (ALLIES, ALLIES[::-1]):
        people = {seat: Player(server, seat) for seat in SEATS}
        match = people["central"].make(game="powers-1914", scenario="classic-1-3", seat="central")
        for seat in ALLIES:
            people[seat].sit(match, seat)
        table = Three(people, match)
        table.play("central", STANDARD, DONE)
        assert table.asks().keys() == set(ALLIES)
        early = people["central"].send(match, "central", DONE)
        assert (early.status_code, early.json()["error"]["code"]) == (422, "not-your-turn")
        for seat in order:
            table.play(seat, STANDARD)
        for seat in order:
            assert seat in table.asks()
            table.play(seat, DONE)
        assert table.asks().keys() == set(SEATS), "all buy at once"
        seen.append(table.spectator())
    assert seen[0] == seen[1]


def test_what_an_ally_does_does_not_move_your_own_question(allies_set_up: Three) -> None:
    """A command thought out while the ally acted is taken as it was sent, after the ally's very last one too."""
    table = allies_set_up
    before = table.asks()
    table.play("entente-2", STANDARD)
    assert table.asks() == before
    late = table.people["entente-1"].send(table.match, "entente-1", STANDARD, ask=before["entente-1"])
    assert late.status_code == 200, late.text
    table.play("entente-2", DONE)
    assert table.asks() == {"entente-1": before["entente-1"]}
    last = table.people["entente-1"].send(table.match, "entente-1", DONE, ask=before["entente-1"])
    assert last.status_code == 200, last.text
    gone = table.people["entente-1"].send(table.match, "entente-1", DONE, ask=before["entente-1"])
    assert gone.status_code == 409


def test_allies_who_send_at_the_same_moment_are_both_heard(allies_set_up: Three) -> None:
    """Neither is told that the match has moved on, and nothing of either is lost."""
    table = allies_set_up
    before = {seat: placed(table, seat) for seat in ALLIES}

    def place_eight(seat: str) -> None:
        for _ in range(8):
            table.play(seat, one_unit(table, seat))

    with ThreadPoolExecutor(len(ALLIES)) as pool:
        for done in [pool.submit(place_eight, seat) for seat in ALLIES]:
            done.result()
    assert {seat: placed(table, seat) for seat in ALLIES} == {seat: before[seat] - 8 for seat in ALLIES}


def test_an_ally_does_not_command_what_is_not_his(allies_set_up: Three) -> None:
    table = allies_set_up
    table.play("entente-1", STANDARD)
    mine = table.state("entente-1")["legal"]["offers"]
    units = next(o for o in mine if o["kind"] == "unplace")["units"]
    refused = table.people["entente-2"].send(table.match, "entente-2", {"kind": "unplace", "units": units[:1]})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "not-your-unit")
    foreign = table.people["entente-2"].send(table.match, "entente-1", DONE, ask=table.asks()["entente-1"])
    assert foreign.status_code == 403


def placed(table: Three, seat: str) -> int:
    """How many of a seat's units still wait to be placed."""
    question = table.state(seat)["legal"]
    place = next(o for o in question["offers"] if o["kind"] == "place")
    return sum(len(group["waiting"]) for group in place["groups"])


def one_unit(table: Three, seat: str) -> dict[str, Any]:
    """A command that places one unit more."""
    place = next(o for o in table.state(seat)["legal"]["offers"] if o["kind"] == "place")
    group = next(g for g in place["groups"] if g["waiting"] and g["areas"])
    return {"kind": "place", "units": group["waiting"][:1], "area": group["areas"][0]}


def test_what_an_ally_did_since_is_no_bar_and_stands(allies_set_up: Three) -> None:
    """Units of different nations: each seat takes back its own, and the ally's stay."""
    table = allies_set_up
    first, second = (table.people[seat] for seat in ALLIES)
    waiting = {seat: placed(table, seat) for seat in ALLIES}
    table.play("entente-1", one_unit(table, "entente-1"))
    assert table.state("entente-1")["undo"]["allowed"] is True
    assert table.state("entente-2")["undo"]["allowed"] is False
    for _ in range(2):
        table.play("entente-2", one_unit(table, "entente-2"))
    assert table.state("entente-1")["undo"]["allowed"] is True

    def waits() -> dict[str, int]:
        return {seat: waiting[seat] - placed(table, seat) for seat in ALLIES}

    assert first.undo(table.match, "entente-2").status_code == 403
    answer = first.undo(table.match, "entente-1")
    assert answer.status_code == 200, answer.text
    assert waits() == {"entente-1": 0, "entente-2": 2}
    (line,) = answer.json()["lines"]
    seen = table.state("entente-2")["log"][-1]
    assert (line["kind"], seen["kind"]) == ("undone", "undone")
    assert seen["through"] == seen["to"] + 1 < seen["seq"] - 1, "only what the ally was shown of it holds no more"
    assert first.undo(table.match, "entente-1").json()["error"]["code"] == "nothing_to_undo"

    table.play("entente-1", one_unit(table, "entente-1"))
    for left in (1, 0):
        assert second.undo(table.match, "entente-2").status_code == 200
        assert waits() == {"entente-1": 1, "entente-2": left}
    assert second.undo(table.match, "entente-2").status_code == 422
    assert first.undo(table.match, "entente-1").status_code == 200
    assert waits() == {"entente-1": 0, "entente-2": 0}


@in_the_sweep
def test_a_process_that_read_the_match_takes_back_what_was_done_before_others_acted(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    """It asks the database how the later commands were sent; the one that made them sees the same."""
    database = fresh_database()
    here, there = serving(REAL, database), serving(REAL, database)
    people = {seat: Player(here, name) for seat, name in zip(SEATS, ("Cara", "Enid", "Nick"), strict=True)}
    match = people["central"].make(game="powers-1914", scenario="classic-1-3", seat="central")
    for seat in ALLIES:
        people[seat].sit(match, seat)
    table = Three(people, match)
    table.play("central", STANDARD, DONE)
    elsewhere = Three({seat: player.elsewhere(there) for seat, player in people.items()}, match)
    empty = {seat: placed(table, seat) for seat in ALLIES}
    table.play("entente-1", one_unit(table, "entente-1"))
    elsewhere.play("entente-2", one_unit(elsewhere, "entente-2"))
    table.play("entente-2", one_unit(table, "entente-2"))
    assert elsewhere.people["entente-1"].undo(match, "entente-1").status_code == 200
    third = Three({seat: player.elsewhere(serving(REAL, database)) for seat, player in people.items()}, match)
    for at in (table, elsewhere, third):
        assert {seat: empty[seat] - placed(at, seat) for seat in ALLIES} == {"entente-1": 0, "entente-2": 2}
    views = [
        [at.people[seat].http.get(f"/matches/{match['id']}/state").content for seat in SEATS] for at in (table, third)
    ]
    assert views[0] == views[1]
    assert third.people["entente-2"].undo(match, "entente-2").status_code == 200
    assert {seat: empty[seat] - placed(table, seat) for seat in ALLIES} == {"entente-1": 0, "entente-2": 1}


def test_what_an_ally_finished_stays_finished(allies_set_up: Three) -> None:
    table = allies_set_up
    for seat in ALLIES:
        table.play(seat, STANDARD)
    table.play("entente-1", DONE)
    assert table.people["entente-1"].undo(table.match, "entente-1").status_code == 422
    assert table.people["entente-2"].undo(table.match, "entente-2").status_code == 422, "a seat that is done bars"
    assert table.asks().keys() == {"entente-2"}


def idle(question: dict[str, Any]) -> dict[str, Any]:
    """What a player sends who wants the turn over: what a card asks of them, or nothing more."""
    offers = {o["kind"]: o for o in question["offers"]}
    match question["step"]:
        case "setup":
            return STANDARD if offers["end_phase"]["refusal"] else DONE
        case "lose":
            units = first_options(offers["give_up"])
            return {"kind": "give_up", "units": units["of"][: units["most"]]}
        case "usa":
            return {"kind": "land_usa", "area": first_options(offers["land_usa"])["of"][0]}
        case "rise":
            return {"kind": "rise", "area": first_options(offers["rise"])["of"][0]}
        case "colonies":
            return {"kind": "decline"}
        case "flag":
            return {"kind": "flag", "nation": first_options(offers["flag"])["of"][0]}
        case "battle":
            if "fight" not in offers:
                return {}
            unit, targets = next(iter(offers["fight"]["pairs"].items()))
            return {"kind": "fight", "unit": unit, "target": targets[0], "capture": False}
        case _:
            return DONE


def doors(table: Three, seat: str) -> Iterator[str]:
    """Everything that can be fetched of the match from a seat, and what is said to commands of others."""
    person, id_ = table.people[seat], table.match["id"]
    for path in ("state", "log", "export"):
        yield person.http.get(f"/matches/{id_}/{path}", params={"seat": seat}).text
    yield person.http.get(f"/matches/{id_}").text
    yield person.http.get("/matches").text
    for question in ({"kind": "neutral", "nation": "SW"}, {"kind": "hand"}):
        yield person.http.post(f"/matches/{id_}/consult", json={"seat": seat, "question": question}).text
    yield person.undo(table.match, seat).text
    for card in ("sweden-1", "portugal-1", "romania-1", "scotland-1", "ireland-1"):
        if card not in str(table.state(seat)["view"]["sides"]):
            answer = person.send(table.match, seat, {"kind": "use_card", "card": card})
            assert answer.status_code in (409, 422)
            yield answer.text


def known_cards(view: dict[str, Any], side: str) -> dict[str, str]:
    """Id and title of the cards that a side holds or has put away, as its own view tells."""
    own = view["sides"][side]
    return {c["card"]: c["title"] for c in [*own["hand"], *own["put_away"]]}


def run_until_cards_are_hidden(table: Three, watches: Iterable[Watch]) -> dict[str, dict[str, str]]:
    """Turns in which nobody does more than they must, until a side has cards that the other may not see."""
    for _ in range(MOST_COMMANDS):
        states = {seat: table.state(seat) for seat in SEATS}
        hidden = {
            side: known_cards(states[seat]["view"], side)
            for side, seat in (("central", "central"), ("entente", "entente-1"))
        }
        seat = next(s for s in SEATS if states[s]["legal"]["yours"] and idle(states[s]["legal"]))
        if any(hidden.values()) and states[seat]["legal"]["step"] == "purchase":
            return hidden
        command = idle(states[seat]["legal"])
        if command["kind"] == "rise":
            asked = {"kind": "slot", "order": "rise", "slot": "nation", "chosen": {"area": command["area"]}}
            body = {"seat": seat, "question": asked}
            answer = table.people[seat].http.post(f"/matches/{table.match['id']}/consult", json=body).json()
            command["nation"] = answer["options"]["of"][0]
        version = table.people[seat].play(table.match, seat, command)
        for watch in watches:
            watch.until(version)
    raise AssertionError(f"no card was kept in {MOST_COMMANDS} commands")


def side_of(seat: str) -> str:
    """The side of one of the three, or of nobody."""
    return seat.split("-")[0]


def lines_about_cards(texts: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The log lines that tell of cards drawn or put away."""

    def walk(value: Any) -> Iterator[dict[str, Any]]:
        if isinstance(value, dict):
            if value.get("kind") in ("drawn", "card-buried") and "text" in value:
                yield value
            for inner in value.values():
                yield from walk(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from walk(inner)

    for text in texts:
        yield from walk(json.loads(text))


def test_what_a_side_holds_is_in_no_byte_that_the_other_side_or_a_spectator_receives(three: Three) -> None:
    """§3.14: snapshot, push, log, export, questions and refusals; an ally sees the same hand."""
    table = three
    watches = {seat: table.people[seat].watch(table.match, seat=seat) for seat in SEATS}
    watches["spectator"] = table.people["central"].watch(table.match, key=table.match["spectate"])
    hidden = run_until_cards_are_hidden(table, watches.values())
    received: dict[str, list[str]] = {}
    for viewer, watch in watches.items():
        received[viewer] = list(watch.received)
        watch.close()
    for seat in SEATS:
        received[seat] += doors(table, seat)
    key = {"key": table.match["spectate"]}
    for path in ("state", "log", "export"):
        url = f"{table.people['central'].server.url}/api/matches/{table.match['id']}/{path}"
        received["spectator"].append(httpx.get(url, params=key).text)

    for viewer, texts in received.items():
        for side, cards in hidden.items():
            if side == side_of(viewer):
                assert all(any(f'"{card}"' in text for text in texts) for card in cards), "they see their own"
                continue
            for card, title in cards.items():
                asked = [t for t in texts if f'"{card}"' in t]
                assert not asked, f"{viewer} received {card} of {side}: {asked[0][:300]}"
                told = [line for line in lines_about_cards(texts) if line["side"] == side and title in line["text"]]
                assert not told, f"{viewer} is told {told}"
    hands = [table.state(seat)["view"]["sides"]["entente"] for seat in ALLIES]
    assert hands[0] == hands[1]
