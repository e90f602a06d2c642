"""what seats answer beforehand"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has given any order yet."""
    op.create_table(
        "standing_order",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("conditions", JSONB(), nullable=False),
        sa.Column("ends", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), server_default="1", nullable=False),
        sa.Column("set_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("dropped", sa.Text(), nullable=True),
        sa.CheckConstraint("ends in ('turn', 'phase', 'changed')", name=op.f("ck_standing_order_ends")),
        sa.ForeignKeyConstraint(
            ["match"], ["match.id"], name=op.f("fk_standing_order_match_match"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match", "seat", "kind", name=op.f("pk_standing_order")),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("standing_order")
