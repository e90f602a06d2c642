"""The chain of links stays one chain, whichever processes write it and however they end."""

from __future__ import annotations

from collections.abc import Callable

from app.verify import verify
from tests.app.players import END, HIDE, THROW, Player, table
from tests.app.toy_game import Toy
from tests.conftest import TOY, Server
from tests.thorough import in_the_sweep


@in_the_sweep
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


def test_a_noted_link_says_whether_the_match_is_still_there_and_nothing_else(toy_server: Server) -> None:
    red, blue, match = table(toy_server)

    def there(who: Player, link: str, **query: str) -> object:
        answer = who.http.get(f"/matches/{match['id']}/links/{link}", params=query)
        return answer.json() if answer.status_code == 200 else answer.json()["error"]["code"]

    links = [blue.state(match)["link"]]
    for command in (HIDE, THROW, END):
        red.play(match, "red", command)
        links.append(blue.state(match)["link"])
    assert len({*links}) > 2
    for link in links:
        assert there(blue, link) == there(red, link, seat="red") == {"there": True}
        assert there(Player(toy_server, "Ivo"), link, key=match["spectate"]) == {"there": True}
        assert there(Player(toy_server, "Ivo"), link) == "not_your_seat"
    assert there(blue, 64 * "0") == {"there": False}
    assert there(blue, "0") == "malformed"
