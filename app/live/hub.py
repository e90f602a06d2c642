"""Who watches which match in this process, and what they are sent. One encoding a viewpoint, not a socket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import structlog

from app.live.connection import Connection
from app.live.patch import difference
from app.matches.facts import Fact
from app.matches.table import Table
from app.wire import encode_text
from rules.kernel.game import SPECTATOR
from rules.kernel.messages import JsonObject

log = structlog.get_logger(__name__)

Watchers = Mapping[str, Iterable[Connection]]


class Hub:
    """The sockets of this process by match and viewpoint."""

    def __init__(self) -> None:
        self._rooms: dict[str, dict[str, set[Connection]]] = {}
        self._elsewhere: dict[str, dict[str, tuple[str, ...]]] = {}
        """Seats that other processes say are present: match to process to seats."""
        self._held: Counter[tuple[str, str]] = Counter()
        """Sockets open by match and owner, those that have not joined yet too."""
        self.on_presence: Callable[[str], None] = lambda match: None
        """Called with a match when who is present here changed."""

    # --- sockets -------------------------------------------------------------------------------------------------

    def held(self, match: str, owner: str) -> int:
        """Sockets that somebody holds open in a match."""
        return self._held[match, owner]

    def hold(self, connection: Connection) -> None:
        """Count a socket for its owner, from before it joins until it leaves."""
        self._held[connection.match, connection.owner] += 1

    def join(self, connection: Connection) -> None:
        """Send this connection what happens from now on, and first who is present."""
        room = self._rooms.setdefault(connection.match, {})
        first = connection.viewer not in room
        room.setdefault(connection.viewer, set()).add(connection)
        if first:
            self._presence_changed(connection.match)
        else:
            self._send([connection], {"type": "presence", "seats": dict(self.present(connection.match))})

    def leave(self, connection: Connection) -> None:
        """Send it nothing more, and count it no more."""
        key = (connection.match, connection.owner)
        self._held[key] -= 1
        if self._held[key] <= 0:
            del self._held[key]
        room = self._rooms.get(connection.match, {})
        watchers = room.get(connection.viewer, set())
        watchers.discard(connection)
        if not watchers:
            room.pop(connection.viewer, None)
            if not room:
                self._rooms.pop(connection.match, None)
            self._presence_changed(connection.match)

    def watchers(self, match: str) -> Mapping[str, set[Connection]]:
        """Sockets of a match by viewpoint."""
        return self._rooms.get(match, {})

    @property
    def matches(self) -> list[str]:
        """Matches that somebody watches here."""
        return list(self._rooms)

    @property
    def count(self) -> int:
        """Sockets open here."""
        return sum(len(c) for room in self._rooms.values() for c in room.values())

    def _send(self, connections: Iterable[Connection], message: JsonObject) -> None:
        text = encode_text(message)
        for connection in connections:
            connection.put(text)

    # --- pushes --------------------------------------------------------------------------------------------------

    def push(self, table: Table, before: int, facts: Sequence[Fact]) -> None:
        """Tell every watcher what happened since event ``before``."""
        for viewer, connections in self.watchers(table.record.id).items():
            current = [c for c in connections if c.seen == before]
            if len(current) < len(connections):
                log.warning("watcher out of step", match=table.record.id, viewer=viewer, version=table.version)
                for connection in connections - set(current):
                    self._greet_whole(table, connection)
            if current:
                lines = [line for line in (f.line(viewer) for f in facts) if line is not None]
                self._send(current, self.patch(table, viewer, before, lines))
                for connection in current:
                    connection.seen = table.version

    def _greet_whole(self, table: Table, connection: Connection) -> None:
        connection.put(encode_text(self.whole(table, connection.viewer, [])))
        connection.seen = table.version

    def patch(self, table: Table, viewer: str, before: int, lines: Sequence[JsonObject]) -> JsonObject:
        """A ``patch`` message from event ``before`` to now; a whole ``state`` when that view is no longer known."""
        earlier = table.shown(viewer, before)
        if earlier is None:
            return self.whole(table, viewer, lines)
        return {
            "type": "patch",
            "from": before,
            "version": table.version,
            "patch": difference(earlier, table.view(viewer)),
            "legal": table.legal(viewer),
            "undo": table.undo(viewer),
            "log": list(lines),
        }

    def whole(self, table: Table, viewer: str, lines: Sequence[JsonObject]) -> JsonObject:
        """A ``state`` message."""
        return {
            "type": "state",
            "version": table.version,
            "view": table.view(viewer),
            "legal": table.legal(viewer),
            "undo": table.undo(viewer),
            "log": list(lines),
        }

    # --- presence ------------------------------------------------------------------------------------------------

    def present(self, match: str) -> dict[str, bool]:
        """Seats with a socket open, here or in another process."""
        seats = {*self.present_here(match)}
        for others in self._elsewhere.get(match, {}).values():
            seats.update(others)
        return dict.fromkeys(sorted(seats), True)

    def present_here(self, match: str) -> tuple[str, ...]:
        """Seats with a socket open in this process."""
        return tuple(sorted(v for v in self._rooms.get(match, {}) if v != SPECTATOR))

    def presence_elsewhere(self, match: str, process: str, seats: tuple[str, ...]) -> None:
        """Another process tells who is present there."""
        there = self._elsewhere.setdefault(match, {})
        if there.get(process, ()) == seats:
            return
        if seats:
            there[process] = seats
        else:
            there.pop(process, None)
            if not there:
                del self._elsewhere[match]
        self.send_presence(match)

    def forget_process(self, process: str) -> None:
        """Another process is gone."""
        for match in [m for m, there in self._elsewhere.items() if process in there]:
            self.presence_elsewhere(match, process, ())

    def send_presence(self, match: str) -> None:
        """Tell the watchers of a match who is there."""
        connections = [c for group in self.watchers(match).values() for c in group]
        if connections:
            self._send(connections, {"type": "presence", "seats": dict(self.present(match))})

    def _presence_changed(self, match: str) -> None:
        self.send_presence(match)
        self.on_presence(match)
