"""What stands in the file of an archived match, and how it is written and read.

A zip of JSON files, which any unzip opens:

- ``match.json``: the head. ``export`` is the export of the match without its log, commands and events; ``events`` how
  many there are; ``began`` and ``ended``; ``settled`` what the players settled beside the game; ``marks`` by viewpoint,
  how much it was told in all and by which link; ``numbers`` the same numbers alone; ``lots`` what lies where, with the
  viewpoints' numbers at ``since``; ``positions`` after which events a position is kept; ``runs`` the last event of each
  run of commands, with the viewpoints' numbers and the link there.
- ``commands/00000.json``: a run of whole commands in order, each with its facts. A command's ``link`` is left out where
  it follows from the one before it, as all do but those of old matches: links do not pack, and would be a third of it.
- ``positions/0.json``: a position after an event. The first and the last are always there.

It names no people: neither facts nor lines do, and who sat where stays in the database (decisions/0031).
"""

from __future__ import annotations

import datetime as dt
import hashlib
import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from app.matches.facts import ReceivedCommand, StoredFact, lines_of, stored_lines
from app.matches.live_match.chit_locations import ChitLocation
from app.matches.live_match.numbers import VersionMark
from app.proof import links
from app.proof.exported import export_events
from app.wire import decode, decode_object, encode
from rules.kernel.messages import Json, JsonObject

FORMAT = "greatwar archive 1"
HEAD = "match.json"
ZIPPED = b"PK"
"""What every zip begins with."""
RUN_EVENTS = 500
"""Events of a run at least: it is read and decoded in one piece, in a few milliseconds."""
_DATE = (1980, 1, 1, 0, 0, 0)
"""Of every file in it, so that the same match is the same bytes."""


MAX_PART_BYTES = 64 * 1024 * 1024
"""What one file in it may unpack to; the longest of a long campaign have a few megabytes."""
PACKED_BYTES_AT_ONCE = 4096
"""Packed bytes that are unpacked at once: LZMA makes thirty megabytes of them, and no more."""
MAX_DICTIONARY_BYTES = 16 * 1024 * 1024
"""What LZMA may keep in memory of what it has unpacked: twice what it keeps for ours. A file says itself how much it
wants, up to four gigabytes, which are taken before the first byte of it is read."""
_BEFORE_NAME, _LZMA_HEAD = 26, struct.Struct("<2xHBL")
"""Where a file's part of a zip has the lengths of what precedes its bytes; and how those of LZMA begin: a version, how
long the properties are, how it packs, and how much it keeps in memory."""

BROKEN: tuple[type[Exception], ...] = (
    zipfile.BadZipFile,
    lzma.LZMAError,
    zlib.error,
    struct.error,
    LookupError,
    ValueError,
    EOFError,
    # Another way of packing than any of ours, or a password.
    RuntimeError,
)
"""What comes up when a zip, or what is packed in it, is not what it says."""


class Unreadable(Exception):
    """A file that is no archive of a match, or one of another format."""


@dataclass(frozen=True, slots=True)
class ArchivedCommand:
    """A command with its facts; ``ask``, ``body`` and ``rules`` are None of one from before they were kept."""

    ask: str | None
    body: JsonObject | None
    rules: str | None
    facts: tuple[StoredFact, ...]

    @property
    def id(self) -> str:
        """Of the command."""
        return self.facts[0].command_id

    @property
    def seat(self) -> str:
        """Who gave it."""
        return self.facts[0].seat

    @property
    def link(self) -> bytes | None:
        """The link after it."""
        return self.facts[-1].link


@dataclass(frozen=True, slots=True)
class Chain:
    """The chain of a match as far as it has been followed: ``link`` is the newest, ``key`` makes the next."""

    key: bytes
    link: bytes | None

    def after(self, command: ArchivedCommand) -> bytes | None:
        """The link that follows, if any does."""
        if self.link is None or command.rules is None or command.body is None:
            return None
        order = ReceivedCommand(command.seat, command.id, command.ask or "", command.body)
        payloads = [fact.payload for fact in command.facts]
        return links.after(self.key, self.link, order, command.rules, command.facts[0].seq, payloads)

    def told(self, command: ArchivedCommand) -> JsonObject:
        """A command as it stands in a run."""
        told: JsonObject = {
            "id": command.id,
            "seat": command.seat,
            "ask": command.ask,
            "command": command.body,
            "rules": command.rules,
            "facts": [_fact_json(fact) for fact in command.facts],
        }
        link = command.link
        return told if link == self.after(command) else {**told, "link": _hex(link)}

    def read(self, told: Mapping[str, Any]) -> ArchivedCommand:
        """The inverse."""
        facts = tuple(_fact(fact, told["seat"], told["id"]) for fact in told["facts"])
        command = ArchivedCommand(told["ask"], told["command"], told["rules"], facts)
        link = _bytes(told["link"]) if "link" in told else self.after(command)
        return replace(command, facts=(*facts[:-1], replace(facts[-1], link=link)))

    def then(self, link: bytes | None) -> Chain:
        """The chain with one more link."""
        return Chain(self.key, link)


