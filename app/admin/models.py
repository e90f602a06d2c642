"""What whoever runs the server has done with ``greatwar admin``."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import DateTime, Integer, Text, Uuid, func
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class Deed(Base):
    """Something that was ordered. It is written before it is done, so that nothing is done without a row."""

    __tablename__ = "deed"

    id: Mapped[uuid.UUID] = mapped_column(Uuid, primary_key=True, default=uuid.uuid4)
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    by: Mapped[str] = mapped_column(Text)
    """Who was logged in on the server's machine."""
    what: Mapped[str] = mapped_column(Text)
    subject: Mapped[str] = mapped_column(Text)
    """A match, an account, or a message, by its number: the row outlives them."""
    reason: Mapped[str] = mapped_column(Text)
    done_at: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))
    """Null where it failed, or the program ended first."""
    outcome: Mapped[str] = mapped_column(Text, server_default="")
    """What came of it, or why it failed."""


class Pulse(Base):
    """Rows that are written only to see whether that is possible (app/admin/writing.py)."""

    __tablename__ = "pulse"

    beat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
