"""The host's desk in the browser: nothing is shown without a passkey, and nothing done without one for that deed."""

from __future__ import annotations

from dataclasses import replace

import structlog

from app.accounts import one_time_codes
from app.accounts.passkeys import Passkeys, Place
from app.accounts.sessions import Known
from app.admin import deeds
from app.admin.admins import Admins, Granted
from app.admin.banning import network_of
from app.admin.deeds import Deed, fingerprint
from app.admin.models import by_browser
from app.admin.office import Office
from app.errors import ApiError
from app.limits.bans import Bans
from rules.kernel.messages import JsonObject

log = structlog.get_logger(__name__)


class Desk:
    """Does for an admin in the browser what ``greatwar admin`` does on the server's machine."""

    def __init__(self, office: Office, admins: Admins, passkeys: Passkeys) -> None:
        self._office = office
        self._admins = admins
        self._passkeys = passkeys

    async def admin(self, known: Known | None) -> Granted:
        """The admin who calls. ApiError 404, as for any path that is not there, for everyone else."""
        granted = None if known is None else await self._admins.granted(known.account)
        if granted is None:
            raise ApiError(404, "not_found", "Not Found")
        return granted

    async def office(self, known: Known | None) -> Office:
        """Where the admin who calls may work. ApiError 404 as above, 403 until a passkey was shown."""
        admin = await self.admin(known)
        if known is None or await self._admins.visit(known) is None:
            raise ApiError(403, "show_passkey", "Show your passkey first.")
        return self._office_of(admin)

    async def to_look_at(self, what: str, known: Known | None) -> Office:
        """What the admin who calls may look at; the log says who looked. ApiError as above."""
        office = await self.office(known)
        log.info("an admin looks", by=office.name, at=what)
        return office

    def _office_of(self, admin: Granted) -> Office:
        return replace(self._office, name=by_browser(admin.name, admin.account))

    async def status(self, known: Known) -> JsonObject:
        """Whether the admin may look, and until when."""
        admin, until = await self.admin(known), await self._admins.visit(known)
        return {"name": admin.name, "until": None if until is None else until.isoformat(timespec="seconds")}

    # --- a visit -------------------------------------------------------------------------------------------------

    async def ask_for_visit(self, known: Known, place: Place) -> JsonObject:
        """What the browser needs to have the admin show a passkey."""
        admin = await self.admin(known)
        return await self._passkeys.ask(admin.account, one_time_codes.VISIT, place)

    async def begin_visit(self, known: Known, credential: dict[str, object], place: Place) -> JsonObject:
        """Let the admin look for a while. ApiError unless a passkey of theirs answers."""
        admin = await self.admin(known)
        await self._passkeys.confirm(admin.account, one_time_codes.VISIT, credential, place, admin.since)
        await self._admins.begin_visit(known)
        return await self.status(known)

    async def end_visit(self, known: Known) -> JsonObject:
        """Show nothing more in this session."""
        await self.admin(known)
        await self._admins.end_visit(known)
        return await self.status(known)

    # --- deeds ---------------------------------------------------------------------------------------------------

    async def ask_for_deed(self, known: Known, deed: Deed, place: Place) -> JsonObject:
        """What the browser needs to have the admin show a passkey for this very deed."""
        await self.office(known)
        return await self._passkeys.ask(known.account, _purpose(deed), place)

    async def do(
        self, known: Known, deed: Deed, credential: dict[str, object], place: Place, household: str
    ) -> JsonObject:
        """Do it once. ApiError unless a passkey answers for this very deed, or when it cannot be done."""
        office, admin = await self.office(known), await self.admin(known)
        await self._passkeys.confirm(admin.account, _purpose(deed), credential, place, admin.since)
        await self._check(deed, household)
        return {"done": True, "secret": await _do(office, deed)}

    async def _check(self, deed: Deed, household: str) -> None:
        """ApiError for what an admin may do on the server's machine alone, or would be shut out by."""
        if isinstance(deed, deeds.Lock) and await self._admins.is_admin(deed.account):
            raise ApiError(422, "is_admin", "That account is an admin's. Lock it on the server's machine.")
        if isinstance(deed, deeds.Ban):
            trial = Bans()
            trial.replace({network_of(deed.network): 1.0})
            if trial.keeps_out(household, 0.0):
                raise ApiError(422, "own_network", "You are on that network yourself.")


def _purpose(deed: Deed) -> str:
    return f"{one_time_codes.DEED}-{fingerprint(deed)}"


async def _do(office: Office, deed: Deed) -> str | None:
    """Do it; gives the secret that unlocking a guest gives, and otherwise None."""
    secret: str | None = None
    match deed:
        case deeds.Rewind():
            await office.rewind(deed.match, deed.event, deed.reason)
        case deeds.OpenSeat():
            await office.open_seat(deed.match, deed.seat, deed.reason)
        case deeds.End():
            await office.end(deed.match, deed.winner, deed.reason)
        case deeds.HideMessage():
            await office.hide(deed.match, deed.room, deed.number, deed.reason)
        case deeds.Lock():
            await office.lock(deed.account, deed.reason)
        case deeds.Unlock():
            secret = await office.unlock(deed.account, deed.reason)
        case deeds.Ban():
            await office.ban(deed.network, deed.days, deed.reason)
        case deeds.LiftBan():
            await office.lift_ban(deed.network, deed.reason)
        case deeds.CloseReport():
            await office.close_report(deed.report, deed.reason)
    return secret
