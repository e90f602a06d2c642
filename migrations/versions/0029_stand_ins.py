"""people who play a seat while its player is away"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody stands in for anyone yet."""
    op.add_column("seat", sa.Column("stand_in", sa.Uuid(), nullable=True))
    op.add_column("seat", sa.Column("stands_in_since", sa.DateTime(timezone=True), nullable=True))
    op.add_column("seat", sa.Column("stand_in_key", sa.Text(), nullable=True))
    op.create_foreign_key(
        op.f("fk_seat_stand_in_account"), "seat", "account", ["stand_in"], ["id"], ondelete="SET NULL"
    )
    where = sa.text("stand_in IS NOT NULL")
    op.create_index("ix_seat_stand_in", "seat", ["stand_in"], postgresql_where=where)


def downgrade() -> None:
    """Take it back."""
    op.drop_index("ix_seat_stand_in", "seat")
    op.drop_constraint(op.f("fk_seat_stand_in_account"), "seat")
    for column in ("stand_in_key", "stands_in_since", "stand_in"):
        op.drop_column("seat", column)
