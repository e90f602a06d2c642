"""What the server consists of, as CycloneDX: ``make sbom`` writes ``var/sbom.json``.

cyclonedx-py reads the lock of the server. What browsers are sent from ``static/vendor`` is in no lock: that is added.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
VENDOR = ROOT / "static" / "vendor"
_VERSIONED = re.compile(r"(.+)-(\d+(?:\.\d+)+)")


def vendored(folder: Path) -> list[dict[str, Any]]:
    """A component for each file that came from elsewhere, with its hash; a folder's name has its version."""
    found = []
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        name = path.relative_to(folder).as_posix()
        component: dict[str, Any] = {"type": "file", "bom-ref": f"static/vendor/{name}", "name": name}
        if versioned := _VERSIONED.fullmatch(name.partition("/")[0]):
            component["version"] = versioned[2]
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        found.append({**component, "hashes": [{"alg": "SHA-256", "content": digest}]})
    return found


def with_vendored(bom: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The list with those. ValueError where a package of the lock has no hash."""
    packages = bom["components"]
    bare = [p["name"] for p in packages if not any("hashes" in r for r in p.get("externalReferences", ()))]
    if bare or not packages:
        raise ValueError(f"no hash of {', '.join(bare) or 'anything'}")
    return {**bom, "components": [*packages, *vendored(folder)]}


def main(cyclonedx: str, target: str) -> int:
    """0 when the list was written."""
    options = [
        "--pyproject",
        "pyproject.toml",
        "--output-reproducible",
        "--output-format",
        "JSON",
        "--output-file",
        "-",
    ]
    done = subprocess.run(
        [cyclonedx, "requirements", "requirements.lock", *options], cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    bom = with_vendored(json.loads(done.stdout), VENDOR)
    Path(target).parent.mkdir(parents=True, exist_ok=True)
    Path(target).write_text(json.dumps(bom, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{target}: {len(bom['components'])} parts")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
