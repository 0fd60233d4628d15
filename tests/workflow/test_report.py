"""The report's jobs: a section is built anew alone, and a benchmark comes in as new files."""

import os
import re

from .conftest import copy_workflow

BENCHMARK = '''"""A benchmark that came later."""
from dataclasses import replace
from paperpool.benchmarks.benchmark import Headline
from paperpool.benchmarks.csfcube import BENCHMARK as CSFCUBE
BENCHMARK = replace(
    CSFCUBE, name="later", title="Later", place=50, parts=("later",), published=None, pages={},
    headline=Headline("later", "official", "test", "all", "map"),
)
'''

SECTION = '''"""Its section of the report."""
from dataclasses import dataclass
from pathlib import Path
from paperpool.pages.fragments import Fragment
@dataclass
class LaterFiles:
    metrics: Path
def reads(run) -> LaterFiles:
    return LaterFiles(**run.later.csv("metrics"))
def build_section(run, files):
    with open(files.metrics) as file:
        return Fragment(f"<p id='later'>{file.read()}</p>", [("later", "Later")], run.name)
'''

RULES = """
rule later:
    input:
        run.stages["later"].targets,
rule evaluate_later:
    output:
        "<results>/later/metrics.csv",
    params:
        depth=run.settings.later.depth,
    shell:
        "echo figures of {params.depth} > {output}"
"""

PLAN = '''"""What its rules read."""
from paperpool.workflow.plan.stage import StagePlan
class LaterPlan(StagePlan):
    def targets(self, wildcards):
        return [f"{self.folder}/later/metrics.csv"]
'''

LIBRARY = "workflow/scripts/paperpool"

NEW = {
    f"{LIBRARY}/benchmarks/later.py": BENCHMARK,
    f"{LIBRARY}/report/later/__init__.py": "",
    f"{LIBRARY}/report/later/section.py": SECTION,
    f"{LIBRARY}/plan/later.py": PLAN,
    "workflow/rules/later/later.smk": RULES,
}

SHARED = {
    "config/config.yaml": ("\ncorpus:\n", "\nlater:\n  depth: 5\n\ncorpus:\n"),
    f"{LIBRARY}/resources/config.schema.yaml": (
        "\nproperties:\n",
        "\nproperties:\n  later:\n    description: Its settings.\n    type: object\n"
        "    properties:\n      depth: {description: Its depth., type: integer}\n",
    ),
}
"""The additions to shared files: a text of each, and its replacement."""


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


def test_editing_a_section_builds_no_other_and_a_benchmark_comes_in_as_new_files(root, tmp_path):
    place = copy_workflow(root, tmp_path)
    copy, library = place.folder, place.folder / LIBRARY
    for path, text in NEW.items():
        assert not (copy / path).exists()
        (copy / path).parent.mkdir(exist_ok=True)
        (copy / path).write_text(text)
    for path, (there, instead) in SHARED.items():
        text = (copy / path).read_text()
        assert text.count(there) == 1
        (copy / path).write_text(text.replace(there, instead))
    page = (root / "docs/how-it-works.md").read_text().partition("\n### A benchmark")[2]
    shared = set(re.findall(r"^- shared: `([^`]+)`", page, re.MULTILINE))
    assert set(SHARED) <= shared and len(shared) <= 5
    few = {"run": "few", "demo": {"papers": 300, "shards": 2, "queries": 6}}
    output = place.run("-n", **few).output
    assert "results/few/report/sections/later.json" in output and "evaluate_later" in output

    section = "results/few/report/sections/later.json"
    place.snakemake(section, "--configfile", place.overlay("few", few), anew=True)
    assert "figures of 5" in (copy / section).read_text()
    other = library / "report/mdcr/tables.py"
    other.write_text(other.read_text() + "\n# another line\n")
    assert "Nothing to be done" in place.run("-n", section, **few).output
    own = library / "report/later/section.py"
    own.write_text(own.read_text() + "\n# another line\n")
    output = place.run("-n", section, **few).output
    assert "build_section" in output and "evaluate_later" not in output


def test_check_figures_names_the_runs_that_it_is_for(workplace):
    failed = workplace.fail("check_figures", "-n")
    assert "No scores are expected of run 'demo'" in failed.output
    assert "Hint: check_figures is for" in failed.output
