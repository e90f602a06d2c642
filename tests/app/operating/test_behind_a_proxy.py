"""The containers' layout as plain processes: nginx by the very file that compose uses, before two servers.

The commanders of one side are at different processes, and one of these goes while they play.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from app.accounts.sessions import COOKIE, HOST_COOKIE
from app.settings import ROOT
from tests.app.players import Player, Watch
from tests.conftest import REAL, TOY, Server, free_port
from tests.thorough import in_the_sweep

BINARY = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
GATEWAY = "172.30.83.1"
SEATS = ("entente-east", "entente-north", "german-right", "german-left")
MARCHES = 5

pytestmark = pytest.mark.skipif(BINARY is None, reason="nginx is not installed: apt-get install nginx-light")


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts nginx before servers: ``proxied(servers)``; ``outer`` is an address whose word it takes about callers."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*servers: Server, outer: str = GATEWAY) -> Server:
        port, config = free_port(), tmp_path / f"nginx-{len(started)}.conf"
        text = (ROOT / "docs/nginx.conf").read_text()
        addresses = iter([server.url.removeprefix("http://") for server in servers] * 2)  # both upstreams
        text, replaced = re.subn(r"172\.30\.83\.1\d:8000", lambda _: next(addresses), text)
        assert replaced == 2 * len(servers)
        text = text.replace("listen 8080;", f"listen 127.0.0.1:{port};").replace(GATEWAY, outer)
        text = text.replace("/tmp/", f"{tmp_path}/{len(started)}-").replace("/dev/stderr", "stderr")  # noqa: S108
        config.write_text(text.replace("/dev/stdout", str(tmp_path / "access.log")))
        command = [str(BINARY), "-e", "stderr", "-c", str(config), "-g", "daemon off;"]
        log = tmp_path / "nginx.log"
        with log.open("ab") as out:
            process = subprocess.Popen(command, stdout=out, stderr=out)
        started.append(process)
        server = Server(f"http://127.0.0.1:{port}", process, log)
        while True:
            assert process.poll() is None, log.read_text()
            try:
                httpx.get(server.url)
            except httpx.TransportError:
                continue
            return server

    yield start
    for process in started:
        process.terminate()
        process.wait(30)


@in_the_sweep
def test_two_commanders_of_a_side_play_through_two_processes(
    serving: Callable[..., Server],
    fresh_database: Callable[[], str],
    proxied: Callable[..., Server],
    tmp_path: Path,
) -> None:
    """Each socket is told of every move once, in order: a patch that is lost or doubled does not fit what was seen."""
    database = fresh_database()
    servers = [serving(REAL, database, proxies="127.0.0.1") for _ in range(2)]
    door = proxied(*servers)
    players = {seat: Player(door, seat) for seat in SEATS}
    maker = players[SEATS[0]]
    match = maker.make(game="schlieffens-war", scenario="campaign-teams", seat=SEATS[0])
    for seat in SEATS[1:]:
        players[seat].sit(match, seat)
    for seat in ("entente-east", "entente-north", "german-right", "german-left"):
        players[seat].play(match, seat, {"kind": "historical"}, {"kind": "end_phase"})
    watches = {seat: players[seat].watch(match, seat=seat) for seat in SEATS}
    for watch in watches.values():
        watch.next()  # a socket counts from its first message on
    shown = [_figure(server, "sockets") for server in servers]
    assert sorted(shown) == [0, len(SEATS)], "a match has a home"
    home, other = (servers[shown.index(count)] for count in (len(SEATS), 0))
    assert (_figure(home, "live_matches"), _figure(other, "live_matches")) == (1, 0), "only the home keeps it in memory"

    commanders = ("german-right", "german-left")
    with ThreadPoolExecutor(2) as pool:
        for marched in pool.map(lambda seat: _march(players[seat], match, seat), commanders):
            assert marched == MARCHES
    for seat, watch in watches.items():
        _caught_up(players[seat], match, seat, watch)

    # One process goes: its players come back to the other, and the turn goes on.
    home.stop()
    codes = {seat: _closed(watch) for seat, watch in watches.items()}
    assert set(codes.values()) == {1012}
    for seat in (seat for seat, code in codes.items() if code):
        again = players[seat].watch(match, seat=seat, seen=watches[seat].version)
        again.view, again.legal, again.version = watches[seat].view, watches[seat].legal, watches[seat].version
        watches[seat] = again
    for commander in commanders:
        assert _march(players[commander], match, commander, 1) == 1
    for seat, watch in watches.items():
        _caught_up(players[seat], match, seat, watch)
        watch.close()
    log = (tmp_path / "access.log").read_text()
    assert "/live" in log
    for secret in (match["invite"], match["spectate"], maker.http.cookies[COOKIE]):
        assert secret not in log


def _figure(server: Server, name: str) -> int:
    """What a server counts."""
    told = re.search(rf"^greatwar_{name} (\d+)", httpx.get(f"{server.url}/metrics").text, re.MULTILINE)
    assert told is not None
    return int(told[1])


def _closed(watch: Watch) -> int:
    """What a socket was closed with; 0 when it is answered."""
    try:
        watch.socket.send('{"type":"ping"}')
        while watch.next()["type"] != "pong":
            pass
    except ConnectionClosed:
        return watch.closed_with()
    return 0


def _caught_up(player: Player, match: dict[str, Any], seat: str, watch: Watch) -> None:
    """The socket comes to show what there is to see."""
    state = player.state(match, seat)
    watch.until(state["version"])
    assert watch.view == state["view"]
    assert watch.legal == state["legal"]


def _march(player: Player, match: dict[str, Any], seat: str, most: int = MARCHES) -> int:
    """March with some of a commander's own units, one after the other; gives how many did."""
    marched = 0
    offers = {o["kind"]: o for o in player.state(match, seat)["legal"]["offers"]}
    for unit in offers["move"]["units"]:
        question = {"kind": "move", "units": [unit]}
        body = {"seat": seat, "question": question}
        answer = player.http.post(f"/matches/{match['id']}/consult", json=body)
        assert answer.status_code == 200, answer.text
        ways = [h["path"] for h in answer.json()["hexes"].values() if h["band"] == "free"]
        if not ways:
            continue
        sent = player.send(match, seat, {"kind": "move", "units": [unit], "path": ways[0], "forced": False})
        assert sent.status_code == 200, sent.text
        marched += 1
        if marched == most:
            break
    return marched


