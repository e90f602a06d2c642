"""What one guest or one household may have: time, sockets, matches, events; and what is swept away."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
import uuid
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import structlog

from app.admin.sweep import Sweeper
from app.database import Database
from app.limits.addresses import Proxies, household
from app.limits.cpu_budget import BRIEF_SECONDS, BURST_SECONDS, CpuBudget, CpuBudgets, Metered, StepClock
from app.limits.limits import Caller, Limits
from app.limits.queues import Queues
from app.limits.rates import Counts, Rates
from app.limits.refusals import MAX_LINES_PER_WINDOW, Refusals
from app.limits.sockets import Sockets
from tests.app.players import END, HIDE, Player, Watch, table
from tests.conftest import TOY, Server, execute, fetch

# --- who is counted -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("not an address", "not an address"),
    ],
)
def test_a_household_is_an_address_or_an_ipv6_network(address: str, counted: str) -> None:
    assert household(address) == counted


def test_proxies_are_named_by_address_or_network() -> None:
    proxies = Proxies(["10.0.0.0/8", "2001:db8::1"])
    assert "10.9.8.7" in proxies
    assert "::ffff:10.9.8.7" in proxies
    assert "2001:db8::1" in proxies
    assert "192.0.2.7" not in proxies
    assert "nonsense" not in proxies
    assert "127.0.0.1" not in Proxies(())


# --- time -----------------------------------------------------------------------------------------------------------


def burn(seconds: float) -> None:
    """Keep this thread's processor busy."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


async def work(seconds: float) -> None:
    """Some work, in two steps."""
    burn(seconds / 2)
    await asyncio.sleep(0)
    burn(seconds / 2)


def test_whoever_overdraws_his_share_of_a_busy_server_waits_and_others_do_not() -> None:
    now = 0.0
    shares = CpuBudgets(0.01, 0.01, 0.01, lambda: now)
    heavy, light = shares.of("guest", "heavy"), shares.of("guest", "light")
    assert not shares.is_spent([heavy])

    async def scene() -> None:
        await shares.meter(work(0.05), [heavy])

    asyncio.run(scene())
    assert shares.is_spent([heavy])
    assert not shares.is_spent([light])
    now = 10.0
    assert not shares.is_spent([heavy]), "what is given comes back with time"


def test_a_step_is_timed_to_within_a_moment_whatever_other_programs_take() -> None:
    wall, own, looked = 0.0, 0.0, 0

    def own_time() -> float:
        nonlocal looked
        looked += 1
        return own

    clock, looked = StepClock(lambda: wall, own_time), 0

    def step(seconds: float, elsewhere: float = 0.0) -> float:
        async def runs() -> None:
            nonlocal wall, own
            wall, own = wall + seconds + elsewhere, own + seconds

        share = CpuBudget(1.0, 0.0)
        left = share.left
        with pytest.raises(StopIteration):
            Metered(runs(), (share,), clock).__await__().send(None)
        return left - share.left

    assert [step(0.0001) for _ in range(9)] == [pytest.approx(0.0001)] * 9
    assert looked == 0, "brief steps, one after the other, do not ask for the thread's own time"
    assert step(0.05) == pytest.approx(0.05, abs=BRIEF_SECONDS)
    assert step(0.0001, elsewhere=3.0) == pytest.approx(0.0001, abs=BRIEF_SECONDS)
    assert step(0.02, elsewhere=3.0) == pytest.approx(0.02, abs=BRIEF_SECONDS)


def test_nobody_waits_while_the_server_has_time_to_spare() -> None:
    shares = CpuBudgets(1.0, 0.001, 0.001, lambda: 0.0)
    heavy = shares.of("address", "heavy")

    async def scene() -> None:
        await shares.meter(work(0.05), [heavy])

    asyncio.run(scene())
    assert heavy is not None
    assert heavy.left < 0
    assert not shares.is_spent([heavy])


def test_metering_changes_nothing_about_the_work() -> None:
    shares = CpuBudgets(0.5, 0.5, 0.5)

    class Unlucky(Exception):
        pass

    async def fails() -> None:
        await asyncio.sleep(0)
        raise Unlucky

    async def waits() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    async def run(coroutine: Coroutine[Any, Any, None]) -> None:
        await shares.meter(coroutine, [])

    async def scene() -> None:
        with pytest.raises(Unlucky):
            await run(fails())
        task = asyncio.create_task(run(waits()))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    seen: list[str] = []
    asyncio.run(scene())
    assert seen == ["cancelled"]


