"""How a match comes to its dice: seals of all, then the server's commitment, then the words (decisions/0016)."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from rules.kernel import dice
from tests.app.players import THROW, Player
from tests.conftest import TOY, Server, execute

Two = tuple[Player, Player, dict[str, Any]]


@pytest.fixture
def two(toy_server: Server) -> Two:
    """Two who sit at a table and have sealed nothing."""
    red, blue = Player(toy_server, "Rosa"), Player(toy_server, "Blaise")
    match = red.http.post("/matches", json={"game": "toy", "scenario": "short", "seat": "red"}).json()
    blue.http.post(f"/matches/{match['id']}/seats/blue", json={"invite": match["invite"]})
    return red, blue, match


def word() -> str:
    """A random word."""
    return secrets.token_hex(32)


def seal(player: Player, match: dict[str, Any], **words: str) -> httpx.Response:
    """Hand in the seals of these words."""
    seals = {seat: dice.seal(match["id"], seat, w) for seat, w in words.items()}
    return player.http.post(f"/matches/{match['id']}/seals", json={"seals": seals})


def open_(player: Player, match: dict[str, Any], commitment: str, **words: str) -> httpx.Response:
    """Open these words."""
    return player.http.post(f"/matches/{match['id']}/words", json={"commitment": commitment, "words": words})


def code(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of an error."""
    return answer.status_code, answer.json()["error"]["code"]


def test_the_server_commits_itself_after_all_seals_and_before_any_word(two: Two) -> None:
    red, blue, match = two
    hot, cold = word(), word()
    first = seal(red, match, red=hot).json()
    assert (first["status"], first["commitment"]) == ("open", None)
    assert code(open_(red, match, 64 * "0", red=hot)) == (409, "not_opening")
    both = seal(blue, match, blue=cold).json()
    assert both["status"] == "opening"
    assert [(s["seal"], s["opened"]) for s in both["seats"]] == [
        (dice.seal(match["id"], "red", hot), False),
        (dice.seal(match["id"], "blue", cold), False),
    ]
    assert code(red.send(match, "red", THROW)) == (409, "not_started")
    half = open_(blue, match, both["commitment"], blue=cold).json()
    assert half["status"] == "opening"
    assert [s["opened"] for s in half["seats"]] == [False, True]
    assert code(red.send(match, "red", THROW)) == (409, "not_started")
    whole = open_(red, match, both["commitment"], red=hot).json()
    assert (whole["status"], whole["commitment"]) == ("active", both["commitment"])
    assert red.send(match, "red", THROW).status_code == 200


def test_what_is_sent_again_changes_nothing_and_is_answered_again(two: Two) -> None:
    """An answer may be lost at any step."""
    red, blue, match = two
    hot, cold = word(), word()
    for _ in range(2):
        assert seal(red, match, red=hot).json()["status"] == "open"
    commitments = {answer.json()["commitment"] for answer in (seal(blue, match, blue=cold), seal(red, match, red=hot))}
    assert len(commitments) == 1
    (commitment,) = commitments
    for _ in range(2):
        assert open_(red, match, commitment, red=hot).json()["status"] == "opening"
    for _ in range(2):
        assert open_(blue, match, commitment, blue=cold).json()["status"] == "active"
    assert seal(blue, match, blue=cold).json()["status"] == "active"
    assert code(seal(blue, match, blue=word())) == (409, "too_late")
    assert code(open_(blue, match, commitment, blue=word())) == (409, "not_opening")


def test_one_may_seal_in_sitting_down(toy_server: Server) -> None:
    red, blue = Player(toy_server, "Rosa"), Player(toy_server, "Blaise")
    match = red.http.post("/matches", json={"game": "toy", "scenario": "short", "seat": "red"}).json()
    seal(red, match, red=word())
    body = {"invite": match["invite"], "seal": dice.seal(match["id"], "blue", word())}
    sat = blue.http.post(f"/matches/{match['id']}/seats/blue", json=body)
    assert sat.json()["status"] == "opening"


