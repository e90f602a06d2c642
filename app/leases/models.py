"""The table of leases."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import BigInteger, DateTime, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class LeaseRow(Base):
    """Something that one process at a time does."""

    __tablename__ = "lease"

    name: Mapped[str] = mapped_column(Text, primary_key=True)
    fence: Mapped[int] = mapped_column(BigInteger)
    """Grows by one with each holder. What a holder writes names its number, and is not taken under a later one."""
    ends_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
    """Until when it is held, by the database's clock, unless it is renewed."""
