"""The BEIR folder as Hugging Face's `datasets` and mteb load it, by its card."""

import json
import re
import zlib

import datasets
import ir_measures
import numpy as np
import pytest
import yaml
from ir_measures import AP, nDCG

from paperpool.collections.mdcr_collection import as_collection
from paperpool.workflow.export.csfcube_export import csfcube_sheet
from paperpool.workflow.export.exported import export_collection
from paperpool.workflow.export.mdcr_export import mdcr_sheet
from paperpool.workflow.export.sheets import OWN
from paperpool.workflow.export.writing import write_export

KINDS = {"string": str, "int32": int}


@pytest.fixture(params=["faceted", "plain"])
def exported(request, collection, benchmark, texts):
    """A collection of each kind as it is exported, and its sheet."""
    if request.param == "faceted":
        return export_collection(collection), csfcube_sheet(OWN, {})
    plain = export_collection(as_collection(benchmark, texts))
    return plain, mdcr_sheet(OWN, benchmark, {})


@pytest.fixture
def folder(exported, sources, tmp_path):
    """The folder of an export."""
    write_export(exported[0], [], exported[1], sources("own"), tmp_path / "export")
    return tmp_path / "export"


@pytest.fixture
def configurations(folder):
    """What the head of the card says, by the configuration's name."""
    _, head, text = (folder / "beir/README.md").read_text(encoding="utf-8").split("---\n", 2)
    assert "RetrievalDatasetLoader" in text and "no licence" not in head
    return {found["config_name"]: found for found in yaml.safe_load(head)["configs"]}


def read_lines(path):
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def open_metadata(rows):
    """Return rows as they are written: who loads them has their metadata as text."""
    return [row | {k: json.loads(row[k]) for k in row if k == "metadata"} for row in rows]


def test_configurations_and_splits_are_those_that_mteb_asks_for(configurations, exported):
    splits = {
        name: [file["split"] for file in found["data_files"]]
        for name, found in configurations.items()
    }
    judged = list(exported[0].beir)
    assert splits == {  # one split alone serves every split that is asked for
        "default": judged,
        "corpus": ["corpus"],
        "queries": ["queries"],
        "top_ranked": judged,
    }


def test_every_row_of_every_file_has_the_columns_of_the_card(configurations, folder, exported):
    columns = {}
    for name, found in configurations.items():
        columns[name] = {column.pop("name"): column for column in found["features"]}
        for file in found["data_files"]:
            for row in read_lines(folder / "beir" / file["path"]):
                assert list(row) == list(columns[name])
                for key, kind in columns[name].items():
                    if "list" in kind:
                        assert row[key] and {type(v) for v in row[key]} == {KINDS[kind["list"]]}
                    else:
                        expected = dict if key == "metadata" else KINDS[kind["dtype"]]
                        assert type(row[key]) is expected
    assert list(columns["default"]) == ["query-id", "corpus-id", "score"]
    assert columns["top_ranked"] == {
        "query-id": {"dtype": "string"},
        "corpus-ids": {"list": "string"},
    }
    assert ("metadata" in columns["corpus"]) == exported[0].faceted
    assert {"_id", "title", "text"} <= set(columns["corpus"])
    assert list(columns["queries"]) == ["_id", "text", "metadata"]
    # a batch is a stack of every column: lists of unequal length are none
    plain = [*columns["corpus"].values(), *columns["queries"].values()]
    assert plain == [{"dtype": "string"}] * len(plain)


def test_pools_are_listed_and_qrels_are_the_same_in_both_forms(folder, exported, load_beir):
    for split, pools in exported[0].beir.items():
        _, _, qrels = load_beir(folder / "beir", split)
        rows = read_lines(folder / f"beir/top_ranked/{split}.jsonl")
        assert rows == [{"query-id": i, "corpus-ids": sorted(qrels[i])} for i in sorted(pools)]
        lines = read_lines(folder / f"beir/qrels/{split}.jsonl")
        table = [(q, c, grade) for q, grades in qrels.items() for c, grade in grades.items()]
        assert [tuple(line.values()) for line in lines] == table
        assert {grade for *_, grade in table} >= {0, 1}


