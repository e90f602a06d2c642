"""Backups: a whole database as one file of ``pg_dump``, and back from it; with shards a file for each.

A backup is taken while servers run and is of one moment. It goes into a database that holds nothing, or takes the place
of what is there: all of it or, when anything fails, none. Of several databases home's is of the earliest moment: what a
shard has stored since is settled when a match is opened (decisions/0079).
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

import asyncpg

from app.database import revisions
from app.postgres.account import PostgresError, environment
from app.postgres.binaries import client

BEFORE = "before_restore"
"""Where the tables of a database wait until those that replace them are all there."""

_FIELD = "password="

_OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
_TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"


def file_of(shard: str, file: Path) -> Path:
    """The file of a shard beside that of home: ``night.a.backup`` for ``night.backup``."""
    return file.with_name(f"{file.stem}.{shard}{file.suffix}")


def back_up(urls: Mapping[Path, str]) -> int:
    """Write databases to files that only their owner may read, one after the other; gives their size together.

    All files are there once all are whole. They hold all that the databases hold: hashes, addresses, and the key that
    signs cookies. PostgresError when one cannot be written.
    """
    parts = {file: file.with_name(f"{file.name}.part") for file in urls}
    try:
        for file, url in urls.items():
            _write(url, parts[file], file)
        for file, part in parts.items():
            part.replace(file)
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)
    return sum(file.stat().st_size for file in urls)


def _write(url: str, part: Path, file: Path) -> None:
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        # What is not logged is counts of callers: they are over before anyone restores them.
        options = ("--format=custom", "--no-owner", "--no-privileges", "--no-unlogged-table-data")
        _run(url, "pg_dump", *options, f"--file={part}")
    except OSError as error:
        raise PostgresError(f"cannot write {file}: {error.strerror}") from error


async def check(url: str, file: Path, *, replace: bool) -> None:
    """Refuse a restore that must not be, before anything is changed.

    PostgresError when the file is no backup or of a newer version, when servers run on the database, or when it holds
    something that is not to be replaced.
    """
    revision = _revision(url, file)
    if revision not in revisions()[1]:
        raise PostgresError(f"{file} was written by a newer version of this program (schema {revision})")
    connection = await asyncpg.connect(url)
    try:
        others = await connection.fetchval(_OTHERS)
        if others:
            raise PostgresError(f"the database is in use by {others} connections: stop the servers first")
        filled = await connection.fetchval(_TABLES)
        if filled and not replace:
            raise PostgresError("the database is not empty: --replace puts the backup in its place")
    finally:
        await connection.close()


async def restore(url: str, file: Path) -> None:
    """Fill the database from a backup; its schema is then the backup's, for ``migrate`` to bring up to date.

    PostgresError when that fails: then all is as it was.
    """
    connection = await asyncpg.connect(url)
    try:
        async with connection.transaction():
            await connection.execute(f"DROP SCHEMA IF EXISTS {BEFORE} CASCADE")
            await connection.execute(f"ALTER SCHEMA public RENAME TO {BEFORE}")
            await connection.execute("CREATE SCHEMA public")
        try:
            _run(
                url, "pg_restore", "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", str(file)
            )
        except BaseException:
            async with connection.transaction():
                await connection.execute("DROP SCHEMA public CASCADE")
                await connection.execute(f"ALTER SCHEMA {BEFORE} RENAME TO public")
            raise
        await connection.execute(f"DROP SCHEMA {BEFORE} CASCADE")
    finally:
        await connection.close()


def _revision(url: str, file: Path) -> str:
    """The revision of the schema in a backup. PostgresError when it is no backup of ours."""
    if not file.is_file():
        raise PostgresError(f"there is no file {file}")
    told = _run(url, "pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(file), connected=False)
    found = re.search(r"^COPY public\.alembic_version .*\n(\w+)$", told, re.MULTILINE)
    if found is None:
        raise PostgresError(f"{file} is no backup of this program")
    return found[1]


def _run(url: str, name: str, *arguments: str, connected: bool = True) -> str:
    """Run one of Postgres' programs on the database; gives what it prints. PostgresError with its words when it fails.

    The password goes through the environment: other accounts see what a program is called with.
    """
    database, password = without_password(url)
    variables = {**environment(), "HOME": os.environ.get("HOME", "/")}
    if password:
        variables["PGPASSWORD"] = password
    command = [str(client(name)), *([f"--dbname={database}"] if connected else []), *arguments]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode != 0:
        raise PostgresError(f"{name} failed: {done.stderr.strip()[-1000:]}")
    return done.stdout


def without_password(url: str) -> tuple[str, str]:
    """The address of a database without its password, and that: it may stand beside the user or in the query."""
    parts = urlsplit(url)
    who, at, where = parts.netloc.rpartition("@")
    user, _, password = who.partition(":")
    said = parts.query.split("&") if parts.query else []
    kept = [field for field in said if not field.startswith(_FIELD)]
    # As Postgres reads it: what stands in the query comes after what stands beside the user, and counts.
    password = next((field.removeprefix(_FIELD) for field in reversed(said) if field not in kept), password)
    # Not taken apart any further: there may be several hosts, each with a port.
    query = f"?{'&'.join(kept)}" if kept else ""
    return f"{parts.scheme}://{user}{at}{where}{parts.path}{query}", unquote(password)
