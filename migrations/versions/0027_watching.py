"""who lets people watch from a seat, who has watched from a side, and how late spectators are told"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """In matches of before nobody has agreed to be watched, and spectators are told at once."""
    op.add_column("match", sa.Column("delay", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("seat", sa.Column("shows", sa.Text(), nullable=True))
    op.create_table(
        "watcher",
        sa.Column("match", sa.Text(), sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("account", sa.Uuid(), sa.ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("side", sa.Text(), primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_watcher_account", "watcher", ["account"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("watcher")
    op.drop_column("seat", "shows")
    op.drop_column("match", "delay")
