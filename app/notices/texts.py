"""What a notice says: the match, where it stands as everyone may know, what is asked, and where to answer.

What is asked is named by its title and section alone, since its words may name what only the player may see.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from app.notices.kinds import BEGAN, CHAT, CLOCK, ENDED, JOINED, PROPOSAL, TURN, Kind
from rules.kernel.messages import JsonObject
from rules.kernel.wording import listing

APPEARS = "Great War Online"


@dataclass(frozen=True, slots=True)
class Item:
    """A notice as it is told. ``asked`` is title and section; ``more`` what is told of its kind: a result, a room."""

    kind: Kind
    match: str
    seat: str
    title: str
    """The seat's."""
    game: str
    scenario: str
    against: tuple[str, ...]
    """The names of the others."""
    turn: int
    phase: str
    at: dt.datetime
    asked: tuple[str, str] | None = None
    more: str = ""
    kept: bool = False
    """Whether the seat is kept free for a rematch, or for a match that is begun again."""
    swapped: bool = True
    """Whether that has sides swapped."""
    stands_in: bool = False
    """Whether it tells someone that they play as a stand-in from now on."""
    waited_for: bool = False
    """Whether the match cannot begin before its reader has come by."""

    @property
    def link(self) -> str:
        """Where it is answered."""
        if self.kept:
            return f"/match.html?{urlencode({'m': self.match, 'join': '1', 'at': 'decision'})}"
        where = "chat" if self.kind == CHAT else "decision"
        return f"/match.html?{urlencode({'m': self.match, 'seat': self.seat, 'at': where})}"

    @property
    def opponents(self) -> str:
        """The others, in words."""
        return listing(self.against) if self.against else "nobody yet"

    @property
    def headline(self) -> str:
        """What it is about, in a line: what happened, the game, against whom."""
        what = (
            ("A rematch" if self.swapped else "Your match starts again")
            if self.kept
            else {
                TURN: "Your turn",
                CLOCK: "Your time runs out",
                PROPOSAL: "A proposal waits for you",
                BEGAN: "Your match begins",
                ENDED: "Your match is over",
                JOINED: "You stand in"
                if self.stands_in
                else "Your match waits for you"
                if self.waited_for
                else _seat_news(self.more),
                CHAT: "New messages",
            }[self.kind]
        )
        return f"{what}: {self.game} against {self.opponents}" if self.against else f"{what}: {self.game}"

    @property
    def sentence(self) -> str:
        """What there is to know, in a sentence or two."""
        title, section = self.asked or ("", "")
        same = title == self.phase
        here = f" (§{section})" if section and same else ""
        where = f"{self.scenario}, turn {self.turn}, {self.phase}{here}. You play {self.title}."
        match self.kind:
            case "joined" if self.kept:
                how = "sides swapped" if self.swapped else "with the same seats"
                return f"{self.scenario}, {how}. {self.opponents} already sat down; a seat is kept for you."
            case "joined" if self.waited_for:
                return f"{self.scenario}. You play {self.title}. Open it: the match begins with your word for the dice."
            case "joined" if not self.more:
                return f"{self.scenario}. {self.opponents} sat down at your table; you play {self.title}."
            case "ended":
                return f"{self.scenario}. {self.more}"
            case "chat":
                return f"{where} {self.more}"
            case "proposal":
                return f"{where} {self.more}"
        asked = f" You are asked: {title}{f' (§{section})' if section else ''}." if title and not same else ""
        return f"{where}{asked}{f' {self.more}' if self.more else ''}"

    def json(self, site: str) -> JsonObject:
        """As programs read it."""
        return {
            "kind": self.kind,
            "match": self.match,
            "seat": self.seat,
            "seat_title": self.title,
            "game": self.game,
            "scenario": self.scenario,
            "against": [*self.against],
            "turn": self.turn,
            "phase": self.phase,
            "asked": None if self.asked is None else {"title": self.asked[0], "section": self.asked[1]},
            "text": f"{self.headline}. {self.sentence}",
            "link": site + self.link,
            "at": self.at.isoformat(timespec="seconds"),
        }


def _seat_news(more: str) -> str:
    return "A seat at your table is open" if more else "Someone sat down at your table"


def subject(items: Sequence[Item]) -> str:
    """One line for all of them."""
    if not items:
        return f"A test from {APPEARS}"
    if len(items) == 1:
        return items[0].headline
    waiting = {i.match for i in items if i.kind in (TURN, CLOCK, PROPOSAL, BEGAN)}
    if len(waiting) > 1:
        return f"{len(waiting)} matches wait for you"
    return f"{items[0].headline}, and more"


TESTED = "This is a test. Notices from your matches will arrive here."
