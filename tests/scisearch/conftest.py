"""A collection with learnable grades, and inputs of trainings."""

import numpy as np
import pytest

from paperpool.collections.collection import Collection, Judgments, Paper, Pool, Query
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import default_scheme
from paperpool.workflow.scisearch.features import Features
from paperpool.workflow.scisearch.names import ABSTRACT, FACET

from ..made.folds import fold_papers

FACETS = default_scheme().facet_names

LABELS = ("background", "objective", "method", "result")


def make_paper(paper_id, labels=LABELS):
    return Paper(paper_id, paper_id, tuple(f"The {x} of {paper_id}." for x in labels), labels)


@pytest.fixture
def collection():
    """Eight query papers with every facet and 20 judged candidates each, all queries among them.

    Most grades are 0.
    """
    queries = [f"q{i}" for i in range(8)]
    judgments, papers = {}, {}
    for i, query in enumerate(queries):
        candidates = (*queries, *(f"c{(3 * i + k) % 30:02d}" for k in range(12)))
        papers |= {p: make_paper(p) for p in (query, *candidates)}
        for j, facet in enumerate(FACETS):
            grades = tuple((0, 0, 1, 0, 2, 0, 1, 3)[(i + j + 3 * k) % 8] for k in range(20))
            judgments[query, facet] = Judgments(candidates, grades, {})
    pools = {q: Pool(judgments[q, "method"].candidates, (("cited",),) * 20) for q in queries}
    folds = fold_papers(queries[:4], queries[4:])
    return Collection(papers, pools, judgments, folds, [Query(*pair) for pair in judgments])


@pytest.fixture(scope="session")
def released(real_data):
    """The real collection."""
    return read_collection(real_data("csfcube"))


def mark_papers(collection, facet):
    """Return features with a one-hot vector per paper of a facet, and the papers in order."""
    papers = sorted(
        {p for q, _ in collection.pairs(facet) for p in collection.judgments[q, facet].candidates}
        | {q for q, _ in collection.pairs(facet)}
    )
    rows = np.eye(len(papers), dtype=np.float32)
    vectors = {(p, facet, FACET): row for p, row in zip(papers, rows, strict=True)}
    return Features(vectors, FACET), np.array(papers, dtype=object)


def make_features(vectors, facet):
    """Return features of whole abstracts: vectors by paper."""
    return Features(
        {(p, facet, ABSTRACT): np.array(v, np.float32) for p, v in vectors.items()}, ABSTRACT
    )
