"""The tables of thoughts."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, Index, Integer, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class Thoughts(Base):
    """A match of which someone asked what its programs thought. A row that has not ended waits, or is worked at."""

    __tablename__ = "thoughts"
    __table_args__ = (Index("ix_thoughts_waiting", "asked_at", postgresql_where=text("ended_at IS NULL")),)

    match: Mapped[str] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    asked_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    ended_at: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))
    error: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """``{"code", "text"}``: why not all turns are there."""


class ThoughtsTurn(Base):
    """What the programs of a match thought in one turn. They stay with the match: another version of the programs could
    not find them again."""

    __tablename__ = "thoughts_turn"

    match: Mapped[str] = mapped_column(ForeignKey("thoughts.match", ondelete="CASCADE"), primary_key=True)
    turn: Mapped[int] = mapped_column(Integer, primary_key=True)
    told: Mapped[list[Any]] = mapped_column(JSON)
    """Its phases (``Recollection``, app/thoughts/recalling.py)."""
