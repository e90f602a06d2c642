"""The process that has the programs of one match that is over decide again: ``python -m app.thoughts.worker``.

It is given the export, which anyone who may see the match can have, and writes a line for each turn. It ends itself
when it has taken too much time or room, and then what it has found stands.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from typing import BinaryIO

from app.matches.play.process_memory import MIB, resident
from app.proof.replay import BROKEN
from app.thoughts.recalling import recall
from app.wire import decode_object, encode_text
from rules.catalogue import GAMES
from rules.kernel.messages import JsonObject

PROCESSOR_SECONDS = 600.0
MAX_MIB = 400
NICENESS = 4
"""People who play come first."""


class TooLong(Exception):
    """It has taken too much time or room."""


def main(export: BinaryIO = sys.stdin.buffer, out: BinaryIO = sys.stdout.buffer) -> None:
    """Read an export, and write ``{"turn", "phases"}`` for each turn, then ``{"end": error or null}``."""
    gc.freeze()
    told = decode_object(export.read().decode())

    def write(line: JsonObject) -> None:
        out.write(encode_text(line).encode() + b"\n")
        out.flush()

    def tell(turn: JsonObject) -> None:
        write(turn)
        if time.process_time() > PROCESSOR_SECONDS or resident() > MAX_MIB * MIB:
            raise TooLong

    try:
        report = recall(told, GAMES, tell)
        write({"end": None if report.good and not report.unchecked else {"code": "not_all"}})
    except TooLong:
        write({"end": {"code": "too_long"}})
    except BROKEN as error:
        write({"end": {"code": "failed", "text": f"{type(error).__name__}: {error}"[:300]}})


if __name__ == "__main__":
    os.nice(NICENESS)
    main()
