"""Orders of the players beside the game: proposals, seats that change hands, stand-ins."""

from __future__ import annotations

import dataclasses
import datetime as dt
import secrets
import uuid
from collections.abc import Collection
from typing import cast

import structlog

from app.errors import ApiError, knows_too_much, not_yours
from app.matches.access.admitting import sides_seen
from app.matches.access.rights import is_asked, why_not_standing_in
from app.matches.agreements.handing_over import LEAVE, SILENT_DAYS, TAKE
from app.matches.agreements.settlement import BACK, PROPOSE, Back, about, back_of, opens
from app.matches.agreements.standing_in import AGREE, AWAY, BEGIN, DISMISS, LATE, SILENT, is_players_own
from app.matches.facts import Newcomer, ReceivedCommand
from app.matches.live_match import judging
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.receipts import fingerprint
from app.matches.live_match.ruling import Ruling
from app.matches.play.following import Following
from app.matches.play.live_matches import LiveMatches
from app.matches.play.order_handler import OrderHandler
from app.matches.play.rewinding import position_to_return_to, seats_told_of_dice
from app.matches.rows.repository import Matches
from rules.kernel.messages import JsonObject, Refusal

log = structlog.get_logger(__name__)

SEED_BYTES = 32


def _new_id() -> str:
    """Of an order that someone gives by going for good. No client's id has that sign, so it was not used before."""
    return f"gone/{secrets.token_hex(8)}"


def _for(ruling: Ruling, newcomer: Newcomer, live: LiveMatch, seat: str) -> Ruling:
    """The ruling by which someone comes to a seat."""
    return dataclasses.replace(ruling, newcomer=dataclasses.replace(newcomer, side=live.sides[seat]))


