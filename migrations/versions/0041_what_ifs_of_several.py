"""what-ifs of finished matches, and of several people"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Those from before are of matches in play, and one person's alone."""
    op.add_column("what_if", sa.Column("whole", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column(
        "what_if", sa.Column("let_in", postgresql.ARRAY(sa.Uuid()), server_default=sa.text("'{}'"), nullable=False)
    )


def downgrade() -> None:
    """Take it back: those who were let in are let in no more."""
    op.drop_column("what_if", "let_in")
    op.drop_column("what_if", "whole")
