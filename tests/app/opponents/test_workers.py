"""The processes that think: what they are told, and what becomes of those that hang, die or talk nonsense."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from typing import Any

import pytest

from app.opponents.worker import Thinker
from app.opponents.workers import Worker, WorkerLost, Workers
from rules.catalogue import GAMES
from rules.kernel.messages import JsonObject, Refusal

GAME = GAMES["schlieffens-war"]


def asked(**more: Any) -> JsonObject:
    """What a worker is asked at the beginning of a match."""
    state = GAME.new_match("campaign", {})
    plan = GAME.plan(state)
    told: JsonObject = {
        "match": "a-match", "seat": "entente", "game": GAME.id, "plan": plan, "program": "marne", "seed": "1",
        "view": GAME.view(state, "entente"), "question": GAME.legal(state, "entente"), "afresh": False, "partners": [],
        "noted": None,
    }  # fmt: skip
    return {**told, **more}


async def nothing(_: JsonObject) -> JsonObject:
    """No question of planning is expected."""
    raise AssertionError("nothing is to be asked")


def program(text: str) -> tuple[str, ...]:
    """A worker that is this program."""
    return sys.executable, "-c", text


async def test_a_worker_thinks_and_a_second_question_goes_to_the_same_process() -> None:
    worker = Worker(60)
    state = GAME.new_match("campaign", {})

    async def consult(question: JsonObject) -> JsonObject:
        answer = GAME.consult(state, "entente", question)
        return {"refused": answer.json()} if isinstance(answer, Refusal) else {"answer": answer}

    try:
        first = await worker.think(asked(), consult)
        assert first == await worker.think(asked(afresh=True), consult)
        assert first["command"]["kind"] == "historical"
    finally:
        await worker.kill()


@pytest.mark.parametrize(
    "text",
    [
        "import time; time.sleep(60)",
        "raise SystemExit(3)",
        "print('nonsense', flush=True); input()",
        "print('x' * 30_000_000, flush=True); input()",
    ],
)
async def test_one_that_does_not_answer_is_killed_and_the_next_question_starts_another(text: str) -> None:
    worker = Worker(2, program(text))
    for _ in range(2):
        with pytest.raises(WorkerLost):
            await worker.think(asked(), nothing)
    await worker.kill()


async def test_it_has_nothing_of_our_environment_that_leads_to_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://secret")
    monkeypatch.setenv("GREATWAR_DATABASE_PASSWORD", "secret")
    worker = Worker(
        20, program("import os, json; input(); print(json.dumps({'command': dict(os.environ)}), flush=True)")
    )
    told = await worker.think(asked(), nothing)
    await worker.kill()
    assert "secret" not in json.dumps(told)


def test_a_program_that_fails_says_so_and_gives_no_order() -> None:
    told = Thinker(io.StringIO(), io.StringIO()).answer({**asked(), "view": {}})
    assert told["command"] is None
    assert "KeyError" in told["error"]


def test_the_same_question_gets_the_same_order_whoever_thinks() -> None:
    """Nothing but what the seat was told and the seed decides it."""
    one, other = (Thinker(io.StringIO(), io.StringIO()).answer(dict(asked())) for _ in range(2))
    assert one == other


def test_advice_is_given_afresh_and_what_fails_is_told() -> None:
    """It is the same whatever was asked before, and a program that breaks ends no worker."""
    thinker = Thinker(io.StringIO(), io.StringIO(), {GAME.id: GAME})
    first = thinker.answer(asked(advise=True))
    assert first["advice"][0]["command"] == {"kind": "historical"}
    assert first["advice"][0]["reasons"][0]["section"] == "5.1"
    assert thinker.answer(asked(advise=True)) == first
    broken: Any = {**asked(advise=True), "view": {}}
    assert set(thinker.answer(broken)) == {"advice", "error"}
    assert thinker.answer(broken)["advice"] == []


SLOW = """
import sys, json, time
for line in sys.stdin:
    time.sleep(0.2)
    print(json.dumps({"command": json.loads(line)["match"]}), flush=True)
"""


async def test_the_tables_of_one_person_do_not_keep_another_waiting() -> None:
    workers, answered = Workers(1, 20, program(SLOW)), list[str]()

    async def ask(match: str, owner: str) -> None:
        answered.append((await workers.think({"match": match}, nothing, owner))["command"])

    async with workers.running():
        busy = [asyncio.create_task(ask(f"ada-{n}", "ada")) for n in range(4)]
        ben = asyncio.create_task(ask("ben-0", "ben"))
        await asyncio.sleep(0)
        assert workers.before() == {"ben-0": 1, "ada-1": 2, "ada-2": 3, "ada-3": 4}
        await asyncio.gather(*busy, ben)
        assert workers.before() == {}
    assert answered == ["ada-0", "ben-0", "ada-1", "ada-2", "ada-3"]