def test_only_the_proxy_on_the_host_is_believed_about_callers(
    serving: Callable[..., Server], proxied: Callable[..., Server]
) -> None:
    """Someone who calls nginx directly cannot claim to be another household, nor to have come by https."""
    server = serving(TOY, proxies="127.0.0.1", guest_limit="2/day", site="https://greatwar.example")
    strangers, trusted = proxied(server, server), proxied(server, server, outer="127.0.0.1")

    def guest(door: Server, number: int) -> httpx.Response:
        said = {"X-Forwarded-For": f"198.51.100.{number}", "X-Forwarded-Proto": "https"}
        origin = door.url if door is strangers else door.url.replace("http:", "https:")
        return httpx.post(f"{door.url}/api/guests", json={"name": "Rosa"}, headers={**said, "Origin": origin})

    assert [guest(strangers, n).status_code for n in range(3)] == [200, 200, 429]
    by_https = [guest(trusted, n) for n in range(3)]
    assert [answer.status_code for answer in by_https] == [200] * 3
    for answer in by_https:
        written = answer.headers["set-cookie"]
        assert written.startswith(f"{HOST_COOKIE}=")
        assert "; Secure" in written
        assert "strict-transport-security" in answer.headers
    assert [httpx.get(f"{trusted.url}/{path}").status_code for path in ("metrics", "readyz", "healthz")] == [404] * 3
    large = httpx.post(f"{trusted.url}/api/guests", content=b"x" * 70_000)
    assert large.status_code == 413


def test_while_no_process_is_up_everyone_is_asked_to_come_again(
    serving: Callable[..., Server], proxied: Callable[..., Server]
) -> None:
    """In the one shape of an error, as by the server itself; of a move too."""
    server = serving(TOY, proxies="127.0.0.1")
    door = proxied(server, server)
    rosa = Player(door, "Rosa")
    match = rosa.make(hotseat=True)
    server.kill()
    for answer in (rosa.http.get(f"/matches/{match['id']}"), rosa.send(match, "red", {"kind": "end"}, ask="1.red")):
        assert (answer.status_code, answer.headers["content-type"]) == (503, "application/json")
        assert answer.headers["retry-after"]
        assert answer.json()["error"].keys() == {"code", "section", "text"}
        assert answer.json()["error"]["code"] == "unavailable"
