"""Sides that are drawn: by the secret and the words of all, when the last word is open, and checked with the dice."""

from __future__ import annotations

import copy
import secrets
from typing import Any

import pytest

from app.verify import verify
from rules.kernel import dice
from tests.app.players import END, Player
from tests.app.toy_game import Toy
from tests.conftest import Server


def drawn(server: Server) -> tuple[dict[str, Player], dict[str, Any], dict[str, str]]:
    """A match of drawn sides that has begun, its players by the seats that they drew, and the sealed words."""
    rosa, karl = Player(server, "Rosa"), Player(server, "Karl")
    match = rosa.http.post("/matches", json={"game": "toy", "scenario": "short", "sides": "drawn"}).json()
    path, words = f"/matches/{match['id']}", {seat: secrets.token_hex(32) for seat in ("red", "blue")}
    seals = {seat: dice.seal(match["id"], seat, word) for seat, word in words.items()}
    rosa.http.post(f"{path}/seals", json={"seals": {"red": seals["red"]}})
    sat = karl.http.post(f"{path}/seats/blue", json={"invite": match["invite"], "seal": seals["blue"]}).json()
    assert [(s["name"], s["sealed_as"]) for s in sat["seats"]] == [("Rosa", "red"), ("Karl", "blue")]
    early = [rosa.watch(match, seat="red"), karl.watch(match, seat="blue")]
    for watch in early:
        watch.next()
    opened = {}
    for player, seat in ((rosa, "red"), (karl, "blue"), (rosa, "red")):
        body = {"commitment": sat["commitment"], "words": {seat: words[seat]}}
        answer = player.http.post(f"{path}/words", json=body)
        assert answer.status_code == 200, "sent again it is answered again, wherever its player sits now"
        opened = answer.json()
    assert opened["status"] == "active"
    seated = {s["seat"]: {"Rosa": rosa, "Karl": karl}[s["name"]] for s in opened["seats"]}
    if seated["red"] is karl:
        assert [watch.closed_with() for watch in early] == [1012, 1012], "nobody goes on looking from the other side"
    for watch in early:
        watch.close()
    return seated, match, words


def finished(seated: dict[str, Player], match: dict[str, Any]) -> dict[str, Any]:
    """The file of the match, played to its end."""
    for turn in range(8):
        seat = ("red", "blue")[turn % 2]
        seated[seat].play(match, seat, END)
    export: dict[str, Any] = seated["red"].http.get(f"/matches/{match['id']}/export").json()
    return export


def test_players_play_what_the_secret_and_all_words_gave_and_verify_draws_again(toy_server: Server) -> None:
    met = set()
    while len(met) < 2:  # by chance, one time in two
        seated, match, words = drawn(toy_server)
        export = finished(seated, match)
        lot = dice.sides(bytes.fromhex(export["secret"]), match["id"], words)
        assert {s["seat"]: s["sealed_as"] for s in export["seats"]} == {seat: before for before, seat in lot.items()}
        rosa = next(seat for seat, player in seated.items() if player.http.get("/me").json()["name"] == "Rosa")
        assert lot["red"] == rosa, "she sealed as red"
        met.add(rosa)
        other = seated["blue" if rosa == "red" else "red"]
        assert other.http.get(f"/matches/{match['id']}/state", params={"seat": rosa}).status_code == 403
        assert {s["seat"]: s["word"] for s in export["seats"]} == words, "words stay with the seats that they were for"
        assert verify(export, {"toy": Toy()}).proved


@pytest.mark.parametrize("name", ["sealed_as", "sides"])
def test_a_host_who_deals_otherwise_is_found_out(toy_server: Server, name: str) -> None:
    seated, match, _ = drawn(toy_server)
    export = finished(seated, match)
    forged = copy.deepcopy(export)
    if name == "sides":
        forged["sides"] = "chosen"
    else:
        for seat in forged["seats"]:
            seat["sealed_as"] = {"red": "blue", "blue": "red"}[seat["sealed_as"]]
    faults = verify(forged, {"toy": Toy()}).faults
    assert any(("drew" if name == "sealed_as" else "the first link") in fault for fault in faults), faults


def test_every_deal_is_as_likely_and_tells_nothing_of_the_dice() -> None:
    deals: dict[tuple[str, ...], int] = {}
    for n in range(6_000):
        words = {seat: f"{n}{seat}" for seat in "abc"}
        lot = dice.sides(b"s" * 32, "match", words)
        assert sorted(lot) == sorted(lot.values()) == ["a", "b", "c"]
        deals[tuple(lot.values())] = deals.get(tuple(lot.values()), 0) + 1
    assert len(deals) == 6
    assert all(850 < count < 1150 for count in deals.values()), deals


def test_one_player_has_nothing_to_draw(toy_server: Server) -> None:
    body = {"game": "toy", "scenario": "short", "sides": "drawn", "hotseat": True}
    refused = Player(toy_server, "Rosa").http.post("/matches", json=body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "nothing_to_draw")
