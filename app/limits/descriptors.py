"""How many connections the operating system lets us hold."""

from __future__ import annotations

import resource

import structlog

log = structlog.get_logger(__name__)

WANTED_DESCRIPTORS = 65_536
MAX_CONNECTIONS = 16_384
"""Connections that one process keeps at most, whatever the operating system allows."""
RESERVED_DESCRIPTORS = 96
"""Descriptors that no connection may take: listening sockets, files that are being sent, logs, and accepting itself."""
MIN_CONNECTIONS = 16


def connections(postgres: int) -> int:
    """Raise the limit on open files as far as we may; gives how many connections that leaves.

    ``postgres`` is how many connections to the database this process opens.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    goal = WANTED_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, WANTED_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < goal:
        resource.setrlimit(resource.RLIMIT_NOFILE, (goal, hard))
        soft = goal
    files = WANTED_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    left = min(MAX_CONNECTIONS, files - RESERVED_DESCRIPTORS - postgres)
    if left < MIN_CONNECTIONS:
        log.warning("few open files allowed", files=files, wanted=RESERVED_DESCRIPTORS + postgres + MIN_CONNECTIONS)
    return max(MIN_CONNECTIONS, left)
