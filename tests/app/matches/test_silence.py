"""What a viewpoint is not told of reaches it in no way: no message, no number, no word of its being taken back."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rules.catalogue import GAMES
from rules.kernel.game import SPECTATOR
from tests.app.players import Player, Watch
from tests.conftest import REAL, Server, execute, fetch


def frames(watch: Watch) -> list[dict[str, Any]]:
    """All that was sent up to now, presence aside: a pong comes after whatever was queued before it."""
    watch.socket.send('{"type":"ping"}')
    found = []
    while (message := watch.next())["type"] != "pong":
        if message["type"] != "presence":
            found.append(message)
    return found


class Table:
    """A match of Schlieffen's War at its beginning, everyone watching."""

    def __init__(self, server: Server) -> None:
        self.entente, self.german = Player(server, "Joffre"), Player(server, "Moltke")
        self.match = self.entente.make(game="schlieffens-war", scenario="campaign", seat="entente")
        self.german.sit(self.match, "german")
        self.own = self.entente.watch(self.match)
        self.others = {
            "german": self.german.watch(self.match),
            SPECTATOR: self.german.watch(self.match, key=self.match["spectate"]),
        }
        for watch in (self.own, *self.others.values()):
            frames(watch)

    def play(self, *commands: dict[str, Any], seat: str = "entente") -> int:
        """Commands that are all taken; the version after them."""
        return (self.entente if seat == "entente" else self.german).play(self.match, seat, *commands)

    def offers(self) -> dict[str, dict[str, Any]]:
        """What the Entente may do now."""
        return {o["kind"]: o for o in self.entente.state(self.match)["legal"]["offers"]}

    def close(self) -> None:
        """Everyone leaves."""
        for watch in (self.own, *self.others.values()):
            watch.close()


@pytest.fixture
def board(server: Server) -> Iterator[Table]:
    """A table of the real game."""
    made = Table(server)
    yield made
    made.close()


def some_placing(board: Table, rng: random.Random, count: int) -> list[dict[str, Any]]:
    """Commands of a set-up as they come: units placed, moved, taken back, stacks put in another order."""
    given: list[dict[str, Any]] = []
    for _ in range(count):
        offers = board.offers()
        kind = rng.choice([k for k in ("place", "place", "unplace", "arrange") if k in offers])
        command: dict[str, Any] = {"kind": kind}
        if kind == "place":
            choices = {u: hexes for u, hexes in offers["place"]["choices"].items() if hexes}
            command["unit"] = rng.choice(sorted(choices))
            command["hex"] = rng.choice(choices[command["unit"]])
        elif kind == "unplace":
            command["unit"] = rng.choice(offers["unplace"]["units"])
        else:
            command["hex"] = rng.choice(offers["arrange"]["hexes"])
            stack = [u["id"] for u in board.entente.state(board.match)["view"]["stacks"][command["hex"]]]
            command["units"] = rng.sample(stack, len(stack))
        board.play(command)
        given.append(command)
    return given


def test_nobody_is_sent_anything_while_the_other_side_sets_up(board: Table) -> None:
    """Placing, rearranging and taking back: the German and the spectator get no frame, and no number moves."""
    states = {v: _fetched(board, v) for v in board.others}
    some_placing(board, random.Random(3), 25)
    board.play({"kind": "historical"})
    for _ in range(3):
        assert board.entente.undo(board.match, "entente").status_code == 200
    board.play({"kind": "historical"})
    assert len(frames(board.own)) == 30
    for viewer, watch in board.others.items():
        assert frames(watch) == [], viewer
        assert _fetched(board, viewer) == states[viewer]


def test_what_is_done_unseen_changes_no_order_in_anyones_list(board: Table) -> None:
    """Of two matches the older one is moved in, hidden from the Germans: their list says nothing of it."""
    newer = board.entente.make(game="schlieffens-war", scenario="campaign", seat="entente")
    board.german.sit(newer, "german")
    before = board.german.http.get("/matches").content
    some_placing(board, random.Random(3), 3)
    assert board.entente.undo(board.match, "entente").status_code == 200
    assert board.german.http.get("/matches").content == before
    ids = [match["id"] for match in board.german.http.get("/matches").json()]
    assert ids == [newer["id"], board.match["id"]]
    # What everyone sees is told at once: the Germans are to set up.
    board.play({"kind": "historical"}, {"kind": "end_phase"})
    first, _ = board.german.http.get("/matches").json()
    assert (first["id"], first["glance"]["deciders"]) == (board.match["id"], ["german"])
    told = board.german.http.get("/matches").content
    board.play({"kind": "historical"}, seat="german")
    assert board.german.undo(board.match, "german").status_code == 200
    row = next(m for m in board.entente.http.get("/matches").json() if m["id"] == board.match["id"])
    assert (row["at"], row["glance"]) == (first["at"], first["glance"]), "nor does the Germans' own set-up tell anyone"
    assert [m["at"] for m in board.german.http.get("/matches").json()] == [m["at"] for m in json.loads(told)]


