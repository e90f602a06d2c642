"""The channels of each person, and what they wish of them."""

from __future__ import annotations

import datetime as dt
import secrets
import uuid
from collections.abc import Callable, Mapping

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert

from app.accounts.models import Account, MailAddress
from app.database import Database
from app.errors import ApiError
from app.matches.rows.models import Seat
from app.notices.kinds import AT_FIRST, MAIL, MAX_CHANNELS, OFF, PUSH, WEBHOOK, Kind, Mode, Way
from app.notices.models import Channel, Delivery, Notice, Wish
from app.notices.outward import Forbidden, Outward
from app.notices.push import is_point, unbase64url
from rules.kernel.messages import JsonObject

MAX_MUTED = 200
MAX_LOGGED = 50
AUTH_BYTES = 16
SECRET_BYTES = 32
SECRET_PREFIX = "whsec_"  # noqa: S105


def _moment(at: dt.datetime | None) -> str | None:
    return None if at is None else at.isoformat(timespec="seconds")


def _channel_json(channel: Channel) -> JsonObject:
    return {
        "id": str(channel.id),
        "way": channel.way,
        "name": channel.name,
        "modes": {**channel.modes},
        "trouble": channel.trouble,
        "created_at": _moment(channel.created_at),
    }


class Channels:
    """Keeps channels and wishes. ``push_key`` is the server's own, ``sends_mail`` whether it sends any."""

    def __init__(
        self, database: Database, outward: Outward, push_key: str, sends_mail: bool, wake: Callable[[], None]
    ) -> None:
        self._database = database
        self._outward = outward
        self._push_key = push_key
        self._sends_mail = sends_mail
        self._wake = wake
        """Called when something is to be sent at once."""

    async def of(self, account: uuid.UUID) -> JsonObject:
        """How someone is told."""
        async with self._database.session() as session:
            query = select(Channel).where(Channel.account == account).order_by(Channel.created_at, Channel.id)
            channels = [_channel_json(c) for c in await session.scalars(query)]
            wish = await session.get(Wish, account)
        quiet: JsonObject | None = None
        if wish is not None and wish.quiet_from is not None:
            quiet = {"begins": wish.quiet_from, "ends": wish.quiet_until}
        return {
            "channels": [*channels],
            "quiet": quiet,
            "digest_hour": 8 if wish is None else wish.digest_hour,
            "muted": [] if wish is None else [*wish.muted],
            "push_key": self._push_key,
            "sends_mail": self._sends_mail,
        }

    # --- wishes --------------------------------------------------------------------------------------------------

    async def wish(self, account: uuid.UUID, quiet: tuple[int, int] | None, digest_hour: int) -> None:
        """Set quiet hours and the hour of the daily message. ApiError 422 for quiet hours without an end."""
        if quiet is not None and quiet[0] == quiet[1]:
            raise ApiError(422, "always_quiet", "Quiet hours cannot begin and end at the same hour.")
        begins, ends = quiet if quiet is not None else (None, None)
        values = {"quiet_from": begins, "quiet_until": ends, "digest_hour": digest_hour}
        async with self._database.session.begin() as session:
            row = insert(Wish).values(account=account, muted=[], **values)
            await session.execute(row.on_conflict_do_update(index_elements=[Wish.account], set_=values))

    async def mute(self, account: uuid.UUID, match: str, muted: bool) -> None:
        """Have a match say nothing, or tell again. ApiError 403 for one in which the account has no seat."""
        async with self._database.session.begin() as session:
            mine = select(Seat.seat).where(Seat.match == match, Seat.account == account)
            if (await session.scalars(mine.limit(1))).first() is None:
                raise ApiError(403, "not_seated", "You have no seat in this match.")
            await session.execute(insert(Wish).values(account=account, muted=[]).on_conflict_do_nothing())
            wish = await session.get_one(Wish, account, with_for_update=True)
            others = [m for m in wish.muted if m != match]
            if muted and len(others) >= MAX_MUTED:
                # The oldest is most likely over.
                others = others[1:]
            wish.muted = [*others, match] if muted else others

    # --- channels ------------------------------------------------------------------------------------------------

    async def add_mail(self, account: uuid.UUID) -> JsonObject:
        """Have notices sent to the account's address. ApiError 409 without one, or where no mail is sent."""
        if not self._sends_mail:
            raise ApiError(409, "no_mail", "This server sends no mail.")
        async with self._database.session() as session:
            address = await session.get(MailAddress, account)
        if address is None:
            raise ApiError(409, "no_address", "Confirm a mail address first.")
        return await self._add(account, MAIL, "Mail", "", None, None)

    async def add_push(self, account: uuid.UUID, name: str, endpoint: str, p256dh: str, auth: str) -> JsonObject:
        """Have notices sent to a browser. ApiError 422 when its subscription is none."""
        try:
            key, shared = unbase64url(p256dh), unbase64url(auth)
        except ValueError:
            key, shared = b"", b""
        if not is_point(key) or len(shared) != AUTH_BYTES:
            raise ApiError(422, "bad_subscription", "That is not a browser's subscription.")
        await self._reachable(endpoint)
        async with self._database.session.begin() as session:
            # Whoever used this browser before is not to be told here any more.
            others = (Channel.way == PUSH, Channel.target == endpoint, Channel.account != account)
            await session.execute(delete(Channel).where(*others))
        return await self._add(account, PUSH, name, endpoint, key, shared)

    async def add_webhook(self, account: uuid.UUID, name: str, url: str) -> JsonObject:
        """Have notices sent to a program; the answer has the secret. ApiError 422 for an address of no use."""
        await self._reachable(url)
        secret = SECRET_PREFIX + secrets.token_urlsafe(SECRET_BYTES)
        return {**await self._add(account, WEBHOOK, name, url, None, secret.encode()), "secret": secret}

    async def _reachable(self, url: str) -> None:
        try:
            await self._outward.check_and_resolve(url)
        except Forbidden as error:
            raise ApiError(422, "bad_address", str(error)) from error
        except (OSError, UnicodeError) as error:
            raise ApiError(422, "bad_address", "No host was found at that address.") from error

    async def _add(
        self, account: uuid.UUID, way: Way, name: str, target: str, push_key: bytes | None, secret: bytes | None
    ) -> JsonObject:
        async with self._database.session.begin() as session:
            # One after the other, so that two at once do not pass the limit.
            await session.get(Account, account, with_for_update={"key_share": True})
            mine = list(await session.scalars(select(Channel).where(Channel.account == account)))
            known = next((c for c in mine if (c.way, c.target) == (way, target)), None)
            if known is None:
                if len(mine) >= MAX_CHANNELS:
                    text = f"You have {MAX_CHANNELS} ways to be told. Remove one first."
                    raise ApiError(409, "too_many_channels", text)
                known = Channel(account=account, way=way, target=target, modes={**AT_FIRST[way]}, trouble="")
                session.add(known)
            known.name, known.push_key, known.secret = name, push_key, secret
            await session.flush()
            await session.refresh(known)
            return {**_channel_json(known), "secret": None}

    async def set_modes(self, account: uuid.UUID, channel: uuid.UUID, modes: Mapping[Kind, Mode]) -> None:
        """Set how soon a channel tells of what. ApiError 404 if there is none."""
        async with self._database.session.begin() as session:
            found = await session.get(Channel, channel, with_for_update=True)
            if found is None or found.account != account:
                raise _no_channel()
            found.modes = {**found.modes, **{str(kind): mode for kind, mode in modes.items()}}

    async def remove(self, account: uuid.UUID, channel: uuid.UUID) -> None:
        """Forget a channel, and what waits for it. ApiError 404 if there is none."""
        async with self._database.session.begin() as session:
            gone = delete(Channel).where(Channel.id == channel, Channel.account == account).returning(Channel.id)
            if (await session.scalars(gone)).first() is None:
                raise _no_channel()

    async def stop(self, channel: uuid.UUID) -> None:
        """Have a channel tell nothing more; what waits for it is not sent."""
        async with self._database.session.begin() as session:
            found = await session.get(Channel, channel, with_for_update=True)
            if found is None:
                return
            found.modes = dict.fromkeys(found.modes, OFF)
            waiting = (Delivery.channel == channel, Delivery.status == "waiting")
            values = {"status": "lapsed", "reason": "no longer wanted", "done_at": dt.datetime.now(dt.UTC)}
            await session.execute(update(Delivery).where(*waiting).values(values))

    async def test(self, account: uuid.UUID, channel: uuid.UUID) -> JsonObject:
        """Send a message to try a channel. ApiError 404 if there is none."""
        now = dt.datetime.now(dt.UTC)
        async with self._database.session.begin() as session:
            found = await session.get(Channel, channel)
            if found is None or found.account != account:
                raise _no_channel()
            row = Delivery(notice=None, channel=channel, mode="test", at=now, due_at=now, message=uuid.uuid4())
            session.add(row)
            await session.flush()
            told: JsonObject = {"id": str(row.id)}
        self._wake()
        return told

    async def log(self, account: uuid.UUID) -> list[JsonObject]:
        """What became of the newest notices to someone."""
        async with self._database.session() as session:
            query = (
                select(Delivery, Channel.name, Channel.way, Notice.kind, Notice.match, Notice.seat)
                .join(Channel, Channel.id == Delivery.channel)
                .outerjoin(Notice, Notice.id == Delivery.notice)
                .where(Channel.account == account)
                .order_by(func.coalesce(Delivery.done_at, Delivery.at).desc(), Delivery.id)
                .limit(MAX_LOGGED)
            )
            return [
                {
                    "id": str(d.id),
                    "channel": name,
                    "way": way,
                    "kind": kind or "test",
                    "match": match,
                    "seat": seat,
                    "status": d.status,
                    "reason": d.reason,
                    "tries": d.tries,
                    "at": _moment(d.at),
                    "due_at": _moment(d.due_at) if d.status == "waiting" else None,
                    "done_at": _moment(d.done_at),
                }
                for d, name, way, kind, match, seat in await session.execute(query)
            ]


def _no_channel() -> ApiError:
    return ApiError(404, "no_channel", "You have no such channel.")
