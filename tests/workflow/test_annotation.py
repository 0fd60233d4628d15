"""The annotation round trip through the whole workflow."""

import json
import shutil

import pandas as pd
import pytest

from paperpool.collections.csfcube_release import list_files, read_collection
from paperpool.collections.schemes import default_scheme


@pytest.fixture
def describe(results, workplace):
    """Return a function: the settings of a run of the smoke run's release, and its exports."""
    shutil.copytree(results / "annotation/release", workplace.folder / "csfcube")
    made = results / "demo/annotation"

    def settings(name, *exports, **further):
        passes = {key: [str(made / file)] for key, file in further.items()}
        annotation = {"exports": [str(made / one) for one in exports], "further": passes}
        return {"run": name, "data": {"csfcube": "csfcube"}, "annotation": annotation}

    return settings


def test_the_smoke_run_imports_what_was_annotated(results):
    folder = results / "annotation"
    release = read_collection(folder / "release")
    summary = json.loads((folder / "import.json").read_text())
    assert summary["rows"]["read"] == summary["rows"]["used"] > 0
    assert summary["tasks"]["open"] == {} and summary["release"]["lacks"] == []
    assert summary["tasks"]["all"] == len(json.loads((folder / "tasks.json").read_text()))
    assert sum(summary["release"]["pairs"].values()) == len(release.pairs())
    further = pd.read_csv(folder / "further.csv")
    assert set(further.name) == {"expert"} and further.value.notna().all()
    page = (folder.parent / "report/index.html").read_text()
    assert 'id="import"' in page and 'id="further"' in page


def test_without_exports_there_are_tasks_and_an_import_names_the_key(workplace, describe):
    done = workplace.run("results/tasks/annotation/tasks.json", **describe("tasks"))
    folder = workplace.folder / "results/tasks/annotation"
    written = {path.name for path in folder.iterdir()}
    assert written == {"config.xml", "tasks.csv", "tasks.json"}
    n_tasks = len(json.loads((folder / "tasks.json").read_text()))
    work = f"{n_tasks:,} tasks × 2, about "
    assert any(line.startswith(work) for line in done.last_lines(4))
    again = workplace.run("results/tasks/annotation/tasks.json", **describe("tasks"))
    assert "Nothing to be done" in again.output and work in "\n".join(again.last_lines(4))
    failed = workplace.fail("results/tasks/annotation/import.json", **describe("tasks"))
    assert "annotation.exports is empty" in failed.output


def test_a_first_round_gives_adjudication_tasks_and_a_second_the_release(workplace, describe):
    targets = ["results/round/annotation/import.json", "results/round/annotation/agreement.csv"]
    folder = workplace.folder / "results/round/annotation"
    released = read_collection(workplace.folder / "csfcube")
    done = workplace.run(*targets, **describe("round", "annotators.json"))
    n_differing = len(json.loads((folder / "adjudication_tasks.json").read_text()))
    assert len(pd.read_csv(folder / "incomplete.csv")) == n_differing > 0
    waiting = f"{n_differing} pairs to adjudicate, about "
    [last] = [line for line in done.last_lines(4) if line.startswith(waiting)]
    assert "results/round/annotation/adjudication_tasks.json" in last
    first = pd.read_csv(folder / "agreement.csv")
    assert first.value[first.stage == "pre"].notna().all()
    n_complete = len(read_collection(folder / "release", evaluable=False).pairs())
    n_measured = first[(first.stage == "post") & (first.measure == "agreement")].n_queries.sum()
    assert n_measured == n_complete < len(released.pairs())
    settings = describe("round", "annotators.json", "adjudicator.json", expert="expert.json")
    again = workplace.run(*targets, **settings)
    assert set(again.jobs()) == {"import_annotations", "measure_agreement"}
    assert len(json.loads((folder / "adjudication_tasks.json").read_text())) == n_differing
    assert (folder / "incomplete.csv").read_text().count("\n") == 1
    assert "Every task is settled: " in "\n".join(again.last_lines(4))
    second = pd.read_csv(folder / "agreement.csv")
    assert second.value.notna().all()
    pd.testing.assert_frame_equal(first[first.stage == "pre"], second[second.stage == "pre"])
    written = {path.name for path in (folder / "release").iterdir()}
    assert written == {*list_files(default_scheme()), "readable_annotations"}
    data = {"csfcube": str(folder / "release")}
    workplace.run("results/own/csfcube/runs/bm25.parquet", run="own", data=data)


def test_a_malformed_export_ends_the_import_with_its_problems(workplace, describe):
    (workplace.folder / "bad.json").write_text('[{"data": {"facet": "method"}}]')
    settings = describe("bad", "annotators.json", workplace.folder / "bad.json")
    failed = workplace.fail("results/bad/annotation/import.json", **settings)
    assert "without query_id" in failed.output
    assert not (workplace.folder / "results/bad/annotation/incomplete.csv").exists()


def test_an_order_by_depth_needs_drawn_pools(workplace, describe):
    target, deep = "results/deep/annotation/tasks.json", {"pools": {"order": "depth"}}
    jobs = workplace.run(target, "-n", run="deep", **deep).jobs()
    assert jobs["write_tasks"] == jobs["rank_text_sources"] == 1
    failed = workplace.fail(target, "-n", **describe("deep"), **deep)
    assert "takes the ranks of drawn pools" in failed.output
