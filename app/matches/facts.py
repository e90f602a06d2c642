"""What is stored of a match and passed between its parts."""

from __future__ import annotations

import datetime as dt
import hashlib
import uuid
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from sqlalchemy.ext.asyncio import AsyncSession

from app.clocks.timing import Timing
from app.proof.rounds import Voided
from rules.kernel.game import SPECTATOR, Glance
from rules.kernel.messages import Json, JsonObject

UNDONE = "undone"
"""Kind of the fact that a seat's last command was taken back. It is ours and not the game's, as those of the house are;
its payload is an ``Origin`` (live_match/undo_steps.py), and ``to`` the event to which the match goes back."""

Lines: TypeAlias = Mapping[str, JsonObject]
"""Log lines by viewpoint; who learns nothing is not in it."""


def stored_lines(lines: Lines) -> JsonObject:
    """Lines as they are stored: each once, and for other viewpoints that read the same the name of the one that has it.

    The spectator comes last and reads what is public, so that line is the one that is kept.
    """
    stored: JsonObject = {}
    for viewpoint in reversed([*lines]):
        line = lines[viewpoint]
        same = (other for other, kept in stored.items() if kept == line)
        stored[viewpoint] = next(same, line)
    return stored


def lines_of(stored: Mapping[str, Json]) -> Lines:
    """The inverse; in rows from before lines were shared each viewpoint has its own."""
    read = {viewpoint: stored[line] if isinstance(line, str) else line for viewpoint, line in stored.items()}
    return cast("Lines", read)


Numbers: TypeAlias = Mapping[str, int]
"""How much each viewpoint was told (app/matches/live_match/numbers.py); one that is not in it was told nothing."""


@dataclass(frozen=True, slots=True)
class Turns:
    """When the last turns of a match began: each with the last event before it.

    Those who are told turns later know all up to event ``until``, which never goes back.
    """

    began: tuple[tuple[int, int], ...] = ()
    until: int = 0

    def at(self, turn: int, event: int, later: int) -> Turns:
        """The same after a command that leads to a turn; ``event`` is the last before it, the delay is ``later``."""
        began = tuple(b for b in self.began if b[0] <= turn)
        if not began or began[-1][0] < turn:
            began = (*began, (turn, event))
        old = [before for number, before in began if number <= turn - later + 1]
        return Turns(began[-later - 1 :], max(self.until, *old[-1:], 0))


@dataclass(frozen=True, slots=True)
class PublicSummary:
    """What the lobby says of a match: a glance of it, at the spectator's ``number`` when it was made.

    Nothing but what reaches the spectator changes it, so that it tells nobody of what is hidden.
    """

    number: int
    glance: Glance
    turns: Turns | None = None
    """How far those are told who are told turns later; None where nobody is."""

    def json(self) -> JsonObject:
        """As it is stored."""
        now = self.glance
        told: JsonObject = {"number": self.number, "turn": now.turn, "title": now.title, "deciders": [*now.deciders]}
        if self.turns is not None:
            told |= {"began": [[turn, event] for turn, event in self.turns.began], "until": self.turns.until}
        return told

    @staticmethod
    def read(stored: Mapping[str, Any]) -> PublicSummary:
        """The inverse."""
        began = stored.get("began")
        turns = None if began is None else Turns(tuple((turn, event) for turn, event in began), stored["until"])
        return PublicSummary(
            stored["number"], Glance(stored["turn"], stored["title"], tuple(stored["deciders"])), turns
        )


OPEN, OPENING, ACTIVE, FINISHED = "open", "opening", "active", "finished"
"""Seats or seals are missing; all seats have sealed their words and some have still to open them; in play; over."""
CALLED_OFF = "called-off"
"""Over before it began."""


WHAT_IF_LIFE = dt.timedelta(days=1)
"""How long something is tried out."""

CHOSEN, DRAWN = "chosen", "drawn"
"""Players keep the seats on which they sat down, or are dealt them when the last word is open."""
PUBLIC, UNLISTED, INVITATION = "public", "unlisted", "invitation"
"""Found by everyone, by whoever has the link, by those for whom seats are kept."""


