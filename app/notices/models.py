"""Tables of notices: what someone should hear of, by which channel, and what became of it."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    Text,
    UniqueConstraint,
    Uuid,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base

_ACCOUNT = "account.id"


class Channel(Base):
    """A way by which someone is told: the confirmed mail address, a browser, a program of theirs."""

    __tablename__ = "channel"
    __table_args__ = (
        CheckConstraint("way in ('mail', 'push', 'webhook')", name="way"),
        UniqueConstraint("account", "way", "target", name="uq_channel_account"),
    )

    id: Mapped[uuid.UUID] = mapped_column(Uuid, primary_key=True, default=uuid.uuid4)
    account: Mapped[uuid.UUID] = mapped_column(Uuid, ForeignKey(_ACCOUNT, ondelete="CASCADE"))
    way: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    """By which its owner knows it again."""
    target: Mapped[str] = mapped_column(Text)
    """The address of a browser's push service, or of a webhook; empty for mail, which goes to the account's address."""
    push_key: Mapped[bytes | None] = mapped_column(LargeBinary)
    """The browser's public key, for which a push is encrypted."""
    secret: Mapped[bytes | None] = mapped_column(LargeBinary)
    """What the browser shares with us, or what a webhook's calls are signed with."""
    modes: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """Kind of notice to how soon."""
    created_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    trouble: Mapped[str] = mapped_column(Text, server_default="")
    """Why the last message did not arrive; empty when it did."""


class Wish(Base):
    """What someone wishes of all channels."""

    __tablename__ = "notice_wish"
    __table_args__ = (
        CheckConstraint("(quiet_from IS NULL) = (quiet_until IS NULL)", name="quiet"),
        CheckConstraint("digest_hour BETWEEN 0 AND 23", name="digest_hour"),
    )

    account: Mapped[uuid.UUID] = mapped_column(Uuid, ForeignKey(_ACCOUNT, ondelete="CASCADE"), primary_key=True)
    quiet_from: Mapped[int | None] = mapped_column(Integer)
    """The hour at which people are left alone from then on; null: never."""
    quiet_until: Mapped[int | None] = mapped_column(Integer)
    digest_hour: Mapped[int] = mapped_column(Integer, server_default="8")
    muted: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default=text("'{}'"))
    """Matches of which nothing is told."""


class Notice(Base):
    """Something that a seat's player should hear of. It is written with what brought it about, in one transaction."""

    __tablename__ = "notice"
    __table_args__ = (
        UniqueConstraint("match", "seat", "kind", "key", name="uq_notice_match"),
        Index("ix_notice_unspread", "at", postgresql_where=text("spread_at IS NULL")),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    match: Mapped[str] = mapped_column(Text, ForeignKey("match.id", ondelete="CASCADE"))
    seat: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    key: Mapped[str] = mapped_column(Text)
    """Which of its kind: the question's name, the proposal's id, a ``SeatsKey``. Each is told once."""
    number: Mapped[int] = mapped_column(Integer)
    """Whoever has read that far, in the log or a room of the chat, needs no notice; 0 where nothing is to be read."""
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
    """When it came up, or will."""
    spread_at: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))
    """When it was put down for the channels."""


class Delivery(Base):
    """A notice on its way by a channel, and what became of it; without a notice it is a test."""

    __tablename__ = "delivery"
    __table_args__ = (
        CheckConstraint("status in ('waiting', 'sent', 'lapsed', 'failed')", name="status"),
        Index("ix_delivery_due_at", "due_at", postgresql_where=text("status = 'waiting'")),
        Index("ix_delivery_channel", "channel", "at"),
        Index("ix_delivery_notice", "notice"),
    )

    id: Mapped[uuid.UUID] = mapped_column(Uuid, primary_key=True, default=uuid.uuid4)
    notice: Mapped[int | None] = mapped_column(BigInteger, ForeignKey("notice.id", ondelete="CASCADE"))
    channel: Mapped[uuid.UUID] = mapped_column(Uuid, ForeignKey("channel.id", ondelete="CASCADE"))
    mode: Mapped[str] = mapped_column(Text)
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
    due_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
    """When it is sent, or tried again."""
    message: Mapped[uuid.UUID | None] = mapped_column(Uuid)
    """The message in which it goes, with others; the same at each try, so that a receiver knows it again."""
    tries: Mapped[int] = mapped_column(Integer, server_default="0")
    status: Mapped[str] = mapped_column(Text, server_default="waiting")
    reason: Mapped[str] = mapped_column(Text, server_default="")
    """Why it lapsed, failed, or is tried again: neither an address nor anything of a foreign answer."""
    done_at: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))


class PushKey(Base):
    """The key by which push services know this server (VAPID), made at the first start."""

    __tablename__ = "push_key"
    __table_args__ = (CheckConstraint("id = 1", name="only_one"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    key: Mapped[bytes] = mapped_column(LargeBinary)
    """A private key on P-256, as DER."""
