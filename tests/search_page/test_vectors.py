"""Search by an encoder: which embeddings are taken from the cache, and what cosines are."""

import logging

import numpy as np
import pytest

from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.pools.encoder_source import rank_by_encoder
from paperpool.rankers.scoring.paper_vectors import encode_papers
from paperpool.rankers.scoring.sentence_cosines import rank_by_cosines
from paperpool.search_page.engine import open_run
from paperpool.search_page.model import Settings
from paperpool.search_page.vectors import TORCH_THREADS, to_unit

from .made_run import WORDS, make_collection, write_run


@pytest.fixture
def model(tiny_bert):
    return {"model": str(tiny_bert(WORDS)), "precision": "float32"}


def encoder(model, cache):
    return Encoder(EncoderSettings(**model), ArrayCache(cache), TORCH_THREADS)


def count_encoded(caplog):
    """Return how many texts the log says were encoded, and not found in the cache."""
    lines = [r.getMessage() for r in caplog.records if "texts encoded" in r.getMessage()]
    return sum(int(line.split()[0]) for line in lines)


def test_embeddings_of_the_pools_and_of_csfcube_are_found_in_the_cache(tmp_path, model, caplog):
    """Only the papers that the filter drops are left to encode: a4, a5 and a6."""
    rankers = {"tiny": {"kind": "dense", **model}}
    folder = write_run(tmp_path, collection=True, rankers=rankers)
    made = encoder(model, tmp_path / "cache")
    shards = sorted((folder / "corpus" / "papers").glob("*"))
    rank_by_encoder(shards, "in_csfcube", made, "cosine", {"q1": {"q1"}}, 5)
    encode_papers(make_collection(), made)
    engine = open_run("made", tmp_path)
    with caplog.at_level(logging.INFO, "paperpool"):
        caplog.clear()
        engine.prepare()
    assert count_encoded(caplog) == 3


def test_sentences_of_a_ranker_are_found_in_the_cache(tmp_path, model, caplog):
    rankers = {"tiny": {"kind": "dense", **model}, "late": {"kind": "late", **model}}
    write_run(tmp_path, corpus=False, collection=True, rankers=rankers)
    made = encoder(model, tmp_path / "cache")
    run = rank_by_cosines(
        make_collection(), made, False, lambda cosines: cosines.max(axis=1).mean()
    )
    encode_papers(make_collection(), made)
    engine = open_run("made", tmp_path)
    with caplog.at_level(logging.INFO, "paperpool"):
        caplog.clear()
        found = engine.search(engine.look_up("q1"), Settings(facet="method", ranker="sentences"))
    assert count_encoded(caplog) == 0
    scores = {result.paper_id: result.score for result in found.results}
    for candidate, score in run["q1", "method"]:
        assert scores[candidate] == pytest.approx(score, abs=1e-6)


def test_a_corpus_without_the_filters_column_is_searched_whole(tmp_path, model):
    import pyarrow.parquet as pq

    folder = write_run(tmp_path, rankers={"tiny": {"kind": "dense", **model}})
    for shard in (folder / "corpus" / "papers").glob("*"):
        pq.write_table(pq.read_table(shard).drop_columns("in_csfcube"), shard)
    engine = open_run("made", tmp_path)
    found = engine.search(engine.look_up("a1"), Settings(ranker="dense"))
    assert len(found.results) == 6


def test_the_example_is_nearest_to_its_own_text(encoded):
    """A pasted text that the run has under another title is no twin, and found first."""
    pasted = encoded.paste("Tea leaves", "Leaves fall.   We dry tea leaves. Tea tastes good.")
    (vectors,) = encoded._vectors.values()
    scores = vectors.score(pasted.title, " ".join(s.text for s in pasted.sentences))
    assert scores.max() == pytest.approx(1, abs=1e-5)
    assert encoded._papers.ids[int(scores.argmax())] == "a6"


def test_unit_rows():
    rows = to_unit(np.array([[3.0, 4.0], [0.0, 0.0], [0.0, -2.0]], np.float32))
    assert rows == pytest.approx(np.array([[0.6, 0.8], [0, 0], [0, -1]]))
    assert rows.dtype == np.float32
