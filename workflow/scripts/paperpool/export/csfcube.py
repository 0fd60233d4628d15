"""A CSFCube-style collection as it is exported.

A topic is a (paper, facet) pair; its text is the paper's title and the sentences of the facet. The
paper's own id, which stands in the pool of one released query, is no candidate: so the corrected
protocol has it. The pools are whole in one TREC split, ``test``; the folds are BEIR splits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from paperpool.csfcube.collection import FOLDS, RELEVANT_GRADE, Collection, pair_name
from paperpool.evaluation.runs import Run, read_run
from paperpool.export.exported import (
    Document,
    ExportedCollection,
    Place,
    Qrels,
    RankedRun,
    Ranking,
    Topic,
    check_ids,
)
from paperpool.export.trec import count_down

SPLIT = "test"
"""The TREC split, and the BEIR split that has every topic: both test folds together."""

SPLITS = (SPLIT, *FOLDS)
"""The splits of the BEIR folder; a fold's topics are those of its slice ``all``."""


def export_collection(collection: Collection) -> ExportedCollection:
    """Return a collection as it is exported; raise UserError for ids that TREC cannot hold."""
    pairs = sorted(collection.pairs(), key=lambda pair: pair_name(*pair))
    qrels: Qrels = {}
    for pair in pairs:
        grades = collection.judgments[pair].grades()
        qrels[pair_name(*pair)] = {i: grades[i] for i in collection.rankable(*pair)}
    candidates = sorted({i for grades in qrels.values() for i in grades})
    check_ids("papers", [*candidates, *(query for query, _ in pairs)])
    papers = collection.papers
    whole = collection.folds["all"]
    return ExportedCollection(
        topics=[_topic(collection, *pair) for pair in pairs],
        documents={i: Document(papers[i].title, papers[i].abstract) for i in candidates},
        qrels={SPLIT: qrels},
        beir={
            SPLIT: qrels,
            **{fold: {name: qrels[name] for name in _names(whole[fold])} for fold in FOLDS},
        },
        places=[
            Place(name, part, fold)
            for part, folds in collection.folds.items()
            for fold in FOLDS
            for name in _names(folds[fold])
        ],
        relevant=RELEVANT_GRADE,
    )


def _names(pairs: list[tuple[str, str]]) -> list[str]:
    return sorted(pair_name(*pair) for pair in pairs)


def _topic(collection: Collection, query: str, facet: str) -> Topic:
    paper = collection.papers[query]
    text = " ".join([paper.title, *paper.facet_sentences(facet)])
    return Topic(pair_name(query, facet), query, facet, paper.title, paper.abstract, text)


def read_rankings(runs: Mapping[str, str | Path]) -> Iterator[RankedRun]:
    """Yield the run of each name; scores count down the ranks, as ``trec.count_down`` has it."""
    for name, path in runs.items():
        yield SPLIT, name, _rankings(read_run(path))


def _rankings(run: Run) -> Iterator[tuple[str, Ranking]]:
    for (query, facet), ranking in sorted(run.items(), key=lambda item: pair_name(*item[0])):
        yield pair_name(query, facet), count_down(i for i, _ in ranking if i != query)
