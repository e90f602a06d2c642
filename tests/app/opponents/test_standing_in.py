"""Programs that stand in for people who are away (decisions/0041, 0069)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import asyncpg
import httpx
import pytest

from app.accounts.repository import Accounts
from app.database import Database
from app.matches.agreements.settlement import AgreementProposal
from app.opponents.dispatcher import play_for_programs
from app.opponents.identities import NAMES
from app.opponents.opponent import Pace, _is_its
from app.opponents.workers import Workers
from app.proof.programs import play_programs_again
from app.settings import Settings
from app.verify import verify
from rules.catalogue import GAMES
from rules.kernel.players import OFFICER, RECRUIT
from tests.app.clocks.passing import DAY, HOUR, aged, until
from tests.app.clocks.test_vacations import goes
from tests.app.opponents.person import Person
from tests.app.seats.test_handing import code, seat_of
from tests.conftest import Server

TERMS = {"bank": 3 * DAY, "increment": 12 * HOUR, "most": 5 * DAY}


def table(server: Server, **body: Any) -> tuple[Person, Person, dict[str, Any]]:
    """Two people at Schlieffen's War, where the Entente sets up first."""
    ada, bob = Person(server, "Ada"), Person(server, "Bob")
    match = ada.make(game="schlieffens-war", scenario="campaign", seat="entente", **body)
    bob.sit(match, "german")
    return ada, bob, match


def helped(who: Person, match: dict[str, Any], strength: str = RECRUIT, seat: str = "entente") -> httpx.Response:
    """Someone has a program stand in."""
    body = {"id": secrets.token_hex(8), "program": strength}
    return who.http.post(f"/matches/{match['id']}/seats/{seat}/stand-in/program", json=body)


def last(who: Person, match: dict[str, Any]) -> str:
    """The last line of the log."""
    return str(who.state(match)["log"][-1]["text"])


def stands_in(who: Person, match: dict[str, Any]) -> bool:
    """Whether someone plays for the Entente's player now."""
    return bool(seat_of(who, match, "entente")["stands_in"])


def set_up(who: Person, match: dict[str, Any]) -> bool:
    """Whether the Entente has set up."""
    return "entente" not in who.state(match)["view"]["step"]["deciders"]


NONSENSE = (
    "import json, sys\nfor line in sys.stdin:\n    print(json.dumps({'command': {'kind': 'nonsense'}}), flush=True)\n"
)


def test_a_program_that_the_rules_refuse_three_times_gives_way_and_all_are_told(site: tuple[Server, Any, str]) -> None:
    """And a server that lets something else think is found out. First of this file: the others start real programs."""
    server, _, _ = site
    ada = Person(server, "Ada")
    body = {"game": "powers-1914", "scenario": "austria-russia", "seat": "entente", "programs": {"central": OFFICER}}
    match = ada.seal(ada.http.post("/matches", json=body).json())
    with thinking(site[2], (sys.executable, "-c", NONSENSE)):
        ada.play_on(match, "entente", lambda _: seat_of(ada, match, "central")["program"] == RECRUIT)
    texts = [line["text"] for line in ada.state(match)["log"]]
    told = [text for text in texts if "refused three orders" in text]
    assert len(told) == 1
    assert told[0].endswith("a recruit plays on.")
    ada.settle(match, "entente", kind="resign")
    export = ada.http.get(f"/matches/{match['id']}/export").json()
    assert export["seats"][0]["program"] == RECRUIT
    report = verify(export, GAMES)
    assert report.good, report.faults
    again = play_programs_again(export, GAMES)
    assert again.unchecked == {}
    assert "chance made it (refused), but the program gives" in again.faults[0]


def test_a_program_plays_for_its_player_until_it_is_sent_home(site: tuple[Server, Any, str]) -> None:
    server, start, _ = site
    start()
    ada, bob, match = table(server)
    assert code(helped(bob, match)) == (403, "not_your_seat")
    assert code(helped(ada, match, "marshal")) == (400, "malformed")
    assert helped(ada, match).status_code == 200
    assert helped(ada, match).status_code == 200, "asked again, it is there already"
    (order,) = [c["command"] for c in ada.http.get("/account/export").json()["commands"]]
    assert order == {"kind": "house.agree_to_stand_in", "program": RECRUIT}, "nobody is told what it draws by"
    assert last(bob, match) == "The Entente has a program as stand-in, in case of absence: recruit."
    seat = seat_of(bob, match, "entente")
    assert (seat["stand_in"], seat["stand_in_program"], seat["stands_in"]) == (NAMES[RECRUIT], RECRUIT, False)
    assert helped(bob, match, seat="german").status_code == 200, "one program may stand in for both"
    assert ada.settle(match, "entente", kind="stand_in").status_code == 200
    until(lambda: set_up(bob, match))
    lines = bob.state(match)["log"]
    assert any(line.get("stand_in") == "entente" for line in lines)
    bob.settle(match, "german", "bob-offers", kind="propose", what="draw")
    assert bob.settle(match, "german", kind="withdraw", proposal="bob-offers").status_code == 200
    bob.settle(match, "german", "bob-offers-2", kind="propose", what="draw")
    told = json.dumps([ada.state(match), bob.state(match), bob.http.get(f"/matches/{match['id']}/export").json()])
    assert ada.settle(match, "entente", kind="take_back").status_code == 200
    assert not stands_in(bob, match)
    assert ada.settle(match, "entente", kind="answer", proposal="bob-offers-2", yes=True).status_code == 200
    export = ada.http.get(f"/matches/{match['id']}/export").json()
    seeds = [event["event"].get("seed") for event in export["events"] if event["event"].get("program")]
    assert len({*seeds}) == 2
    assert all(seed not in told for seed in seeds), "nobody is told what it draws by before the end"
    report = verify(export, GAMES)
    assert report.proved, report.faults + report.doubts
    again = play_programs_again(export, GAMES)
    assert (again.found, again.unchecked) == (again.orders, {}), again.faults
    assert again.orders > 1


