"""Evaluate runs of somebody's collection: figures, values of each topic, tests, bias and checks.

The protocol is ``trec_eval``'s: a figure is the mean over all judged topics.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

import numpy as np
from ir_measures.measures import BaseMeasure

from paperpool.collections.collection import Collection
from paperpool.evaluation.checks import Checks
from paperpool.evaluation.named_measures import measure_topics, parse_measures
from paperpool.evaluation.paired_draws import Paired, PairedDraws, Resampling
from paperpool.evaluation.pool_bias import PoolBias, warn_of_bias
from paperpool.evaluation.runs import Run
from paperpool.evaluation.tables import Evaluation, EvaluationRows, Slice, measure_slice

PROTOCOL = "trec_eval"
SLICE = "all"

TESTED = 2
"""The headline measures, by which rankers are ranked and tested: the first ones."""


def evaluate(
    name: str,
    collection: Collection,
    runs: Mapping[str, Run],
    checks: Checks,
    measures: Sequence[str] | None,
    own: Mapping[str, BaseMeasure] | None,
    paired: Paired,
) -> Evaluation:
    """Evaluate the rankers' runs: see ``evaluate_open`` for the figures.

    Pool bias is compared with the first baseline. Raises UserError where doubts are refused.
    """
    figures = (measures, paired.baselines, paired.resampling, own)
    tables = evaluate_open(name, collection, runs, *figures)
    shares = checks.shares(runs, collection)
    bias = measure_open_bias(collection, runs, shares, next(iter(paired.baselines), None))
    return checks.complete(tables, runs, bias, *collection.folds["all"])


def evaluate_open(
    name: str,
    collection: Collection,
    runs: Mapping[str, Run],
    measures: Sequence[str] | None,
    baselines: Sequence[str],
    resampling: Resampling,
    own: Mapping[str, BaseMeasure] | None = None,
) -> Evaluation:
    """Return the three tables of the runs of the collection called ``name``.

    ``measures`` are names (see ``parse_measures``), ``baselines`` the runs that each other one is
    tested against, ``own`` measures that come with the collection's format.
    """
    parsed = parse_measures(measures, collection.relevant, own)
    [split] = collection.folds["all"]
    names = collection.topic_names()
    topics = [names[pair] for pair in collection.pairs()]
    stacks = {
        ranker: measure_topics(run, collection, parsed)[:, np.newaxis]
        for ranker, run in runs.items()
    }
    rows = EvaluationRows()
    rows.add(
        Slice(name, PROTOCOL, split, SLICE, [str(measure) for measure in parsed], topics),
        measure_slice(
            stacks,
            PairedDraws([len(topics)], resampling, stream=[0]),
            baselines,
            range(len(parsed))[:TESTED],
        ),
        {},
    )
    return rows.tables()


def measure_open_bias(
    collection: Collection,
    runs: Mapping[str, Run],
    shares: Mapping[str, Mapping[str, float]],
    baseline: str | None,
) -> list[PoolBias]:
    """Return the pool bias of every ranker (see ``pool_bias``), of all topics.

    ``shares`` are those of ``judged_shares``; without a baseline among the runs none is compared.
    """
    [split] = collection.folds["all"]
    [bpref] = parse_measures(["Bpref"], collection.relevant)
    means = {name: fmean(of_run.values()) if of_run else None for name, of_run in shares.items()}
    rows = []
    for ranker, run in runs.items():
        value = float(measure_topics(run, collection, [bpref]).mean())
        other = means[baseline] if baseline in means else means[ranker]
        warning = warn_of_bias(means[ranker], baseline or "", other, removed=False)
        n_topics = len(collection.pairs())
        rows.append(PoolBias(ranker, split, SLICE, means[ranker], value, n_topics, warning))
    return rows
