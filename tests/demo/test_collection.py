"""The collection: like CSFCube in shape, agreement and difficulty, and made of corpus papers."""

from collections import Counter

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from paperpool.collections.csfcube_folds import FOLDS
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.extras.demo.collection import (
    PAPER_TYPES,
    adjudicated_grades,
    annotator_grades,
    make_collection,
)
from paperpool.extras.demo.pooling import SOURCES
from paperpool.workflow.csfcube.release_writer import write_collection
from paperpool.workflow.pools.names import CITED


@pytest.fixture(scope="module")
def collection(plan):
    return make_collection(plan, 12)


def test_a_written_collection_is_read_back(tmp_path, plan, collection):
    write_collection(collection, tmp_path / "a")
    assert read_collection(tmp_path / "a") == collection
    write_collection(make_collection(plan, 12), tmp_path / "b")
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


def test_every_facet_has_pairs_and_some_papers_two(collection):
    counts = Counter(facet for _, facet in collection.judgments)
    assert all(counts[facet] >= 6 for facet in default_scheme().facet_names)
    assert len(collection.pools) == 12
    assert Counter(Counter(query for query, _ in collection.judgments).values())[2] == 6
    names = {name for judged in collection.judgments.values() for name in judged.annotators}
    assert names == {"ann1", "ann2", "ann3"}


def test_queries_are_computer_science_papers_on_arxiv(rows, collection):
    by_id = {row["paper_id"]: row for row in rows}
    assert len(collection.queries) == len(collection.judgments)
    for query in collection.queries:
        row = by_id[query.paper_id]
        assert "Computer Science" in row["mag_field_of_study"]
        assert row["arxiv_id"] is not None
        assert (query.title, query.year) == (row["title"], row["year"])
        assert query.paper_type in PAPER_TYPES


def test_papers_are_those_of_the_corpus(rows, collection):
    by_id = {row["paper_id"]: row for row in rows}
    for paper_id, paper in collection.papers.items():
        row = by_id[paper_id]
        found = (paper.title, paper.abstract, paper.year)
        assert found == (row["title"], row["abstract"], row["year"])
        assert 3 <= len(paper.sentences) <= 20


def test_pools_hold_the_cited_papers_and_each_sources_quota(rows, collection):
    by_id = {row["paper_id"]: row for row in rows}
    for query, pool in collection.pools.items():
        assert 60 <= len(pool.candidates) <= 110
        cited = [c for c, s in zip(pool.candidates, pool.sources, strict=True) if CITED in s]
        assert list(pool.candidates[: len(cited)]) == cited
        outbound = set(by_id[query]["outbound_citations"])
        assert set(cited) == outbound & set(pool.candidates)
        assert (len(pool.candidates) - len(cited)) % len(SOURCES) == 0
        assert {name for names in pool.sources for name in names} == {CITED, *SOURCES}
        assert all(pool.sources)


def test_no_pool_holds_its_query_or_a_twin(plan, collection):
    ids = plan.ids(np.arange(len(plan)))
    twins = {}
    for twin in np.flatnonzero(plan.twin_of >= 0):
        twins[ids[twin]] = ids[plan.twin_of[twin]]
        twins[ids[plan.twin_of[twin]]] = ids[twin]
    for query, pool in collection.pools.items():
        assert query not in pool.candidates
        assert twins.get(query) not in pool.candidates


def test_grades_are_mostly_zero_and_sometimes_relevant(collection):
    relevant = []
    for (query, _), judged in collection.judgments.items():
        grades = np.array(judged.adjudicated)
        assert sorted(judged.candidates) == sorted(collection.pools[query].candidates)
        assert (grades >= 2).any()
        relevant.append((grades >= 2).mean())
    assert 0.05 < np.mean(relevant) < 0.13
    grades = np.concatenate([judged.adjudicated for judged in collection.judgments.values()])
    assert (grades == 0).mean() > 0.55


