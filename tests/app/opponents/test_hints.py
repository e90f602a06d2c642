"""Hints: a program says what it would do, to whoever is asked, where the table allows it."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Collection
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest

from app.hints.repository import AskedHint
from app.opponents import advising
from app.opponents.advising import Adviser
from app.opponents.identities import PROGRAMS
from app.opponents.workers import WorkerLost, Workers
from app.verify import verify
from rules.catalogue import GAMES
from tests.app.lobby.test_sealing import code
from tests.app.opponents.person import Person, guest
from tests.conftest import Server

PATIENCE = 30.0
POWERS = {"game": "powers-1914", "scenario": "classic-1"}


def ask(player: Person, match: dict[str, Any], seat: str, of: str | None = None, id_: str | None = None) -> Any:
    """Ask for a hint; the answer, whatever it is."""
    question = of or player.state(match, seat)["legal"]["ask"]
    body = {"id": id_ or secrets.token_hex(8), "seat": seat, "ask": question}
    return player.http.post(f"/matches/{match['id']}/hints", json=body)


def hint(player: Person, match: dict[str, Any], seat: str) -> dict[str, Any]:
    """Ask for a hint and wait until it is there."""
    asked = ask(player, match, seat)
    assert asked.status_code == 201, asked.text
    told, deadline = asked.json(), time.monotonic() + PATIENCE
    while told["status"] == "waiting":
        assert time.monotonic() < deadline, "no hint comes"
        time.sleep(0.05)
        told = player.http.get(f"/matches/{match['id']}/hints/{told['id']}").json()
    assert told["error"] is None, told
    return dict(told)


def two_people(server: Server, **more: Any) -> tuple[Person, Person, dict[str, Any]]:
    """A match of two people that has begun; Ada plays the Entente."""
    ada, ben = guest(server), Person(server, "Ben")
    made = ada.http.post("/matches", json={**POWERS, "seat": "entente", **more}).json()
    ada.seal(made)
    ben.sit(made, "central")
    return ada, ben, made


def test_who_may_not_ask(site: tuple[Server, Any, str]) -> None:
    server, _, _ = site
    ada, ben, match = two_people(server)
    first = ada.state(match, "entente")["legal"]["ask"]
    assert code(ask(ada, match, "entente")) == (409, "no_hints"), "between people they are off unless someone says so"
    assert code(ask(ben, match, "entente", first)) == (403, "not_your_seat")
    ada, ben, match = two_people(server, hints=True)
    assert match["hints"]
    waits, acts = ("entente", ada), ("central", ben)
    if not ben.state(match, "central")["legal"]["yours"]:
        waits, acts = acts, waits
    question = acts[1].state(match, acts[0])["legal"]["ask"]
    assert code(ask(waits[1], match, waits[0], question)) == (409, "not_your_turn")
    assert code(ask(acts[1], match, acts[0], "an earlier question")) == (409, "moved_on")
    away = ask(acts[1], match, acts[0])
    assert code(away) == (503, "programs_away")
    assert all(line["kind"] != "house" for line in ada.state(match, "entente")["log"]), "nobody was asked"
    ada.settle(match, "entente", kind="resign")
    assert code(ask(acts[1], match, acts[0], question)) == (409, "finished")
    there = f"/matches/{match['id']}/hints/{secrets.token_hex(8)}"
    assert code(ada.http.get(there)) == (404, "no_hint")


def test_nobody_asks_about_a_copy_what_the_table_would_be_told_of(site: tuple[Server, Any, str]) -> None:
    """A what-if of the moment puts the same question: asked there, no word of it would come to the others."""
    ada, ben, match = two_people(site[0], hints=True)
    seat, player = ("central", ben) if ben.state(match, "central")["legal"]["yours"] else ("entente", ada)

    def copy() -> dict[str, Any]:
        body = {"id": secrets.token_hex(8), "seat": seat}
        return dict(player.http.post(f"/matches/{match['id']}/what-ifs", json=body).json())

    trying = copy()
    assert trying["hints"] is False
    assert code(ask(player, trying, seat)) == (409, "no_hints")
    ada.settle(match, "entente", kind="resign")
    assert copy()["hints"], "once it is over nobody is helped by it"


async def test_nobody_asks_twice_by_one_word_to_the_table(site: tuple[Server, Any, str]) -> None:
    """The table hears of a hint each time it is asked for, by whatever id, and of nothing that was not asked."""
    server, _, url = site
    ada, ben, match = await asyncio.to_thread(two_people, server, hints=True)
    seat, player = ("central", ben) if ben.state(match, "central")["legal"]["yours"] else ("entente", ada)
    other, across = ("entente", ada) if player is ben else ("central", ben)

    def told() -> int:
        return sum("asked for a hint" in line["text"] for line in across.state(match, other)["log"])

    there = await asyncpg.connect(url)
    try:
        # As the process does in which programs play, but nothing is ever answered.
        await there.execute("INSERT INTO lease VALUES ($1, 1, now() + interval '1 hour')", PROGRAMS)
        first = await asyncio.to_thread(ask, player, match, seat, None, "the-same-id")
        assert (first.json()["status"], told()) == ("waiting", 1)
        assert ask(player, match, seat, None, "the-same-id").status_code == 201
        assert told() == 1, "sent again it is asked once"
        # As if that one had been asked before the last thing that was told.
        await there.execute("UPDATE hint SET number = number - 1")
        assert code(ask(player, match, seat)) == (409, "hint_waiting")
        assert told() == 1, "nothing was asked"
        await there.execute("DELETE FROM hint")
        assert ask(player, match, seat, None, "the-same-id").status_code == 201
        assert told() == 2, "the sweep had forgotten it"
        theirs = "SELECT account FROM seat WHERE match = $1 AND seat = $2"
        await there.execute(f"UPDATE hint SET account = ({theirs})", match["id"], other)  # noqa: S608
        assert code(ask(player, match, seat, None, "the-same-id")) == (409, "id_used")
        assert told() == 2
        await there.execute("DELETE FROM hint")
        first = (await asyncio.to_thread(ask, player, match, seat)).json()
        at = f"/matches/{match['id']}/hints/{first['id']}"
        assert (first["status"], told()) == ("waiting", 3)
        await there.execute("UPDATE hint SET asked_at = asked_at - interval '121 seconds'")
        late = player.http.get(at).json()
        assert (late["status"], late["error"]["code"]) == ("failed", "hint_failed"), "nobody answers it any more"
        second = ask(player, match, seat).json()
        assert (second["status"], told()) == ("waiting", 4), "the same question can be asked again"
        assert second["id"] != first["id"]
    finally:
        await there.execute("DELETE FROM lease")
        await there.close()


def test_a_hint_is_an_order_with_its_reasons_that_can_be_given(site: tuple[Server, Any, str]) -> None:
    server, start, _ = site
    start()
    ada = guest(server)
    match = ada.begin(**POWERS)
    assert match["hints"], "against programs they are on"
    compared = 0
    for _ in range(2):
        deadline = time.monotonic() + PATIENCE
        while not ada.state(match, "entente")["legal"]["yours"]:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        before = ada.state(match, "entente")["version"]
        told = hint(ada, match, "entente")
        assert told["courses"][0]["reasons"]
        again = hint(ada, match, "entente")
        if ada.state(match, "entente")["version"] == before:
            assert (again["id"], again["courses"]) == (told["id"], told["courses"]), "nothing new was told"
            compared += 1
        answer = ada.send(match, "entente", told["courses"][0]["command"], ask=told["ask"])
        assert answer.status_code == 200, answer.text
    assert compared, "the program never stood still"
    assert all("hint" not in line["text"] for line in ada.state(match, "entente")["log"]), "nobody else is to know"


def test_among_people_all_are_told_and_the_file_can_be_proved(site: tuple[Server, Any, str]) -> None:
    server, start, _ = site
    start()
    ada, ben, match = two_people(server, hints=True)
    seat, player = ("central", ben) if ben.state(match, "central")["legal"]["yours"] else ("entente", ada)
    hint(player, match, seat)
    for who, where in ((ada, "entente"), (ben, "central")):
        lines = [line["text"] for line in who.state(match, where)["log"] if line["kind"] == "house"]
        assert lines == [f"The {match_title(match, seat)} asked for a hint."]
    other = ben if player is ada else ada
    asked = player.http.post(
        f"/matches/{match['id']}/house", json={"id": secrets.token_hex(8), "seat": seat, "order": {"kind": "hint"}}
    )
    assert asked.status_code == 400, "it is no order that anyone can give"
    ada.settle(match, "entente", kind="resign")
    report = verify(other.http.get(f"/matches/{match['id']}/export").json(), GAMES)
    assert report.proved, report.faults


def match_title(match: dict[str, Any], seat: str) -> str:
    """What a seat is called."""
    return str(next(s["title"] for s in match["seats"] if s["seat"] == seat))


# --- where programs think ---------------------------------------------------------------------------------------------


class Rows:
    """As ``HintRows``: some hints that wait."""

    def __init__(self, *ids: str) -> None:
        self.waiting = [AskedHint("m", id_, "entente", "ada", "", 0, None) for id_ in ids]  # type: ignore[arg-type]
        self.answers: list[str] = []

    async def next(self, besides: Collection[tuple[str, str]]) -> AskedHint | None:
        """The first that waits and nobody thinks about."""
        return next((hint for hint in self.waiting if (hint.match, hint.id) not in besides), None)

    async def answer(self, asked: AskedHint, _: Any) -> None:
        """Note the answer."""
        self.waiting.remove(asked)
        self.answers.append(asked.id)


async def a_while() -> None:
    """Everyone who can goes on."""
    for _ in range(100):
        await asyncio.sleep(0)


async def test_a_hint_that_takes_long_holds_up_no_other_while_a_worker_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers think about the first two; the third comes when one is done, and each is answered once."""
    rows, begun, slow = Rows("h-1", "h-2", "h-3"), list[str](), asyncio.Event()

    async def think(_: Adviser, asked: AskedHint) -> Any:
        begun.append(asked.id)
        if asked.id == "h-1":
            await slow.wait()
        return {}

    monkeypatch.setattr(Adviser, "_answer", think)
    monkeypatch.setattr(advising, "LOOK_SECONDS", 0.0)
    adviser: Any = Adviser(rows, Any, Workers(2, 1.0))  # type: ignore[arg-type]
    running = asyncio.create_task(adviser.run())
    await a_while()
    assert (rows.answers, begun) == (["h-2", "h-3"], ["h-1", "h-2", "h-3"])
    slow.set()
    await a_while()
    running.cancel()
    assert rows.answers == ["h-2", "h-3", "h-1"]


