"""Making matches: as someone wants one, a table that waits, and a rematch."""

from __future__ import annotations

import dataclasses
import datetime as dt
import secrets
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import IntegrityError

from app.clocks.timing import Timing
from app.errors import ApiError, not_yours, refusal_error, what_if_only
from app.happenings import Happenings, NoticesDue, SeatsChanged
from app.lobby import listing
from app.lobby.catalogue import Catalogue
from app.lobby.match_limits import MatchLimits
from app.lobby.rematch import again, rotate_seats, same
from app.lobby.repository import Lobby
from app.lobby.schemas import MatchIn
from app.lobby.service import LobbyService
from app.lobby.unbegun import Unbegun
from app.matches.facts import (
    CALLED_OFF,
    DRAWN,
    FINISHED,
    INVITATION,
    OPEN,
    OPENING,
    PUBLIC,
    MatchRecord,
    PublicSummary,
    SeatRecord,
)
from app.matches.live_match.chit_locations import locations_at_start
from app.notices.keys import BEGUN_AGAIN, REMATCH, SeatsKey
from app.opponents.identities import ACCOUNTS, NAMES, refuse_seating, strength_of
from app.opponents.program_words import ProgramWords
from app.proof.rounds import MAX_VOID_ROUNDS
from app.proof.version import rules_version
from rules.kernel.game import Game, Scenario, Seat
from rules.kernel.match_options import OptionRefused
from rules.kernel.messages import JsonObject

ID_BYTES = 9
TOKEN_BYTES = 18


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits down."""

    account: uuid.UUID
    name: str


def new_match_id() -> str:
    """A match's id. None begins with a hyphen: a host could not type it after a command without ``--``."""
    while (id_ := secrets.token_urlsafe(ID_BYTES)).startswith("-"):
        pass
    return id_


def new_record(
    game: Game[Any, Any],
    scenario: Scenario,
    options: JsonObject,
    state: Any,
    sitting: Mapping[str, Sitting],
    hotseat: bool,
) -> MatchRecord:
    """A new match with fresh tokens. Its dice come later (sealing.py)."""
    seats = game.seats(scenario.id, options)
    return MatchRecord(
        id=new_match_id(),
        game=game.id,
        scenario=scenario.id,
        options=options,
        status=OPEN,
        hotseat=hotseat,
        version=0,
        secret=None,
        commitment=None,
        invite=secrets.token_urlsafe(TOKEN_BYTES),
        spectate=secrets.token_urlsafe(TOKEN_BYTES),
        outcome=None,
        rules=rules_version(game),
        link=None,
        seats=tuple(_new_seat_record(seat, sitting.get(seat.id)) for seat in seats),
        told_at=dt.datetime.now(dt.UTC),
        told=PublicSummary(0, game.glance(state)),
        plan=game.plan(state),
    )


def _new_seat_record(seat: Seat, who: Sitting | None) -> SeatRecord:
    account, name = (None, None) if who is None else (who.account, who.name)
    return SeatRecord(seat.id, seat.title, account, name, seal=None, word=None, last_seen=0)


def _refuse_unfit(game: Game[Any, Any], scenario: Scenario, body: MatchIn, own_seat: str) -> None:
    """ApiError 404, 409 or 422 for what no match can be made of; ``own_seat`` is where the maker sits down."""
    seats = [s.id for s in scenario.seats]
    if body.sides == DRAWN and (body.hotseat or len(seats) == 1):
        raise ApiError(422, "nothing_to_draw", "With one player there are no sides to draw.")
    if body.delay and body.delay_turns:
        raise ApiError(422, "two_delays", "Choose a delay by time or by turns, not both.")
    if body.programs and body.hotseat:
        raise ApiError(422, "one_screen", "At one screen you play all sides: there is no seat for a program.")
    if body.programs and body.sides == DRAWN and len(seats) > 2:
        raise ApiError(422, "shared_sides", "With a program among more than two players, choose your side.")
    refuse_seating(game, game.seats(scenario.id, body.options), body.programs, own_seat)
    if body.clock is not None:
        listing.refuse_clock(body.clock.terms(), [s.side for s in scenario.seats], body.hotseat)


def _allows_hints(body: MatchIn, seats: int) -> bool:
    """Whether players may ask a program: as the maker says, else where nobody but programs sits beside them."""
    alone = not body.hotseat and len(body.programs) == seats - 1
    return alone if body.hints is None else body.hints


