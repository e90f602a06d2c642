"""The table of marks."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import JSON, DateTime, ForeignKey, Text, Uuid, func
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class Mark(Base):
    """Something drawn on the map of a side. It has no number: one would tell how much a side plans."""

    __tablename__ = "mark"

    match: Mapped[str] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    side: Mapped[str] = mapped_column(Text, primary_key=True)
    id: Mapped[str] = mapped_column(Text, primary_key=True)
    """Made by the client: what is sent again with it is drawn once."""
    seat: Mapped[str] = mapped_column(Text)
    """Whose it is, whoever sits there."""
    account: Mapped[uuid.UUID | None] = mapped_column(Uuid, ForeignKey("account.id", ondelete="SET NULL"), index=True)
    """Who drew it."""
    name: Mapped[str] = mapped_column(Text)
    """As they were called then."""
    kind: Mapped[str] = mapped_column(Text)
    places: Mapped[list[str]] = mapped_column(JSON)
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
