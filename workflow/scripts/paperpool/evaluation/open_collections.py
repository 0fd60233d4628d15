"""Evaluate runs of somebody's collection: figures, values of each topic, tests, bias and checks.

The protocol is ``trec_eval``'s: a figure is the mean over all judged topics.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean

import numpy as np
import pandas as pd
from ir_measures.measures import BaseMeasure

from paperpool.collections.collection import Collection
from paperpool.evaluation.checks import Checks
from paperpool.evaluation.named_measures import measure_topics, parse_measures
from paperpool.evaluation.paired_draws import Paired
from paperpool.evaluation.pool_bias import PoolBias, warn_of_bias
from paperpool.evaluation.runs import Run
from paperpool.evaluation.tables import Evaluation, EvaluationRows, Slice, measure_slice
from paperpool.evaluation.tied_orders import expect_topics, find_expected, has_ties

TIE_COLUMNS = ["ranker", "metric", "value", "expected"]

LARGEST_TIE = 0.001
"""A difference between a value and its expectation too small to report."""

PROTOCOL = "trec_eval"
SLICE = "all"

TESTED = 2
"""The headline measures, that rank and test the rankers: the first ones."""


def evaluate(
    name: str,
    collection: Collection,
    runs: Mapping[str, Run],
    checks: Checks,
    measures: Sequence[str] | None,
    own: Mapping[str, BaseMeasure] | None,
    paired: Paired,
    slices: Mapping[str, Sequence[int]] | None = None,
) -> Evaluation:
    """Evaluate the rankers' runs of the collection called ``name``.

    ``measures`` are names (see ``parse_measures``), ``own`` measures that come with the
    collection's format. ``slices`` are further ones (see ``read_slices``). The table ``ties`` has
    expectations over the orders of equal scores, and notes name those that differ from trec_eval's
    values. Pool bias is compared with the first baseline. Raises UserError if doubts are refused.
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
    for i, (name_of, places) in enumerate({SLICE: range(len(topics)), **(slices or {})}.items()):
        of_slice = {ranker: stack[list(places)] for ranker, stack in stacks.items()}
        rows.add(
            Slice(
                name,
                PROTOCOL,
                split,
                name_of,
                [str(measure) for measure in parsed],
                [topics[place] for place in places],
            ),
            measure_slice(
                of_slice,
                paired.draws([len(places)], i),
                paired.baselines,
                range(len(parsed))[:TESTED],
            ),
            {},
        )
    tables = rows.tables()
    ties = tabulate_ties(tables.metrics, collection, runs, parsed)
    tables = replace(tables, others={"ties": ties}, notes=describe_ties(ties))
    shares = checks.shares(runs, collection)
    bias = measure_open_bias(collection, runs, shares, next(iter(paired.baselines), None))
    return checks.complete(tables, runs, bias, split)


def tabulate_ties(
    metrics: pd.DataFrame,
    collection: Collection,
    runs: Mapping[str, Run],
    measures: Sequence[BaseMeasure],
) -> pd.DataFrame:
    """Return TIE_COLUMNS of each run with equal scores, by the measures that have expectations.

    ``metrics`` has the values, with equal scores ordered by id, as trec_eval does.
    """
    values = metrics[metrics["slice"] == SLICE].set_index(["ranker", "metric"])["value"]
    rows = []
    for ranker, run in runs.items():
        known = [measure for measure in measures if find_expected(measure)]
        if known and has_ties(run):
            expected = expect_topics(run, collection, known).mean(axis=0).tolist()
            names = map(str, known)
            rows += [
                (ranker, metric, values[ranker, metric], value)
                for metric, value in zip(names, expected, strict=True)
            ]
    return pd.DataFrame(rows, columns=TIE_COLUMNS)


def describe_ties(ties: pd.DataFrame) -> list[str]:
    """Return a line for each value that is farther from its expectation than LARGEST_TIE."""
    return [
        f"{row.ranker}: {row.metric} is {100 * row.value:.2f} as trec_eval orders equal scores, "
        f"{100 * row.expected:.2f} over all their orders."
        for row in ties.itertuples()
        if abs(row.value - row.expected) > LARGEST_TIE
    ]


def measure_open_bias(
    collection: Collection,
    runs: Mapping[str, Run],
    shares: Mapping[str, Mapping[str, float]],
    baseline: str | None,
) -> list[PoolBias]:
    """Return the pool bias of every ranker (see ``pool_bias``), of all topics.

    ``shares`` are those of ``judged_shares``; without a baseline among the runs there are no
    comparisons.
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
