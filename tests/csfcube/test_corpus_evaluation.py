"""Scores of CSFCube's whole corpus, on a case worked by hand and on the real release."""

import pytest

from paperpool.collections.csfcube_corpus import open_corpus
from paperpool.collections.csfcube_release import read_collection
from paperpool.csfcube.corpus_evaluation import evaluate_corpus
from paperpool.evaluation.paired_draws import Paired, Resampling
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker

QUICK = Resampling(seed=13, n_bootstrap=200, n_permutations=200)


def figures(evaluation, ranker):
    rows = evaluation.metrics[evaluation.metrics.ranker == ranker]
    return rows.set_index(["protocol", "metric"]).value


def test_a_query_paper_that_was_judged_for_itself_is_missed_or_left_out(collection):
    corpus = open_corpus(collection)
    run = {}
    for query, part in corpus.pairs():
        grades = corpus.judgments[query, part].grades()
        best = sorted((i for i in grades if i != query), key=lambda i: (-grades[i], i))
        run[query, part] = [(i, float(-rank)) for rank, i in enumerate(best)]
    ideal = evaluate_corpus(collection, {"ideal": run}, Paired(["bm25"], QUICK))
    found = figures(ideal, "ideal")
    assert found["corpus-corrected"].tolist() == pytest.approx([1] * 4)
    relevant = sum(grade >= 2 for grade in corpus.judgments["q4", ""].grades().values())
    assert corpus.judgments["q4", ""].grades()["q4"] >= 2
    missed = (3 + (relevant - 1) / relevant) / 4
    assert found["corpus", "recall@50"] == found["corpus", "recall@100"] == pytest.approx(missed)
    assert found["corpus", "map"] == pytest.approx(missed)
    assert found["corpus", "ndcg@10"] < 1
    assert ideal.metrics.published.isna().all()


def test_rankers_search_the_real_corpus_for_whole_papers(real_data, tmp_path):
    collection = read_collection(real_data("csfcube"))
    corpus = open_corpus(collection)
    runs = {}
    for name in ("bm25", "tfidf"):
        (tmp_path / name).mkdir()
        runs[name] = make_ranker({"kind": name}).search(corpus, Context(folder=tmp_path / name))
    for ranking in runs.values():
        deepest = max(map(len, ranking.values()))
        assert 4000 < deepest <= 4204  # all but the query itself, and what shares no word
        assert all(query not in dict(found) for (query, _), found in ranking.items())
    evaluation = evaluate_corpus(collection, runs, Paired(["bm25"], QUICK))
    of_bm25 = figures(evaluation, "bm25")
    assert evaluation.metrics.n_queries.unique().tolist() == [34]
    assert 0.4 < of_bm25["corpus", "recall@50"] < of_bm25["corpus", "recall@100"]
    gained = of_bm25["corpus-corrected"] - of_bm25["corpus"]
    assert (gained > 0).all() and (gained < 0.02).all()
    assert evaluation.significance.ranker.unique().tolist() == ["tfidf"]
