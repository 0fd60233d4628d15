"""The whole round trip on the generated collection, and every stage on the way to it."""

import json

import pandas as pd
import pyarrow.parquet as pq
import pytest

from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import default_scheme, find_scheme
from paperpool.csfcube.evaluation import evaluate_runs
from paperpool.errors import UserError
from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.demo.collection import make_collection
from paperpool.extras.demo.corpus_plan import make_plan
from paperpool.extras.demo.simulated_annotators import (
    format_export,
    simulate_annotators,
    write_exports,
)
from paperpool.io.files import write_json
from paperpool.rankers.bm25 import rank_by_okapi
from paperpool.workflow.annotation.adjudication import read_grades
from paperpool.workflow.annotation.agreement import (
    make_measures,
    measure_agreement,
    measure_overruled,
)
from paperpool.workflow.annotation.importing import WRITTEN, import_annotations
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.material import collection_material
from paperpool.workflow.annotation.tasks import make_tasks, write_tasks
from paperpool.workflow.pools.user_tables import read_user_rows, read_user_text


@pytest.fixture(scope="module")
def plan():
    return make_plan(400, 13)


@pytest.fixture(scope="module")
def collection(plan):
    return make_collection(plan, 8)


@pytest.fixture(scope="module")
def exports(plan, collection, tmp_path_factory):
    """The exports of annotators, adjudicator and expert, made from the written tasks."""
    folder = tmp_path_factory.mktemp("exports")
    write_tasks(make_tasks(collection_material(collection), 13), folder / "tasks.json")
    tasks = json.loads((folder / "tasks.json").read_text())
    items = [Item(*name_task(task)[:3]) for task in tasks]
    paths = [folder / name for name in ("annotators.json", "adjudicator.json", "expert.json")]
    write_exports(items, plan, *paths)
    return paths


def name_task(task):
    return tuple(task["data"][name] for name in (*Item._fields, "stage"))


@pytest.fixture
def run(collection, tmp_path):
    """Return a function: import exports and return the folder that was written."""

    def import_into(name, exports, further=None):
        folder = tmp_path / name
        paths = {name: folder / name for name in WRITTEN}
        material = collection_material(collection)
        measures = make_measures(material.scheme)
        import_annotations(
            material,
            exports,
            further or {},
            measures,
            Resampling(13, 200, 200),
            find_scheme("csfcube"),
            paths,
        )
        return folder

    return import_into


def test_the_round_trip_gives_a_collection_that_can_be_ranked_and_scored(
    run, plan, collection, exports
):
    *given, expert = exports
    folder = run("whole", given, {"expert": [expert]})
    release = read_collection(folder / "release")
    assert release.pairs() == collection.pairs()
    assert release.papers.keys() == collection.papers.keys()
    items = collection_material(collection).items()
    first, ruled, again = simulate_annotators(items, plan)
    for pair in release.pairs():
        judged = release.judgments[pair]
        for place, (candidate, grade) in enumerate(judged.grades().items()):
            item = Item(*pair, candidate)
            said = first[item]
            assert grade == (ruled[item][3] if item in ruled else said[1])
            columns = {name: grades[place] for name, grades in judged.annotators.items()}
            assert columns == {"ann1": said[1], "ann2": said[2]}
    summary = json.loads((folder / "summary").read_text())
    assert summary["rows"] == {
        "read": 2 * len(first) + len(ruled),
        "used": 2 * len(first) + len(ruled),
        "listed": {},
    }
    assert summary["tasks"] == {
        "all": len(items),
        "agreed": len(first) - len(ruled),
        "adjudicated": len(ruled),
        "open": {},
    }
    assert pq.read_table(folder / "further_grades").num_rows == len(again)
    further = pd.read_csv(folder / "further")
    assert further[further.facet == "all"].n_pairs.tolist() == [len(again)] * 4
    ranked = {"bm25": rank_by_okapi(release)}
    scores = evaluate_runs(release, ranked, {}, ["bm25"], Resampling(1, 100, 100)).metrics
    test = scores[(scores.split == "test") & (scores.slice == "all")]
    assert (test.value > 0).all() and (test.n_queries == len(release.pairs())).all()


def test_before_adjudication_nothing_is_lost_and_nothing_is_gold_by_chance(
    run, collection, exports, caplog
):
    folder = run("first", exports[:1])
    tasks = json.loads((folder / "adjudication_tasks").read_text())
    adjudicated = json.loads(exports[1].read_text())
    assert {name_task(task) for task in tasks} == {name_task(task) for task in adjudicated}
    assert len(tasks) == len(adjudicated)
    listed = pd.read_csv(folder / "incomplete", dtype=str)
    assert len(listed) == len(tasks) and set(listed.reason) == {"not_adjudicated"}
    assert set(listed.n_grades) == {"2"} and set(listed.n_blanks) == {"0"}
    release = json.loads((folder / "summary").read_text())["release"]
    assert sum(release["pairs"].values()) + len(release["left_out"]) == len(collection.pairs())
    assert "no part of the release" in caplog.text
    table = read_user_rows(read_user_text(folder / "adjudication_table"), "table")
    told = [(*(row.cells[name] for name in ("query", "facet", "paper", "stage")),) for row in table]
    assert told == [name_task(task) for task in tasks]
    for row, task in zip(table, tasks, strict=True):
        names = default_scheme().grade_names
        low, high = (names[int(grade)] for grade in row.cells["grades_so_far"].split(" and "))
        assert f"gave {low} and {high}" in task["data"]["guide_html"]


