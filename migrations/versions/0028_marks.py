"""what a side has drawn on its map"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has drawn anything yet."""
    op.create_table(
        "mark",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("account", sa.Uuid(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("places", sa.JSON(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_mark_match_match"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_mark_account_account"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("match", "side", "id", name=op.f("pk_mark")),
    )
    op.create_index(op.f("ix_mark_account"), "mark", ["account"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("mark")