def test_unused_shares_are_kept_for_a_burst_and_no_longer() -> None:
    now = 0.0
    shares = CpuBudgets(0.5, 0.5, 0.5, lambda: now)
    share = shares.of("guest", "one")
    assert share is not None
    now = 1000.0
    shares.is_spent([share])
    assert share.left == 0.5 * BURST_SECONDS


def test_some_calls_of_a_household_are_served_and_the_others_wait_their_turn() -> None:
    async def scene() -> tuple[int, list[int]]:
        lines, inside, most, order = Queues(2), 0, 0, []

        async def call(number: int) -> None:
            nonlocal inside, most
            async with lines.turn("home"):
                inside += 1
                most = max(most, inside)
                order.append(number)
                await asyncio.sleep(0.01)
                inside -= 1

        calls = [asyncio.create_task(call(n)) for n in range(8)]
        await asyncio.sleep(0.005)
        calls[4].cancel()
        async with lines.turn("elsewhere"):
            assert inside == 2
        await asyncio.gather(*calls, return_exceptions=True)
        assert not lines._lines
        return most, order

    most, order = asyncio.run(scene())
    assert most == 2
    assert order == [0, 1, 2, 3, 5, 6, 7]


def test_the_guests_of_a_household_take_turns() -> None:
    async def scene() -> list[str]:
        lines, order = Queues(1), []

        async def call(guest: str) -> None:
            async with lines.turn("home", guest):
                order.append(guest)
                await asyncio.sleep(0)

        many = [asyncio.create_task(call("flooder")) for _ in range(20)]
        await asyncio.sleep(0)
        await asyncio.gather(*many, call("calm"))
        return order

    order = asyncio.run(scene())
    assert order.index("calm") <= 3
    assert order.count("flooder") == 20


def test_a_guest_uses_up_a_share_of_their_own_beside_that_of_their_household() -> None:
    shares = CpuBudgets(0.5, 0.2, 0.1)
    limits: Any = SimpleNamespace(cpu_budgets=shares)
    of_home, own = Limits.cpu_budgets_of(limits, Caller("home", "guest"))
    assert of_home is shares.of("address", "home")
    assert own is shares.of("guest", "guest")
    assert None not in (of_home, own)
    assert Limits.cpu_budgets_of(limits, Caller("home", None)) == (of_home, None)


# --- the log --------------------------------------------------------------------------------------------------------


def test_a_flood_leaves_one_line_and_a_sum() -> None:
    now = 0.0
    refusals = Refusals(lambda: now)
    with structlog.testing.capture_logs() as lines:
        for _ in range(10_000):
            refusals.note("too_many", "192.0.2.7")
        for number in range(1000):
            refusals.note("too_many", f"198.51.100.{number}")
        assert len(lines) == MAX_LINES_PER_WINDOW
        now = 61.0
        refusals.tick()
    sums = [line for line in lines if line["event"] != "refused"]
    assert [(s["event"], s.get("times")) for s in sums] == [
        ("refused again", 9_999),
        ("refused others", 1000 - MAX_LINES_PER_WINDOW + 1),
    ]


def test_households_beyond_those_that_are_counted_are_one_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("app.limits.refusals.MAX_ADDRESSES", 2)
    refusals = Refusals(lambda: now)
    with structlog.testing.capture_logs() as lines:
        counts = [refusals.note("too_many", f"192.0.2.{number}") for number in (1, 2, 3, 3, 4, 1)]
        now = 61.0
        refusals.tick()
    assert counts == [1, 1, 1, 1, 1, 2]
    sums = [(line["event"], line["times"]) for line in lines if line["event"] != "refused"]
    assert sums == [("refused again", 1), ("refused others", 3)]


# --- sockets --------------------------------------------------------------------------------------------------------


def test_sockets_are_counted_over_all_matches(serving: Callable[..., Server]) -> None:
    server = serving(TOY, sockets_per_guest=3, sockets_per_address=5)
    red = Player(server, "Rosa")
    matches = [red.make(hotseat=True) for _ in range(4)]
    held = [red.watch(m) for m in matches[:3]]
    for watch in held:
        watch.next()
    assert red.watch(matches[3]).closed_with() == 4429
    strangers = [Watch(f"{server.socket_url}/api/matches/{m['id']}/live?key={m['spectate']}") for m in matches[:2]]
    for watch in strangers:
        watch.next()
    third = Watch(f"{server.socket_url}/api/matches/{matches[2]['id']}/live?key={matches[2]['spectate']}")
    assert third.closed_with() == 4429, "the household has five already"
    for watch in [*held, *strangers]:
        watch.close()


