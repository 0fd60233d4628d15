"""The annotation round trip through the whole workflow."""

import json
import shutil

import pandas as pd
import pytest

from paperpool.collections.csfcube_release import REQUIRED, read_collection


@pytest.fixture
def overlay(smoke, workplace):
    """Return a function: an overlay with the smoke run's release as data, and its exports."""
    results = smoke[0].folder / "results/smoke"
    demo = results / "demo"
    shutil.copytree(results / "annotation/release", workplace.folder / "csfcube")

    def write(name, *exports, **further):
        given = [str(demo / "annotation" / export) for export in exports]
        passes = {key: [str(demo / "annotation" / file)] for key, file in further.items()}
        settings = {"exports": given, "further": passes}
        return workplace.overlay(
            name, {"run": name, "data": {"csfcube": "csfcube"}, "annotation": settings}
        )

    return write


def test_the_smoke_run_imports_what_was_annotated(smoke):
    folder = smoke[0].folder / "results/smoke/annotation"
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


def test_without_exports_there_are_tasks_and_an_import_names_the_key(workplace, overlay):
    config = overlay("tasks")
    workplace.snakemake("results/tasks/annotation/tasks.json", "--configfile", config)
    folder = workplace.folder / "results/tasks/annotation"
    assert sorted(path.name for path in folder.iterdir()) == ["config.xml", "tasks.json"]
    target = "results/tasks/annotation/import.json"
    failed = workplace.snakemake(target, "--configfile", config, check=False)
    assert failed.returncode != 0 and "annotation.exports is empty" in failed.output


def test_a_first_round_gives_adjudication_tasks_and_a_second_the_release(workplace, overlay):
    targets = ["results/round/annotation/import.json", "results/round/annotation/agreement.csv"]
    folder = workplace.folder / "results/round/annotation"
    config = overlay("round", "annotators.json")
    released = read_collection(workplace.folder / "csfcube")
    done = workplace.snakemake(*targets, "--configfile", config)
    assert "wait for an adjudicator" in done.output
    n_differing = len(json.loads((folder / "adjudication_tasks.json").read_text()))
    assert len(pd.read_csv(folder / "incomplete.csv")) == n_differing > 0
    first = pd.read_csv(folder / "agreement.csv")
    assert first.value[first.stage == "pre"].notna().all()
    n_complete = len(read_collection(folder / "release", evaluable=False).pairs())
    n_measured = first[(first.stage == "post") & (first.measure == "agreement")].n_queries.sum()
    assert n_measured == n_complete < len(released.pairs())
    config = overlay("round", "annotators.json", "adjudicator.json", expert="expert.json")
    again = workplace.snakemake(*targets, "--configfile", config)
    assert set(again.jobs()) == {"import_annotations", "measure_agreement"}
    assert len(json.loads((folder / "adjudication_tasks.json").read_text())) == n_differing
    assert (folder / "incomplete.csv").read_text().count("\n") == 1
    second = pd.read_csv(folder / "agreement.csv")
    assert second.value.notna().all()
    pd.testing.assert_frame_equal(first[first.stage == "pre"], second[second.stage == "pre"])
    written = {path.name for path in (folder / "release").iterdir()}
    assert written == {*REQUIRED, "readable_annotations"}
    own = workplace.overlay("own", {"run": "own", "data": {"csfcube": str(folder / "release")}})
    workplace.snakemake("results/own/csfcube/runs/bm25.parquet", "--configfile", own)


def test_a_malformed_export_ends_the_import_with_its_problems(workplace, overlay):
    (workplace.folder / "bad.json").write_text('[{"data": {"facet": "method"}}]')
    config = overlay("bad", "annotators.json", workplace.folder / "bad.json")
    target = "results/bad/annotation/import.json"
    failed = workplace.snakemake(target, "--configfile", config, check=False)
    assert failed.returncode != 0 and "without query_id" in failed.output
    assert not (workplace.folder / "results/bad/annotation/incomplete.csv").exists()


def test_batches_take_the_place_of_tasks_and_need_drawn_pools(workplace, overlay):
    target = "results/{}/annotation/import.json"
    demo = workplace.overlay("batched", {"run": "batched", "pools": {"order": "mtf"}})
    jobs = workplace.snakemake(target.format("batched"), "-n", "--configfile", demo).jobs()
    assert jobs["ask_batch"] == 1 and "write_tasks" not in jobs
    order = workplace.overlay("order", {"pools": {"order": "mtf"}})
    given = ("--configfile", overlay("tasks", "annotators.json"), order)
    failed = workplace.snakemake(target.format("tasks"), "-n", *given, check=False)
    assert failed.returncode != 0 and "chooses by the rankings of drawn pools" in failed.output
