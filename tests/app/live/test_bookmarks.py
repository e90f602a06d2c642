"""Bookmarks: moments of a match that someone finds again, with a note, for their own eyes alone."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from app.bookmarks.schemas import MAX_BOOKMARKS
from tests.app.live.test_marks import everything
from tests.app.players import HIDE, Player, table
from tests.conftest import Server, execute

Match = dict[str, Any]


def keep(player: Player, match: Match, number: int, note: str = "", **where: str) -> httpx.Response:
    """Mark a moment; gives the answer."""
    return player.http.put(f"/matches/{match['id']}/bookmarks/{number}", json={"note": note, **where})


def kept(player: Player, match: Match, **where: str) -> list[tuple[int, str]]:
    """What someone is told that they marked."""
    answer = player.http.get(f"/matches/{match['id']}/bookmarks", params=where)
    assert answer.status_code == 200, answer.text
    return [(b["number"], b["note"]) for b in answer.json()["bookmarks"]]


def code(answer: httpx.Response) -> tuple[int, str]:
    """How something was refused."""
    return answer.status_code, answer.json()["error"]["code"]


def test_a_moment_is_marked_noted_and_found_again(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    red.play(match, "red", HIDE)
    newest = red.state(match)["version"]
    scene = red.http.get(f"/matches/{match['id']}/history", params={"number": newest}).json()
    answer = keep(red, match, newest, "  Too early <b>here</b>  ")
    assert answer.status_code == 200, answer.text
    (told,) = answer.json()["bookmarks"]
    assert {k: v for k, v in told.items() if k != "at"} == {
        "number": newest,
        "turn": scene["turn"],
        "title": scene["title"],
        "note": "Too early <b>here</b>",
    }
    assert keep(red, match, 0).status_code == 200
    assert kept(red, match) == [(0, ""), (newest, "Too early <b>here</b>")], "the earliest moment comes first"
    # Marked again it has the new note, and stands there once.
    assert keep(red, match, newest, "Just in time").status_code == 200
    assert kept(red, match, seat="red") == [(0, ""), (newest, "Just in time")]
    path = f"/matches/{match['id']}/bookmarks"
    assert len(red.http.delete(f"{path}/0").json()["bookmarks"]) == 1
    assert red.http.delete(f"{path}/0").status_code == 200, "it is gone already"
    assert kept(red, match) == [(newest, "Just in time")]


def test_nobody_else_learns_of_a_bookmark(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    ona = Player(toy_server, "Ona")
    spectator = {"key": match["spectate"]}
    others = ((blue, {"seat": "blue"}), (ona, spectator))
    red.play(match, "red", HIDE)
    before = [everything(p, match, **where) for p, where in others]
    assert keep(red, match, 1, "Secret").status_code == 200
    assert [everything(p, match, **where) for p, where in others] == before
    assert [kept(p, match, **where) for p, where in others] == [[], []]
    # Who only watches marks moments too: in the numbers of those who watch.
    assert keep(ona, match, 0, "Mine", **spectator).status_code == 200
    assert (kept(ona, match, **spectator), kept(red, match)) == ([(0, "Mine")], [(1, "Secret")])
    for where in ({"seat": "red"}, {"key": match["spectate"][::-1]}):
        assert code(ona.http.get(f"/matches/{match['id']}/bookmarks", params=where)) == (403, "not_your_seat")
        assert code(keep(ona, match, 0, **where)) == (403, "not_your_seat")
    stranger = httpx.get(f"{toy_server.url}/api/matches/{match['id']}/bookmarks", params=spectator)
    assert code(stranger) == (401, "no_session")


def test_what_cannot_be_marked_is_refused_in_words(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    newest = red.state(match)["version"]
    assert code(keep(red, match, newest + 1)) == (404, "no_moment"), "it has not been told of that"
    assert keep(red, match, -1).status_code == 400
    assert keep(red, match, newest, "a\nb").status_code == 400
    assert keep(red, match, newest, "x" * 201).status_code == 400
    assert kept(red, match) == []
    assert code(keep(red, {"id": "none"}, 0)) == (404, "no_match")


async def _fill(database_url: str, match: Match, account: str, n: int) -> None:
    await execute(
        database_url,
        "INSERT INTO bookmark (match, account, viewpoint, number, turn, title, note) "  # noqa: S608
        f"SELECT '{match['id']}', '{account}', 'red', n, 1, 'Earlier', '' FROM generate_series(1000, {999 + n}) n",
    )


def test_there_is_an_end_to_them_also_for_two_at_once(toy_server: Server, database_url: str) -> None:
    red, _, match = table(toy_server)
    red.play(match, "red", HIDE)
    asyncio.run(_fill(database_url, match, red.id, MAX_BOOKMARKS - 1))
    with ThreadPoolExecutor(2) as both:
        answers = [*both.map(lambda number: keep(red, match, number), (0, 1))]
    assert sorted(a.status_code for a in answers) == [200, 409]
    refused = next(a for a in answers if a.status_code == 409)
    assert refused.json()["error"]["code"] == "too_many_bookmarks"
    assert len(kept(red, match)) == MAX_BOOKMARKS
    # The note of one that stands there can still be changed.
    assert keep(red, match, kept(red, match)[0][0], "Changed").status_code == 200
