"""How a match stands for a notice: what is told of it, or why nothing need be told any more."""

from __future__ import annotations

import datetime as dt
import re
import uuid
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from app.clocks.orders import PAUSE
from app.errors import ApiError
from app.matches.agreements.handing_over import OPEN
from app.matches.agreements.settlement import BACK, DEMAND, DRAW, SURRENDER
from app.matches.facts import ACTIVE, CALLED_OFF, FINISHED, OPENING, MatchRecord, SeatRecord
from app.matches.facts import OPEN as FREE
from app.matches.live_match.live_match import LiveMatch
from app.notices.keys import BEGUN_AGAIN, REMATCH, SEAL_WANTED, STANDING_IN, WORD_WANTED, SeatsKey
from app.notices.kinds import BEGAN, CHAT, CLOCK, ENDED, JOINED, PROPOSAL, TURN, Kind
from app.notices.texts import Item
from rules.kernel.game import Game

NOT_FOUND = 404

PROPOSED = {
    DRAW: "{who} offers a draw.",
    SURRENDER: "{who} proposes to surrender.",
    DEMAND: "{who} asks you to surrender.",
    BACK: "{who} asks to take back a move.",
    PAUSE: "{who} proposes to stop the clocks.",
    OPEN: "{who} proposes to open the seat of {of} to a new player.",
}
"""What is said of each that can be proposed."""


_KEPT = (REMATCH, BEGUN_AGAIN)
_TABLE = "table"
"""The room of everyone at a match (app/chat)."""

_LINK = re.compile(r"\S\.\w{2,}|[/@\\]")


@dataclass(frozen=True, slots=True)
class Noted:
    """A notice as it is stored, and what its reader has seen by now."""

    match: str
    seat: str
    kind: Kind
    key: str
    number: int
    at: dt.datetime
    owner: uuid.UUID | None
    """Who sits there now."""
    last_seen: int
    heard: int
    """How far the room of the chat was read."""

    @property
    def seats_key(self) -> SeatsKey | None:
        """What it says about the seats of the match; None if it is about anything else."""
        return SeatsKey.of_word(self.key) if self.kind == JOINED else None

    @property
    def room(self) -> str:
        """Of news from the chat, the room."""
        return self.key.rpartition(":")[0]


@dataclass(frozen=True, slots=True)
class Lapsed:
    """Nothing need be told; why, in a word or two for the log."""

    reason: str


