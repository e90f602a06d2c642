"""When a clock stands still although its seat is asked: on weekends, and while its player is away.

Counted are moments on one line, in UTC; only where a weekend begins and ends depends on a time zone, and on the hour
that it wins or loses in spring and autumn.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from heapq import merge
from itertools import takewhile
from typing import TypeAlias
from zoneinfo import ZoneInfo

Span: TypeAlias = tuple[dt.datetime, dt.datetime]
"""From one moment up to another, which is not in it."""

SATURDAY = 5
DAY = dt.timedelta(days=1)
LAST_YEAR = 9990
"""Weekends are counted no further than this."""


def weekends(zone: str, start: dt.datetime) -> Iterator[Span]:
    """The weekends of a time zone, from the one that is on at ``start`` or comes next; Saturday 0:00 to Monday 0:00."""
    there = ZoneInfo(zone)
    day = start.astimezone(there).date()
    day += DAY * (SATURDAY - day.weekday()) if day.weekday() < SATURDAY else -DAY * (day.weekday() - SATURDAY)
    while day.year < LAST_YEAR:
        yield _midnight(day, there), _midnight(day + 2 * DAY, there)
        day += 7 * DAY


def _midnight(day: dt.date, zone: ZoneInfo) -> dt.datetime:
    return dt.datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(dt.UTC)


def merge_spans(spans: Iterable[Span], start: dt.datetime) -> Iterator[Span]:
    """Spans in order of their beginning, as far as they lie after ``start``, those that touch as one."""
    held: Span | None = None
    for begins, ends in spans:
        if ends <= start:
            continue
        begins = max(begins, start)
        if held is None:
            held = begins, ends
        elif begins <= held[1]:
            held = held[0], max(held[1], ends)
        else:
            yield held
            held = begins, ends
    if held is not None:
        yield held


def stops(zone: str | None, away: Iterable[Span], start: dt.datetime) -> Iterator[Span]:
    """When a clock stands still from ``start`` on: weekends in ``zone``, unless that is None, and days away."""
    found = merge(sorted(away), weekends(zone, start)) if zone is not None else sorted(away)
    return merge_spans(found, start)


def running_time(stopped: Iterator[Span], start: dt.datetime, end: dt.datetime) -> dt.timedelta:
    """How much of the time between two moments counts; ``stopped`` begins at ``start``."""
    if end <= start:
        return dt.timedelta()
    still = (min(ends, end) - begins for begins, ends in takewhile(lambda span: span[0] < end, stopped))
    return end - start - sum(still, dt.timedelta())


def after(stopped: Iterator[Span], start: dt.datetime, time: dt.timedelta) -> dt.datetime:
    """The first moment by which so much counted time has passed since ``start``."""
    now = start
    for begins, ends in stopped:
        if begins - now >= time:
            break
        time -= begins - now
        now = ends
    return now + time
