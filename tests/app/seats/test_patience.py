"""decisions/0059: a chief ends a step for an ally, or takes the ally's units over, only after the table's time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import asyncpg
import pytest

from tests.app.players import Player
from tests.app.seats.test_theatres import END
from tests.conftest import REAL, Server

RIGHT, LEFT, ENTENTE = "german-right", "german-left", "entente"
NAMES = {RIGHT: "Alexander", LEFT: "Rupprecht", ENTENTE: "Joseph"}
FOR_ALL = {"kind": "end_for_all"}
TAKE = {"kind": "lend", "units": ["ge-hq-6"], "to": RIGHT}


class Three:
    """Two German commanders and their opponent, who is to wait: the Germans move."""

    def __init__(self, server: Server, **options: str) -> None:
        self.people = {seat: Player(server, name) for seat, name in NAMES.items()}
        self.match = self.people[RIGHT].make(
            game="schlieffens-war", scenario="campaign-german-team", seat=RIGHT, options=options
        )
        for seat in (LEFT, ENTENTE):
            self.people[seat].sit(self.match, seat)
        for seat in (ENTENTE, RIGHT, LEFT):
            self.play(seat, {"kind": "historical"}, END)

    def play(self, seat: str, *commands: dict[str, Any]) -> None:
        """Commands that are taken."""
        self.people[seat].play(self.match, seat, *commands)

    def denied(self, seat: str, command: dict[str, Any]) -> tuple[str, str]:
        """Code and sentence with which a command is refused; the position stays."""
        before = self.people[seat].state(self.match, seat)["view"]
        answer = self.people[seat].send(self.match, seat, command)
        assert answer.status_code == 422, answer.text
        assert self.people[seat].state(self.match, seat)["view"] == before
        error = answer.json()["error"]
        return str(error["code"]), str(error["text"])

    def step(self) -> str:
        """Where the match stands."""
        return str(self.people[ENTENTE].state(self.match, ENTENTE)["view"]["step"]["key"])


def later(database: str, match: str, time: str) -> None:
    """The match has stood still for that much longer."""

    async def age() -> None:
        raw = await asyncpg.connect(database.replace("+asyncpg", ""))
        await raw.execute(f"UPDATE event SET at = at - interval '{time}' WHERE match = $1", match)  # noqa: S608
        await raw.close()

    asyncio.run(age())


@pytest.fixture
def three(serving: Callable[..., Server]) -> Callable[..., Three]:
    """A table of three on a server of its own."""
    return lambda **options: Three(serving(REAL), **options)


def test_the_chief_ends_it_for_an_ally_only_when_the_match_has_stood_still(
    three: Callable[..., Three], database_url: str
) -> None:
    """Too soon is refused, with the time that is left; a move of anyone begins it once more; and once is once."""
    table = three(patience="hour")
    first = table.step()
    assert table.denied(RIGHT, FOR_ALL)[0] == "not-your-turn", "your own part comes first"
    code, text = table.denied(RIGHT, TAKE)
    assert (code, text) == (
        "too-soon", "You can take units over from German left wing in 60 minutes if nobody moves."
    )  # fmt: skip
    table.play(RIGHT, END)
    assert table.denied(RIGHT, FOR_ALL)[0] == "too-soon"
    for seat in (LEFT, ENTENTE):
        assert table.denied(seat, FOR_ALL)[0] == "not-your-turn"
    later(database_url, table.match["id"], "50 minutes")
    assert "in 10 minutes" in table.denied(RIGHT, FOR_ALL)[1]

    # The ally moves and takes it back: whoever is at it is not absent.
    table.play(LEFT, {"kind": "move", "units": ["ge-xxi"], "path": ["2005"], "forced": False})
    later(database_url, table.match["id"], "50 minutes")
    assert "in 10 minutes" in table.denied(RIGHT, FOR_ALL)[1]
    assert table.people[LEFT].undo(table.match, LEFT).status_code == 200
    later(database_url, table.match["id"], "2 hours")

    # The chief thinks better of it, and the ally ends first; or the same answer comes twice.
    table.play(RIGHT, {"kind": "ready", "yes": "no"})
    assert table.denied(RIGHT, FOR_ALL)[0] == "not-your-turn"
    table.play(RIGHT, END)
    asked = table.people[RIGHT].state(table.match, RIGHT)["legal"]["ask"]
    sent = [table.people[RIGHT].send(table.match, RIGHT, FOR_ALL, "for-all-twice", asked) for _ in range(2)]
    assert [answer.status_code for answer in sent] == [200, 200]
    assert sent[0].json() == sent[1].json()
    assert table.step() != first
    again = table.people[RIGHT].send(table.match, RIGHT, FOR_ALL, ask=asked)
    assert again.json()["error"]["code"] == "moved_on"


def test_nobody_waits_for_whoever_has_left_and_some_tables_wait_for_ever(
    three: Callable[..., Three], database_url: str
) -> None:
    """An open seat is not waited for, not even where the table waits for everyone else."""
    table = three(patience="never")
    table.play(RIGHT, END)
    later(database_url, table.match["id"], "99 days")
    assert table.denied(RIGHT, FOR_ALL)[0] == "not-for-an-ally"
    assert table.denied(RIGHT, TAKE)[0] == "not-for-an-ally"
    assert table.people[LEFT].settle(table.match, LEFT, kind="leave").status_code == 200
    table.play(RIGHT, TAKE, FOR_ALL)
    assert "combat" in table.step()
