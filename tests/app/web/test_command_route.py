"""The short way in for commands and the ordinary route give the same answers."""

from __future__ import annotations

import json
import secrets

import pytest

from tests.app.players import HIDE, Player, table
from tests.conftest import Server

BY_DOOR, BY_ROUTE = "application/json", "application/json; charset=utf-8"


def _post(player: Player, match: str, body: bytes, kind: str) -> tuple[int, str, object, set[str]]:
    answer = player.http.post(f"/matches/{match}/commands", content=body, headers={"content-type": kind})
    return answer.status_code, answer.headers["content-type"], answer.json(), {*answer.headers}


@pytest.mark.parametrize(
    "change",
    [
        {"ask": "none"},
        {"seat": "blue"},
        {"seat": "\u0007"},
        {"id": "short"},
        {"command": []},
        {"command": {"kind": "no such"}},
        {"command": {"kind": "hide", "n": float("nan")}},
        {"command": {"kind": "\ud800"}},
        {"command": {"n": 2**80}},
        {"more": 1},
    ],
    ids=repr,
)
def test_what_is_not_taken_is_answered_the_same_by_both_ways(toy_server: Server, change: dict[str, object]) -> None:
    red, _, match = table(toy_server)
    sent = {"id": secrets.token_hex(8), "seat": "red", "ask": "1.red", "command": HIDE}
    body = json.dumps({**sent, **change}).encode()
    by_door, by_route = (_post(red, match["id"], body, kind) for kind in (BY_DOOR, BY_ROUTE))
    assert by_door[0] in (400, 403, 409, 422)
    assert by_door == by_route


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'{"id": 1}', b"\xff"])
def test_a_body_that_is_no_command_is_answered_the_same_by_both_ways(toy_server: Server, body: bytes) -> None:
    red, _, match = table(toy_server)
    assert _post(red, match["id"], body, BY_DOOR) == _post(red, match["id"], body, BY_ROUTE)


def test_a_command_taken_one_way_is_known_the_other_way(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    sent = {"id": secrets.token_hex(8), "seat": "red", "ask": "1.red", "command": HIDE}
    taken = [_post(red, match["id"], json.dumps(sent).encode(), kind) for kind in (BY_DOOR, BY_ROUTE, BY_DOOR)]
    assert [status for status, *_ in taken] == [200] * 3
    assert taken[0] == taken[1] == taken[2]
