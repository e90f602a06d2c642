"""Whoever has a word for the dice to open or to seal is called, so that a match begins (decisions/0047)."""

from __future__ import annotations

from typing import Any

from tests.app.accounts.postbox import Postbox
from tests.app.lobby.test_sealing import open_, seal, word
from tests.app.lobby.test_sealing_again import again
from tests.app.lobby.test_words_ahead import ahead
from tests.app.notices.desk import SITE, desk
from tests.app.notices.people import log, mailed_to
from tests.app.players import Player
from tests.conftest import Server

WAITS = "Short. You play {}. Open it: the match begins with your word for the dice."


def sat_down(server: Server) -> tuple[Player, Player, dict[str, Any]]:
    """A host and a guest who sit at a table and have sealed nothing."""
    red, blue = Player(server, "Rosa"), Player(server, "Blaise")
    match = red.http.post("/matches", json={"game": "toy", "scenario": "short", "seat": "red"}).json()
    blue.http.post(f"/matches/{match['id']}/seats/blue", json={"invite": match["invite"]})
    return red, blue, match


async def all_else_sent(database: str, box: Postbox) -> None:
    """Send what tests before have left waiting."""
    async with desk(database, box) as here:
        await here.work(hours=1)
    while not box.empty:
        box.next()


async def test_a_host_is_called_whose_word_is_waited_for(server: Server, notice_database: str, box: Postbox) -> None:
    await all_else_sent(notice_database, box)
    red, blue, match = sat_down(server)
    seal(red, match, red=word())
    at, cold = mailed_to(red, notice_database), word()
    mailed_to(blue, notice_database)
    commitment = seal(blue, match, blue=cold).json()["commitment"]
    open_(blue, match, commitment, blue=cold)
    async with desk(notice_database, box) as here:
        await here.work(minutes=10, seconds=30)
        assert box.empty, "they have a minute in which an open page does it, and the time that everyone has"
        await here.work(minutes=2)
        letter = box.next()
        assert (letter["To"], letter["Subject"]) == (at, "Your match waits for you: Toy against Blaise")
        text = letter.get_content()
        assert WAITS.format("Red") in text
        assert f"{SITE}/match.html?m={match['id']}&seat=red&at=decision" in text
        assert box.empty, "and nobody else"
        # On another device they have all sealed again: now it is the guest who is waited for.
        again(red, match, commitment, red=word())
        await here.work(minutes=12)
        letter = box.next()
        assert letter["Subject"] == "Your match waits for you: Toy against Rosa"
        assert WAITS.format("Blue") in letter.get_content()
        await here.work(hours=1)
        assert box.empty, "once"


async def test_a_match_begun_again_calls_those_for_whom_a_seat_is_kept(
    server: Server, notice_database: str, box: Postbox
) -> None:
    await all_else_sent(notice_database, box)
    red, blue, match = sat_down(server)
    seal(red, match, red=word())
    seal(blue, match, blue=word())
    blue.http.post(f"/matches/{match['id']}/call-off")
    mailed_to(blue, notice_database)
    made = red.http.post(f"/matches/{match['id']}/rematch").json()
    async with desk(notice_database, box) as here:
        await here.work(minutes=12)
    letter = box.next()
    assert letter["Subject"] == "Your match starts again: Toy against Rosa"
    text = letter.get_content()
    assert "Short, with the same seats. Rosa already sat down; a seat is kept for you." in text
    assert f"{SITE}/match.html?m={made['id']}&join=1" in text


async def test_nobody_is_called_when_it_has_begun(server: Server, notice_database: str, box: Postbox) -> None:
    """Nor does the log of notices name what was never needed."""
    red, blue, match = sat_down(server)
    for who in (red, blue):
        mailed_to(who, notice_database)
    hot, cold = word(), word()
    seal(red, match, red=word())
    commitment = seal(blue, match, blue=word()).json()["commitment"]
    again(red, match, commitment, red=hot)
    commitment = seal(blue, match, blue=cold).json()["commitment"]
    open_(red, match, commitment, red=hot)
    assert open_(blue, match, commitment, blue=cold).json()["status"] == "active"
    async with desk(notice_database, box) as here:
        await here.work(hours=1)
    assert [line["kind"] for who in (red, blue) for line in log(who)] == ["turn"]


async def test_the_host_is_called_when_the_guest_has_come(server: Server, notice_database: str, box: Postbox) -> None:
    """One letter, though a guest came and the match began."""
    await all_else_sent(notice_database, box)
    red, blue = Player(server, "Rosa"), Player(server, "Blaise")
    match = red.http.post("/matches", json={"game": "toy", "scenario": "short", "seat": "red"}).json()
    at, hot = mailed_to(red, notice_database), word()
    async with desk(notice_database, box) as here:
        seal(red, match, red=hot)
        ahead(red, match, red=hot)
        blue.http.post(f"/matches/{match['id']}/seats/blue", json={"invite": match["invite"]})
        cold = word()
        commitment = seal(blue, match, blue=cold).json()["commitment"]
        assert open_(blue, match, commitment, blue=cold).json()["status"] == "active"
        await here.work(minutes=12)
        letter = box.next()
        assert letter["To"] == at
        assert "Blaise" in letter["Subject"]
        assert f"/match.html?m={match['id']}&seat=red" in letter.get_content()
        assert box.empty, "and no second"