def test_a_socket_that_may_not_stay_is_not_counted() -> None:
    sockets = Sockets(1, 10)
    with sockets.hold("a", "home") as first:
        for _ in range(5):
            with sockets.hold("a", "home") as second:
                assert not second
    assert first
    with sockets.hold("a", "home") as again:
        assert again


# --- matches and events ---------------------------------------------------------------------------------------------


def test_a_guest_sits_in_so_many_unfinished_matches(serving: Callable[..., Server]) -> None:
    server = serving(TOY, matches_per_guest=2)
    red, blue = Player(server, "Rosa"), Player(server, "Blaise")
    first = red.make(hotseat=True)
    red.make(seat="red")
    body = {"game": "toy", "scenario": "short"}
    refused = red.http.post("/matches", json=body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "too_many_matches")
    theirs = blue.make(seat="red")
    sitting = red.http.post(f"/matches/{theirs['id']}/seats/blue", json={"invite": theirs["invite"]})
    assert sitting.status_code == 409
    for turn in range(8):
        red.play(first, ("red", "blue")[turn % 2], END)
    assert red.http.post("/matches", json=body).status_code == 201, "one is finished"


def test_a_guest_may_lead_to_so_many_events(serving: Callable[..., Server]) -> None:
    server = serving(TOY, event_limit="5/hour")
    red, blue, match = table(server, scenario="endless")
    red.play(match, "red", *[HIDE] * 5)
    refused = red.send(match, "red", HIDE)
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_events")
    other = blue.make(hotseat=True)
    blue.play(other, "red", HIDE)


def test_a_match_that_has_grown_too_long_takes_no_more(serving: Callable[..., Server], database_url: str) -> None:
    server = serving(TOY, events_per_match=1000)
    red, _, match = table(server, scenario="endless")
    red.play(match, "red", HIDE)
    asyncio.run(
        execute(
            database_url,
            f"UPDATE match SET version = 1000 WHERE id = '{match['id']}';"  # noqa: S608
            f"UPDATE event SET seq = 1000 WHERE match = '{match['id']}';"
            f"UPDATE snapshot SET seq = 999 WHERE match = '{match['id']}'",
        )
    )
    elsewhere = red.elsewhere(serving(TOY, events_per_match=1000))
    refused = elsewhere.send(match, "red", HIDE)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "match_full")
    assert elsewhere.state(match, "red")["version"] == 1


def test_moves_of_a_household_are_counted(serving: Callable[..., Server]) -> None:
    server = serving(TOY, move_limit="3/minute")
    red, blue, match = table(server, scenario="endless")
    red.play(match, "red", HIDE, HIDE)
    assert red.undo(match, "red").status_code == 200
    assert red.send(match, "red", HIDE).status_code == 429
    assert blue.state(match)["version"] == 3


def test_a_day_has_its_own_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("app.limits.rates.time.time", lambda: now)
    rates = Rates(guests="2/second;3/day", free="")
    assert [rates.hit("guests", "x") for _ in range(3)] == [True, True, False]
    assert all(rates.hit("free", "x") for _ in range(1000))
    now += 1.1
    assert [rates.hit("guests", "x") for _ in range(2)] == [True, False]


def test_counts_begin_again_with_their_window_and_old_ones_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("app.limits.rates.time.time", lambda: now)
    monkeypatch.setattr("app.limits.rates.MAX_COUNTS", 10)
    counts = Counts()
    first = counts.add("a", 60, 1, 100)
    assert counts.add("a", 60, 5, 100) is first
    assert (first.here, counts.sum("a"), first.until) == (6, 6, 1060)
    for number in range(9):
        counts.add(f"old {number}", 60, 1, 100)
    now = 1060.0
    assert (counts.sum("a"), counts.add("a", 60, 1, 100).here) == (0, 1)
    for number in range(5):
        counts.add(f"new {number}", 60, 1, 100)
    assert len(counts) == 6, "the old ones are gone"


def test_a_caller_who_is_refused_again_and_again_waits_longer_each_time(serving: Callable[..., Server]) -> None:
    server = serving(refusal_seconds=0.05)
    with httpx.Client(base_url=server.url, headers={"Origin": "https://elsewhere.example"}) as stranger:
        waited = []
        for _ in range(24):
            began = time.monotonic()
            assert stranger.post("/api/guests", json={"name": "Rosa"}).status_code == 403
            waited.append(time.monotonic() - began)
    assert min(waited[:20]) < 0.05
    # A server's loop counts whole milliseconds.
    assert [second > 0.05 * n - 0.002 for n, second in enumerate(waited[20:], start=1)] == [True] * 4


