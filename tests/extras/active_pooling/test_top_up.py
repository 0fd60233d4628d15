"""A top-up of the real release: what is asked for, what comes back, and what does not fit."""

import json

import pandas as pd
import pyarrow as pa
import pytest

from paperpool.collections.csfcube_release import (
    ABSTRACTS,
    JUDGMENTS,
    POOL,
    REQUIRED,
    read_collection,
)
from paperpool.csfcube.evaluation import evaluate_runs
from paperpool.errors import UserError
from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.active_pooling.top_up import (
    TOP_UP_COLUMNS,
    choose_top_up,
    import_top_up,
    list_items,
    list_states,
    make_top_up_tasks,
    read_top_up,
)
from paperpool.extras.demo.simulated_annotators import format_export
from paperpool.extras.holes.measuring import list_unjudged
from paperpool.io.tables import write_csv, write_table
from paperpool.rankers.bm25 import rank_by_okapi
from paperpool.workflow.annotation.material import Item
from paperpool.workflow.annotation.open_reasons import (
    ANNOTATED_ONCE,
    NOT_ADJUDICATED,
    NOT_ANNOTATED,
)
from paperpool.workflow.annotation.tasks import ADJUDICATION, ANNOTATION, write_tasks
from paperpool.workflow.annotation.unjudged_pairs import UNJUDGED_COLUMNS

NEW = "9000000001"
"""A paper that the release lacks."""

TEXT = 'A <b>bold</b> claim, "quoted" – and more. We test it & report.'


@pytest.fixture(scope="module")
def folder(real_data):
    return real_data("csfcube")


@pytest.fixture(scope="module")
def collection(folder):
    return read_collection(folder)


@pytest.fixture(scope="module")
def pairs(collection):
    """A pair of each facet, the first two of one query."""
    pairs = collection.pairs()
    query = next(q for q, facet in pairs if facet == "method" and (q, "result") in pairs)
    return [(query, "method"), (query, "result"), collection.pairs("background")[0]]


@pytest.fixture
def unjudged(collection, pairs, tmp_path):
    """The table of what nobody judged: a new paper for two facets of a query, and a known one."""
    judged = {c for pair in pairs for c in collection.judgments[pair].candidates}
    known = sorted(set(collection.papers) - judged - {query for query, _ in pairs})[0]
    rankings = {
        "bm25": {pairs[0]: [NEW, known], pairs[1]: [NEW], pairs[2]: [known]},
        "static": {pairs[0]: [NEW], pairs[2]: ["x", NEW]},
    }
    path = tmp_path / "unjudged.csv"
    write_csv(path, list_unjudged(collection, rankings, {}))
    return path


@pytest.fixture
def papers(tmp_path):
    columns = {"paper_id": [NEW, "x"], "title": ["New", "X"], "abstract": [TEXT, TEXT]}
    path = tmp_path / "papers.parquet"
    write_table(path, pa.table({**columns, "year": pa.array([2018, None], pa.int32())}))
    return [path]


@pytest.fixture
def settle(folder, unjudged, papers, tmp_path):
    """Return a function: import what was said of the heaviest pairs, and return the folder."""

    def settle(*exports, size=4, into="out"):
        paths = [tmp_path / f"export{number}.json" for number in range(len(exports))]
        for path, export in zip(paths, exports, strict=True):
            path.write_text(json.dumps(export))
        table = choose_top_up(unjudged, size)
        out = tmp_path / into
        material = read_top_up(list_items(table), folder, papers, [])
        files = (out / name for name in ("top_up.csv", "adjudication.json", "release"))
        import_top_up(table, material, paths, 13, folder, *files)
        return out

    return settle


def read_states(out):
    table = pd.read_csv(out / "top_up.csv", dtype={"candidate_id": str, "query_id": str})
    assert list(table) == TOP_UP_COLUMNS
    return [(r.state, "" if pd.isna(r.reason) else r.reason, r.grade) for r in table.itertuples()]


