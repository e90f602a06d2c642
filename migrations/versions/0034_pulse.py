"""a table in which a server tries whether the database takes writes"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """It holds nothing that anyone needs."""
    op.create_table(
        "pulse",
        sa.Column("beat", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("beat", name=op.f("pk_pulse")),
    )


def downgrade() -> None:
    """Nothing is lost."""
    op.drop_table("pulse")
