"""leases, in place of locks that a session holds"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """An older process beside a new one still goes by its lock: what both do twice counts once, by its id."""
    op.create_table(
        "lease",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("fence", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_lease")),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("lease")
