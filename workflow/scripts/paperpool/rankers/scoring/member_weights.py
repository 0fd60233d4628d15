"""Fit the weights of ``best`` on a validation split.

All weights are equal at first. Then one member after another gets the weight of WEIGHTS with the
best sum on the validation queries, until no change makes it better. Source: Metzler and Croft 2007,
"Linear feature-based models for information retrieval", coordinate ascent on the measure itself.
CSFCube has no such split (see ``designs``).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.runs import Run
from paperpool.rankers.scoring.fusing import Fused, tabulate, weigh

WEIGHTS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)

TRIED_COLUMNS = "design n_members n_training training chosen".split()


def choose_weights(
    names: Sequence[str], measure: Callable[[Floats], float], n_training: int
) -> tuple[Floats, pd.DataFrame]:
    """Fit the weights, shape (members,), and return the table of all that were tried.

    ``measure`` scores weights on the ``n_training`` rankings of the validation split; without any
    all members count alike. Of equally good weights those tried first are kept. The table has
    TRIED_COLUMNS; a design is written as its members with their weights.
    """
    weights = np.ones(len(names))
    if not n_training:
        return weights, pd.DataFrame(columns=TRIED_COLUMNS)

    best = measure(weights)
    tried = {tuple(weights): best}
    before = -np.inf
    while best > before:
        before = best
        for member in range(len(names)):
            for weight in WEIGHTS:
                changed = weights.copy()
                changed[member] = weight
                key = tuple(changed)
                if key in tried or not changed.any():
                    continue
                tried[key] = measure(changed)
                if tried[key] > best:
                    best = tried[key]
                    weights = changed

    chosen = tuple(weights)
    rows = []
    for design, value in tried.items():
        written = format_weights(names, design)
        rows.append((written, np.count_nonzero(design), n_training, value, design == chosen))
    return weights, pd.DataFrame(rows, columns=TRIED_COLUMNS)


def fuse_by_validation(collection: Collection, runs: Mapping[str, Run]) -> tuple[Run, pd.DataFrame]:
    """Return the sum of the members' standard scores, weighted by the MAP on the validation split.

    ``runs`` have every candidate of every pair. Query papers of another split too are not learned
    from. The validation split itself is fused with the same weights, chosen on it.
    """
    tables = {}
    for pair in collection.pairs():
        tables[pair] = tabulate([run[pair] for run in runs.values()], "zscore")

    splits = collection.folds["all"]
    validated = splits.get(collection.validation or "", [])
    scored = set()
    for pairs in splits.values():
        if pairs is not validated:
            scored.update(query for query, _ in pairs)

    learned = []
    for pair in validated:
        if pair[0] not in scored:
            grades = collection.judgments[pair].grades()
            hits = {c for c, grade in grades.items() if grade >= collection.relevant}
            learned.append(Judged(tables[pair], hits, len(hits), set(grades)))
    chosen, table = choose_weights(
        list(runs), lambda weights: mean_average_precision(learned, weights), len(learned)
    )
    return {pair: fused.rank(chosen) for pair, fused in tables.items()}, table


class Judged:
    """The members' values of the candidates of a validation query, and their relevance.

    ``n_relevant`` includes candidates that no member found. ``scored`` restricts the candidates. As
    in ``trec_measures`` sums are compared as 32-bit floats, ties by falling id.
    """

    def __init__(
        self, fused: Fused, relevant: set[str], n_relevant: int, scored: set[str] | None = None
    ):
        ids = fused.candidates
        kept = [i for i, candidate in enumerate(ids) if scored is None or candidate in scored]
        order = sorted(kept, key=lambda i: ids[i], reverse=True)
        self.scores = fused.scores[:, order]
        self.hits = np.array([ids[i] in relevant for i in order], dtype=bool)
        self.n_relevant = n_relevant

    def average_precision(self, weights: Floats) -> float:
        """Return the average precision of the weighted sum; 0 without a relevant candidate."""
        sums = weigh(weights, self.scores).astype(np.float32)
        ranked = self.hits[np.argsort(-sums, kind="stable")]
        ranks = np.flatnonzero(ranked) + 1
        return float((np.arange(1, len(ranks) + 1) / ranks).sum() / max(self.n_relevant, 1))


def mean_average_precision(judged: Sequence[Judged], weights: Floats) -> float:
    """Return the mean over validation queries."""
    return float(np.mean([query.average_precision(weights) for query in judged]))


def format_weights(names: Sequence[str], weights: Iterable[float]) -> str:
    """Return the names with their weights, without those that weigh 0."""
    counted = zip(names, weights, strict=True)
    return "+".join(f"{weight:g}*{name}" for name, weight in counted if weight)