def test_a_word_opens_only_the_seal_of_its_own_seat(two: Two) -> None:
    """A player who hands in the other's seal cannot open it later with the other's word, to mirror or cancel it."""
    red, blue, match = two
    hot = word()
    copied = seal(red, match, red=hot).json()["seats"][0]["seal"]
    both = blue.http.post(f"/matches/{match['id']}/seals", json={"seals": {"blue": copied}}).json()
    assert open_(red, match, both["commitment"], red=hot).status_code == 200
    assert code(open_(blue, match, both["commitment"], blue=hot)) == (422, "wrong_word")
    assert code(open_(blue, match, both["commitment"], blue=word())) == (422, "wrong_word")
    assert red.http.get(f"/matches/{match['id']}").json()["status"] == "opening"


def test_a_seal_is_replaced_only_before_there_is_a_commitment(two: Two) -> None:
    """After that the whole round is made void, and counted (test_sealing_again.py)."""
    red, blue, match = two
    hot, cold, other = word(), word(), word()
    seal(red, match, red=hot)
    assert seal(red, match, red=other).json()["seats"][0]["seal"] == dice.seal(match["id"], "red", other)
    both = seal(blue, match, blue=cold).json()
    assert code(seal(blue, match, blue=word())) == (409, "too_late")
    assert code(open_(red, match, both["commitment"], red=hot)) == (422, "wrong_word")
    assert open_(red, match, both["commitment"], red=other).status_code == 200
    shown = open_(blue, match, both["commitment"], blue=cold).json()
    assert (shown["status"], shown["commitment"], shown["voided"]) == ("active", both["commitment"], [])


def test_an_unopened_word_keeps_the_match_from_beginning(two: Two) -> None:
    red, blue, match = two
    hot = word()
    seal(red, match, red=hot)
    commitment = seal(blue, match, blue=word()).json()["commitment"]
    open_(red, match, commitment, red=hot)
    assert code(seal(red, match, red=word())) == (409, "too_late")
    assert code(red.send(match, "red", THROW)) == (409, "not_started")
    assert red.http.get(f"/matches/{match['id']}/export").json()["secret"] is None


def test_nobody_seals_or_opens_for_another(two: Two) -> None:
    red, blue, match = two
    assert code(seal(blue, match, red=word())) == (403, "not_your_seat")
    assert code(seal(blue, match, blue=word(), red=word())) == (403, "not_your_seat")
    assert code(seal(blue, match, green=word())) == (403, "not_your_seat")
    hot = word()
    seal(red, match, red=hot)
    commitment = seal(blue, match, blue=word()).json()["commitment"]
    assert code(open_(blue, match, commitment, red=hot)) == (403, "not_your_seat")
    stranger = Player(blue.server, "Nosy")
    assert code(seal(stranger, match, red=word())) == (403, "not_your_seat")
    assert code(seal(red, {"id": "nosuchmatch0"}, red=word())) == (404, "no_match")


@pytest.mark.parametrize("bad", ["", "ab", 63 * "0", 65 * "0", 64 * "g", 64 * "A", 64 * "0" + "\n"])
def test_words_and_seals_are_64_small_hexadecimal_digits(two: Two, bad: str) -> None:
    red, _, match = two
    for path, body in (
        ("seals", {"seals": {"red": bad}}),
        ("words", {"commitment": 64 * "0", "words": {"red": bad}}),
        ("words", {"commitment": bad, "words": {"red": word()}}),
        ("seals", {"seals": {}}),
    ):
        assert code(red.http.post(f"/matches/{match['id']}/{path}", json=body)) == (400, "malformed")


def test_no_word_is_told_before_the_end(two: Two) -> None:
    red, blue, match = two
    hot, cold = word(), word()
    seal(red, match, red=hot)
    commitment = seal(blue, match, blue=cold).json()["commitment"]
    texts = [open_(red, match, commitment, red=hot).text, open_(blue, match, commitment, blue=cold).text]
    for path in ("", "/state", "/log", "/export"):
        texts += [p.http.get(f"/matches/{match['id']}{path}").text for p in (red, blue)]
    for text in texts:
        assert hot not in text
        assert cold not in text


