"""The order of rankers by the votes of one judge, beside that by the collection's grades."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pandas as pd

from paperpool.collections.collection import Judgments, OpenCollection
from paperpool.evaluation.named_measures import measure_topics, parse_measures
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.resampling import (
    Floats,
    bootstrap_counts,
    bootstrap_weights,
    interval_where_defined,
    kendall_taus,
    rank_from_best,
)
from paperpool.evaluation.runs import Run
from paperpool.extras.votes.agreement import Votes

METRICS = ("AP", "nDCG@10")

LEAST_VOTE = 1
"""The least vote of a relevant document."""

GRADES = "grades"
"""The row of the collection's own grades, which the rule of its settings makes of the votes."""

SCORE_COLUMNS = "judge ranker metric value rank n_topics".split()
ORDER_COLUMNS = "judge metric tau ci_low ci_high best n_rankers".split()
"""``best`` is the first ranker by the judge's votes."""

_STREAM = 950


def judge_by(collection: OpenCollection, votes: Votes, judge: str) -> OpenCollection:
    """Return a collection with the votes of one judge as its grades."""
    pairs = collection.topics()
    column = votes.judges.index(judge)
    grades: dict[str, dict[str, int]] = {topic: {} for topic in votes.topics}
    for row, document in enumerate(votes.documents):
        grades[votes.topics[votes.places[row]]][document] = int(votes.grades[row, column])

    judgments = {}
    for topic, of_topic in grades.items():
        pair = pairs[topic]
        judgments[pair] = Judgments(tuple(of_topic), tuple(of_topic.values()), {})
    return replace(collection, judgments=judgments, relevant=LEAST_VOTE)


def compare_judges(
    collection: OpenCollection, votes: Votes, runs: Mapping[str, Run], resampling: Resampling
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the tables of ORDER_COLUMNS and of SCORE_COLUMNS.

    A judge's tau compares with the order by the collection's grades, over the same drawn topics.
    """
    by_judge = {GRADES: collection}
    for judge in votes.judges:
        by_judge[judge] = judge_by(collection, votes, judge)
    values = {}
    for judge, judged in by_judge.items():
        values[judge] = _measure(judged, runs)

    n_topics = len(collection.judgments)
    rng = np.random.default_rng([resampling.seed, _STREAM])
    counts = bootstrap_counts([n_topics], resampling.n_bootstrap, rng)
    weights = bootstrap_weights(counts, [n_topics])
    orders: list[tuple[object, ...]] = []
    scores: list[tuple[object, ...]] = []
    names = list(runs)
    for judge, stack in values.items():
        for number, metric in enumerate(METRICS):
            matrix = stack[number]
            means = matrix.mean(axis=1)
            ranks = rank_from_best(means)
            for ranker, mean, rank in zip(names, means, ranks, strict=True):
                scores.append((judge, ranker, metric, float(mean), int(rank), n_topics))
            if judge == GRADES or len(names) < 2:
                continue
            reference = values[GRADES][number]
            [tau] = kendall_taus(means[None], reference.mean(axis=1)[None])
            drawn = kendall_taus(weights @ matrix.T, weights @ reference.T)
            estimate = interval_where_defined(tau, drawn, resampling.confidence)
            best = names[int(np.argmax(means))]
            orders.append((judge, metric, *estimate, best, len(names)))
    return (
        pd.DataFrame(orders, columns=ORDER_COLUMNS),
        pd.DataFrame(scores, columns=SCORE_COLUMNS),
    )


def _measure(collection: OpenCollection, runs: Mapping[str, Run]) -> Floats:
    """Return the scores of METRICS, shape (measures, rankers, topics)."""
    measures = parse_measures(METRICS, collection.relevant)
    stacked = [measure_topics(run, collection, measures) for run in runs.values()]
    return np.array(stacked).reshape(len(runs), -1, len(measures)).transpose(2, 0, 1)
