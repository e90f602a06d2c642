"""What whoever runs the server may set, all by environment variables named ``GREATWAR_...``."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent


class Settings(BaseSettings):
    """The server's settings. The defaults suit one machine and need nothing to be set."""

    model_config = SettingsConfigDict(env_prefix="GREATWAR_", frozen=True)

    database_url: str | None = Field(default=None, validation_alias="DATABASE_URL")
    """``postgresql://...`` of an existing database; without it an embedded Postgres is started."""

    var: Path = ROOT / "var"
    """Where the embedded Postgres keeps its data."""

    static: Path = ROOT / "static"
    """The browser client's files."""

    origins: tuple[str, ...] = ()
    """Further origins (``https://example.org``) whose pages may call the server; its own always may."""

    secure_cookies: bool = False
    """Mark cookies ``Secure``: set it when the server is reached by https."""

    session_days: int = Field(default=365, ge=1)
    """How long a guest's cookie is good."""

    body_limit: int = Field(default=64 * 1024, ge=1024)
    """Bytes that a request body may have."""

    rate_limit: str = "400/10 seconds"
    """Calls that one guest (or an address without a session) may make, as ``limits`` writes it; empty: no limit."""

    guest_limit: str = "40/minute"
    """Guests that one address may create; empty: no limit."""

    match_limit: str = "60/minute"
    """Matches that one address may make, since each is kept; empty: no limit."""

    socket_queue: int = Field(default=64, ge=4)
    """Messages that may wait for a slow reader before the socket is closed with 1013."""

    sockets_per_guest: int = Field(default=32, ge=1)
    """Sockets that one guest, or one address without a session, may hold open in one match."""

    live_matches: int = Field(default=500, ge=1)
    """Matches kept in memory; the least lately used go first, those with sockets stay."""

    snapshot_every: int = Field(default=100, ge=1)
    """Events between two snapshots of a match."""

    pool_size: int = Field(default=10, ge=1)
    """Connections to Postgres that one process may open for its requests."""

    metrics: Literal["local", "all", "off"] = "local"
    """Who may read ``/metrics``: this machine only, everyone, nobody."""

    log_json: bool | None = None
    """Logs as JSON lines (True), as text for people (False), or by whether a terminal reads them (None)."""
