"""days on which people are away"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody is away yet."""
    op.create_table(
        "vacation",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("account", sa.Uuid(), nullable=False),
        sa.Column("first", sa.Text(), nullable=False),
        sa.Column("last", sa.Text(), nullable=False),
        sa.Column("begins", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=False),
        sa.Column("returned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("told", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_vacation_account_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vacation")),
    )
    op.create_index(op.f("ix_vacation_account"), "vacation", ["account"])
    op.create_index("ix_vacation_untold", "vacation", ["id"], postgresql_where=sa.text("NOT told"))


def downgrade() -> None:
    """Take it back."""
    op.drop_table("vacation")
