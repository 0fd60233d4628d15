"""Runs that cannot be meant: they are whole, and yet no ranker would be scored by them.

Their scores are distances, or all the same, or say another order than the ranks; or the run is one
that another name has too. An honest run must not be accused. So whether a run is turned round is
judged over the headline slice alone: in MDCR's type slices a model loses to its own negatives by
construction.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Collection as Names
from itertools import pairwise
from typing import Any

import numpy as np

from paperpool.collections.collection import Collection, pair_name
from paperpool.collections.mdcr_benchmark import Benchmark, Text
from paperpool.collections.mdcr_collection import as_collection
from paperpool.errors import Problem, UserError, name_some
from paperpool.evaluation.csfcube_measures import OFFICIAL, Grades, Measure
from paperpool.evaluation.graded_measures import graded_measures
from paperpool.evaluation.pair_scores import Scores, find_other_pairs, order_pools
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.runs import Ranking, Run

Pair = tuple[str, str]

N_MEANS = 10_000
"""Simulated runs that a doubted one is below, and turned round above: all of them."""

N_ORDERS = 10_000
"""About how many random orders are measured for that, over all queries."""

_FEWEST_ORDERS = 20  # of a query: their mean is within a quarter of a deviation of the true one
_FEWEST_RANKED = 100  # below it two rankings may be the same by chance

_DISTANCES = (
    "Are the scores distances? Negate them: the best candidate has the highest score. (In the "
    "release's JSON it stands first, and has the smallest distance.)"
)


def find_doubts(
    name: str, where: str, run: Run, collection: Collection, misranked: Names[Pair] = ()
) -> list[Problem]:
    """Return what cannot be meant in the checked ``run`` called ``name``, read from ``where``.

    ``misranked`` are those of a ``ReadRun``.
    """
    names = collection.topic_names()
    doubts = [_find_turned(name, where, run, collection)]

    def doubt(pairs: Iterable[Pair], what: str, hint: str) -> None:
        found = [names[pair] for pair in sorted(pairs) if pair in names]
        if found:
            what = f"Run {name!r}: in {len(found):,} of {len(run):,} queries {what}"
            doubts.append(Problem(f"{what}: {name_some(found)}.", where, hint))

    tied = (pair for pair, of in run.items() if len(of) > 1 and len({s for _, s in of}) == 1)
    doubt(tied, "all candidates have one score", "Write the scores that order them.")
    hint = "The scores count: see whether they or the ranks are meant."
    doubt(misranked, "the rank column says another order than the scores", hint)
    rising = (p for p, of in run.items() if any(a[1] < b[1] for a, b in pairwise(of)))
    if not collection.is_open:
        hint = "The ranks count. (In the release's JSON numbers are distances: they rise.)"
    doubt(rising, "the scores do not fall with the ranks", hint)
    return [one for one in doubts if one]


def find_same(runs: Mapping[str, Run], outside: Names[str]) -> dict[str, list[Problem]]:
    """Return the doubts of runs from ``outside`` that are another's too, by the later's name.

    Two from outside are the same where the order is. One of ours has the same scores besides: a
    fusion that takes a single member orders as that does.
    """
    if not outside:
        return {}
    found: dict[str, list[Problem]] = {}
    known: list[tuple[str, str, str]] = []
    for name in sorted(runs, key=lambda name: name in outside):  # ours first
        if sum(map(len, runs[name].values())) < _FEWEST_RANKED:
            continue
        orders = _digest(runs[name], lambda ranking: [i for i, _ in ranking])
        scores = _digest(runs[name], lambda ranking: ranking)
        for other, other_orders, other_scores in known if name in outside else ():
            if orders == other_orders and (other in outside or scores == other_scores):
                what = f"Runs {other!r} and {name!r} are one ranking under two names."
                hint = "See that each is the run that is meant, or leave one out."
                found.setdefault(name, []).append(Problem(what, f"{other}, {name}", hint))
                break
        known.append((name, orders, scores))
    return found


def _digest(run: Run, part: Callable[[Ranking], object]) -> str:
    digest = hashlib.sha256()
    for pair in sorted(run):
        digest.update(repr((pair, part(run[pair]))).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def find_foreign(
    name: str, where: str, run: Run, known: Names[Pair], n_extra: int
) -> Problem | None:
    """Return that nine of ten queries of a run are not ``known``, or of its candidates are extra.

    Such a run is of another collection; ``n_extra`` counts candidates of known queries.
    """
    n_known, n_all, what = len(known), len(run), "queries is a query of the collection"
    if 10 * n_known >= n_all:
        n_all = sum(len(run[pair]) for pair in known)
        n_known, what = n_all - n_extra, "candidates is one of its query"
    if 10 * n_known >= n_all:
        return None
    (query, part), ranking = min(run.items())
    named = ", ".join(map(repr, [pair_name(query, part).removesuffix("_"), *dict(ranking[:1])]))
    share = f"only {n_known:,}" if n_known else "none"
    hint = f"Is it a run of another collection? It begins with {named}."
    return Problem(f"Run {name!r}: {share} of its {n_all:,} {what}.", where, hint)


def find_score_doubts(
    name: str, where: str, read: Mapping[str, object], scores: Scores, benchmark: Benchmark
) -> list[Problem]:
    """Return what cannot be meant in ``scores`` of MDCR's pairs, checked from what was ``read``."""
    if foreign := find_other_pairs(name, where, read, scores):
        return [foreign]
    collection = as_collection({"test": benchmark}, defaultdict(lambda: Text("", "")))
    return find_doubts(name, where, order_pools(scores, benchmark), collection)


