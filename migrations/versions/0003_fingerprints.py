"""receipts know their commands: an id used again for another command is refused and not answered as the first"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Receipts that are there stay without one."""
    op.add_column("receipt", sa.Column("fingerprint", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("receipt", "fingerprint")
