"""What Prometheus reads: figures of everything that may be short, at the server's door and at one of their own."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import httpx

from tests.app.players import END, HIDE, table
from tests.conftest import TOY, Server, free_port

TIMED = ("load", "commit_wait", "pool_wait", "loop_lag", "bus_lag")


def test_what_may_be_short_is_timed(serving: Callable[..., Server], fresh_database: Callable[[], str]) -> None:
    database = fresh_database()
    server, other = serving(TOY, database), serving(TOY, database)
    red, blue, match = table(server)
    red.play(match, "red", HIDE, END)
    blue.elsewhere(other).state(match)
    red.play(match, "red")
    end = time.monotonic() + 20
    while "greatwar_loop_lag_seconds_count 0.0" in (figures := httpx.get(f"{server.url}/metrics").text):
        assert time.monotonic() < end, "the loop is never looked at"
        time.sleep(0.1)
    for name in TIMED:
        (count,) = re.findall(rf"^greatwar_{name}_seconds_count (\d+)", figures, re.MULTILINE)
        assert int(count) > 0, name
    (waited,) = re.findall(r"^greatwar_commit_wait_seconds_sum ([\d.e-]+)", figures, re.MULTILINE)
    assert 0 < float(waited) < 20
    assert "greatwar_live_matches 1.0" in figures
    for name in ("put_away_total", "no_room_total", "snapshots_failed_total"):
        assert f"# TYPE greatwar_{name} counter" in figures
    slow = re.findall(r'greatwar_request_seconds_bucket\{le="([\d.]+)",method="POST"', figures)
    assert {"0.25", "0.5", "1.0", "2.5", "5.0"} <= {*slow}


def test_they_have_a_port_of_their_own_where_players_never_come(serving: Callable[..., Server]) -> None:
    port = free_port()
    server = serving(TOY, metrics="off", metrics_port=port)
    assert httpx.get(f"{server.url}/metrics").status_code == 404
    figures = httpx.get(f"http://127.0.0.1:{port}/metrics")
    assert "greatwar_request_seconds" in figures.text
    assert httpx.get(f"http://127.0.0.1:{port}/api/games").text.startswith("# HELP"), "nothing else is served there"
    assert server.stop() == 0
