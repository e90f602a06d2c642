"""how orders of programs were made"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Of orders from before nobody noted it."""
    op.create_table(
        "program_choice",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("command_id", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("made", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("refused", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "command_id", "fingerprint"),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("program_choice")
