"""Known vulnerabilities of what is locked: ``make audit``. Without their data it says so, and looks at the hashes.

pip-audit and npm ask for the data. Both are quiet about packages that they could not ask about: here that is no pass.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-traces.lock", "requirements-maps.lock")
SECONDS = 240
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)(.*?)(?=^[A-Za-z0-9]|\Z)", re.MULTILINE | re.DOTALL)
_HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}\b")


def pinned(lock: str) -> Iterator[tuple[str, str, int]]:
    """Each package of a lock file: name, version, and how many hashes it may have."""
    for name, pinned_version, rest in _PINNED.findall(lock):
        yield name.lower(), pinned_version, len(_HASH.findall(rest))


def wrong_in_lock(lock: str) -> list[str]:
    """Packages that could be exchanged, since no hash says what they are."""
    return [f"{name} {at}: no hash" for name, at, hashes in pinned(lock) if not hashes]


def other_than_locked(lock: str) -> list[str]:
    """Packages that are installed here in another version than the lock names."""
    wrong = []
    for name, at, _ in pinned(lock):
        try:
            here = version(name)
        except PackageNotFoundError:
            continue  # for another system, or not asked for
        if here != at:
            wrong.append(f"{name} {here}: {at} is locked")
    return wrong


def python_findings(report: Any) -> tuple[list[str], int]:
    """What pip-audit's report has found, and how many packages it could not ask about."""
    packages = report["dependencies"]
    found = [f"{p['name']} {p['version']}: {v['id']}" for p in packages for v in p.get("vulns", ())]
    return found, sum("skip_reason" in p for p in packages)


def npm_findings(report: Any) -> tuple[list[str], int]:
    """The same of npm's report; a report without vulnerabilities in it is none."""
    found = report.get("vulnerabilities")
    return ([f"{name}: {what['severity']}" for name, what in found.items()], 0) if found is not None else ([], 1)


def _report_of(command: list[str]) -> Any:
    """What a program prints as JSON; None when it cannot say anything."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS)
        return json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def main(pip_audit: str, node: str, npm: str) -> int:
    """0 when nothing is known against what is locked, or the data were out of reach and the locks are whole."""
    found: list[str] = []
    unasked: list[str] = []
    for lock in LOCKS:
        options = ["--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json"]
        report = _report_of([pip_audit, *options, "-r", lock])
        new, missed = ([], 1) if report is None else python_findings(report)
        found += new
        if missed:
            unasked.append(f"{lock}: {missed} packages" if report is not None else lock)
    report = _report_of([node, npm, "audit", "--json"])
    new, missed = ([], 1) if report is None else npm_findings(report)
    found += new
    if missed:
        unasked.append("package-lock.json")
    wrong: list[str] = []
    if unasked:
        print(f"The data of known vulnerabilities could not be had for {', '.join(unasked)}.")
        texts = [(ROOT / lock).read_text() for lock in LOCKS]
        wrong = [line for text in texts for line in wrong_in_lock(text)]
        wrong += other_than_locked(texts[0])
        count = len({name for text in texts for name, _, _ in pinned(text)})
        print(f"Instead: {count} locked packages have hashes, and those of the server are installed as locked.")
    for line in (*found, *wrong):
        print(line)
    if not (found or unasked):
        print("Nothing is known against any package that is locked.")
    return 1 if found or wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
