"""A small collection with known grades, and helpers for runs on it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from paperpool.collections.collection import Collection, Judgments, Paper, Pool, Query
from paperpool.collections.schemes import default_scheme
from paperpool.csfcube.evaluation import evaluate_runs
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.runs import rank_scores

from .folds import fold_papers

FACETS = default_scheme().facet_names

LABELS = ("background", "objective", "method", "result")


def make_paper(paper_id: str, topic: str) -> Paper:
    sentences = tuple(f"The {label} of {topic} in {paper_id}." for label in LABELS)
    return Paper(paper_id, f"On {topic}", sentences, LABELS, 2019)


def make_collection() -> Collection:
    """Return four query papers with every facet and nine judged candidates each.

    The paper u stands in every pool and was never judged; q4 stands in its own pool, as one query
    of the release does, and in those of the others.
    """
    queries = ["q1", "q2", "q3", "q4"]
    candidates = (*(f"c{i}" for i in range(8)), "q4")
    names = dict.fromkeys([*queries, *candidates, "u"])
    papers = {p: make_paper(p, f"topic{i % 3}") for i, p in enumerate(names)}
    judgments = {
        (query, facet): Judgments(
            candidates,
            tuple((i + j + k) % 4 for k in range(9)),
            {"ann1": tuple((i + k) % 4 for k in range(9)), "ann2": (0, 1, 2, 3, 0, 1, 2, -1, 3)},
        )
        for i, query in enumerate(queries)
        for j, facet in enumerate(FACETS)
    }
    pools = {
        query: Pool((*candidates, "u"), tuple(("cited",) for _ in range(10))) for query in queries
    }
    folds = fold_papers(queries[:2], queries[2:])
    listed = [Query(q, f, 2019, papers[q].title, "theoretical") for q in queries for f in FACETS]
    return Collection(papers, pools, judgments, folds, listed)


def ask(facets: str, query: Paper, *candidates: Paper) -> Collection:
    """Return a collection of one query with some facets; its candidates have grade 0."""
    papers = {paper.paper_id: paper for paper in (query, *candidates)}
    judged = Judgments((*papers,), (0,) * len(papers), {})
    return Collection(papers, {}, {(query.paper_id, f): judged for f in facets.split()}, {})


def make_candidates(title: str, texts: dict[str, Sequence[str]]) -> list[Paper]:
    """Return a paper of each id's sentences, all of no facet."""
    return [Paper(i, title, (*s,), ("other",) * len(s)) for i, s in texts.items()]


def aggregate(collection, run, split="test"):
    """Return a run's official all-NDCG%20 on a split."""
    quick = Resampling(seed=0, n_bootstrap=100, n_permutations=100)
    metrics = evaluate_runs(collection, {"r": run}, {}, ["r"], quick).metrics
    return metrics.query(
        "protocol == 'official' and split == @split and slice == 'all' and metric == 'ndcg%20'"
    ).value.item()


def order_by_grade(collection, sign):
    """Return the run that orders every pool by grade (sign 1: best first, -1: worst first)."""
    run = {}
    for pair in collection.pairs():
        grades = collection.judgments[pair].grades()
        ids = sorted(collection.rankable(*pair), key=lambda c: (-sign * grades[c], c))
        run[pair] = [(c, -float(i)) for i, c in enumerate(ids)]
    return run


def draw_run(collection, seed, skill=0.0):
    """Return a run in an order drawn from ``seed``, the better the more ``skill`` weighs grades."""
    rng, run = np.random.default_rng(seed), {}
    for pair in collection.pairs():
        grades = collection.judgments[pair].grades()
        run[pair] = rank_scores(
            (c, rng.normal() + skill * grades[c]) for c in collection.rankable(*pair)
        )
    return run


def write_trec_run(path, run):
    """Write a run of a collection with facets as TREC lines."""
    lines = [
        f"{query}_{facet} Q0 {candidate} 0 {score} x"
        for (query, facet), ranking in run.items()
        for candidate, score in ranking
    ]
    path.write_text("\n".join(lines))


def regrade(collection, pairs, change):
    """Return the collection with ``change`` applied to the grades of ``pairs``."""
    judgments = {
        pair: Judgments(j.candidates, tuple(change(j.adjudicated)), {}) if pair in pairs else j
        for pair, j in collection.judgments.items()
    }
    return replace(collection, judgments=judgments)


def check_ranked(run, collection):
    """Assert that a run ranks every topic's candidates once, the query aside, best first.

    Of a collection that is searched it has some of them, up to the depth.
    """
    assert sorted(run) == collection.pairs()
    for pair, ranking in run.items():
        ranked, all_of_them = sorted(c for c, _ in ranking), collection.rankable(*pair)
        if collection.is_searched:
            assert set(ranked) <= set(all_of_them) and len(set(ranked)) == len(ranked)
            assert 0 < len(ranked) <= collection.depth
        else:
            assert ranked == all_of_them
        assert ranking == sorted(ranking, key=lambda row: (-row[1], row[0]))
