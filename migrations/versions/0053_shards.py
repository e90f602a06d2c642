"""Where the record of a match lies: match.shard, moving, last and reseated; a database's own name"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0053"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """All matches that there are lie in this database."""
    op.add_column("match", sa.Column("shard", sa.Text(), server_default="", nullable=False))
    op.add_column("match", sa.Column("moving", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.add_column("match", sa.Column("last", JSONB(none_as_null=True), nullable=True))
    op.add_column("match", sa.Column("reseated", sa.JSON(none_as_null=True), nullable=True))
    op.create_index(
        "ix_match_at_home", "match", ["id"], postgresql_where=sa.text("shard = '' AND status = 'active'"), unique=False
    )
    op.create_index("ix_match_shard", "match", ["shard"], postgresql_where=sa.text("shard <> ''"), unique=False)
    op.create_table(
        "shard",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_shard_only_one")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shard")),
    )


def downgrade() -> None:
    """Take it back, unless records lie elsewhere: nothing would know where."""
    elsewhere = op.get_bind().execute(sa.text("SELECT count(*) FROM match WHERE shard <> ''")).scalar()
    if elsewhere:
        raise RuntimeError(f"{elsewhere} matches lie in shards: move them home first")
    op.drop_table("shard")
    op.drop_index("ix_match_shard", table_name="match")
    op.drop_index("ix_match_at_home", table_name="match")
    for column in ("reseated", "last", "moving", "shard"):
        op.drop_column("match", column)
