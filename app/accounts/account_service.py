"""Accounts that people can come back to: the ways to log in, and what happens when someone does."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from sqlalchemy import delete, distinct, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts import one_time_codes
from app.accounts.addresses import Addresses, Allowed
from app.accounts.guest_service import GuestService
from app.accounts.merge import Sides, count_ways, move_matches
from app.accounts.models import Account, MailAddress, Passkey, Password
from app.accounts.passkeys import Passkeys
from app.accounts.passwords import Passwords
from app.accounts.sessions import Known
from app.database import Database
from app.errors import ApiError
from app.mail.mail_queue import MailQueue
from app.matches.rows.models import Seat
from rules.kernel.messages import JsonObject

FRESH_LOGIN = dt.timedelta(minutes=10)
"""How long after logging in nobody is asked again who they are."""
CODE_LASTS = dt.timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Entered:
    """Someone who has just logged in: under which session, and which matches came along."""

    account: Account
    session: uuid.UUID
    brought: tuple[str, ...]


def _moment(at: dt.datetime) -> str:
    return at.isoformat(timespec="seconds")


Reseated = Callable[[str], Awaitable[None]]
"""Awaited with each match of which a seat went to another account."""


class AccountService:
    """Logs people in, and keeps their ways to do so."""

    def __init__(
        self,
        database: Database,
        guests: GuestService,
        mail_queue: MailQueue | None,
        site: str,
        mails: Allowed,
        sides: Sides,
        reseated: Reseated,
    ) -> None:
        self._database = database
        self._sides = sides
        self._guests = guests
        self.passkeys = Passkeys(database)
        self.passwords = Passwords(database)
        self.addresses = Addresses(database, mail_queue, site, mails)
        self._reseated = reseated

    async def profile(self, account: Account, known: Known) -> JsonObject:
        """An account as its owner sees it in a session."""
        keys = await self.passkeys.of(account.id)
        mail = await self.addresses.of(account.id)
        async with self._database.session() as session:
            secret = await session.get(Password, account.id)
            query = select(func.count(distinct(Seat.match))).where(Seat.account == account.id)
            matches = (await session.scalars(query)).one()
        return {
            "id": str(account.id),
            "name": account.name,
            "created_at": _moment(account.created_at),
            "zone": account.zone,
            "guest": not keys and mail is None,
            "matches": matches,
            "passkeys": [
                {
                    "id": str(key.id),
                    "name": key.name,
                    "created_at": _moment(key.created_at),
                    "used_at": None if key.used_at is None else _moment(key.used_at),
                }
                for key in keys
            ],
            "mail": None if mail is None else {"address": mail.address, "confirmed_at": _moment(mail.confirmed_at)},
            "password": None if secret is None else {"changed_at": _moment(secret.changed_at)},
            "sends_mail": self.addresses.able,
            "sure": (not keys and mail is None) or await self.has_just_entered(known),
        }

    # --- logging in ----------------------------------------------------------------------------------------------

    async def enter(self, known: Known | None, account: uuid.UUID, along: bool, agent: str) -> Entered:
        """Log someone in who has shown to own the account. ``along``: with the seats of the guest of this browser.

        ApiError 409 when these cannot come along; then nothing happens.
        """
        async with self._database.session.begin() as session:
            owner, moved = await self._along(session, known, account, along, proved=True)
        return await self._start_session(known, owner, moved, agent, dt.datetime.now(dt.UTC))

    async def enter_by_code(self, known: Known | None, code: str, along: bool, agent: str) -> Entered:
        """The same, for whoever has a code from another device. ApiError 401 when it is no good."""
        return await self._enter_by(one_time_codes.DEVICE, _letters(code), known, along, agent)

    async def enter_by_link(self, known: Known | None, secret: str, along: bool, agent: str) -> Entered:
        """The same, for whoever has a link from a mail."""
        return await self._enter_by(one_time_codes.LINK, secret.encode(), known, along, agent)

    async def _enter_by(self, purpose: str, secret: bytes, known: Known | None, along: bool, agent: str) -> Entered:
        async with self._database.session.begin() as session:
            token = await one_time_codes.spend(session, purpose, secret)
            if token is None or token.account is None:
                code, what = ("bad_code", "code") if purpose == one_time_codes.DEVICE else ("bad_link", "link")
                raise ApiError(401, code, f"That {what} is wrong, used or too old. Get a new one.")
            proved = purpose != one_time_codes.DEVICE
            owner, moved = await self._along(session, known, token.account, along, proved=proved)
        # A code comes from a browser that is known already, and may be in a thief's hands: it shows nothing more.
        entered = dt.datetime.now(dt.UTC) if proved else None
        return await self._start_session(known, owner, moved, agent, entered)

    async def _along(
        self, session: AsyncSession, known: Known | None, account: uuid.UUID, along: bool, *, proved: bool
    ) -> tuple[Account, list[str]]:
        owner = await session.get(Account, account)
        if owner is None:
            raise ApiError(401, "no_account", "That account is gone.")
        if not along or known is None or known.account == account:
            return owner, []
        return owner, await move_matches(session, known.account, account, self._sides, proved=proved)

    async def _start_session(
        self, known: Known | None, owner: Account, moved: list[str], agent: str, entered: dt.datetime | None
    ) -> Entered:
        session = await self._guests.replace_session(owner.id, known, agent, entered)
        await self.announce_seats(moved)
        return Entered(owner, session, tuple(moved))

    async def announce_seats(self, matches: Iterable[str]) -> None:
        """Have everyone at these matches learn who sits there now."""
        for match in matches:
            await self._reseated(match)

    async def rotate_session(self, known: Known, agent: str, entered: bool) -> uuid.UUID:
        """A new session in place of this one, since the ways to log in to the account have changed.

        ``entered`` if its owner has just proved to own one of them.
        """
        now = dt.datetime.now(dt.UTC) if entered else None
        return await self._guests.replace_session(known.account, known, agent, now)

    # --- another device ------------------------------------------------------------------------------------------

    async def code(self, account: uuid.UUID) -> tuple[str, str]:
        """A code that makes another device know the account, and until when it is good. It replaces earlier ones."""
        letters = one_time_codes.code()
        async with self._database.session.begin() as session:
            await one_time_codes.withdraw(session, one_time_codes.DEVICE, account)
            expires = one_time_codes.issue(session, one_time_codes.DEVICE, _letters(letters), CODE_LASTS, account)
        half = len(letters) // 2
        return f"{letters[:half]}-{letters[half:]}", _moment(expires)

    # --- ways to log in ------------------------------------------------------------------------------------------

    async def remove_passkey(self, account: uuid.UUID, passkey: uuid.UUID, last: bool) -> None:
        """Forget a passkey. ApiError 404 if there is none, 409 for the last way to log in unless ``last``."""
        async with self._database.session.begin() as session:
            await self._fewer(session, account, last)
            gone = delete(Passkey).where(Passkey.id == passkey, Passkey.account == account).returning(Passkey.id)
            if (await session.scalars(gone)).first() is None:
                raise ApiError(404, "no_passkey", "You have no such passkey.")

    async def remove_address(self, account: uuid.UUID, last: bool) -> None:
        """Forget the mail address, and the password with it. ApiError as for a passkey."""
        async with self._database.session.begin() as session:
            await self._fewer(session, account, last)
            gone = delete(MailAddress).where(MailAddress.account == account).returning(MailAddress.account)
            if (await session.scalars(gone)).first() is None:
                raise ApiError(404, "no_address", "You have no mail address here.")
            await session.execute(delete(Password).where(Password.account == account))

    @staticmethod
    async def _fewer(session: AsyncSession, account: uuid.UUID, last: bool) -> None:
        """One way to log in will be gone. One after the other: two at once could remove the last two."""
        await session.get(Account, account, with_for_update=True)
        if await count_ways(session, account) == 1 and not last:
            text = "That is your last way to log in: without it, only browsers that know you now can play."
            raise ApiError(409, "last_way", text)

    async def has_just_entered(self, known: Known) -> bool:
        """Whether the owner of a session logged in to it a moment ago."""
        entered = await self._guests.find_last_login(known)
        return entered is not None and dt.datetime.now(dt.UTC) - entered < FRESH_LOGIN

    async def sure(self, known: Known) -> None:
        """ApiError 403 unless a guest asks, or someone who has just logged in.

        With a stolen cookie alone nobody can give themselves a way in that lasts, or take the owner's away.
        """
        async with self._database.session() as session:
            guest = not await count_ways(session, known.account)
        if not guest and not await self.has_just_entered(known):
            raise ApiError(403, "log_in_again", "Log in again first.")


def _letters(code: str) -> bytes:
    """A code as it counts, however it was typed."""
    return "".join(c for c in code.upper() if c.isalpha()).encode()
