"""sides that are drawn when everyone has sat down"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """In matches of before everyone chose."""
    op.add_column("match", sa.Column("sides", sa.Text(), nullable=False, server_default="chosen"))
    op.create_check_constraint(op.f("ck_match_sides"), "match", "sides in ('chosen', 'drawn')")
    op.add_column("seat", sa.Column("sealed_as", sa.Text(), nullable=True))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("seat", "sealed_as")
    op.drop_constraint(op.f("ck_match_sides"), "match")
    op.drop_column("match", "sides")
