"""what is told bears the number of a viewpoint, and no longer that of the event"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0008"
down_revision = "0005"
branch_labels = None
depends_on = None

_NUMBERS = """
UPDATE event SET numbers = counted.numbers FROM (
    SELECT match, seq, jsonb_object_agg(viewpoint, number) AS numbers FROM (
        SELECT e.match, e.seq, v.viewpoint, count(*) FILTER (WHERE e.lines ? v.viewpoint)
            OVER (PARTITION BY e.match, v.viewpoint ORDER BY e.seq) AS number
        FROM event e
        JOIN (SELECT DISTINCT match, jsonb_object_keys(lines) AS viewpoint FROM event) v ON v.match = e.match
    ) each_viewpoint GROUP BY match, seq
) counted WHERE event.match = counted.match AND event.seq = counted.seq
"""
"""A viewpoint's number is that of its lines: what else it saw was not noted."""

_SEEN = """
UPDATE seat SET last_seen = COALESCE((
    SELECT (e.numbers ->> seat.seat)::int FROM event e
    WHERE e.match = seat.match AND e.seq <= seat.last_seen ORDER BY e.seq DESC LIMIT 1
), 0)
"""

_UNDONE = """
UPDATE event SET lines = (
    SELECT jsonb_object_agg(told.key, jsonb_set(
        CASE jsonb_typeof(told.value) WHEN 'string' THEN event.lines -> (told.value #>> '{}') ELSE told.value END,
        '{to}', to_jsonb(COALESCE((
            SELECT (b.numbers ->> told.key)::int FROM event b
            WHERE b.match = event.match AND b.seq = (event.payload ->> 'to')::int
        ), 0))
    )) FROM jsonb_each(event.lines) told
) WHERE kind = 'undone' AND lines <> '{}'
"""
"""A line that says that a command was taken back says up to which line the others hold."""

_SEEN_BACK = """
UPDATE seat SET last_seen = COALESCE((
    SELECT max(e.seq) FROM event e
    WHERE e.match = seat.match AND COALESCE((e.numbers ->> seat.seat)::int, 0) <= seat.last_seen
), 0) WHERE last_seen > 0
"""

_UNDONE_BACK = """
UPDATE event SET lines = (
    SELECT jsonb_object_agg(told.key, jsonb_set(
        CASE jsonb_typeof(told.value) WHEN 'string' THEN event.lines -> (told.value #>> '{}') ELSE told.value END,
        '{to}', (event.payload -> 'to')::jsonb
    )) FROM jsonb_each(event.lines) told
) WHERE kind = 'undone' AND lines <> '{}'
"""


def upgrade() -> None:
    """Count what every viewpoint was told, and say by that what is said by numbers."""
    op.add_column("event", sa.Column("numbers", JSONB(), nullable=False, server_default="{}"))
    op.execute(_NUMBERS)
    op.execute(_SEEN)
    op.execute(_UNDONE)
    op.alter_column("event", "numbers", server_default=None)


def downgrade() -> None:
    """Take it back."""
    op.execute(_UNDONE_BACK)
    op.execute(_SEEN_BACK)
    op.drop_column("event", "numbers")
