"""Tables of matches. Events are only ever added; the state is the newest snapshot and the events after it."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Text,
    Uuid,
    false,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base

_MATCH = "match.id"


class Match(Base):
    """A match and where it stands. ``version`` is the number of its last event."""

    __tablename__ = "match"
    __table_args__ = (
        CheckConstraint("status in ('open', 'opening', 'active', 'finished', 'called-off')", name="status"),
        CheckConstraint("listing in ('public', 'unlisted', 'invitation')", name="listing"),
        CheckConstraint("pace in ('', 'live', 'days')", name="pace"),
        CheckConstraint("sides in ('chosen', 'drawn')", name="sides"),
        *(
            Index(
                f"ix_match_public_{status}",
                "created_at",
                "id",
                postgresql_where=text(f"listing = 'public' AND status = '{status}'"),
            )
            for status in ("open", "active")
        ),
        Index("ix_match_due", "due", postgresql_where=text("due IS NOT NULL")),
        Index("ix_match_programs", "id", postgresql_where=text("programs AND status = 'active'")),
        Index("ix_match_at_home", "id", postgresql_where=text("shard = '' AND status = 'active'")),
        Index("ix_match_shard", "shard", postgresql_where=text("shard <> ''")),
    )

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    game: Mapped[str] = mapped_column(Text)
    scenario: Mapped[str] = mapped_column(Text)
    options: Mapped[dict[str, Any]] = mapped_column(JSONB)
    plan: Mapped[str] = mapped_column(Text, server_default="")
    """The printed board, counters and charts that it is played by: what its positions say, where the lobby finds it."""
    status: Mapped[str] = mapped_column(Text)
    hotseat: Mapped[bool] = mapped_column(Boolean)
    version: Mapped[int] = mapped_column(Integer)
    secret: Mapped[bytes | None] = mapped_column(LargeBinary)
    """Drawn when all seats have sealed their words (decisions/0016)."""
    commitment: Mapped[str | None] = mapped_column(Text)
    invite: Mapped[str] = mapped_column(Text)
    spectate: Mapped[str] = mapped_column(Text)
    outcome: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    rules: Mapped[str | None] = mapped_column(Text)
    """Version of the rules that made the opening position (app/proof/version.py)."""
    link: Mapped[bytes | None] = mapped_column(LargeBinary)
    """Where the chain of the events begins (app/proof/links.py)."""
    voided: Mapped[list[dict[str, Any]] | None] = mapped_column(JSONB(none_as_null=True))
    """Rounds of sealing that were void (app/proof/rounds.py); null where there were none."""
    created_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    changed_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    """For the sweep alone: it tells of hidden commands too."""
    told_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    """When something was last told to everyone."""
    told: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    """What the lobby says of it (app/matches/facts.py); null until someone opens a match of before that was stored."""
    listing: Mapped[str] = mapped_column(Text, server_default="unlisted")
    """Who finds it: everyone, whoever has its link, or those for whom its seats are kept."""
    pace: Mapped[str] = mapped_column(Text, server_default="")
    """``live``, ``days``, or empty where its host did not say."""
    note: Mapped[str] = mapped_column(Text, server_default="")
    """What its host says to whoever looks for a table."""
    sides: Mapped[str] = mapped_column(Text, server_default="chosen")
    """Whether players keep the seats on which they sat down, or are dealt them when the last word is open."""
    terms: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    """What its clocks hold (app/clocks/clock.py); null without clocks."""
    clock: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    """Where its clocks stand at ``version``."""
    due: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))
    """When the first of them will have run out."""
    delay: Mapped[int] = mapped_column(Integer, server_default="0")
    """By how many seconds those who only watch are told later, while it is in play."""
    delay_turns: Mapped[int] = mapped_column(Integer, server_default="0")
    """By how many turns, if not by a time."""
    rematch_of: Mapped[str | None] = mapped_column(ForeignKey(_MATCH, ondelete="SET NULL"), unique=True)
    """The match that is played once more here, with sides swapped."""
    hints: Mapped[bool] = mapped_column(Boolean, server_default=text("false"))
    """Whether its players may ask a program what it would do."""
    dice_stand: Mapped[bool] = mapped_column(Boolean, server_default=text("false"))
    """Whether nothing is taken back past a die."""
    programs: Mapped[bool] = mapped_column(Boolean, server_default=text("false"))
    """Whether a program sits there."""
    shard: Mapped[str] = mapped_column(Text, server_default="")
    """The database in which its record lies (decisions/0079); empty: in this one."""
    moving: Mapped[bool] = mapped_column(Boolean, server_default=text("false"))
    """Whether its record leaves this database or comes to it: nothing is stored here meanwhile."""
    last: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    """Kind, time (``at``) and numbers of its last event, where its record lies in another database."""
    reseated: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """In a shard: the seats after the last order about them, until the home database has them."""


class Seat(Base):
    """A seat of a match and who has it."""

    __tablename__ = "seat"
    __table_args__ = (
        Index("ix_seat_kept_for", "kept_for", postgresql_where=text("kept_for IS NOT NULL")),
        Index("ix_seat_open", "match", postgresql_where=text("opened_at IS NOT NULL")),
        Index("ix_seat_stand_in", "stand_in", postgresql_where=text("stand_in IS NOT NULL")),
    )

    match: Mapped[str] = mapped_column(ForeignKey(_MATCH, ondelete="CASCADE"), primary_key=True)
    seat: Mapped[str] = mapped_column(Text, primary_key=True)
    position: Mapped[int] = mapped_column(Integer)
    title: Mapped[str] = mapped_column(Text)
    account: Mapped[uuid.UUID | None] = mapped_column(Uuid, ForeignKey("account.id"), index=True)
    kept_for: Mapped[uuid.UUID | None] = mapped_column(Uuid, ForeignKey("account.id", ondelete="SET NULL"))
    """For whom alone it is free."""
    seal: Mapped[str | None] = mapped_column(Text)
    """Of the word; null in matches that began before there were seals."""
    word: Mapped[str | None] = mapped_column(Text)
    """What this seat adds to the dice, once it is opened."""
    sealed_as: Mapped[str | None] = mapped_column(Text)
    """On which seat its player sat and sealed before the sides were drawn; null where they were not."""
    ahead: Mapped[bool] = mapped_column(Boolean, server_default=false())
    """Whether the word was open before the server committed itself (decisions/0054)."""
    program: Mapped[bool] = mapped_column(Boolean, server_default=false())
    """Whether a token sealed its word: then a program plays it, and the match is not rated (decisions/0058)."""
    last_seen: Mapped[int] = mapped_column(Integer)
    """The number of its viewpoint up to which this seat's player said to have seen everything."""
    opened_at: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))
    """Since when someone else may take it over; null: nobody may."""
    since: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))
    """When its player took it over; null of those who have it from the beginning."""
    shows: Mapped[str | None] = mapped_column(Text)
    """What its player adds to the key by which people watch from this side; null: no consent to that."""

    stand_in: Mapped[uuid.UUID | None] = mapped_column(Uuid, ForeignKey("account.id", ondelete="SET NULL"))
    """Who has agreed to play while its player is away (decisions/0041)."""
    stands_in_since: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))
    """Since when the stand-in plays; null while the seat's own player does."""
    stand_in_key: Mapped[str | None] = mapped_column(Text)
    """With which someone can agree to stand in; used up by whoever does."""


