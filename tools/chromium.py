"""See to it that there is a Chromium for the browser tests: Debian's, installed by apt-get when we are root."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys


def main() -> int:
    """0 when there is a Chromium afterwards."""
    if shutil.which("chromium-headless-shell") or shutil.which("chromium") or os.environ.get("CHROMIUM"):
        return 0
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        print(
            "The browser tests need Chromium: sudo apt-get install chromium-headless-shell\n"
            "(or set CHROMIUM to the path of one that is there).",
            file=sys.stderr,
        )
        return 1
    print("Installing Chromium by apt-get ...", file=sys.stderr)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "-qq", "update"], env=quiet, check=True)
    install = ["apt-get", "-qq", "install", "--yes", "--no-install-recommends"]
    for package in ("chromium-headless-shell", "chromium"):
        # The shell is lighter, but Debian has had it for a few years only.
        done = subprocess.run([*install, package], env=quiet, stdout=subprocess.DEVNULL)
        if done.returncode == 0:
            return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
