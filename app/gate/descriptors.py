"""How many connections the operating system lets us hold."""

from __future__ import annotations

import resource

import structlog

log = structlog.get_logger(__name__)

GOAL = 65_536
MOST = 16_384
"""Connections that one process keeps at most, whatever the operating system allows."""
RESERVE = 96
"""Descriptors that no connection may take: listening sockets, files that are being sent, logs, and accepting itself."""
LEAST = 16


def connections(postgres: int) -> int:
    """Raise the limit on open files as far as we may; gives how many connections that leaves.

    ``postgres`` is how many connections to the database this process opens.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    goal = GOAL if hard == resource.RLIM_INFINITY else min(hard, GOAL)
    if soft != resource.RLIM_INFINITY and soft < goal:
        resource.setrlimit(resource.RLIMIT_NOFILE, (goal, hard))
        soft = goal
    files = GOAL if soft == resource.RLIM_INFINITY else soft
    left = min(MOST, files - RESERVE - postgres)
    if left < LEAST:
        log.warning("few open files allowed", files=files, wanted=RESERVE + postgres + LEAST)
    return max(LEAST, left)