class WhatIf(Base):
    """That a match only tries something out: what it came of (decisions/0057). It goes with the match."""

    __tablename__ = "what_if"
    __table_args__ = (Index("ix_what_if_made_at", "made_at"),)

    match: Mapped[str] = mapped_column(ForeignKey(_MATCH, ondelete="CASCADE"), primary_key=True)
    request: Mapped[str] = mapped_column(Text)
    """Made by the client: what is asked for again with it is made once."""
    of: Mapped[str] = mapped_column(Text)
    """The other match, be it there still or not."""
    seat: Mapped[str] = mapped_column(Text)
    number: Mapped[int] = mapped_column(Integer)
    turn: Mapped[int] = mapped_column(Integer)
    title: Mapped[str] = mapped_column(Text)
    dealt: Mapped[list[str]] = mapped_column(JSON)
    whole: Mapped[bool] = mapped_column(Boolean, server_default=false())
    """Whether the other match was over, so that nothing was dealt (decisions/0067)."""
    let_in: Mapped[list[uuid.UUID]] = mapped_column(ARRAY(Uuid), server_default=text("'{}'"))
    """Whom its owner has let in. An account that is deleted in its one day stays here, and opens nothing."""
    made_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class Watcher(Base):
    """Someone who has watched a match from a side, and so never plays against it."""

    __tablename__ = "watcher"

    match: Mapped[str] = mapped_column(ForeignKey(_MATCH, ondelete="CASCADE"), primary_key=True)
    account: Mapped[uuid.UUID] = mapped_column(
        Uuid, ForeignKey("account.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    side: Mapped[str] = mapped_column(Text, primary_key=True)
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class FormerSeat(Base):
    """Someone who sat at a match and does not any more: whoever has seen a side's view never plays against it."""

    __tablename__ = "former_seat"
    __table_args__ = (Index("ix_former_seat_match", "match"),)

    id: Mapped[uuid.UUID] = mapped_column(Uuid, primary_key=True, default=uuid.uuid4)
    match: Mapped[str] = mapped_column(ForeignKey(_MATCH, ondelete="CASCADE"))
    seat: Mapped[str] = mapped_column(Text)
    account: Mapped[uuid.UUID | None] = mapped_column(Uuid, ForeignKey("account.id", ondelete="SET NULL"), index=True)
    since: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))
    """As of a seat."""
    until: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))