class MatchMaker:
    """Makes matches."""

    def __init__(
        self,
        repository: Lobby,
        catalogue: Catalogue,
        limits: MatchLimits,
        lobby: LobbyService,
        unbegun: Unbegun,
        games: Mapping[str, Game[Any, Any]],
        words: ProgramWords,
        happenings: Happenings,
    ) -> None:
        self._words = words
        self._repository = repository
        self._catalogue = catalogue
        self._limits = limits
        self._lobby = lobby
        self._unbegun = unbegun
        self._games = games
        self._happenings = happenings

    async def create(self, account: uuid.UUID, name: str, body: MatchIn) -> MatchRecord:
        """Make a match and sit the maker down. ApiError 404, 409 or 422 when it cannot be."""
        game, scenario = self._catalogue.scenario(body)
        seats = [s.id for s in scenario.seats]
        taken = seats if body.hotseat else [body.seat if body.seat is not None else seats[0]]
        if taken[0] not in seats:
            raise ApiError(404, "no_seat", "The scenario has no such seat.")
        try:
            state = game.new_match(scenario.id, body.options)
        except OptionRefused as error:
            raise refusal_error(error.refusal) from error
        except ValueError as error:
            raise ApiError(422, "bad_options", f"These options do not fit: {error}"[:200]) from error
        _refuse_unfit(game, scenario, body, taken[0])
        await self._refuse_by_limits(account, body)
        sitting = dict.fromkeys(taken, Sitting(account, name))
        sitting |= {seat: Sitting(ACCOUNTS[strength], NAMES[strength]) for seat, strength in body.programs.items()}
        record = self._seal(new_record(game, scenario, body.options, state, sitting, body.hotseat))
        record = dataclasses.replace(
            record,
            listing=body.listing,
            pace=body.pace,
            note=body.note,
            delay=body.delay,
            delay_turns=body.delay_turns,
            hints=_allows_hints(body, len(seats)),
            dice_stand=body.dice_stand,
            sides=body.sides,
            timing=None if body.clock is None else Timing(body.clock.terms()),
        )
        allowed = self._limits.another(account, program=bool(body.programs), offered=body.listing == PUBLIC)
        lots = locations_at_start(game, state)
        await self._repository.add(record, game.version, game.dump_state(state), lots, allowed=allowed)
        return record

    async def _refuse_by_limits(self, account: uuid.UUID, body: MatchIn) -> None:
        """ApiError where the maker has too many matches, with programs or at public tables."""
        await self._limits.refuse_another(account)
        if body.programs:
            await self._limits.refuse_program(account)
        if body.listing == PUBLIC:
            await self._limits.refuse_offer(account, body.hotseat)

    def _seal(self, record: MatchRecord) -> MatchRecord:
        """The same with the seals of its programs: they sit down with a word that is sealed."""
        seat_records = (
            dataclasses.replace(c, seal=self._words.seal(record.id, c.seat, 0)) if strength_of(c.account) else c
            for c in record.seats
        )
        return dataclasses.replace(record, seats=tuple(seat_records))

    async def ready_table(self, game_id: str) -> MatchRecord:
        """A table of the game's first scenario at which nobody sits yet: the one that waits already, or a new one."""
        waiting = await self._repository.find_untouched(game_id)
        if waiting is not None:
            return await self._lobby.find(waiting)
        game = self._games[game_id]
        scenario = game.scenarios[0]
        state = game.new_match(scenario.id, {})
        record = new_record(game, scenario, {}, state, {}, hotseat=False)
        await self._repository.add(record, game.version, game.dump_state(state), locations_at_start(game, state))
        return record

    async def rematch(self, match: str, account: uuid.UUID) -> MatchRecord:
        """A match that is over played once more, with sides swapped; the one that someone asked for before.

        One that was called off before it began is begun again with the same seats, and so is one that cannot begin any
        more, since its words were sealed too often: that is called off. ApiError 403 for those who did not play it,
        404, or 409 while it is not over.
        """
        old = await self._lobby.find(match)
        if all(c.account != account for c in old.seats):
            raise not_yours()
        if old.what_if is not None:
            raise what_if_only()
        if old.status == OPENING and len(old.voided) >= MAX_VOID_ROUNDS:
            await self._unbegun.call_off(match, account)
            old = await self._lobby.find(match)
        if old.status not in (FINISHED, CALLED_OFF):
            raise ApiError(409, "not_over", "The match is not over yet.")
        if old.rematch is None:
            await self._limits.refuse_another(account)
            await self._make_rematch(old, account)
            self._happenings.tell(SeatsChanged(match))
            self._happenings.tell(NoticesDue())
            old = await self._lobby.find(match)
        return await self._lobby.find(old.rematch or "")

    async def _make_rematch(self, old: MatchRecord, account: uuid.UUID) -> None:
        game = self._games[old.game]
        scenario = next((s for s in game.scenarios if s.id == old.scenario), None)
        try:
            state = None if scenario is None else game.new_match(old.scenario, old.options)
        except ValueError:
            state = None
        if scenario is None or state is None:
            raise ApiError(409, "not_offered", "This scenario is no longer on offer.")
        fresh = new_record(game, scenario, old.options, state, {}, old.hotseat)
        unbegun = old.status == CALLED_OFF
        seated = same if unbegun else rotate_seats
        seat_records = again(old.seats, fresh.seats) if old.hotseat else seated(old.seats, fresh.seats, account)
        timing = None if old.timing is None else Timing(old.timing.terms)
        allowed = self._limits.another(account, program=any(strength_of(c.account) for c in seat_records))
        record = dataclasses.replace(
            self._seal(dataclasses.replace(fresh, seats=seat_records)),
            listing=INVITATION,
            pace=old.pace,
            delay=old.delay,
            delay_turns=old.delay_turns,
            hints=old.hints,
            dice_stand=old.dice_stand,
            timing=timing,
            sides=old.sides if unbegun else fresh.sides,
        )
        try:
            key, lots = SeatsKey(BEGUN_AGAIN if unbegun else REMATCH), locations_at_start(game, state)
            await self._repository.add(record, game.version, game.dump_state(state), lots, old.id, key, allowed)
        except IntegrityError:
            # Someone else asked at the same moment: theirs it is.
            return
