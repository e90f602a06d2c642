"""When a notice goes out: soon, gathered, in the morning, and not in the quiet hours of its reader."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from app.notices.deliveries import wishes_of
from app.notices.kinds import AT_ONCE, DAILY, GATHERED, MAIL, WEBHOOK, Mode
from app.notices.sender import MAX_PAUSE, MAX_TRIES, pause
from app.notices.when import Wishes, due

DELAY = dt.timedelta(minutes=1)
BERLIN = ZoneInfo("Europe/Berlin")


def at(hour: int, minute: int = 0, day: int = 10) -> dt.datetime:
    """A moment of January 1915, by the clock in Berlin."""
    return dt.datetime(1915, 1, day, hour, minute, tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("mode", "sent"), [(AT_ONCE, at(10, 1)), (GATHERED, at(10, 10)), (DAILY, at(8, day=11))], ids=str
)
def test_each_mode_has_its_time(mode: Mode, sent: dt.datetime) -> None:
    assert due(MAIL, mode, at(10), DELAY, Wishes(BERLIN)) == sent


def test_the_daily_message_goes_out_at_the_readers_hour() -> None:
    wishes = Wishes(ZoneInfo("Asia/Tokyo"), digest_hour=7)
    assert due(MAIL, DAILY, at(10), DELAY, wishes) == dt.datetime(1915, 1, 11, 7, tzinfo=ZoneInfo("Asia/Tokyo"))
    assert due(MAIL, DAILY, at(7), DELAY, Wishes(BERLIN)) == at(8)


def test_what_comes_later_goes_with_what_waits() -> None:
    assert due(MAIL, GATHERED, at(10, 5), DELAY, Wishes(BERLIN), pending=at(10, 10)) == at(10, 10)


@pytest.mark.parametrize(("hour", "sent"), [(21, at(21, 1)), (23, at(7, day=11)), (3, at(7)), (7, at(7, 1))])
def test_nobody_is_woken(hour: int, sent: dt.datetime) -> None:
    wishes = Wishes(BERLIN, quiet=(22, 7))
    assert due(MAIL, AT_ONCE, at(hour), DELAY, wishes) == sent
    assert due(WEBHOOK, AT_ONCE, at(hour), DELAY, wishes) == at(hour), "programs do not sleep"


def test_quiet_hours_may_lie_within_a_day() -> None:
    wishes = Wishes(BERLIN, quiet=(9, 17))
    assert [due(MAIL, AT_ONCE, at(hour), DELAY, wishes).astimezone(BERLIN).hour for hour in (8, 9, 16, 17)] == [
        8,
        17,
        17,
        17,
    ]


def test_the_clocks_going_forward_lose_no_notice() -> None:
    """On 28 March 2027 there is no hour from two to three in Berlin."""
    wishes = Wishes(BERLIN, digest_hour=2)
    night = dt.datetime(2027, 3, 27, 12, tzinfo=BERLIN)
    found = due(MAIL, DAILY, night, DELAY, wishes)
    assert night < found < night + dt.timedelta(hours=24)


def test_tries_are_further_and_further_apart_and_end_after_about_a_day() -> None:
    waits = [pause(n) for n in range(1, MAX_TRIES)]
    assert all(a < b for a, b in pairwise(waits[:6]))
    assert max(waits) <= MAX_PAUSE * 1.2
    assert dt.timedelta(hours=14) < sum(waits, dt.timedelta()) < dt.timedelta(hours=36)
    assert len({pause(3) for _ in range(10)}) > 1, "those that failed together do not come back together"


def test_a_zone_that_this_machine_does_not_know_is_the_worlds() -> None:
    assert wishes_of("Mars/Olympus_Mons", None) == Wishes()
    assert wishes_of("Europe/Berlin", None).zone == BERLIN
