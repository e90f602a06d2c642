"""How much memory the process takes, so that the matches in it can be held to what there is (decisions/0048)."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

MIB = 1 << 20
STATM = Path("/proc/self/statm")
WORKING_ROOM_DIVISOR = 5
"""By a fifth of its limit the process may pass it before it takes in no further match: work on those that are there
needs room, too."""
MAX_SPARE_SHARE = 0.4
"""What part of the memory is taken for free at most, however few blocks Python has handed out: not all is in blocks."""


def resident() -> int:
    """The bytes of this process that are in memory now; 0 where the system does not tell."""
    try:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


class ProcessMemory:
    """The process's memory against a limit in bytes; 0: no limit.

    What is freed does not all go back to the system. So what is in use is worked out from the blocks that Python has
    handed out, at as many bytes a block as there were when the process was fullest.
    """

    def __init__(
        self,
        limit: int,
        taken: Callable[[], int] = resident,
        blocks: Callable[[], int] = sys.getallocatedblocks,
    ) -> None:
        self.limit = limit
        self._taken = taken
        self._blocks = blocks
        self._bare = taken()
        self._a_block = self._bare / max(1, blocks())

    def in_use(self) -> int:
        """The bytes in use now, as measured and worked out."""
        taken, blocks = self._taken(), max(1, self._blocks())
        self._a_block = min(self._a_block, taken / blocks)
        return max(int(self._a_block * blocks), int(taken * (1 - MAX_SPARE_SHARE)))

    def excess(self) -> int:
        """By how many bytes the limit is passed; 0 while it is not."""
        if not self.limit or self._taken() <= self.limit:
            return 0
        return max(0, self.in_use() - self.limit)

    def each(self, matches: int) -> int:
        """About how many bytes one of some matches takes, with its part of all that they share."""
        return max(1, (self.in_use() - self._bare) // max(1, matches))

    @property
    def full(self) -> bool:
        """Whether there is no room for one match more, nor for much work on those that are there."""
        return self.excess() * WORKING_ROOM_DIVISOR > self.limit
