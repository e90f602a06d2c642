"""Whoever is asked something and does not come by themselves is told: once, where to go, and of nothing hidden."""

from __future__ import annotations

import asyncio
import datetime as dt
import json

import pytest

from app.matches.agreements.settlement import ASKS
from app.notices.scenes import PROPOSED
from tests.app.accounts.postbox import Postbox
from tests.app.notices.desk import SITE, desk
from tests.app.notices.people import add, log, mailed_to, modes, own
from tests.app.notices.receiver import Receiver
from tests.app.players import END, HIDE, Player, table
from tests.app.seats.test_standing_in import agrees, asked
from tests.conftest import Server

DAY = 86_400


async def test_a_handover_is_mailed_with_a_link_to_the_decision(
    server: Server, notice_database: str, box: Postbox
) -> None:
    red, blue, match = table(server)
    at = mailed_to(blue, notice_database)
    mailed_to(red, notice_database)
    red.play(match, "red", HIDE, END)
    async with desk(notice_database, box) as here:
        await here.work()
        assert box.empty, "there are some minutes in which to see it without being told"
        await here.work(minutes=12)
        letter = box.next()
        text = letter.get_content()
        assert (letter["To"], letter["Subject"]) == (at, "Your turn: Toy against Rosa")
        assert "Short, turn 2, Turn of blue (§1). You play Blue." in text
        assert f"{SITE}/match.html?m={match['id']}&seat=blue&at=decision" in text
        assert letter["List-Unsubscribe"].startswith(f"<{SITE}/api/notices/stop/")
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        await here.work(hours=1)
        assert box.empty, "told once, and nobody of what they did themselves"
    [line] = log(blue)
    assert (line["kind"], line["way"], line["status"], line["tries"], line["seat"]) == (
        "turn",
        "mail",
        "sent",
        1,
        "blue",
    )
    assert log(red) == []


async def test_a_name_makes_no_link_in_a_mail(server: Server, notice_database: str, box: Postbox) -> None:
    """Players choose their names, and mail programs make links of what looks like one."""
    red, blue = Player(server, "Win at evil.example/x"), Player(server, "Blaise")
    match = red.make(seat="red")
    blue.sit(match, "blue")
    mailed_to(blue, notice_database)
    red.play(match, "red", END)
    async with desk(notice_database, box) as here:
        await here.work(minutes=12)
        letter = box.next()
    assert letter["Subject"] == "Your turn: Toy against Red"
    assert "evil" not in letter.get_content()


async def test_what_was_seen_or_answered_in_the_meantime_lapses(
    server: Server, notice_database: str, box: Postbox
) -> None:
    seen, answered, undone = table(server), table(server), table(server)
    for red, blue, match in (seen, answered, undone):
        mailed_to(blue, notice_database)
        red.play(match, "red", END)
    _, blue, match = seen
    blue.http.post(f"/matches/{match['id']}/seen", json={"seat": "blue", "seq": blue.state(match)["version"]})
    _, blue, match = answered
    blue.play(match, "blue", END)
    async with desk(notice_database, box) as here:
        await here.work(minutes=12)
        told = {box.next()["Subject"]}
        assert told == {"Your turn: Toy against Rosa"}, "the third has done nothing"
        assert box.empty
    assert [(line["status"], line["reason"]) for line in log(seen[1])] == [("lapsed", "seen in the meantime")]
    assert [(line["status"], line["reason"]) for line in log(answered[1])] == [("lapsed", "no longer asked")]


