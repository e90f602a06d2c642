"""matches played once more, and seats that are kept for someone"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Of each match there is one rematch at most."""
    op.add_column("match", sa.Column("rematch_of", sa.Text(), nullable=True))
    op.create_unique_constraint(op.f("uq_match_rematch_of"), "match", ["rematch_of"])
    op.create_foreign_key(
        op.f("fk_match_rematch_of_match"), "match", "match", ["rematch_of"], ["id"], ondelete="SET NULL"
    )
    op.add_column("seat", sa.Column("kept_for", sa.Uuid(), nullable=True))
    op.create_index(op.f("ix_seat_kept_for"), "seat", ["kept_for"], postgresql_where=sa.text("kept_for IS NOT NULL"))
    op.create_foreign_key(
        op.f("fk_seat_kept_for_account"), "seat", "account", ["kept_for"], ["id"], ondelete="SET NULL"
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_constraint(op.f("fk_seat_kept_for_account"), "seat")
    op.drop_index(op.f("ix_seat_kept_for"), "seat")
    op.drop_column("seat", "kept_for")
    op.drop_constraint(op.f("fk_match_rematch_of_match"), "match")
    op.drop_constraint(op.f("uq_match_rematch_of"), "match")
    op.drop_column("match", "rematch_of")
