"""`paperpool plan` of a run that was measured, and of one with a mistake."""

import csv
import json

import pytest


def plan(place, *words):
    snakefile = str(place.root / "workflow/Snakefile")
    return place.paperpool("plan", "--from", "smoke", *words, "-s", snakefile)


def test_the_plan_of_a_measured_run_is_what_it_took(smoke, tmp_path):
    place, table = smoke[0], tmp_path / "plan.json"
    overlay = str(place.root / "config/smoke.yaml")
    words = ("--forceall", "--configfile", overlay)
    done = plan(place, "--json", str(table), *words)
    assert done.returncode == 0 and "Job stats" not in done.output, done.output
    assert "Not measured" not in done.output and "proportional" not in done.output
    rows = {row[0]: dict(zip(read["columns"], row, strict=True)) for read, row in list_rows(table)}
    assert {"demo", "corpus", "encode", "csfcube", "mdcr", "scisumm", "report"} < set(rows)
    measured = []
    for file in (place.folder / "results/smoke/benchmarks").rglob("*.tsv"):
        with file.open(newline="") as lines:
            measured += csv.DictReader(lines, delimiter="\t")
    assert rows["all"]["jobs"] == len(measured)
    assert rows["all"]["hours"] == pytest.approx(sum(float(row["s"]) for row in measured) / 3600)
    used = sum(f.stat().st_size for f in (place.folder / "results/smoke/corpus").rglob("*.parquet"))
    assert used / 1e9 <= rows["corpus"]["disk, GB"] < 0.1
    larger = plan(place, "--papers", "1000000", *words)
    assert "Requested too little: --set-resources" in larger.output
    assert "taken as proportional" in larger.output


def list_rows(file):
    table = json.loads(file.read_text())
    return [(table, [cell["value"] for cell in row["cells"]]) for row in table["rows"]]


def test_a_mistake_is_snakemakes_as_ever(smoke):
    failed = plan(smoke[0], "no-such-target")
    assert failed.returncode == 1 and "Traceback" not in failed.output
    assert "no-such-target" in failed.output
