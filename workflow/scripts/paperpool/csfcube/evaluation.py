"""Evaluate runs of a CSFCube collection: scores, values per query, tests, pool bias and checks.

Source: the release's ``ranking_eval.py`` for the ``official`` protocol; section 5 for measures.
"""

from collections.abc import Collection as Members
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import numpy as np

from paperpool.benchmarks.csfcube import BENCHMARK as DESCRIPTION
from paperpool.collections.collection import Collection, Pair, pair_name
from paperpool.collections.relevance import find_irrelevance
from paperpool.errors import UserError
from paperpool.evaluation.checks import Checks
from paperpool.evaluation.csfcube_measures import PROTOCOLS, Grades, bpref
from paperpool.evaluation.paired_draws import Paired, PairedDraws, Resampling
from paperpool.evaluation.pool_bias import PoolBias, warn_of_bias
from paperpool.evaluation.published import PublishedScore, read_comparable_scores
from paperpool.evaluation.runs import Run, first_runs
from paperpool.evaluation.slices import read_slices
from paperpool.evaluation.tables import Evaluation, EvaluationRows, Slice, measure_slice

BENCHMARK = "csfcube"

SPLITS = {"dev": ("fold1_dev",), "test": ("fold1_test", "fold2_test")}
"""The folds of each split; the release reports ``test`` as the mean over its two folds."""

OwnSlices = Mapping[str, Members[Pair]]
"""The (query, facet) pairs of a user's slices, by name."""


def grade_ranking(
    run: Run, pair: Pair, collection: Collection, with_query: bool
) -> tuple[Grades, Grades]:
    """Return the gains of a pair's ranking, in its order, and those of all its judged candidates.

    The query's own id counts only ``with_query``.
    """
    gains = collection.gains(pair)
    ranked = [candidate for candidate, _ in run.get(pair, [])]
    if not with_query:
        query = pair[0]
        gains = {candidate: gain for candidate, gain in gains.items() if candidate != query}
        ranked = [candidate for candidate in ranked if candidate != query]
    dtype = float if collection.has_decimals else int
    ranked_gains = np.array([gains[candidate] for candidate in ranked], dtype)
    return ranked_gains, np.array(list(gains.values()), dtype)


def score_pair(run: Run, pair: Pair, collection: Collection, protocol: str) -> dict[str, float]:
    """Compute every measure of ``protocol`` for one (query, facet) pair; 0 if the run lacks it.

    The corrected protocol leaves the query's own id out.
    """
    ranked, judged = grade_ranking(run, pair, collection, with_query=protocol != "corrected")
    least = collection.relevant_gain
    return {name: measure(ranked, judged, least) for name, measure in PROTOCOLS[protocol].items()}


def read_published(
    path: str | Path, queries: str | Path, collection: Collection
) -> list[PublishedScore]:
    """Read published scores; empty if ``queries`` are not the collection's."""
    pairs = [pair_name(*pair) for pair in collection.pairs()]
    return read_comparable_scores(path, queries, pairs)


def read_own_slices(path: str | Path, collection: Collection) -> OwnSlices:
    """Read a user's slices: a ``query_id`` is a pair, or a paper with all its facets.

    No slice may have a facet's name or title. Raises UserError as ``read_slices``.
    """
    queries: dict[str, list[Pair]] = {}
    for pair in collection.pairs():
        queries.setdefault(pair[0], []).append(pair)
        queries[pair_name(*pair)] = [pair]
    titles = collection.scheme.slice_titles
    hint = (
        "Each row is query_id,slice: a query <paper>_<facet>, or a query paper for all its facets; "
        f"and any name but {', '.join(titles)}."
    )
    return read_slices(path, queries, [*titles, *titles.values()], hint)


def evaluate(
    collection: Collection,
    runs: Mapping[str, Sequence[Run]],
    checks: Checks,
    published: Mapping[tuple[str, str, str], float],
    paired: Paired,
    slices: OwnSlices | None = None,
) -> Evaluation:
    """Evaluate the runs of each ranker with ``evaluate_runs``, and check the first of them.

    Pool bias is compared with the first baseline. Raises UserError if doubts are refused, and if
    no candidate is relevant.
    """
    grades: list[int] = []
    for judgments in collection.judgments.values():
        grades.extend(judgments.adjudicated)
    hint = "Correct the judgments, or the scheme's relevant: the least grade that is relevant."
    where = "the collection's grades"
    irrelevance = find_irrelevance(grades, collection.relevant, where, hint)
    if irrelevance:
        raise UserError(irrelevance)

    first = first_runs(runs)
    further = {name: runs_of_ranker[1:] for name, runs_of_ranker in runs.items()}
    tables = evaluate_runs(
        collection, first, published, paired.baselines, paired.resampling, further, slices
    )
    tables = replace(tables, notes=_describe_empty_folds(collection, slices or {}))

    shares = checks.shares(first, collection)
    bias = measure_pool_bias(collection, first, shares, paired.baselines[0])
    return checks.complete(tables, first, bias)


