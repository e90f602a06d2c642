"""event chits stand in a table of their own"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Matches in play get their rows at their next move: only the rules can read their positions."""
    op.create_table(
        "event_pool",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("pool", sa.Text(), nullable=False),
        sa.Column("chit", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.CheckConstraint("number > 0", name=op.f("ck_event_pool_number")),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_event_pool_match_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "pool", "chit", "place", name=op.f("pk_event_pool")),
    )


def downgrade() -> None:
    """Take it back: the positions have it all."""
    op.drop_table("event_pool")
