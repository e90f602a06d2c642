"""hints: which matches allow them, and what was asked"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0045"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has agreed to hints in the matches that there are."""
    op.add_column("match", sa.Column("hints", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.create_table(
        "hint",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("account", sa.Uuid(), nullable=False),
        sa.Column("ask", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("answered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("answer", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account"], ["account.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "id"),
    )
    waiting = sa.text("answered_at IS NULL")
    op.create_index("ix_hint_account", "hint", ["account"])
    op.create_index("ix_hint_waiting", "hint", ["asked_at"], postgresql_where=waiting)
    op.create_index("uq_hint_waiting", "hint", ["account"], unique=True, postgresql_where=waiting)


def downgrade() -> None:
    """Take it back: what was asked is gone."""
    op.drop_table("hint")
    op.drop_column("match", "hints")
