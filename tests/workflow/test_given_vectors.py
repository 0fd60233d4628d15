"""Vectors that are given as files rank as the model that they were made with, in every stage."""

import gzip
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.papers import PlainPaper
from paperpool.collections.stored import read_stored
from paperpool.models.cache import ArrayCache
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.models.encoders import Encoder
from paperpool.text.sentences import split_sentences

from .conftest import Workplace

WORDS = ["the", "of", "and", "a", "to", "in", "we", "for", "is", "with", "model", "data"]
MADE = {
    "csfcube": ["csfcube/runs/{}.parquet", "csfcube/corpus/{}.parquet"],
    "mdcr": [*(f"mdcr/runs/{level}/{{}}.parquet" for level in ("dataset", "field"))],
    "scores": ["mdcr/scores/{}.json"],
    "pools": ["pools/runs/{}.parquet"],
    "collections": ["collections/generated/runs/{}.parquet"],
}
PROMPT = "of the model "
ASKED = {
    "pools/runs/asking.parquet": ("corpus", "encode/corpus/papers.parquet"),
    "mdcr/runs/field/asking.parquet": ("mdcr", "mdcr/steps/papers.parquet"),
}
"""The rankings of a ranker with a prompt for queries, the table of its papers and their file."""


@pytest.fixture(scope="module")
def made(root, tmp_path_factory, tiny_bert):
    """A run with a ranker by a model, by its vectors in three forms, and by some of them."""
    workplace = Workplace(root, tmp_path_factory.mktemp("given"))
    model = {"model": str(tiny_bert(WORDS)), "max_tokens": 48}
    content = {
        **{"run": "one", "cache": "cache"},
        "demo": {"papers": 300, "shards": 1, "bulk_shards": 0, "queries": 6},
        "mdcr": {
            "models": ["bm25", "tfidf", "own"],
            "rankers": ["bm25", "tfidf", "own", "asking", "nearest"],
            **{"years": [2010, 2019], "queries": 3, "validation_queries": 2},
            **{"dataset_queries": 3, "samplings": 1},
            **{"fields": ["Computer Science"], "pool_sizes": [60], "field_pool": 40, "depth": 60},
        },
        "pools": {"encoders": ["own", "asking"], "on_small": "keep"},
        "rankers": {
            **{"minilm": None, "own": {"kind": "dense", **model}},
            "asking": {"kind": "dense", **model, "prompts": {"query": PROMPT}},
            "nearest": {"kind": "ts", **model, "prompts": {"query": PROMPT}},
        },
        "evaluation": {"baselines": ["own"]},
        "scisearch": {"encoders": {"minilm": None, "own": "own"}},
        "scisumm": {"encoders": {"contextual": None, "embeddings": None}},
    }

    def call(name, others=()):
        paths = [*(path.format(name) for of in MADE.values() for path in of), *others]
        targets = [f"results/one/{path}" for path in paths]
        return workplace.run(*targets, **content)

    call("own", [*ASKED, "mdcr/runs/field/nearest.parquet"])
    results = workplace.folder / "results/one"
    dump(results, model, workplace.folder)
    rankers = {
        "given": {"kind": "dense", "vectors": ["dumped", "shard.jsonl.gz"], "missing": "error"},
        "gaps": {"kind": "dense", "vectors": "shard.jsonl.gz"},
    }
    content["rankers"] |= rankers
    content["mdcr"]["rankers"] += [*rankers]
    content["pools"]["encoders"] += [*rankers]
    content["evaluation"]["baselines"] = ["given"]
    call("given")
    return results


