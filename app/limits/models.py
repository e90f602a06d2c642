"""The table of what callers did at all processes together."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import BigInteger, DateTime, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class CallerCount(Base):
    """What one caller did within a window, for one limit. Unlogged: losing it in a crash costs little."""

    __tablename__ = "caller_count"
    __table_args__ = ({"prefixes": ["UNLOGGED"]},)

    key: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    """A keyed digest of caller and limit."""
    amount: Mapped[int] = mapped_column(BigInteger)
    ends_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
    """When the window ends. After that the row counts as none."""