def _fact_json(fact: StoredFact) -> JsonObject:
    shared = stored_lines(fact.lines)
    return {
        "seq": fact.seq,
        "kind": fact.kind,
        "payload": fact.payload,
        "lines": {viewpoint: shared[viewpoint] for viewpoint in fact.lines},
        "numbers": {**fact.numbers},
        "at": fact.at.isoformat(),
    }


def _fact(told: Mapping[str, Any], seat: str, command_id: str) -> StoredFact:
    at, lines = dt.datetime.fromisoformat(told["at"]), lines_of(told["lines"])
    return StoredFact(told["seq"], told["kind"], told["payload"], lines, told["numbers"], seat, command_id, at)


def _hex(link: bytes | None) -> str | None:
    return None if link is None else link.hex()


def _bytes(link: str | None) -> bytes | None:
    return None if link is None else bytes.fromhex(link)


class ArchiveWriter:
    """Writes an archive, command by command. ``chain``: with the link with which the match begins."""

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._bytes = io.BytesIO()
        self._zip = zipfile.ZipFile(self._bytes, "w")
        self._commands: list[Json] = []
        self._runs: list[Json] = []
        self._first = 1
        self._positions: list[Json] = []
        self._marks: dict[str, VersionMark] = {}
        self._settled: list[Json] = []
        self._last: StoredFact | None = None
        self._began: dt.datetime | None = None
        self._digests: dict[str, bytes] = {}

    @property
    def events(self) -> int:
        """How many have been added."""
        return 0 if self._last is None else self._last.seq

    @property
    def last(self) -> StoredFact:
        """The last fact that was added. RuntimeError before there is one."""
        if self._last is None:
            raise RuntimeError("an archive of nothing")
        return self._last

    def add(self, command: ArchivedCommand, *, settled: bool) -> bool:
        """Add the next command; whether a run is full, which ``end_run`` then writes."""
        for fact in command.facts:
            if fact.seq != self.events + 1:
                raise RuntimeError(f"event {fact.seq} does not follow {self.events}")
            self._last = fact
            if settled:
                self._settled.append(fact.payload)
        last, self._began = self.last, self._began or command.facts[0].at
        for viewpoint, number in last.numbers.items():
            if number != self._marks.get(viewpoint, VersionMark(0, None)).number:
                self._marks[viewpoint] = VersionMark(number, last.link)
        self._commands.append(self._chain.told(command))
        self._chain = self._chain.then(command.link)
        return last.seq - self._first + 1 >= RUN_EVENTS

    def end_run(self) -> None:
        """Write the commands since the last run. It takes some milliseconds, most of them without Python's lock."""
        if self._commands:
            self._write(f"commands/{len(self._runs):05}.json", self._commands)
            self._runs.append([self.last.seq, {**self.last.numbers}, _hex(self.last.link)])
            self._commands, self._first = [], self.last.seq + 1

    def add_position(self, seq: int, state: JsonObject) -> None:
        """Add the position after an event; in order."""
        self._write(f"positions/{seq}.json", state)
        self._positions.append(seq)

    def finish(self, match: str, export: JsonObject, lots: Sequence[Json]) -> bytes:
        """The file, with all of it."""
        self.end_run()
        began = self._began or self.last.at
        head: JsonObject = {
            "format": FORMAT,
            "match": match,
            "export": export,
            "events": self.events,
            "began": began.isoformat(),
            "ended": self.last.at.isoformat(),
            "settled": self._settled,
            "marks": {v: [m.number, _hex(m.link)] for v, m in self._marks.items()},
            "numbers": {**self.last.numbers},
            "lots": [*lots],
            "positions": self._positions,
            "runs": self._runs,
        }
        self._write(HEAD, head)
        self._zip.close()
        return self._bytes.getvalue()

    def _write(self, name: str, value: Json) -> None:
        about, text = zipfile.ZipInfo(name, _DATE), encode(value)
        about.external_attr = 0o600 << 16
        self._zip.writestr(about, text, zipfile.ZIP_LZMA)
        self._digests[name] = hashlib.sha256(text).digest()

    def check(self, opened: ArchiveBytes) -> None:
        """Hold what is read from a file against what was written, all of it. Unreadable where they differ."""
        told: dict[str, Json] = {HEAD: {**opened.head}}
        for seq in opened.head["positions"]:
            told[f"positions/{seq}.json"] = opened.position(seq)
        for name, value in told.items():
            self._compare(name, value)
        for number in range(len(opened.head["runs"])):
            chain, commands = opened.chain_of(number), list[Json]()
            for command in opened.run(number):
                commands.append(chain.told(command))
                chain = chain.then(command.link)
            self._compare(f"commands/{number:05}.json", commands)

    def _compare(self, name: str, read: Json) -> None:
        if hashlib.sha256(encode(read)).digest() != self._digests.get(name):
            raise Unreadable(f"{name}: not what was written")


