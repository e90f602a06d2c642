"""words that are open before the server commits itself"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Until now every word was opened after the commitment."""
    op.add_column("seat", sa.Column("ahead", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Take it back: it is no longer told who let a match begin without them."""
    op.drop_column("seat", "ahead")
