"""Putting together what calls people back."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from app.database import Database
from app.limits.limits import Limits
from app.mail.letters import Mailer
from app.matches.live_match.live_match import LiveMatch
from app.notices.courier import Courier
from app.notices.deliveries import Deliveries
from app.notices.hooks import Hooks
from app.notices.kinds import MAIL, PUSH, WEBHOOK, Way
from app.notices.mails import Mails, Stops
from app.notices.outward import Outward
from app.notices.push import Pushes, Vapid, server_key
from app.notices.scenes import Scenes
from app.notices.sender import Sender
from app.notices.service import Channels
from app.settings import Settings
from rules.kernel.game import Game

NO_CONTACT = "https://localhost"
"""What push services are told where whoever runs the server has named neither a site nor a sender of mail."""


@dataclass(frozen=True, slots=True)
class Notices:
    """What sends, and the channels to which it does."""

    sender: Sender
    channels: Channels

    @staticmethod
    async def create(
        database: Database,
        settings: Settings,
        games: Mapping[str, Game[Any, Any]],
        current: Callable[[str], Awaitable[LiveMatch]],
        present: Callable[[str], Mapping[str, bool]],
        mailer: Mailer | None,
        stops: Stops,
        limits: Limits,
        due: asyncio.Event,
    ) -> Notices:
        """All of it, for a server with these settings; ``current`` and ``present`` tell how a match stands.

        ``due`` is set when something is to be sent.
        """
        outward = Outward(settings.reachable)
        contact = settings.site or (f"mailto:{settings.mail_from}" if settings.mail_from else NO_CONTACT)
        vapid = Vapid(await server_key(database), contact)
        couriers: dict[Way, Courier] = {
            PUSH: Pushes(outward, vapid),
            WEBHOOK: Hooks(outward, settings.site),
        }
        if mailer is not None:
            couriers[MAIL] = Mails(mailer, stops, settings.site)
        deliveries = Deliveries(database, dt.timedelta(seconds=settings.notice_seconds))
        scenes = Scenes(games, current, present)
        sender = Sender(deliveries, scenes, couriers, lambda channel: limits.rates.hit("notices", channel), due=due)
        channels = Channels(database, outward, vapid.public, mailer is not None, sender.wake)
        return Notices(sender, channels)
