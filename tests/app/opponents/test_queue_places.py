"""The place in the queue for programs is shown where all see that a program is to decide, and tells nothing else."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import asyncpg
import pytest

from app.opponents import queue_places
from app.opponents.queue_places import QueuePlaces
from tests.app.lobby.test_sealing import code
from tests.app.opponents.person import Person, guest
from tests.conftest import Server


async def test_whoever_waits_for_a_program_is_told_how_many_come_first(site: tuple[Server, Any, str]) -> None:
    server, _, url = site
    ada = guest(server)
    match = ada.begin()
    eve = Person(server, "Eve")

    def place(who: Person, **query: str) -> Any:
        return who.http.get(f"/matches/{match['id']}/program-queue", params=query)

    there = await asyncpg.connect(url)
    say = "INSERT INTO program_queue VALUES (1, $1::json, now()) ON CONFLICT (id) DO UPDATE SET told = excluded.told, at = now()"  # noqa: E501
    await there.execute(say, json.dumps({match["id"]: 3, "another": 1}))
    assert ada.state(match, "entente")["legal"]["yours"]
    assert place(ada, seat="entente").json() == {"before": 0}, "nobody waits for a program, whatever the queue says"
    ada.play(match, "entente", {"kind": "historical"}, {"kind": "end_phase"})
    await there.execute(say, json.dumps({match["id"]: 3, "another": 1}))
    assert place(ada, seat="entente").json() == {"before": 3}
    assert place(eve, key=match["spectate"]).json() == {"before": 3}
    assert code(place(eve)) == (403, "not_your_seat")
    await there.execute("UPDATE program_queue SET at = now() - interval '6 seconds'")
    assert place(ada, seat="entente").json() == {"before": 0}, "of a process that says nothing more nothing is told"
    await there.execute(say, "{}")
    assert place(ada, seat="entente").json() == {"before": 0}
    await there.close()


async def test_the_queue_is_said_while_anyone_waits_and_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue_places, "EVERY_SECONDS", 0.0)
    said = list[Any]()

    class Said(QueuePlaces):
        async def say(self, told: Any) -> None:
            said.append(told)

    looks = iter([{}, {"a": 1}, {"a": 1}, {}, {}, {}])
    publishing = asyncio.create_task(Said(Any).publish(lambda: next(looks, {})))  # type: ignore[arg-type]
    await asyncio.sleep(0.05)
    publishing.cancel()
    assert said == [{"a": 1}, {"a": 1}, {}]
