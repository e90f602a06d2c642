"""What whoever runs the server has done, who may do it in the browser, and whom it keeps out."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import DateTime, ForeignKey, Integer, Text, Uuid, func
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class Deed(Base):
    """Something that was ordered. It is written before it is done, so that nothing is done without a row."""

    __tablename__ = "deed"

    id: Mapped[uuid.UUID] = mapped_column(Uuid, primary_key=True, default=uuid.uuid4)
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    by: Mapped[str] = mapped_column(Text)
    """Who was logged in on the server's machine, or which admin in the browser (``by_browser``)."""
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


class Admin(Base):
    """An account whose owner may do the host's work in the browser; made so on the server's machine alone."""

    __tablename__ = "admin"

    account: Mapped[uuid.UUID] = mapped_column(Uuid, ForeignKey("account.id", ondelete="CASCADE"), primary_key=True)
    granted_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    """Passkeys that were added later do not count: whoever has got in otherwise could add one."""


class AdminVisit(Base):
    """A session in which an admin has shown a passkey, and until when that is good for looking."""

    __tablename__ = "admin_visit"

    session: Mapped[uuid.UUID] = mapped_column(Uuid, primary_key=True)
    account: Mapped[uuid.UUID] = mapped_column(Uuid, ForeignKey("admin.account", ondelete="CASCADE"), index=True)
    ends_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))


class Ban(Base):
    """A network that is let in no more for a while: a household, or several."""

    __tablename__ = "ban"

    network: Mapped[str] = mapped_column(Text, primary_key=True)
    ends_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
    reason: Mapped[str] = mapped_column(Text)


def by_browser(name: str, account: uuid.UUID) -> str:
    """Who did something on the admins' page, as the log has it."""
    return f"{name} ({account}), in the browser"
