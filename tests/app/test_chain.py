"""The chain of links stays one chain, whichever processes write it and however they end."""

from __future__ import annotations

from collections.abc import Callable

from app.verify import verify
from tests.app.players import END, HIDE, THROW, Player
from tests.app.toy_game import Toy
from tests.conftest import TOY, Server


def test_processes_that_take_turns_and_are_killed_write_one_chain(serving: Callable[..., Server]) -> None:
    """Each move at another process than the last: followed from there, loaded from a snapshot, or loaded again."""
    servers = [serving(TOY, snapshot_every=1), serving(TOY, snapshot_every=1, live_matches=1)]
    red, blue = Player(servers[0], "Rosa"), Player(servers[0], "Blaise")
    match = red.make(seat="red")
    blue.sit(match, "blue")
    moves = 0
    for turn in range(8):
        player, seat = ((red, "red"), (blue, "blue"))[turn % 2]
        for command in (HIDE, HIDE, None, THROW, END):
            here = player.elsewhere(servers[moves % 2])
            if command is None:
                assert here.undo(match, seat).status_code == 200
            else:
                here.play(match, seat, command)
            moves += 1
        if turn in (2, 5):
            servers[turn % 2].kill()
            servers[turn % 2] = serving(TOY, snapshot_every=1)
        else:
            # Whoever keeps one match in memory forgets this one over another.
            there = player.elsewhere(servers[1])
            there.state(there.make(hotseat=True))
    export = red.elsewhere(servers[0]).http.get(f"/matches/{match['id']}/export").json()
    report = verify(export, {"toy": Toy()})
    assert (report.faults, report.doubts) == ([], [])
    assert report.decided == report.commands == 40
