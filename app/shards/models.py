"""The table by which a database knows its own name."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class ShardRow(Base):
    """What the settings call this database. One that is asked under another name is a mistake of the settings."""

    __tablename__ = "shard"
    __table_args__ = (CheckConstraint("id = 1", name="only_one"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(Text)