def test_the_heaviest_are_asked_for_in_their_order_with_texts_escaped(
    folder, unjudged, papers, pairs, tmp_path
):
    table = choose_top_up(unjudged, 3)
    assert list(table) == UNJUDGED_COLUMNS and table.weight.tolist()[0] == 2
    items = list_items(table)
    assert items[0] == (*pairs[0], NEW) and len(set(items)) == 3
    assert items == list_items(choose_top_up(unjudged, 6))[:3]
    material = read_top_up(items, folder, papers, [])
    for name in ("one.json", "two.json"):
        write_tasks(make_top_up_tasks(items, material), tmp_path / name)
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    tasks = [task["data"] for task in json.loads((tmp_path / "one.json").read_text())]
    keys = ["query_id", "facet", "candidate_id", "stage", "guide_html", "query_html"]
    assert [list(task) for task in tasks] == [[*keys, "candidate_html"]] * 3
    assert [tuple(task[key] for key in keys[:3]) for task in tasks] == items
    assert {task["stage"] for task in tasks} == {ANNOTATION}
    assert "&lt;b&gt;bold&lt;/b&gt; claim, &quot;quoted&quot;" in tasks[0]["candidate_html"]
    assert "<b>" in tasks[0]["query_html"]  # the collection has the labels of the query
    assert not any("static" in value or "bm25" in value for t in tasks for value in t.values())
    assert list_states(table, material).state.tolist() == ["asked"] * 3
    del material.papers[NEW]
    tasks = list(make_top_up_tasks(items, material))
    assert [task["data"]["candidate_id"] for task in tasks] == [i[2] for i in items if i[2] != NEW]
    states = ["no_text" if item[2] == NEW else "asked" for item in items]
    assert list_states(table, material).state.tolist() == states and "no_text" in states


def test_fewer_than_wanted_are_told_and_none_is_an_error(unjudged, tmp_path, caplog):
    assert len(choose_top_up(unjudged, 100)) == 6 and "Only 6 pairs are left" in caplog.text
    write_csv(tmp_path / "none.csv", pd.DataFrame(columns=UNJUDGED_COLUMNS))
    with pytest.raises(UserError, match="nothing to ask for"):
        choose_top_up(tmp_path / "none.csv", 3)


def test_settled_grades_enter_the_release_and_all_else_stays(
    folder, collection, unjudged, settle, caplog
):
    one, two, three, _ = list_items(choose_top_up(unjudged, 4))
    said = format_export({one: {7: 3, 12: 3}, two: {7: 0, 12: 2}, three: {12: 1}}, ANNOTATION)
    out = settle(said)
    assert read_states(out)[0] == ("settled", "", 3)
    states = [state[:2] for state in read_states(out)[1:]]
    incomplete = [("incomplete", reason) for reason in (NOT_ADJUDICATED, ANNOTATED_ONCE)]
    assert states == [*incomplete, ("asked", "")]
    assert "1 pairs that annotators grade differently" in caplog.text
    [waiting] = json.loads((out / "adjudication.json").read_text())
    assert Item(*list(waiting["data"].values())[:3]) == two
    assert waiting["data"]["stage"] == ADJUDICATION

    out = settle(said, format_export({two: {9: 1}}, ADJUDICATION), into="again")
    assert read_states(out)[1] == ("settled", "", 1)
    topped = read_collection(out / "release")
    assert topped.folds == collection.folds and topped.queries == collection.queries
    touched = {POOL, ABSTRACTS, *(JUDGMENTS.format(facet=item.facet) for item in (one, two))}
    for name in set(REQUIRED) - touched:
        assert (out / "release" / name).read_bytes() == (folder / name).read_bytes(), name
    added = {}
    for pair, judged in collection.judgments.items():
        now, n = topped.judgments[pair], len(judged.candidates)
        assert now.candidates[:n] == judged.candidates
        assert now.adjudicated[:n] == judged.adjudicated
        for name, grades in judged.annotators.items():
            assert now.annotators[name] == grades + (-1,) * (len(now.candidates) - n)
        for name in set(now.annotators) - set(judged.annotators):
            assert set(now.annotators[name][:n]) == {-1}
            added[name, pair] = now.annotators[name][n:]
        assert dict(zip(now.candidates[n:], now.adjudicated[n:], strict=True)) == {
            item.candidate_id: {one: 3, two: 1}[item] for item in (one, two) if item[:2] == pair
        }
    # the release has ann1 to ann4; 7 comes before 12
    expected = {("ann5", one[:2]): (3,), ("ann6", one[:2]): (3,)}
    in_two = {("ann5", two[:2]): (0,), ("ann6", two[:2]): (2,)}
    if one[:2] == two[:2]:
        in_two = {key: expected[key] + grades for key, grades in in_two.items()}
    assert added == expected | in_two
    text = (folder / ABSTRACTS).read_bytes()
    new = (out / "release" / ABSTRACTS).read_bytes().removeprefix(text).splitlines()
    assert [json.loads(line)["paper_id"] for line in new] == [NEW]
    assert topped.papers.keys() - collection.papers.keys() == {NEW}
    assert topped.papers[NEW].abstract == TEXT and topped.papers[NEW].year == 2018
    pool, before = topped.pools[one.query_id], collection.pools[one.query_id]
    assert pool.candidates[: len(before.candidates)] == before.candidates
    assert pool.sources[: len(before.sources)] == before.sources
    assert dict(zip(pool.candidates, pool.sources, strict=True))[NEW] == ("bm25", "static")
    others = collection.pools.keys() - {one.query_id, two.query_id}
    assert all(topped.pools[query] == collection.pools[query] for query in others)


