"""rounds of sealing that were void"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """In matches of before no word was sealed again once any was open."""
    op.add_column("match", sa.Column("voided", postgresql.JSONB(), nullable=True))


def downgrade() -> None:
    """Take it back. The dice of matches with void rounds cannot be checked any more, nor thrown as before."""
    op.drop_column("match", "voided")
