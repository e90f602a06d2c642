"""time zones of people, whom they blocked, and what they reported"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has said anything yet."""
    op.add_column("account", sa.Column("zone", sa.Text(), nullable=True))
    op.create_table(
        "block",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("account", sa.Uuid(), nullable=False),
        sa.Column("other", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_block_account_account"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["other"], ["account.id"], name=op.f("fk_block_other_account"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_block")),
        sa.UniqueConstraint("account", "other", name=op.f("uq_block_account")),
    )
    op.create_index(op.f("ix_block_other"), "block", ["other"])
    op.create_table(
        "report",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("account", sa.Uuid(), nullable=True),
        sa.Column("about", sa.Uuid(), nullable=True),
        sa.Column("about_name", sa.Text(), nullable=False),
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_report_account_account"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["about"], ["account.id"], name=op.f("fk_report_about_account"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_report")),
    )
    op.create_index(op.f("ix_report_account"), "report", ["account"])
    op.create_index(op.f("ix_report_about"), "report", ["about"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("report")
    op.drop_table("block")
    op.drop_column("account", "zone")