def dump(results, model, folder):
    """Write vectors: of the corpus as a table, of MDCR as a shard, of all else as an array."""
    (folder / "dumped").mkdir()
    ids = pq.read_table(results / "encode/corpus/papers.parquet").column("paper_id")
    values = np.load(results / "encode/corpus/own.npy")
    table = {"paper_id": ids, "vector": pa.array(list(values))}
    pq.write_table(pa.table(table), folder / "dumped/corpus.parquet")
    ids = pq.read_table(results / "mdcr/steps/papers.parquet").column("paper_id").to_pylist()
    values = np.load(results / "encode/mdcr/own.npy").tolist()
    with gzip.open(folder / "shard.jsonl.gz", "wt") as file:
        for paper, vector in zip(ids, values, strict=True):
            row = {"corpusid": int(paper), "model": "own", "vector": json.dumps(vector)}
            file.write(json.dumps(row, separators=(",", ":")) + "\n")
    stored = read_stored(results / "collections/generated/steps")
    others = [read_collection(results / "demo/csfcube"), stored]
    papers = {i: paper for collection in others for i, paper in collection.papers.items()}
    for row in pq.read_table(results / "corpus/papers").to_pylist():
        i = row["paper_id"]
        papers.setdefault(i, PlainPaper(i, row["title"], row["abstract"] or ""))
    encoder = Encoder(EncoderSettings(**model), ArrayCache(folder / "cache"), 1)
    texts = [f"{paper.head(' ')}{paper.abstract}" for paper in papers.values()]
    np.save(folder / "dumped/vectors.npy", encoder.encode(texts))
    (folder / "dumped/ids.txt").write_text("\n".join(papers))


@pytest.mark.parametrize("path", ASKED)
def test_a_model_with_prompts_searches_by_vectors_of_queries(made, tiny_bert, path):
    table, papers = ASKED[path]
    rows = {row["paper_id"]: row for row in pq.read_table(made / papers).to_pylist()}
    offered = dict(zip(rows, np.load(made / f"encode/{table}/own.npy"), strict=True))
    run = pq.read_table(made / path).to_pylist()
    asked = list(dict.fromkeys(row["query_id"] for row in run))
    settings = EncoderSettings(str(tiny_bert(WORDS)), max_tokens=48)
    encoder = Encoder(settings, ArrayCache(made / "cache"), 1)
    texts = [f"{PROMPT}{rows[i]['title']} {rows[i]['abstract']}" for i in asked]
    queries = dict(zip(asked, encoder.encode(texts), strict=True))
    assert len(run) > 20
    for row in run:
        pair = [queries[row["query_id"]], offered[row["candidate_id"]]]
        one, other = (vector / np.linalg.norm(vector) for vector in pair)
        assert row["score"] == pytest.approx(one @ other, abs=1e-5)


def test_a_model_with_prompts_searches_by_sentences_of_queries(made, tiny_bert):
    rows = pq.read_table(made / "mdcr/steps/papers.parquet").to_pylist()
    texts = {r["paper_id"]: (r["title"], *split_sentences(r["abstract"])) for r in rows}
    settings = {"model": str(tiny_bert(WORDS)), "max_tokens": 48}
    asked, offered = (
        ContextualEncoder(
            EncoderSettings(**settings, prompts={"document": prompt}),
            ArrayCache(made / "cache"),
            1,
        ).encode([*texts.values()])
        for prompt in (PROMPT, "")
    )
    place = {i: n for n, i in enumerate(texts)}
    run = pq.read_table(made / "mdcr/runs/field/nearest.parquet").to_pylist()
    assert len(run) > 20
    for row in run:
        one, other = asked[place[row["query_id"]]], offered[place[row["candidate_id"]]]
        distances = np.linalg.norm(one[:, None] - other[None], axis=2)
        assert row["score"] == pytest.approx(-np.nanmin(distances), abs=1e-4)


@pytest.mark.parametrize("stage", MADE)
def test_they_rank_as_the_model_does(made, stage):
    for path in MADE[stage]:
        files = [made / path.format(name) for name in ("own", "given")]
        assert files[0].stat().st_size > 100
        assert files[0].read_bytes() == files[1].read_bytes()


def test_every_vector_is_accounted_for(made):
    for table in ("corpus", "mdcr", "csfcube", "collections/generated"):
        counts = json.loads((made / f"encode/{table}/given.counts.json").read_text())
        parts = ("taken", "repeated", "other_papers", "unusable")
        assert counts["rows"] == sum(counts[part] for part in parts)
        assert counts["missing"] == 0 < counts["taken"]
