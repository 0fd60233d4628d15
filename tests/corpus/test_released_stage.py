"""The corpus stage over CSFCube's released abstracts, and the labels of what it keeps."""

import json

import pyarrow.parquet as pq

from paperpool.collections.csfcube_release import ABSTRACTS, read_papers
from paperpool.io.tables import SENTENCES
from paperpool.workflow.facets.applying import keep_labels

from ..made.corpus_stage import run_corpus
from ..made.shards import make_released, make_row

LONG = "word " * 81


def labels_of(stage, number, path, leave_out=()):
    papers, read = (stage.folder / f"{number}.{name}.parquet" for name in ("papers", "rows"))
    keep_labels(papers, read, "in_csfcube", leave_out, path)
    assert pq.read_schema(path) == SENTENCES
    return pq.read_table(path).to_pylist()


def test_papers_are_selected_and_dropped_by_their_own_sentences(run_stage):
    """Each of their sentences is one, however many a splitter would find in it."""
    two = {"abstract": ["One. Two. Three.", "Four."], "pred_labels": ["other_label"] * 2}
    many = {"abstract": ["A b c d."] * 21, "pred_labels": ["other_label"] * 21}
    split = {"abstract": [f"{LONG[:300]} e.g."] * 3, "pred_labels": ["other_label"] * 3}
    rows = [
        make_released("kept"),
        make_released("two", **two),
        make_released("many", **many),
        make_released("long", abstract=["A b.", LONG, "C d."]),
        make_released("short", abstract=["A b."] * 3),
        make_released("split", **split),
    ]
    stage = run_stage({"r.jsonl": rows}, released=["r.jsonl"])
    assert stage.ids == ["kept", "split"]
    assert stage.summary["filters"]["csfcube"]["dropped"] == {
        "not_selected": 0,
        "too_few_sentences": 1,
        "too_many_sentences": 1,
        "long_sentence": 1,
        "short_sentences": 1,
    }
    assert stage.summary["filters"]["mdcr"]["kept"] == 0  # cited by nobody
    assert stage.citations == [] and stage.summary["own_labels"] == ["r.jsonl"]


def test_bad_and_repeated_rows_are_counted_and_the_first_of_an_id_keeps_its_labels(
    run_stage, tmp_path
):
    other = {"pred_labels": ["other_label"] * 3}
    shards = {
        "a.jsonl": [make_row("1", outbound_citations=["9"]), make_row("2", arxiv_id=None)],
        "b.jsonl": [
            make_released("1"),
            make_released("3"),
            b"{oops",
            make_released("2x", pred_labels=[]),
            make_released("3", **other),
            make_released("4", **other),
            make_released("5", abstract=["A b."] * 3),
        ],
    }
    stage = run_stage(shards, released=["b.jsonl"])
    assert stage.bad == [
        ("b.jsonl", 1, "duplicate_id"),
        ("b.jsonl", 3, "invalid_json"),
        ("b.jsonl", 4, "wrong_type"),
        ("b.jsonl", 5, "duplicate_id"),
    ]
    assert [paper["paper_id"] for paper in stage.papers if paper["in_csfcube"]] == ["1", "3", "4"]
    rows = labels_of(stage, 1, tmp_path / "labels.parquet")
    labels = ["background", "objective", "result"]
    assert [(r["paper_id"], r["sentence_id"], r["facet"], r["probability"]) for r in rows] == [
        *(("3", place, label, None) for place, label in enumerate(labels)),
        *(("4", place, "other", None) for place in range(3)),
    ]
    assert [row["text"] for row in rows[:3]] == make_released()["abstract"]
    left = labels_of(stage, 1, tmp_path / "left.parquet", leave_out=("3",))
    assert [row["paper_id"] for row in left] == ["4"] * 3


def test_a_paper_is_selected_wherever_its_row_stands(run_stage):
    """A paper of the release is CSFCube's, though its first row is of another source."""
    shards = {"a.jsonl": [make_row("1", arxiv_id=None)], "b.jsonl": [make_released("1")]}
    assert not run_stage(shards).papers[0]["in_csfcube"]
    assert run_stage(shards, released=["b.jsonl"]).papers[0]["in_csfcube"]


def test_the_real_abstracts_keep_their_sentences_and_labels(real_data, tmp_path):
    path = real_data("csfcube") / ABSTRACTS
    stage = run_corpus([path], tmp_path, released=[path.name], filters={"csfcube": {}})
    released = read_papers(path)
    assert stage.summary["read"] == stage.summary["readable"] == len(released) == 4205
    found: dict[str, tuple[list, list]] = {}
    for row in labels_of(stage, 0, tmp_path / "labels.parquet"):
        texts, labels = found.setdefault(row["paper_id"], ([], []))
        texts.append(row["text"])
        labels.append(row["facet"])
    assert list(found) == stage.ids
    assert all(
        (list(p.sentences), list(p.labels)) == found[p.paper_id]
        for p in map(released.get, stage.ids)
    )
    years = {paper["paper_id"]: paper["year"] for paper in stage.papers}
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    stated = {row["paper_id"]: row["metadata"]["year"] for row in rows}
    assert all(str(year) == str(stated[i]) for i, year in years.items())
    assert stage.summary["filters"]["csfcube"]["dropped"]["not_selected"] == 0
