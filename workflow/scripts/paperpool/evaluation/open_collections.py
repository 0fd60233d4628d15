"""Evaluate runs of a user's collection: scores, values of each topic, tests, bias and checks.

As in ``trec_eval``, a score is the mean over all judged topics. Those that a version of
``paperpool next`` has besides are only counted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import numpy as np
import pandas as pd
from ir_measures.measures import BaseMeasure

from paperpool.collections.collection import Collection, OpenCollection
from paperpool.errors import UserError
from paperpool.evaluation.checks import Checks
from paperpool.evaluation.collection_doubts import (
    find_collection_doubts,
    store_collection_doubts,
)
from paperpool.evaluation.float_scores import describe_beyond
from paperpool.evaluation.limits import (
    describe_depths,
    describe_unfindable,
    describe_unjudged,
    describe_unjudged_slices,
)
from paperpool.evaluation.named_measures import measure_topics, parse_measures
from paperpool.evaluation.paired_draws import Paired
from paperpool.evaluation.pool_bias import PoolBias, warn_of_bias
from paperpool.evaluation.runs import Run, leave_out
from paperpool.evaluation.slices import read_slices
from paperpool.evaluation.tables import Evaluation, EvaluationRows, Slice, measure_slice
from paperpool.evaluation.tied_orders import expect_topics, find_expected, has_ties

TIE_COLUMNS = ["ranker", "metric", "value", "expected"]

_UNJUDGED = (
    "They count in no mean over judged queries; a model's grades estimate scores of all "
    "(docs/predicted.md)."
)

LARGEST_TIE = 0.001
"""A difference between a value and its expectation too small to report."""

PROTOCOL = "trec_eval"

SLICE = "all"
"""The slice of all queries, a reserved name."""

TESTED = 2
"""The number of headline measures, by which rankers are ranked and tested: the first ones."""


def evaluate(
    name: str,
    collection: OpenCollection,
    runs: Mapping[str, Run],
    checks: Checks,
    measures: Sequence[str] | None,
    format_measures: Mapping[str, BaseMeasure] | None,
    paired: Paired,
    slices: str | Path | None = None,
) -> Evaluation:
    """Evaluate the rankers' runs of the collection called ``name``.

    ``measures`` are names (see ``parse_measures``), ``format_measures`` those that the collection's
    format adds, ``slices`` the file of further slices (see ``read_slices``). The table ``ties`` has
    expectations over the orders of equal scores, and notes list those that differ from trec_eval's
    values. Pool bias is compared with the first baseline. Raises UserError if doubts are refused,
    those about the collection as well.
    """
    whole = collection
    collection = whole.keep_judged()
    runs = {name: leave_out(run, whole.unjudged_topics) for name, run in runs.items()}
    doubts = find_collection_doubts(collection)
    if doubts and checks.refuses_doubts:
        raise UserError(doubts)

    all_slices: dict[str, Sequence[int]] = {SLICE: range(len(collection.pairs()))}
    if slices:
        all_slices |= read_places(slices, whole)
    parsed = parse_measures(measures, collection.relevant, format_measures)
    [split] = collection.folds["all"]
    names = collection.topic_names()
    topics = [names[pair] for pair in collection.pairs()]
    stacks = {}
    for ranker, run in runs.items():
        stacks[ranker] = measure_topics(run, collection, parsed)[:, np.newaxis]

    rows = EvaluationRows()
    columns = list(map(str, parsed))
    ranked = range(len(parsed))[:TESTED]
    for stream, (slice_name, positions) in enumerate(all_slices.items()):
        if not positions:
            continue  # its number stays its own: the draws of others do not change with it
        chosen = {ranker: stack[list(positions)] for ranker, stack in stacks.items()}
        draws = paired.draws([len(positions)], stream)
        queries = [topics[position] for position in positions]
        rows.add(
            Slice(name, PROTOCOL, split, slice_name, columns, queries),
            measure_slice(chosen, draws, paired.baselines, ranked),
            {},
        )
    tables = rows.tables()

    ties = tabulate_ties(tables.metrics, collection, runs, parsed)
    notes = describe_unjudged(whole, _UNJUDGED)
    notes += describe_unjudged_slices(all_slices)
    notes += describe_unfindable(collection)
    notes += describe_depths(runs, collection, parsed)
    notes += describe_beyond(runs)
    notes += describe_ties(ties)
    tables = replace(tables, others={"ties": ties}, notes=notes)

    shares = checks.shares(runs, collection)
    bias = measure_open_bias(collection, runs, shares, next(iter(paired.baselines), None))
    complete = checks.complete(tables, runs, bias, split)
    found = {**checks.found, **store_collection_doubts(doubts)}
    return replace(complete, checks=found, doubts=[*doubts, *complete.doubts])


def read_places(path: str | Path, collection: OpenCollection) -> dict[str, list[int]]:
    """Read the positions of each slice's judged topics, in their order (see ``read_slices``).

    A slice none of whose topics is judged yet has none.
    """
    names = collection.topic_names()
    positions: dict[str, list[int]] = {name: [] for name in names.values()}
    for position, pair in enumerate(collection.keep_judged().pairs()):
        positions[names[pair]] = [position]
    hint = "Each row is query_id,slice: a query of the collection, and any name but all."
    slices = read_slices(path, positions, [SLICE], hint)
    return {name: sorted(members) for name, members in slices.items()}


def tabulate_ties(
    metrics: pd.DataFrame,
    collection: Collection,
    runs: Mapping[str, Run],
    measures: Sequence[BaseMeasure],
) -> pd.DataFrame:
    """Return TIE_COLUMNS of each run with equal scores, for measures with an expectation.

    ``metrics`` has the values with equal scores ordered by id, as trec_eval does.
    """
    values = metrics[metrics["slice"] == SLICE].set_index(["ranker", "metric"])["value"]
    known = [measure for measure in measures if find_expected(measure)]
    rows = []
    for ranker, run in runs.items():
        if known and has_ties(run):
            expected = expect_topics(run, collection, known).mean(axis=0).tolist()
            for metric, value in zip(map(str, known), expected, strict=True):
                rows.append((ranker, metric, values[ranker, metric], value))
    return pd.DataFrame(rows, columns=TIE_COLUMNS)


def describe_ties(ties: pd.DataFrame) -> list[str]:
    """Return a line for each value that is farther from its expectation than LARGEST_TIE."""
    lines = []
    for row in ties.itertuples():
        if abs(row.value - row.expected) > LARGEST_TIE:
            lines.append(
                f"{row.ranker}: {row.metric} is {100 * row.value:.2f} as trec_eval orders equal "
                f"scores, {100 * row.expected:.2f} over all their orders."
            )
    return lines


def measure_open_bias(
    collection: Collection,
    runs: Mapping[str, Run],
    shares: Mapping[str, Mapping[str, float]],
    baseline: str | None,
) -> list[PoolBias]:
    """Compute the pool bias of every ranker, of all topics.

    ``shares`` are those of ``judged_shares``. A baseline that is none of the runs is passed over.
    """
    [split] = collection.folds["all"]
    [bpref] = parse_measures(["Bpref"], collection.relevant)
    names = set(collection.topic_names().values())
    means: dict[str, float | None] = {}
    for ranker, shares_of_run in shares.items():
        of_topics = [share for name, share in shares_of_run.items() if name in names]
        means[ranker] = fmean(of_topics) if of_topics else None

    n_topics = len(collection.pairs())
    rows = []
    for ranker, run in runs.items():
        value = float(measure_topics(run, collection, [bpref]).mean())
        share = means[ranker]
        share_of_baseline = means.get(baseline or "", share)
        warning = warn_of_bias(share, baseline or "", share_of_baseline, removed=False)
        rows.append(PoolBias(ranker, split, SLICE, share, value, n_topics, warning))
    return rows
