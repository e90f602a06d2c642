"""moments of a match that someone wants to find again"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has marked anything yet."""
    op.create_table(
        "bookmark",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("account", sa.Uuid(), nullable=False),
        sa.Column("viewpoint", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_bookmark_match_match"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_bookmark_account_account")),
        sa.PrimaryKeyConstraint("match", "account", "viewpoint", "number", name=op.f("pk_bookmark")),
    )
    op.create_index(op.f("ix_bookmark_account"), "bookmark", ["account"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("bookmark")