class Event(Base):
    """One fact of a match, with the log line that each viewpoint was told."""

    __tablename__ = "event"
    __table_args__ = (Index("ix_event_house", "match", "seq", postgresql_where=text("kind LIKE 'house.%'")),)

    match: Mapped[str] = mapped_column(ForeignKey(_MATCH, ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(Text)
    payload: Mapped[dict[str, Any]] = mapped_column(JSON)
    """As it was written, for a state folded from it must be the same to the order of its members: not jsonb."""
    lines: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """By viewpoint; one that learns nothing is not there. Text names another viewpoint that reads the same."""
    numbers: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """How much each viewpoint was told, this fact included (app/matches/live_match/numbers.py)."""
    seat: Mapped[str] = mapped_column(Text)
    command_id: Mapped[str] = mapped_column(Text)
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
    link: Mapped[bytes | None] = mapped_column(LargeBinary)
    """Of the command that ends with this event."""


class Archive(Base):
    """That a match is archived: its events, snapshots, receipts and pools are in a file (decisions/0071).

    What lists and ratings ask of its last event stands here.
    """

    __tablename__ = "archive"

    match: Mapped[str] = mapped_column(ForeignKey(_MATCH, ondelete="CASCADE"), primary_key=True)
    digest: Mapped[bytes] = mapped_column(LargeBinary)
    """SHA-256 of the file, which is named for it."""
    bytes: Mapped[int] = mapped_column(Integer)
    kind: Mapped[str] = mapped_column(Text)
    """Of the last event."""
    ended: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
    """When it was."""
    numbers: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """How much each viewpoint was told with it."""
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    """When the match was archived."""


class Snapshot(Base):
    """The whole state after an event that nobody can take back any more."""

    __tablename__ = "snapshot"

    match: Mapped[str] = mapped_column(ForeignKey(_MATCH, ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(Integer, primary_key=True)
    rules_version: Mapped[int] = mapped_column(Integer)
    state: Mapped[dict[str, Any]] = mapped_column(JSON)
    """As it was written, like the facts."""


class EventPool(Base):
    """How many of a chit lie at a place of a pool: a part of the position by itself (chit_locations.py)."""

    __tablename__ = "event_pool"
    __table_args__ = (CheckConstraint("number > 0", name="number"),)

    match: Mapped[str] = mapped_column(ForeignKey(_MATCH, ondelete="CASCADE"), primary_key=True)
    pool: Mapped[str] = mapped_column(Text, primary_key=True)
    chit: Mapped[str] = mapped_column(Text, primary_key=True)
    place: Mapped[str] = mapped_column(Text, primary_key=True)
    number: Mapped[int] = mapped_column(Integer)
    since: Mapped[int] = mapped_column(Integer)
    """The event by which it became that many; 0 from the beginning. Of matches from before this table: a later one."""


class Receipt(Base):
    """A command and what it was answered, so that it is answered the same when it is sent again.

    The command itself is null of those from before it was kept, and empty for one that took back the last.
    """

    __tablename__ = "receipt"

    match: Mapped[str] = mapped_column(ForeignKey(_MATCH, ondelete="CASCADE"), primary_key=True)
    command_id: Mapped[str] = mapped_column(Text, primary_key=True)
    seat: Mapped[str] = mapped_column(Text)
    answer: Mapped[str] = mapped_column(Text)
    """The body as it was sent, to the byte; empty when it is kept no longer, after a month or so."""
    fingerprint: Mapped[bytes | None] = mapped_column(LargeBinary)
    """Of the command (app/matches/live_match/receipts.py); null of those from before they were kept."""
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
    ask: Mapped[str | None] = mapped_column(Text)
    command: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    rules: Mapped[str | None] = mapped_column(Text)
    """Version of the rules that judged it."""