class Table:
    """A match in memory with one person, and a worker that says what a test has it say."""

    def __init__(self, says: Any) -> None:
        self.game = GAMES["schlieffens-war"]
        self.state = self.game.new_match("campaign", {})
        seat_record = SimpleNamespace(seat="entente", account="ada", moved_by=lambda who: who == "ada")
        self.record = SimpleNamespace(
            id="m", status="active", hints=True, what_if=None, seats=[seat_record], scenario="campaign", options={}
        )
        self.record.seat_record = lambda _: seat_record
        self.seats = self.game.seats("campaign", {})
        self.sides = {seat.id: seat.side for seat in self.seats}
        self.says, self.told = says, list[Any]()

    async def get(self, _: str) -> Table:
        """As ``CurrentMatches``."""
        return self

    def legal(self, seat: str) -> Any:
        """As a live match."""
        return self.game.legal(self.state, seat)

    def view(self, viewpoint: str) -> Any:
        """As a live match."""
        return self.game.view(self.state, viewpoint)

    def viewpoint(self, seat: str) -> str:
        """As a live match."""
        return seat

    async def think(self, told: Any, _: Any, __: str) -> Any:
        """As ``Workers``."""
        self.told.append(told)
        if isinstance(self.says, Exception):
            raise self.says
        return self.says


