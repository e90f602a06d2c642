"""Mail addresses: confirmed by a link, and good for links that log their owner in.

Nothing that a caller is answered tells whether an address is known here: whatever depends on it is done afterwards.
"""

from __future__ import annotations

import datetime as dt
import secrets
import uuid
from collections.abc import Awaitable, Callable

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from app.accounts import one_time_codes
from app.accounts.models import MailAddress
from app.database import Database
from app.errors import ApiError
from app.mail.letters import Letter
from app.mail.mail_queue import MailQueue

LINK_LASTS = dt.timedelta(minutes=20)
CONFIRM_LASTS = dt.timedelta(hours=24)

Allowed = Callable[[str], Awaitable[bool]]
"""Whether an address may be sent another mail now; asking counts as one."""

_LOG_IN = """Someone, probably you, asked to log in to Great War Online with this address.

Open this link and press the button:

{link}

The link works once, for 20 minutes. If you did not ask for it, ignore this mail: nobody can log in without it.
"""
_CONFIRM = """Someone, probably you, added this address to an account at Great War Online.

Open this link in the same browser to confirm it:

{link}

The link works once, for 24 hours. If you did not ask for it, ignore this mail.
"""
_TAKEN = """Someone, probably you, tried to add this address to an account at Great War Online.

It belongs to another account there already. To use that one, log in with this address: {site}/account.html
"""
_CHANGED = """The ways to log in to your account at Great War Online were changed: a passkey, the password or the
mail address.

If that was not you, log in and look at your account: {site}/account.html
"""


def normalise(address: str) -> str:
    """An address in the form in which it is stored and compared."""
    return address.strip().lower()


class Addresses:
    """Writes to people, and knows which address is whose. ``site`` is where links lead."""

    def __init__(self, database: Database, post: MailQueue | None, site: str, allowed: Allowed) -> None:
        self._database = database
        self._post = post
        self._site = site
        self._allowed = allowed

    @property
    def able(self) -> bool:
        """Whether the server sends mail."""
        return self._post is not None

    def _sender(self) -> MailQueue:
        """The post. ApiError 409 where no mail is sent."""
        if self._post is None:
            raise ApiError(409, "no_mail", "This server sends no mail. Use a passkey, or a code from another device.")
        return self._post

    def _link(self, what: str, secret: str) -> str:
        # Behind the #, so that it is in no log of a server or proxy.
        return f"{self._site}/account.html#{what}={secret}"

    async def of(self, account: uuid.UUID) -> MailAddress | None:
        """The account's address."""
        async with self._database.session() as session:
            return await session.get(MailAddress, account)

    async def owner(self, address: str) -> uuid.UUID | None:
        """Whose address this is."""
        async with self._database.session() as session:
            query = select(MailAddress.account).where(MailAddress.address == normalise(address))
            return (await session.scalars(query)).first()

    # --- confirming ----------------------------------------------------------------------------------------------

    def propose(self, account: uuid.UUID, address: str) -> None:
        """Have someone confirm an address by a link. ApiError 409 where no mail is sent."""
        self._sender().run(self._propose(account, normalise(address)), "confirm")

    async def _propose(self, account: uuid.UUID, address: str) -> None:
        if not await self._allowed(address):
            return
        taken = await self.owner(address)
        if taken is not None:
            letter = Letter("taken", address, "Your address at Great War Online", _TAKEN.format(site=self._site))
        else:
            secret = secrets.token_urlsafe(one_time_codes.SECRET_BYTES)
            async with self._database.session.begin() as session:
                await one_time_codes.withdraw(session, one_time_codes.CONFIRM, account)
                one_time_codes.issue(session, one_time_codes.CONFIRM, secret.encode(), CONFIRM_LASTS, account, address)
            text = _CONFIRM.format(link=self._link("confirm", secret))
            letter = Letter("confirm", address, "Confirm your address", text)
        self._sender().later(letter)

    async def confirm(self, account: uuid.UUID, secret: str) -> None:
        """The address in a link is the account's from now on, in place of its last.

        ApiError 401 when the link is no good, 403 for another account's: whoever asked must have read the mail.
        """
        async with self._database.session.begin() as session:
            token = await one_time_codes.spend(session, one_time_codes.CONFIRM, secret.encode())
            if token is None or token.address is None:
                raise ApiError(401, "bad_link", "That link is wrong, used or too old. Get a new one.")
            if token.account != account:
                text = "Open this link in the browser in which you added the address."
                raise ApiError(403, "other_account", text)
            await session.execute(delete(MailAddress).where(MailAddress.account == account))
            row = insert(MailAddress).values(account=account, address=token.address)
            added = await session.scalars(row.on_conflict_do_nothing().returning(MailAddress.account))
            if added.first() is None:
                raise ApiError(409, "address_taken", "Another account has confirmed that address in the meantime.")

    # --- logging in ----------------------------------------------------------------------------------------------

    def invite(self, address: str) -> None:
        """Send a link that logs the owner of an address in, if it has one. ApiError 409 where no mail is sent."""
        self._sender().run(self._invite(normalise(address)), "log in")

    async def _invite(self, address: str) -> None:
        account = await self.owner(address)
        if account is None or not await self._allowed(address):
            return
        secret = secrets.token_urlsafe(one_time_codes.SECRET_BYTES)
        async with self._database.session.begin() as session:
            one_time_codes.issue(session, one_time_codes.LINK, secret.encode(), LINK_LASTS, account)
        text = _LOG_IN.format(link=self._link("login", secret))
        self._sender().later(Letter("log in", address, "Log in to Great War Online", text))

    def warn(self, mail: MailAddress | None) -> None:
        """Tell the owner of an address that the account can be entered in other ways than before."""
        if mail is not None and self._post is not None:
            text = _CHANGED.format(site=self._site)
            self._post.later(Letter("changed", mail.address, "Your account at Great War Online", text))

    async def require_address(self, account: uuid.UUID) -> None:
        """ApiError 409 unless the account has an address, which is the name that a password needs."""
        self._sender()
        if await self.of(account) is None:
            raise ApiError(409, "no_address", "Confirm a mail address first: it is the name you log in with.")
