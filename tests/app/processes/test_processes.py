"""Several processes on one database, and a process that is killed."""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from app.live.bus import ROUND_SECONDS
from tests.app.players import END, HIDE, THROW, Player, table
from tests.conftest import TOY, Server, execute, fetch


def test_a_command_sent_twice_is_applied_once_and_answered_the_same(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    answers = [red.send(match, "red", HIDE, id_="the-same-id") for _ in range(3)]
    assert [a.status_code for a in answers] == [200] * 3
    assert len({a.content for a in answers}) == 1
    assert red.state(match)["view"]["hidden"]["red"] == [7]


def test_a_command_sent_again_after_the_match_moved_on_is_still_answered_the_same(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    first = red.send(match, "red", END, id_="the-end-of-turn", ask="1.red")
    blue.play(match, "blue", HIDE)
    assert red.send(match, "red", END, id_="the-end-of-turn", ask="1.red").content == first.content


def test_another_seat_does_not_get_the_answer_of_an_id(toy_server: Server) -> None:
    player = Player(toy_server, "Rosa")
    match = player.make(hotseat=True)
    player.send(match, "red", END, id_="the-end-of-turn")
    answer = player.send(match, "blue", END, id_="the-end-of-turn")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "id_used")


def test_another_command_with_an_id_of_before_is_refused_and_not_carried_out(
    toy_server: Server, serving: Callable[..., Server]
) -> None:
    """By the process that took the first, and by one that knows it from the database only; an undo is another too."""
    red, _, match = table(toy_server)
    first = red.send(match, "red", HIDE, id_="the-same-id")
    body = {"id": "the-same-id", "seat": "red"}
    for player in (red, red.elsewhere(serving())):
        undo = player.http.post(f"/matches/{match['id']}/undo", json=body)
        for answer in (player.send(match, "red", END, id_="the-same-id"), undo):
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "id_used")
        assert player.state(match, "red")["view"]["hidden"]["red"] == [7]
        turned = dict(reversed(HIDE.items()))
        assert player.send(match, "red", turned, id_="the-same-id").content == first.content


def test_a_receipt_from_before_fingerprints_is_answered_by_its_id(
    toy_server: Server, serving: Callable[..., Server], database_url: str
) -> None:
    red, _, match = table(toy_server)
    first = red.send(match, "red", HIDE, id_="an-old-receipt")
    asyncio.run(execute(database_url, f"UPDATE receipt SET fingerprint = NULL WHERE match = '{match['id']}'"))  # noqa: S608
    again = red.elsewhere(serving()).send(match, "red", HIDE, id_="an-old-receipt")
    assert again.content == first.content


def test_the_same_command_at_the_same_time_by_two_processes_is_applied_once(
    toy_server: Server, serving: Callable[..., Server]
) -> None:
    red, _, match = table(toy_server, scenario="endless")
    other = red.elsewhere(serving())
    with ThreadPoolExecutor(8) as pool:
        for round_ in range(12):
            id_ = secrets.token_hex(8)
            futures = [pool.submit(p.send, match, "red", HIDE, id_, "1.red") for p in (red, other) * 4]
            answers = [f.result() for f in futures]
            assert [a.status_code for a in answers] == [200] * 8
            assert len({a.content for a in answers}) == 1, "answered differently"
            assert answers[0].json()["version"] == round_ + 1
    assert len(red.state(match)["view"]["hidden"]["red"]) == 12


def test_commands_of_two_processes_at_once_are_all_applied(toy_server: Server, serving: Callable[..., Server]) -> None:
    red, _, match = table(toy_server, scenario="endless")
    other = red.elsewhere(serving())
    with ThreadPoolExecutor(6) as pool:
        futures = [pool.submit(p.send, match, "red", HIDE, None, "1.red") for p in (red, other) * 15]
        versions = sorted(f.result().json()["version"] for f in futures)
    assert versions == list(range(1, 31))
    for player in (red, other):
        assert len(player.state(match)["view"]["hidden"]["red"]) == 30


def test_watchers_at_one_process_see_moves_at_another(toy_server: Server, serving: Callable[..., Server]) -> None:
    red, blue, match = table(toy_server)
    there = blue.elsewhere(serving())
    watch = there.watch(match)
    watch.next()
    watch.until(red.play(match, "red", HIDE, HIDE))
    assert watch.view["hidden"]["red"] == 2
    assert [line["text"] for line in watch.log] == ["red hid a number."] * 2
    watch.until(red.play(match, "red", END))
    here = red.watch(match)
    here.until_present("red", "blue")
    here.until(there.play(match, "blue", HIDE))
    assert here.view["hidden"]["blue"] == 1
    watch.close()
    here.until_present("red")
    here.close()


