"""admins, who do the host's work in the browser, and bans of households"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0053"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """An older process beside a new one has no such page, and lets banned households in until it is replaced."""
    account = {"ondelete": "CASCADE"}
    op.create_table(
        "admin",
        sa.Column("account", sa.Uuid(), nullable=False),
        sa.Column("granted_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_admin_account_account"), **account),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_admin")),
    )
    op.create_table(
        "admin_visit",
        sa.Column("session", sa.Uuid(), nullable=False),
        sa.Column("account", sa.Uuid(), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["admin.account"], name=op.f("fk_admin_visit_account_admin"), **account),
        sa.PrimaryKeyConstraint("session", name=op.f("pk_admin_visit")),
    )
    op.create_index(op.f("ix_admin_visit_account"), "admin_visit", ["account"])
    op.create_table(
        "ban",
        sa.Column("network", sa.Text(), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("network", name=op.f("pk_ban")),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("ban")
    op.drop_table("admin_visit")
    op.drop_table("admin")
