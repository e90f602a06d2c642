"""The watchers of each match in this process, and what they are sent: encoded once per viewpoint, not per socket."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping

import structlog

from app.live.connection import SERVICE_RESTART, Connection
from app.live.frames import Frame
from app.news import News
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

    def unseat(self, match: str, viewer: str) -> None:
        """Close the sockets of a seat: whoever still has a right to it comes back."""
        for connection in self._rooms.get(match, {}).get(viewer, ()):
            connection.dismiss(SERVICE_RESTART, "seat changed")

    def watched(self, match: str) -> bool:
        """Whether anybody watches a match here."""
        return match in self._rooms

    def viewpoints(self, match: str) -> tuple[str, ...]:
        """The viewpoints from which a match is watched here."""
        return tuple(self._rooms.get(match, ()))

    @property
    def matches(self) -> list[str]:
        """Matches that somebody watches here."""
        return list(self._rooms)

    @property
    def count(self) -> int:
        """Sockets open here."""
        return sum(len(c) for room in self._rooms.values() for c in room.values())

    def _send(self, connections: Iterable[Connection], message: JsonObject) -> None:
        frame = Frame(message)
        for connection in connections:
            connection.put(frame)

    # --- news ----------------------------------------------------------------------------------------------------

    def deliver(self, match: str, viewer: str, news: News) -> None:
        """Tell the sockets of a viewpoint: all of them share one encoding of each message."""
        connections = self._rooms.get(match, {}).get(viewer, set())
        current = [c for c in connections if c.seen == news.since]
        if current:
            self._send(current, news.patch())
        late = connections.difference(current)
        if late:
            log.warning("watchers out of step", match=match, viewer=viewer, count=len(late), version=news.version)
            self._send(late, news.whole())
        for connection in connections:
            connection.seen = news.version

    def say(self, match: str, hears: Callable[[str, uuid.UUID | None], bool], message: JsonObject) -> None:
        """Send a message to those watchers whose viewpoint and account may hear it."""
        groups = self._rooms.get(match, {}).values()
        self._send([c for group in groups for c in group if hears(c.viewer, c.account)], message)

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
        connections = [c for group in self._rooms.get(match, {}).values() for c in group]
        if connections:
            self._send(connections, {"type": "presence", "seats": dict(self.present(match))})

    def _presence_changed(self, match: str) -> None:
        self.send_presence(match)
        self.on_presence(match)
