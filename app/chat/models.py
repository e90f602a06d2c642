"""Tables of what was said and read."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import DateTime, ForeignKey, Integer, Text, UniqueConstraint, Uuid, func
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base

_MATCH = "match.id"


class Message(Base):
    """Something that was said. Its number counts in its room alone: one for all would tell how much others talk."""

    __tablename__ = "message"
    __table_args__ = (UniqueConstraint("match", "command_id", name="uq_message_match"),)

    match: Mapped[str] = mapped_column(ForeignKey(_MATCH, ondelete="CASCADE"), primary_key=True)
    room: Mapped[str] = mapped_column(Text, primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    command_id: Mapped[str] = mapped_column(Text)
    """Made by the client: what is sent again with it is said once."""
    account: Mapped[uuid.UUID | None] = mapped_column(Uuid, ForeignKey("account.id", ondelete="SET NULL"), index=True)
    seat: Mapped[str | None] = mapped_column(Text)
    """Null of someone who watches."""
    name: Mapped[str] = mapped_column(Text)
    """As the speaker was called then."""
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    quotes: Mapped[int | None] = mapped_column(Integer)
    """The message of its room that it answers."""
    hidden_at: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))
    """When its speaker took it back; the text is empty from then on."""


class ChatSeen(Base):
    """Up to which number a seat's player has read a room."""

    __tablename__ = "chat_seen"

    match: Mapped[str] = mapped_column(ForeignKey(_MATCH, ondelete="CASCADE"), primary_key=True)
    seat: Mapped[str] = mapped_column(Text, primary_key=True)
    room: Mapped[str] = mapped_column(Text, primary_key=True)
    number: Mapped[int] = mapped_column(Integer)
