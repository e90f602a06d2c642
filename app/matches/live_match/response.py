"""What the giver of an order is answered."""

from __future__ import annotations

from app.matches.agreements.hosting import BY_HOST
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.ruling import Ruling
from app.wire import encode
from rules.kernel.game import SPECTATOR


def response_body(live: LiveMatch, ruling: Ruling) -> bytes:
    """The body of the answer to whoever gave the order."""
    by_host = ruling.order.seat == BY_HOST
    viewpoint = SPECTATOR if by_host else live.viewpoint(ruling.order.seat)
    version, link = ruling.facts[-1].numbers[viewpoint], ruling.facts[-1].link
    lines = [line for line in (f.line(viewpoint) for f in ruling.facts) if line is not None]
    return encode({"version": version, "link": None if link is None else link.hex(), "lines": [*lines]})
