"""commands are kept with the version of the rules that judged them, and events are chained"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0007"
branch_labels = None
depends_on = None

COLUMNS = (
    ("match", "rules", sa.Text()),
    ("match", "link", sa.LargeBinary()),
    ("event", "link", sa.LargeBinary()),
    ("receipt", "ask", sa.Text()),
    ("receipt", "command", sa.JSON()),
    ("receipt", "rules", sa.Text()),
)


def upgrade() -> None:
    """What was stored before has none of it: a match that had begun stays without links."""
    for table, column, kind in COLUMNS:
        op.add_column(table, sa.Column(column, kind, nullable=True))


def downgrade() -> None:
    """Take it back."""
    for table, column, _ in reversed(COLUMNS):
        op.drop_column(table, column)