def test_folds_are_the_releases(collection):
    assert set(collection.folds) == set(default_scheme().slices)
    for part, folds in collection.folds.items():
        assert tuple(folds) == FOLDS
        assert folds["fold1_dev"] == folds["fold2_test"]
        assert folds["fold2_dev"] == folds["fold1_test"]
        pairs = folds["fold1_dev"] + folds["fold2_dev"]
        assert sorted(pairs) == collection.pairs(None if part == "all" else part)
    for fold in FOLDS:
        parts = [
            pair for facet in default_scheme().facet_names for pair in collection.folds[facet][fold]
        ]
        assert collection.folds["all"][fold] == parts


def test_a_lexical_ranker_beats_chance_and_is_not_perfect(collection):
    tfidf, random = _ndcg20(collection)
    assert tfidf > random + 0.15
    assert 0.45 < tfidf < 0.75
    assert 0.15 < random < 0.32


def _ndcg20(collection):
    """Return the mean NDCG%20 of TF-IDF over facet sentences, and of random orders."""
    generator = np.random.default_rng(0)
    texts = [f"{paper.title} {paper.abstract}" for paper in collection.papers.values()]
    vectorizer = TfidfVectorizer().fit(texts)
    ours, random = [], []
    for (query, facet), judged in collection.judgments.items():
        papers = (collection.papers[paper] for paper in (query, *judged.candidates))
        labels = collection.scheme.labels_of(facet)
        texts = [" ".join(paper.labelled_sentences(labels)) for paper in papers]
        vectors = vectorizer.transform(texts)
        scores = (vectors[1:] @ vectors[:1].T).toarray().ravel()
        grades = np.array(judged.adjudicated)
        ours.append(_ndcg(grades[np.argsort(-scores, kind="stable")]))
        random.append(np.mean([_ndcg(generator.permutation(grades)) for _ in range(20)]))
    return np.mean(ours), np.mean(random)


def _ndcg(grades):
    depth = int(0.2 * len(grades))
    discounts = np.maximum(np.log2(np.arange(1, depth + 1)), 1.0)
    gain = (grades[:depth] / discounts).sum()
    return gain / (np.sort(grades)[::-1][:depth] / discounts).sum()


def test_too_many_queries_are_a_user_error(plan):
    with pytest.raises(UserError, match="5000 queries are wanted"):
        make_collection(plan, 5000)


def test_papers_that_share_the_facets_topic_are_graded_higher(plan):
    candidates = np.arange(1, len(plan))
    for facet in range(3):
        grades = adjudicated_grades(plan, 0, facet, candidates, np.random.default_rng(0))
        same = plan.latent.topics[candidates, facet] == plan.latent.topics[0, facet]
        assert grades.min() == 0 and grades.max() <= default_scheme().max_grade
        assert grades[same].mean() > 1 > 0.2 > grades[~same].mean()


def test_at_least_one_candidate_is_relevant(plan):
    strangers = np.flatnonzero(plan.latent.field != plan.latent.field[0])[:20]
    grades = adjudicated_grades(plan, 0, 1, strangers, np.random.default_rng(0))
    assert (grades >= default_scheme().relevant).sum() >= 1


def test_annotators_are_mostly_right_and_otherwise_mostly_one_off():
    truth = np.random.default_rng(1).choice(4, size=20_000, p=[0.7, 0.22, 0.06, 0.02])
    for facet, low, high in ((0, 0.52, 0.62), (1, 0.62, 0.72), (2, 0.60, 0.72)):
        rngs = (np.random.default_rng(seed) for seed in (2, 3))
        first, second = (annotator_grades(truth, facet, rng) for rng in rngs)
        assert set(np.unique(first)) == {0, 1, 2, 3}
        assert low < (first == second).mean() < high
        off = np.abs(first - truth)
        assert (off == 1).sum() > 4 * (off > 1).sum() > 0