def test_sitting_down_at_one_process_is_known_at_the_other(toy_server: Server, serving: Callable[..., Server]) -> None:
    red, blue = Player(toy_server, "Rosa"), Player(toy_server, "Blaise")
    match = red.make(seat="red")
    there = red.elsewhere(serving())
    assert there.send(match, "red", HIDE).status_code == 409
    blue.sit(match, "blue")
    assert there.send(match, "red", HIDE).status_code == 200


def test_two_who_want_one_seat_do_not_both_get_it(toy_server: Server) -> None:
    red = Player(toy_server, "Rosa")
    rivals = [Player(toy_server, f"Rival {n}") for n in range(6)]
    match = red.make(seat="red")

    def sit(player: Player) -> int:
        return player.http.post(f"/matches/{match['id']}/seats/blue", json={"invite": match["invite"]}).status_code

    with ThreadPoolExecutor(6) as pool:
        answers = sorted(pool.map(sit, rivals))
    # Once all seats are taken the invitation opens nothing: 409 is for those who were on their way already.
    assert answers[0] == 200
    assert set(answers[1:]) <= {403, 409}


def test_a_player_who_takes_seats_everywhere_at_once_gets_one(toy_server: Server, database_url: str) -> None:
    """Both seats of a table at which nobody sits, asked for by one guest at the same time."""
    for _ in range(5):
        maker, guest = Player(toy_server, "Rosa"), Player(toy_server, "Blaise")
        match = maker.make(seat="red")
        asyncio.run(execute(database_url, f"UPDATE seat SET account = NULL WHERE match = '{match['id']}'"))  # noqa: S608

        def sit(seat: str, match: dict[str, Any] = match, guest: Player = guest) -> int:
            address = f"{guest.http.base_url}matches/{match['id']}/seats/{seat}"
            return httpx.post(address, json={"invite": match["invite"]}, cookies=guest.http.cookies).status_code

        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(sit, ("red", "blue"))) == [200, 409]
        seats = guest.http.get(f"/matches/{match['id']}").json()["seats"]
        assert [s["taken"] for s in seats].count(True) == 1


def test_pressing_twice_takes_one_seat_and_says_so(toy_server: Server) -> None:
    maker, guest = Player(toy_server, "Rosa"), Player(toy_server, "Blaise")
    match = maker.make(seat="red")
    address = f"{guest.http.base_url}matches/{match['id']}/seats/blue"

    def sit(_: int) -> int:
        return httpx.post(address, json={"invite": match["invite"]}, cookies=guest.http.cookies).status_code

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(sit, range(4))) == [200] * 4


def _kill_after(server: Server, confirmed: dict[str, int], commands: int) -> None:
    """Kill the server once this many commands were answered, while the next is on its way."""
    while len(confirmed) < commands:
        time.sleep(0.001)
    server.kill()


def test_a_killed_server_loses_and_doubles_nothing(serving: Callable[..., Server]) -> None:
    """Commands stream in, the server is killed between and during them; what was answered is there, once."""
    servers = [serving(TOY, snapshot_every=7)]
    red, _, match = table(servers[0], scenario="endless")
    confirmed: dict[str, int] = {}
    for round_ in range(3):
        player = red.elsewhere(servers[-1])
        killer = threading.Thread(target=_kill_after, args=(servers[-1], confirmed, 20 * (round_ + 1)))
        killer.start()
        pending: str | None = None
        while True:
            id_ = pending = secrets.token_hex(8)
            try:
                answer = player.send(match, "red", HIDE, id_, "1.red")
            except httpx.TransportError:
                break
            assert answer.status_code == 200, answer.text
            confirmed[id_] = answer.json()["version"]
        killer.join()
        servers.append(serving(TOY, snapshot_every=7))
        # As a browser does: what was in the air is sent again with the same id.
        again = red.elsewhere(servers[-1]).send(match, "red", HIDE, pending, "1.red")
        assert again.status_code == 200
        confirmed[str(pending)] = again.json()["version"]
    assert len(confirmed) > 60
    assert sorted(confirmed.values()) == list(range(1, len(confirmed) + 1))
    assert red.elsewhere(servers[-1]).state(match)["version"] == len(confirmed)


def test_connections_that_the_database_closes_are_replaced(
    serving: Callable[..., Server], fresh_database: Callable[[], str], postgres_url: str
) -> None:
    """All connections of two servers are cut; moves go on and the notices between them too."""
    database = fresh_database()
    here, there = serving(database=database), serving(database=database)
    red, blue, match = table(here)
    red.play(match, "red", HIDE)
    watch = blue.elsewhere(there).watch(match)
    watch.until(1)
    name = database.split("@/")[1].split("?")[0]
    cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"  # noqa: S608
    asyncio.run(execute(postgres_url, cut))
    deadline = time.monotonic() + 20
    while not all(httpx.get(f"{s.url}/api/health").json().get("listening") for s in (here, there)):
        assert time.monotonic() < deadline, "a server does not listen again"
        time.sleep(0.05)
    watch.until(red.play(match, "red", HIDE, HIDE))
    assert watch.view["hidden"]["red"] == 3
    watch.close()


