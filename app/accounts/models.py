"""Tables of accounts."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import CheckConstraint, DateTime, LargeBinary, Text, Uuid, func
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class Account(Base):
    """A person as far as the server knows: a guest has a name and nothing else."""

    __tablename__ = "account"

    id: Mapped[uuid.UUID] = mapped_column(Uuid, primary_key=True, default=uuid.uuid4)
    name: Mapped[str] = mapped_column(Text)
    created_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class SigningKey(Base):
    """The one key that signs cookies. It lives with the accounts that it vouches for."""

    __tablename__ = "signing_key"
    __table_args__ = (CheckConstraint("id = 1", name="only_one"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    key: Mapped[bytes] = mapped_column(LargeBinary)
