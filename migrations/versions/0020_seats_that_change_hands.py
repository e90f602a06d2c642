"""seats that their players left, and those who sat there before"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has left a seat so far."""
    op.add_column("seat", sa.Column("opened_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("seat", sa.Column("since", sa.DateTime(timezone=True), nullable=True))
    op.create_index(op.f("ix_seat_open"), "seat", ["match"], postgresql_where=sa.text("opened_at IS NOT NULL"))
    op.create_table(
        "former_seat",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("account", sa.Uuid(), nullable=True),
        sa.Column("since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_former_seat_account_account"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_former_seat_match_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_former_seat")),
    )
    op.create_index(op.f("ix_former_seat_match"), "former_seat", ["match"])
    op.create_index(op.f("ix_former_seat_account"), "former_seat", ["account"])


def downgrade() -> None:
    """Take it back: those who took a seat over keep it."""
    op.drop_table("former_seat")
    op.drop_index(op.f("ix_seat_open"), "seat")
    op.drop_column("seat", "since")
    op.drop_column("seat", "opened_at")
