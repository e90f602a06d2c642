"""Sitting down at a match and standing up, and what the player of a seat may allow others."""

from __future__ import annotations

import dataclasses
import secrets
import uuid
from collections.abc import Awaitable, Callable, Sequence

from app.errors import ApiError, not_yours
from app.happenings import Happenings, NoticesDue, SeatsChanged
from app.lobby.match_limits import MatchLimits
from app.lobby.new_matches import TOKEN_BYTES
from app.lobby.repository import Lobby
from app.lobby.rows import fits, has_room
from app.lobby.service import LobbyService
from app.lobby.starting import MatchStarter
from app.lobby.unbegun import Unbegun, called_off
from app.matches.access.rights import is_asked
from app.matches.facts import (
    ACTIVE,
    CALLED_OFF,
    PUBLIC,
    MatchRecord,
    Newcomer,
)
from app.opponents.identities import ACCOUNTS, as_newcomer, refuse_strength, strength_of

KeepsOut = Callable[[Sequence[uuid.UUID], uuid.UUID], Awaitable[bool]]
"""Whether someone of those seated has blocked a newcomer."""


class Seats:
    """Seats people."""

    def __init__(
        self,
        repository: Lobby,
        limits: MatchLimits,
        lobby: LobbyService,
        starter: MatchStarter,
        unbegun: Unbegun,
        keeps_out: KeepsOut,
        happenings: Happenings,
    ) -> None:
        self._repository = repository
        self._limits = limits
        self._lobby = lobby
        self._starter = starter
        self._unbegun = unbegun
        self._keeps_out = keeps_out
        self._happenings = happenings

    async def sit(self, match: str, seat: str, account: uuid.UUID, invite: str, seal: str | None = None) -> MatchRecord:
        """Sit down by invitation, or at a public table without one. ApiError 403, 404 or 409 when it cannot be.

        Sitting there already is fine.
        """
        record = await self._sit(match, seat, account, invite)
        return record if seal is None else await self._starter.seal(match, account, {seat: seal})

    async def _sit(self, match: str, seat: str, account: uuid.UUID, invite: str) -> MatchRecord:
        record = await self._lobby.find(match)
        seated = any(c.account == account for c in record.seats)
        kept = any(c.kept_for == account and c.account is None for c in record.seats)
        invited = kept or record.listing == PUBLIC or fits(invite, record.invite)
        if not invited or not (seated or has_room(record)):
            raise ApiError(403, "bad_invitation", "This invitation is for another match, or all seats are taken.")
        if record.status == CALLED_OFF:
            raise called_off()
        seat_record = record.find_seat_record(seat)
        if seat_record is None:
            raise ApiError(404, "no_seat", "The match has no such seat.")
        if seat_record.account == account:
            return record
        if seat_record.account is None and seat_record.kept_for not in (None, account):
            raise ApiError(409, "seat_kept", f"That seat is kept for {seat_record.kept_name}.")
        if seated:
            raise ApiError(409, "already_seated", "You already have a seat in this match.")
        others = [c.account for c in record.seats if c.account is not None]
        if await self._keeps_out(others, account):
            raise ApiError(403, "kept_out", "You cannot join this match.")
        allowed = self._limits.another(account, program=_has_program(record))
        if await self._repository.sit(match, seat, account, allowed):
            self._happenings.tell(SeatsChanged(match))
            self._happenings.tell(NoticesDue())
            return await self._lobby.find(match)
        record = await self._lobby.find(match)
        if any(c.seat == seat and c.account == account for c in record.seats):
            return record
        raise ApiError(409, "seat_taken", "That seat is taken, or you have taken another.")

    async def leave(self, match: str, seat: str, account: uuid.UUID) -> MatchRecord:
        """Stand up from a seat of a match that has not begun. ApiError as ``Unbegun.stand_up``, or 404."""
        await self._lobby.find(match)
        await self._unbegun.stand_up(match, seat, account)
        self._happenings.tell(SeatsChanged(match))
        return await self._lobby.find(match)

    async def call_off(self, match: str, account: uuid.UUID) -> MatchRecord:
        """Call off a match that has not begun. ApiError as ``Unbegun.call_off``, or 404."""
        await self._lobby.find(match)
        if await self._unbegun.call_off(match, account):
            self._happenings.tell(SeatsChanged(match))
        return await self._lobby.find(match)

    async def may_take(self, match: str, seat: str, newcomer: Newcomer, invite: str) -> Newcomer | None:
        """The newcomer to an open seat of a match in play; None if it is theirs already.

        ApiError 403, 404 or 409 when they may not. Whether they know too much, ``Settlements.take_over`` finds.
        """
        account = newcomer.account
        record = await self._lobby.find(match)
        seat_record = record.find_seat_record(seat)
        seated = any(c.account == account for c in record.seats)
        if not seated and record.listing != PUBLIC and not (has_room(record) and fits(invite, record.invite)):
            raise ApiError(403, "bad_invitation", "This invitation is for another match, or all seats are taken.")
        if seat_record is None:
            raise ApiError(404, "no_seat", "The match has no such seat.")
        if seat_record.account == account:
            return None
        others = [c.account for c in record.seats if c.account is not None and c is not seat_record]
        if await self._keeps_out(others, account):
            raise ApiError(403, "kept_out", "You cannot join this match.")
        await self._limits.refuse_another(account)
        if _has_program(record):
            await self._limits.refuse_program(account)
        return dataclasses.replace(newcomer, allowed=self._limits.another(account, program=_has_program(record)))

    async def let_watch(self, match: str, seat: str, account: uuid.UUID, *, yes: bool) -> MatchRecord:
        """Agree, or no more, that people watch from your side. ApiError 403, 404 or 409."""
        record = await self._lobby.find(match)
        self._own(record, account, seat)
        if record.hotseat:
            raise ApiError(409, "one_screen", "At one screen there is nobody to hide anything from.")
        if record.status != ACTIVE:
            raise ApiError(409, "not_in_play", "You can only say that while the match is in play.")
        await self._repository.let_watch(match, seat, account, secrets.token_urlsafe(TOKEN_BYTES) if yes else None)
        self._happenings.tell(SeatsChanged(match))
        return await self._lobby.find(match)

    async def ask_stand_in(self, match: str, seat: str, account: uuid.UUID) -> MatchRecord:
        """Make the key by which someone can agree to stand in for you; it voids the last. ApiError 403, 404 or 409.

        Nobody else learns of it, not even that something has changed: all are told when someone has agreed.
        """
        record = await self._lobby.find(match)
        self._own(record, account, seat)
        seat_record = record.seat_record(seat)
        if record.hotseat or record.status != ACTIVE:
            raise ApiError(409, "not_in_play", "This can only be done while a match with others is in play.")
        if seat_record.stand_in is not None:
            raise ApiError(409, "has_stand_in", "You already have a stand-in.")
        await self._repository.ask_stand_in(match, seat, account, secrets.token_urlsafe(TOKEN_BYTES))
        return await self._lobby.find(match)

    async def may_stand_in(self, match: str, seat: str, account: uuid.UUID, key: str) -> bool:
        """Whether someone can agree to stand in; False if they did already. ApiError 403 or 404 when they may not.

        ``Settlements.agree_to_stand_in`` finds whether they know too much.
        """
        record = await self._lobby.find(match)
        seat_record = record.find_seat_record(seat)
        if seat_record is None:
            raise ApiError(404, "no_seat", "The match has no such seat.")
        if seat_record.stand_in == account:
            return False
        if not is_asked(record, seat, key):
            raise ApiError(403, "not_asked", "This link is no longer valid. Ask for a new one.")
        others = [c.account for c in record.seats if c.account is not None]
        if await self._keeps_out(others, account):
            raise ApiError(403, "kept_out", "You cannot join this match.")
        return True

    async def may_have_program(self, match: str, seat: str, account: uuid.UUID, strength: str) -> Newcomer | None:
        """The program that someone wants as stand-in; None if it has agreed already. ApiError 403, 404 or 409."""
        record = await self._lobby.find(match)
        self._own(record, account, seat)
        seat_record = record.seat_record(seat)
        if record.hotseat or record.status != ACTIVE or record.what_if is not None:
            raise ApiError(409, "not_in_play", "This can only be done while a match with others is in play.")
        if seat_record.stand_in == ACCOUNTS[strength]:
            return None
        if seat_record.stand_in is not None:
            raise ApiError(409, "has_stand_in", "You already have a stand-in.")
        refuse_strength(self._lobby.rows.game(record), self._lobby.rows.seats(record), seat, strength)
        await self._limits.refuse_program(account, match=match)
        return dataclasses.replace(as_newcomer(strength), allowed=self._limits.another_program(account, match))

    @staticmethod
    def _own(record: MatchRecord, account: uuid.UUID, seat: str) -> None:
        """ApiError 403 unless it is someone's own seat, and not one where they stand in."""
        if all((c.seat, c.account) != (seat, account) for c in record.seats):
            raise not_yours()


def _has_program(record: MatchRecord) -> bool:
    """Whether a program sits at a match: it counts among the few of whoever sits down there, too."""
    return any(strength_of(c.account) for c in record.seats)