def _fetched(board: Table, viewer: str) -> dict[str, Any]:
    query = {"key": board.match["spectate"]} if viewer == SPECTATOR else {"seat": viewer}
    answer = board.german.http.get(f"/matches/{board.match['id']}/state", params=query)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def test_the_next_patch_starts_from_what_was_last_told(board: Table) -> None:
    """The set-up is done: one patch leads from the empty map to the armies."""
    board.play({"kind": "historical"})
    assert board.play({"kind": "end_phase"}) == 2
    for viewer, watch in board.others.items():
        (message,) = frames(watch)
        assert (message["type"], message["from"], message["version"]) == ("patch", 0, 1), viewer
        assert watch.view["stacks"] == _fetched(board, viewer)["view"]["stacks"]
        assert [line["kind"] for line in message["log"]] == ["phase"]


def test_a_client_that_reconnects_in_a_pause_is_where_it_was(board: Table) -> None:
    """A reconnect with the last number told is answered from it and to it."""
    board.play({"kind": "historical"})
    again = board.german.watch(board.match, seen=0)
    again.version, again.view = 0, board.others["german"].view
    first = again.next()
    assert (first["type"], first["from"], first["version"]) == ("patch", 0, 0)
    assert first["patch"] == {}
    assert first["log"] == []
    board.play({"kind": "end_phase"})
    (message,) = frames(again)
    assert (message["from"], message["version"]) == (0, 1)
    again.close()
    late = board.german.watch(board.match)
    assert late.next()["version"] == 1
    late.close()


def test_a_stack_put_in_order_below_its_top_is_silent_and_so_is_its_undo(board: Table) -> None:
    """§6.6: the others see the top unit; an order below it, and taking that back, are its owner's business."""
    board.play({"kind": "historical"}, {"kind": "end_phase"})
    board.play({"kind": "historical"}, {"kind": "end_phase"}, seat="german")
    mine = board.german.watch(board.match, seat="german")
    joffre = {"entente": board.own, SPECTATOR: board.others[SPECTATOR]}
    for watch in (mine, board.others["german"], *joffre.values()):
        frames(watch)
    stacks = _fetched(board, "german")["view"]["stacks"]
    hex_, units = next((h, s) for h, s in stacks.items() if s[0]["side"] == "german" and len(s) > 2)
    ids = [u["id"] for u in units]
    below = {"kind": "arrange", "hex": hex_, "units": [ids[0], *ids[:0:-1]]}
    top = {"kind": "arrange", "hex": hex_, "units": ids[::-1]}
    board.play(below, seat="german")
    assert board.german.undo(board.match, "german").status_code == 200
    assert len(frames(mine)) == 2
    assert [frames(w) for w in joffre.values()] == [[], []]
    board.play(top, seat="german")
    assert board.german.undo(board.match, "german").status_code == 200
    for viewer, watch in joffre.items():
        told = frames(watch)
        assert len(told) == 2, viewer
        assert [line["kind"] for line in told[1]["log"]] == ["undone"], "what others saw is announced when it is undone"
    mine.close()


def test_the_silence_holds_between_processes(serving: Callable[..., Server], fresh_database: Callable[[], str]) -> None:
    """A process that follows another's moves tells its watchers no more than the other does."""
    database = fresh_database()
    here, there = serving(REAL, database=database), serving(REAL, database=database)
    board = Table(here)
    far = board.german.elsewhere(there).watch(board.match)
    own = board.entente.elsewhere(there).watch(board.match)
    frames(far), frames(own)
    version = board.play({"kind": "historical"})
    own.until(version)
    assert frames(far) == []
    board.play({"kind": "end_phase"})
    far.until(1)
    assert far.view["stacks"] == _fetched(board, "german")["view"]["stacks"]
    for watch in (far, own):
        watch.close()
    board.close()


OF_ITS_OWN = frozenset({"link", "at", "id", "match", "invite", "spectate", "commitment", "seal"})
"""What differs between any two matches, whoever does what in them."""


def alike(told: Any) -> Any:
    """What was told, without what differs between any two matches."""
    if isinstance(told, dict):
        return {name: alike(value) for name, value in told.items() if name not in OF_ITS_OWN}
    return [alike(item) for item in told] if isinstance(told, list) else told


def all_that_is_told(board: Table, placed: int, undone: int) -> list[Any]:
    """Everything that reaches the German and the spectators, when the Entente moves so often before it is done.

    At the end of its set-up it stands as history had it. Then both sides move and take back.
    """
    shown = next(c["choices"] for c in board.offers().values() if c["kind"] == "place")
    for unit in sorted(u for u, hexes in shown.items() if hexes)[:placed]:
        board.play({"kind": "place", "unit": unit, "hex": board.offers()["place"]["choices"][unit][0]})
    for _ in range(undone):
        assert board.entente.undo(board.match, "entente").status_code == 200
    early = [_asked(board)]
    board.play({"kind": "historical"}, {"kind": "end_phase"})
    answers = []
    for command in ({"kind": "historical"}, {"kind": "end_phase"}):
        answers.append(board.german.send(board.match, "german", command).json())
    stacks = board.german.state(board.match)["view"]["stacks"]
    hex_, units = next((h, s) for h, s in sorted(stacks.items()) if s[0]["side"] == "german" and len(s) > 2)
    turned = {"kind": "arrange", "hex": hex_, "units": [u["id"] for u in units][::-1]}
    answers.append(board.german.send(board.match, "german", turned).json())
    answers.append(board.german.undo(board.match, "german").json())
    last = answers[-1]["version"]
    answers.append(board.german.http.post(_at(board, "seen"), json={"seat": "german", "seq": last + 99}).json())
    return [alike(t) for t in (*early, *answers, _asked(board), [frames(w) for w in board.others.values()])]


