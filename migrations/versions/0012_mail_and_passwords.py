"""mail addresses and passwords, and when a session was logged in to"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Of sessions from before nobody knows that their owners logged in: none did."""
    op.add_column("session", sa.Column("entered_at", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "password",
        sa.Column("account", sa.Uuid(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_password_account_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_password")),
    )
    op.create_table(
        "mail_address",
        sa.Column("account", sa.Uuid(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_mail_address_account_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_mail_address")),
        sa.UniqueConstraint("address", name=op.f("uq_mail_address_address")),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("mail_address")
    op.drop_table("password")
    op.drop_column("session", "entered_at")