class Settlements:
    """What players settle among themselves in a match in play."""

    def __init__(
        self, matches: Matches, live_matches: LiveMatches, following: Following, handler: OrderHandler
    ) -> None:
        self._matches = matches
        self._live_matches = live_matches
        self._following = following
        self._handler = handler

    async def settle(
        self, match: str, account: uuid.UUID | None, seat: str, command_id: str, body: JsonObject
    ) -> bytes:
        """Give an order about an agreement (settlement.py); gives the answer's body. ApiError when it is not taken."""
        order = ReceivedCommand(seat, command_id, "", body)
        back: Back | None = None
        past: JsonObject = {}
        silent: Collection[str] = ()
        dice: Collection[str] = ()

        async def learn(live: LiveMatch) -> None:
            nonlocal back, past, silent, dice
            silent = {*await self._silent(live, opens(live.agreements, body)), *live.out}
            if body["kind"] == PROPOSE and body.get("what") == BACK:
                line = cast("int", body["line"])
                back = await self._matches.chronicle.before_line(match, live.viewpoint(seat), line)
            meant = back_of(live.agreements, body, back)
            if meant is not None:
                past = await position_to_return_to(self._matches.chronicle, live, meant.to)
                if live.record.dice_stand:
                    dice = await seats_told_of_dice(self._matches.chronicle, live, meant.to)

        def judge(live: LiveMatch, now: dt.datetime) -> Ruling | Refusal | ApiError:
            owns = any((c.seat, c.account) == (seat, account) for c in live.record.seats)
            if not owns and is_players_own(body, about(live.agreements, body)):
                return ApiError(403, "not_for_a_stand_in", "Only the player of this seat can decide that.")
            seating = live.seating(account, silent, dice)
            return judging.judge_agreement(live, order, now, seating, back, lambda: past)

        return await self._handler.handle_for_seat(match, account, order, fingerprint(body), judge, learn)

    async def take_over(self, match: str, newcomer: Newcomer, seat: str, command_id: str) -> int:
        """Sit someone down on an open seat; gives the number of the last thing that was told before.

        ApiError when it is not open, or when it may not be theirs.

        Call it for someone who may know of the match (``Seats.may_take``).
        """
        order = ReceivedCommand(seat, command_id, "", {"kind": TAKE})
        refusal: ApiError | None = None

        async def learn(live: LiveMatch) -> None:
            nonlocal refusal
            refusal = await self._not_theirs(live, newcomer.account, seat)

        def judge(live: LiveMatch, now: dt.datetime) -> Ruling | Refusal | ApiError:
            ruling = refusal or judging.judge_agreement(live, order, now, live.seating(None), None, dict)
            if isinstance(ruling, Refusal):
                return ApiError(409, ruling.code, ruling.text)
            return _for(ruling, newcomer, live, seat) if isinstance(ruling, Ruling) else ruling

        live = await self._live_matches.get(match)
        if live.viewpoint(seat) not in live.viewpoints or seat not in {c.seat for c in live.record.seats}:
            raise ApiError(404, "no_seat", "The match has no such seat.")
        await self._handler.handle(live, newcomer.account, order, fingerprint(order.body), judge, learn)
        return live.number(seat)

    # --- standing in for someone ----------------------------------------------------------------------------------

    async def agree_to_stand_in(self, match: str, newcomer: Newcomer, seat: str, command_id: str, key: str) -> None:
        """Someone whom a seat's player has asked by ``key`` agrees to stand in. ApiError when it may not be."""
        order = ReceivedCommand(seat, command_id, "", {"kind": AGREE})
        refusal: ApiError | None = None

        async def learn(live: LiveMatch) -> None:
            nonlocal refusal
            # The key is no fact: it may be newer than what is known of the match here.
            await self._following.refresh_record(live)
            refusal = await self._not_theirs(live, newcomer.account, seat)

        def judge(live: LiveMatch, now: dt.datetime) -> Ruling | Refusal | ApiError:
            if refusal is not None:
                return refusal
            if not is_asked(live.record, seat, key):
                return ApiError(403, "not_asked", "This link is no longer valid. Ask for a new one.")
            ruling = judging.judge_agreement(live, order, now, live.seating(None), None, dict)
            return _for(ruling, newcomer, live, seat) if isinstance(ruling, Ruling) else ruling

        await self._handler.handle(
            await self._at(match, seat), newcomer.account, order, fingerprint(order.body), judge, learn
        )

    async def agree_on_program(
        self, match: str, account: uuid.UUID, seat: str, command_id: str, program: Newcomer
    ) -> None:
        """A seat's player has a program stand in. ApiError when it may not be.

        What the program draws follows from a seed that is drawn here: nobody is told it before the end.
        """
        body: JsonObject = {"kind": AGREE, "program": program.program}
        order = ReceivedCommand(seat, command_id, "", {**body, "seed": secrets.token_hex(SEED_BYTES)})

        def judge(live: LiveMatch, now: dt.datetime) -> Ruling | Refusal | ApiError:
            if all((c.seat, c.account) != (seat, account) for c in live.record.seats):
                return not_yours()
            ruling = judging.judge_agreement(live, order, now, live.seating(None), None, dict)
            return _for(ruling, program, live, seat) if isinstance(ruling, Ruling) else ruling

        await self._handler.handle(await self._at(match, seat), account, order, fingerprint(body), judge)

    async def stand_in(self, match: str, account: uuid.UUID, seat: str, command_id: str) -> None:
        """A stand-in plays from now on, because the seat's player is absent. ApiError when it may not be."""
        silent: Collection[str] = ()

        async def learn(live: LiveMatch) -> None:
            nonlocal silent
            await self._following.refresh_record(live)
            silent = await self._silent(live, seat)

        def judge(live: LiveMatch, now: dt.datetime) -> Ruling | Refusal | ApiError:
            why = AWAY if live.is_away(seat, now) else LATE if seat in live.out else SILENT
            order = ReceivedCommand(seat, command_id, "", {"kind": BEGIN, "why": why})
            seating = live.seating(None, silent)
            return why_not_standing_in(live.record, account, seat) or judging.judge_agreement(
                live, order, now, seating, None, dict
            )

        order = ReceivedCommand(seat, command_id, "", {"kind": BEGIN})
        await self._handler.handle(await self._at(match, seat), account, order, fingerprint(order.body), judge, learn)

    async def step_down(self, match: str, account: uuid.UUID, seat: str, command_id: str) -> None:
        """A stand-in does so no longer. ApiError when it may not be."""
        order = ReceivedCommand(seat, command_id, "", {"kind": DISMISS})

        def judge(live: LiveMatch, now: dt.datetime) -> Ruling | Refusal | ApiError:
            wrong = why_not_standing_in(live.record, account, seat)
            return wrong or judging.judge_agreement(live, order, now, live.seating(None), None, dict)

        await self._handler.handle(await self._at(match, seat), account, order, fingerprint(order.body), judge)

    async def leave_all(self, account: uuid.UUID) -> None:
        """Open all seats of someone who goes for good, in matches that others play too, and stand in nowhere."""
        for match, seat in await self._matches.people.in_play(account):
            try:
                await self.settle(match, account, seat, _new_id(), {"kind": LEAVE})
            except ApiError as error:
                # Open already, or over in this moment.
                log.info("seat not opened", match=match, seat=seat, why=error.code)
        for match, seat in await self._matches.people.stands_in(account):
            try:
                await self.step_down(match, account, seat, _new_id())
            except ApiError as error:
                log.info("stand-in not gone", match=match, seat=seat, why=error.code)

    # --- what they need --------------------------------------------------------------------------------------------

    async def _at(self, match: str, seat: str) -> LiveMatch:
        """The match; ApiError 404 where it has no such seat."""
        live = await self._live_matches.get(match)
        if seat not in {c.seat for c in live.record.seats}:
            raise ApiError(404, "no_seat", "The match has no such seat.")
        return live

    async def _not_theirs(self, live: LiveMatch, account: uuid.UUID, seat: str) -> ApiError | None:
        """Why someone may not have a seat that is open, if there is a reason."""
        seating = live.seating(account)
        if seating.mine or any(c.known_to(account) for c in live.record.seats):
            return ApiError(409, "already_seated", "You already have a seat in this match.")
        if await sides_seen(self._matches, live.record, account, live.seats) - {seating.sides[seat]}:
            return knows_too_much()
        return None

    async def _silent(self, live: LiveMatch, seat: str | None) -> Collection[str]:
        """The seat, if everyone has been waiting for it too long."""
        if seat is None or seat not in live.game.deciders(live.state):
            return ()
        told = await self._matches.chronicle.last_told(live.record.id, seat) or live.record.told_at
        return (seat,) if dt.datetime.now(dt.UTC) - told > dt.timedelta(days=SILENT_DAYS) else ()
