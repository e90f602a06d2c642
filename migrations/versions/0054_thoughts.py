"""thoughts: what the programs of matches that are over weighed"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0049"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has asked for any yet."""
    op.create_table(
        "thoughts",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match"),
    )
    op.create_index("ix_thoughts_waiting", "thoughts", ["asked_at"], postgresql_where=sa.text("ended_at IS NULL"))
    op.create_table(
        "thoughts_turn",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("told", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["thoughts.match"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "turn"),
    )


def downgrade() -> None:
    """Take it back: what was found is gone."""
    op.drop_table("thoughts_turn")
    op.drop_table("thoughts")