def test_a_database_that_is_away_for_a_while_is_found_again(
    serving: Callable[..., Server], fresh_database: Callable[[], str], postgres_url: str
) -> None:
    """It takes no connections while both servers want some, as at a restart; then all goes on, the notices too."""
    database = fresh_database()
    name = database.split("@/")[1].split("?")[0]
    here, there = serving(database=database), serving(database=database)
    red, blue, match = table(here)
    watch = blue.elsewhere(there).watch(match)
    watch.until_present("blue")
    asyncio.run(execute(postgres_url, f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false'))
    cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"  # noqa: S608
    asyncio.run(execute(postgres_url, cut))
    mine = red.watch(match)
    assert mine.closed_with() == 1012
    away = red.http.post(
        f"/matches/{match['id']}/commands", json={"id": "whileaway", "seat": "red", "ask": "1.red", "command": HIDE}
    )
    assert (away.status_code, away.json()["error"]["code"]) == (503, "unavailable")
    assert away.headers["retry-after"]
    unready = httpx.get(f"{here.url}/readyz")
    away_parts = {
        "process": "ok",
        "database": "unreachable",
        "schema": "unknown",
        "writing": "unknown",
        "notices": "not listening",
    }
    assert (unready.status_code, unready.json()["parts"]) == (503, away_parts)
    assert httpx.get(f"{here.url}/healthz").status_code == 200, "no reason to kill the process"
    # Presence changes here, so that notices are tried in vain; and a slow round comes by.
    time.sleep(ROUND_SECONDS + 1)
    asyncio.run(execute(postgres_url, f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true'))
    deadline = time.monotonic() + 20
    while not all(s.json().get("listening") for s in (httpx.get(f"{s.url}/api/health") for s in (here, there))):
        assert time.monotonic() < deadline, "a server does not listen again"
        time.sleep(0.05)
    watch.until(red.play(match, "red", HIDE))
    again = red.watch(match)
    again.until_present("blue", "red")
    watch.until_present("blue", "red")
    watch.close()
    again.close()


def test_a_command_judged_on_an_old_state_is_judged_again(toy_server: Server, serving: Callable[..., Server]) -> None:
    """One process still has the turn before; what was asked there is no longer asked."""
    red, blue, match = table(toy_server)
    there = red.elsewhere(serving())
    assert there.state(match)["version"] == 0
    red.play(match, "red", HIDE)
    fits = there.send(match, "red", HIDE, ask="1.red")
    assert (fits.status_code, fits.json()["version"]) == (200, 2)
    red.play(match, "red", END)
    late = there.send(match, "red", HIDE, ask="1.red")
    assert (late.status_code, late.json()["error"]["code"]) == (409, "moved_on")
    assert blue.state(match)["version"] == 3


def test_matches_put_away_from_memory_are_found_again(serving: Callable[..., Server]) -> None:
    server = serving(TOY, live_matches=2)
    player = Player(server, "Rosa")
    matches = [player.make(hotseat=True) for _ in range(5)]
    for number in range(3):
        for match in matches:
            assert player.play(match, "red", HIDE) == number + 1
    assert "greatwar_live_matches 2.0" in httpx.get(f"{server.url}/metrics").text
    for match in matches:
        assert player.undo(match, "red").status_code == 200
        assert player.state(match, "red")["view"]["hidden"]["red"] == [7, 7]


def test_lines_that_several_read_and_those_of_older_rows_are_read_alike(
    toy_server: Server, serving: Callable[..., Server], database_url: str
) -> None:
    """A line that is alike for several viewpoints is stored once; before, each had its own."""
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE, THROW)
    rows = asyncio.run(fetch(database_url, "SELECT lines FROM event WHERE match = $1 ORDER BY seq", match["id"]))
    assert [json.loads(r["lines"])["blue"] for r in rows] == ["spectator"] * 2

    def told(server: Server) -> list[Any]:
        there = blue.elsewhere(server)
        logs = [there.http.get(f"/matches/{match['id']}/log", params={"seat": "blue"}).json()["log"]]
        logs += [there.state(match)["log"], there.http.get(f"/matches/{match['id']}/export").json()["log"]]
        assert all(log == logs[0] for log in logs)
        return logs[0]

    before = told(toy_server)
    assert [line["text"] for line in before][0] == "red hid a number."
    older = "UPDATE event SET lines = jsonb_set(lines, '{blue}', lines -> 'spectator') WHERE match = "
    asyncio.run(execute(database_url, f"{older}'{match['id']}'"))
    assert told(serving()) == before
    watch = blue.elsewhere(serving()).watch(match)
    assert watch.next()["log"] == before
    watch.close()