@dataclass(frozen=True, slots=True)
class ReceivedCommand:
    """A command as it was sent. The one that takes back the last has neither ``ask`` nor ``body``."""

    seat: str
    id: str
    ask: str
    body: JsonObject


@dataclass(frozen=True, slots=True)
class StoredFact:
    """An event as it is stored. The last one of a command has the ``link`` after it (app/proof/links.py).

    ``seq`` is its number in the match, which nobody is told before the end: it counts what is hidden too.
    """

    seq: int
    kind: str
    payload: JsonObject
    lines: Lines
    numbers: Numbers
    """After this fact, of every viewpoint."""
    seat: str
    command_id: str
    at: dt.datetime
    link: bytes | None = None

    def line(self, viewpoint: str) -> JsonObject | None:
        """The log line for one viewpoint, with its number there and time; None if nothing is learnt there."""
        line = self.lines.get(viewpoint)
        return None if line is None else line_of(line, self.numbers[viewpoint], self.at)


def line_of(line: JsonObject, number: int, at: dt.datetime) -> JsonObject:
    """A stored log line as it stands on the wire."""
    return {**line, "seq": number, "at": at.isoformat(timespec="seconds")}


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat of a match: who has it, if anyone; what it adds to the dice, sealed first and then opened."""

    seat: str
    title: str
    account: uuid.UUID | None
    name: str | None
    seal: str | None
    word: str | None
    last_seen: int
    """The number, of the seat's viewpoint, of what its player has seen."""
    sealed_as: str | None = None
    """The seat on which its player sealed, if the sides were drawn since."""
    kept_for: uuid.UUID | None = None
    """For whom alone the seat is free, while it is."""
    kept_name: str | None = None
    open: bool = False
    """Whether someone else may take it over."""
    since: dt.datetime | None = None
    """When its player took it over; None of those who have it from the beginning."""
    shows: str | None = None
    """What its player adds to the key by which people watch from this side; None: no consent to that."""
    stand_in: uuid.UUID | None = None
    """Who has agreed to play while its player is away."""
    stand_in_name: str | None = None
    stands_in_since: dt.datetime | None = None
    """Since when the stand-in plays; None while the seat's own player does."""
    stand_in_key: str | None = None
    """With which someone can agree to stand in; None: nobody was asked."""
    ahead: bool = False
    """Whether its word was open before the server's commitment, so that the match could begin without its player."""
    guests: frozenset[uuid.UUID] = frozenset()
    """Who was let into a what-if, and moves all its seats as its owner does (decisions/0067)."""

    @property
    def player(self) -> uuid.UUID | None:
        """Whose moves it makes now."""
        return self.account if self.stands_in_since is None else self.stand_in

    def seen_by(self, account: uuid.UUID | None) -> bool:
        """Whether someone may see now what this seat sees: its own player, the stand-in who plays, who was let in."""
        return account is not None and (account in (self.account, self.player) or account in self.guests)

    def people(self) -> Iterator[uuid.UUID]:
        """Those of ``seen_by``."""
        yield from (who for who in (self.account, self.player) if who is not None)
        yield from self.guests

    def moved_by(self, account: uuid.UUID | None) -> bool:
        """Whether someone may move it now."""
        return self.player == account or account in self.guests

    def known_to(self, account: uuid.UUID | None) -> bool:
        """Whether this is the seat of someone, who plays it or has agreed to stand in."""
        return account is not None and account in (self.account, self.stand_in)


Allowed: TypeAlias = Callable[[AsyncSession], Awaitable[None]]
"""Refuses by ApiError, in the transaction that seats someone: what it counts holds until that is over."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Someone who takes a seat over, or agrees to stand in there; ``side`` is the seat's.

    ``program``: its strength, if it is a program, which may sit in many seats of a match. ``allowed``: asked once more
    as it is stored.
    """

    account: uuid.UUID
    name: str
    side: str = ""
    program: str = ""
    allowed: Allowed | None = None