def test_all_who_seal_and_open_at_once_at_two_processes_begin_one_match(
    toy_server: Server, serving: Callable[..., Server]
) -> None:
    other = serving(TOY)
    for _ in range(5):
        red, blue = Player(toy_server, "Rosa"), Player(toy_server, "Blaise")
        match = red.http.post("/matches", json={"game": "toy", "scenario": "short", "seat": "red"}).json()
        blue.http.post(f"/matches/{match['id']}/seats/blue", json={"invite": match["invite"]})
        words = {"red": word(), "blue": word()}
        callers = [(p, s) for p, s in ((red, "red"), (blue, "blue")) for p in (p, p.elsewhere(other)) for _ in range(2)]

        def seal_one(caller: tuple[Player, str], match: Any = match, words: dict[str, str] = words) -> httpx.Response:
            return seal(caller[0], match, **{caller[1]: words[caller[1]]})

        def open_one(caller: tuple[Player, str], match: Any = match, words: dict[str, str] = words) -> httpx.Response:
            commitment = caller[0].http.get(f"/matches/{match['id']}").json()["commitment"]
            return open_(caller[0], match, commitment, **{caller[1]: words[caller[1]]})

        with ThreadPoolExecutor(8) as pool:
            assert [a.status_code for a in pool.map(seal_one, callers)] == [200] * 8
            opened = list(pool.map(open_one, callers))
        assert [a.status_code for a in opened] == [200] * 8
        assert len({a.json()["commitment"] for a in opened}) == 1
        assert red.elsewhere(other).send(match, "red", THROW).status_code == 200


def test_a_server_killed_between_any_two_steps_goes_on_where_it_stood(serving: Callable[..., Server]) -> None:
    """Each step is sent to a fresh process after the one before was killed, and sent again."""
    server = serving(TOY)
    red, blue = Player(server, "Rosa"), Player(server, "Blaise")
    match = red.http.post("/matches", json={"game": "toy", "scenario": "short", "seat": "red"}).json()
    words = {"red": word(), "blue": word()}
    commitment = ""

    def sit(player: Player) -> httpx.Response:
        return player.http.post(f"/matches/{match['id']}/seats/blue", json={"invite": match["invite"]})

    steps: list[tuple[Player, Callable[[Player], httpx.Response], str]] = [
        (blue, sit, "open"),
        (red, lambda p: seal(p, match, red=words["red"]), "open"),
        (blue, lambda p: seal(p, match, blue=words["blue"]), "opening"),
        (blue, lambda p: open_(p, match, commitment, blue=words["blue"]), "opening"),
        (red, lambda p: open_(p, match, commitment, red=words["red"]), "active"),
    ]
    for player, step, status in steps:
        answers = [step(player.elsewhere(server))]
        server.kill()
        server = serving(TOY)
        answers.append(step(player.elsewhere(server)))
        assert [a.status_code for a in answers] == [200, 200], answers
        assert {a.json()["status"] for a in answers} == {status}
        (commitment,) = {a.json()["commitment"] or "" for a in answers}
    assert red.elsewhere(server).send(match, "red", THROW).status_code == 200


def test_the_commitment_is_the_hash_of_the_secret_that_is_published(two: Two, database_url: str) -> None:
    red, blue, match = two
    hot, cold = word(), word()
    seal(red, match, red=hot)
    commitment = seal(blue, match, blue=cold).json()["commitment"]
    for player, own in ((red, {"red": hot}), (blue, {"blue": cold})):
        open_(player, match, commitment, **own)
    asyncio.run(execute(database_url, f"UPDATE match SET status = 'finished' WHERE id = '{match['id']}'"))  # noqa: S608
    export = red.http.get(f"/matches/{match['id']}/export").json()
    assert hashlib.sha256(bytes.fromhex(export["secret"])).hexdigest() == commitment
    assert {s["seat"]: s["word"] for s in export["seats"]} == {"red": hot, "blue": cold}
