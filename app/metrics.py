"""What the server counts, for Prometheus."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

REQUESTS = Histogram(
    "greatwar_request_seconds",
    "Time to answer a request",
    ["method", "route", "status"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)
COMMANDS = Counter("greatwar_commands_total", "Commands by verdict", ["game", "verdict"])
CONFLICTS = Counter("greatwar_conflicts_total", "Commands judged again because the match had moved")
NOTICES = Counter("greatwar_notices_total", "Messages by way and by what became of the try", ["way", "result"])
SOCKETS = Gauge("greatwar_sockets", "Open websockets")
SLOW_SOCKETS = Counter("greatwar_slow_sockets_total", "Websockets closed because they read too slowly")
TABLES = Gauge("greatwar_live_matches", "Matches in memory")
