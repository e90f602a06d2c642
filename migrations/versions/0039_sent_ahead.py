"""drafts that go when the turn of their seat comes"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Until now every draft was sent by hand."""
    op.add_column("draft", sa.Column("ahead", sa.Text(), nullable=True))
    op.add_column("draft", sa.Column("ahead_by", sa.Uuid(), nullable=True))
    op.add_column("draft", sa.Column("through", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("draft", sa.Column("begun", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("draft", sa.Column("looked", sa.Integer(), nullable=True))
    op.add_column("draft", sa.Column("notice", sa.JSON(), nullable=True))
    op.create_index("ix_draft_ahead", "draft", ["match"], postgresql_where=sa.text("ahead IS NOT NULL"))


def downgrade() -> None:
    """Take it back: what waits is sent by hand again."""
    op.drop_index("ix_draft_ahead", "draft")
    for column in ("notice", "looked", "begun", "through", "ahead_by", "ahead"):
        op.drop_column("draft", column)
