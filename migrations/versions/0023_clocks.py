"""clocks of matches, and when the first will have run out"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Matches of before have no clocks."""
    op.add_column("match", sa.Column("terms", JSONB(), nullable=True))
    op.add_column("match", sa.Column("clock", JSONB(), nullable=True))
    op.add_column("match", sa.Column("due", sa.DateTime(timezone=True), nullable=True))
    op.create_index("ix_match_due", "match", ["due"], postgresql_where=sa.text("due IS NOT NULL"))


def downgrade() -> None:
    """Take it back."""
    op.drop_index("ix_match_due", "match")
    for column in ("due", "clock", "terms"):
        op.drop_column("match", column)
