"""Other people's collections, exported and read back, are the same collections."""

import json
from pathlib import Path

import datasets
import ir_measures
import pytest
import yaml

from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.collections.stored import read_stored, store_collection
from paperpool.evaluation.named_measures import measure_topics, parse_measures
from paperpool.evaluation.runs import rank_scores
from paperpool.evaluation.stored_runs import write_run
from paperpool.workflow.export.csfcube_export import csfcube_sheet
from paperpool.workflow.export.exported import export_collection
from paperpool.workflow.export.others import others_sheet, read_other_rankings
from paperpool.workflow.export.sheets import OWN
from paperpool.workflow.export.writing import write_export

from ..made.collection import make_collection
from ..made.folders import (
    DOCUMENTS,
    GRADES,
    TOPICS,
    write_beir,
    write_lines,
    write_mteb,
    write_trec,
)

NOT_THERE = {**GRADES, "1": {**GRADES["1"], "gone": 1}, "2": {**GRADES["2"], 'q"uoted': 0}}
"""Grades of documents too that are not there."""


def read(settings):
    """Return the collection of some settings as jobs have it: read, stored and read again."""
    reader = make_reader(settings)
    return assemble(reader.read(), reader.split, reader.relevant, depth=5)


@pytest.fixture
def ours(tmp_path, sources):
    """Return a function: the settings that read a collection of ours, exported, in a format."""

    def make(form):
        sheet = csfcube_sheet(OWN, {})
        exported = export_collection(make_collection())
        write_export(exported, [], sheet, sources("own"), tmp_path / "ours")
        return {"format": form, "path": str(tmp_path / "ours/beir"), "relevant": 2}

    return make


def write_both(folder):
    """Write a BEIR folder two of whose topics ask with papers, one of them a document."""
    settings = write_beir(folder)
    papers = {"1": ("a", "Graphs", "Graph theory and trees."), "2": ("z", "Whales", "The sea.")}
    rows = [{"_id": i, "text": text} for i, text in TOPICS.items()]
    keys = ("paper_id", "title", "abstract")
    for row in rows[:2]:
        row["metadata"] = {"part": "Art", **dict(zip(keys, papers[row["_id"]], strict=True))}
    write_lines(folder / "queries.jsonl", rows)
    return settings


def ask_plainly(settings):
    """Let every topic of a folder be a text, without a paper."""
    path = Path(settings["path"]) / "queries.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    write_lines(path, ({"_id": row["_id"], "text": row["text"]} for row in rows))
    return settings


WAYS = {
    "beir": lambda folder, ours: write_beir(folder),
    "a split, documents that are not there": lambda folder, ours: write_beir(
        folder, grades=NOT_THERE, split="dev-2"
    ),
    "a document like a mark": lambda folder, ours: (
        write_both(folder) | write_beir(folder, documents={**DOCUMENTS, "?x": ("", "Trees.")})
    ),
    "papers and questions": lambda folder, ours: write_both(folder),
    "mteb": lambda folder, ours: write_mteb(folder),
    "trec": lambda folder, ours: write_trec(folder),
    "labelled documents, questions": lambda folder, ours: ask_plainly(ours("beir")),
    "ours, candidates": lambda folder, ours: ours("mteb"),
    "ours, searched": lambda folder, ours: ours("beir"),
}


@pytest.fixture(params=WAYS)
def collection(request, tmp_path, ours):
    """A collection in each format, as jobs have it."""
    found = read(WAYS[request.param](tmp_path / "theirs", ours))
    store_collection(found, tmp_path / "stored")
    stored = read_stored(tmp_path / "stored")
    assert stored == found
    return stored


@pytest.fixture
def export(tmp_path, sources):
    """Return a function: the folder of a collection's export, with a run called mine."""

    def make(collection):
        names, path = collection.topic_names(), tmp_path / "mine.parquet"
        run = make_run(collection)
        write_run({(names[pair], pair[1]): ranking for pair, ranking in run.items()}, path)
        sheet = others_sheet("theirs", "beir", False, {})
        runs = read_other_rankings(collection, {"mine": path})
        out = tmp_path / "export"
        write_export(export_collection(collection), runs, sheet, sources("others"), out)
        return out

    return make


def make_run(collection):
    """Rank every topic, many scores being equal, some only as 32-bit floats."""
    return {
        pair: rank_scores(
            (i, sum(map(ord, i)) % 3 + 1e-12 * (len(i) % 2)) for i in collection.rankable(*pair)
        )
        for pair in collection.pairs()
    }


def read_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_an_export_is_read_back_as_it_was(collection, export):
    out = export(collection)
    [split] = collection.folds["all"]
    settings = {"split": split, "relevant": collection.relevant, "path": str(out / "beir")}
    form = "mteb" if collection.candidates else "beir"
    assert read({**settings, "format": form}) == collection
    assert (out / f"beir/top_ranked/{split}.jsonl").exists() == bool(collection.candidates)


