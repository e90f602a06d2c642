"""The description of the API is complete, and the server keeps to it under generated calls."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.accounts.sessions import COOKIE
from app.settings import ROOT
from tests.app.accounts.device import passkey
from tests.app.players import Player
from tests.app.web.description import calls, description
from tests.conftest import Server
from tests.thorough import THOROUGH, sample_of

if TYPE_CHECKING:
    import schemathesis

EXAMPLES = 100 if THOROUGH else 4
"""Calls of each kind that are generated, as far as there are different ones: more than 5,000 when there is time."""
CALLS = calls()
TRIED = sample_of(CALLS, 2)


@cache
def schema() -> Any:
    """The description as schemathesis reads it. One worker imports that, where all collect these tests."""
    import schemathesis

    config = schemathesis.Config.from_path(str(ROOT / "schemathesis.toml"))
    return schemathesis.openapi.from_dict(description(), config=config)


def test_every_call_is_described_once() -> None:
    assert sorted((path, method) for path, item in description()["paths"].items() for method in item) == CALLS


@pytest.mark.parametrize(("path", "method"), CALLS, ids=[f"{m} {p}" for p, m in CALLS])
def test_every_call_says_what_it_answers(path: str, method: str) -> None:
    operation = description()["paths"][path][method]
    assert operation["summary"]
    assert operation["description"]
    assert operation["tags"]
    success = next(a for status, a in operation["responses"].items() if status.startswith("2"))
    assert success["content"]["application/json"]["schema"], "the answer has no model"
    for status in ("400", "401", "403", "413", "422", "429", "503"):
        reference = operation["responses"][status]["content"]["application/json"]["schema"]["$ref"]
        assert reference.endswith("/ErrorBody")
    if "{match}" in path:
        assert "404" in operation["responses"]


@dataclass(frozen=True, slots=True)
class ApiUnderTest:
    """A server with matches, and those who call it."""

    server: Server
    callers: tuple[dict[str, str], ...]
    """The headers of each: a guest, an account, a program that plays, one that looks on, nobody."""
    places: tuple[dict[str, str], ...]
    """What leads to something: matches that wait, are in play by two and at one screen, and are over; the guest's seat
    there, and their keys."""

    def caller(self, number: int, placed: bool) -> dict[str, str]:
        """Who calls: what is there is asked for mostly by the guest, who may, or by the guest's program."""
        often = (0, 0, 0, 2, 0, 1, 3, 4) if placed else range(len(self.callers))
        return self.callers[often[number % len(often)]]


@pytest.fixture(scope="module")
def ground(request: pytest.FixtureRequest) -> ApiUnderTest:
    """A server of the toy game; of the real games when there is time."""
    server: Server = request.getfixturevalue("server" if THOROUGH else "toy_server")
    game: dict[str, str] = {"game": "powers-1914", "scenario": "austria-russia"} if THOROUGH else {}
    rosa, blaise = Player(server, "Rosa"), Player(server, "Blaise")
    passkey(blaise)
    made = [rosa.make(**game, hotseat=True), rosa.make(**game, listing="public"), rosa.make(**game), rosa.make(**game)]
    for match in made[2:]:
        blaise.sit(match, next(s["seat"] for s in match["seats"] if not s["taken"]))
    mine = {m["id"]: next(s["seat"] for s in m["seats"] if s["you"]) for m in rosa.http.get("/matches").json()}
    assert rosa.settle(made[3], mine[made[3]["id"]], kind="resign").status_code == 200
    callers = [{"Cookie": f"{COOKIE}={p.http.cookies[COOKIE]}"} for p in (rosa, blaise)]
    for scopes in (["play"], ["read"]):
        answer = rosa.http.post("/account/tokens", json={"name": "bot", "scopes": scopes})
        callers.append({"Authorization": f"Bearer {answer.json()['token']}"})
    places = tuple(
        {"match": m["id"], "seat": mine[m["id"]], "game": m["game"], "key": m["spectate"], "invite": m["invite"]}
        for m in made
    )
    return ApiUnderTest(server, (*callers, {}), places)


def led(given: Any, place: dict[str, str]) -> None:
    """Have what a case names lead to something that is there, as far as it names it."""
    if isinstance(given, dict):
        given.update({k: v for k, v in place.items() if isinstance(given.get(k), str)})


def is_allowed(case: schemathesis.Case) -> bool:
    """Whether the description allows a case."""
    assert case.meta is not None
    return case.meta.generation.mode.is_positive


@pytest.mark.parametrize(("path", "method"), TRIED, ids=[f"{m} {p}" for p, m in TRIED])
def test_the_server_keeps_to_its_description(path: str, method: str, ground: ApiUnderTest) -> None:
    """By every check of schemathesis, with cases that the description allows and cases that it forbids.

    No generated call meets an internal error, a status, a type or a body that is not described; what the description
    forbids is refused, what it allows is not called malformed.

    The cases are made here and not by ``schema.parametrize``: pytest knows its tests by one name, and xdist runs one of
    them.
    """
    from schemathesis import GenerationMode

    operation = schema()[path][method.upper()]
    kinds = [GenerationMode.POSITIVE]
    if operation.body or operation.query or operation.path_parameters:
        kinds.append(GenerationMode.NEGATIVE)

    @given(case=st.one_of([operation.as_strategy(generation_mode=kind) for kind in kinds]))
    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    def called(case: schemathesis.Case) -> None:
        number = zlib.crc32(f"{case.path_parameters}{case.query}{case.body}".encode())
        placed = number % 8 != 0 and is_allowed(case)
        if placed:
            # Most calls go to something that is there, if their path is not what is wrong with them.
            place = ground.places[number // 8 % len(ground.places)]
            for named in (case.path_parameters, case.query, case.body):
                led(named, place)
        headers = ground.caller(number // 64, placed)
        case.validate_response(case.call(base_url=ground.server.url, headers=headers))

    called()