def gather_checks(
    found: dict[str, dict[str, Any]],
    runs: Mapping[str, Run],
    refuses_doubts: bool,
    outside: Names[str] | None = None,
) -> list[Problem]:
    """Return all doubts about runs, adding to what was ``found`` in each that it is another's too.

    Those from ``outside``, by default all of ``found``, are compared with all others. Raises
    UserError where there are such, and ``refuses_doubts``.
    """
    same = find_same(runs, found if outside is None else outside)
    if same and refuses_doubts:
        raise UserError([one for doubts in same.values() for one in doubts])
    for name, doubts in same.items():
        found[name]["doubts"] += store_doubts(doubts)
    return list_doubts(found)


def store_doubts(doubts: Iterable[Problem]) -> list[dict[str, str]]:
    """Return doubts as JSON types."""
    return [{"what": one.what, "where": one.where, "hint": one.hint} for one in doubts]


def list_doubts(found: Mapping[str, Mapping[str, Any]]) -> list[Problem]:
    """Return the doubts of all runs from what was found in each."""
    return [Problem(**doubt) for checks in found.values() for doubt in checks["doubts"]]


def _find_turned(name: str, where: str, run: Run, collection: Collection) -> Problem | None:
    title, measure = headline_measure(collection)
    lists, weights = grade_lists(run, collection)
    if not lists:
        return None
    value = float(weights @ [measure(ranked, judged) for ranked, judged in lists])
    turned = float(weights @ [measure(ranked[::-1], judged) for ranked, judged in lists])
    if turned <= value:  # it cannot be doubted: nothing is simulated
        return None
    means = draw_means(lists, weights, measure)
    if not is_turned(value, turned, means):
        return None
    what = (
        f"Run {name!r}: its {title} of {100 * value:.2f} is below that of each of {N_MEANS:,} "
        f"random orders of the same candidates (mean {100 * means.mean():.2f}); turned round it "
        f"has {100 * turned:.2f}."
    )
    return Problem(what, where, _DISTANCES)


def headline_measure(collection: Collection) -> tuple[str, Measure]:
    """Return the title and the function of the measure that turned runs are found by.

    Of other people's collections it is AP, whatever else they are measured by: it has no cut.
    """
    if collection.faceted and not collection.is_open:
        return "NDCG%20", OFFICIAL["ndcg%20"]
    title = "AP" if collection.is_open else "MAP"
    return title, graded_measures(collection.relevant)["AP"]


def grade_lists(run: Run, collection: Collection) -> tuple[list[tuple[Grades, Grades]], Floats]:
    """Return the grades of the headline slice's queries, ranked and judged, and their weights.

    Weights add up to 1: a figure is the mean over CSFCube's two folds, or MDCR's fields.
    """
    lists, weights = [], []
    groups = _group_headline(collection)
    for pairs in groups:
        for pair in pairs:
            grades = collection.judgments[pair].grades()
            ranking = run.get(pair, [])
            if not (collection.faceted and not collection.is_open):  # as trec_eval orders
                ranking = sorted(ranking, key=lambda of: (np.float32(of[1]), of[0]), reverse=True)
            ranked = np.array([grades.get(i, 0) for i, _ in ranking])
            lists.append((ranked, np.array(list(grades.values()))))
            weights.append(1 / len(groups) / len(pairs))
    return lists, np.array(weights)


def _group_headline(collection: Collection) -> Sequence[Sequence[Pair]]:
    folds = collection.folds["all"]
    if collection.is_open:
        return list(folds.values())
    if collection.faceted:
        return [pairs for fold, pairs in folds.items() if fold.endswith("_test")]
    fields = [of for name, of in collection.folds.items() if name != "all"]
    return [of["test"] for of in fields if "test" in of]


def draw_means(
    lists: Sequence[tuple[Grades, Grades]], weights: Floats, measure: Measure, seed: int = 13
) -> Floats:
    """Return the figures of ``N_MEANS`` runs that order every query's candidates by chance.

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
    """Tell whether a figure is below all means, and that of the run turned round above them."""
    return bool(value < means.min() and turned > means.max())
