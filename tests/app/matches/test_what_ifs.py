"""What-if: a moment is tried out on a copy made of what one seat saw, and of nothing else (decisions/0057)."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from app.admin.sweep import Sweeper
from app.database import Database
from tests.app.players import Player, Watch, table
from tests.conftest import REAL, Server, execute, fetch

WAR = {"game": "schlieffens-war", "scenario": "campaign"}
THREE = 3


@pytest.fixture(scope="module")
def house(
    fresh_database: Callable[[], str], starting: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server, str]]:
    """Two processes on one database, and its address."""
    url, folder = fresh_database(), tmp_path_factory.mktemp("what-ifs")
    servers = [starting(REAL, url, folder / f"server-{n}.log") for n in range(2)]
    yield servers[0], servers[1], url
    for server in servers:
        server.stop()


@pytest.fixture(scope="module")
def war(house: tuple[Server, Server, str]) -> tuple[Player, Player, dict[str, Any]]:
    """A match that both sides have set up as in history: the Germans are to move, and see little of the French."""
    german, french = Player(house[0], "Alexander"), Player(house[0], "Joseph")
    match = german.make(**WAR, seat="german")
    french.sit(match, "entente")
    for player, seat in ((french, "entente"), (german, "german")):
        for kind in ("historical", "end_phase"):
            assert player.send(match, seat, {"kind": kind}).status_code == 200
    return german, french, match


def begin(player: Player, match: dict[str, Any], seat: str, id_: str | None = None, **more: Any) -> httpx.Response:
    """Ask for a what-if."""
    body = {"id": id_ or secrets.token_hex(8), "seat": seat, **more}
    return player.http.post(f"/matches/{match['id']}/what-ifs", json=body)


def begun(player: Player, match: dict[str, Any], seat: str, **more: Any) -> dict[str, Any]:
    """A what-if that is given."""
    answer = begin(player, match, seat, **more)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def code(answer: httpx.Response) -> tuple[int, str]:
    """How a call was refused."""
    return answer.status_code, answer.json()["error"]["code"]


def all_closed(player: Player) -> None:
    """Throw away what a player tries out."""
    for one in player.http.get("/what-ifs").json()["what_ifs"]:
        assert player.http.delete(f"/what-ifs/{one['id']}").status_code == 200


def heard(ear: Watch) -> list[str]:
    """What comes over a socket until nothing more does."""
    kinds = []
    with contextlib.suppress(TimeoutError):
        while True:
            kinds.append(ear.next(timeout=1)["type"])
    return kinds


def stacks_of(state: dict[str, Any]) -> dict[str, list[str]]:
    """Who lies where in a view, by hex."""
    return {hex_: [unit["id"] for unit in units] for hex_, units in state["view"]["stacks"].items()}


def test_you_play_all_sides_of_what_you_saw_and_the_rest_is_dealt(war: Any) -> None:
    german, french, match = war
    before = german.state(match, "german")
    copies = [begun(german, match, "german") for _ in range(2)]
    assert [s["you"] for s in copies[0]["seats"]] == [True, True]
    what_if = copies[0]["what_if"]
    assert (what_if["of"], what_if["seat"], what_if["turn"]) == (match["id"], "german", 1)
    assert copies[0]["status"] == "active"
    seen = german.state(copies[0], "german")
    assert seen["view"] == before["view"]
    assert seen["legal"] == before["legal"]
    truth, deals = stacks_of(french.state(match, "entente")), [stacks_of(german.state(c, "entente")) for c in copies]
    hidden = [h for h, units in stacks_of(before).items() if any(u.startswith("?") for u in units)]
    assert hidden
    assert any(deal[h] != truth[h] for deal in deals for h in hidden), "dealt, and not told"
    dealt = {u for h in hidden for u in deals[0][h]} - {u for units in stacks_of(before).values() for u in units}
    # §3.1: both sides saw the forts, wherever in a stack they lie.
    dealt = {u for u in dealt if "-fort-" not in u}
    assert set(what_if["dealt"]) == dealt
    assert "fr-hq-5" not in str(before["view"]) or "fr-hq-5" not in what_if["dealt"]
    # It goes on there with its own dice, and here nothing has happened.
    answer = german.send(copies[0], "german", {"kind": "end_phase"})
    assert answer.status_code == 200, answer.text
    assert german.state(match, "german")["version"] == before["version"]
    assert german.state(match, "german")["log"] == before["log"]
    all_closed(german)


def test_whoever_watches_a_side_by_its_key_tries_out_what_they_see(war: Any) -> None:
    """decisions/0037: with what the side sees, from its first seat. The other side may not, nor may the public."""
    german, french, match = war
    watching = german.http.put(f"/matches/{match['id']}/watching", json={"seat": "german", "yes": True})
    key = watching.json()["watch"]["german"]
    friend = Player(german.server, "Friend")

    def asked(person: Player, **by: str) -> httpx.Response:
        return person.http.post(f"/matches/{match['id']}/what-ifs", json={"id": secrets.token_hex(8), **by})

    copy = asked(friend, key=key).json()
    assert (copy["what_if"]["seat"], [s["you"] for s in copy["seats"]]) == ("german", [True, True])
    assert friend.state(copy, "german")["view"] == german.state(match, "german")["view"]
    assert code(german.http.get(f"/matches/{copy['id']}/state")) == (403, "not_your_seat"), "it is the watcher's alone"
    assert code(asked(french, key=key)) == (403, "other_side")
    assert code(asked(friend, key="x" * len(key))) == (403, "not_your_seat")
    assert code(asked(friend, key=match["spectate"])) == (409, "no_side")
    assert code(asked(friend)) == (403, "not_your_seat")
    german.http.put(f"/matches/{match['id']}/watching", json={"seat": "german", "yes": False})
    assert code(asked(friend, key=key)) == (403, "not_your_seat")
    all_closed(friend)


def test_an_earlier_moment_is_tried_out_as_it_was_shown(war: Any) -> None:
    """Of the set-up, when nothing of the other side was seen yet."""
    _, french, match = war
    copy = begun(french, match, "entente", number=0)
    assert (copy["what_if"]["number"], copy["what_if"]["title"]) == (0, "Entente Set-up")
    then = french.http.get(f"/matches/{match['id']}/history", params={"seat": "entente", "number": 0}).json()
    assert french.state(copy, "entente")["view"] == then["view"]
    all_closed(french)


def test_nobody_else_learns_of_it(war: Any) -> None:
    """Neither from the match, its log and export, nor from lists; nobody can watch or follow an invitation there."""
    german, french, match = war
    told = [french.http.get(f"/matches/{match['id']}{what}").content for what in ("/log", "/export", "/state")]
    ear = french.watch(match, seat="entente")
    assert heard(ear), "the position, and who is there"
    listed = french.http.get("/matches").content
    copy = begun(german, match, "german")
    german.send(copy, "german", {"kind": "end_phase"})
    again = [french.http.get(f"/matches/{match['id']}{what}").content for what in ("/log", "/export", "/state")]
    assert [told, listed] == [again, french.http.get("/matches").content]
    assert heard(ear) == []
    assert copy["id"] not in german.http.get("/matches").text, "not even in your own list of matches"
    assert copy["spectate"] is None
    for path in ("", "/state", "/log", "/history", "/export", "/charts"):
        assert french.http.get(f"/matches/{copy['id']}{path}").status_code == 403, path
    all_closed(german)


def test_it_is_no_match_that_counts(war: Any) -> None:
    german, _, match = war
    copy = begun(german, match, "german")
    assert code(german.http.get(f"/matches/{copy['id']}/export")) == (409, "what_if_only")
    assert code(begin(german, copy, "german")) == (409, "what_if_only")
    assert code(german.http.post(f"/matches/{copy['id']}/rematch")) == (409, "what_if_only")
    all_closed(german)


def test_three_at_the_same_time(war: Any, house: tuple[Server, Server, str]) -> None:
    """However many are asked for at once, at two processes. The same request makes one; closing one makes room."""
    german, _, match = war
    there = german.elsewhere(house[1])
    with ThreadPoolExecutor(6) as pool:
        answers = [*pool.map(lambda n: begin((german, there)[n % 2], match, "german"), range(6))]
    assert sorted(a.status_code for a in answers) == [201] * THREE + [409] * 3
    assert {code(a) for a in answers if a.status_code == 409} == {(409, "too_many_what_ifs")}
    mine = german.http.get("/what-ifs").json()
    assert (len(mine["what_ifs"]), mine["most"]) == (THREE, THREE)
    left = german.http.delete(f"/what-ifs/{mine['what_ifs'][0]['id']}").json()["what_ifs"]
    assert left == mine["what_ifs"][1:]
    gone = mine["what_ifs"][0]
    assert code(german.http.delete(f"/what-ifs/{gone['id']}")) == (404, "no_match")
    assert german.http.get(f"/matches/{gone['id']}/state").status_code == 404
    same = [begun(german, match, "german", id_="the-same-id")["id"] for _ in range(2)]
    assert same[0] == same[1]
    all_closed(german)


def test_what_may_not_be_tried_out(war: Any, toy_server: Server) -> None:
    german, french, match = war
    stranger = Player(german.server, "Nobody")
    assert code(begin(stranger, match, "german")) == (403, "not_your_seat")
    assert code(begin(french, match, "german")) == (403, "not_your_seat")
    assert code(begin(french, match, "spectator")) == (403, "not_your_seat")
    assert begin(french, {"id": "no-such-match"}, "entente").status_code == 404
    assert begin(german, match, "german", number=-1).status_code == 400
    assert begin(german, match, "german", id_="x").status_code == 400
    assert code(french.http.delete(f"/what-ifs/{match['id']}")) == (404, "no_match"), "a match that counts stays"
    assert french.state(match, "entente")["view"]["turn"] == 1
    red, _, toys = table(toy_server)
    assert code(begin(red, toys, "red")) == (409, "no_what_if")
    bare = httpx.Client(base_url=f"{german.server.url}/api")
    assert bare.post(f"/matches/{match['id']}/what-ifs", json={"id": "12345678", "seat": "german"}).status_code == 401
    assert bare.get("/what-ifs").status_code == 401


def test_an_ally_is_let_in_and_nobody_else(house: tuple[Server, Server, str]) -> None:
    """decisions/0067: whoever sees the same in the match. At another process too; the other side learns nothing."""
    seats = ("german-right", "german-left", "entente-east", "entente-north")
    people = {seat: Player(house[0], seat.title()) for seat in seats}
    host = people[seats[0]]
    match = host.make(game="schlieffens-war", scenario="campaign-teams", seat=seats[0])
    for seat in seats[1:]:
        people[seat].sit(match, seat)
    for seat in ("entente-east", "entente-north", "german-right", "german-left"):
        for kind in ("historical", "end_phase"):
            assert people[seat].send(match, seat, {"kind": kind}).status_code == 200
    copy, ally = begun(host, match, "german-right"), people["german-left"].elsewhere(house[1])
    assert code(ally.http.get(f"/matches/{copy['id']}/state")) == (403, "not_your_seat")
    enemies = [people[s] for s in seats[2:]]
    told = [e.http.get(f"/matches/{match['id']}/state").content for e in enemies]
    answer = host.http.post(f"/what-ifs/{copy['id']}/guests")
    assert answer.json()["what_if"]["let_in"] == ["German-Left"]
    assert ally.state(copy, "german")["view"] == host.state(copy, "german")["view"]
    assert ally.send(copy, "german", {"kind": "end_phase"}).status_code == 200
    for enemy in enemies:
        assert code(enemy.http.get(f"/matches/{copy['id']}/state")) == (403, "not_your_seat")
        assert enemy.http.get("/what-ifs").json()["what_ifs"] == []
    assert [e.http.get(f"/matches/{match['id']}/state").content for e in enemies] == told
    all_closed(host)


def test_none_outlives_a_day(war: Any, house: tuple[Server, Server, str]) -> None:
    """From then on it is refused, for orders too, and it makes room; the sweep takes it away and nothing else."""
    german, _, match = war
    there = german.elsewhere(house[1])
    copy = begun(german, match, "german")
    old = "UPDATE what_if SET made_at = now() - interval '25 hours'"
    ask = german.state(copy, "german")["legal"]["ask"]
    asyncio.run(execute(house[2], old))
    assert there.http.get("/what-ifs").json()["what_ifs"] == []
    assert code(there.send(copy, "german", {"kind": "end_phase"}, ask=ask)) == (404, "what_if_over")
    assert code(there.http.get(f"/matches/{copy['id']}/state")) == (404, "what_if_over")
    young = begun(german, match, "german")

    async def sweep() -> dict[str, int]:
        database = Database(house[2], 2)
        try:
            return await Sweeper(database, _Nobody(), 30).sweep()  # type: ignore[arg-type]
        finally:
            await database.close()

    assert asyncio.run(sweep())["what_ifs"] == 1
    left = {row["id"] for row in asyncio.run(fetch(house[2], "SELECT id FROM match"))}
    assert copy["id"] not in left
    assert {match["id"], young["id"]} <= left
    assert german.http.get(f"/matches/{copy['id']}/state").status_code == 404
    all_closed(german)


class _Nobody:
    """No match is in memory."""

    live: tuple[str, ...] = ()
