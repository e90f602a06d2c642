"""The table of hints."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, Index, Integer, Text, Uuid, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class Hint(Base):
    """A hint that someone asked for. A row without an answer waits for a program."""

    __tablename__ = "hint"
    __table_args__ = (
        Index("ix_hint_waiting", "asked_at", postgresql_where=text("answered_at IS NULL")),
        Index("uq_hint_waiting", "account", unique=True, postgresql_where=text("answered_at IS NULL")),
    )

    match: Mapped[str] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    id: Mapped[str] = mapped_column(Text, primary_key=True)
    """Made by the client: what is sent again with it is asked once."""
    seat: Mapped[str] = mapped_column(Text)
    account: Mapped[uuid.UUID] = mapped_column(Uuid, ForeignKey("account.id", ondelete="CASCADE"), index=True)
    ask: Mapped[str] = mapped_column(Text)
    """The question that was in hand."""
    number: Mapped[int] = mapped_column(Integer)
    """How much the seat had been told by then (decisions/0024)."""
    asked_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    answered_at: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))
    answer: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """``{"courses": [course]}`` (rules/kernel/programs/advice.py), or ``{"error": {"code", "text"}}``."""
