"""what people say at a table, and how far each seat has read it"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has said anything yet."""
    op.create_table(
        "message",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("command_id", sa.Text(), nullable=False),
        sa.Column("account", sa.Uuid(), nullable=True),
        sa.Column("seat", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("hidden_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_message_match_match"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_message_account_account"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("match", "room", "number", name=op.f("pk_message")),
        sa.UniqueConstraint("match", "command_id", name=op.f("uq_message_match")),
    )
    op.create_index(op.f("ix_message_account"), "message", ["account"])
    op.create_table(
        "chat_seen",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_chat_seen_match_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", "room", name=op.f("pk_chat_seen")),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("chat_seen")
    op.drop_table("message")
