"""A further measure, in tables and a chart: its function, its description and its section."""

import os
import shutil
import subprocess
import sys

MEASURE = """\
def first(ranked: Grades, judged: Grades, least: float) -> float:
    return float(ranked[0] >= least)


def r_precision("""

CHART = """\
    first = replace(BENCHMARK.headline, measure="p@1")
    yield Fold("A", [Drawing("First", interval_chart(results, first))])
    yield from _list_corpus("""

EDITS = {
    "evaluation/csfcube_measures.py": {
        "CORRECTED: dict[str, Measure] = {": 'CORRECTED: dict[str, Measure] = {"p@1": first,',
        "OFFICIAL: dict[str, Measure] = {": 'OFFICIAL: dict[str, Measure] = {"p@1": first,',
        "def r_precision(": MEASURE,
    },
    "benchmarks/csfcube.py": {
        'Measure("ndcg%100"': 'Measure("p@1", "First"),\n        Measure("ndcg%100"',
        '"Table 4": (': '"Table 4": ("p@1", ',
    },
    "workflow/report/csfcube/section.py": {"    yield from _list_corpus(": CHART},
}
"""What is written instead of what, by file."""


def test_three_files_are_touched(here, root):
    library = here / "library/paperpool"
    shutil.copytree(
        root / "workflow/scripts/paperpool", library, ignore=shutil.ignore_patterns("*.pyc")
    )
    for name, edits in EDITS.items():
        text = (library / name).read_text()
        for old, new in edits.items():
            assert text.count(old) == 1
            text = text.replace(old, new)
        (library / name).write_text(text)
    call = "import sys; from paperpool.commands.main import main; sys.exit(main(sys.argv[1:]))"
    runs = ("best-{facet}.json", "--on", "csfcube", "--baseline", "SPECTER", "--html", "page.html")
    printed = subprocess.run(
        [sys.executable, "-c", call, "score", *runs],
        env={**os.environ, "PYTHONPATH": str(library.parent)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert printed.count("\n  First ") == 4 * 2  # slices, of each protocol
    page = (here / "page.html").read_text()
    assert "First (×100), all queries, official protocol" in page
    assert page.count(">First</th>") == 4 * 4  # slices, of each protocol and split
    own = {file: root / "workflow/scripts/paperpool" / file.relative_to(library)
           for file in library.rglob("*.py")}  # fmt: skip
    assert sum(copy.read_bytes() != file.read_bytes() for copy, file in own.items()) == 3
