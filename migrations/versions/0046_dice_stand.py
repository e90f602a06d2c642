"""match.dice_stand: whether nothing is taken back past a die"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Matches that there are go on as they were made."""
    op.add_column("match", sa.Column("dice_stand", sa.Boolean(), server_default=sa.text("false"), nullable=False))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("match", "dice_stand")
