"""The holes of rankings of the whole corpus, and a top-up of the collection that fills some."""

import json

import pandas as pd
import pytest

from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.stored_runs import read_run
from paperpool.extras.demo.simulated_annotators import format_export
from paperpool.extras.holes.measuring import COLUMNS, MEASURES
from paperpool.workflow.annotation.material import Item
from paperpool.workflow.annotation.tasks import ADJUDICATION, ANNOTATION
from paperpool.workflow.annotation.unjudged_pairs import UNJUDGED_COLUMNS, WEIGHED

SIZE = 6


@pytest.fixture(scope="module")
def folder(smoke):
    """The folder of the smoke run with its holes, as long as these tests run."""
    with smoke[0].cleaning("smoke") as folder:
        made = smoke[0].run("holes", base="smoke")
        assert made.jobs() == {"rank_words": 1, "measure_holes": 1, "holes": 1}
        yield folder


def test_the_holes_of_every_source_come_out(folder):
    table = pd.read_csv(folder / "pools/holes.csv")
    unjudged = pd.read_csv(folder / "pools/unjudged.csv", dtype={"candidate_id": str})
    assert list(table) == COLUMNS and set(table.metric) == set(MEASURES)
    assert list(unjudged) == UNJUDGED_COLUMNS and unjudged.weight.is_monotonic_decreasing
    assert unjudged.best_rank.max() <= WEIGHED and not unjudged.in_pool.all()
    of_all = table.query("slice == 'all'").set_index(["ranker", "metric"]).value
    judged = of_all.xs("judged@20", level="metric")
    assert judged.between(0.3, 0.999).all() and {"abs_tfidf", "bm25", "tfidf"} <= {*judged.index}
    for of_ranker in judged.index:
        # what nobody judged costs nothing in a condensed list
        assert of_all[of_ranker, "condensed_map"] > of_all[of_ranker, "map"]


def test_what_matters_most_is_asked_for_and_enters_the_collection(smoke, folder):
    workplace, _ = smoke
    failed = workplace.fail("top_up", base="smoke")
    assert "annotation.top_up is null" in failed.output

    def call(check=True, **top_up):
        annotation = {"top_up": {"size": SIZE} | top_up}
        return workplace.run("top_up", base="smoke", check=check, annotation=annotation)

    annotation = folder / "annotation"
    assert call().jobs() == {"ask_top_up": 1, "settle_top_up": 1, "top_up": 1}
    tasks_file = annotation / "top_up_tasks.json"
    first_tasks = tasks_file.read_bytes()
    tasks = [task["data"] for task in json.loads(first_tasks)]
    items = [Item(t["query_id"], t["facet"], t["candidate_id"]) for t in tasks]
    ids = dict.fromkeys(Item._fields, str)
    unjudged = pd.read_csv(folder / "pools/unjudged.csv", dtype=ids)
    assert items == [Item(*row) for row in unjudged[[*ids]][:SIZE].itertuples(index=False)]
    assert [*tasks[0]] == [*json.loads((annotation / "tasks.json").read_text())[0]["data"]]
    config = (annotation / "top_up_config.xml").read_bytes()
    assert config == (annotation / "config.xml").read_bytes()
    assert set(pd.read_csv(annotation / "top_up.csv").state) == {"asked"}
    assert not (annotation / "topped_up").exists()

    bad = workplace.folder / "bad.json"
    bad.write_text(json.dumps(format_export({Item("1", "method", "2"): {1: 1}}, ANNOTATION)))
    failed = call(check=False, exports=[str(bad)])
    assert failed.returncode != 0 and "bad.json, task 1 (id 1)" in failed.output

    said, ruled = workplace.folder / "said.json", workplace.folder / "ruled.json"
    grades = {item: {11: 3, 12: 3 if item is items[0] else 1} for item in items[:2]}
    said.write_text(json.dumps(format_export(grades, ANNOTATION)))
    ruled.write_text(json.dumps(format_export({items[1]: {13: 2}}, ADJUDICATION)))
    again = call(exports=[str(said), str(ruled)]).jobs()
    assert again == {"settle_top_up": 1, "top_up": 1} and tasks_file.read_bytes() == first_tasks
    table = pd.read_csv(annotation / "top_up.csv")
    assert table.state.tolist() == ["settled"] * 2 + ["asked"] * (SIZE - 2)
    assert table.grade.tolist()[:2] == [3, 2]
    release = annotation / "topped_up/release"
    topped = read_collection(release)
    for item, grade in zip(items, (3, 2), strict=False):
        assert topped.judgments[item[:2]].grades()[item.candidate_id] == grade

    run_file = "results/topped/csfcube/runs/bm25.parquet"
    data = {"csfcube": str(release)}
    workplace.run(run_file, run="topped", data=data, sections=["csfcube"])
    run = read_run(workplace.folder / run_file)
    assert items[0].candidate_id in dict(run[items[0][:2]])