class ArchiveBytes:
    """The bytes of an archive, opened: its head, and the rest as it is asked for. Unreadable for anything else."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            self.head: Mapping[str, Any] = decode_object(self._unpack(HEAD))
        except BROKEN as error:
            raise Unreadable(f"no archive of a match: {error}") from error
        if self.head.get("format") != FORMAT:
            raise Unreadable(f"an archive of the format {self.head.get('format')!r}; this program reads {FORMAT!r}")

    @property
    def chain(self) -> Chain:
        """Where the chain of the match begins."""
        export = self.head["export"]
        secret = b"" if export["secret"] is None else bytes.fromhex(export["secret"])
        return Chain(links.key(secret, self.head["match"]), _bytes(export["opening_link"]))

    def chain_of(self, number: int) -> Chain:
        """The chain where a run begins."""
        return self.chain if number == 0 else self.chain.then(_bytes(self.head["runs"][number - 1][2]))

    def run(self, number: int) -> tuple[ArchivedCommand, ...]:
        """A run of commands. Unreadable when it cannot be read, or when its links do not lead to the next run's."""
        chain = self.chain_of(number)
        commands: list[ArchivedCommand] = []
        for told in cast("Any", self._read(f"commands/{number:05}.json")):
            commands.append(chain.read(told))
            chain = chain.then(commands[-1].link)
        if chain.link != _bytes(self.head["runs"][number][2]):
            raise Unreadable(f"commands/{number:05}.json: its links do not lead to the next")
        return tuple(commands)

    def position(self, seq: int) -> JsonObject:
        """The position that is kept after an event. Unreadable when it cannot be read."""
        return cast("JsonObject", self._read(f"positions/{seq}.json"))

    def _read(self, name: str) -> Json:
        try:
            return decode(self._unpack(name))
        except BROKEN as error:
            raise Unreadable(f"{name}: {error}") from error

    def _unpack(self, name: str) -> bytes:
        """A file in it. ValueError for one that is made to fill the memory; ``BROKEN``."""
        found = bytearray()
        self._check_memory(self._zip.getinfo(name))
        with cast("zipfile.ZipExtFile", self._zip.open(name)) as packed:
            while part := packed.read1(PACKED_BYTES_AT_ONCE):
                found += part
                if len(found) > MAX_PART_BYTES:
                    raise ValueError(f"unpacks to more than {MAX_PART_BYTES} bytes")
        return bytes(found)

    def _check_memory(self, about: zipfile.ZipInfo) -> None:
        """ValueError for a file that wants more memory than any of ours before anything of it is read."""
        if about.compress_type != zipfile.ZIP_LZMA:
            return
        lengths = about.header_offset + _BEFORE_NAME
        name, extra = struct.unpack_from("<HH", self._data, lengths)
        _, _, wanted = _LZMA_HEAD.unpack_from(self._data, lengths + 4 + name + extra)
        if wanted > MAX_DICTIONARY_BYTES:
            raise ValueError(f"wants {wanted} bytes of memory to be unpacked")


def export_of(opened: ArchiveBytes) -> JsonObject:
    """The export of an archived match, without its log: what ``greatwar verify`` reads. Unreadable."""
    commands = [command for number in range(len(opened.head["runs"])) for command in opened.run(number)]
    return {
        **opened.head["export"],
        "log": [],
        "commands": [export_events(c.facts, {"ask": c.ask, "command": c.body, "rules": c.rules}) for c in commands],
        "events": [{"seq": f.seq, "event": f.payload} for c in commands for f in c.facts],
        "lots": [{name: row[name] for name in ChitLocation._fields} for row in opened.head["lots"]],
    }


def read_export(file: Path) -> JsonObject:
    """The export in a file, be it one that the server gave out or an archive. Unreadable or ValueError."""
    data = file.read_bytes()
    if not data.startswith(ZIPPED):
        return decode_object(data)
    opened = ArchiveBytes(data)
    try:
        return export_of(opened)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        # Whoever gives it away can have written anything into it.
        raise Unreadable(f"no archive of a match: {error!r}") from error
