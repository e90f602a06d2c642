"""A match as its row in the lobby, for one person, and who may come in by an invitation."""

from __future__ import annotations

import datetime as dt
import hmac
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from app.live.hub import Hub
from app.lobby import listing
from app.matches.access.rights import side_keys
from app.matches.facts import ACTIVE, FINISHED, OPENING, PUBLIC, MatchRecord, SeatRecord
from app.opponents.identities import strength_of, strengths
from app.proof.rounds import MAX_VOID_ROUNDS, Voided
from rules.kernel.drafting import LooksAhead
from rules.kernel.game import SPECTATOR, Game, Seat
from rules.kernel.imagining import imagining
from rules.kernel.messages import Json, JsonObject


def boards(game: Game[Any, Any], plan: str = "", scenario: str = "") -> list[Json]:
    """What a game or one of its scenarios is played on, for the lobby and the table; drawn as matches of a plan are
    shown it."""
    own = next((s.boards for s in game.scenarios if s.id == scenario), ())
    return [
        {
            "id": board.id,
            "folder": board.folder(plan),
            "title": board.title,
            "prefix": board.prefix,
            "read": board.letters or board.prefix,
        }
        for board in own or game.boards
    ]


def fits(given: str | None, token: str) -> bool:
    """Whether the caller has the token; takes the same time however much of it is right."""
    return given is not None and hmac.compare_digest(given.encode(), token.encode())


def has_room(record: MatchRecord) -> bool:
    """Whether someone can sit down: a seat is free, or its player has left it to others."""
    return any(c.account is None or (c.open and record.status == ACTIVE) for c in record.seats)


def can_seal_again(record: MatchRecord) -> bool:
    """Whether all words may be sealed again: there is a commitment, and not every word is open (decisions/0047)."""
    return record.status == OPENING and len(record.voided) < MAX_VOID_ROUNDS


def _sits_there(record: MatchRecord, void: Voided) -> bool:
    """Whether the one who had a round made void has the seat still, also if they drew another since."""
    sealed = next((c for c in record.seats if (c.sealed_as or c.seat) == void.seat), None)
    return sealed is not None and sealed.account is not None and sealed.account.hex == void.by


def _place_json(record: SeatRecord, seat: Seat | None) -> JsonObject:
    """What a seat is called in sentences and what it commands, by its game; its title where its scenario is no longer
    on offer."""
    return {
        "side": seat.side if seat else record.seat,
        "in_text": seat.in_text if seat else record.title,
        "side_in_text": seat.side_in_text if seat else record.title,
        "chief": seat is not None and seat.chief,
        "boards": [*seat.boards] if seat else [],
    }


