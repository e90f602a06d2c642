"""matches that were called off before they began"""

from __future__ import annotations

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_STATUS = "status in ('open', 'opening', 'active', 'finished'{more})"


def upgrade() -> None:
    """One status more."""
    op.drop_constraint(op.f("ck_match_status"), "match")
    op.create_check_constraint(op.f("ck_match_status"), "match", _STATUS.format(more=", 'called-off'"))


def downgrade() -> None:
    """Take it back, with the matches that were called off: nothing of them was ever played."""
    op.execute("DELETE FROM match WHERE status = 'called-off'")
    op.drop_constraint(op.f("ck_match_status"), "match")
    op.create_check_constraint(op.f("ck_match_status"), "match", _STATUS.format(more=""))
