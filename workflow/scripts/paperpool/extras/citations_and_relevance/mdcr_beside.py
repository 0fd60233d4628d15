"""A benchmark of citations beside people's judgments: its negatives, and its order of rankers.

MDCR takes papers that a query cites for relevant, and others for negatives (Medić and Šnajder 2022,
section 4). People's judgments are those of a collection whose queries are papers
(``collections.paper_topics``), by the weights that it gives their pairs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq

from paperpool.benchmarks.benchmark import CORRECTED, OFFICIAL
from paperpool.benchmarks.mdcr import BENCHMARK
from paperpool.collections.collection import Collection
from paperpool.collections.mdcr_benchmark import (
    TRUE,
    Benchmark,
    iterate_pools,
    negative_types,
)
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.resampling import (
    Floats,
    bootstrap_counts,
    bootstrap_weights,
    interval_where_defined,
    kendall_taus,
    rank_from_best,
)
from paperpool.extras.citations_and_relevance.ratios import RatioDraws
from paperpool.mdcr.names import ALL, LEVELS

NEGATIVES = "all negatives"
ANY_PAPER = "any paper"
"""Rows beside the types of candidates: all negatives, and a paper drawn at random."""

CANDIDATE_COLUMNS = "type weight share ci_low ci_high n_queries n_candidates n_relevant".split()
"""``share`` of a type's candidates has at least a ``weight``: relevant to a question of both."""

ORDER_COLUMNS = (
    "benchmark metric collection by tau ci_low ci_high n_rankers n_queries n_topics"
).split()
RANKER_COLUMNS = (
    "benchmark metric collection by ranker trained_on value rank value_by_people rank_by_people "
    "favour ci_low ci_high"
).split()

CITED_METRICS = ("map", "ndcg")
"""The measures by citations, each compared with the judged collection's of the same place."""

CITED = {
    BENCHMARK.name: CORRECTED,
    f"{BENCHMARK.name}-{LEVELS[1]}": OFFICIAL,
}
"""The evaluations by citations, and their protocols: the benchmark, whose negatives come from some
of the rankers, and the field's pool, where all papers that a query does not cite are negatives."""

_CANDIDATES = 920
_ORDERS = 930


def count_judged(
    benchmark: Benchmark, collection: Collection, prefix: str, resampling: Resampling
) -> pd.DataFrame:
    """Return the table of CANDIDATE_COLUMNS: what people make of each type of candidates.

    Weights are those from which a paper of ``collection`` is relevant, and the highest one. Queries
    that are no topics of ``collection`` are left out: nothing is relevant to them. A candidate
    without a judgment is not relevant. ``prefix`` stands before a document's id in the benchmark.
    """
    grades = {}
    for (query, _), judgments in collection.judgments.items():
        of_query = judgments.grades().items()
        grades[f"{prefix}{query}"] = {f"{prefix}{paper}": grade for paper, grade in of_query}
    pools = {}
    for _, query, pool in iterate_pools(benchmark):
        if query in grades:
            pools[query] = pool
    if not pools:
        return pd.DataFrame(columns=CANDIDATE_COLUMNS)

    highest = max(max(of_query.values()) for of_query in grades.values() if of_query)
    types = [TRUE, *negative_types(benchmark), NEGATIVES, ANY_PAPER]
    n_others = len(collection.documents) - 1
    rows: list[tuple[object, ...]] = []
    draws = RatioDraws(len(pools), resampling, _CANDIDATES)
    for weight in sorted({collection.relevant, highest}):
        for kind in types:
            counts = []
            for query, pool in pools.items():
                if kind == ANY_PAPER:
                    n_relevant = sum(grade >= weight for grade in grades[query].values())
                    counts.append((n_relevant, n_others))
                    continue
                listed = pool.positives
                if kind != TRUE:
                    listed = pool.negatives(None if kind == NEGATIVES else kind)
                found = [grades[query].get(candidate, 0) >= weight for candidate in listed]
                counts.append((sum(found), len(listed)))
            n_relevant = sum(of_query[0] for of_query in counts)
            n_candidates = sum(of_query[1] for of_query in counts)
            estimate = draws.estimate(counts)
            rows.append((kind, weight, *estimate, len(pools), n_candidates, n_relevant))
    return pd.DataFrame(rows, columns=CANDIDATE_COLUMNS)


@dataclass(frozen=True)
class Scored:
    """The scores of rankers: their names, the queries, and values of shape (rankers, queries)."""

    rankers: list[str]
    queries: list[str]
    values: Floats

    def choose(self, rankers: Sequence[str]) -> Floats:
        """Return the values of some rankers, in their order."""
        return self.values[[self.rankers.index(ranker) for ranker in rankers]]