def test_all_guests_of_a_household_share_its_limit(serving: Callable[..., Server]) -> None:
    server = serving(TOY, address_limit="30/minute", rate_limit="20/minute")
    one, other = Player(server, "One"), Player(server, "Other")
    statuses = [p.http.get("/me").status_code for _ in range(16) for p in (one, other)]
    assert 20 < statuses.count(200) < 30, "more than one may, and no more than all may together"
    away = httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.77"), timeout=20)
    assert away.get(f"{server.url}/api/games").status_code == 200


# --- invitations ----------------------------------------------------------------------------------------------------


def test_an_invitation_shows_nothing_once_all_seats_are_taken(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    stranger = Player(toy_server, "Nosy")
    path, old, wrong = f"/matches/{match['id']}", {"invite": match["invite"]}, {"invite": "x" * 24}
    for client in (stranger.http, httpx.Client(base_url=f"{toy_server.url}/api")):
        by_old, by_wrong = client.get(path, params=old), client.get(path, params=wrong)
        assert by_old.status_code in (401, 403)
        assert (by_old.status_code, by_old.content) == (by_wrong.status_code, by_wrong.content)
    for seat in ("red", "blue", "green"):
        by_old, by_wrong = (stranger.http.post(f"{path}/seats/{seat}", json=body) for body in (old, wrong))
        assert (by_old.status_code, by_old.content) == (by_wrong.status_code, by_wrong.content)
    assert blue.http.get(path).json()["invite"] is None, "there is nobody left to invite"
    assert red.http.get(path, params=old).status_code == 200
    assert blue.http.post(f"{path}/seats/blue", json=old).status_code == 200, "sitting there already is fine"


# --- sweeping -------------------------------------------------------------------------------------------------------


class _Cached:
    def __init__(self, live: list[str]) -> None:
        self.live = live


def _age(url: str, what: str) -> None:
    asyncio.run(execute(url, what))


def _sweep(url: str, live: list[str] | None = None, days: int = 30) -> dict[str, int]:
    async def scene() -> dict[str, int]:
        database = Database(url, 2)
        try:
            return await Sweeper(database, _Cached(live or []), days).sweep()  # type: ignore[arg-type]
        finally:
            await database.close()

    return asyncio.run(scene())


def test_what_nobody_plays_is_swept_and_what_anyone_plays_is_kept(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    url = fresh_database()
    server = serving(TOY, url)
    red, blue, played = table(server)
    red.play(played, "red", HIDE)
    waiting, watched, begun = red.make(seat="red"), red.make(seat="red"), red.make(hotseat=True)
    new = red.make(seat="red")
    idle, visits = Player(server, "Idle"), Player(server, "Visits")
    long_ago = "now() - interval '40 days'"
    old = "', '".join(m["id"] for m in (played, waiting, watched, begun))
    _age(
        url,
        f"UPDATE match SET created_at = {long_ago}, changed_at = {long_ago} WHERE id IN ('{old}');"  # noqa: S608
        f"UPDATE match SET created_at = {long_ago}, changed_at = {long_ago}"
        " WHERE NOT EXISTS (SELECT 1 FROM seat WHERE seat.match = match.id AND seat.account IS NOT NULL);"
        f"UPDATE account SET created_at = {long_ago}; UPDATE session SET created_at = {long_ago};"
        f"UPDATE session SET seen_at = {long_ago} WHERE account <> '{visits.id}';"
        f"INSERT INTO caller_count VALUES ('over', 9, {long_ago}), ('open', 9, now() + interval '1 day')",
    )
    ready = {r["id"] for r in asyncio.run(fetch(url, "SELECT id FROM match"))}
    ready -= {m["id"] for m in (played, waiting, watched, begun, new)}
    assert ready, "the table that the server keeps ready"
    nothing = dict.fromkeys(("what_ifs", "sessions", "tokens", "deliveries", "notices", "hints", "bans", "reports"), 0)
    assert _sweep(url, live=[watched["id"]]) == {"matches": 2, "guests": 1, "counts": 1, **nothing}
    left = {r["id"] for r in asyncio.run(fetch(url, "SELECT id FROM match"))}
    assert left == {played["id"], watched["id"], new["id"], *ready}
    people = {r["id"] for r in asyncio.run(fetch(url, "SELECT id FROM account"))}
    assert people == {uuid.UUID(p.id) for p in (red, blue, visits)}
    assert idle.http.get("/me").status_code == 401
    red.play(played, "red", HIDE)
    assert red.http.get(f"/matches/{waiting['id']}/state").status_code == 404
    gone = red.http.post(
        f"/matches/{begun['id']}/commands", json={"id": "abcdefgh", "seat": "red", "ask": "1.red", "command": HIDE}
    )
    assert gone.status_code == 404
    assert _sweep(url) == {"matches": 1, "guests": 0, "counts": 0, **nothing}


def test_what_is_known_of_people_and_done_with_is_swept(fresh_database: Callable[[], str]) -> None:
    url = fresh_database()
    ages = {
        "Closed long ago.": "now() - interval '13 months'",
        "Closed.": "now() - interval '11 months'",
        "Open.": "NULL",
    }
    reports = ", ".join(
        f"(gen_random_uuid(), 'Karl', 'm', 'red', '{text}', now() - interval '5 years', {closed})"
        for text, closed in ages.items()
    )
    _age(
        url,
        "INSERT INTO ban (network, ends_at, reason) VALUES"  # noqa: S608
        " ('203.0.113.7/32', now() - interval '31 days', 'Floods.'), ('203.0.113.8/32', now(), 'Floods.');"
        f"INSERT INTO report (id, about_name, match, seat, text, created_at, closed_at) VALUES {reports}",
    )
    swept = _sweep(url)
    assert (swept["bans"], swept["reports"]) == (1, 1)
    assert [r["network"] for r in asyncio.run(fetch(url, "SELECT network FROM ban"))] == ["203.0.113.8/32"]
    left = asyncio.run(fetch(url, "SELECT text FROM report ORDER BY text"))
    assert [r["text"] for r in left] == ["Closed.", "Open."]


def test_sitting_down_keeps_a_match_from_being_swept(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    url = fresh_database()
    server = serving(TOY, url)
    red, blue = Player(server, "Rosa"), Player(server, "Blaise")
    match = red.make(seat="red")
    _age(url, "UPDATE match SET changed_at = now() - interval '40 days'")
    blue.sit(match, "blue")
    assert _sweep(url)["matches"] == 0


def test_sessions_that_are_over_are_swept(serving: Callable[..., Server], fresh_database: Callable[[], str]) -> None:
    url = fresh_database()
    rosa = Player(serving(TOY, url), "Rosa")
    _age(url, "UPDATE session SET expires_at = now() - interval '1 second'")
    assert _sweep(url)["sessions"] == 1
    assert rosa.id


def test_bodies_that_trickle_hold_up_nobody_of_the_household(serving: Callable[..., Server]) -> None:
    server = serving(TOY, calls_at_once=2, body_seconds=60)
    port = int(server.url.rsplit(":", 1)[1])
    head = b"POST /api/guests HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{"
    held = [socket.create_connection(("127.0.0.1", port)) for _ in range(10)]
    for raw in held:
        raw.sendall(head)
    assert httpx.get(f"{server.url}/api/games", timeout=20).status_code == 200
    for raw in held:
        raw.close()


# --- a busy server --------------------------------------------------------------------------------------------------


def test_a_heavy_guest_is_told_that_the_server_is_busy_and_a_light_one_plays(serving: Callable[..., Server]) -> None:
    """Large views are asked for over and over; the shares are small so that any machine is busy soon.

    Ten moves fit into what a guest has saved up, also where other programs slow the machine.
    """
    server = serving(TOY, work_share=0.01, work_share_address=1, work_share_guest=0.05, calls_at_once=8)
    heavy, light = Player(server, "Heavy"), Player(server, "Light")
    large = heavy.make(hotseat=True, scenario="endless", options={"bulk": 200_000})
    match = light.make(hotseat=True, scenario="endless")
    told: set[str] = set()
    done = threading.Event()

    def ask() -> None:
        with httpx.Client(base_url=f"{server.url}/api", cookies=heavy.http.cookies, timeout=30) as client:
            while not done.is_set():
                answer = client.get(f"/matches/{large['id']}/state")
                if answer.status_code != 200:
                    told.add(answer.json()["error"]["code"])

    askers = [threading.Thread(target=ask) for _ in range(3)]
    for asker in askers:
        asker.start()
    try:
        deadline = time.monotonic() + 180
        while not told and time.monotonic() < deadline:
            time.sleep(0.05)
        for _ in range(10):
            light.play(match, "red", HIDE)
    finally:
        done.set()
        for asker in askers:
            asker.join()
    assert told == {"busy"}
