"""Who may do the host's work in the browser, and what they have to show for it (decisions/0076).

An account is made an admin on the server's machine. In the browser its owner shows a passkey that knows its owner
before anything is shown, and once more for each deed: that answer is to a challenge made for this very deed.
"""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert

from app.accounts.models import Account, Passkey
from app.accounts.sessions import Known
from app.admin.models import Admin, AdminVisit
from app.database import Database
from app.errors import ApiError
from rules.kernel.messages import JsonObject

VISIT_LASTS = dt.timedelta(minutes=30)
"""How long one may look after showing a passkey."""


@dataclass(frozen=True, slots=True)
class Granted:
    """An account that is an admin's, by its name now, and since when."""

    account: uuid.UUID
    name: str
    since: dt.datetime


class Admins:
    """Knows the admins and their visits."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def granted(self, account: uuid.UUID) -> Granted | None:
        """What an account was granted; None where it is no admin's, or locked."""
        query = select(Account.name, Admin.granted_at).join(Admin, Admin.account == Account.id)
        async with self._database.session() as session:
            row = (await session.execute(query.where(Account.id == account, Account.locked_at.is_(None)))).first()
        return None if row is None else Granted(account, row[0], row[1])

    async def is_admin(self, account: uuid.UUID) -> bool:
        """Whether an account is an admin's, locked or not."""
        async with self._database.session() as session:
            return await session.get(Admin, account) is not None

    async def visit(self, known: Known) -> dt.datetime | None:
        """Until when an admin may look in this session; None: a passkey has to be shown first."""
        query = select(AdminVisit.ends_at).where(
            AdminVisit.session == known.session,
            AdminVisit.account == known.account,
            AdminVisit.ends_at > dt.datetime.now(dt.UTC),
        )
        async with self._database.session() as session:
            return await session.scalar(query)

    async def begin_visit(self, known: Known) -> dt.datetime:
        """Note that a passkey was shown in this session. Gives until when that is good."""
        now = dt.datetime.now(dt.UTC)
        values = {"account": known.account, "ends_at": now + VISIT_LASTS}
        async with self._database.session.begin() as session:
            await session.execute(delete(AdminVisit).where(AdminVisit.ends_at < now))
            row = insert(AdminVisit).values(session=known.session, **values)
            await session.execute(row.on_conflict_do_update(index_elements=[AdminVisit.session], set_=values))
        return now + VISIT_LASTS

    async def end_visit(self, known: Known) -> None:
        """Show nothing more in this session."""
        async with self._database.session.begin() as session:
            await session.execute(delete(AdminVisit).where(AdminVisit.session == known.session))

    # --- on the server's machine ---------------------------------------------------------------------------------

    async def grant(self, account: uuid.UUID) -> int:
        """Make an account an admin's, with the passkeys that it has now; gives how many. ApiError without any."""
        async with self._database.session.begin() as session:
            if await session.get(Account, account, with_for_update=True) is None:
                raise ApiError(404, "no_account", "There is no such account.")
            count = select(func.count()).select_from(Passkey).where(Passkey.account == account)
            passkeys = (await session.scalars(count)).one()
            if not passkeys:
                raise ApiError(
                    422, "no_passkey", "That account has no passkey. Its owner adds one on the account page."
                )
            # By the clock by which passkeys are dated: by one that is ahead, those of the next minutes would count.
            values = {"granted_at": func.now()}
            row = insert(Admin).values(account=account, **values)
            await session.execute(row.on_conflict_do_update(index_elements=[Admin.account], set_=values))
            await session.execute(delete(AdminVisit).where(AdminVisit.account == account))
        return passkeys

    async def revoke(self, account: uuid.UUID) -> None:
        """Make an account an admin's no longer. ApiError 404 when it is none."""
        async with self._database.session.begin() as session:
            gone = await session.scalars(delete(Admin).where(Admin.account == account).returning(Admin.account))
            if gone.first() is None:
                raise ApiError(404, "no_admin", "That account is not an admin's.")

    async def all(self) -> list[JsonObject]:
        """The admins, the first first."""
        query = select(Account.id, Account.name, Admin.granted_at).join(Admin, Admin.account == Account.id)
        async with self._database.session() as session:
            rows = await session.execute(query.order_by(Admin.granted_at, Account.id))
            return [
                {"account": str(row[0]), "name": row[1], "since": row[2].isoformat(timespec="seconds")} for row in rows
            ]