def seating_digest(seat_records: Sequence[SeatRecord]) -> str:
    """A word that is another one as soon as anything about the seats is.

    The database makes the very same for ``repository.MatchVersion``.
    """
    told = [(c.seat, c.account, c.name, c.seal, c.word, c.shows) for c in seat_records]
    text = ",".join("/".join(str(part) for part in parts if part is not None) for parts in told)
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What a match came of that only tries something out: a moment of another as one seat was shown it, the hidden
    dealt (decisions/0057), or of one that is over as it truly was (decisions/0067). It is one account's, and of those
    whom it lets in; it is no proof, and is over after a day."""

    of: str
    """The other match."""
    seat: str
    number: int
    """Of the moment, as the seat's viewpoint counts."""
    turn: int
    title: str
    """Of the step at that moment."""
    dealt: tuple[str, ...]
    """The units that the seat could not see, in the order of the counter sheet."""
    until: dt.datetime
    whole: bool = False
    """Whether the other match was over, so that nothing had to be dealt."""
    let_in: tuple[str, ...] = ()
    """The names of those who were let in."""

    @property
    def over(self) -> bool:
        """Whether its day is over."""
        return self.until <= dt.datetime.now(dt.UTC)

    def json(self) -> JsonObject:
        """As the page is told of it."""
        return {
            "of": self.of,
            "seat": self.seat,
            "number": self.number,
            "turn": self.turn,
            "title": self.title,
            "dealt": [*self.dealt],
            "until": self.until.isoformat(timespec="seconds"),
            "whole": self.whole,
            "let_in": [*self.let_in],
        }


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """The row of a match and its seats in order."""

    id: str
    game: str
    scenario: str
    options: JsonObject
    status: str
    hotseat: bool
    version: int
    secret: bytes | None
    """Of the dice. Drawn when all seats have sealed their words."""
    commitment: str | None
    invite: str
    spectate: str
    outcome: JsonObject | None
    rules: str | None
    """Version of the rules that made the opening position; None of matches from before it was noted."""
    link: bytes | None
    """Where the chain begins; None before the match does, and of matches from before there were links."""
    seats: tuple[SeatRecord, ...]
    told_at: dt.datetime
    """When something was last told to everyone: players sat down or sealed, or the spectator learnt of a command."""
    numbers: Numbers = field(default_factory=dict)
    """At ``version``, which itself is the number of the last event and told to nobody before the end."""
    told: PublicSummary | None = None
    """As it was stored; None if the match was last moved by a server that did not store it."""
    listing: str = UNLISTED
    pace: str = ""
    note: str = ""
    sides: str = CHOSEN
    timing: Timing | None = None
    """Its clocks, as they stood at ``version``."""
    rematch: str | None = None
    """The match in which this one is played once more."""
    delay: int = 0
    """By how many seconds those who only watch are told later, while it is in play."""
    delay_turns: int = 0
    """By how many turns, if not by a time."""
    made_at: dt.datetime | None = None
    """When it was made; None before it is stored."""
    plan: str = ""
    """The printed board, counters and charts that it is played by (decisions/0023)."""
    voided: tuple[Voided, ...] = ()
    """Rounds of sealing that were void, in order."""
    hints: bool = False
    """Whether its players may ask a program what it would do (decisions/0068)."""
    dice_stand: bool = False
    """Whether nothing is taken back past a die (decisions/0069)."""
    what_if: WhatIf | None = None
    """What it came of, if it only tries something out; None of a match that counts."""
    shard: str = ""
    """The database in which its record lies (decisions/0079); empty: in the home database."""

    def seat_record(self, seat: str) -> SeatRecord:
        """A seat of the match. KeyError where it has none of that name."""
        found = self.find_seat_record(seat)
        if found is None:
            raise KeyError(seat)
        return found

    def find_seat_record(self, seat: str) -> SeatRecord | None:
        """The same for a name that may be anything; None where it is no seat's."""
        return next((record for record in self.seats if record.seat == seat), None)

    @property
    def delayed(self) -> bool:
        """Whether those who only watch are told later now."""
        return (self.delay > 0 or self.delay_turns > 0) and self.status == ACTIVE

    @property
    def told_until(self) -> int:
        """The last event that may be told to those who are told turns later."""
        return 0 if self.told is None or self.told.turns is None else self.told.turns.until

    @property
    def glance(self) -> Glance | None:
        """Turn, step and deciders as everyone may know them; None while nobody has noted them."""
        now = self.numbers.get(SPECTATOR, 0)
        return self.told.glance if self.told is not None and self.told.number == now else None
