"""Tables of clocks; those of a match are columns of the match."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import Boolean, DateTime, ForeignKey, Index, Text, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class Vacation(Base):
    """Days on which someone is away: clocks of matches over days stand still for them."""

    __tablename__ = "vacation"
    __table_args__ = (Index("ix_vacation_untold", "id", postgresql_where=text("NOT told")),)

    id: Mapped[uuid.UUID] = mapped_column(Uuid, primary_key=True, default=uuid.uuid4)
    account: Mapped[uuid.UUID] = mapped_column(Uuid, ForeignKey("account.id", ondelete="CASCADE"), index=True)
    first: Mapped[str] = mapped_column(Text)
    """The first and the last day, in ISO form, where the person lives."""
    last: Mapped[str] = mapped_column(Text)
    begins: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
    """When the first day begins there, and when the last ends."""
    ends: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
    returned_at: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))
    """When it was ended early, or called off."""
    told: Mapped[bool] = mapped_column(Boolean, server_default=text("false"))
    """Whether all matches have heard of it as it stands."""