class Scenes:
    """Looks at matches. ``current`` gives a live match that is no older than the database."""

    def __init__(
        self,
        games: Mapping[str, Game[Any, Any]],
        current: Callable[[str], Awaitable[LiveMatch]],
        present: Callable[[str], Mapping[str, bool]],
    ) -> None:
        self._games = games
        self._current = current
        self._present = present

    async def item_for(self, noted: Noted, reader: uuid.UUID, program: bool, now: dt.datetime) -> Item | Lapsed:
        """What a reader is told. A ``program`` is told even of what its owner has seen.

        UnknownShape, ApiError and others when the match cannot be read now.
        """
        if noted.owner != reader:
            return Lapsed("no longer your seat")
        if not program and self._is_seen(noted):
            return Lapsed("seen in the meantime")
        try:
            live = await self._current(noted.match)
        except ApiError as error:
            if error.status != NOT_FOUND:
                raise
            return Lapsed("the match is gone")
        if not self._open(live, noted, now):
            return Lapsed("no longer asked")
        return self._item(live, noted, now)

    def _is_seen(self, noted: Noted) -> bool:
        if noted.kind == CHAT:
            return noted.heard >= noted.number
        if noted.kind in (BEGAN, JOINED, CLOCK):
            # There is no line by which one could tell.
            return self._present(noted.match).get(noted.seat, False)
        return 0 < noted.number <= noted.last_seen

    @staticmethod
    def _open(live: LiveMatch, noted: Noted, now: dt.datetime) -> bool:
        """Whether it still stands."""
        status, seat = live.record.status, noted.seat
        match noted.kind:
            case k if k == TURN:
                asked = seat in live.game.deciders(live.state) and noted.key in live.asks(seat)
                return status == ACTIVE and asked
            case k if k == CLOCK:
                # The clocks may have stood still since, or have more on them.
                low = _low_at(live, seat)
                return status == ACTIVE and low is not None and low <= now
            case k if k == PROPOSAL:
                found = live.agreements.find(noted.key)
                return status == ACTIVE and found is not None and seat in found.asked
            case k if k == ENDED:
                return status == FINISHED
            case k if k == BEGAN:
                return status == ACTIVE
        return noted.seats_key is None or _is_still_so(live.record, live.record.seat_record(seat), noted.seats_key)

    def _item(self, live: LiveMatch, noted: Noted, now: dt.datetime) -> Item:
        record, game = live.record, live.game
        glance = live.public_summary().glance
        scenario = next((s for s in game.scenarios if s.id == record.scenario), None)
        seat_record = live.record.seat_record(noted.seat)
        about = None if noted.seats_key is None else noted.seats_key.about
        asks = noted.kind in (TURN, CLOCK, BEGAN) and noted.seat in game.deciders(live.state)
        return Item(
            kind=noted.kind,
            match=record.id,
            seat=noted.seat,
            title=seat_record.title,
            game=(scenario and scenario.variant) or game.title,
            scenario=scenario.title if scenario else record.scenario,
            against=self._against(live, seat_record),
            turn=glance.turn,
            phase=glance.title,
            at=noted.at,
            asked=self._question_of(live, noted.seat, noted.key) if asks else None,
            more=self._more(live, noted, now),
            kept=about in _KEPT,
            swapped=about == REMATCH,
            stands_in=about == STANDING_IN,
            waited_for=about in (WORD_WANTED, SEAL_WANTED),
        )

    def _against(self, live: LiveMatch, seat_record: SeatRecord) -> tuple[str, ...]:
        """The names on the other sides; allies only where there are no others."""
        sides = live.sides
        others = [c for c in live.record.seats if c.account not in (None, seat_record.account)]
        foes = [c for c in others if sides.get(c.seat) != sides.get(seat_record.seat)]
        return tuple(dict.fromkeys(_name_of(c) for c in foes or others))

    @staticmethod
    def _question_of(live: LiveMatch, seat: str, key: str) -> tuple[str, str] | None:
        """What a seat is asked: in the lane that the notice is about, else first."""
        first: Any = live.legal(seat)
        if first is None:
            return None
        asked = next((question for question in first.get("lanes", ()) if question["ask"] == key), first)
        return str(asked["title"]), str(asked["section"])

    def _more(self, live: LiveMatch, noted: Noted, now: dt.datetime) -> str:
        match noted.kind:
            case k if k == ENDED:
                return self._result(live, noted.seat)
            case k if k == CLOCK:
                return _time_left(live, noted.seat, now)
            case k if k == PROPOSAL:
                found = live.agreements.find(noted.key)
                titles = {c.seat: c.title for c in live.record.seats}
                return (
                    ""
                    if found is None
                    else PROPOSED[found.what].format(who=titles[found.seat], of=titles.get(found.of or "", ""))
                )
            case k if k == CHAT:
                # Not the words themselves: their author may take them back, and a mail cannot be.
                return "At the table." if noted.room == _TABLE else "In the room of your side."
        return "" if noted.seats_key is None else _news_of_seats(live.record, noted.seat, noted.seats_key)

    def _result(self, live: LiveMatch, seat: str) -> str:
        outcome = cast("dict[str, Any]", live.record.outcome or {})
        winner = outcome.get("winner")
        result = "A draw" if winner is None else "You won" if live.sides.get(seat) == winner else "You lost"
        return f"{result}: {outcome.get('reason', '')}"


def _is_still_so(record: MatchRecord, reader: SeatRecord, key: SeatsKey) -> bool:
    """Whether what was told of the seats of a match still holds, and is still news to the reader's seat."""
    match key.about:
        case "open":
            return record.status == ACTIVE and any(c.open and c.seat == key.of for c in record.seats)
        case "stand-in":
            return record.status == ACTIVE and reader.stands_in_since is not None
        case "word":
            return record.status == OPENING and reader.word is None and key.of == record.commitment
        case "seal":
            return record.status == FREE and reader.seal is None and key.of == str(len(record.voided))
        case "rematch" | "again":
            # Whoever has taken the seat that was kept has been told.
            return record.status not in (FINISHED, CALLED_OFF) and reader.account is None
        case "taken":
            return record.status not in (FINISHED, CALLED_OFF) and reader.account is not None


def _news_of_seats(record: MatchRecord, seat: str, key: SeatsKey) -> str:
    """What is told besides of the seats of a match."""
    match key.about:
        case "open":
            return f"The seat of {record.seat_record(key.of).title} is open to a new player."
        case "stand-in":
            return f"You now play {record.seat_record(seat).title} as a stand-in."
    return ""


def _name_of(seat_record: SeatRecord) -> str:
    """A player's name; what mail programs would make a link of is left out, for it is a stranger's choice."""
    name = seat_record.name or ""
    return seat_record.title if not name or _LINK.search(name) else name


def _low_at(live: LiveMatch, seat: str) -> dt.datetime | None:
    """From when little of a seat's time is left, as its clock runs now."""
    timing = live.record.timing
    return None if timing is None or timing.clock is None else timing.clock.low_at(timing.terms, seat)


def _time_left(live: LiveMatch, seat: str, now: dt.datetime) -> str:
    """How much time a seat has, in words."""
    timing = live.record.timing
    if timing is None or timing.clock is None:
        return ""
    minutes = timing.clock.left_at(timing.terms, seat, now) // 60_000
    if minutes >= 2 * 60:
        return f"You have {minutes // 60} hours left."
    return f"You have {minutes} minutes left."