def read_scores(path: str | Path, metric: str, **wanted: str) -> Scored:
    """Return a measure of each ranker and query in a table ``per_query.parquet``.

    ``wanted`` are values of its other columns.
    """
    frame = pq.read_table(path).to_pandas()
    for column, value in {**wanted, "metric": metric}.items():
        frame = frame[frame[column] == value]
    table = frame.pivot_table(index="ranker", columns="query_id", values="value", sort=True)
    return Scored(
        [str(name) for name in table.index],
        [str(name) for name in table.columns],
        table.to_numpy(dtype=float),
    )


def list_metrics(path: str | Path) -> list[str]:
    """Return the measures of a table of scores, in its order."""
    column = pq.read_table(path, columns=["metric"]).column("metric")
    return list(dict.fromkeys(column.to_pylist()))


@dataclass(frozen=True)
class Compared:
    """Rankers by citations and by people: benchmark, measures, collection, and both scores."""

    benchmark: str
    metric: str
    collection: str
    by: str
    cited: Scored
    judged: Scored

    @property
    def rankers(self) -> list[str]:
        """The rankers that both sides have scored."""
        return [name for name in self.cited.rankers if name in self.judged.rankers]


def pair_scores(
    cited: str | Path, judged: Mapping[str, str | Path], asking: Sequence[str]
) -> list[Compared]:
    """Return the scores by citations beside those of judged collections, by their headlines.

    ``cited`` and ``judged`` are tables of scores by query; ``asking`` are the collections whose
    queries are papers, those of the others are questions.
    """
    compared = []
    for benchmark, metric in product(CITED, CITED_METRICS):
        protocol = CITED[benchmark]
        by_citations = read_scores(
            cited, metric, benchmark=benchmark, protocol=protocol, split="test", slice=ALL
        )
        for name, path in judged.items():
            by = "papers" if name in asking else "questions"
            judged_metric = list_metrics(path)[CITED_METRICS.index(metric)]
            by_people = read_scores(path, judged_metric, slice=ALL)
            metrics = f"{metric}, {judged_metric}"
            compared.append(Compared(benchmark, metrics, name, by, by_citations, by_people))
    return compared


def compare_orders(
    compared: Sequence[Compared], trained_on: Mapping[str, str], resampling: Resampling
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the tables of ORDER_COLUMNS and RANKER_COLUMNS.

    ``trained_on`` is what the models of rankers were trained on. ``favour`` is how much higher a
    ranker stands by citations than by people, both in standard deviations of the rankers' scores.
    Intervals draw the queries of either side, apart from each other.
    """
    orders: list[tuple[object, ...]] = []
    lines: list[tuple[object, ...]] = []
    for stream, both in enumerate(compared):
        rankers = both.rankers
        place = (both.benchmark, both.metric, both.collection, both.by)
        sizes = (len(rankers), len(both.cited.queries), len(both.judged.queries))
        if len(rankers) < 2:
            orders.append((*place, None, None, None, *sizes))
            continue

        cited = both.cited.choose(rankers)
        judged = both.judged.choose(rankers)
        rng = np.random.default_rng([resampling.seed, _ORDERS, stream])
        drawn_cited = _draw_means(cited, resampling, rng)
        drawn_judged = _draw_means(judged, resampling, rng)
        means_cited = cited.mean(axis=1)[None]
        means_judged = judged.mean(axis=1)[None]

        [tau] = kendall_taus(means_cited, means_judged)
        drawn = kendall_taus(drawn_cited, drawn_judged)
        orders.append((*place, *interval_where_defined(tau, drawn, resampling.confidence), *sizes))

        [favours] = _standardise(means_cited) - _standardise(means_judged)
        drawn_favours = _standardise(drawn_cited) - _standardise(drawn_judged)
        ranks = [rank_from_best(means[0]) for means in (means_cited, means_judged)]
        for number, ranker in enumerate(rankers):
            favour = interval_where_defined(
                favours[number], drawn_favours[:, number], resampling.confidence
            )
            scores = (
                float(means_cited[0, number]),
                int(ranks[0][number]),
                float(means_judged[0, number]),
                int(ranks[1][number]),
            )
            lines.append((*place, ranker, trained_on.get(ranker, ""), *scores, *favour))
    return (
        pd.DataFrame(orders, columns=ORDER_COLUMNS),
        pd.DataFrame(lines, columns=RANKER_COLUMNS),
    )


def _draw_means(values: Floats, resampling: Resampling, rng: np.random.Generator) -> Floats:
    """Return the rankers' means over drawn queries, shape (draws, rankers)."""
    sizes = [values.shape[1]]
    counts = bootstrap_counts(sizes, resampling.n_bootstrap, rng)
    return bootstrap_weights(counts, sizes) @ values.T


def _standardise(means: Floats) -> Floats:
    """Return each row less its mean, by its standard deviation; NaN if that is 0."""
    centred = means - means.mean(axis=1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        return centred / means.std(axis=1, keepdims=True)
