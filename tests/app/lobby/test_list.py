"""The list of matches in the lobby: what waits for you first, then what everyone was told of last."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.app.players import END, HIDE, THROW, Player, table
from tests.conftest import Server, execute


def listed(player: Player) -> list[dict[str, Any]]:
    """The player's matches."""
    answer = player.http.get("/matches")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


def test_what_waits_for_you_stands_first_then_the_newest_and_what_is_over_last(toy_server: Server) -> None:
    red, blue, over = table(toy_server)
    for turn in range(8):
        (red, blue)[turn % 2].play(over, ("red", "blue")[turn % 2], END)
    mine, theirs, screen = (red.make(seat="red"), red.make(seat="red"), red.make(hotseat=True))
    blue.sit(mine, "blue")
    blue.sit(theirs, "blue")
    red.play(theirs, "red", END)
    ids = [m["id"] for m in listed(red)]
    assert ids == [mine["id"], theirs["id"], screen["id"], over["id"]], "at one screen it is always your move"
    red.play(screen, "red", THROW)
    assert [m["id"] for m in listed(red)] == [mine["id"], screen["id"], theirs["id"], over["id"]]
    assert [m["id"] for m in listed(blue)] == [theirs["id"], mine["id"], over["id"]]


def test_a_row_says_turn_step_and_who_is_to_decide(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    (before,) = listed(red)
    assert before["glance"] == {"turn": 1, "title": "Turn of red", "deciders": ["red"]}
    red.play(match, "red", THROW)
    (thrown,) = listed(blue)
    assert thrown["at"] > before["at"], "the die was told to all"
    red.play(match, "red", HIDE, END)
    (after,) = listed(blue)
    assert after["glance"] == {"turn": 2, "title": "Turn of blue", "deciders": ["blue"]}
    assert after["at"] > thrown["at"]
    assert listed(red) == [{**after, "seats": listed(red)[0]["seats"]}]


def test_what_an_older_server_left_unsaid_is_noted_at_the_next_look(toy_server: Server, database_url: str) -> None:
    """It moved the match and did not say how it stands: nothing is better than what was true before."""
    red, _, match = table(toy_server)
    red.play(match, "red", THROW, END)
    for stale in ("NULL", """'{"number": 1, "turn": 1, "title": "Turn of red", "deciders": ["red"]}'"""):
        asyncio.run(execute(database_url, f"UPDATE match SET told = {stale} WHERE id = '{match['id']}'"))  # noqa: S608
        (row,) = listed(red)
        assert row["glance"] is None
        for _ in range(1000):
            (row,) = listed(red)
            if row["glance"] is not None:
                break
        assert row["glance"] == {"turn": 2, "title": "Turn of blue", "deciders": ["blue"]}