class Rows:
    """Shows matches."""

    def __init__(self, games: Mapping[str, Game[Any, Any]], hub: Hub) -> None:
        self._games = games
        self._hub = hub

    def match_json(self, record: MatchRecord, account: uuid.UUID | None, invite: str | None = None) -> JsonObject:
        """The match as its row in the lobby, for one person.

        Whoever is invited to take a seat over sees what everyone may see, before saying yes.
        """
        game = self._games[record.game]
        own = next((c.seat for c in record.seats if c.seen_by(account)), None)
        seated = own is not None
        delayed = record.delayed and not seated
        since = record.made_at if delayed and record.made_at is not None else record.told_at
        return {
            "id": record.id,
            "game": record.game,
            "scenario": record.scenario,
            "plan": record.plan,
            "boards": boards(game, record.plan, record.scenario),
            "drafts_ahead": isinstance(game, LooksAhead),
            "status": record.status,
            "hotseat": record.hotseat,
            "version": 0 if delayed else record.numbers.get(self._viewpoint(record, own), 0),
            "seats": self._seats_json(record, account, seated),
            "commitment": record.commitment,
            "voided": [{**v.public_json(), "left": not _sits_there(record, v)} for v in record.voided],
            "can_seal_again": can_seal_again(record),
            "outcome": record.outcome,
            "at": since.isoformat(timespec="milliseconds"),
            "glance": None if delayed else listing.glance(record),
            "listing": record.listing,
            "pace": record.pace,
            "note": record.note,
            "sides": record.sides,
            "clocks": None if record.timing is None or delayed else record.timing.json(dt.datetime.now(dt.UTC)),
            "delay": record.delay,
            "delay_turns": record.delay_turns,
            "hints": record.hints,
            "dice_stand": record.dice_stand,
            "watched": {**self._hub.watching(record.id)},
            "rematch": record.rematch if seated else None,
            "imagines": record.status == FINISHED or imagining(game) is not None,
            "what_if": self.what_if_json(record, account) if seated else None,
            **self._keys_json(record, account, own, invite),
        }

    def _keys_json(
        self, record: MatchRecord, account: uuid.UUID | None, own: str | None, invite: str | None
    ) -> JsonObject:
        """What lets others in: to a free seat, to watch, to see what the own side sees. None of it for those who may
        not hand it on."""
        seated = own is not None
        waits = any(c.known_to(account) for c in record.seats)
        offered = record.listing == PUBLIC or fits(invite, record.invite)
        invited = record.status == ACTIVE and has_room(record) and offered
        agreed = seated and any(c.shows for c in record.seats)
        keys = side_keys(record, self.seats(record)) if agreed else {}
        side = self.sides(record).get(own or "")
        return {
            "invite": record.invite if seated and has_room(record) else None,
            "spectate": record.spectate if (seated or waits or invited) and record.what_if is None else None,
            "watch": {v: k for v, k in keys.items() if self._side_of(record, v) == side},
        }

    def _seats_json(self, record: MatchRecord, account: uuid.UUID | None, seated: bool) -> list[Json]:
        """Who sits where, and what is said of each seat to one person."""
        game = self._games[record.game]
        present = self._hub.present(record.id)
        offered = self._seats_offered(record)
        for_you = next((c.seat for c in record.seats if account is not None and c.kept_for == account), None)
        return [
            {
                "seat": c.seat,
                "title": c.title,
                **_place_json(c, offered.get(c.seat)),
                "name": c.name,
                "program": strength_of(c.account),
                "you": c.seen_by(account),
                "taken": c.account is not None,
                "open": c.open and record.status == ACTIVE,
                "online": present.get(c.seat, False),
                "seal": c.seal,
                "opened": c.word is not None,
                "ahead": c.ahead,
                "sealed_as": c.sealed_as or c.seat,
                "shows": c.shows is not None,
                "kept_for": c.kept_name if c.account is None and (seated or for_you) else None,
                "kept_for_you": c.account is None and c.seat == for_you,
                "stand_in": c.stand_in_name,
                "stand_in_program": strength_of(c.stand_in),
                "programs": [*strengths(game, offered[c.seat])] if c.seat in offered else [],
                "stands_in": c.stands_in_since is not None,
                "stand_in_you": account is not None and c.stand_in == account,
                "stand_in_key": c.stand_in_key if account is not None and c.account == account else None,
            }
            for c in record.seats
        ]

    def what_if_json(self, record: MatchRecord, account: uuid.UUID | None) -> JsonObject | None:
        """What a match only tries out, with the side of the seat from which it was seen, as one person is told of it;
        None of one that counts."""
        what = record.what_if
        if what is None:
            return None
        # In a match with shared sides the seat is a commander's, and here a side has only one.
        seats = {s.id: s.side for one in self._games[record.game].scenarios for s in one.seats}
        own = {s.id: s.side for s in self.seats(record)}
        owner = record.seats[0]
        return {
            **what.json(),
            "side": own.get(what.seat) or seats.get(what.seat, what.seat),
            "by": owner.name or "",
            "yours": owner.account == account,
        }

    def game(self, record: MatchRecord) -> Game[Any, Any]:
        """The game of a match."""
        return self._games[record.game]

    def seats(self, record: MatchRecord) -> Sequence[Seat]:
        """The seats of a match, as its game has them."""
        return self._games[record.game].seats(record.scenario, record.options)

    def _side_of(self, record: MatchRecord, viewpoint: str) -> str:
        return next(s.side for s in self.seats(record) if s.viewpoint == viewpoint)

    def _viewpoint(self, record: MatchRecord, seat: str | None) -> str:
        """From where someone at a seat, or at none, looks."""
        seats = (
            s
            for scenario in self._games[record.game].scenarios
            for s in scenario.seats
            if scenario.id == record.scenario
        )
        return SPECTATOR if seat is None else next((s.viewpoint for s in seats if s.id == seat), seat)

    def sides(self, record: MatchRecord) -> Mapping[str, str]:
        """Seat to side; empty for a scenario that is no longer on offer."""
        return {seat.id: seat.side for seat in self._seats_offered(record).values()}

    def _seats_offered(self, record: MatchRecord) -> Mapping[str, Seat]:
        """The seats by id; none of a scenario that is no longer on offer."""
        offered = any(s.id == record.scenario for s in self._games[record.game].scenarios)
        return {seat.id: seat for seat in self.seats(record)} if offered else {}
