"""Seats that change hands: leaving, coming back, taking over (decisions/0031)."""

from __future__ import annotations

import copy
import secrets
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from app.context import Context
from app.errors import ApiError
from app.lobby.schemas import MatchIn
from app.main import create_app
from app.matches.agreements.handing_over import OPEN
from app.matches.agreements.seating import Said, Seating
from app.matches.agreements.settlement import Agreements, opens, settle
from app.matches.facts import Newcomer
from app.notices.models import Channel
from app.programs.alone import fresh_words, seals
from app.settings import Settings
from app.verify import verify
from rules.kernel.messages import JsonObject, Refusal
from tests.app.accounts.device import log_in, passkey
from tests.app.players import END, HIDE, THROW, Player, table
from tests.app.toy_game import Toy
from tests.conftest import TOY, Server


def take(who: Player, match: dict[str, Any], seat: str, id_: str = "", invite: str | None = None) -> httpx.Response:
    """Take a seat over, by the match's invitation unless another is given."""
    body = {"id": id_ or secrets.token_hex(8), "invite": match["invite"] if invite is None else invite}
    return who.http.post(f"/matches/{match['id']}/seats/{seat}/take-over", json=body)


def code(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal."""
    return answer.status_code, answer.json()["error"]["code"]


def shown(who: Player, match: dict[str, Any], **query: str) -> dict[str, Any]:
    """The match as the lobby shows it to someone."""
    answer = who.http.get(f"/matches/{match['id']}", params=query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def seat_of(who: Player, match: dict[str, Any], seat: str, **query: str) -> dict[str, Any]:
    """One of its seats."""
    return next(s for s in shown(who, match, **query)["seats"] if s["seat"] == seat)


def test_a_player_who_leaves_keeps_the_seat_until_someone_takes_it(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE, THROW)
    answer = red.settle(match, "red", kind="leave")
    assert answer.json()["lines"][0]["text"] == "Red has to stop: the seat is open to a new player."
    assert seat_of(blue, match, "red")["open"] is True
    assert code(red.settle(match, "red", kind="leave")) == (422, "open_already")
    red.play(match, "red", END)
    assert red.settle(match, "red", kind="stay").status_code == 200
    assert seat_of(blue, match, "red")["open"] is False
    assert code(red.settle(match, "red", kind="stay")) == (422, "not_open")
    assert code(take(Player(toy_server, "Nora"), match, "red")) == (403, "bad_invitation")


def test_a_newcomer_gets_what_the_seat_knows_and_the_leaver_nothing_more(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE, THROW)
    gone, still = red.watch(match, seat="red"), blue.watch(match, seat="blue")
    gone.next(), still.next()
    knew = red.state(match)
    red.settle(match, "red", kind="leave")
    nora = Player(toy_server, "Nora")
    before = shown(nora, match, invite=match["invite"])
    assert before["spectate"], "whoever is asked to take over may see what everyone may"
    answer = take(nora, match, "red")
    assert answer.status_code == 200, answer.text
    assert next(s for s in answer.json()["seats"] if s["you"])["seat"] == "red"
    state = nora.state(match)
    assert state["view"] == knew["view"], "the hidden numbers too"
    assert [line["text"] for line in state["log"]][: len(knew["log"])] == [line["text"] for line in knew["log"]]
    assert state["log"][-1]["text"] == "Red has a new player."
    assert state["last_seen"] == state["version"]
    assert gone.closed_with() == 1012
    assert code(red.http.get(f"/matches/{match['id']}/state")) == (403, "not_your_seat")
    assert code(red.send(match, "red", END, ask=state["legal"]["ask"])) == (403, "not_your_seat")
    assert red.watch(match, seat="red").closed_with() == 4403
    nora.play(match, "red", END)
    still.until(state["version"] + 1)
    assert seat_of(blue, match, "red")["name"] == "Nora"
    still.close()
    blue.settle(match, "blue", kind="resign")
    told = nora.http.get(f"/matches/{match['id']}/export").json()
    report = verify(told, {"toy": Toy()})
    assert report.proved, report.faults + report.doubts


def test_a_taking_that_was_never_open_is_found(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE, THROW)
    red.settle(match, "red", kind="leave")
    nora = Player(toy_server, "Nora")
    assert take(nora, match, "red").status_code == 200
    nora.settle(match, "red", kind="resign")
    told = blue.http.get(f"/matches/{match['id']}/export").json()
    for kind, member, other in (
        ("house.taken", "seat", "blue"),
        ("house.opened", "why", "time"),
        ("house.opened", "seat", "blue"),
    ):
        forged = copy.deepcopy(told)
        next(e for e in forged["events"] if e["event"]["kind"] == kind)["event"][member] = other
        assert not verify(forged, {"toy": Toy()}).good, (kind, member)
    forged = copy.deepcopy(told)
    taking = next(c for c in forged["commands"] if c["command"] == {"kind": "house.take"})
    opening = next(c for c in forged["commands"] if c["command"] == {"kind": "house.leave"})
    taking["seat"] = opening["seat"] = "blue"
    for event in forged["events"]:
        if event["event"]["kind"] in ("house.taken", "house.opened"):
            event["event"]["seat"] = "blue"
    assert not verify(forged, {"toy": Toy()}).good, "the chain holds who it was"


def test_the_enemy_does_not_take_a_seat_over(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.settle(match, "red", kind="leave")
    assert code(take(blue, match, "red")) == (409, "already_seated")
    nora = Player(toy_server, "Nora")
    assert code(take(nora, match, "blue")) == (409, "not_open")
    assert code(take(nora, match, "red", invite="wrong")) == (403, "bad_invitation")
    assert code(take(nora, match, "green")) == (404, "no_seat")
    assert take(nora, match, "red").status_code == 200
    blue.settle(match, "blue", kind="leave")
    assert code(take(red, match, "blue")) == (403, "knows_too_much")
    nora.settle(match, "red", kind="leave")
    assert take(red, match, "red").status_code == 200, "back on the side that was known before"
    assert code(take(nora, match, "blue")) == (403, "knows_too_much")


def test_whom_a_player_has_blocked_takes_no_seat(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    other, _, theirs = table(toy_server)
    nora = Player(toy_server, "Nora")
    another = blue.make(seat="red")
    nora.sit(another, "blue")
    assert blue.http.post("/account/blocks", json={"match": another["id"], "seat": "blue"}).status_code == 200
    red.settle(match, "red", kind="leave")
    assert code(take(nora, match, "red")) == (403, "kept_out")
    other.settle(theirs, "red", kind="leave")
    assert take(nora, theirs, "red").status_code == 200


def test_two_who_take_a_seat_in_the_same_moment(serving: Callable[..., Server]) -> None:
    first, second = serving(TOY), serving(TOY)
    red, blue, match = table(first)
    red.play(match, "red", THROW)
    red.elsewhere(second).state(match)
    red.settle(match, "red", kind="leave")
    nora, otto = Player(first, "Nora"), Player(second, "Otto")
    assert take(nora, match, "red", "nora-takes-it").status_code == 200
    # The other process has not looked since; what it knows is old.
    assert code(take(otto, match, "red")) in ((409, "not_open"), (403, "bad_invitation"))
    there = red.elsewhere(second)
    assert code(there.send(match, "red", END, ask="1.red")) == (403, "not_your_seat")
    assert take(nora.elsewhere(second), match, "red", "nora-takes-it").status_code == 200, "sent again"
    assert [s["name"] for s in shown(blue.elsewhere(second), match)["seats"]] == ["Nora", "Blaise"]
    nora.elsewhere(second).play(match, "red", END)


def test_of_many_who_take_a_seat_at_once_one_gets_it(serving: Callable[..., Server]) -> None:
    first, second = serving(TOY), serving(TOY)
    red, blue, match = table(first)
    red.settle(match, "red", kind="leave")
    comers = [Player((first, second)[n % 2], f"Comer {n}") for n in range(6)]
    with ThreadPoolExecutor(len(comers)) as pool:
        answers = list(pool.map(lambda who: take(who, match, "red"), comers))
    assert sorted(a.status_code for a in answers)[0] == 200
    assert [a.status_code for a in answers].count(200) == 1, [a.text for a in answers]
    (winner,) = [who for who, answer in zip(comers, answers, strict=True) if answer.status_code == 200]
    winner.play(match, "red", END)
    for loser in comers:
        if loser is not winner:
            assert loser.http.get(f"/matches/{match['id']}/state").status_code == 403
    assert [line["text"] for line in blue.state(match)["log"]].count("Red has a new player.") == 1


def test_public_matches_list_the_seats_that_were_left(toy_server: Server) -> None:
    red, _, match = table(toy_server, listing="public", note="Come on")
    nobody = httpx.Client(base_url=f"{toy_server.url}/api")

    def listed() -> list[dict[str, Any]]:
        return [t for t in nobody.get("/tables", params={"left": 1}).json()["tables"] if t["id"] == match["id"]]

    red.play(match, "red", HIDE, THROW, END)
    assert listed() == []
    red.settle(match, "red", kind="leave")
    (row,) = listed()
    assert [(s["seat"], s["open"], s["free"]) for s in row["seats"]] == [("red", True, False), ("blue", False, False)]
    assert (row["glance"]["turn"], row["glance"]["deciders"]) == (2, ["blue"])
    assert take(Player(toy_server, "Nora"), match, "red", invite="").status_code == 200
    assert listed() == []


def test_what_is_listed_of_an_open_seat_tells_nothing_hidden(toy_server: Server) -> None:
    rows = []
    for number in (3, 9):
        red, _, match = table(toy_server, listing="public")
        red.play(match, "red", {"kind": "hide", "number": number}, END)
        red.settle(match, "red", kind="leave")
        live_matches = httpx.get(f"{toy_server.url}/api/tables", params={"left": 1}).json()["tables"]
        row = next(t for t in live_matches if t["id"] == match["id"])
        seen = shown(Player(toy_server, "Nora"), match)
        for found in (row, seen):
            for member in ("id", "made_at", "key", "at", "spectate", "invite", "commitment"):
                found.pop(member, None)
            for seat in found["seats"]:
                seat.pop("seal", None)
        rows.append((row, seen))
    assert rows[0] == rows[1]


def test_a_file_holds_what_one_ordered_oneself(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    red.play(match, "red", HIDE, THROW)
    red.settle(match, "red", kind="leave")
    nora = Player(toy_server, "Nora")
    take(nora, match, "red")
    nora.play(match, "red", END)
    ordered = [
        [c["command"]["kind"] for c in who.http.get("/account/export").json()["commands"]] for who in (red, nora)
    ]
    assert ordered == [["hide", "throw", "house.leave"], ["house.take", "end"]]
    file = red.http.get("/account/export").json()
    assert [m["id"] for m in file["matches"]] == [match["id"]]


def test_nobody_brings_a_match_along_that_was_seen_from_another_seat(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    device = passkey(red)
    red.settle(match, "red", kind="leave")
    assert take(Player(toy_server, "Nora"), match, "red").status_code == 200
    blue.settle(match, "blue", kind="leave")
    guest = Player(toy_server, "Guest")
    assert take(guest, match, "blue").status_code == 200
    refused = log_in(guest, device, bring=True)
    assert (refused["status"], refused["error"]["code"]) == (409, "seated_in_both")
    assert guest.state(match)["legal"]["seat"], "nothing was changed"


def test_a_draft_is_void_when_its_player_is_another(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    where = f"/matches/{match['id']}/draft"
    written = {"seat": "red", "revision": 0, "commands": [{"ask": "1.red", "command": HIDE}]}
    assert red.http.put(where, json=written).json()["revision"] == 1
    red.settle(match, "red", kind="leave")
    nora = Player(toy_server, "Nora")
    assert take(nora, match, "red").status_code == 200
    found = nora.http.get(where, params={"seat": "red"}).json()
    assert (found["revision"], found["commands"]) == (2, [])
    assert red.http.put(where, json={**written, "revision": 2}).status_code == 403


def test_nobody_keeps_a_seat_of_the_rematch_for_someone_who_left(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.settle(match, "red", kind="leave")
    blue.settle(match, "blue", kind="resign")
    again = blue.http.post(f"/matches/{match['id']}/rematch").json()
    assert [(s["seat"], s["name"], s["kept_for"]) for s in again["seats"]] == [
        ("red", "Blaise", None),
        ("blue", None, None),
    ]


# --- opened by the others -------------------------------------------------------------------------------------------

TITLES = {"west": "West", "east": "East", "foe": "Foe"}
SIDES = {"west": "cp", "east": "cp", "foe": "allies"}


def ask(house: Agreements, seat: str, silent: str = "", **order: object) -> list[Said] | Refusal:
    """An order of a seat while all have waited too long for those of ``silent``."""
    company = Seating(TITLES, SIDES, frozenset((seat,)), silent.split())
    return settle(house, company, seat, "id", order, None, dict)


def after(house: Agreements, found: list[Said] | Refusal) -> Agreements:
    """The house after facts that were taken."""
    assert isinstance(found, list), found
    for said in found:
        house = house.after(said.payload)
    return house


def test_all_others_open_the_seat_of_someone_silent() -> None:
    proposed: dict[str, Any] = {"kind": "house.propose", "what": OPEN, "of": "east"}
    early = ask(Agreements(), "west", **proposed)
    assert isinstance(early, Refusal)
    assert early.code == "not_silent"
    house = after(Agreements(), ask(Agreements(), "west", "east", **proposed))
    assert house.proposals[0].asked == ("foe",), "whoever is away is not asked"
    late = ask(house, "foe", kind="house.answer", proposal="id", yes=True)
    assert isinstance(late, Refusal), "back in the meantime"
    agreed = after(house, ask(house, "foe", "east", kind="house.answer", proposal="id", yes=True))
    assert (dict(agreed.seats), agreed.proposals) == ({"east": "absent"}, ())
    again = ask(agreed, "foe", "east", **proposed)
    assert isinstance(again, Refusal)
    assert isinstance(ask(Agreements(), "west", "west", **{**proposed, "of": "west"}), Refusal), "leave your own seat"


def test_what_asks_whether_a_player_is_away() -> None:
    proposed: dict[str, Any] = {"kind": "house.propose", "what": OPEN, "of": "east"}
    house = after(Agreements(), ask(Agreements(), "west", "east", **proposed))
    orders: list[tuple[Agreements, dict[str, Any]]] = [
        (Agreements(), proposed),
        (house, {"kind": "house.answer", "proposal": "id", "yes": True}),
        (Agreements(), {"kind": "house.propose", "what": "draw", "of": "east"}),
        (house, {"kind": "house.answer", "proposal": "another", "yes": True}),
    ]
    assert [opens(at, order) for at, order in orders] == ["east", "east", None, None]


@pytest.mark.parametrize("order", ["house.stay", "house.take"])
def test_a_seat_that_was_left_is_kept_or_taken_once(order: str) -> None:
    left = after(Agreements(), ask(Agreements(), "east", kind="house.leave"))
    closed = after(left, ask(left, "east", kind=order))
    assert dict(closed.seats) == {}
    again = ask(closed, "east", kind=order)
    assert isinstance(again, Refusal)
    assert again.code == "not_open"


def test_an_open_seat_outlasts_going_back() -> None:
    house = after(Agreements(), ask(Agreements(), "east", kind="house.leave"))
    assert dict(house.after({"kind": "house.rewound", "to": 0, "state": {}}).seats) == {"east": "left"}


def test_nobody_opens_a_seat_before_all_have_waited(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", THROW)
    assert code(blue.settle(match, "blue", kind="propose", what="open", of="red")) == (422, "not_silent")
    assert code(blue.settle(match, "blue", kind="propose", what="open", of="blue")) == (422, "not_theirs")


async def begun_by_two(here: Context, red: uuid.UUID, blue: uuid.UUID) -> str:
    """A match in play between two accounts."""
    made = await here.match_maker.create(red, "Rosa", MatchIn(game="toy", scenario="short", seat="red"))
    await here.seats.sit(made.id, "blue", blue, made.invite)
    words = fresh_words(c.seat for c in made.seats)
    sealed = made
    for account, seat in ((red, "red"), (blue, "blue")):
        sealed = await here.starter.seal(made.id, account, seals(made.id, {seat: words[seat]}))
    for account, seat in ((red, "red"), (blue, "blue")):
        await here.starter.open(made.id, account, str(sealed.commitment), {seat: words[seat]})
    return made.id


async def test_after_a_week_the_only_other_opens_the_seat(database_url: str) -> None:
    app = create_app(database_url, Settings(), {"toy": Toy()})
    async with app.router.lifespan_context(app):
        here: Context = app.state.context
        rosa, blaise = [(await here.accounts.add(name)).id for name in ("Rosa", "Blaise")]
        match = await begun_by_two(here, rosa, blaise)
        order: JsonObject = {"kind": "house.propose", "what": "open", "of": "red"}
        await here.moves.command(match, rosa, "red", "red-hides-one", "1.red", HIDE)
        with pytest.raises(ApiError, match="7 days"):
            await here.settlements.settle(match, blaise, "blue", "too-early-yet", order)
        async with here.database.raw() as raw:
            await raw.execute("UPDATE event SET at = at - interval '8 days' WHERE match = $1", match)
        await here.settlements.settle(match, blaise, "blue", "draw-in-vain", {"kind": "house.propose", "what": "draw"})
        await here.settlements.settle(
            match, blaise, "blue", "withdraw-it", {"kind": "house.withdraw", "proposal": "draw-in-vain"}
        )
        await here.settlements.settle(match, blaise, "blue", "open-the-seat", order)
        record = await here.lobby.find(match)
        assert [c.open for c in record.seats] == [True, False]
        await here.settlements.settle(match, rosa, "red", "here-i-am-again", {"kind": "house.stay"})
        with pytest.raises(ApiError, match="7 days"):
            await here.settlements.settle(match, blaise, "blue", "open-it-again", order)


async def test_a_seat_and_its_fact_are_stored_together_or_not_at_all(database_url: str) -> None:
    app = create_app(database_url, Settings(), {"toy": Toy()})
    async with app.router.lifespan_context(app):
        here: Context = app.state.context
        rosa, blaise, nora = [(await here.accounts.add(name)).id for name in ("Rosa", "Blaise", "Nora")]
        match = await begun_by_two(here, rosa, blaise)
        async with here.database.session.begin() as session:
            session.add(Channel(account=blaise, way="webhook", name="Bot", target="http://127.0.0.1:1/", modes={}))
        await here.settlements.settle(match, rosa, "red", "rosa-has-to-go", {"kind": "house.leave"})
        async with here.database.raw() as raw:
            # The server dies after it has changed the seat and before it has stored the fact.
            await raw.execute("ALTER TABLE event RENAME TO event_gone")
        with pytest.raises(Exception, match="event"):
            await here.settlements.take_over(match, Newcomer(nora, "Nora"), "red", "nora-comes-in")
        async with here.database.raw() as raw:
            await raw.execute("ALTER TABLE event_gone RENAME TO event")
            kept = await raw.fetchrow("SELECT account, opened_at FROM seat WHERE match = $1 AND seat = 'red'", match)
        assert kept is not None
        assert (kept["account"], kept["opened_at"] is not None) == (rosa, True)
        assert await here.matches.people.sat_at(match, rosa) == []
        await here.settlements.take_over(match, Newcomer(nora, "Nora"), "red", "nora-comes-in")
        assert [c.name for c in (await here.lobby.find(match)).seats] == ["Nora", "Blaise"]
        async with here.database.raw() as raw:
            told = await raw.fetch(
                "SELECT seat, key FROM notice WHERE match = $1 AND kind = 'joined' ORDER BY id", match
            )
        assert [(t["seat"], t["key"]) for t in told] == [
            ("blue", "open:red:rosa-has-to-go"),
            ("blue", f"red:{nora.hex}"),
        ], "whoever stays is called"
