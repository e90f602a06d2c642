"""Programs sit down, seal, open and stand up with the people at their table (decisions/0016, 0056)."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from app.opponents.identities import ACCOUNTS, NAMES
from rules.kernel import dice
from rules.kernel.players import OFFICER, RECRUIT, STAFF
from tests.app.lobby.test_sealing import code, word
from tests.app.opponents.person import Person, guest
from tests.conftest import REAL, Server


def test_a_match_with_a_program_begins_with_the_words_of_one_person(server: Server) -> None:
    ada = guest(server)
    made = ada.against().json()
    german, entente = made["seats"]
    assert (german["name"], german["program"], german["seal"] is not None) == (NAMES[RECRUIT], RECRUIT, True)
    assert (entente["name"], entente["program"], entente["seal"]) == ("Ada", None, None)
    mine = word()
    sealed = ada.http.post(
        f"/matches/{made['id']}/seals", json={"seals": {"entente": dice.seal(made["id"], "entente", mine)}}
    ).json()
    # The program's word is open with the commitment, and before any person's.
    assert (sealed["status"], [s["opened"] for s in sealed["seats"]]) == ("opening", [True, False])
    opened = {"commitment": sealed["commitment"], "words": {"entente": mine}}
    assert ada.http.post(f"/matches/{made['id']}/words", json=opened).json()["status"] == "active"


def test_a_program_seals_another_word_when_all_seal_again(server: Server) -> None:
    ada = guest(server)
    made = ada.against().json()
    seal = {"entente": dice.seal(made["id"], "entente", word())}
    before = ada.http.post(f"/matches/{made['id']}/seals", json={"seals": seal}).json()
    mine = word()
    seal = {"entente": dice.seal(made["id"], "entente", mine)}
    again = ada.http.post(
        f"/matches/{made['id']}/seal-again", json={"commitment": before["commitment"], "seals": seal}
    ).json()
    assert again["status"] == "opening"
    assert again["commitment"] != before["commitment"]
    assert again["seats"][0]["seal"] != before["seats"][0]["seal"]
    opened = {"commitment": again["commitment"], "words": {"entente": mine}}
    assert ada.http.post(f"/matches/{made['id']}/words", json=opened).json()["status"] == "active"


def test_a_rematch_seats_the_program_again_on_the_other_side(server: Server) -> None:
    ada = guest(server)
    match = ada.begin()
    ada.settle(match, "entente", kind="resign")
    fresh = ada.http.post(f"/matches/{match['id']}/rematch").json()
    assert [(s["name"], s["program"]) for s in fresh["seats"]] == [("Ada", None), (NAMES[RECRUIT], RECRUIT)]
    assert ada.seal(fresh)["status"] == "active"


def test_sides_may_be_drawn_against_a_program(server: Server) -> None:
    ada = guest(server)
    match = ada.begin(sides="drawn", seat="german")
    assert sorted(s["program"] or "" for s in match["seats"]) == ["", RECRUIT]


def test_before_it_begins_its_only_person_calls_it_off(server: Server) -> None:
    ada = guest(server)
    made = ada.against().json()
    left = ada.http.delete(f"/matches/{made['id']}/seats/entente")
    assert code(left) == (409, "last_one")
    assert ada.http.post(f"/matches/{made['id']}/call-off").json()["status"] == "called-off"


@pytest.mark.parametrize(
    ("changed", "refused"),
    [
        ({"programs": {"german": RECRUIT, "entente": RECRUIT}}, (409, "own_seat")),
        ({"programs": {"austrian": RECRUIT}}, (404, "no_seat")),
        ({"programs": {"german": "marshal"}}, (400, "malformed")),
        ({"programs": {"german": RECRUIT}, "hotseat": True}, (422, "one_screen")),
        (
            {"scenario": "campaign-german-team", "seat": "german-left", "programs": {"german-left": RECRUIT}},
            (409, "own_seat"),
        ),
        (
            {
                "scenario": "campaign-german-team",
                "seat": "german-left",
                "programs": {"entente": RECRUIT},
                "sides": "drawn",
            },
            (422, "shared_sides"),
        ),
    ],
)
def test_where_no_program_can_sit_it_is_refused(
    server: Server, changed: dict[str, object], refused: tuple[int, str]
) -> None:
    ada = guest(server)
    body = {"game": "schlieffens-war", "scenario": "campaign", "seat": "entente", **changed}
    assert code(ada.http.post("/matches", json=body)) == refused
    assert ada.http.get("/matches").json() == []


def test_an_officer_sits_where_the_game_has_one(server: Server) -> None:
    ada = guest(server)
    body = {"game": "powers-1914", "scenario": "austria-russia", "seat": "entente", "programs": {"central": OFFICER}}
    made = ada.http.post("/matches", json=body).json()
    assert [(s["name"], s["program"]) for s in made["seats"]] == [(NAMES[OFFICER], OFFICER), ("Ada", None)]
    assert ada.seal(made)["status"] == "active"
    body = {"game": "empires-alliances", "scenario": "1914", "seat": "allied", "programs": {"central": OFFICER}}
    assert ada.http.post("/matches", json=body).json()["seats"][0]["program"] == OFFICER
    assert code(ada.http.post("/matches", json={**body, "scenario": "1918"})) == (409, "no_program")
    body = {"game": "great-war", "scenario": "near-east-1915", "seat": "allied", "programs": {"central": OFFICER}}
    refused = ada.http.post("/matches", json=body)
    assert code(refused) == (409, "no_program")
    assert refused.json()["error"]["text"] == "No program of the strength officer plays this scenario yet."
    made = ada.http.post("/matches", json={**body, "scenario": "1915"}).json()
    assert [(s["program"], s["programs"]) for s in made["seats"]] == [
        (OFFICER, [RECRUIT, OFFICER]),
        (None, [RECRUIT, OFFICER]),
    ]
    games = {g["id"]: g["scenarios"] for g in ada.http.get("/games").json()}
    offered = {game: scenarios[0]["seats"][0]["programs"] for game, scenarios in games.items()}
    assert (offered["powers-1914"], offered["great-war"]) == ([RECRUIT, OFFICER], [RECRUIT, OFFICER])
    assert offered["schlieffens-war"] == offered["empires-alliances"] == [RECRUIT, OFFICER]


def test_a_staff_sits_where_it_has_been_shown_to_be_the_stronger(server: Server) -> None:
    """decisions/0085: in the duel, and in no other scenario."""
    ada = guest(server)
    powers = next(g for g in ada.http.get("/games").json() if g["id"] == "powers-1914")
    offered = {s["id"]: s["seats"][0]["programs"] for s in powers["scenarios"]}
    assert offered.pop("austria-russia") == [RECRUIT, OFFICER, STAFF]
    assert set(map(tuple, offered.values())) == {(RECRUIT, OFFICER)}
    body = {"game": "powers-1914", "scenario": "classic-1", "seat": "entente", "programs": {"central": STAFF}}
    refused = ada.http.post("/matches", json=body)
    assert code(refused) == (409, "no_program")
    assert refused.json()["error"]["text"] == "No program of the strength staff plays this scenario yet."
    made = ada.http.post("/matches", json={**body, "scenario": "austria-russia"}).json()
    assert [(s["name"], s["program"]) for s in made["seats"]] == [(NAMES[STAFF], STAFF), ("Ada", None)]


def test_a_program_may_oppose_two_who_share_a_side(server: Server) -> None:
    body = {"scenario": "campaign-german-team", "seat": "german-left", "programs": {"entente": RECRUIT}}
    made = guest(server).against(**body).json()
    assert [s["program"] for s in made["seats"]] == [None, None, RECRUIT]


def test_a_program_and_a_person_share_a_side(server: Server) -> None:
    """decisions/0060: who sits down beside it sees it, and nobody's seat is turned into a program's afterwards."""
    ada, bob = guest(server), Person(server, "Bob")
    made = ada.http.post(
        "/matches",
        json={
            "game": "schlieffens-war",
            "scenario": "campaign-german-team",
            "seat": "german-left",
            "programs": {"german-right": RECRUIT},
        },
    ).json()
    seen = bob.http.get(f"/matches/{made['id']}", params={"invite": made["invite"]}).json()
    assert [s["program"] for s in seen["seats"]] == [RECRUIT, None, None]
    taken = bob.http.post(f"/matches/{made['id']}/seats/german-right", json={"invite": made["invite"]})
    assert code(taken) == (409, "seat_taken")
    assert bob.http.post(f"/matches/{made['id']}/seats/entente", json={"invite": made["invite"]}).status_code == 200
    assert code(ada.http.delete(f"/matches/{made['id']}/seats/entente"))[0] == 403
    seats = ada.http.get(f"/matches/{made['id']}").json()["seats"]
    assert [s["name"] for s in seats] == [NAMES[RECRUIT], "Ada", "Bob"]


def test_one_person_has_three_such_matches_at_most(serving: Callable[..., Server], database_url: str) -> None:
    ada = guest(serving(REAL, programs_per_guest=2))
    first, second = ada.begin(), ada.against().json()
    assert code(ada.against()) == (409, "too_many_programs")
    assert ada.http.post("/matches", json={"game": "schlieffens-war", "scenario": "campaign"}).status_code == 201
    ada.http.post(f"/matches/{second['id']}/call-off")
    assert ada.against().status_code == 201
    ada.settle(first, "entente", kind="resign")
    assert ada.against().status_code == 201
    assert code(ada.http.post(f"/matches/{first['id']}/rematch")) == (409, "too_many_programs")
    # At another's table neither, nor by asking for many at the same moment.
    bob, cid = Person(ada.server, "Bob"), Person(ada.server, "Cid")
    team = {"game": "schlieffens-war", "scenario": "campaign-german-team", "seat": "german-left"}
    theirs = bob.http.post("/matches", json={**team, "programs": {"german-right": RECRUIT}}).json()
    sat = ada.http.post(f"/matches/{theirs['id']}/seats/entente", json={"invite": theirs["invite"]})
    assert code(sat) == (409, "too_many_programs")
    with ThreadPoolExecutor(8) as tabs:
        made = [*tabs.map(lambda _: cid.against(), range(8))]
    assert sorted(answer.status_code for answer in made) == [201, 201, *[409] * 6]


def test_stand_ins_and_seats_taken_over_at_the_same_moment_are_counted_too(serving: Callable[..., Server]) -> None:
    """decisions/0056: four matches at once, of which two may be with programs."""
    server = serving(REAL, programs_per_guest=2)
    ada, bob, cid, dan = (Person(server, name) for name in ("Ada", "Bob", "Cid", "Dan"))
    duels = [ada.make(game="powers-1914", scenario="austria-russia", seat="entente") for _ in range(4)]
    for duel in duels:
        bob.sit(duel, "central")

    def helped(duel: dict[str, Any]) -> httpx.Response:
        body = {"id": secrets.token_hex(8), "program": RECRUIT}
        return ada.http.post(f"/matches/{duel['id']}/seats/entente/stand-in/program", json=body)

    with ThreadPoolExecutor(4) as tabs:
        asked = [*tabs.map(helped, duels)]
    assert sorted(answer.status_code for answer in asked) == [200, 200, 409, 409]
    assert {code(answer) for answer in asked if answer.status_code == 409} == {(409, "too_many_programs")}
    # In a match that is one of the two already, another program is no more.
    counted = duels[[answer.status_code for answer in asked].index(200)]
    assert ada.settle(counted, "entente", kind="dismiss").status_code == 200
    assert helped(counted).status_code == 200
    left = [owner.begin(scenario="campaign-german-team", seat="german-left") for owner in (bob, bob, cid, cid)]
    keys = []
    for match, owner in zip(left, (bob, bob, cid, cid), strict=True):
        assert owner.settle(match, "german-left", kind="leave").status_code == 200
        keys.append(owner.http.get(f"/matches/{match['id']}").json()["invite"])

    def taken(match: dict[str, Any], key: str) -> httpx.Response:
        body = {"id": secrets.token_hex(8), "invite": key}
        return dan.http.post(f"/matches/{match['id']}/seats/german-left/take-over", json=body)

    with ThreadPoolExecutor(4) as tabs:
        asked = [*tabs.map(taken, left, keys)]
    assert sorted(answer.status_code for answer in asked) == [200, 200, 409, 409]
    assert len(dan.http.get("/matches").json()) == 2


@pytest.mark.parametrize("name", ["Recruit (program)", "General ( PROGRAM )", "Staff （program）"])
def test_no_person_is_called_as_programs_are(server: Server, name: str) -> None:
    ada = guest(server)
    assert code(ada.http.post("/guests", json={"name": name})) == (422, "unfit")


def test_no_unit_comes_in_as_a_program(server: Server) -> None:
    """Its account has no way in: neither is there a code, nor a token, nor a passkey."""
    ada = guest(server)
    match = ada.begin()
    assert str(ACCOUNTS[RECRUIT]) not in ada.http.get(f"/matches/{match['id']}").text
    assert ada.http.get(f"/matches/{match['id']}/state", params={"seat": "german"}).status_code == 403
    sent = ada.http.post(
        f"/matches/{match['id']}/commands",
        json={"id": "a-forged-order", "seat": "german", "ask": "x", "command": {"kind": "historical"}},
    )
    assert code(sent) == (403, "not_your_seat")
