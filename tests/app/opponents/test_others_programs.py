"""Others' programs: the client that docs/programs.md shows plays against ours, and fifty questions go in one call."""

from __future__ import annotations

import re
import secrets
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.matches.schemas import MAX_CONSULTS
from app.settings import ROOT
from rules.kernel import dice
from tests.app.lobby.test_sealing import code
from tests.app.opponents.person import guest
from tests.conftest import Server

TURNS = 2


def test_the_client_of_the_document_sits_down_and_plays(server: Server, tmp_path: Path) -> None:
    document = (ROOT / "docs" / "programs.md").read_text()
    found = re.search(r"```python\n(.*?)```", document, re.DOTALL)
    assert found is not None
    client = tmp_path / "client.py"
    client.write_text(found[1])
    ada, theirs = guest(server), guest(server)
    made = ada.http.post("/matches", json={"game": "powers-1914", "scenario": "classic-1", "seat": "entente"}).json()
    token = theirs.http.post("/account/tokens", json={"name": "mine", "scopes": ["play"]}).json()["token"]
    word = secrets.token_hex(32)
    seal = {"entente": dice.seal(made["id"], "entente", word)}
    ada.http.post(f"/matches/{made['id']}/seals", json={"seals": seal})
    ada.http.post(f"/matches/{made['id']}/words-ahead", json={"words": {"entente": word}})
    arguments = [server.url, token, made["id"], made["invite"], "central"]
    process = subprocess.Popen([sys.executable, str(client), *arguments], stderr=subprocess.PIPE, text=True)
    try:
        began: Callable[[dict[str, Any]], bool] = lambda told: told["view"]["turn"] >= TURNS  # noqa: E731
        match = wait_until_active(ada, made, process)
        told = ada.play_on(match, "entente", began)
        assert told["view"]["turn"] == TURNS
        ada.settle(match, "entente", kind="resign")
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors
    finally:
        process.kill()


def wait_until_active(ada: Any, made: dict[str, Any], process: subprocess.Popen[str]) -> dict[str, Any]:
    """The match once it has begun."""
    while True:
        match: dict[str, Any] = ada.http.get(f"/matches/{made['id']}").json()
        if match["status"] == "active":
            return match
        if match["status"] == "opening" and not match["seats"][1]["opened"]:
            raise AssertionError("the word that was handed in ahead is not open")
        assert process.poll() is None, process.communicate()[1]


def test_several_questions_are_answered_of_one_position(server: Server) -> None:
    ada = guest(server)
    match = ada.begin()
    place = f"/matches/{match['id']}/consults"
    supply = {"kind": "overlay", "name": "supply"}
    answers = ada.http.post(place, json={"seat": "entente", "questions": [supply, {"kind": "nothing"}, supply]}).json()
    assert answers["answers"][0] == answers["answers"][2]
    assert answers["answers"][0]["hexes"] is not None
    assert set(answers["answers"][1]) == {"error"}
    assert code(ada.http.post(place, json={"seat": "german", "questions": [supply]})) == (403, "not_your_seat")
    many = [supply] * (MAX_CONSULTS + 1)
    assert code(ada.http.post(place, json={"seat": "entente", "questions": many})) == (400, "malformed")
    assert code(ada.http.post(place, json={"seat": "entente", "questions": []})) == (400, "malformed")
