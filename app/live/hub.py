"""The watchers of each match in this process, and what they are sent: encoded once per viewpoint, not per socket."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence

import structlog

from app.live.connection import SERVICE_RESTART, Connection
from app.live.patch import difference
from app.matches.facts import Fact
from app.matches.table import Table
from app.matches.words import Word
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
        self.on_presence: Callable[[str], None] = lambda match: None
        """Called with a match when who is present here changed."""

    # --- sockets -------------------------------------------------------------------------------------------------

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
        """Send it nothing more."""
        room = self._rooms.get(connection.match, {})
        watchers = room.get(connection.viewer, set())
        watchers.discard(connection)
        if not watchers:
            room.pop(connection.viewer, None)
            if not room:
                self._rooms.pop(connection.match, None)
            self._presence_changed(connection.match)

    def dismiss(self, sessions: frozenset[uuid.UUID]) -> None:
        """Close the sockets of sessions that were ended; a client that has another session comes back with that."""
        for room in self._rooms.values():
            for connections in room.values():
                for connection in connections:
                    if connection.session in sessions:
                        connection.dismiss(SERVICE_RESTART, "session ended")

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

    def push(self, table: Table, facts: Sequence[Fact]) -> None:
        """Tell the watchers what happened last; a viewpoint that learns nothing of it is sent nothing."""
        for viewer, connections in self.watchers(table.record.id).items():
            before = table.last_word(viewer)
            word = table.word(viewer)
            if before is not None and before.version == word.version:
                continue
            current = [c for c in connections if before is not None and c.seen == before.version]
            for connection in connections.difference(current):
                log.warning("watcher out of step", match=table.record.id, viewer=viewer, version=table.version)
                connection.put(encode_text(self.whole(word, [])))
            if before is not None and current:
                lines = [line for line in (f.line(viewer) for f in facts) if line is not None]
                self._send(current, self.patch(before, word, lines))
            for connection in connections:
                connection.seen = word.version

    def patch(self, before: Word | None, now: Word, lines: Sequence[JsonObject]) -> JsonObject:
        """A ``patch`` message from one word to another; a whole ``state`` when the first is no longer known."""
        if before is None:
            return self.whole(now, lines)
        return {
            "type": "patch",
            "from": before.version,
            "version": now.version,
            "link": now.link,
            "patch": difference(before.view, now.view),
            "legal": now.legal,
            "undo": now.undo,
            "log": list(lines),
        }

    def whole(self, word: Word, lines: Sequence[JsonObject]) -> JsonObject:
        """A ``state`` message."""
        return {
            "type": "state",
            "version": word.version,
            "link": word.link,
            "view": word.view,
            "legal": word.legal,
            "undo": word.undo,
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
