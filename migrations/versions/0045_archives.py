"""archives of matches"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0045"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """None is archived yet."""
    op.create_table(
        "archive",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.Column("numbers", postgresql.JSONB(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_archive_match_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_archive")),
    )


def downgrade() -> None:
    """Take it back. RuntimeError while any match is archived: only its file has what happened in it."""
    if op.get_bind().execute(sa.text("SELECT EXISTS (SELECT FROM archive)")).scalar():
        raise RuntimeError("matches are archived, and an older version could not read them")
    op.drop_table("archive")
