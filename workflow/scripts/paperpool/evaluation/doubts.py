"""Doubt complete runs that are probably a mistake.

Their scores are distances, or all the same, or contradict the ranks; or another run has the same
ranking. Honest runs must pass: whether one is reversed is judged over the headline slice alone,
since in MDCR's type slices a model loses to its own negatives by construction.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from paperpool.collections.collection import Collection, OpenCollection, Pair, WholePapers
from paperpool.collections.mdcr_benchmark import Benchmark, Text
from paperpool.collections.mdcr_collection import FieldCollection, as_collection
from paperpool.errors import Problem, name_some
from paperpool.evaluation.csfcube_measures import OFFICIAL, Grades, average_precision
from paperpool.evaluation.pair_scores import Scores, order_pools
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.runs import Run
from paperpool.evaluation.tied_orders import order_scores

Scorer = Callable[[Grades, Grades], float]
"""A measure of one query from its gains, ranked and judged."""

N_MEANS = 10_000
"""Random runs: a reversed run is below all of them, and above all when turned round."""

N_ORDERS = 10_000
"""About how many random orders are measured for them, over all queries."""

MOST_QUERIES = 20_000
"""Of more queries, a sample tells whether a run is reversed."""

SAMPLED = 5_000
"""About how many queries are in the sample."""

_FEWEST_ORDERS = 20  # of a query: their mean is within a quarter of a deviation of the true one

_DISTANCES = (
    "Are the scores distances? Negate them: the best candidate has the highest score. (In the "
    "release's JSON it stands first, and has the smallest distance.)"
)


def find_doubts(
    name: str, where: str, run: Run, collection: Collection, misranked: Iterable[Pair] = ()
) -> list[Problem]:
    """Return the doubts about the checked ``run``; ``misranked`` are a ``ReadRun``'s."""
    doubts = _find_turned(name, where, run, collection)
    tied = []
    rising = []
    for pair, ranking in run.items():
        scores = [score for _, score in ranking]
        if len(scores) > 1 and len(set(scores)) == 1:
            tied.append(pair)
        if any(score < following for score, following in pairwise(scores)):
            rising.append(pair)

    scores_count = "The scores count: see whether they or the ranks are meant."
    ranks_count = "The ranks count. (In the release's JSON numbers are distances: they rise.)"
    counts = scores_count if isinstance(collection, OpenCollection) else ranks_count
    names = collection.topic_names()
    for pairs, finding, hint in (
        (tied, "all candidates have one score", "Write the scores that order them."),
        (misranked, "the rank column says another order than the scores", scores_count),
        (rising, "the scores do not fall with the ranks", counts),
    ):
        found = [names[pair] for pair in sorted(pairs) if pair in names]
        if found:
            message = f"in {len(found):,} of {len(run):,} queries {finding}: {name_some(found)}."
            doubts.append(Problem(f"Run {name!r}: {message}", where, hint))
    return doubts


def find_score_doubts(name: str, where: str, scores: Scores, benchmark: Benchmark) -> list[Problem]:
    """Return the doubts about checked ``scores`` of MDCR's pairs."""
    collection = as_collection({"test": benchmark}, defaultdict(lambda: Text("", "")))
    return find_doubts(name, where, order_pools(scores, benchmark), collection)


def _find_turned(name: str, where: str, run: Run, collection: Collection) -> list[Problem]:
    """Return a doubt if the run is worse than chance, and better than chance when turned round."""
    title, measure, groups = _headline(collection)
    step = _find_step(groups)
    groups = [pairs[::step] for pairs in groups]
    lists, weights = grade_lists(run, collection, groups)
    turned_lists = [(ranked[::-1], judged) for ranked, judged in lists]
    value = _mean_value(lists, weights, measure)
    turned = _mean_value(turned_lists, weights, measure)
    if turned <= value:  # nothing that could be doubted: simulating takes a while
        return []

    means = draw_means(lists, weights, measure)
    if not is_turned(value, turned, means):
        return []
    sampled = f", of one query in {step}," if step > 1 else ""
    message = (
        f"Run {name!r}: its {title} of {100 * value:.2f}{sampled} is below each of {N_MEANS:,} "
        f"random orders of its candidates (mean {100 * means.mean():.2f}); turned round it has "
        f"{100 * turned:.2f}."
    )
    return [Problem(message, where, _DISTANCES)]


def _mean_value(lists: Sequence[tuple[Grades, Grades]], weights: Floats, measure: Scorer) -> float:
    """Return the weighted mean of a measure over queries, given by their grades."""
    return float(weights @ [measure(ranked, judged) for ranked, judged in lists])


def _find_step(groups: Sequence[Sequence[Pair]]) -> int:
    """Return how many queries stand for each that is looked at: 1 unless they are very many."""
    n_queries = sum(map(len, groups))
    if n_queries <= MOST_QUERIES:
        return 1
    return n_queries // SAMPLED


def _headline(collection: Collection) -> tuple[str, Scorer, Sequence[Sequence[Pair]]]:
    """Return title and function of the headline measure, and its queries in groups (folds, fields).

    A user's collection has AP, which needs no cutoff.
    """
    folds = collection.folds["all"]
    least = collection.relevant_gain
    measure = partial(average_precision, least=least)
    if isinstance(collection, OpenCollection):
        return "AP", measure, list(folds.values())
    if isinstance(collection, FieldCollection):
        fields = []
        for name, splits in collection.folds.items():
            if name != "all" and "test" in splits:
                fields.append(splits["test"])
        return "MAP", measure, fields
    tests = [pairs for fold, pairs in folds.items() if fold.endswith("_test")]

    def measure_ndcg(ranked: Grades, judged: Grades) -> float:
        """Return NDCG%20 of a query."""
        return OFFICIAL["ndcg%20"](ranked, judged, least)

    return "NDCG%20", measure_ndcg, tests


def grade_lists(
    run: Run, collection: Collection, groups: Sequence[Sequence[Pair]]
) -> tuple[list[tuple[Grades, Grades]], Floats]:
    """Return each query's grades, ranked and judged, and its weight in the mean over groups."""
    dtype = float if collection.has_decimals else int
    lists = []
    weights = []
    for pairs in groups:
        for pair in pairs:
            grades = collection.gains(pair)
            ranking = run.get(pair, [])
            if isinstance(collection, (OpenCollection, WholePapers)):  # as trec_eval orders
                ranking = order_scores(ranking)
            ranked = np.array([grades.get(candidate, 0) for candidate, _ in ranking], dtype)
            lists.append((ranked, np.array(list(grades.values()), dtype)))
            weights.append(1 / len(groups) / len(pairs))
    return lists, np.array(weights)


def draw_means(
    lists: Sequence[tuple[Grades, Grades]], weights: Floats, measure: Scorer, seed: int = 13
) -> Floats:
    """Return the scores of ``N_MEANS`` runs that order every query's candidates at random.

    Some random orders of each query are measured, and each run draws one of them.
    """
    rng = np.random.default_rng(seed)
    n_orders = max(_FEWEST_ORDERS, N_ORDERS // len(lists))
    means = np.zeros(N_MEANS)
    for weight, (ranked, judged) in zip(weights, lists, strict=True):
        values = [measure(rng.permutation(ranked), judged) for _ in range(n_orders)]
        means += weight * rng.choice(np.array(values), N_MEANS)
    return means


def is_turned(value: float, turned: float, means: Floats) -> bool:
    """Return whether a run scores below all random runs, and above them when turned round."""
    return bool(value < means.min() and turned > means.max())
