"""A restarted server says the same as before, down to the order of its lists."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.app.players import Player
from tests.conftest import REAL, start_server

SEATS = ("central-2", "central-1", "entente-2", "entente-1")


def test_after_a_restart_every_list_is_in_the_order_in_which_it_was(
    fresh_database: Callable[[], str], tmp_path: Path
) -> None:
    """Objects in ``jsonb`` come back sorted by the length of their names; facts and states keep their own order."""
    database = fresh_database()
    server = start_server(REAL, database, tmp_path / "first.log", snapshot_every=1)
    player = Player(server, "Rosa")
    match = player.make(game="powers-1914", scenario="classic-1-4", hotseat=True)
    for seat in SEATS:
        player.play(match, seat, {"kind": "standard"}, {"kind": "end_phase"})
    player.play(match, "central-2", {"kind": "buy", "nation": "AH", "unit": "infantry", "area": "vienna", "count": 1})
    for seat in SEATS:
        player.play(match, seat, {"kind": "end_phase"})
    told = {seat: _bytes(player, match["id"], seat) for seat in SEATS}
    server.stop()
    restarted = start_server(REAL, database, tmp_path / "second.log")
    player = player.elsewhere(restarted)
    assert {seat: _bytes(player, match["id"], seat) for seat in SEATS} == told
    restarted.stop()


def _bytes(player: Player, match: str, seat: str) -> bytes:
    answer = player.http.get(f"/matches/{match}/state", params={"seat": seat})
    assert answer.status_code == 200, answer.text
    return answer.content