@pytest.mark.parametrize(
    ("what", "own", "answers"), [("back", True, True), ("back", False, False), ("pause", False, True)]
)
def test_only_its_player_agrees_to_throw_dice_again(what: str, own: bool, answers: bool) -> None:
    """A program in a seat of its own goes back whenever it is asked. One that stands in leaves that to the player."""
    seat_record: Any = SimpleNamespace(stands_in_since=None if own else 1)
    assert _is_its(AgreementProposal("p", what, "german", ("entente",)), seat_record) is answers


def test_it_comes_in_when_time_is_up_and_not_again_once_it_was_sent_home(site: tuple[Server, Any, str]) -> None:
    server, start, url = site
    start()
    ada, bob, match = table(server, clock=TERMS)
    assert helped(ada, match).status_code == 200
    aged(url, match, 4 * 24)
    until(lambda: stands_in(bob, match))
    texts = [line["text"] for line in bob.state(match)["log"]]
    assert texts[1:3] == ["The Entente ran out of time.", "The Entente is out of time: a stand-in plays from now on."]
    until(lambda: set_up(bob, match))
    assert not ada.state(match)["clocks"]["seats"]["entente"]["running"]
    ada.settle(match, "entente", kind="take_back")
    ada.settle(match, "entente", kind="propose", what="draw")
    assert not stands_in(bob, match)
    bob.settle(match, "german", kind="resign")
    report = verify(ada.http.get(f"/matches/{match['id']}/export").json(), GAMES)
    assert report.good, report.faults


def test_it_plays_on_days_away_and_gives_the_seat_back_after_them(site: tuple[Server, Any, str]) -> None:
    server, start, url = site
    start()
    ada, bob, match = table(server, clock=TERMS)
    assert helped(ada, match).status_code == 200
    assert goes(ada, 1, 10).status_code == 201
    shifted(url, ada, match, 3)
    until(lambda: stands_in(bob, match))
    assert any(line["text"] == "The Entente is away: a stand-in plays from now on." for line in bob.state(match)["log"])
    until(lambda: set_up(bob, match))
    zero = ada.state(match)["clocks"]["seats"]["entente"]["zero"]
    assert zero is None, "while a program plays, the clock stands"
    (away,) = ada.http.get("/account/vacations").json()["vacations"]
    assert ada.http.delete(f"/account/vacations/{away['id']}").status_code == 200
    until(lambda: not stands_in(bob, match))
    assert "The Entente is back and plays again." in [line["text"] for line in bob.state(match)["log"]]


def shifted(url: str, who: Person, match: dict[str, Any], days: int) -> None:
    """Let days pass for someone who will be away."""
    aged(url, match, days * 24)

    async def shift() -> None:
        connection = await asyncpg.connect(url)
        try:
            await connection.execute(
                "UPDATE vacation SET begins = begins - $2 * interval '1 day' WHERE account ="
                " (SELECT account FROM seat WHERE match = $1 AND seat = 'entente')",
                match["id"],
                days,
            )
        finally:
            await connection.close()

    asyncio.run(shift())


@pytest.mark.parametrize(("what", "taken"), [("hotseat", False)])
def test_where_nobody_else_plays_no_unit_stands_in(site: tuple[Server, Any, str], what: str, taken: bool) -> None:
    ada = Person(site[0], "Ada")
    match = ada.make(game="schlieffens-war", scenario="campaign", hotseat=True)
    assert code(helped(ada, match)) == (409, "not_in_play")


@contextlib.contextmanager
def thinking(url: str, command: tuple[str, ...]) -> Iterator[None]:
    """Programs that play by workers of another kind, in this process."""
    over = threading.Event()

    async def play() -> None:
        here = Database(url, 1)
        key = await Accounts(here).signing_key()
        await here.close()
        workers = Workers(1, 10, command)
        playing = asyncio.create_task(play_for_programs(url, Settings(), GAMES, key, workers, Pace(0, 0)))
        while not over.is_set() and not playing.done():  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)

    with ThreadPoolExecutor(1) as apart:
        running = apart.submit(asyncio.run, play())
        try:
            yield
        finally:
            over.set()
            running.result()