async def answered(says: Any, of: str = "") -> tuple[Table, Any]:
    """What a hint is answered with when the worker says this."""
    table: Any = Table(says)
    question = of or str(table.legal("entente")["ask"])
    adviser = Adviser(Any, table, table)  # type: ignore[arg-type]
    asked: Any = AskedHint("m", "h-1", "entente", "ada", question, 0, None)  # type: ignore[arg-type]
    return table, await adviser._answer(asked)


@pytest.mark.parametrize(
    ("says", "code_"),
    [
        ({"advice": []}, "left_to_ally"),
        ({"advice": [], "error": "KeyError: 'x'"}, "hint_failed"),
        (WorkerLost("gone"), "hint_failed"),
    ],
)
async def test_whatever_goes_wrong_is_told(says: Any, code_: str) -> None:
    _, answer = await answered(says)
    assert answer["error"]["code"] == code_
    assert "Key" not in answer["error"]["text"]


async def test_a_question_that_is_asked_no_more_gets_no_hint() -> None:
    table, answer = await answered({"advice": [1]}, of="another")
    assert answer["error"]["code"] == "moved_on"
    assert not table.told


async def test_the_worker_is_told_what_the_seat_is_told_and_nothing_else() -> None:
    table, answer = await answered({"advice": [{"command": {}}]})
    assert answer == {"courses": [{"command": {}}]}
    told = table.told[0]
    assert set(told) == {
        "match", "seat", "game", "plan", "program", "view", "noted", "question", "seed", "partners", "advise",
    }  # fmt: skip
    assert told["noted"] is None, "nor what the seat has noted, since the program does not look ahead"
    assert (told["view"], told["question"]) == (table.view("entente"), table.legal("entente"))
