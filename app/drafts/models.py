"""The table of drafts."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, Integer, Text, func
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class Draft(Base):
    """A seat's orders to come, in order. The row stays when the draft is empty, since its revision goes on."""

    __tablename__ = "draft"

    match: Mapped[str] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[str] = mapped_column(Text, primary_key=True)
    revision: Mapped[int] = mapped_column(Integer)
    """It rises with every change; a page that knows an older one has to look again."""
    commands: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """``{"ask", "command"}`` of each."""
    based_on: Mapped[int] = mapped_column(Integer)
    """How much the seat's viewpoint had been told when the draft was last changed."""
    changed_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    sending: Mapped[str | None] = mapped_column(Text)
    """The id of a send that has begun: the commands stay as they were until it ends; the same id goes on with it."""
    sent: Mapped[str | None] = mapped_column(Text)
    """The id of the last send that ended."""
    answer: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """What was answered to it."""