def _at(board: Table, what: str) -> str:
    return f"/matches/{board.match['id']}/{what}"


def _asked(board: Table) -> list[Any]:
    """What the German, and a spectator, are answered."""
    told: list[Any] = [board.german.http.get(f"/matches/{board.match['id']}").json()]
    told += board.german.http.get("/matches").json()
    for query in ({"seat": "german"}, {"key": board.match["spectate"]}):
        told.append(board.german.http.get(_at(board, "state"), params=query).json())
        told.append(board.german.http.get(_at(board, "export"), params=query).json())
        for before in (1, 2, 3, 10_000):
            told.append(board.german.http.get(_at(board, "log"), params={**query, "before": before, "limit": 2}).json())
        told.append(board.german.http.get(_at(board, "log"), params={**query, "find": "e"}).json())
        for number in range(9):
            told.append(board.german.http.get(_at(board, "history"), params={**query, "number": number}).json())
    return told


def test_no_number_tells_how_many_commands_were_hidden(server: Server) -> None:
    """Three units placed, or nine and two of them taken back: the others are told the same to the byte."""
    few, many = Table(server), Table(server)
    told = [all_that_is_told(few, 3, 0), all_that_is_told(many, 9, 2)]
    for once, again in zip(*told, strict=True):
        assert json.dumps(once) == json.dumps(again)
    assert few.german.state(few.match)["last_seen"] == few.german.state(few.match)["version"] > 3
    assert few.entente.state(few.match)["version"] < many.entente.state(many.match)["version"]
    few.close()
    many.close()


def test_numbers_and_links_are_the_same_everywhere_and_after_a_reload(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    """Two processes, and one that loads the match from a snapshot in the middle of what is hidden, say the same."""
    database = fresh_database()
    here, there = serving(REAL, database=database), serving(REAL, database=database, snapshot_every=1)
    board = Table(here)
    some_placing(board, random.Random(4), 6)
    board.play({"kind": "historical"}, {"kind": "end_phase"})
    board.play({"kind": "historical"}, {"kind": "end_phase"}, seat="german")
    stacks = _fetched(board, "german")["view"]["stacks"]
    hex_, units = next((h, s) for h, s in sorted(stacks.items()) if s[0]["side"] == "german" and len(s) > 2)
    ids = [u["id"] for u in units]
    mover = board.german.elsewhere(there)
    for order in ([ids[0], *ids[:0:-1]], ids) * 3:
        mover.play(board.match, "german", {"kind": "arrange", "hex": hex_, "units": order})
    fresh = serving(REAL, database=database)
    board.german.elsewhere(fresh).state(board.match)
    _snapshot_now(database, board.match["id"])
    later = serving(REAL, database=database)
    for player, query, servers in (
        (board.german, {"seat": "german"}, (here, there, fresh)),
        (board.entente, {"seat": "entente"}, (here, there, fresh, later)),
        (board.entente, {"key": board.match["spectate"]}, (here, there, fresh, later)),
    ):
        for what in ("state", "export"):
            told = {player.elsewhere(s).http.get(_at(board, what), params=query).content for s in servers}
            assert len(told) == 1, (query, what)
    board.close()


def _snapshot_now(database: str, match: str) -> None:
    """Store where the match stands, as a server does once nothing of it can be taken back."""
    events = asyncio.run(fetch(database, "SELECT payload FROM event WHERE match = $1 ORDER BY seq", match))
    game = GAMES["schlieffens-war"]
    state = game.new_match("campaign", {})
    for row in events:
        state = game.evolve(state, game.load_event(json.loads(row["payload"])))
    body = json.dumps(game.dump_state(state)).replace("'", "''")
    values = f"'{match}', {len(events)}, {game.version}, '{body}'"
    asyncio.run(execute(database, f"INSERT INTO snapshot (match, seq, rules_version, state) VALUES ({values})"))  # noqa: S608


def test_what_the_others_see_is_still_announced_when_it_is_undone(toy_server: Server) -> None:
    """The toy game shows how many numbers are hidden: taking one back is told."""
    red, blue = Player(toy_server, "Rosa"), Player(toy_server, "Blaise")
    match = red.make(seat="red")
    blue.sit(match, "blue")
    watch = blue.watch(match)
    red.play(match, "red", {"kind": "hide", "number": 3})
    red.undo(match, "red")
    watch.until(2)
    assert [line["kind"] for line in watch.log] == ["hid", "undone"]
    watch.close()
