"""Write the chart of docs/citations-and-relevance.md, that of the report, from a finished run.

PYTHONPATH=workflow/scripts .venv/bin/python docs/relation_chart.py results/cystic-fibrosis
"""

import sys
from pathlib import Path

from paperpool.extras.citations_and_relevance.section import make_chart
from paperpool.io.csv_rows import read_rows
from paperpool.io.files import write_text

CHART = Path(__file__).resolve().parents[1] / "resources/citations-and-relevance.svg"

COLLECTION = "cystic-fibrosis"
GRADE = 4
SHOWN = ("citations", "bm25", "minilm")
"""What the chart has of all neighbours."""


def main() -> int:
    """Write the chart; return the exit status."""
    [results] = sys.argv[1:]
    rows = read_rows(Path(results, "citations_and_relevance", COLLECTION, "relations.csv"))
    chosen = []
    for row in rows:
        if float(row["grade"]) == GRADE and row["neighbours"] in SHOWN:
            chosen.append(row)
    write_text(CHART, str(make_chart(COLLECTION, chosen).__html__()) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