def test_grades_of_another_tool_give_the_release_of_label_studios(run, exports, tmp_path):
    tables = []
    for path, stage in zip(exports[:2], ("annotation", "adjudication"), strict=True):
        rows = ["query;facet;paper;annotator;grade;stage"]
        for task in json.loads(path.read_text()):
            for one in task["annotations"]:
                [grade] = one["result"][0]["value"]["choices"]
                ids = name_task(task)[:3]
                rows.append(";".join([*ids, str(one["completed_by"]), grade, stage]))
        tables.append(tmp_path / f"{stage}.csv")
        tables[-1].write_text("\ufeff" + "\r\n".join(rows))
    one, two = run("studio", exports[:2]), run("tables", tables)
    files = sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file())
    assert len(files) > 14
    for file in files:
        if file.name != "annotators":  # Label Studio tells how long it took, and when
            assert (one / file).read_bytes() == (two / file).read_bytes(), file


def test_where_all_is_settled_the_grades_give_the_releases_figures(run, exports):
    folder = run("whole", exports[:2])
    release, grades = read_collection(folder / "release"), read_grades(folder / "grades")
    assert sorted(grades) == release.pairs()
    for measure in (measure_agreement, measure_overruled):
        given, read = (
            measure(judged, default_scheme(), {}) for judged in (release.judgments, grades)
        )
        assert given.value.notna().all()
        pd.testing.assert_frame_equal(given, read, rtol=0, atol=1e-12)


def test_annotators_are_compared_before_anything_is_adjudicated(run, exports):
    before = read_grades(run("first", exports[:1]) / "grades")
    after = read_grades(run("whole", exports[:2]) / "grades")
    assert not all(judgments.is_settled for judgments in before.values())
    tables = [measure_agreement(grades, default_scheme(), {}) for grades in (before, after)]
    first, whole = (table[table.stage == "pre"] for table in tables)
    assert first.value.notna().all()
    pd.testing.assert_frame_equal(first, whole)
    n_complete = sum(judgments.is_settled for judgments in before.values())
    assert n_complete < len(after)
    post = tables[0][(tables[0].stage == "post") & (tables[0].measure == "agreement")]
    assert post.n_queries.sum() == n_complete


def test_a_further_pass_is_not_compared_with_half_done_pairs(run, exports):
    further = pd.read_csv(run("first", exports[:1], {"expert": exports[2:]}) / "further")
    complete = json.loads((run("first", exports[:1]) / "summary").read_text())["release"]["pairs"]
    assert set(complete.values()) == {0}  # every pair waits for the adjudicator
    assert (further.n_pairs == 0).all() and further.value.isna().all()


def test_one_missing_grade_takes_its_pair_out_of_the_release(run, exports, tmp_path):
    tasks = json.loads(exports[0].read_text())
    dropped = tasks[0]["annotations"].pop()
    dropped["was_cancelled"] = True
    tasks[0]["annotations"].append(dropped)
    (tmp_path / "part.json").write_text(json.dumps(tasks))
    folder = run("part", [tmp_path / "part.json", exports[1]])
    listed = pd.read_csv(folder / "incomplete", dtype=str)
    assert listed.reason.tolist() == ["annotated_once"] and listed.n_blanks.tolist() == ["1"]
    data = tasks[0]["data"]
    summary = json.loads((folder / "summary").read_text())
    assert summary["release"]["left_out"] == {f"{data['query_id']}_{data['facet']}": 1}
    rows = summary["rows"]
    assert rows["listed"]["skipped"] == rows["listed"]["annotated_once"] == 1
    assert rows["read"] == rows["used"] + sum(rows["listed"].values())
    release = read_collection(folder / "release")
    assert (data["query_id"], data["facet"]) not in release.judgments


def test_a_malformed_export_leaves_nothing_behind(run, exports, tmp_path):
    (tmp_path / "bad.json").write_text("[{}]")
    with pytest.raises(UserError, match="without data"):
        run("bad", [*exports[:2], tmp_path / "bad.json"])
    assert not (tmp_path / "bad").exists()