def test_the_corpus_has_every_document_and_the_qrels_what_is_not_there(export, tmp_path):
    out = export(read(write_beir(tmp_path / "theirs", grades=NOT_THERE)))
    assert [row["_id"] for row in read_lines(out / "beir/corpus.jsonl")] == sorted(DOCUMENTS)
    qrels = (out / "trec/test/qrels.txt").read_text().splitlines()
    assert "1 0 gone 1" in qrels and '2 0 q"uoted 0' in qrels
    queries = read_lines(out / "beir/queries.jsonl")
    assert queries == [{"_id": i, "text": text} for i, text in sorted(TOPICS.items())]
    assert (out / "splits.tsv").read_text().splitlines()[1:] == [f"{i}\tall\ttest" for i in "12a"]


def test_trecs_files_are_read_back_as_such(export, tmp_path):
    collection = read(write_trec(tmp_path / "theirs"))
    out = export(collection)
    topics, qrels = (str(out / f"trec/test/{name}") for name in ("topics.xml", "qrels.txt"))
    files = {"documents": str(out / "beir/corpus.jsonl"), "topics": topics, "qrels": qrels}
    assert read({"format": "trec", **files}) == collection


def test_runs_have_their_scores_and_score_the_same(collection, export):
    out = export(collection)
    [split] = collection.folds["all"]
    qrels = list(ir_measures.read_trec_qrels(str(out / f"trec/{split}/qrels.txt")))
    run = list(ir_measures.read_trec_run(str(out / f"trec/{split}/runs/mine.txt")))
    names, ours = collection.topic_names(), make_run(collection)
    assert {(row.query_id, row.doc_id): row.score for row in run} == {
        (names[pair], i): score for pair, ranking in ours.items() for i, score in ranking
    }
    measures = parse_measures(None, collection.relevant)
    measured = ir_measures.iter_calc(measures, qrels, run)
    found = {(row.query_id, row.measure): row.value for row in measured}
    values = measure_topics(ours, collection, measures)
    assert found == {
        (names[pair], measure): value
        for pair, of_pair in zip(collection.pairs(), values.tolist(), strict=True)
        for measure, value in zip(measures, of_pair, strict=True)
    }


@pytest.mark.parametrize("write", [write_beir, write_mteb])
def test_topics_without_a_grade_are_left_out_and_counted(write, export, tmp_path):
    settings = write(tmp_path / "theirs")
    write_beir(tmp_path / "theirs", grades={"1": GRADES["1"], "a": GRADES["a"]})
    expected = read(settings)  # without a frame topics that are not judged are not read
    frame = {"highest_grade": 3, "pairs": {"1": [], "2": ["b"], "a": []}}
    (tmp_path / "theirs/frame.json").write_text(json.dumps(frame))
    collection = read(settings)
    assert list(collection.topics()) == ["1", "2", "a"]

    out = export(collection)
    exported = {"format": settings["format"], "path": str(out / "beir"), "relevant": 1}
    assert read(exported) == expected
    assert [row["_id"] for row in read_lines(out / "beir/queries.jsonl")] == ["1", "a"]
    lines = (out / "trec/test/runs/mine.txt").read_text().splitlines()
    assert {line.split()[0] for line in lines} == {"1", "a"}
    sheet = (out / "datasheet.md").read_text()
    assert "There are 2 queries" in sheet
    assert "Queries that wait for their first drawn grade are left out, too: 1." in sheet


def test_datasets_loads_what_the_card_says(collection, export, tmp_path):
    out = export(collection)
    head = yaml.safe_load((out / "beir/README.md").read_text().split("---\n")[1])
    named = [found["config_name"] for found in head["configs"]]
    listed = ["top_ranked"] if collection.candidates else []
    assert named == ["default", "corpus", "queries", *listed]
    for found in head["configs"]:
        loaded = datasets.load_dataset(
            str(out / "beir"), found["config_name"], cache_dir=str(tmp_path / "cache")
        )
        for file in found["data_files"]:
            rows = read_lines(out / "beir" / file["path"])
            columns = [column["name"] for column in found["features"]]
            assert all(list(row) == columns for row in rows)
            assert loaded[file["split"]].num_rows == len(rows) > 0


def test_the_sheet_says_that_it_is_not_ours_to_give(export, tmp_path):
    out = export(read(write_mteb(tmp_path / "theirs")))
    sheet = (out / "datasheet.md").read_text()
    assert "paperpool did not make" in sheet and "is not ours to give" in sheet
    assert "No licence is stated by a collection of somebody else's: ask" in sheet
    assert "There are 3 queries and 4 candidate papers." in sheet
    metadata = json.loads((out / "croissant.json").read_text())
    assert metadata["license"] == ["a collection of somebody else's: no licence is stated"]
    assert metadata["name"] == "theirs" and "datePublished" not in metadata


def test_what_another_split_left_is_removed(export, tmp_path):
    out = export(read(write_mteb(tmp_path / "theirs")))
    export(read(write_beir(tmp_path / "theirs", split="dev")))
    left = {str(file.relative_to(out)) for file in out.rglob("*") if file.is_file()}
    assert not any("test" in name or "top_ranked" in name for name in left)
    assert "trec/dev/runs/mine.txt" in left