async def test_what_may_have_arrived_is_not_told_again_under_another_name(
    server: Server, notice_database: str, box: Postbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its sender died before it wrote down that the mail was taken; then the question went away and came again."""
    red, blue, match = table(server)
    mailed_to(blue, notice_database)
    red.play(match, "red", END)

    async def dies(*_: object) -> None:
        raise RuntimeError("killed")

    async with desk(notice_database, box) as here:
        with monkeypatch.context() as dead:
            dead.setattr(here.ledger, "settle", dies)
            await here.work(minutes=12)
        assert box.next()["Subject"] == "Your turn: Toy against Rosa"
        assert [(line["status"], line["reason"]) for line in log(blue)] == [("waiting", "under way")]
        line = red.state(match)["log"][-1]["seq"]
        assert red.settle(match, "red", "back-to-red", kind="propose", what="back", line=line).is_success
        assert blue.settle(match, "blue", kind="answer", proposal="back-to-red", yes=True).is_success
        await here.work(minutes=3)
        turns = [(line["status"], line["reason"]) for line in log(blue) if line["kind"] == "turn"]
        assert turns == [("lapsed", "no longer asked")]
        red.play(match, "red", END)
        await here.work(minutes=12)
        assert box.empty


async def test_a_flood_of_handovers_gives_one_mail(server: Server, notice_database: str, box: Postbox) -> None:
    blue = Player(server, "Blaise")
    mailed_to(blue, notice_database)
    for _ in range(6):
        red = Player(server, "Rosa")
        match = red.make(seat="red")
        blue.sit(match, "blue")
        red.play(match, "red", END)
    async with desk(notice_database, box) as here:
        await here.work(minutes=12)
        letter = box.next()
        assert letter["Subject"] == "6 matches wait for you"
        assert letter.get_content().count("/match.html?m=") == 6
        await here.work(minutes=30)
        assert box.empty


async def test_notices_are_gathered_or_kept_for_the_morning_as_their_reader_wishes(
    server: Server, notice_database: str, box: Postbox
) -> None:
    red, blue, match = table(server)
    mailed_to(blue, notice_database)
    blue.http.put("/account/zone", json={"zone": "Asia/Tokyo"})
    hour = (dt.datetime.now(dt.UTC) + dt.timedelta(hours=9)).hour
    answer = blue.http.put("/account/notices", json={"digest_hour": (hour + 3) % 24})
    assert answer.json()["digest_hour"] == (hour + 3) % 24
    modes(blue, own(blue, "mail"), turn="daily")
    red.play(match, "red", END)
    async with desk(notice_database, box) as here:
        await here.work(hours=1)
        assert box.empty
        await here.work(hours=2, seconds=5)
        assert box.next()["Subject"] == "Your turn: Toy against Rosa"
    modes(blue, own(blue, "mail"), turn="gathered")
    blue.play(match, "blue", END)
    red.play(match, "red", END)
    async with desk(notice_database, box) as here:
        await here.work(minutes=9)
        assert box.empty
        await here.work(minutes=2)
        assert box.next()["Subject"] == "Your turn: Toy against Rosa"


async def test_what_is_switched_off_or_muted_is_not_told(server: Server, notice_database: str, box: Postbox) -> None:
    (red, blue, match), (third, mute, other) = table(server), table(server)
    mailed_to(blue, notice_database)
    modes(blue, own(blue, "mail"), turn="off")
    red.play(match, "red", END)
    mailed_to(mute, notice_database)
    answer = mute.http.put(f"/account/notices/muted/{other['id']}", json={"muted": True})
    assert answer.json()["muted"] == [other["id"]]
    stranger = mute.http.put(f"/account/notices/muted/{match['id']}", json={"muted": True})
    assert stranger.status_code == 403
    third.play(other, "red", END)
    async with desk(notice_database, box) as here:
        await here.work(hours=2)
    assert box.empty
    assert log(blue) == log(mute) == []


async def test_each_occasion_is_told(server: Server, notice_database: str, hook: Receiver) -> None:
    """By the server itself, which calls programs at once."""
    red, blue = Player(server, "Rosa"), Player(server, "Blaise")
    for who in (red, blue):
        add(who, way="webhook", name="Bot", url=f"{hook.url}/{who.id}")
        modes(who, own(who, "webhook"), chat="at_once")

    def told() -> list[tuple[str, str, str]]:
        call = hook.next()
        found = json.loads(call.body)["notices"]
        return [(call.path.rpartition("/")[2], n["kind"], n["text"]) for n in found]

    match = red.make(seat="red")
    blue.sit(match, "blue")
    # Two messages are on their way at once, so either may be there first.
    calls = {(who, kind): text for _ in range(2) for who, kind, text in told()}
    assert calls.pop((red.id, "joined")).startswith("Someone sat down at your table: Toy against Blaise.")
    assert calls.keys() <= {(red.id, "turn"), (blue.id, "began")}, "whoever did not open the last word"
    assert calls
    said = {"id": "hello-there", "seat": "blue", "room": "table", "text": "Good luck!"}
    blue.http.post(f"/matches/{match['id']}/chat", json=said)
    [(who, kind, text)] = told()
    assert (who, kind) == (red.id, "chat")
    assert "Good luck" not in text, "what was said can be taken back, a notice cannot"
    red.settle(match, "red", kind="propose", what="draw")
    [(who, kind, text)] = told()
    assert (who, kind) == (blue.id, "proposal")
    assert "Red offers a draw." in text
    proposal = blue.state(match)["proposals"][0]["id"]
    # Nobody disappears silently: a seat is open, and someone new sits there.
    blue.settle(match, "blue", kind="leave")
    [(who, kind, text)] = told()
    assert (who, kind) == (red.id, "joined")
    assert text.startswith("A seat at your table is open: Toy against Blaise.")
    assert text.endswith("The seat of Blue is open to a new player.")
    blue.settle(match, "blue", kind="stay")
    blue.settle(match, "blue", kind="answer", proposal=proposal, yes=True)
    [(who, kind, text)] = told()
    assert (who, kind) == (red.id, "ended")
    assert "A draw: The players agreed on a draw." in text
    again = red.http.post(f"/matches/{match['id']}/rematch").json()
    [(who, kind, text)] = told()
    assert (who, kind) == (blue.id, "joined")
    assert text == "A rematch: Toy against Rosa. Short, sides swapped. Rosa already sat down; a seat is kept for you."
    blue.sit({**again, "invite": ""}, next(s["seat"] for s in again["seats"] if s["kept_for"]))
    [(who, kind, _)] = told()
    assert (who, kind) == (red.id, "joined")


async def test_a_stand_in_is_called_in_place_of_the_player(
    server: Server, notice_database: str, hook: Receiver
) -> None:
    red, blue, match = table(server)
    otto = Player(server, "Otto")
    assert agrees(otto, match, "blue", asked(blue, match, "blue")).status_code == 200
    for who in (blue, otto):
        add(who, way="webhook", name="Bot", url=f"{hook.url}/{who.id}")

    def told() -> tuple[str, str, str]:
        call = hook.next()
        (notice,) = json.loads(call.body)["notices"]
        return call.path.rpartition("/")[2], notice["kind"], notice["text"]

    assert blue.settle(match, "blue", kind="stand_in").status_code == 200
    who, kind, text = told()
    assert (who, kind) == (otto.id, "joined")
    assert "You now play Blue as a stand-in." in text
    red.play(match, "red", END)
    assert told()[:2] == (otto.id, "turn"), "and not the player who is away"
    otto.play(match, "blue", END)
    assert blue.settle(match, "blue", kind="take_back").status_code == 200
    red.play(match, "red", END)
    assert told()[:2] == (blue.id, "turn"), "and not the stand-in any more"
    assert [line["kind"] for line in log(blue)] == ["turn"]
    assert [line["kind"] for line in log(otto)] == ["turn", "joined"]


async def test_a_question_that_comes_back_is_told_once(server: Server, notice_database: str, box: Postbox) -> None:
    """Else a player could fill the other's post by taking moves back and making them once more."""
    red, blue, match = table(server)
    mailed_to(blue, notice_database)
    red.play(match, "red", END)
    async with desk(notice_database, box) as here:
        await here.work(minutes=12)
        assert box.next()["Subject"] == "Your turn: Toy against Rosa"
        line = red.state(match)["log"][-1]["seq"]
        assert red.settle(match, "red", kind="propose", what="back", line=line).status_code == 200
        proposal = blue.state(match)["proposals"][0]["id"]
        assert blue.settle(match, "blue", kind="answer", proposal=proposal, yes=True).status_code == 200
        red.play(match, "red", END)
        assert blue.state(match)["legal"]["yours"]
        await here.work(minutes=12)
        assert box.empty, "the proposal was answered, and the question is known"


async def test_time_that_runs_out_is_told_in_time(server: Server, notice_database: str, box: Postbox) -> None:
    red, blue = Player(server, "Rosa"), Player(server, "Blaise")
    match = red.make(seat="red", clock={"bank": 10 * DAY, "increment": 0, "most": 10 * DAY})
    blue.sit(match, "blue")
    mailed_to(blue, notice_database)
    red.play(match, "red", END)
    async with desk(notice_database, box) as here:
        await here.work(minutes=12)
        assert box.next()["Subject"] == "Your turn: Toy against Rosa"
        blue.http.post(f"/matches/{match['id']}/seen", json={"seat": "blue", "seq": blue.state(match)["version"]})
        await here.work(days=8, hours=23)
        assert box.empty
        await here.work(hours=1)
        letter = box.next()
        assert letter["Subject"] == "Your time runs out: Toy against Rosa"
        assert "You have 23 hours left." in letter.get_content()
        await here.work(hours=20)
        assert box.empty
    blue.play(match, "blue", END)
    red.play(match, "red", END)
    blue.play(match, "blue", END)
    async with desk(notice_database, box) as here:
        await here.work(days=11)
        assert box.empty, "blue has answered: it is red's clock that runs"


async def test_time_of_whoever_begins_is_told_in_time_too(server: Server, notice_database: str, box: Postbox) -> None:
    red, blue = Player(server, "Rosa"), Player(server, "Blaise")
    mailed_to(red, notice_database)
    match = red.make(seat="red", clock={"bank": 10 * DAY, "increment": 0, "most": 10 * DAY})
    blue.sit(match, "blue")
    async with desk(notice_database, box) as here:
        await here.work(days=8, hours=23)
        while not box.empty:
            assert "Your time runs out" not in box.next()["Subject"]
        await here.work(hours=2)
        assert box.next()["Subject"] == "Your time runs out: Toy against Blaise"
        assert box.empty


async def test_two_processes_send_each_message_once(server: Server, notice_database: str, box: Postbox) -> None:
    tables = [table(server) for _ in range(8)]
    for red, blue, match in tables:
        mailed_to(blue, notice_database)
        red.play(match, "red", END)
    async with desk(notice_database, box) as one, desk(notice_database, box) as two:
        await asyncio.gather(one.work(minutes=12), two.work(minutes=12))
        for here in (one, two):
            await here.work()
    letters = [box.next()["To"] for _ in tables]
    assert len(set(letters)) == len(tables)
    assert box.empty
    assert all([line["tries"] for line in log(blue)] == [1] for _, blue, _ in tables)


async def test_a_mail_that_is_refused_is_tried_again_later_and_later(
    server: Server, notice_database: str, box: Postbox
) -> None:
    red, blue, match = table(server)
    mailed_to(blue, notice_database)
    red.play(match, "red", END)
    box.refusing = 3
    waits = []
    async with desk(notice_database, box) as here:
        await here.work(minutes=12)
        for _ in range(3):
            [line] = log(blue)
            assert line["status"] == "waiting"
            assert line["reason"].startswith("the mail server: SMTP")
            waits.append(dt.datetime.fromisoformat(line["due_at"]) - here.clock.now())
            await here.work(seconds=waits[-1].total_seconds() + 2)
        assert box.next()["Subject"] == "Your turn: Toy against Rosa"
        assert box.empty
    [line] = log(blue)
    assert (line["status"], line["tries"]) == ("sent", 4)
    assert waits == sorted(waits)
    assert waits[-1] > 10 * waits[0]


async def test_a_flooded_channel_gets_the_rest_together_later(
    server: Server, notice_database: str, box: Postbox
) -> None:
    red, blue, match = table(server)
    mailed_to(blue, notice_database)
    red.play(match, "red", END)
    left = 0
    async with desk(notice_database, box, allowed=lambda _: left > 0) as here:
        await here.work(minutes=12)
        assert box.empty
        assert [(line["status"], line["reason"]) for line in log(blue)] == [("waiting", "many at once")]
        left = 1
        await here.work(minutes=11)
        assert box.next()["Subject"] == "Your turn: Toy against Rosa"


@pytest.mark.parametrize("secret", [3, 8])
async def test_what_is_hidden_changes_no_notice(
    server: Server, notice_database: str, hook: Receiver, secret: int
) -> None:
    """Two matches in which red hides different numbers tell blue the same."""
    red, blue, match = table(server)
    other = red.make(seat="red")
    blue.sit(other, "blue")
    add(blue, way="webhook", name="Bot", url=hook.url)
    bodies = []
    for where, number in ((match, 5), (other, secret)):
        red.play(where, "red", {"kind": "hide", "number": number}, END)
        text = hook.next().body.decode().replace(where["id"], "MATCH")
        found = json.loads(text)
        assert [n.pop("at") for n in found["notices"]]
        bodies.append({k: v for k, v in found.items() if k != "id"})
    assert bodies[0] == bodies[1]


def test_every_proposal_has_words() -> None:
    """Without them the sender would fail at the first notice of its kind."""
    assert PROPOSED.keys() == ASKS.keys()
