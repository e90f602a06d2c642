"""what the lobby says of a match, and since when"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_TOLD_AT = """
UPDATE match SET told_at = COALESCE((
    SELECT min(e.at) FROM event e JOIN event last ON last.match = e.match AND last.seq = match.version
    WHERE e.match = match.id AND e.numbers -> 'spectator' <> '0'
        AND e.numbers -> 'spectator' = last.numbers -> 'spectator'
), created_at)
"""
"""When the spectator came to the present number: ``changed_at`` would tell of hidden commands."""


def upgrade() -> None:
    """What is said of a match that stands here already is noted when its players next look at their list."""
    op.add_column(
        "match", sa.Column("told_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now())
    )
    op.add_column("match", sa.Column("told", JSONB(), nullable=True))
    op.execute(_TOLD_AT)


def downgrade() -> None:
    """Take it back."""
    op.drop_column("match", "told")
    op.drop_column("match", "told_at")
