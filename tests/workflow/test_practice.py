"""The practice round through the workflow: of a file, of a collection, imagined, and mistakes."""

import json

import pandas as pd

from paperpool.extras.demo.simulated_annotators import format_export
from paperpool.io.files import write_json
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.practice import PRACTICE

from ..made.collection import make_collection

FOLDER = "results/mine/annotation"
TASKS, SCORES = f"{FOLDER}/practice_tasks.json", f"{FOLDER}/practice.csv"


def call(place, *targets, check=True, **practice):
    data, annotation = {"csfcube": "release"}, {"practice": practice}
    return place.run(*targets, check=check, run="mine", data=data, annotation=annotation)


def read_tasks(place):
    tasks = [task["data"] for task in json.loads((place.folder / TASKS).read_text())]
    return [Item(*(task[name] for name in Item._fields)) for task in tasks]


def test_annotators_practise_on_a_file_of_pairs_and_are_told_where_they_differ(place):
    collection = make_collection()
    papers = collection.pools["q1"].candidates[:2]
    pairs = [
        {"query": "q1", "candidate": candidate, "facet": "method", "grade": grade}
        for candidate, grade in zip(papers, (3, 0), strict=True)
    ]
    pairs[1]["why"] = "Another mechanism."
    given = {"pairs": place.overlay("pairs", {"examples": pairs}), "rho": 0.5}
    done = call(place, TASKS, f"{FOLDER}/instructions.html", **given)
    assert done.jobs()["write_practice_tasks"] == 1
    items = read_tasks(place)
    assert sorted(items) == sorted(Item("q1", "method", candidate) for candidate in papers)
    page = (place.folder / FOLDER / "instructions.html").read_text()
    assert "a practice round of pairs whose grades are settled" in page

    said = {item: {7: 3 if item.candidate_id == papers[0] else 1, 8: 2} for item in items}
    write_json(place.folder / "practice.json", format_export(said, PRACTICE))
    done = call(place, SCORES, exports=["practice.json"], **given)
    assert "Practice, annotator 8: 2 of 2 pairs graded, rho undefined" in done.output
    scores = pd.read_csv(place.folder / SCORES)
    assert scores[scores.facet == "all"].passed.tolist() == ["yes", "no"]
    differing = pd.read_csv(place.folder / FOLDER / "practice_pairs.csv")
    assert differing.annotator.tolist() == [7, 8, 8]
    assert differing.candidate_title[0] == collection.papers[papers[1]].title
    assert differing.why[0] == "Another mechanism."

    tasks = json.loads((place.folder / "practice.json").read_text())
    tasks[1]["data"]["candidate_id"] = "c-other"
    (place.folder / "practice.json").write_text(json.dumps(tasks))
    failed = call(place, SCORES, exports=["practice.json"], check=False, **given)
    assert failed.returncode != 0 and "Traceback" not in failed.output
    assert "Unknown task: query 'q1', method, candidate 'c-other'" in failed.output
    assert not (place.folder / SCORES).exists()


def test_pairs_of_the_collection_are_drawn_and_told_to_be_tasks(place):
    done = call(place, TASKS, pairs=10)
    assert "10 of 10 practice pairs are tasks too" in done.output
    items = read_tasks(place)
    assert len(set(items)) == 10
    failed = call(place, TASKS, pairs=1000, check=False)
    assert failed.returncode != 0 and "1000 pairs are to be practised on" in failed.output
    failed = call(place, TASKS, check=False)
    assert failed.returncode != 0 and "annotation.practice.pairs is null" in failed.output


def test_imagined_annotators_of_a_demo_practise(smoke, results):
    folder = results / "annotation"
    target = "results/smoke/annotation/practice.csv"
    done = smoke[0].run(target, base="smoke", demo={"practice": 24})
    assert set(done.jobs()) == {"write_practice_tasks", "score_practice"}
    scores = pd.read_csv(folder / "practice.csv")
    over_all = scores[scores.facet == "all"]
    assert over_all.annotator.tolist() == [1, 2, 5] and set(over_all.pairs) == {24}
    assert over_all.passed.tolist() == ["yes", "yes", "no"]
    items = {
        tuple(task["data"][name] for name in Item._fields)
        for task in json.loads((folder / "practice_tasks.json").read_text())
    }
    asked = json.loads((folder / "tasks.json").read_text())
    assert len(items) == 24
    assert not items & {tuple(task["data"][name] for name in Item._fields) for task in asked}
    assert len(pd.read_csv(folder / "practice_pairs.csv")) > 24 / 2