def evaluate_runs(
    collection: Collection,
    runs: Mapping[str, Run],
    published: Mapping[tuple[str, str, str], float],
    baselines: Sequence[str],
    resampling: Resampling,
    further: Mapping[str, Sequence[Run]] | None = None,
    slices: OwnSlices | None = None,
) -> Evaluation:
    """Evaluate ``runs`` under both protocols, on both splits, per facet and over all.

    ``published`` maps (ranker, slice, measure) to the paper's score for the official protocol on
    the test split. Each run is tested against ``baselines``. ``further`` has the other runs of a
    ranker that was trained several times: scores, values per query, intervals and tests are then
    those of means over all its runs. ``slices`` are further ones: folds without a pair of a slice
    do not count in its official score, and a split without any has no row of it.
    """
    rows = EvaluationRows()
    for protocol, measures in PROTOCOLS.items():
        values = _measure_pairs(collection, runs, further or {}, protocol)
        ranked = [list(measures).index(measure) for measure in DESCRIPTION.tested]
        for split_number, (split, folds) in enumerate(SPLITS.items()):
            folds_by_slice = _list_folds(collection, folds, slices or {})
            for number, (name, slice_folds) in enumerate(folds_by_slice.items()):
                pairs: list[Pair] = []
                for fold in slice_folds:
                    pairs += fold
                if not pairs:
                    continue

                # an official score is the mean over folds, a corrected one that over all pairs
                sizes = [len(pairs)]
                if protocol == "official":
                    sizes = [len(fold) for fold in slice_folds]
                draws = PairedDraws(sizes, resampling, stream=[split_number, number])

                stacks = {}
                for ranker in runs:
                    stacks[ranker] = np.array([values[ranker, pair] for pair in pairs])
                printed = {}
                if protocol == "official" and split == "test":
                    printed = _published_in(published, name)
                queries = [pair_name(*pair) for pair in pairs]
                rows.add(
                    Slice(BENCHMARK, protocol, split, name, list(measures), queries),
                    measure_slice(stacks, draws, baselines, ranked),
                    printed,
                )
    return rows.tables()


def _measure_pairs(
    collection: Collection,
    runs: Mapping[str, Run],
    further: Mapping[str, Sequence[Run]],
    protocol: str,
) -> dict[tuple[str, Pair], list[list[float]]]:
    """Return the measures of each run of a ranker, first and further, by (ranker, pair)."""
    values = {}
    for ranker, first_run in runs.items():
        runs_of_ranker = [first_run, *further.get(ranker, [])]
        for pair in collection.pairs():
            scores = [score_pair(run, pair, collection, protocol) for run in runs_of_ranker]
            values[ranker, pair] = [list(measures.values()) for measures in scores]
    return values


def _published_in(
    published: Mapping[tuple[str, str, str], float], slice_name: str
) -> dict[tuple[str, str], float]:
    """Return the published scores of a slice by (ranker, measure)."""
    found = {}
    for (ranker, name, measure), value in published.items():
        if name == slice_name:
            found[ranker, measure] = value
    return found


def _list_folds(
    collection: Collection, folds: Sequence[str], slices: OwnSlices
) -> dict[str, list[list[Pair]]]:
    """Return the pairs of each slice in each of ``folds``, the user's ``slices`` last.

    Of the latter, folds without a pair are left out.
    """
    found: dict[str, list[list[Pair]]] = {}
    for name in collection.scheme.slices:
        found[name] = [collection.folds[name][fold] for fold in folds]
    for name, members in slices.items():
        chosen = []
        for fold in found["all"]:
            pairs = [pair for pair in fold if pair in members]
            if pairs:
                chosen.append(pairs)
        found[name] = chosen
    return found


def _describe_empty_folds(collection: Collection, slices: OwnSlices) -> list[str]:
    """Return a note on each of the user's ``slices`` that a fold of the test split lacks."""
    notes = []
    for name, members in slices.items():
        empty = [fold for fold in SPLITS["test"] if not _has_pair(collection, fold, members)]
        if empty:
            notes.append(
                f"Slice {name!r} has no query in {', '.join(empty)}: its official test score is "
                "the mean of the other fold alone."
            )
    return notes


def _has_pair(collection: Collection, fold: str, members: Members[Pair]) -> bool:
    return any(pair in members for pair in collection.folds["all"][fold])


def measure_pool_bias(
    collection: Collection,
    runs: Mapping[str, Run],
    shares: Mapping[str, Mapping[str, float]],
    baseline: str,
) -> list[PoolBias]:
    """Compute the pool bias of every ranker on both splits, per facet and over all.

    ``runs`` hold judged candidates only; ``shares`` are the ``judged_shares`` of the unchecked
    runs. The query itself is left out.
    """
    rows = []
    for split, folds in SPLITS.items():
        for name in collection.scheme.slices:
            pairs = []
            for fold in folds:
                pairs.extend(collection.folds[name][fold])

            # a ranker's share is the mean over the queries that it ranks
            queries = [pair_name(*pair) for pair in pairs]
            judged = {}
            for ranker in runs:
                known = shares[ranker]
                judged[ranker] = _mean([known[query] for query in queries if query in known])

            for ranker, run in runs.items():
                values = []
                for pair in pairs:
                    ranking, judgments = grade_ranking(run, pair, collection, with_query=False)
                    values.append(bpref(ranking, judgments, collection.relevant_gain))
                mean = _mean(values) or 0.0
                share = judged[ranker]
                warning = warn_of_bias(share, baseline, judged[baseline])
                rows.append(PoolBias(ranker, split, name, share, mean, len(pairs), warning))
    return rows


def _mean(values: list[float]) -> float | None:
    return fmean(values) if values else None
