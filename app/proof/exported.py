"""An export as it is checked, of whichever format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, cast

from app.database import Row
from app.matches.facts import ReceivedCommand, StoredFact
from rules.kernel.messages import JsonObject

FORMAT = 2
"""Format 1 had neither seals nor commands nor links."""


@dataclass(frozen=True, slots=True)
class ExportedEntry:
    """A command of an export with its events, the first of which has number ``first``.

    ``rules`` is None where the command itself was not kept; ``link`` is None where there was no chain yet.
    """

    order: ReceivedCommand
    rules: str | None
    first: int
    events: tuple[JsonObject, ...]
    link: bytes | None

    @property
    def last(self) -> int:
        """The number of the last event."""
        return self.first + len(self.events) - 1

    @property
    def has_command(self) -> bool:
        """Whether the command itself was kept."""
        return self.rules is not None


def commands(export: Mapping[str, Any]) -> list[ExportedEntry]:
    """The commands in order. ValueError when they do not cover the events one after the other."""
    events = export["events"]
    if [e["seq"] for e in events] != list(range(1, len(events) + 1)):
        raise ValueError("an event is missing or out of order")
    if export["format"] == 1:
        return _of_format_1(events)
    told: list[ExportedEntry] = []
    for c in export["commands"]:
        first, last = int(c["first"]), int(c["last"])
        if first != (told[-1].last + 1 if told else 1) or not first <= last <= len(events):
            raise ValueError(f"command {c['id']} does not follow event {told[-1].last if told else 0}")
        order = ReceivedCommand(c["seat"], c["id"], c["ask"] or "", c["command"] or {})
        link = None if c["link"] is None else bytes.fromhex(c["link"])
        told.append(ExportedEntry(order, c["rules"], first, tuple(e["event"] for e in events[first - 1 : last]), link))
    if (told[-1].last if told else 0) != len(events):
        raise ValueError("the last events belong to no command")
    return told


def _of_format_1(events: Sequence[Mapping[str, Any]]) -> list[ExportedEntry]:
    told = []
    for (id_, seat), group in groupby(events, key=lambda e: (e["command"], e["seat"])):
        own = tuple(group)
        payloads = tuple(cast("JsonObject", e["event"]) for e in own)
        told.append(ExportedEntry(ReceivedCommand(seat, id_, "", {}), None, own[0]["seq"], payloads, None))
    return told


def seats(export: Mapping[str, Any]) -> list[tuple[str, str | None, str]]:
    """Id, seal and word of every seat, in order."""
    if export["format"] == 1:
        return [(s["seat"], None, s["contribution"]) for s in export["seats"]]
    return [(s["seat"], s["seal"], s["word"]) for s in export["seats"]]


def export_events(facts: Sequence[StoredFact], order: Row | Mapping[str, Any]) -> JsonObject:
    """A command by its facts, as exports have it; ``ask``, ``command`` and ``rules`` are None of those from before they
    were kept."""
    last = facts[-1]
    return {
        "id": last.command_id,
        "seat": last.seat,
        "ask": order["ask"],
        "command": order["command"],
        "rules": order["rules"],
        "first": facts[0].seq,
        "last": last.seq,
        "link": None if last.link is None else last.link.hex(),
    }
