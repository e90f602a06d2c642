"""channels by which people are told, and what they are told of"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_NOW = sa.func.now()


def _at(name: str, **more: object) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), **{"nullable": False, **more})  # type: ignore[arg-type]


def upgrade() -> None:
    """Nobody has a channel yet."""
    op.create_table(
        "channel",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("account", sa.Uuid(), nullable=False),
        sa.Column("way", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("push_key", sa.LargeBinary(), nullable=True),
        sa.Column("secret", sa.LargeBinary(), nullable=True),
        sa.Column("modes", postgresql.JSONB(), nullable=False),
        _at("created_at", server_default=_NOW),
        sa.Column("trouble", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint("way in ('mail', 'push', 'webhook')", name=op.f("ck_channel_way")),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_channel_account_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_channel")),
        sa.UniqueConstraint("account", "way", "target", name=op.f("uq_channel_account")),
    )
    op.create_table(
        "notice_wish",
        sa.Column("account", sa.Uuid(), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_until", sa.Integer(), nullable=True),
        sa.Column("digest_hour", sa.Integer(), server_default="8", nullable=False),
        sa.Column("muted", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.CheckConstraint("(quiet_from IS NULL) = (quiet_until IS NULL)", name=op.f("ck_notice_wish_quiet")),
        sa.CheckConstraint("digest_hour BETWEEN 0 AND 23", name=op.f("ck_notice_wish_digest_hour")),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_notice_wish_account_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_notice_wish")),
    )
    op.create_table(
        "notice",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        _at("at"),
        _at("spread_at", nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_notice_match_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
        sa.UniqueConstraint("match", "seat", "kind", "key", name=op.f("uq_notice_match")),
    )
    op.create_index("ix_notice_unspread", "notice", ["at"], postgresql_where=sa.text("spread_at IS NULL"))
    op.create_table(
        "delivery",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("notice", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.Uuid(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        _at("at"),
        _at("due_at"),
        sa.Column("message", sa.Uuid(), nullable=True),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("status", sa.Text(), server_default="waiting", nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        _at("done_at", nullable=True),
        sa.CheckConstraint("status in ('waiting', 'sent', 'lapsed', 'failed')", name=op.f("ck_delivery_status")),
        sa.ForeignKeyConstraint(["notice"], ["notice.id"], name=op.f("fk_delivery_notice_notice"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["channel"], ["channel.id"], name=op.f("fk_delivery_channel_channel"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_delivery")),
    )
    op.create_index("ix_delivery_due_at", "delivery", ["due_at"], postgresql_where=sa.text("status = 'waiting'"))
    op.create_index("ix_delivery_channel", "delivery", ["channel", "at"])
    op.create_index("ix_delivery_notice", "delivery", ["notice"])
    op.create_table(
        "push_key",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_push_key_only_one")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_key")),
    )


def downgrade() -> None:
    """Take it back."""
    for table in ("push_key", "delivery", "notice", "notice_wish", "channel"):
        op.drop_table(table)
