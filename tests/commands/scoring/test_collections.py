"""Scoring on other people's collections: folders, and what a finished run has read."""

import csv

import pytest

from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.collections.stored import store_collection
from paperpool.evaluation.checks import Checks
from paperpool.evaluation.foreign_runs import read_topic_run
from paperpool.evaluation.open_collections import evaluate
from paperpool.evaluation.paired_draws import Paired, Resampling
from paperpool.evaluation.seeds import SEED
from paperpool.evaluation.stored_runs import write_run
from paperpool.io.files import write_json

from ...made.folders import TOPICS, write_beir
from ...made.page_checker import check_parts

RUN = "".join(
    f"{topic} Q0 {document} 0 {-place} tag\n"
    for topic in TOPICS
    for place, document in enumerate("cbd" if topic == "a" else "abcde")
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A BEIR folder and a run of its topics below the working directory."""
    monkeypatch.chdir(tmp_path)
    write_beir(tmp_path / "mine")
    (tmp_path / "run.trec").write_text(RUN)
    return tmp_path / "mine"


def test_a_folder_is_scored_as_the_workflow_scores_it(folder, score, tmp_path):
    reader = make_reader({"format": "beir", "path": str(folder), "split": "test"})
    collection = assemble(reader.read(), "test", reader.relevant, reader.depth)
    topics = {topic: pair for pair, topic in collection.topic_names().items()}
    runs = {"run": read_topic_run("run", "run.trec", topics)}
    paired = Paired(["run"], Resampling(SEED))
    expected = evaluate("mine", collection, runs, Checks({}), None, None, paired)
    status, output, _ = score(
        *("run.trec", "--on", "mine", "--csv", "m.csv", "--html", "p.html", "--tex", "t.tex")
    )
    assert status == 0
    assert (tmp_path / "m.csv").read_text() == expected.metrics.to_csv(index=False)
    assert output.startswith("mine, as trec_eval scores, test split (×100")
    page = (tmp_path / "p.html").read_text()
    assert "table" in check_parts(page)
    assert "5 of 5 documents read" in page
    assert r"nDCG@10" in (tmp_path / "t.tex").read_text()


def test_a_collection_of_a_finished_run_is_scored_beside_its_rankers(folder, score, tmp_path):
    settings = {"format": "beir", "path": str(folder), "measures": ["RR", "P@1"]}
    reader = make_reader(settings)
    found = reader.read()
    collection = assemble(found, "test", 1, 1000)
    stored = tmp_path / "results/done/collections/own"
    store_collection(collection, stored / "steps")
    write_json(stored / "summary.json", found.summarise(collection))
    topics = {topic: pair for pair, topic in collection.topic_names().items()}
    run = read_topic_run("run", "run.trec", topics)
    named = {(topic, pair[1]): run[pair][::-1] for topic, pair in topics.items()}
    write_run(named, stored / "runs/bm25.parquet")  # as the workflow stores its rankers' runs
    config = {
        "data": {"collections": {"own": settings}},
        "rankers": {"bm25": {"kind": "bm25", "published": None}},
    }
    write_json(tmp_path / "results/done/config.yaml", config)
    status, output, _ = score("run.trec", "again=run.trec", "--on", "own", "--csv", "m.csv")
    assert status == 0
    with (tmp_path / "m.csv").open() as file:
        assert {row["metric"] for row in csv.DictReader(file)} == {"RR", "P@1"}
    assert "Paired tests against run, as trec_eval scores, test split" in output
    for baseline in ("bm25", "done/bm25"):
        status, output, _ = score("run.trec", "--on", "own", "--baseline", baseline)
        assert status == 0
        assert "Paired tests against bm25, as trec_eval scores, test split" in output


def test_what_is_wrong_with_a_run_is_one_message(folder, refused, tmp_path):
    (tmp_path / "run.trec").write_text(RUN + "9 Q0 a 0 1 tag\n2 Q0 zzz 0 1 tag\n")
    messages = refused("run.trec", "--on", "mine")
    assert messages[0] == "Run 'run': 1 of its 4 queries is not among the judged: 9."
    assert messages[1].startswith("Run 'run', query 2: 1 candidates not in the pool: zzz.")
    assert refused("gone.trec", "--on", "mine") == ["Run 'gone': there is no such file."]
    (folder / "queries.jsonl").write_text("")
    assert refused("run.trec", "--on", "mine")


def test_rows_that_are_left_out_are_told_with_the_first_of_them(folder, score, caplog):
    corpus = folder / "corpus.jsonl"
    corpus.write_text(corpus.read_text() + '{"_id": "x", "text": 5}\nno json\n')
    status, _, _ = score("run.trec", "--on", "mine")
    first = "The first: mine/corpus.jsonl, line 6 (wrong_type)."
    assert status == 0 and f"2 rows of mine cannot be used. {first}" in caplog.text


def test_a_full_disk_and_a_negative_seed_are_one_message(folder, refused):
    assert refused("run.trec", "--on", "mine", "--csv", "/dev/full") == ["The disk is full."]
    [said] = refused("run.trec", "--on", "mine", "--seed", "-1")
    assert said == "A seed is a whole number from 0."


def test_documents_of_which_none_can_be_read_are_told_with_the_first(folder, score):
    (folder / "corpus.jsonl").write_text('{"_id": "a", "text": 5}\n')
    status, _, errors = score("run.trec", "--on", "mine")
    first = "1 rows of documents cannot be read, the first mine/corpus.jsonl, line 1: wrong_type."
    assert status == 1 and "There are no documents." in errors and first in errors