def test_a_topped_up_release_is_ranked_and_scored_with_the_new_grade(unjudged, settle):
    one = list_items(choose_top_up(unjudged, 1))[0]
    out = settle(format_export({one: {7: 3, 12: 3}}, ANNOTATION), size=1)
    topped = read_collection(out / "release")
    run = rank_by_okapi(topped)
    assert NEW in dict(run[one[:2]])
    quick = Resampling(seed=0, n_bootstrap=100, n_permutations=100)
    evaluation = evaluate_runs(topped, {"bm25": run}, {}, ["bm25"], quick)
    assert evaluation.metrics.value.notna().all()


def test_without_a_settled_grade_the_collection_stays_byte_for_byte(
    folder, unjudged, settle, caplog
):
    one = list_items(choose_top_up(unjudged, 1))[0]
    out = settle(format_export({one: {7: 3}}, ANNOTATION))
    assert "No pair is settled" in caplog.text
    for name in REQUIRED:
        assert (out / "release" / name).read_bytes() == (folder / name).read_bytes(), name


def test_a_skipped_task_is_incomplete(unjudged, settle):
    one = list_items(choose_top_up(unjudged, 1))[0]
    skipped = format_export({one: {7: 3}}, ANNOTATION)
    skipped[0]["annotations"][0] |= {"was_cancelled": True, "result": []}
    assert read_states(settle(skipped))[0][:2] == ("incomplete", NOT_ANNOTATED)


def test_the_same_exports_give_the_same_bytes_in_any_order_of_files(unjudged, settle):
    one, two = list_items(choose_top_up(unjudged, 2))
    said = [format_export({item: {7: 3, 12: 2}}, ANNOTATION) for item in (one, two)]
    ruled = format_export({one: {9: 2}, two: {9: 1}}, ADJUDICATION)
    first, second = settle(*said, ruled), settle(ruled, *said[::-1], into="other")
    files = sorted(path.relative_to(first) for path in first.rglob("*") if path.is_file())
    assert len(files) == len(REQUIRED) + 2
    assert all((first / f).read_bytes() == (second / f).read_bytes() for f in files)


def test_what_does_not_fit_is_told_with_its_place_and_nothing_is_written(
    unjudged, settle, tmp_path
):
    one, two, *_ = list_items(choose_top_up(unjudged, 6))
    six = list_items(choose_top_up(unjudged, 6))[5]
    good = format_export({one: {7: 3, 12: 3}}, ANNOTATION)
    wrong = {
        "Unknown task": format_export({six: {7: 3}}, ANNOTATION),  # beyond the size
        "Unknown grade '4'": format_export({two: {7: 4}}, ANNOTATION),
        "graded one task twice": format_export({one: {7: 3}}, ANNOTATION),
        "Two tasks for one pair": format_export({one: {8: 3}}, ANNOTATION),
    }
    for what, export in wrong.items():
        with pytest.raises(UserError) as raised:
            settle(good, export)
        assert what in str(raised.value), what
        assert f"{tmp_path / 'export1.json'}, task 1 (id 1)" in str(raised.value)
        assert not (tmp_path / "out").exists()
    with pytest.raises(UserError) as raised:
        settle(wrong["Unknown task"], wrong["Unknown grade '4'"])
    assert all(name in str(raised.value) for name in ("export0.json", "export1.json"))
