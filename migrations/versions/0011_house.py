"""what players settle among themselves is found without reading a whole match"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """An index of these few facts alone."""
    op.create_index("ix_event_house", "event", ["match", "seq"], postgresql_where=sa.text("kind LIKE 'house.%'"))


def downgrade() -> None:
    """Take it back."""
    op.drop_index("ix_event_house", "event")
