"""When a notice goes out: as soon as its reader wants it, with what else is due then, and not at night."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from app.notices.kinds import DAILY, GATHERED, WEBHOOK, Mode, Way

GATHERING_TIME = dt.timedelta(minutes=10)
UTC = ZoneInfo("UTC")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What someone wishes of all channels: hours of the day in ``zone``; ``quiet`` is from one hour to another."""

    zone: ZoneInfo = UTC
    quiet: tuple[int, int] | None = None
    digest_hour: int = 8
    muted: frozenset[str] = frozenset()


def due(
    way: Way, mode: Mode, at: dt.datetime, delay: dt.timedelta, wishes: Wishes, pending: dt.datetime | None = None
) -> dt.datetime:
    """When to send what came up ``at``.

    ``delay`` is how long someone has to see to it without being told. ``pending`` is when the next of this mode goes
    out by the channel, if one is waiting: then they go together.
    """
    if mode == DAILY:
        wanted = _next(at, wishes.digest_hour, wishes.zone)
    elif mode == GATHERED:
        wanted = at + GATHERING_TIME
    else:
        # A program is called at once: it neither looks nor sleeps.
        wanted = at if way == WEBHOOK else at + delay
    if pending is not None:
        wanted = min(wanted, pending)
    return wanted if way == WEBHOOK else _awake(wanted, wishes)


def _next(at: dt.datetime, hour: int, zone: ZoneInfo) -> dt.datetime:
    """The next time that it is this hour."""
    local = at.astimezone(zone)
    today = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    day = today if today > local else today + dt.timedelta(days=1)
    return day.astimezone(dt.UTC)


def _awake(at: dt.datetime, wishes: Wishes) -> dt.datetime:
    """A time, or the end of the quiet hours in which it lies."""
    if wishes.quiet is None:
        return at
    begin, end = wishes.quiet
    hour = at.astimezone(wishes.zone).hour
    asleep = begin <= hour < end if begin < end else hour >= begin or hour < end
    return _next(at, end, wishes.zone) if asleep else at
