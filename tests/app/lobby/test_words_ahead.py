"""A word that is open before the server commits itself: the match begins while its player is away (decisions/0054)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from app.verify import verify
from rules.kernel import dice
from tests.app.lobby.test_sealing import Two, code, open_, seal, two, word
from tests.app.lobby.test_sealing_again import GAMES, again, play, shown
from tests.app.players import Player
from tests.conftest import TOY, Server

__all__ = ["two"]


def ahead(player: Player, match: dict[str, Any], **words: str) -> httpx.Response:
    """Open words before there is a commitment."""
    return player.http.post(f"/matches/{match['id']}/words-ahead", json={"words": words})


def begun_without_red(two: Two) -> dict[str, Any]:
    """Red has sealed, opened ahead and gone; blue comes, and the match begins."""
    red, blue, match = two
    hot, cold = word(), word()
    seal(red, match, red=hot)
    assert ahead(red, match, red=hot).status_code == 200
    commitment = seal(blue, match, blue=cold).json()["commitment"]
    return dict(open_(blue, match, commitment, blue=cold).json())


def test_a_match_begins_while_its_host_is_away(two: Two) -> None:
    red, blue, match = two
    hot, cold = word(), word()
    seal(red, match, red=hot)
    given = ahead(red, match, red=hot)
    assert given.json()["status"] == "open"
    assert [(s["opened"], s["ahead"]) for s in given.json()["seats"]] == [(True, True), (False, False)]
    assert hot not in shown(blue, match).__repr__(), "nobody is told it"
    sealed = seal(blue, match, blue=cold).json()
    assert sealed["status"] == "opening", "blue's word is closed when the server commits itself"
    begun = open_(blue, match, sealed["commitment"], blue=cold).json()
    assert begun["status"] == "active"
    file = play(two)
    assert [s.get("ahead", False) for s in file["seats"]] == [True, False]
    assert {s["seat"]: s["word"] for s in file["seats"]} == {"red": hot, "blue": cold}
    report = verify(file, GAMES)
    assert report.good, report.faults
    assert report.ahead.startswith("Red let the match begin in their absence"), report.ahead


def test_a_file_in_which_every_word_was_ahead_is_no_good(two: Two) -> None:
    begun_without_red(two)
    file = copy.deepcopy(play(two))
    for one in file["seats"]:
        one["ahead"] = True
    assert any("all words are said" in fault for fault in verify(file, GAMES).faults)


def test_one_word_is_always_closed_at_the_commitment(two: Two) -> None:
    """Whoever seals last opens under a commitment, whatever is tried."""
    red, blue, match = two
    hot, cold = word(), word()
    assert code(ahead(red, match, red=hot)) == (409, "not_sealed")
    seal(red, match, red=hot)
    assert code(ahead(red, match, red=word())) == (422, "wrong_word")
    assert code(ahead(blue, match, red=hot)) == (403, "not_your_seat")
    assert ahead(red, match, red=hot).status_code == 200
    seal(blue, match, blue=cold)
    assert code(ahead(blue, match, blue=cold)) == (409, "too_late")
    assert [s["opened"] for s in shown(blue, match)["seats"]] == [True, False]


def test_it_is_done_once_however_often_it_is_sent(two: Two, toy_server: Server, serving: Callable[..., Server]) -> None:
    red, blue, match = two
    hot, cold = word(), word()
    seal(red, match, red=hot)
    callers = [red, red.elsewhere(serving(TOY))] * 3
    with ThreadPoolExecutor(len(callers)) as pool:
        answers = [*pool.map(lambda who: ahead(who, match, red=hot).status_code, callers)]
    assert {*answers} == {200}
    commitment = seal(blue, match, blue=cold).json()["commitment"]
    assert ahead(red, match, red=hot).json()["status"] == "opening", "an answer that was lost, asked for again"
    assert open_(blue, match, commitment, blue=cold).json()["status"] == "active"
    assert ahead(red, match, red=hot).json()["status"] == "active"
    assert code(ahead(red, match, red=word())) == (409, "too_late")


def test_another_seal_takes_the_word_back(two: Two) -> None:
    """Then the match waits for its player, as before."""
    red, blue, match = two
    hot, other, cold = word(), word(), word()
    seal(red, match, red=hot)
    ahead(red, match, red=hot)
    now = seal(red, match, red=other).json()["seats"][0]
    assert (now["seal"], now["opened"], now["ahead"]) == (dice.seal(match["id"], "red", other), False, False)
    commitment = seal(blue, match, blue=cold).json()["commitment"]
    assert open_(blue, match, commitment, blue=cold).json()["status"] == "opening"
    assert open_(red, match, commitment, red=other).json()["status"] == "active"


def test_whoever_leaves_takes_the_word_along(two: Two) -> None:
    red, blue, match = two
    hot = word()
    seal(red, match, red=hot)
    ahead(red, match, red=hot)
    assert red.http.delete(f"/matches/{match['id']}/seats/red").status_code == 200
    seat = shown(blue, match)["seats"][0]
    assert (seat["taken"], seat["seal"], seat["opened"], seat["ahead"]) == (False, None, False, False)


def test_a_void_round_takes_it_along(two: Two) -> None:
    """All seal again, and the file proves the round that did not count."""
    red, blue, match = two
    hot, cold = word(), word()
    seal(red, match, red=hot)
    ahead(red, match, red=hot)
    commitment, other = seal(blue, match, blue=cold).json()["commitment"], word()
    assert again(red, match, commitment, red=other).status_code == 200
    assert [(s["opened"], s["ahead"]) for s in shown(red, match)["seats"]] == [(False, False)] * 2
    assert code(seal(red, match, red=hot)) == (409, "used_seal")
    assert ahead(red, match, red=other).json()["seats"][0]["ahead"], "blue's is closed still"
    cold = word()
    commitment = seal(blue, match, blue=cold).json()["commitment"]
    assert open_(blue, match, commitment, blue=cold).json()["status"] == "active"
    report = verify(play(two), GAMES)
    assert report.good, report.faults
    assert report.voided == 1


@pytest.mark.parametrize("state", ["hotseat", "called off", "stranger"])
def test_where_it_makes_no_sense_it_is_refused(toy_server: Server, state: str) -> None:
    red, hot = Player(toy_server, "Rosa"), word()
    body = {"game": "toy", "scenario": "short", "seat": "red", "hotseat": state == "hotseat"}
    match = red.http.post("/matches", json=body).json()
    seal(red, match, red=hot)
    if state == "hotseat":
        assert code(ahead(red, match, red=hot)) == (409, "one_screen")
    elif state == "called off":
        red.http.post(f"/matches/{match['id']}/call-off")
        assert code(ahead(red, match, red=hot)) == (409, "called_off")
    else:
        assert code(ahead(Player(toy_server, "Karl"), match, red=hot)) == (403, "not_your_seat")
        assert code(ahead(red, match, green=hot)) == (403, "not_your_seat")
