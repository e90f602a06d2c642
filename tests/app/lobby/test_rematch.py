"""A match played once more: sides swapped, one for all who ask, each seat kept for its player."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from tests.app.players import END, Player, table
from tests.conftest import TOY, Server


def over(server: Server) -> tuple[Player, Player, dict[str, Any]]:
    """A finished match, red's player first."""
    red, blue, match = table(server)
    for turn in range(8):
        (red, blue)[turn % 2].play(match, ("red", "blue")[turn % 2], END)
    return red, blue, match


def seats(match: dict[str, Any]) -> list[tuple[str, str | None, str | None]]:
    """Seat, player, and for whom it is kept."""
    return [(s["seat"], s["name"], s["kept_for"]) for s in match["seats"]]


def test_a_rematch_swaps_the_sides_and_keeps_the_other_seat(toy_server: Server) -> None:
    rosa, blaise, match = over(toy_server)
    path = f"/matches/{match['id']}"
    assert rosa.http.get(path).json()["rematch"] is None
    answer = rosa.http.post(f"{path}/rematch")
    assert answer.status_code == 200, answer.text
    made = answer.json()
    assert (made["scenario"], made["listing"], made["status"]) == ("short", "invitation", "open")
    assert seats(made) == [("red", None, "Blaise"), ("blue", "Rosa", None)]
    stranger = Player(toy_server, "Stranger")
    for body in ({}, {"invite": made["invite"]}):
        assert stranger.http.post(f"/matches/{made['id']}/seats/red", json=body).status_code in (403, 409)
    assert stranger.http.get(f"/matches/{made['id']}").status_code == 403
    assert httpx.get(f"{toy_server.url}/api{path}", params={"key": match["spectate"]}).json()["rematch"] is None
    (row,) = blaise.http.get("/matches").json()
    assert row["rematch"] == made["id"], "beside the old match in the list"
    shown = blaise.http.get(f"/matches/{made['id']}").json()
    assert [s["kept_for_you"] for s in shown["seats"]] == [True, False]
    blaise.sit({**made, "invite": ""}, "red")
    rosa.seal(made)
    assert rosa.http.get(f"/matches/{made['id']}").json()["status"] == "active"
    assert blaise.http.post(f"{path}/rematch").json()["id"] == made["id"]


def test_players_who_ask_at_the_same_moment_get_the_same_match(serving: Callable[..., Server]) -> None:
    server, other = serving(TOY), serving(TOY)
    rosa, blaise, match = over(server)
    askers = [rosa, blaise, rosa.elsewhere(other), blaise.elsewhere(other)]
    with ThreadPoolExecutor(len(askers)) as pool:
        answers = list(pool.map(lambda player: player.http.post(f"/matches/{match['id']}/rematch"), askers))
    assert {a.status_code for a in answers} == {200}, [a.text for a in answers]
    assert len({a.json()["id"] for a in answers}) == 1
    assert len(rosa.http.get("/matches").json()) + len(blaise.http.get("/matches").json()) == 3, "no other is left over"


def test_only_players_of_a_match_that_is_over_ask_and_one_called_off_may_be_asked_for_again(
    toy_server: Server,
) -> None:
    rosa, blaise, running = table(toy_server)
    early = rosa.http.post(f"/matches/{running['id']}/rematch")
    assert (early.status_code, early.json()["error"]["code"]) == (409, "not_over")
    rosa, blaise, match = over(toy_server)
    path = f"/matches/{match['id']}/rematch"
    stranger = Player(toy_server, "Stranger").http.post(path)
    assert (stranger.status_code, stranger.json()["error"]["code"]) == (403, "not_your_seat")
    first = rosa.http.post(path).json()
    assert rosa.http.post(f"/matches/{first['id']}/call-off").status_code == 200
    assert rosa.http.get(f"/matches/{match['id']}").json()["rematch"] is None
    second = blaise.http.post(path).json()
    assert second["id"] != first["id"]
    assert seats(second) == [("red", "Blaise", None), ("blue", None, "Rosa")]


def test_a_rematch_is_counted_as_a_match_that_is_made(serving: Callable[..., Server]) -> None:
    server = serving(TOY, match_limit="1/minute")
    rosa, _, match = over(server)
    assert rosa.http.post(f"/matches/{match['id']}/rematch").status_code == 429


def test_a_match_that_was_called_off_is_begun_again_with_the_same_seats(toy_server: Server) -> None:
    rosa, blaise = Player(toy_server, "Rosa"), Player(toy_server, "Blaise")
    body = {"game": "toy", "scenario": "short", "seat": "red", "pace": "days", "sides": "drawn"}
    match = rosa.http.post("/matches", json=body).json()
    path = f"/matches/{match['id']}"
    blaise.http.post(f"{path}/seats/blue", json={"invite": match["invite"]})
    for player, seat in ((rosa, "red"), (blaise, "blue")):
        player.http.post(f"{path}/seals", json={"seals": {seat: 64 * "0" if seat == "red" else 64 * "1"}})
    refused = rosa.http.post(f"{path}/rematch")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_over"), "it can still begin"
    rosa.http.post(f"{path}/call-off")
    assert Player(toy_server, "Stranger").http.post(f"{path}/rematch").status_code == 403
    made = blaise.http.post(f"{path}/rematch").json()
    assert seats(made) == [("red", None, "Rosa"), ("blue", "Blaise", None)], "nobody is seated who did not ask"
    assert (made["pace"], made["sides"], made["listing"], made["voided"]) == ("days", "drawn", "invitation", [])
    assert rosa.http.post(f"{path}/rematch").json()["id"] == made["id"]
    (old,) = rosa.http.get("/matches").json()
    assert (old["id"], old["status"], old["rematch"]) == (match["id"], "called-off", made["id"])
    assert [m["id"] for m in blaise.http.get("/matches").json()] == [made["id"]]
    assert rosa.http.post(f"/matches/{made['id']}/seats/red", json={}).status_code == 200
    assert [m["id"] for m in rosa.http.get("/matches").json()] == [made["id"]], "the old one is needed no more"