def test_a_faceted_collection_has_its_labelled_sentences(collection, sources, tmp_path):
    sheet = csfcube_sheet(OWN, {})
    write_export(export_collection(collection), [], sheet, sources("own"), tmp_path)
    for row in read_lines(tmp_path / "beir/corpus.jsonl"):
        paper = collection.papers[row["_id"]]
        assert row["metadata"] == {"sentences": [*paper.sentences], "labels": [*paper.labels]}
    for row in read_lines(tmp_path / "beir/queries.jsonl"):
        paper = collection.papers[row["metadata"]["paper_id"]]
        assert row["metadata"]["sentences"] == [*paper.sentences]
        assert row["metadata"]["labels"] == [*paper.labels]
    assert "`labels`" in (tmp_path / "datasheet.md").read_text()


def test_datasets_loads_every_configuration(configurations, folder, tmp_path):
    path = str(folder / "beir")
    assert set(datasets.get_dataset_config_names(path)) == set(configurations)
    for name, found in configurations.items():
        loaded = datasets.load_dataset(path, name, cache_dir=str(tmp_path / "cache"))
        assert list(loaded) == [file["split"] for file in found["data_files"]]
        for file in found["data_files"]:
            rows = open_metadata(loaded[file["split"]].to_list())
            assert rows == read_lines(folder / "beir" / file["path"])


class Words:
    """An encoder of mteb's: counts of words, by their checksums."""

    def __init__(self, meta):
        self.mteb_model_meta = meta

    def encode(self, inputs, **settings):
        texts = [text for batch in inputs for text in batch["text"]]
        vectors = np.zeros((len(texts), 256), np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            np.add.at(vector, [zlib.crc32(w.encode()) % 256 for w in re.findall(r"\w+", text)], 1)
        return vectors

    def similarity(self, queries, documents):
        return queries @ documents.T

    def similarity_pairwise(self, queries, documents):
        return (queries * documents).sum(1)


def test_mteb_ranks_the_pools_and_measures_as_we_do(folder, exported, tmp_path, monkeypatch):
    pytest.importorskip("mteb", reason="mteb is not installed: pip install mteb==2.26.24")
    from mteb.abstasks import AbsTaskRetrieval
    from mteb.abstasks.task_metadata import TaskMetadata
    from mteb.models import ModelMeta

    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", str(tmp_path / "cache"))
    unknown = (
        "reference date domains task_subtypes license annotations_creators dialect "
        "sample_creation bibtex_citation"
    )

    class Exported(AbsTaskRetrieval):
        metadata = TaskMetadata(
            name="Exported",
            description="A collection from its folder.",
            dataset={"path": str(folder / "beir"), "revision": "local"},
            type="Reranking",
            category="t2t",
            modalities=["text"],
            eval_splits=["test"],
            eval_langs=["eng-Latn"],
            main_score="ndcg_at_10",
            **dict.fromkeys(unknown.split()),
        )

    task = Exported()
    task.load_data()
    loaded, pools = task.dataset["default"]["test"], exported[0].beir["test"]
    assert loaded["relevant_docs"] == pools
    assert loaded["top_ranked"] == {query: sorted(grades) for query, grades in pools.items()}
    for part in ("corpus", "queries"):
        rows = [{"_id": row.pop("id"), **row} for row in open_metadata(loaded[part].to_list())]
        written = read_lines(folder / f"beir/{part}.jsonl")
        assert rows == [row for row in written if part == "corpus" or row["_id"] in pools]
    model = Words(ModelMeta.create_empty({"name": "local/words", "revision": "1"}))
    scores = task.evaluate(model, "test", encode_kwargs={}, prediction_folder=tmp_path / "runs")
    (file,) = (tmp_path / "runs").glob("*.json")
    run = json.loads(file.read_text())["default"]["test"]
    assert {query: sorted(ranked) for query, ranked in run.items()} == loaded["top_ranked"]
    judged = ir_measures.read_trec_qrels(str(folder / "trec/test/qrels.txt"))
    ours = ir_measures.calc_aggregate([nDCG @ 10, AP], judged, run)
    found = scores["default"]
    assert found["ndcg_at_10"] == pytest.approx(ours[nDCG @ 10], abs=1e-5)
    assert found["map_at_1000"] == pytest.approx(ours[AP], abs=1e-5)
