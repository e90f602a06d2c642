"""Begins and ends the traces of a process."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from app.settings import Settings
from app.traces.spans import traced_by


@contextlib.asynccontextmanager
async def tracing(settings: Settings, process: str) -> AsyncIterator[None]:
    """Have spans sent while the context lasts, if the settings name a collector."""
    endpoint = settings.traces.get_secret_value()
    if not endpoint:
        yield
        return
    from app.traces.opentelemetry import spans_by_otlp

    spans = spans_by_otlp(endpoint, settings.traces_share, process)
    try:
        with traced_by(spans):
            yield
    finally:
        # It sends what is left, and waits for a collector that may be away.
        await asyncio.to_thread(spans.close)
