"""Pools drawn from CSFCube's own papers: the sources and the draw on real titles and abstracts."""

import json

import numpy as np
import pyarrow.parquet as pq
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from paperpool.collections.csfcube_release import read_collection
from paperpool.csfcube.evaluation import evaluate_runs
from paperpool.evaluation.paired_draws import Resampling
from paperpool.io.tables import WORD_VECTORS
from paperpool.rankers.scoring.word_averages import rank_by_word_vectors
from paperpool.text.word_vectors import read_word_vectors
from paperpool.workflow.corpus.twins import find_excluded
from paperpool.workflow.pools.corpus_tokens import write_word_vectors
from paperpool.workflow.pools.draw import draw_pools
from paperpool.workflow.pools.names import CITED, TERM_SOURCES, TEXTS
from paperpool.workflow.pools.pool_tables import (
    count_sources,
    list_turns,
    measure_fidelity,
    measure_overlap,
    write_official_pools,
)
from paperpool.workflow.pools.term_sources import TermSettings, rank_by_text

from .conftest import tokenize_corpus

DEPTH = 300


@pytest.fixture(scope="module")
def release(real_data):
    """The released collection."""
    return read_collection(real_data("csfcube"))


@pytest.fixture(scope="module")
def quotas(release):
    """How many new papers each ranked source gave to each released pool."""
    n_cited = {q: sum(CITED in s for s in pool.sources) for q, pool in release.pools.items()}
    return {q: (len(pool.candidates) - n_cited[q]) // 7 for q, pool in release.pools.items()}


@pytest.fixture(scope="module")
def trained(tmp_path_factory, real_texts):
    """The tokens and words of the papers, and word vectors trained on them."""
    folder = tmp_path_factory.mktemp("csfcube")
    tokens, words = tokenize_corpus(folder, real_texts)
    assert write_word_vectors(tokens, words.words, 1, folder / "vectors") > 5000
    assert pq.read_schema(folder / "vectors") == WORD_VECTORS
    return tokens, words, folder / "vectors"


@pytest.fixture(scope="module")
def ranked(trained, quotas):
    """The rankings of the six term-level sources, with scores."""
    tokens, words, path = trained
    vectors = read_word_vectors(path, words.words)
    settings = TermSettings(DEPTH, min_df=2, rank_unknown=False)
    excluded = find_excluded(quotas, {})
    return {
        f"{text}_{kind}": rankings
        for text in TEXTS
        for kind, rankings in rank_by_text(tokens, words, vectors, text, excluded, settings).items()
    }


@pytest.fixture(scope="module")
def ranked_ids(ranked):
    return {
        source: {query: [i for i, _ in ranking] for query, ranking in runs.items()}
        for source, runs in ranked.items()
    }


@pytest.fixture(scope="module")
def cited(release):
    return {
        query: [i for i, s in zip(pool.candidates, pool.sources, strict=True) if CITED in s]
        for query, pool in release.pools.items()
    }


def test_every_source_ranks_the_corpus_for_every_query(ranked, quotas, real_texts):
    assert len(real_texts) == 4205 and tuple(ranked) == TERM_SOURCES
    for runs in ranked.values():
        assert sorted(runs) == sorted(quotas)
        for query, ranking in runs.items():
            ids, scores = zip(*ranking, strict=True)
            assert len(set(ids)) == DEPTH and set(ids) <= set(real_texts) - {query}
            assert list(ranking) == sorted(ranking, key=lambda pair: (-pair[1], pair[0]))
            assert np.isfinite(scores).all() and max(scores) <= 0


@pytest.mark.parametrize("text", TEXTS)
def test_tfidf_agrees_with_scikit_learn(ranked, real_texts, quotas, text):
    raw = [pair[TEXTS.index(text)] or "" for pair in real_texts.values()]
    vectors = TfidfVectorizer(min_df=2).fit_transform(raw)
    row = {paper: i for i, paper in enumerate(real_texts)}
    for query in quotas:
        cosines = (vectors @ vectors[row[query]].T).toarray().ravel()
        for paper, score in ranked[f"{text}_tfidf"][query]:
            assert score == pytest.approx(-np.sqrt(max(2 - 2 * cosines[row[paper]], 0)), abs=1e-6)
        in_ranking = {row[paper] for paper, _ in ranked[f"{text}_tfidf"][query]}
        left = cosines[[i for i in row.values() if i not in in_ranking | {row[query]}]]
        assert left.max() <= min(cosines[i] for i in in_ranking) + 1e-9


def test_pools_meet_their_quotas(ranked_ids, cited, quotas, tmp_path):
    pools = draw_pools(quotas, cited, ranked_ids, {}, 1)
    turns = list_turns(pools)
    assert not turns.dry.any() and len(turns) == 34 * 7
    for query, pool in pools.items():
        ids = [candidate.paper_id for candidate in pool.candidates]
        assert len(set(ids)) == len(ids) == len(cited[query]) + 6 * quotas[query]
        assert ids[: len(cited[query])] == cited[query]
    counted = count_sources(pools).set_index("source")
    assert counted.n_drawn[CITED] == 638
    assert set(counted.n_drawn.drop(CITED)) == {sum(quotas.values())} == {27 * 12 + 7 * 33}
    write_official_pools(pools, tmp_path / "pools.json")
    official = json.loads((tmp_path / "pools.json").read_text())
    assert sorted(official) == sorted(quotas)


def test_sources_find_what_the_release_says_that_they_found(ranked_ids, release):
    """In a corpus of the pools alone TF-IDF finds most; word2vec had few abstracts to learn."""
    fidelity = measure_fidelity(release, ranked_ids).set_index("source")
    assert (fidelity.n > 900).all() and (fidelity.n_all > fidelity.n).all()
    assert fidelity.share_top_100["abs_tfidf"] > 0.95
    assert fidelity.share_top_100["title_tfidf"] > 0.85
    assert fidelity.share_top_100.min() > 0.5


def test_titles_and_abstracts_have_little_in_common(ranked_ids):
    overlap = measure_overlap(ranked_ids)
    assert len(overlap) == 15
    for a, b, common in overlap.itertuples(index=False):
        if a.split("_")[0] != b.split("_")[0]:
            assert 0 < common < 5, (a, b)


@pytest.mark.parametrize(("kind", "published"), [("cbow", 0.2936), ("tfidfcbow", 0.3142)])
def test_the_rankers_of_averaged_vectors_come_out_as_in_the_paper(
    release, trained, kind, published
):
    run = rank_by_word_vectors(release, trained[2], kind)
    metrics = evaluate_runs(release, {"r": run}, {}, "r", Resampling(0, 100, 100)).metrics
    value = metrics.query(
        "protocol == 'official' and split == 'test' and slice == 'all' and metric == 'ndcg%20'"
    ).value.item()
    assert value == pytest.approx(published, abs=0.03)
