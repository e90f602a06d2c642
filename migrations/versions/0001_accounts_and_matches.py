"""accounts and matches"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema forward."""
    op.create_table(
        "account",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
    )
    op.create_table(
        "match",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("scenario", sa.Text(), nullable=False),
        sa.Column("options", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("hotseat", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("invite", sa.Text(), nullable=False),
        sa.Column("spectate", sa.Text(), nullable=False),
        sa.Column("outcome", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("status in ('open', 'active', 'finished')", name=op.f("ck_match_status")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
    )
    op.create_table(
        "signing_key",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_signing_key_only_one")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_signing_key")),
    )
    op.create_table(
        "event",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("payload", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("lines", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("command_id", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_event_match_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seq", name=op.f("pk_event")),
    )
    op.create_table(
        "receipt",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("command_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_receipt_match_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "command_id", name=op.f("pk_receipt")),
    )
    op.create_table(
        "seat",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("account", sa.Uuid(), nullable=True),
        sa.Column("contribution", sa.Text(), nullable=False),
        sa.Column("last_seen", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_seat_account_account")),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_seat_match_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_seat")),
    )
    op.create_index(op.f("ix_seat_account"), "seat", ["account"], unique=False)
    op.create_table(
        "snapshot",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("state", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_snapshot_match_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seq", name=op.f("pk_snapshot")),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("snapshot")
    op.drop_index(op.f("ix_seat_account"), table_name="seat")
    op.drop_table("seat")
    op.drop_table("receipt")
    op.drop_table("event")
    op.drop_table("signing_key")
    op.drop_table("match")
    op.drop_table("account")
