"""the queue of the matches that wait for programs"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """It holds one row, once anyone has waited."""
    op.create_table(
        "program_queue",
        sa.Column("id", sa.SmallInteger(), nullable=False),
        sa.Column("told", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def downgrade() -> None:
    """Take it back: nobody is told their place any more."""
    op.drop_table("program_queue")
