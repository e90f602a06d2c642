"""seats seal their words before the server draws its secret; matches that had not begun do so from the start"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

STATUS = "ck_match_status"


def upgrade() -> None:
    """Matches in play or over keep their secrets and words; they have no seals."""
    op.drop_constraint(op.f(STATUS), "match", type_="check")
    op.create_check_constraint(op.f(STATUS), "match", "status in ('open', 'opening', 'active', 'finished')")
    op.alter_column("match", "secret", nullable=True)
    op.alter_column("match", "commitment", nullable=True)
    op.add_column("seat", sa.Column("seal", sa.Text(), nullable=True))
    op.alter_column("seat", "contribution", new_column_name="word", nullable=True)
    # A secret that was drawn before the words proves less, and no die has been rolled with it.
    op.execute("UPDATE seat SET word = NULL WHERE match IN (SELECT id FROM match WHERE status = 'open')")
    op.execute("UPDATE match SET secret = NULL, commitment = NULL WHERE status = 'open'")


def downgrade() -> None:
    """Matches that have not begun get a secret at once, as it was."""
    op.execute("UPDATE match SET status = 'open' WHERE status = 'opening'")
    op.execute(
        "UPDATE match SET secret = decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')"
        " WHERE status = 'open'"
    )
    op.execute("UPDATE match SET commitment = encode(sha256(secret), 'hex') WHERE status = 'open'")
    op.execute("UPDATE seat SET word = '' WHERE word IS NULL")
    op.alter_column("seat", "word", new_column_name="contribution", nullable=False)
    op.drop_column("seat", "seal")
    op.alter_column("match", "commitment", nullable=False)
    op.alter_column("match", "secret", nullable=False)
    op.drop_constraint(op.f(STATUS), "match", type_="check")
    op.create_check_constraint(op.f(STATUS), "match", "status in ('open', 'active', 'finished')")
