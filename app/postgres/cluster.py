"""A cluster on disk: made, started, stopped."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from app.postgres.account import Account, PostgresError, environment, give_file, private
from app.postgres.locks import SOCKET, postmaster

ROLE = "greatwar"
DATABASE = "greatwar"
SOCKET_PATH_BYTES = 100
"""Longest path of a unix socket in bytes that every system takes (Linux: 107, macOS: 103)."""
BUILTIN_LOCALES = 17
"""The first major version that has locales of its own, which no update of the system changes."""
START_SECONDS = 120.0
"""How long a start may take; recovery after a crash of a large database is slow."""
LOCK_SECONDS = 10.0
STOP_SECONDS = 60.0

_children: list[subprocess.Popen[bytes]] = []
"""Servers that this process started."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """One cluster on disk: where it is, who runs it. Call the methods that change it with the lock held."""

    area: Path
    who: Account

    @property
    def data(self) -> Path:
        """The data directory."""
        return self.area / "data"

    @property
    def log(self) -> Path:
        """What Postgres says."""
        return self.area / "log"

    @property
    def data_version(self) -> str | None:
        """The major version that the data were made by."""
        try:
            return (self.data / "PG_VERSION").read_text().strip()
        except FileNotFoundError:
            return None

    @property
    def socket_folder(self) -> Path:
        """Where the unix socket lies: in the area, or, when that path is too long, in a private temporary folder."""
        near = self.area / "run"
        if len(os.fsencode(near / f"{SOCKET}.lock")) <= SOCKET_PATH_BYTES:
            return near
        mark = hashlib.sha256(os.fsencode(self.area)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"greatwar-{self.who.uid}-{mark}"

    @property
    def url(self) -> str:
        """The database's URL, with the password."""
        password = (self.area / "password").read_text().strip()
        return f"postgresql://{ROLE}:{quote(password)}@/{DATABASE}?host={quote(str(self.socket_folder))}"

    def prepare(self) -> None:
        """Make the folders, all of them private to the account."""
        private(self.area, self.who)
        private(self.socket_folder, self.who)

    def initialise(self, bin_folder: Path, version: str) -> None:
        """Make the cluster and its database beside the place, then move it there: nothing half made is ever found."""
        part = self.area / "data-part"
        if part.exists():
            shutil.rmtree(part)
        password = self._new_password()
        locale: list[str | Path] = ["--locale", "C"]
        if int(version) >= BUILTIN_LOCALES:
            locale += ["--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"]
        account: list[str | Path] = [
            "--username",
            ROLE,
            "--pwfile",
            password,
            "--auth",
            "scram-sha-256",
            "--encoding",
            "UTF8",
        ]
        self._run([bin_folder / "initdb", "--pgdata", part, *account, *locale])
        # In single-user mode, so that no server ever runs without the database.
        single: list[str | Path] = [bin_folder / "postgres", "--single", "-D", part, "postgres"]
        self._run(single, input=f"CREATE DATABASE {DATABASE} OWNER {ROLE};\n")
        part.rename(self.data)

    def _new_password(self) -> Path:
        """The file with the role's password, newly drawn."""
        part, password = self.area / "password-part", self.area / "password"
        part.unlink(missing_ok=True)
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(secrets.token_hex(24))
        give_file(part, self.who)
        part.rename(password)
        return password

    def _run(self, argv: list[str | Path], **more: object) -> None:
        """Run one of the binaries to its end. PostgresError with its words when it fails."""
        done = self.who.run(argv, **more)
        if done.returncode != 0:
            raise PostgresError(f"{Path(argv[0]).name} failed: {done.stderr.strip() or done.stdout.strip()}")

    def start(self, bin_folder: Path) -> None:
        """Start the server. Call ``wait_until_ready`` then."""
        _reap()
        handle = os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600)
        give_file(self.log, self.who)
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.socket_folder),
            "unix_socket_permissions": "0700",
            "max_connections": "200",
            "shared_buffers": "128MB",
        }
        if sys.platform == "linux":
            # After a crash: ask the system once to write all out, not for each of a thousand files, which took 5 s.
            options["recovery_init_sync_method"] = "syncfs"
        arguments = [str(bin_folder / "postgres"), "-D", str(self.data)]
        for name, value in options.items():
            arguments += ["-c", f"{name}={value}"]
        with open(handle, "ab") as out:
            # Its own session, so that Ctrl-C at our terminal does not reach it: the last of us stops it.
            server = subprocess.Popen(  # type: ignore[call-overload]  # noqa: S603
                arguments,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                cwd="/",
                env=environment(),
                start_new_session=True,
                **self.who.switch,
            )
        _children.append(server)
        # Until it has written its lock file nobody else would know that it starts.
        deadline = time.monotonic() + LOCK_SECONDS
        while postmaster(self.data) is None and server.poll() is None and time.monotonic() < deadline:
            time.sleep(0.005)

    def wait_until_ready(self) -> None:
        """Wait until the server takes connections. PostgresError with its last words when it goes or takes too long.

        A server that recovers after a crash, or that someone started who was killed at once, may need its time.
        """
        deadline = time.monotonic() + START_SECONDS
        while not self._is_ready():
            if postmaster(self.data) is None or time.monotonic() > deadline:
                said = self.log.read_text(errors="replace")[-2000:].strip()
                raise PostgresError(f"Postgres did not start on {self.data}:\n{said}")
            time.sleep(0.01)

    def _is_ready(self) -> bool:
        """Whether the server says in its lock file that it takes connections (its eighth line)."""
        try:
            lines = (self.data / "postmaster.pid").read_text().split("\n")
        except FileNotFoundError:
            return False
        return len(lines) >= 8 and lines[7].strip() == "ready"

    def stop(self) -> None:
        """Stop the server at once but cleanly (a fast shutdown) and wait for it. PostgresError when it does not end."""
        pid = postmaster(self.data)
        if pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGINT)
            # Not waiting for the pid to go: a server that another of our processes started stays a zombie until
            # that one ends.
            deadline = time.monotonic() + STOP_SECONDS
            while postmaster(self.data) == pid:
                if time.monotonic() > deadline:
                    raise PostgresError(f"Postgres on {self.data} does not stop")
                time.sleep(0.01)
        _reap()


def _reap() -> None:
    """Wait for servers of ours that ended, so that they leave no zombies."""
    _children[:] = [child for child in _children if child.poll() is None]
