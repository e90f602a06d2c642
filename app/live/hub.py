"""The watchers of each match in this process, and what they are sent: encoded once per viewpoint, not per socket."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import structlog

from app.live.connection import SERVICE_RESTART, Connection
from app.live.frames import Frame
from app.news import WATCH, News, only_watches, watched_from
from rules.kernel.messages import JsonObject

log = structlog.get_logger(__name__)

ACCOUNT_DIGITS = 12
"""Of an account's number, by which one who watches at two processes is counted once."""
MAX_NAMED_WATCHERS = 100
"""People who watch from sides, as other processes are told of them: a notice holds 8,000 bytes."""


class AnnouncePresence(Protocol):
    """Tells other processes who is present here."""

    def __call__(self, match: str, seats: Sequence[str], *, ask: bool) -> None:
        """``ask`` has them answer with theirs."""
        ...


def _to_nobody(match: str, seats: Sequence[str], *, ask: bool) -> None:
    """There is no other process."""


class Hub:
    """The sockets of this process by match and viewpoint."""

    def __init__(self, announce: AnnouncePresence = _to_nobody) -> None:
        self._announce = announce
        self._rooms: dict[str, dict[str, set[Connection]]] = {}
        self._elsewhere: dict[str, dict[str, tuple[str, ...]]] = {}
        """Seats that other processes say are present: match to process to seats."""

    # --- sockets -------------------------------------------------------------------------------------------------

    def join(self, connection: Connection) -> None:
        """Send this connection what happens from now on, and first who is present."""
        room = self._rooms.setdefault(connection.match, {})
        first = connection.viewer not in room or connection.viewer.startswith(WATCH)
        room.setdefault(connection.viewer, set()).add(connection)
        if first:
            self._presence_changed(connection.match)
        else:
            self._send([connection], self._presence(connection.match))

    def leave(self, connection: Connection) -> None:
        """Send it nothing more."""
        room = self._rooms.get(connection.match, {})
        watchers = room.get(connection.viewer, set())
        watchers.discard(connection)
        if not watchers:
            room.pop(connection.viewer, None)
            if not room:
                self._rooms.pop(connection.match, None)
        if not watchers or connection.viewer.startswith(WATCH):
            self._presence_changed(connection.match)

    def dismiss(self, sessions: frozenset[uuid.UUID]) -> None:
        """Close the sockets of sessions that were ended; a client that has another session comes back with that."""
        for room in self._rooms.values():
            for connections in room.values():
                for connection in connections:
                    if connection.session in sessions:
                        connection.dismiss(SERVICE_RESTART, "session ended")

    def dismiss_households(self, banned: Callable[[str], bool]) -> None:
        """Close the sockets of households that are banned."""
        for room in self._rooms.values():
            for connections in room.values():
                for connection in connections:
                    if banned(connection.household):
                        connection.dismiss(SERVICE_RESTART, "banned")

    def unseat(self, match: str, viewer: str) -> None:
        """Close the sockets of a seat: whoever still has a right to it comes back."""
        for connection in self._rooms.get(match, {}).get(viewer, ()):
            connection.dismiss(SERVICE_RESTART, "seat changed")

    def is_watched(self, match: str) -> bool:
        """Whether anyone watches a match here."""
        return match in self._rooms

    def viewpoints(self, match: str) -> tuple[str, ...]:
        """The viewpoints from which a match is watched here."""
        return tuple(self._rooms.get(match, ()))

    @property
    def matches(self) -> list[str]:
        """Matches that someone watches here."""
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
        return {who: True for who in self._here_and_elsewhere(match) if not who.startswith(WATCH)}

    def watching(self, match: str) -> dict[str, int]:
        """How many people watch from a side, by its viewpoint: everyone is told."""
        found: dict[str, int] = {}
        for who in self._here_and_elsewhere(match):
            if who.startswith(WATCH):
                viewpoint = watched_from(who).rpartition("/")[0]
                found[viewpoint] = found.get(viewpoint, 0) + 1
        return found

    def _here_and_elsewhere(self, match: str) -> list[str]:
        who = {*self.present_here(match)}
        for others in self._elsewhere.get(match, {}).values():
            who.update(others)
        return sorted(who)

    def present_here(self, match: str) -> tuple[str, ...]:
        """Seats with a socket open in this process, and who watches from a side: ``watch:VIEWPOINT/ACCOUNT``."""
        rooms = self._rooms.get(match, {})
        seats = sorted(v for v in rooms if not only_watches(v))
        watchers = {(v, c.account) for v, room in rooms.items() if v.startswith(WATCH) for c in room}
        people = sorted(f"{v}/{a.hex[:ACCOUNT_DIGITS]}" for v, a in watchers if a is not None)
        return (*seats, *people[:MAX_NAMED_WATCHERS])

    def _presence(self, match: str) -> JsonObject:
        return {"type": "presence", "seats": dict(self.present(match)), "watching": dict(self.watching(match))}

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
            self._send(connections, self._presence(match))

    def _presence_changed(self, match: str) -> None:
        self.send_presence(match)
        self.announce_presence(match, ask=match in self._rooms)

    def announce_presence(self, match: str, *, ask: bool) -> None:
        """Tell the other processes who is present here; ``ask`` has them answer with theirs."""
        self._announce(match, self.present_here(match), ask=ask)
