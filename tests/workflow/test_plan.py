"""`paperpool plan` of a run that was measured, and of one with a mistake."""

import csv
import json

import pytest

OF_FORKS = "write_config:mem_mb=1000"
"""The smallest request is below what jobs have here, forks of a process that has all imports."""


def plan(place, *words):
    snakefile = str(place.root / "workflow/Snakefile")
    return place.paperpool("plan", "--from", "smoke", *words, "-s", snakefile)


def test_the_plan_of_a_measured_run_is_what_it_took(smoke, tmp_path):
    place, file = smoke[0], tmp_path / "plan.json"
    overlay = str(place.root / "config/smoke.yaml")
    done = plan(place, "--papers", "400", "--json", str(file), "--configfile", overlay)
    assert done.returncode == 0 and "Job stats" not in done.output, done.output
    written = json.loads(file.read_text())
    notes = [note for note in written["notes"] if OF_FORKS not in note]
    assert len(notes) == 1 and "400 papers to 400" in notes[0]
    rows = {}
    for row in written["rows"]:
        values = [cell["value"] for cell in row["cells"]]
        rows[values[0]] = dict(zip(written["columns"], values, strict=True))
    assert {"demo", "corpus", "encode", "csfcube", "mdcr", "scisumm", "report"} < set(rows)
    assert "other" not in rows
    measured = []
    for tsv in (place.folder / "results/smoke/benchmarks").rglob("*.tsv"):
        with tsv.open(newline="") as lines:
            measured += csv.DictReader(lines, delimiter="\t")
    assert (rows["all"]["jobs"], rows["all"]["not measured"]) == (len(measured), 0)
    assert rows["all"]["hours"] == pytest.approx(sum(float(row["s"]) for row in measured) / 3600)
    used = sum(f.stat().st_size for f in (place.folder / "results/smoke/corpus").rglob("*.parquet"))
    assert used / 1e9 <= rows["corpus"]["disk, GB"] < rows["all"]["disk, GB"] < 0.1


def test_a_larger_and_smaller_plan_says_what_it_assumes(smoke):
    overlay = str(smoke[0].root / "config/smoke.yaml")
    larger = plan(smoke[0], "--papers", "100000000", "corpus", "--configfile", overlay)
    without = larger.output.replace(OF_FORKS, "")
    assert "read_shard:runtime=" in without and "mem_mb" not in without
    assert "250,000 times as many papers" in larger.output
    assert "Measured at one size (" in larger.output
    unknown = plan(smoke[0], "corpus", "--configfile", overlay)
    assert unknown.returncode == 1 and "--papers N" in unknown.output
    other = ["run=other", "sections=[scisumm]"]
    apart = plan(smoke[0], "scisumm", "--configfile", overlay, "--config", *other)
    assert apart.returncode == 0 and "Straight lines: on the machine" in apart.output


def test_without_a_run_it_goes_by_what_is_shipped_and_says_how_sure_it_is(place, tmp_path):
    file = tmp_path / "plan.json"
    words = ("--papers", "400", "corpus", "--json", str(file))
    overlay = str(place.root / "config/smoke.yaml")
    snakefile = str(place.root / "workflow/Snakefile")
    done = place.paperpool("plan", *words, "--configfile", overlay, "-s", snakefile)
    assert done.returncode == 0, done.output
    assert "measurements that come with paperpool" in done.output
    written = json.loads(file.read_text())
    [row] = [row["cells"] for row in written["rows"] if row["cells"][0]["value"] == "corpus"]
    values = {name: cell["value"] for name, cell in zip(written["columns"], row, strict=True)}
    assert 0 < values["hours"] < 0.1 and values["hours within ×÷"] > 1.5
    assert values["disk, GB"] > 0 and values["not measured"] == 0


def test_a_probe_of_the_given_files_is_made_and_planned_by(place, tmp_path):
    for number in range(120):
        paper = {"paper_id": str(number), "title": "A title.", "abstract": "We do. It is so."}
        (tmp_path / f"{number:03}.jsonl").write_text(f"{json.dumps(paper)}\n")
    overlay = tmp_path / "mine.yaml"
    data = {"s2orc": [f"{tmp_path}/*.jsonl"]}
    overlay.write_text(json.dumps({"run": "mine", "data": data, "corpus": {"filters": ["none"]}}))
    snakefile = str(place.root / "workflow/Snakefile")
    words = ("corpus", "--cores", "1", "--configfile", str(overlay), "-s", snakefile)
    done = place.paperpool("plan", "--probe", *words)
    assert done.returncode == 0, done.output[-3000:]
    assert (place.folder / "results/mine-probe/corpus/summary.json").is_file()
    assert "from 2 papers to 12" in done.output and "read_shard" in done.output
    assert not (place.folder / "results/mine").exists()


def test_a_mistake_is_snakemakes_as_ever(smoke):
    failed = plan(smoke[0], "no-such-target")
    assert failed.returncode == 1 and "Traceback" not in failed.output
    assert "no-such-target" in failed.output
