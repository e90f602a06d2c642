"""The table of bookmarks."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import DateTime, ForeignKey, Integer, Text, Uuid, func
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class Bookmark(Base):
    """A moment that someone marked, in the numbers of the viewpoint from which they looked at it."""

    __tablename__ = "bookmark"

    match: Mapped[str] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    account: Mapped[uuid.UUID] = mapped_column(Uuid, ForeignKey("account.id"), primary_key=True, index=True)
    viewpoint: Mapped[str] = mapped_column(Text, primary_key=True)
    """The same number is another moment for another viewpoint (decisions/0024)."""
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    turn: Mapped[int] = mapped_column(Integer)
    title: Mapped[str] = mapped_column(Text)
    """What the turn and the phase were called then, so that a list of bookmarks looks at no position."""
    note: Mapped[str] = mapped_column(Text)
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
