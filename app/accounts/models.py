"""Tables of accounts."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Text,
    UniqueConstraint,
    Uuid,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class Account(Base):
    """A person as far as the server knows: a guest has a name and nothing else."""

    __tablename__ = "account"

    id: Mapped[uuid.UUID] = mapped_column(Uuid, primary_key=True, default=uuid.uuid4)
    name: Mapped[str] = mapped_column(Text)
    created_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    zone: Mapped[str | None] = mapped_column(Text)
    """The time zone, as IANA names it; null: the browser's."""
    locked_at: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))
    """Since when the host of the server lets nobody in to it; null: not at all."""


class Session(Base):
    """One browser in which someone is known: what a cookie stands for."""

    __tablename__ = "session"
    __table_args__ = (Index("ix_session_ended_at", "ended_at", postgresql_where=text("ended_at IS NOT NULL")),)

    id: Mapped[uuid.UUID] = mapped_column(Uuid, primary_key=True)
    account: Mapped[uuid.UUID] = mapped_column(Uuid, ForeignKey("account.id", ondelete="CASCADE"), index=True)
    agent: Mapped[str] = mapped_column(Text)
    """What the browser says it is, so that its owner knows it again in the list."""
    created_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
    seen_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
    expires_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
    entered_at: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))
    """When its owner logged in to it, and thereby showed who they are; null if it was begun otherwise."""
    ended_at: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))
    """From when the cookie is good no longer, if its owner ended it or was given another in its place."""


class Passkey(Base):
    """A key pair of which the private half stays in someone's device; with it the device logs its owner in."""

    __tablename__ = "passkey"

    id: Mapped[uuid.UUID] = mapped_column(Uuid, primary_key=True, default=uuid.uuid4)
    account: Mapped[uuid.UUID] = mapped_column(Uuid, ForeignKey("account.id", ondelete="CASCADE"), index=True)
    credential: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    """What the device calls it."""
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int] = mapped_column(BigInteger)
    """How often it has signed, as far as the device counts: a copy of it would fall behind."""
    name: Mapped[str] = mapped_column(Text)
    created_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    used_at: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))


class Password(Base):
    """A password's Argon2 hash. Its owner's log-in name is the mail address."""

    __tablename__ = "password"

    account: Mapped[uuid.UUID] = mapped_column(Uuid, ForeignKey("account.id", ondelete="CASCADE"), primary_key=True)
    hash: Mapped[str] = mapped_column(Text)
    changed_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class MailAddress(Base):
    """The address at which an account can be reached. Until its owner has confirmed it, it is only in a token."""

    __tablename__ = "mail_address"

    account: Mapped[uuid.UUID] = mapped_column(Uuid, ForeignKey("account.id", ondelete="CASCADE"), primary_key=True)
    address: Mapped[str] = mapped_column(Text, unique=True)
    """In small letters: capitals make no other address."""
    confirmed_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class Token(Base):
    """A secret that is good once and for a short time: a challenge, a code, a link in a mail."""

    __tablename__ = "token"

    hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    """SHA-256 of purpose and secret; the secret itself is nowhere stored."""
    purpose: Mapped[str] = mapped_column(Text)
    account: Mapped[uuid.UUID | None] = mapped_column(Uuid, ForeignKey("account.id", ondelete="CASCADE"), index=True)
    address: Mapped[str | None] = mapped_column(Text)
    """A mail address, where the secret is about one."""
    expires_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), index=True)
    used_at: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))


class ApiToken(Base):
    """What a program is known by. Where sessions are meant, its number stands for one."""

    __tablename__ = "api_token"

    id: Mapped[uuid.UUID] = mapped_column(Uuid, primary_key=True, default=uuid.uuid4)
    account: Mapped[uuid.UUID] = mapped_column(Uuid, ForeignKey("account.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(Text)
    hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    """SHA-256 of the token, which is nowhere stored."""
    scopes: Mapped[list[str]] = mapped_column(ARRAY(Text))
    created_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    used_at: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))
    """When it was last used, to about an hour."""


class Block(Base):
    """Someone whom an account does not want at its tables."""

    __tablename__ = "block"
    __table_args__ = (UniqueConstraint("account", "other", name="uq_block_account"),)

    id: Mapped[uuid.UUID] = mapped_column(Uuid, primary_key=True, default=uuid.uuid4)
    account: Mapped[uuid.UUID] = mapped_column(Uuid, ForeignKey("account.id", ondelete="CASCADE"))
    other: Mapped[uuid.UUID] = mapped_column(Uuid, ForeignKey("account.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class Mute(Base):
    """Someone of whose chat an account wants to hear nothing."""

    __tablename__ = "mute"

    account: Mapped[uuid.UUID] = mapped_column(Uuid, ForeignKey("account.id", ondelete="CASCADE"), primary_key=True)
    other: Mapped[uuid.UUID] = mapped_column(
        Uuid, ForeignKey("account.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    created_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class Report(Base):
    """What someone told whoever runs the server about another player. It outlives both."""

    __tablename__ = "report"

    id: Mapped[uuid.UUID] = mapped_column(Uuid, primary_key=True, default=uuid.uuid4)
    account: Mapped[uuid.UUID | None] = mapped_column(Uuid, ForeignKey("account.id", ondelete="SET NULL"), index=True)
    about: Mapped[uuid.UUID | None] = mapped_column(Uuid, ForeignKey("account.id", ondelete="SET NULL"), index=True)
    about_name: Mapped[str] = mapped_column(Text)
    """What that player was called then."""
    match: Mapped[str] = mapped_column(Text)
    seat: Mapped[str] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)
    room: Mapped[str | None] = mapped_column(Text)
    """Where it was said, if the report is of a message; null of one about a person alone. So are the next two."""
    number: Mapped[int | None] = mapped_column(Integer)
    said: Mapped[str | None] = mapped_column(Text)
    """The words of the message, as they stood then."""
    created_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    closed_at: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))


class SigningKey(Base):
    """The one key that signs cookies. It lives with the accounts that it vouches for."""

    __tablename__ = "signing_key"
    __table_args__ = (CheckConstraint("id = 1", name="only_one"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    key: Mapped[bytes] = mapped_column(LargeBinary)
