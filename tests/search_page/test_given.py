"""Given vectors on the search page: papers of the run alone are questions."""

import numpy as np
import pytest

from paperpool.errors import UserError
from paperpool.extras.search_page.engine import open_run
from paperpool.extras.search_page.model import Settings
from paperpool.io.tables import MDCR_PAPERS
from paperpool.search.lacking import LACKING

from ..made.folders import DOCUMENTS, write_beir
from ..made.search_run import IDS, write_run
from ..made.tables import write_rows

VECTORS = np.random.default_rng(0).normal(size=(len(IDS), 4)).astype(np.float16)
WITHOUT = "a6"


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    """A run whose ranker has vectors of all papers but one, in two tables."""
    results = tmp_path_factory.mktemp("results")
    folder = write_run(results, rankers={"mine": {"kind": "dense", "vectors": ["x"]}})
    vectors = VECTORS.copy()
    vectors[IDS.index(WITHOUT)] = LACKING
    for table, part in (("corpus", slice(0, 4)), ("mdcr", slice(2, None))):
        papers = folder / f"encode/{table}/mine.papers.parquet"
        write_rows(papers, [{"paper_id": i} for i in IDS[part]], MDCR_PAPERS)
        np.save(folder / f"encode/{table}/mine.npy", vectors[part])
    return open_run("made", results)


def test_papers_are_ranked_by_their_vectors(engine):
    assert "dense" in engine.facts.rankers and engine.rankers.encoder is None
    engine.prepare()
    found = engine.search(engine.look_up("a1"), Settings(ranker="dense", facet="method"))
    unit = VECTORS.astype(float) / np.linalg.norm(VECTORS.astype(float), axis=1, keepdims=True)
    cosines = dict(zip(IDS, unit @ unit[IDS.index("a1")], strict=True)) | {WITHOUT: 0.0}
    scores = {result.paper_id: result.score for result in found.results}
    assert scores == pytest.approx({i: cosines[i] for i in scores}, abs=1e-6)
    assert len(scores) == 6 and list(scores) == sorted(scores, key=lambda i: -scores[i])
    assert all(result.links for result in found.results if result.sentences)


@pytest.mark.parametrize("ranker", ["dense", "fusion"])
def test_an_example_without_a_vector_is_an_error(engine, ranker):
    settings = Settings(ranker=ranker)
    with pytest.raises(UserError, match="mine has no vector of paper a6"):
        engine.search(engine.look_up(WITHOUT), settings)
    with pytest.raises(UserError, match="a pasted text cannot be encoded"):
        engine.search(engine.paste("Tea", "We brew tea."), settings)


@pytest.mark.parametrize("ranker", ["bm25", "sentences"])
def test_words_need_no_vector(engine, ranker):
    found = engine.search(engine.look_up(WITHOUT), Settings(ranker=ranker))
    assert found.results[0].paper_id == "q1"


def test_vectors_that_are_not_taken_yet_are_an_error(tmp_path):
    write_run(tmp_path, rankers={"mine": {"kind": "dense", "vectors": ["x"]}})
    engine = open_run("made", tmp_path)
    engine.prepare()
    with pytest.raises(UserError, match="mine has no vector of paper a1"):
        engine.search(engine.look_up("a1"), Settings(ranker="dense"))


def test_documents_of_a_collection_are_ranked_by_its_own_vectors(tmp_path):
    rankers = {"mine": {"kind": "dense", "vectors": ["x"]}}
    others = {"beir": write_beir(tmp_path / "in")}
    folder = write_run(tmp_path, corpus=False, others=others, rankers=rankers)
    documents = list(DOCUMENTS)
    papers = folder / "encode/collections/beir/mine.papers.parquet"
    write_rows(papers, [{"paper_id": i} for i in documents], MDCR_PAPERS)
    angles = np.arange(len(documents))
    np.save(papers.with_name("mine.npy"), np.stack([np.cos(angles), np.sin(angles)], axis=1))
    engine = open_run("made", tmp_path)
    found = engine.search(engine.look_up("a"), Settings(ranker="dense"))
    scores = {result.paper_id: result.score for result in found.results}
    assert scores == pytest.approx({"b": np.cos(1), "c": np.cos(2), "e": np.cos(4), "d": np.cos(3)})
    assert list(scores) == ["b", "c", "e", "d"]
