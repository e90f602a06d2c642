"""Which carrier of notices this server uses."""

from __future__ import annotations

from app.database import Database
from app.live.carrier import Carrier
from app.live.postgres_carrier import PostgresCarrier
from app.settings import Settings


def carrier(url: str, settings: Settings, database: Database, signing: bytes) -> Carrier:
    """The carrier that the settings name: Postgres unless they say otherwise."""
    if (bus := settings.nats) is not None:
        # Only whoever asks for NATS pays for its client.
        from app.live.nats_carrier import NatsCarrier

        return NatsCarrier(bus, signing)
    return PostgresCarrier(url, database)
