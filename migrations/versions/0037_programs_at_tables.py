"""programs that play against people"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No match has one yet."""
    op.add_column("match", sa.Column("programs", sa.Boolean(), nullable=False, server_default=sa.text("false")))
    op.create_index("ix_match_programs", "match", ["id"], postgresql_where=sa.text("programs AND status = 'active'"))


def downgrade() -> None:
    """Take it back. Programs' seats stay with their accounts, and nobody plays them."""
    op.drop_index("ix_match_programs", "match")
    op.drop_column("match", "programs")
