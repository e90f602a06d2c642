"""orders that a seat has written down and not given yet"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has drafted anything yet."""
    op.create_table(
        "draft",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("commands", sa.JSON(), nullable=False),
        sa.Column("based_on", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("sending", sa.Text(), nullable=True),
        sa.Column("sent", sa.Text(), nullable=True),
        sa.Column("answer", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_draft_match_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_draft")),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("draft")
