"""a match says by which plan it is played"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

# Shapes of positions from before plans: the one that there was then.
PLAN = """
UPDATE match SET plan = coalesce(
    (SELECT s.state ->> 'plan' FROM snapshot s WHERE s.match = match.id ORDER BY s.seq DESC LIMIT 1),
    match.options ->> 'plan',
    CASE match.game WHEN 'schlieffens-war' THEN 'august-1914' WHEN 'powers-1914' THEN 'powers-1914' ELSE '' END
)
"""


def upgrade() -> None:
    """Matches as they are have the plan of their positions."""
    op.add_column("match", sa.Column("plan", sa.Text(), server_default="", nullable=False))
    op.execute(PLAN)


def downgrade() -> None:
    """Take it back: the positions say it."""
    op.drop_column("match", "plan")
