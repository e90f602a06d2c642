"""What a notice says: headline, sentence and link of each kind, and the line over several."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest

from app.notices.courier import Message
from app.notices.hooks import body_of
from app.notices.kinds import BEGAN, CHAT, CLOCK, ENDED, JOINED, PROPOSAL, TURN, Kind
from app.notices.push import MAX_TEXT_LENGTH, push_json
from app.notices.texts import TESTED, Item, subject

NOW = dt.datetime(1914, 8, 4, 12, 30, 15, 500_000, tzinfo=dt.UTC)
MESSAGE = uuid.UUID(int=3)
WHERE = "Short, turn 3, Combat"


def item(kind: Kind = TURN, **other: Any) -> Item:
    usual: dict[str, Any] = {
        "match": "m", "seat": "red", "title": "Red", "game": "Toy", "scenario": "Short", "against": ("Ben", "Cid"),
        "turn": 3, "phase": "Combat", "at": NOW,
    }  # fmt: skip
    return Item(kind, **{**usual, **other})


@pytest.mark.parametrize(
    ("told", "headline", "sentence"),
    [
        (item(), "Your turn", f"{WHERE}. You play Red."),
        (
            item(asked=("Retreat", "10.6")), "Your turn",
            f"{WHERE}. You play Red. You are asked: Retreat (§10.6).",
        ),
        (item(asked=("Retreat", "")), "Your turn", f"{WHERE}. You play Red. You are asked: Retreat."),
        (item(asked=("Combat", "10.0")), "Your turn", f"{WHERE} (§10.0). You play Red."),
        (item(asked=("Combat", "")), "Your turn", f"{WHERE}. You play Red."),
        (
            item(CLOCK, asked=("Retreat", "10.6"), more="You have 9 minutes left."), "Your time runs out",
            f"{WHERE}. You play Red. You are asked: Retreat (§10.6). You have 9 minutes left.",
        ),
        (item(PROPOSAL, more="Ben offers a draw."), "A proposal waits for you",
         f"{WHERE}. You play Red. Ben offers a draw."),
        (item(BEGAN), "Your match begins", f"{WHERE}. You play Red."),
        (item(ENDED, more="A draw: enough"), "Your match is over", "Short. A draw: enough"),
        (item(CHAT, more="At the table."), "New messages", f"{WHERE}. You play Red. At the table."),
        (item(JOINED), "Someone sat down at your table",
         "Short. Ben and Cid sat down at your table; you play Red."),
        (item(JOINED, more="The seat of Blue is open."), "A seat at your table is open",
         f"{WHERE}. You play Red. The seat of Blue is open."),
        (item(JOINED, stands_in=True, more="You now play Red."), "You stand in",
         f"{WHERE}. You play Red. You now play Red."),
        (item(JOINED, waited_for=True), "Your match waits for you",
         "Short. You play Red. Open it: the match begins with your word for the dice."),
        (item(JOINED, kept=True), "A rematch",
         "Short, sides swapped. Ben and Cid already sat down; a seat is kept for you."),
        (item(JOINED, kept=True, swapped=False), "Your match starts again",
         "Short, with the same seats. Ben and Cid already sat down; a seat is kept for you."),
    ],
)  # fmt: skip
def test_each_kind_says_what_happened_where_and_what_is_asked(told: Item, headline: str, sentence: str) -> None:
    assert told.headline == f"{headline}: Toy against Ben and Cid"
    assert told.sentence == sentence


def test_where_nobody_else_sits_nobody_is_named() -> None:
    assert item(against=()).headline == "Your turn: Toy"
    assert item(against=()).opponents == "nobody yet"


def test_each_leads_to_where_it_is_answered() -> None:
    assert item().link == "/match.html?m=m&seat=red&at=decision"
    assert item(CHAT).link == "/match.html?m=m&seat=red&at=chat"
    assert item(JOINED, kept=True).link == "/match.html?m=m&join=1&at=decision"


def test_a_program_reads_all_of_it() -> None:
    told = item(asked=("Retreat", "10.6")).json("https://war.example")
    assert told == {
        "kind": "turn", "match": "m", "seat": "red", "seat_title": "Red", "game": "Toy", "scenario": "Short",
        "against": ["Ben", "Cid"], "turn": 3, "phase": "Combat", "asked": {"title": "Retreat", "section": "10.6"},
        "text": f"Your turn: Toy against Ben and Cid. {WHERE}. You play Red. You are asked: Retreat (§10.6).",
        "link": "https://war.example/match.html?m=m&seat=red&at=decision", "at": "1914-08-04T12:30:15+00:00",
    }  # fmt: skip
    assert item().json("")["asked"] is None


def test_one_line_stands_over_all() -> None:
    other = item(match="n")
    assert subject([]) == "A test from Great War Online"
    assert subject([item()]) == "Your turn: Toy against Ben and Cid"
    assert subject([item(), other]) == "2 matches wait for you"
    for kind in (CLOCK, PROPOSAL, BEGAN):
        assert subject([item(), item(kind, match="n")]) == "2 matches wait for you"
    and_more = "Your turn: Toy against Ben and Cid, and more"
    assert subject([item(), item()]) == and_more
    assert subject([item(), item(CHAT, match="n")]) == and_more


def pushed(*items: Item) -> dict[str, Any]:
    return push_json(Message(MESSAGE, items))


def test_what_a_browser_shows_of_one_match_and_of_several() -> None:
    title = "Your turn: Toy against Ben and Cid"
    now, then = item(), item(CHAT, more="At the table.")
    assert pushed(then, now) == {
        "title": "New messages: Toy against Ben and Cid, and more", "body": now.sentence, "link": now.link, "tag": "m",
    }  # fmt: skip
    assert pushed(now, item(match="n")) == {
        "title": "2 matches wait for you", "body": f"{title}\n{title}", "link": "/", "tag": "several",
    }  # fmt: skip
    assert pushed() == {
        "title": "A test from Great War Online", "body": TESTED, "link": "/account.html#notices", "tag": "test",
    }  # fmt: skip
    assert len(pushed(item(more="x" * 5000))["body"]) == MAX_TEXT_LENGTH


def test_what_a_program_is_called_with() -> None:
    assert body_of(Message(MESSAGE, [item()]), "https://war.example") == {
        "id": str(MESSAGE), "type": "notices", "notices": [item().json("https://war.example")],
    }  # fmt: skip
    assert body_of(Message(MESSAGE, []), "") == {"id": str(MESSAGE), "type": "test", "notices": []}
