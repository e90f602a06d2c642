"""Draw the curves of ``greatwar bench --growth --json`` for docs/scale.md: ``growth_plots.py FILE FOLDER``.

It runs in an environment of its own (``make growth``): nothing else here needs matplotlib.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from matplotlib import pyplot as plt

INK, PAPER, RULE = "#2b2620", "#f4efe2", "#b9ae97"
LINES = ("#7a1f1f", "#2f4a63", "#6b6b2a")
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "growth",
    "font.family": "serif",
    "font.size": 10,
    "axes.edgecolor": RULE,
    "axes.facecolor": PAPER,
    "figure.facecolor": PAPER,
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def main(file: str, folder: str) -> None:
    """One picture for each thing that grows: a panel a curve, all from zero."""
    curves: list[dict[str, Any]] = json.loads(Path(file).read_text(encoding="utf-8"))["curves"]
    with plt.rc_context(STYLE):
        for of in dict.fromkeys(curve["of"] for curve in curves):
            mine = [curve for curve in curves if curve["of"] == of]
            figure, axes = plt.subplots(1, len(mine), figsize=(3.4 * len(mine), 2.6), squeeze=False)
            for ax, curve, colour in zip(axes[0], mine, LINES, strict=False):
                ax.plot(*zip(*curve["points"], strict=True), marker="o", markersize=4, color=colour)
                ax.set_xlim(left=0)
                ax.set_ylim(bottom=0)
                ax.set_title(f"{curve['name']}, {curve['unit']}", fontsize=10, loc="left")
                ax.set_xlabel(of)
                ax.grid(visible=True, color=RULE, linewidth=0.4)
            figure.tight_layout()
            # Without a date: the same figures give the same file.
            figure.savefig(Path(folder) / f"growth-{of.replace(' ', '-')}.svg", metadata={"Date": None})
            plt.close(figure)


if __name__ == "__main__":
    main(*sys.argv[1:])
