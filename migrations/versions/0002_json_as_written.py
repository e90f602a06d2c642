"""facts and states as they were written: jsonb puts the members of objects in an order of its own"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

COLUMNS = (("event", "payload"), ("snapshot", "state"))


def upgrade() -> None:
    """What is stored keeps the order that it has by now."""
    for table, column in COLUMNS:
        op.alter_column(table, column, type_=sa.JSON(), postgresql_using=f"{column}::json")


def downgrade() -> None:
    """Take it back."""
    for table, column in COLUMNS:
        op.alter_column(
            table, column, type_=postgresql.JSONB(astext_type=sa.Text()), postgresql_using=f"{column}::jsonb"
        )
