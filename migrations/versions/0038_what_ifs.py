"""matches that only try something out"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Until now every match counted."""
    op.create_table(
        "what_if",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("of", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("dealt", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match"),
    )
    op.create_index("ix_what_if_made_at", "what_if", ["made_at"])


def downgrade() -> None:
    """Take it back: what was tried out goes with it, since nothing could tell it from matches that count."""
    op.execute("DELETE FROM match WHERE id IN (SELECT match FROM what_if)")
    op.drop_table("what_if")
