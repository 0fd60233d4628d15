"""The items of a comparison: each topic's candidates, their weights in every run, their grades."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.collection import Collection, OpenCollection, Pair
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.runs import Ranking, Run
from paperpool.judging.measures import Ints, Measure

Item = tuple[Pair, str]
"""A topic and a candidate."""


@dataclass(frozen=True)
class Items:
    """All candidates that scores of some runs depend on, topic by topic.

    ``places`` has the topic of each item by its place in ``topics``, ``weights`` those of the items
    in each run, shape (runs, items), and ``grades`` those that are known, NaN for others. The first
    ``depths`` ranks of a topic count. Candidates are relevant from ``relevant`` on, and no grade is
    above ``max_grade``.
    """

    measure: Measure
    runs: tuple[str, ...]
    topics: tuple[Pair, ...]
    places: Ints
    candidates: tuple[str, ...]
    weights: Floats
    grades: Floats
    depths: Ints
    relevant: float
    max_grade: float

    @property
    def known(self) -> NDArray[np.bool_]:
        """Whether each item has a grade."""
        return ~np.isnan(self.grades)

    @property
    def gains(self) -> Floats:
        """The gain of each item, NaN if it has no grade."""
        return self.measure.gain(self.grades, self.relevant)

    @property
    def best_gain(self) -> float:
        """The gain of the highest grade."""
        return 1.0 if self.measure.kind == "p" else self.max_grade

    @property
    def ids(self) -> list[Item]:
        """The topic and the candidate of each item."""
        topics = [self.topics[place] for place in self.places]
        return list(zip(topics, self.candidates, strict=True))

    @property
    def standing(self) -> Floats:
        """Return how high the runs rank each item together: from 0 to 1, first in all of them."""
        return self.weights.mean(axis=0) / max(self.weights.max(initial=0.0), 1e-12)

    def sum_topics(self, values: Floats) -> Floats:
        """Return the sums of the items' values, (..., items), in each topic, (..., topics)."""
        return sum_groups(values, self.places, len(self.topics))

    def hide(self, hidden: NDArray[np.bool_]) -> "Items":
        """Return the items without the grades that are marked."""
        return replace(self, grades=np.where(hidden, np.nan, self.grades))


def gather_items(
    collection: Collection,
    runs: Mapping[str, Run],
    measure: Measure,
    max_grade: float,
) -> Items:
    """Return the items of some checked runs of a collection.

    If its runs are complete (``Collection.scored``) these are a topic's judged candidates. In a
    user's collection they are the judged ones, and those that a run has among the ranks that
    count. The query itself is none.
    """
    topics = tuple(collection.pairs())
    places: list[int] = []
    candidates: list[str] = []
    grades: list[float] = []
    ranks: list[list[int]] = []
    depths: list[int] = []
    for place, topic in enumerate(topics):
        known = {i: g for i, g in collection.judgments[topic].grades().items() if i != topic[0]}
        rankings = [_order(run.get(topic, []), topic, collection) for run in runs.values()]
        n_candidates = len(collection.scored(*topic) - {topic[0]})
        depth = int(measure.count_ranks(np.array([n_candidates]))[0])
        found = list(known)
        for ranking in rankings:
            found += ranking[:depth]

        of_topic = sorted(set(found))
        rows = {candidate: row for row, candidate in enumerate(of_topic)}
        ranks_of_topic = [[0] * len(runs) for _ in of_topic]
        for number, ranking in enumerate(rankings):
            for rank, candidate in enumerate(ranking, 1):
                if candidate in rows:
                    ranks_of_topic[rows[candidate]][number] = rank

        places += [place] * len(of_topic)
        candidates += of_topic
        grades += [known.get(candidate, np.nan) for candidate in of_topic]
        ranks += ranks_of_topic
        depths.append(depth)

    where = np.array(places, dtype=np.int64)
    depth_of_topic = np.array(depths, dtype=np.int64)
    by_run = np.array(ranks, dtype=np.int64).reshape(-1, len(runs)).T
    return Items(
        measure,
        tuple(runs),
        topics,
        where,
        tuple(candidates),
        measure.weigh(by_run, depth_of_topic[where][np.newaxis]),
        np.array(grades, dtype=np.float64),
        depth_of_topic,
        collection.relevant,
        max_grade,
    )


def _order(ranking: Ranking, topic: Pair, collection: Collection) -> list[str]:
    """Return the candidates in the order that is scored, without the query and repeated ones.

    In users' collections equal scores, as 32-bit floats, are ordered as trec_eval does.
    """
    if isinstance(collection, OpenCollection):
        ranking = sorted(ranking, key=lambda row: (np.float32(row[1]), row[0]), reverse=True)
    return [i for i in dict.fromkeys(candidate for candidate, _ in ranking) if i != topic[0]]


def sum_groups(values: Floats, groups: Ints, n_groups: int) -> Floats:
    """Return the sums of values, (..., n), in each of the rising ``groups``, (..., n_groups)."""
    sums = np.zeros((*values.shape[:-1], n_groups))
    starts = np.flatnonzero(np.diff(groups, prepend=-1))
    if len(starts):
        sums[..., groups[starts]] = np.add.reduceat(values, starts, axis=-1)
    return sums
