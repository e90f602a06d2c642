"""what a message answers, whom someone has muted, and the message of a report"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Messages of before answer none, and reports of before are about a person alone."""
    op.add_column("message", sa.Column("quotes", sa.Integer(), nullable=True))
    op.add_column("report", sa.Column("room", sa.Text(), nullable=True))
    op.add_column("report", sa.Column("number", sa.Integer(), nullable=True))
    op.add_column("report", sa.Column("said", sa.Text(), nullable=True))
    op.create_table(
        "mute",
        sa.Column("account", sa.Uuid(), sa.ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("other", sa.Uuid(), sa.ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_mute_other", "mute", ["other"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("mute")
    for column in ("said", "number", "room"):
        op.drop_column("report", column)
    op.drop_column("message", "quotes")
