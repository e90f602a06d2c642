"""While the server is updated, an older process meets what a newer one stored: it refuses that whole."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

from tests.app.players import Player
from tests.conftest import REAL, Server, execute, fetch

HISTORICAL = {"kind": "historical"}
END = {"kind": "end_phase"}
FROM_LATER = {"kind": "taken", "v": 99, "side": "german", "hexes": ["1004"], "vp_change": 1}
"""Every member of today's shape is there; what the later one means by them, or has besides, nobody here knows."""


def test_what_a_newer_process_stored_is_refused_until_it_can_be_read(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    url = fresh_database()

    def sql(statement: str) -> None:
        asyncio.run(execute(url, statement))

    player = Player(serving(REAL, url), "Joseph")
    match = player.make(game="schlieffens-war", scenario="campaign", hotseat=True)
    told = player.play(match, "entente", HISTORICAL)
    (row,) = asyncio.run(fetch(url, "SELECT version FROM match WHERE id = $1", match["id"]))
    version = int(row["version"])
    before = player.state(match, "entente")

    sql(
        "INSERT INTO event (match, seq, kind, payload, lines, numbers, seat, command_id, at) VALUES"  # noqa: S608
        f" ('{match['id']}', {version + 1}, 'taken', '{json.dumps(FROM_LATER)}', '{{}}', '{{}}', 'entente', 'later',"
        " now())"
    )
    sql(f"UPDATE match SET version = version + 1 WHERE id = '{match['id']}'")  # noqa: S608
    looked = player.http.get(f"/matches/{match['id']}/state", params={"seat": "entente"})
    moved = player.send(match, "entente", END, ask=before["legal"]["ask"])
    for answer in (looked, moved):
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "newer_version")
    assert player.watch(match, seat="entente").closed_with() == 1012

    sql(f"DELETE FROM event WHERE match = '{match['id']}' AND seq > {version}")  # noqa: S608
    sql(f"UPDATE match SET version = {version} WHERE id = '{match['id']}'")  # noqa: S608
    assert player.state(match, "entente") == before
    assert player.play(match, "entente", END) > told


def test_a_position_of_a_newer_version_is_not_opened(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    url = fresh_database()
    player = Player(serving(REAL, url), "Joseph")
    match = player.make(game="powers-1914", scenario="austria-russia", hotseat=True)
    (stored,) = asyncio.run(fetch(url, "SELECT state FROM snapshot WHERE match = $1", match["id"]))
    body = json.dumps({**json.loads(stored["state"]), "version": 99})
    asyncio.run(execute(url, f"UPDATE snapshot SET state = '{body}' WHERE match = '{match['id']}'"))  # noqa: S608
    answer = player.http.get(f"/matches/{match['id']}/state", params={"seat": "central"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "newer_version")
    assert player.http.get("/matches").status_code == 200
