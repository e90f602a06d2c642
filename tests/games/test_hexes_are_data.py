"""Hexes stand in the files of scenarios, not in the program: a plan of someone's own may have them elsewhere."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import rules

HEX = re.compile(r"[A-Z]{0,2}\d{4}")
"""As boards and atlases number them: ``1109``, ``E1328``, ``NC1021``."""
IN_TEXT = re.compile(r"\b[A-Z]{1,2}\d{4}\b")
"""Within a text, where four figures alone are a year."""
SCENARIOS = frozenset({"1914", "1915", "1916", "1917", "1918"})
"""Ids of scenarios, which look the same."""
FOLDER = Path(rules.__file__).parent


def hexes(source: str) -> Iterator[tuple[int, str]]:
    """The ids of hexes in the strings of a program, with their lines; docstrings are none."""
    tree = ast.parse(source)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            whole = HEX.fullmatch(node.value) and node.value not in SCENARIOS
            words = [node.value] if whole else IN_TEXT.findall(node.value)
            yield from ((node.lineno, word) for word in words)


def test_no_module_of_rules_names_a_hex() -> None:
    """Places that rules name have names there, and hexes in places.toml."""
    found = [
        f"{file.relative_to(FOLDER)}:{line}: {word}"
        for file in sorted(FOLDER.rglob("*.py"))
        for line, word in hexes(file.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_a_hex_in_a_program_is_found() -> None:
    """In a constant, a list and a text; neither in docstrings nor in other figures."""
    named = 'A = ["W4908", "1109"]\nB = "to NC1021 by rail"\n'
    source = f'''"""E1328 is Constantinople."""\n{named}"""E5102."""\nC = "1915"\nD = "in May 1915"'''
    assert sorted(word for _, word in hexes(source)) == ["1109", "NC1021", "W4908"]
