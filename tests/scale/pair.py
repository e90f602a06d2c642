"""Two Postgres and what lets one take over from the other: Patroni and etcd, as plain processes of this machine."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import asyncpg
import httpx
import psutil
import pytest
import yaml  # type: ignore[import-untyped]

from app.postgres.account import account
from app.settings import ROOT
from tests.conftest import free_port

PATIENCE = 600.0
"""A dead primary that comes back is rewound first, which takes minutes on a machine that does much besides."""
BINARIES = Path("/usr/lib/postgresql")
PASSWORD = "secret"
NAMES = ("one", "two")


class Etcd:
    """The one etcd of the suite."""

    def __init__(self, binary: str, folder: Path) -> None:
        self.port, peers = free_port(), free_port()
        here, there = f"http://127.0.0.1:{self.port}", f"http://127.0.0.1:{peers}"
        self._log = folder / "etcd.log"
        self._command = [binary, "--data-dir", str(folder / "etcd"), "--log-level", "error", "--unsafe-no-fsync"]
        self._command += ["--listen-client-urls", here, "--advertise-client-urls", here]
        self._command += ["--listen-peer-urls", there, "--initial-advertise-peer-urls", there]
        self._command += ["--initial-cluster", f"default={there}"]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        with self._log.open("ab") as out:
            self.process = subprocess.Popen(self._command, stdout=out, stderr=out)


class Node:
    """A Postgres and its Patroni; ``rest`` is where Patroni answers, ``port`` where Postgres does."""

    def __init__(self, binary: str, folder: Path, name: str, etcd: Etcd, place: Path | None = None) -> None:
        self.name, self.port, self.rest = name, free_port(), free_port()
        self.folder = folder / name if place is None else place
        self.data = self.folder / "data"
        self.folder.mkdir()
        who = account()
        os.chown(self.folder, who.uid, who.gid)
        told: dict[str, Any] = yaml.safe_load((ROOT / "docs/patroni.yml").read_text())
        told["name"] = name
        told["restapi"] = dict.fromkeys(told["restapi"], f"127.0.0.1:{self.rest}")
        told["etcd3"] = {"hosts": [f"127.0.0.1:{etcd.port}"]}
        told["bootstrap"]["dcs"] |= {"loop_wait": 1, "retry_timeout": 3}
        told["bootstrap"]["pg_hba"] = [
            re.sub(r"10\.0\.0\.0/24", "127.0.0.1/32", line) for line in told["bootstrap"]["pg_hba"]
        ]
        here = told["postgresql"]
        here |= dict.fromkeys(("listen", "connect_address"), f"127.0.0.1:{self.port}")
        here |= {"data_dir": str(self.data), "bin_dir": str(postgres_binaries())}
        here |= {"pgpass": str(self.folder / "pgpass")}
        # It does not wait for the disk: what it wrote outlives a kill, and nobody cuts the power here.
        here["parameters"] = {"unix_socket_directories": str(self.folder), "fsync": "off", "shared_buffers": "32MB"}
        for role in here["authentication"].values():
            role["password"] = PASSWORD
        settings = self.folder / "patroni.yml"
        settings.write_text(yaml.safe_dump(told))
        self._command = [binary, str(settings)]
        self.log = self.folder / "patroni.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start Patroni, which starts Postgres."""
        who = account()
        with self.log.open("ab") as out:
            given = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "LC_ALL": "C.UTF-8"}
            self.process = subprocess.Popen(
                self._command,
                stdout=out,
                stderr=out,
                cwd="/",
                env=given,
                **who.switch,  # type: ignore[call-overload]
            )

    def postgres(self) -> list[psutil.Process]:
        """The postmaster and all its backends; none while it does not run."""
        with contextlib.suppress(OSError, ValueError, psutil.NoSuchProcess):
            postmaster = psutil.Process(int((self.data / "postmaster.pid").read_text().splitlines()[0]))
            return [postmaster, *postmaster.children()]
        return []

    def kill_postgres(self) -> None:
        """End it as the kernel would that needs memory: all at once."""
        for process in self.postgres():
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()

    def end(self) -> None:
        """Take both down."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(20)
        self.kill_postgres()


class Pair:
    """A primary and its synchronous standby."""

    def __init__(
        self, etcd: str, patroni: str, folder: Path, places: Mapping[str, Path] = MappingProxyType({})
    ) -> None:
        self.etcd = Etcd(etcd, folder)
        self.nodes = {name: Node(patroni, folder, name, self.etcd, places.get(name)) for name in NAMES}
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes.values())
        self.url = f"postgresql://postgres:{PASSWORD}@{hosts}/greatwar?target_session_attrs=read-write"

    def start(self) -> None:
        """Start all, and wait until the standby is synchronous."""
        self.etcd.start()
        for node in self.nodes.values():
            node.start()
            # The first is the primary of a new cluster; the second copies it.
            self.wait_for(lambda roles: "leader" in roles.values(), "no primary")
        self.wait_until_synchronous()
        asyncio.run(self._create())

    async def _create(self) -> None:
        connection = await asyncpg.connect(self.url.replace("/greatwar?", "/postgres?"))
        await connection.execute("CREATE DATABASE greatwar")
        await connection.close()

    def roles(self) -> dict[str, str]:
        """What each node is: ``leader``, ``sync_standby``, ``replica``; only those that run."""
        for node in self.nodes.values():
            with contextlib.suppress(httpx.HTTPError):
                answer = httpx.get(f"http://127.0.0.1:{node.rest}/cluster", timeout=5, trust_env=False)
                members = answer.json()["members"]
                return {m["name"]: m["role"] for m in members if m["state"] in ("running", "streaming")}
        return {}

    def wait_for(self, true: Any, otherwise: str) -> None:
        """Wait until something holds of the roles."""
        deadline = time.monotonic() + PATIENCE
        while not true(self.roles()):
            if time.monotonic() > deadline:
                logs = "\n".join(node.log.read_text()[-1500:] for node in self.nodes.values() if node.log.exists())
                raise AssertionError(f"{otherwise}: {self.roles()}\n{logs}")
            time.sleep(0.2)

    def wait_until_synchronous(self) -> None:
        """Wait until there is a primary, and a standby without which it answers nothing."""
        self.wait_for(lambda roles: {"leader", "sync_standby"} <= {*roles.values()}, "no synchronous standby")

    @property
    def primary(self) -> Node:
        """The node that takes writes, once there is one: on a machine that does much besides it may step back."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for name, role in self.roles().items():
                if role == "leader":
                    return self.nodes[name]
            time.sleep(0.2)
        raise AssertionError(f"no primary: {self.roles()}")

    def end(self) -> None:
        """Take all down."""
        for node in self.nodes.values():
            node.end()
        if self.etcd.process is not None:
            self.etcd.process.kill()
            self.etcd.process.wait(20)


def postgres_binaries() -> Path:
    """The newest Postgres of the system; skips the test where there is none. Patroni here knows those up to 15."""
    found = sorted(BINARIES.glob("*/bin/pg_rewind"))
    if not found:
        pytest.skip("Postgres is not installed: apt-get install postgresql")
    return found[-1].parent
