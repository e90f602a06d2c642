"""Archives a match and is killed on the way:
``python -m tests.app.store.dying_archivist MATCH FOLDER written|replaced``.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from app.archives.archivist import Archivist
from app.archives.folder import ArchiveFolder
from app.main import create_app
from app.settings import Settings
from tests.app.toy_game import Toy

_write, _replace = ArchiveFolder.write, Archivist._replace


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _write_and_die(folder: ArchiveFolder, name: str, data: bytes) -> None:
    _write(folder, name, data)
    _die()


async def _replace_and_die(*given: Any) -> None:
    """The rows are removed then, and it is not committed."""
    await _replace(*given)
    await given[0].flush()
    _die()


async def _archive(match: str, folder: Path) -> None:
    app = create_app(os.environ["DATABASE_URL"], Settings(archive=str(folder)), {"toy": Toy()})
    async with app.router.lifespan_context(app):
        await app.state.parts.get(Archivist).archive(match)


if __name__ == "__main__":
    if sys.argv[3] == "written":
        ArchiveFolder.write = _write_and_die  # type: ignore[method-assign]
    else:
        Archivist._replace = staticmethod(_replace_and_die)  # type: ignore[method-assign, assignment]
    asyncio.run(_archive(sys.argv[1], Path(sys.argv[2])))
