"""those who only watch may be told turns later"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Matches as they are go by time."""
    op.add_column("match", sa.Column("delay_turns", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("match", "delay_turns")
