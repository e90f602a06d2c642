"""The description of the API is complete, and the server keeps to it under generated calls."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from app.main import create_app
from app.settings import ROOT, Settings
from tests.app.players import HIDE, Player
from tests.app.toy_game import Toy
from tests.conftest import Server
from tests.contract.hooks import THOROUGH

APP = create_app("postgresql://nobody@/nowhere", Settings(), {"toy": Toy()})
schema = schemathesis.openapi.from_dict(
    APP.openapi(), config=schemathesis.Config.from_path(str(ROOT / "schemathesis.toml"))
)


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    """Path, method and description of every call."""
    return [(path, method, op) for path, item in APP.openapi()["paths"].items() for method, op in item.items()]


@pytest.mark.parametrize(("path", "method", "operation"), operations(), ids=[f"{m} {p}" for p, m, _ in operations()])
def test_every_call_says_what_it_answers(path: str, method: str, operation: dict[str, Any]) -> None:
    assert operation["summary"]
    assert operation["description"]
    assert operation["tags"]
    success = next(a for status, a in operation["responses"].items() if status.startswith("2"))
    assert success["content"]["application/json"]["schema"], "the answer has no model"
    for status in ("400", "413", "422", "429"):
        reference = operation["responses"][status]["content"]["application/json"]["schema"]["$ref"]
        assert reference.endswith("/ErrorBody")
    if "{match}" in path:
        assert "404" in operation["responses"]


@pytest.fixture(scope="module")
def player(toy_server: Server) -> Player:
    """Somebody with a match in play, so that generated calls meet something."""
    player = Player(toy_server, "Rosa")
    match = player.make(hotseat=True)
    player.play(match, "red", HIDE)
    return player


@pytest.fixture(scope="module")
def here(player: Player) -> str:
    """The id of that match."""
    return str(player.http.get("/matches").json()[0]["id"])


@schema.parametrize()
@settings(max_examples=60 if THOROUGH else 8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_the_server_keeps_to_its_description(case: schemathesis.Case, player: Player, here: str) -> None:
    """By every check of schemathesis.

    No generated call meets an internal error, a status, a type or a body that is not described; what the description
    forbids is refused, what it allows is not called malformed; a method that a path does not have is answered 405 with
    those that it has.
    """
    if "match" in case.path_parameters and len(str(case.body)) % 2 == 0:
        # Every other call goes to a match that is there.
        case.path_parameters["match"] = here
    response = case.call(base_url=player.server.url, cookies=dict(player.http.cookies))
    case.validate_response(response)
