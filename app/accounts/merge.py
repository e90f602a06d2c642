"""A guest's matches go over to the account that the guest logs in to, if the person says so."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping

from sqlalchemy import any_, delete, func, literal, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account, Block, MailAddress, Mute, Passkey
from app.bookmarks.models import Bookmark
from app.chat.models import Message
from app.clocks.vacations import bring_along
from app.drafts.models import Draft
from app.errors import ApiError
from app.hints.models import Hint
from app.marks.models import Mark
from app.matches.facts import ACTIVE
from app.matches.rows.models import FormerSeat, Match, Seat, Watcher, WhatIf
from app.notices.kinds import MAIL, MAX_CHANNELS, WEBHOOK
from app.notices.models import Channel

Sides = Callable[[Match], Mapping[str, str]]
"""The sides of a match, by seat."""


async def count_ways(session: AsyncSession, account: uuid.UUID) -> int:
    """How many ways there are to log in to an account; a password needs the mail address and is none by itself.

    A guest has none: whoever loses its cookie loses its seats.
    """
    keys = select(func.count()).select_from(Passkey).where(Passkey.account == account)
    mail = select(func.count()).select_from(MailAddress).where(MailAddress.account == account)
    return (await session.scalars(keys)).one() + (await session.scalars(mail)).one()


async def move_matches(
    session: AsyncSession, guest: uuid.UUID, account: uuid.UUID, sides: Sides, *, proved: bool
) -> list[str]:
    """Give all seats of a guest to an account; gives the matches. ApiError 409 when that cannot be. ``proved``: whether
    whoever asks has just shown to be the owner, which nobody does by a code from another device.

    Nothing is moved if both sit in one match, or one sits there and the other has seen it from elsewhere: an account
    has one seat there, and one side's secrets.
    """
    if await count_ways(session, guest):
        raise ApiError(409, "not_a_guest", "You are logged in to an account with matches of its own. Log out first.")
    rows = select(Seat.match).where(or_(Seat.account == guest, Seat.stand_in == guest)).distinct()
    # Whoever sits down holds the match's row too. In the order of the ids, so that two movers wait for one another.
    matches = list(
        await session.scalars(select(Match.id).where(Match.id.in_(rows)).order_by(Match.id).with_for_update())
    )
    await _refuse_two_sides(session, guest, account, matches, sides)
    await _move_seats(session, guest, account, matches)
    await _move_what_was_said(session, guest, account)
    await _move_mutes_and_blocks(session, guest, account)
    # The matches hear of the days on which the account is away; those that know do not hear of it twice.
    await bring_along(session, guest, account)
    await _move_channels(session, guest, account, webhooks=proved or not await count_ways(session, account))
    return matches


async def _refuse_two_sides(
    session: AsyncSession, guest: uuid.UUID, account: uuid.UUID, matches: list[str], sides: Sides
) -> None:
    """ApiError 409 where both sit in one match, or one has seen it from elsewhere than the other."""
    mine = (
        select(Seat.match)
        .where(or_(Seat.account == account, Seat.stand_in == account), Seat.match.in_(matches))
        .distinct()
    )
    both = len((await session.scalars(mine)).all())
    if both:
        name = (await session.scalars(select(Account.name).where(Account.id == account))).one()
        which = "one of them" if both == 1 else f"{both} of them"
        text = f"Your matches cannot come along: {name} sits in {which} already, on another side. Nothing was changed."
        raise ApiError(409, "seated_in_both", text)
    if await _saw_another_seat(session, guest, account):
        text = "Your matches cannot come along: you have seen one of them from another seat. Nothing was changed."
        raise ApiError(409, "seated_in_both", text)
    if await _watched_another_side(session, guest, account, sides):
        text = "Your matches cannot come along: you have watched one of them from another side. Nothing was changed."
        raise ApiError(409, "watched_other_side", text)


async def _move_seats(session: AsyncSession, guest: uuid.UUID, account: uuid.UUID, matches: list[str]) -> None:
    """Seats of every kind, those left long ago and those only watched from too."""
    await session.execute(update(Seat).where(Seat.account == guest).values(account=account))
    for match in await session.scalars(select(Match).where(Match.id.in_(matches), Match.voided.is_not(None))):
        by = {guest.hex: account.hex}
        match.voided = [{**v, "by": by.get(v.get("by", ""), v.get("by", ""))} for v in match.voided or ()]
    await session.execute(update(FormerSeat).where(FormerSeat.account == guest).values(account=account))
    watched = select(Watcher.match, literal(account), Watcher.side).where(Watcher.account == guest)
    columns = ["match", "account", "side"]
    await session.execute(insert(Watcher).from_select(columns, watched).on_conflict_do_nothing())
    await session.execute(update(Seat).where(Seat.kept_for == guest).values(kept_for=account))
    await session.execute(update(Seat).where(Seat.stand_in == guest).values(stand_in=account))
    let_in = func.array_replace(WhatIf.let_in, guest, account)
    await session.execute(update(WhatIf).where(literal(guest) == any_(WhatIf.let_in)).values(let_in=let_in))


async def _move_what_was_said(session: AsyncSession, guest: uuid.UUID, account: uuid.UUID) -> None:
    """Messages, marks, bookmarks and what was sent ahead, which goes in the name of whoever has the seat. Hints are
    answers to decisions of the day, and can be asked for again."""
    await session.execute(update(Message).where(Message.account == guest).values(account=account))
    await session.execute(update(Mark).where(Mark.account == guest).values(account=account))
    columns = [c.key for c in Bookmark.__table__.columns]
    marked = select(*(literal(account) if c.key == "account" else c for c in Bookmark.__table__.columns))
    marked = marked.where(Bookmark.account == guest)
    await session.execute(insert(Bookmark).from_select(columns, marked).on_conflict_do_nothing())
    await session.execute(delete(Bookmark).where(Bookmark.account == guest))
    await session.execute(update(Draft).where(Draft.ahead_by == guest).values(ahead_by=account))
    await session.execute(delete(Hint).where(Hint.account == guest))


async def _move_mutes_and_blocks(session: AsyncSession, guest: uuid.UUID, account: uuid.UUID) -> None:
    """Those of the guest and those against it, unless the account has the same."""
    for own, others in ((Mute.account, Mute.other), (Mute.other, Mute.account)):
        muted = select(literal(account), others).where(own == guest, others != account)
        await session.execute(insert(Mute).from_select([own.key, others.key], muted).on_conflict_do_nothing())
        await session.execute(delete(Mute).where(own == guest))
    for own, others in ((Block.account, Block.other), (Block.other, Block.account)):
        number, at = func.gen_random_uuid(), Block.created_at
        blocked = select(number, literal(account), others, at).where(own == guest, others != account)
        columns = [Block.id.key, own.key, others.key, at.key]
        await session.execute(insert(Block).from_select(columns, blocked).on_conflict_do_nothing())
        await session.execute(delete(Block).where(own == guest))


async def _move_channels(session: AsyncSession, guest: uuid.UUID, account: uuid.UUID, *, webhooks: bool) -> None:
    """By the browser of the guest, and by the guest's programs, the matches are told of as before: by as many as an
    account may have, and by ``webhooks`` only where the owner could add one now."""
    held = select(Account.id).where(Account.id == account).with_for_update(key_share=True)
    await session.execute(held)
    mine = [*await session.scalars(select(Channel.target).where(Channel.account == account))]
    ways = {MAIL} if webhooks else {MAIL, WEBHOOK}
    theirs = select(Channel.id).where(Channel.account == guest, Channel.way.not_in(ways), Channel.target.not_in(mine))
    few = theirs.order_by(Channel.id).limit(max(0, MAX_CHANNELS - len(mine)))
    await session.execute(update(Channel).where(Channel.id.in_(few)).values(account=account))


async def _saw_another_seat(session: AsyncSession, guest: uuid.UUID, account: uuid.UUID) -> bool:
    """Whether one of them sat before at a match in which the other sits or stands in now, on another seat."""
    now, before = Seat, FormerSeat
    query = select(now.match).join(before, (before.match == now.match) & (before.seat != now.seat))
    pairs = ((guest, account), (account, guest))
    either = or_(*(or_(now.account == one, now.stand_in == one) & (before.account == other) for one, other in pairs))
    return (await session.scalars(query.where(either).limit(1))).first() is not None


async def _watched_another_side(session: AsyncSession, guest: uuid.UUID, account: uuid.UUID, sides: Sides) -> bool:
    """Whether one of them has watched a match in play from a side, and the other plays or stands in on another one."""
    query = select(Match, Seat.seat, Watcher.side).join(Seat, Seat.match == Match.id)
    query = query.join(Watcher, Watcher.match == Match.id).where(Match.status == ACTIVE)
    pairs = ((guest, account), (account, guest))
    either = or_(*(or_(Seat.account == one, Seat.stand_in == one) & (Watcher.account == other) for one, other in pairs))
    rows = (await session.execute(query.where(either))).all()
    return any(sides(match).get(seat, side) != side for match, seat, side in rows)
