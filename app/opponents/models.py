"""What is kept of the choices of programs."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, LargeBinary, SmallInteger, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class ProgramChoice(Base):
    """An order that a program was about to give, and how it came about (decisions/0069).

    It is stored before the order is given, so that a process that dies leaves none behind of which nobody knows how it
    was made.
    """

    __tablename__ = "program_choice"

    match: Mapped[str] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    command_id: Mapped[str] = mapped_column(Text, primary_key=True)
    fingerprint: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    """Of the order (app/matches/live_match/receipts.py): two processes may have thought about one question."""
    seat: Mapped[str] = mapped_column(Text)
    made: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """``Made`` (app/opponents/choosing.py)."""
    refused: Mapped[str | None] = mapped_column(Text)
    """The code of the refusal, if the rules refused it."""


class ProgramQueue(Base):
    """The one row in which the process where programs play says which matches wait for a turn to be thought for."""

    __tablename__ = "program_queue"

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    told: Mapped[dict[str, Any]] = mapped_column(JSON)
    """By match, how many others come before it."""
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
