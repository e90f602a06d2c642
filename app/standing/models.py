"""The table of standing orders."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Integer, Text, func
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class StandingRow(Base):
    """What a seat answers to a kind of decision. It belongs to the seat: whoever takes it over finds it there."""

    __tablename__ = "standing_order"
    __table_args__ = (CheckConstraint("ends in ('turn', 'phase', 'changed')", name="ends"),)

    match: Mapped[str] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[str] = mapped_column(Text, primary_key=True)
    kind: Mapped[str] = mapped_column(Text, primary_key=True)
    answer: Mapped[str] = mapped_column(Text)
    conditions: Mapped[dict[str, Any]] = mapped_column(JSONB)
    ends: Mapped[str] = mapped_column(Text)
    turn: Mapped[int] = mapped_column(Integer)
    """The turn and the phase in which it was given: some orders end with them."""
    phase: Mapped[str] = mapped_column(Text)
    revision: Mapped[int] = mapped_column(Integer, server_default="1")
    """How often it was given."""
    set_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    dropped: Mapped[str | None] = mapped_column(Text)
    """Why it is used no more."""
