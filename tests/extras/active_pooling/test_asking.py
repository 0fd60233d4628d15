"""Batches through Label Studio: the next tasks, what is refused, and a release at the end."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pandas as pd
import pytest

from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import find_scheme
from paperpool.errors import UserError
from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.active_pooling.asking import (
    BATCH_COLUMNS,
    STOP_COLUMNS,
    ask_with_exports,
    follow_gold,
    list_batches,
    list_stops,
    pool_material,
    write_batch,
)
from paperpool.extras.active_pooling.batches import BatchRules
from paperpool.extras.demo.collection import make_collection
from paperpool.extras.demo.corpus_plan import make_plan
from paperpool.extras.demo.simulated_annotators import (
    format_export,
    simulate_annotators,
    simulate_gold,
)
from paperpool.io.files import write_json
from paperpool.workflow.annotation.agreement import make_measures
from paperpool.workflow.annotation.asked_batches import read_batches
from paperpool.workflow.annotation.importing import WRITTEN, import_annotations
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.material import collection_material
from paperpool.workflow.annotation.tasks import ADJUDICATION, ANNOTATION, write_tasks

QUICK = Resampling(seed=13, n_bootstrap=100, n_permutations=100)
RULES = BatchRules("mtf", size=6, random_share=0.2, patience=1, closing=0.3)


@pytest.fixture(scope="module")
def plan():
    return make_plan(400, 13)


@pytest.fixture(scope="module")
def material(plan):
    return collection_material(make_collection(plan, 8))


@pytest.fixture(scope="module")
def pools(material):
    sources = {
        name: {query: sorted(pool.candidates)[::step] for query, pool in material.pools.items()}
        for name, step in (("up", 1), ("down", -1))
    }
    return pool_material(material, sources, 13)


@pytest.fixture(scope="module")
def said(plan, material):
    return simulate_annotators(material.items(), plan)


@pytest.fixture
def answer(said, tmp_path):
    """Return a function: the exports of annotators and adjudicator for the tasks of a batch."""

    def grade(tasks, name):
        read = json.loads(tasks.read_text())
        items = {Item(*(t["data"][k] for k in Item._fields)): t["data"] for t in read}
        marks = {i: {k: d[k] for k in ("batch", "batch_key")} for i, d in items.items()}
        first = {item: said[0][item] for item in items}
        ruled = {item: said[1][item] for item in items if item in said[1]}
        paths = [tmp_path / f"{name}-{stage}.json" for stage in (ANNOTATION, ADJUDICATION)]
        write_json(paths[0], format_export(first, ANNOTATION, marks))
        write_json(paths[1], format_export(ruled, ADJUDICATION))
        return paths

    return grade


@pytest.fixture
def step(material, pools, tmp_path):
    """Return a function: the files that follow from some exports, in a folder of their own."""

    def write(name, exports):
        folder = tmp_path / name
        folder.mkdir()
        names = ("tasks.json", "table.csv", "batches.csv", "stops.csv")
        files = {name.partition(".")[0]: name for name in names}
        paths = SimpleNamespace(**{name: folder / file for name, file in files.items()})
        asking = ask_with_exports(material, pools, exports, RULES, 13)
        write_batch(asking, material, 13, 0.95, **vars(paths))
        return asking, paths

    return write


def edit(path, change):
    """Change the tasks of an export and write it again."""
    tasks = json.loads(path.read_text())
    change(tasks)
    path.write_text(json.dumps(tasks))


def test_batch_follows_batch_until_all_stops_and_a_release_is_imported(
    material, plan, pools, step, answer, tmp_path
):
    exports, seen, asking, paths = [], [], *step("0", [])
    while asking.waiting():
        name = f"{asking.batch}"
        seen.append(paths.tasks.read_bytes())
        annotators, adjudicator = answer(paths.tasks, name)
        part = tmp_path / f"{name}-part.json"
        part.write_text(json.dumps(json.loads(annotators.read_text())[1:]))
        again, same = step(f"{name}-part", [*exports, part] if asking.batch > 1 else [part])
        assert again.batch == asking.batch and same.tasks.read_bytes() == seen[-1]
        exports += [path for path in (annotators, adjudicator) if len(path.read_bytes()) > 3]
        asking, paths = step(name, exports)
    assert asking.batch == len(seen) > 2
    whole = follow_gold(pools, simulate_gold(material.items(), plan), RULES, 13, material.scheme)
    assert asking.items() == whole.items() and asking.key == whole.key
    table = pd.read_csv(paths.batches, dtype={"query_id": str, "candidate_id": str})
    assert list(table) == BATCH_COLUMNS and not table.duplicated(BATCH_COLUMNS[:3]).any()
    assert table.settled.notna().all() and len(table) == len(whole.items())
    assert (table.probability.notna() == table.rule.isin(["random", "closing"])).all()
    assert read_batches(paths.batches) == whole.items()
    stops = pd.read_csv(paths.stops)
    assert list(stops) == STOP_COLUMNS and set(stops.state) <= {"stopped", "whole", "done"}
    end = stops.iloc[-1]
    assert end.n_asked == end.n_judged == len(table) < end.n_pool
    assert 0 < end.recall_low <= end.recall <= end.recall_high <= 1
    into = {name: tmp_path / "import" / name for name in WRITTEN}
    import_batches(material, exports, into, paths.batches)
    release = read_collection(into["release"])
    assert set(release.pairs()) == set(pools)
    n_graded = sum(len(judged.candidates) for judged in release.judgments.values())
    assert n_graded == len(table)
    last = {Item(*(t["data"][k] for k in Item._fields)) for t in json.loads(
        into["adjudication_tasks"].read_text())}  # fmt: skip
    assert {whole.items()[item] for item in last} <= {whole.batch}


def import_batches(material, exports, into, batches):
    measures = make_measures(material.scheme)
    file = find_scheme(material.scheme.name)
    asked = read_batches(batches)
    import_annotations(material, exports, {}, measures, QUICK, file, into, asked)


def test_while_a_batch_waits_its_pairs_are_no_part_of_a_release(material, step, answer, tmp_path):
    _, paths = step("0", [])
    exports = answer(paths.tasks, "1")
    asking, paths = step("1", exports)
    into = {name: tmp_path / "import" / name for name in WRITTEN}
    import_batches(material, exports, into, paths.batches)
    summary = json.loads(into["summary"].read_text())
    assert summary["tasks"]["open"] == {"not_annotated": len(asking.waiting())}
    assert sum(summary["release"]["pairs"].values()) == 0
    running = list_stops(asking, 0.95)
    assert set(running.state) == {"running"} and running.recall.iloc[-1] < 1


def unasked(tasks, material, asked):
    other = next(item for item in material.items() if item not in asked)
    tasks[0]["data"] |= other._asdict()


def add_by_another(tasks, *_):
    annotation = tasks[0]["annotations"][0] | {"completed_by": 9}
    tasks.append(tasks[0] | {"annotations": [annotation]})


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda tasks, *_: tasks[3]["data"].update(batch_key="0" * 16), "of another run"),
        (lambda tasks, *_: tasks[3]["data"].update(batch="2"), "Requested in batch 1"),
        (unasked, "No batch asked for this pair"),
        (add_by_another, "Two tasks for one pair"),
        (lambda tasks, *_: tasks.append(tasks[0]), "graded one task twice"),
    ],
)
def test_a_batch_that_does_not_fit_is_an_error_that_says_where(
    change, expected, material, pools, step, answer
):
    asking, paths = step("0", [])
    export, _ = answer(paths.tasks, "1")
    edit(export, lambda tasks: change(tasks, material, asking.items()))
    with pytest.raises(UserError) as error:
        ask_with_exports(material, pools, [export], RULES, 13)
    problem = error.value.problems[0]
    assert expected in problem.what and f"{export}, task " in problem.where


def test_another_seed_or_rule_has_another_key(material, pools, plan, step, answer):
    _, paths = step("0", [])
    export, _ = answer(paths.tasks, "1")
    for rules, seed in ((replace(RULES, size=7), 13), (RULES, 14)):
        with pytest.raises(UserError, match="of another run"):
            ask_with_exports(material, pools, [export], rules, seed)
    gold = simulate_gold(material.items(), plan)
    one, other = (
        list_batches(follow_gold(pools, gold, RULES, 13, material.scheme)) for _ in range(2)
    )
    pd.testing.assert_frame_equal(one, other)


def test_tasks_name_no_rule(material, step):
    asking, paths = step("0", [])
    text = paths.tasks.read_text()
    assert '"batch": "1"' in text and "mtf" not in text and "closing" not in text
    assert write_tasks([], paths.tasks) == 0 and len(asking.waiting()) == 6 * len(asking.courses)
