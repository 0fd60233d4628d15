"""The report's jobs: a section is built anew alone, and a benchmark comes in as new files."""

import json
import os
import shutil

from ..made.folders import DOCUMENTS, GRADES, TOPICS
from .conftest import copy_workflow

LIBRARY = "workflow/scripts/paperpool"


def test_a_figure_that_changed_builds_its_own_section_anew(smoke, results):
    workplace, _ = smoke
    for name in ("mdcr", "scisumm"):
        table = results / name / "metrics.csv"
        content, times = table.read_bytes(), table.stat()
        try:
            table.write_bytes(content.replace(b"0.", b"0.1", 1))
            planned = workplace.run("report", "-n", base="smoke")
        finally:
            table.write_bytes(content)
            os.utime(table, ns=(times.st_atime_ns, times.st_mtime_ns))
        assert planned.jobs() == {"build_section": 1, "build_report": 1, "report": 1}
        assert f"report/sections/{name}.json" in planned.output
    assert "Nothing to be done" in workplace.run("report", "-n", base="smoke").output


def test_a_setting_of_one_section_builds_no_other(smoke):
    planned = smoke[0].run("report", "-n", base="smoke", report={"errors": ["bm25", "tfidf"]})
    jobs = {"build_section": 1, "build_report": 1, "report": 1, "write_config": 1}
    assert planned.jobs() == jobs
    assert "report/sections/csfcube.json" in planned.output


def test_editing_a_section_builds_no_other(root, tmp_path):
    place = copy_workflow(root, tmp_path)
    library = place.folder / LIBRARY
    added = library / "benchmarks/added"
    shutil.copytree(root / "tests/made/added_benchmark", added)
    data = {"documents": DOCUMENTS, "topics": TOPICS, "grades": GRADES}
    (place.folder / "data").mkdir()
    (place.folder / "data/added.json").write_text(json.dumps(data))
    few = {"run": "few", "data": {"added": "data"}}

    section = "results/few/report/sections/groundwork.json"
    place.snakemake(section, "--configfile", place.overlay("few", few), anew=True)
    assert "longest: 0.333" in (place.folder / section).read_text()
    other = library / "workflow/report/mdcr/tables.py"
    other.write_text(other.read_text() + "\n# another line\n")
    assert "Nothing to be done" in place.run("-n", section, **few).output
    own = added / "workflow/section.py"
    own.write_text(own.read_text() + "\n# another line\n")
    output = place.run("-n", section, **few).output
    assert "build_section" in output and "evaluate_added" not in output


def test_check_figures_names_the_runs_that_it_is_for(workplace):
    failed = workplace.fail("check_figures", "-n")
    assert "No scores are expected of run 'demo'" in failed.output
    assert "resources/expected\n  Hint: check_figures is for" in failed.output
