"""seats whose words programs sealed"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Of matches before nobody knows."""
    op.add_column("seat", sa.Column("program", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Take it back: matches with such programs are rated."""
    op.drop_column("seat", "program")
