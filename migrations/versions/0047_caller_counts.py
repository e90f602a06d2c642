"""what callers did, counted over all processes"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Unlogged: what a crash takes was worth a day at most."""
    op.create_table(
        "caller_count",
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_caller_count")),
        prefixes=["UNLOGGED"],
    )


def downgrade() -> None:
    """Take it back: each process counts for itself again."""
    op.drop_table("caller_count")
