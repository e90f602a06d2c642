"""The list of parts and the audit of locks (``make sbom``, ``make audit``): silence is no pass."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.settings import ROOT
from tools import audit, sbom

HASH = f"--hash=sha256:{'0' * 64}"
LOCK = f"one==1.0 \\\n    {HASH} \\\n    {HASH}\ntwo==2.0\nthree==3.0 ; sys_platform == 'x' \\\n    {HASH}\n"


def test_a_package_that_could_be_exchanged_is_found() -> None:
    assert [*audit.pinned(LOCK)] == [("one", "1.0", 2), ("two", "2.0", 0), ("three", "3.0", 1)]
    assert audit.wrong_in_lock(LOCK) == ["two 2.0: no hash"]
    assert audit.other_than_locked("pydantic==0.1\nno-such-package==1.0\n")[0].endswith("0.1 is locked")
    for lock in (*audit.LOCKS, "requirements-audit.lock", "requirements-uv.lock"):
        text = (ROOT / lock).read_text()
        assert audit.wrong_in_lock(text) == [], lock
        assert sum(1 for _ in audit.pinned(text)) == text.count("==") - text.count(" == "), lock


def test_what_was_not_asked_about_is_no_pass() -> None:
    known = {"name": "one", "version": "1.0", "vulns": [{"id": "CVE-1914-1"}]}
    report = {"dependencies": [known, {"name": "two", "skip_reason": "Dependency not found on PyPI"}]}
    assert audit.python_findings(report) == (["one 1.0: CVE-1914-1"], 1)
    assert audit.npm_findings({"vulnerabilities": {"three": {"severity": "high"}}}) == (["three: high"], 0)
    assert audit.npm_findings({"vulnerabilities": {}}) == ([], 0)
    assert audit.npm_findings({"message": "request failed"}) == ([], 1)


def test_an_audit_without_data_says_so_and_fails_for_what_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "_report_of", lambda _: None)
    assert audit.main("pip-audit", "node", "npm") == 0
    assert "could not be had for requirements.lock" in capsys.readouterr().out
    bad: Any = {"dependencies": [{"name": "one", "version": "1.0", "vulns": [{"id": "CVE-1914-1"}]}]}
    monkeypatch.setattr(audit, "_report_of", lambda _: {**bad, "vulnerabilities": {}})
    assert audit.main("pip-audit", "node", "npm") == 1
    assert "CVE-1914-1" in capsys.readouterr().out
    monkeypatch.setattr(audit, "_report_of", lambda _: {"dependencies": [], "vulnerabilities": {}})
    assert audit.main("pip-audit", "node", "npm") == 0
    assert "Nothing is known" in capsys.readouterr().out


def test_the_list_has_what_browsers_are_sent_too(tmp_path: Path) -> None:
    (tmp_path / "hashes-2.4.0").mkdir()
    (tmp_path / "hashes-2.4.0" / "sha2.js").write_text("1")
    named = {"name": "one", "externalReferences": [{"hashes": [{"alg": "SHA-256", "content": "0" * 64}]}]}
    bom = sbom.with_vendored({"bomFormat": "CycloneDX", "components": [named]}, tmp_path)
    assert [(c["name"], c.get("version")) for c in bom["components"]] == [
        ("one", None),
        ("hashes-2.4.0/sha2.js", "2.4.0"),
    ]
    for components in ([], [{"name": "two"}]):
        with pytest.raises(ValueError, match="no hash"):
            sbom.with_vendored({"components": components}, tmp_path)
    assert {c["name"].partition("/")[0] for c in sbom.vendored(sbom.VENDOR)} == {p.name for p in sbom.VENDOR.iterdir()}
