"""The log is searched where it is stored, in the lines of whoever asks and in no others."""

from __future__ import annotations

from typing import Any

import pytest

from app.context import Context
from tests.app.matches.test_long_match import EVENTS, PART, long_match, longest_wait
from tests.app.players import END, HIDE, THROW, Player, table
from tests.conftest import Server
from tests.thorough import in_the_sweep


def found(player: Player, match: dict[str, Any], **query: object) -> list[dict[str, Any]]:
    """The lines that a search finds."""
    answer = player.http.get(f"/matches/{match['id']}/log", params={k: str(v) for k, v in query.items()})
    assert answer.status_code == 200, answer.text
    return list(answer.json()["log"])


def texts(lines: list[dict[str, Any]]) -> list[str]:
    """What they say."""
    return [line["text"] for line in lines]


def test_lines_are_found_by_their_words_and_kinds(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE, THROW, HIDE, END)
    assert texts(found(blue, match, find="HID a")) == ["red hid a number."] * 2
    assert texts(found(red, match, find="hid 7")) == ["red hid 7."] * 2
    assert [line["kind"] for line in found(blue, match, kind="threw")] == ["threw"]
    whole = red.http.get(f"/matches/{match['id']}/log", params=[("kind", "threw"), ("kind", "ended")]).json()["log"]
    assert [line["kind"] for line in whole] == ["threw", "ended"]
    assert found(red, match, find="hid", kind="threw") == []
    assert [line["seq"] for line in found(red, match, find="hid", limit=1)] == [3]
    assert [line["seq"] for line in found(red, match, find="hid", before=3)] == [1]


def test_nobody_finds_what_he_was_not_told(toy_server: Server) -> None:
    """Blue was told that a number was hidden, and not which: no search for a number tells."""
    red, blue, match = table(toy_server)
    red.play(match, "red", {"kind": "hide", "number": 4})
    for number in range(10):
        assert found(blue, match, find=str(number)) == []
        assert found(blue, match, find=str(number), key=match["spectate"]) == []
    assert len(found(red, match, find="4")) == 1


@pytest.mark.parametrize("special", ["%", "_", "\\", "h_d", "hid%", "'"])
def test_signs_of_patterns_mean_themselves(toy_server: Server, special: str) -> None:
    red, _, match = table(toy_server)
    red.play(match, "red", HIDE)
    assert found(red, match, find=special) == []
    assert len(found(red, match, find="hid")) == 1


def test_what_was_taken_back_says_so(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    red.play(match, "red", HIDE)
    red.undo(match, "red")
    red.play(match, "red", HIDE)
    assert [line.get("taken_back", False) for line in found(red, match, kind="hid")] == [True, False]


@in_the_sweep
async def test_a_long_log_is_searched_by_the_database(database_url: str) -> None:
    """20,000 lines in vain, and for the newest of all of them: nobody else waits for it."""
    async with long_match(database_url) as (app, match):
        here: Context = app.state.context
        live = await here.live_matches.get(match)
        search = {"before": 2**31 - 1, "kinds": (), "limit": 100}
        for text, lines in (("nowhere", 0), ("red hid", 100)):
            asked = here.queries.find_lines(match, None, None, live.record.spectate, text=text, **search)  # type: ignore[arg-type]
            told, _, longest = await longest_wait(asked)
            assert len(told) == lines
            assert longest < 0.5 / PART, f"others waited {longest:.3f} s"
        assert told[-1]["seq"] == EVENTS
