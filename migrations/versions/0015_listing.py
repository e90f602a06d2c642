"""matches that everyone may find: how they are listed, at what pace they are played, what their host says"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Matches of before go on by link."""
    op.add_column("match", sa.Column("listing", sa.Text(), nullable=False, server_default="unlisted"))
    op.add_column("match", sa.Column("pace", sa.Text(), nullable=False, server_default=""))
    op.add_column("match", sa.Column("note", sa.Text(), nullable=False, server_default=""))
    op.create_check_constraint(op.f("ck_match_listing"), "match", "listing in ('public', 'unlisted', 'invitation')")
    op.create_check_constraint(op.f("ck_match_pace"), "match", "pace in ('', 'live', 'days')")
    for status in ("open", "active"):
        op.create_index(
            f"ix_match_public_{status}",
            "match",
            ["created_at", "id"],
            postgresql_where=sa.text(f"listing = 'public' AND status = '{status}'"),
        )


def downgrade() -> None:
    """Take it back."""
    for status in ("open", "active"):
        op.drop_index(f"ix_match_public_{status}", "match")
    op.drop_constraint(op.f("ck_match_pace"), "match")
    op.drop_constraint(op.f("ck_match_listing"), "match")
    for column in ("note", "pace", "listing"):
        op.drop_column("match", column)