def test_what_does_not_count_or_changed_is_told(run, exports, collection, tmp_path, caplog):
    tasks = json.loads(exports[0].read_text())
    written = make_tasks(collection_material(collection), 13)
    shown = {name_task(task): task["data"] for task in written}
    for number, task in enumerate(tasks):
        task["data"] = dict(shown[name_task(task)])
        if number < 3:
            task["data"]["candidate_html"] = "<p>edited</p>"
            task["drafts"] = [number]
    (tmp_path / "shown.json").write_text(json.dumps(tasks))
    folder = run("shown", [tmp_path / "shown.json"])
    summary = json.loads((folder / "summary").read_text())
    assert summary["not_read"] == {"drafts": 3} and summary["changed_tasks"] == {"texts": 3}
    assert "3 annotated tasks show other texts than this run writes now" in caplog.text
    assert summary["rows"]["read"] == 2 * len(tasks)


def test_an_adjudication_by_an_annotator_of_the_item_is_told(run, collection, tmp_path, caplog):
    (query, facet), judged = next(iter(collection.judgments.items()))
    rows = []
    for paper, ruling in zip(judged.candidates[:2], ("ann", "expert"), strict=True):
        item = f"{query},{facet},{paper}"
        rows += [f"{item},ann,0,annotation", f"{item},bob,2,annotation"]
        rows.append(f"{item},{ruling},1,adjudication")
    table = tmp_path / "grades.csv"
    table.write_text("\n".join(["query,facet,paper,annotator,grade,stage", *rows]) + "\n")
    folder = run("own", [table])
    assert "1 adjudications are by one of the two annotators of the item." in caplog.text
    assert json.loads((folder / "summary").read_text())["rows"]["read"] == len(rows)


def test_an_export_is_no_further_pass_too(run, exports):
    with pytest.raises(UserError, match=r"the same content as .*annotators\.json"):
        run("both", exports[:2], {"expert": exports[:1]})


def test_equal_exports_give_equal_bytes(run, collection, exports):
    *given, expert = exports
    one = run("one", given, {"expert": [expert]})
    two = run("two", given[::-1], {"expert": [expert]})
    files = sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file())
    assert len(files) == 15 + len(collection.pairs())  # a readable text for each pair
    for file in files:
        assert (one / file).read_bytes() == (two / file).read_bytes(), file


def test_the_released_grades_go_through_the_round_trip(real_data, tmp_path):
    """What its annotators and adjudicator said, as exports: the release's own grades come out.

    Of the 50 pairs 15 have a candidate that only one annotator graded, 17 candidates in all; an
    adjudicated grade that differs from what both annotators gave has no place in the round trip.
    """
    released = read_collection(real_data("csfcube"))
    material = collection_material(released)
    first, ruled, overruled = {}, {}, set()
    for pair in released.pairs():
        judged = released.judgments[pair]
        for place, (candidate, grade) in enumerate(judged.grades().items()):
            item = Item(*pair, candidate)
            if candidate == pair[0]:
                continue
            said = {int(n[3:]): grades[place] for n, grades in judged.annotators.items()}
            first[item] = {user: given for user, given in said.items() if given >= 0}
            if len(set(first[item].values())) > 1:
                ruled[item] = {9: grade}
            elif len(first[item]) == 2 and grade not in first[item].values():
                overruled.add(item)
    write_json(tmp_path / "first.json", format_export(first, "annotation"))
    write_json(tmp_path / "ruled.json", format_export(ruled, "adjudication"))
    paths = {name: tmp_path / "out" / name for name in WRITTEN}
    exports = [tmp_path / "first.json", tmp_path / "ruled.json"]
    measures = make_measures(material.scheme)
    resampling = Resampling(13, 200, 200)
    import_annotations(material, exports, {}, measures, resampling, find_scheme("csfcube"), paths)
    listed = pd.read_csv(paths["incomplete"], dtype=str)
    assert set(listed.reason) == {"annotated_once"} and len(listed) == 17
    grades = read_grades(paths["grades"])
    assert sorted(grades) == released.pairs()  # those left out of the release too
    tables = [
        measure_agreement(judged, material.scheme, {}) for judged in (released.judgments, grades)
    ]
    said, back = (table[table.stage == "pre"] for table in tables)
    # one pair's own query was judged as a candidate, which is no task
    pd.testing.assert_frame_equal(said, back, rtol=0, atol=0.001)
    imported = read_collection(paths["release"])
    assert len(imported.pairs()) == 50 - len({tuple(r) for r in listed.values[:, :2]}) == 35
    for pair in imported.pairs():
        mine, theirs = imported.judgments[pair], released.judgments[pair]
        assert len(mine.annotators) == 2
        for candidate, grade in mine.grades().items():
            if Item(*pair, candidate) not in overruled:
                assert grade == theirs.grades()[candidate]
    folds = [{q for q, _ in imported.folds["all"][fold]} for fold in ("fold1_test", "fold2_test")]
    assert not folds[0] & folds[1]
