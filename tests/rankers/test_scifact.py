"""BM25 on SciFact, beside the scores of Anserini's flat index."""

import pytest

from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.evaluation.named_measures import measure_topics, parse_measures
from paperpool.evaluation.published import read_published_scores
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.resources import RESOURCES


def test_bm25_has_anserinis_figures(real_data, tmp_path):
    reader = make_reader({"format": "beir", "path": str(real_data("scifact"))})
    collection = assemble(reader.read(), reader.split, reader.relevant, reader.depth)
    assert (len(collection.documents), len(collection.pairs())) == (5183, 300)
    run = make_ranker({"kind": "bm25"}).rank(collection, Context(folder=tmp_path))
    names = ["nDCG@10", "R@1000"]
    found = measure_topics(run, collection, parse_measures(names, reader.relevant)).mean(axis=0)
    figures = read_published_scores(RESOURCES / "published/scifact.csv")
    published = [f.value for f in figures if "BM25" in f.system and f.measure in names]
    assert found.tolist() == pytest.approx([0.6772, 0.9767], abs=5e-5)
    assert found.tolist() == pytest.approx(published, abs=2e-3)
