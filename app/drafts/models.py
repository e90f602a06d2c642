"""The table of drafts."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

from sqlalchemy import JSON, Boolean, DateTime, ForeignKey, Index, Integer, Text, Uuid, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class Draft(Base):
    """A seat's orders to come, in order. The row stays when the draft is empty, since its revision goes on."""

    __tablename__ = "draft"
    __table_args__ = (Index("ix_draft_ahead", "match", postgresql_where=text("ahead IS NOT NULL")),)

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
    ahead: Mapped[str | None] = mapped_column(Text)
    """The id under which it goes when the turn of its seat comes (decisions/0055); null: it is sent by hand."""
    ahead_by: Mapped[uuid.UUID | None] = mapped_column(Uuid)
    """Who sent it so: it goes in that account's name, as long as the seat is theirs to play."""
    through: Mapped[bool] = mapped_column(Boolean, server_default="false")
    """Whether it goes on after a die and after what the other side decides."""
    begun: Mapped[bool] = mapped_column(Boolean, server_default="false")
    """Whether some of it was given: from then on it stops at any question that it does not answer."""
    looked: Mapped[int | None] = mapped_column(Integer)
    """The version of the match at which it was seen that its turn had not come."""
    notice: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """What came of it the last time, for its player to read."""
