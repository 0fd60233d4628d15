"""Choose the settings of the ranker ``best`` without the scored fold.

A design is a subset of the members, fused by the sum of their standard scores. A way to choose
designs is the most members of a design, and the share of the best designs that is summed. For each
test fold every way is tried on the pairs of the other fold whose query paper has no pair in the
scored one (seven papers of the release stand in both folds, and grades of one pool correlate across
facets): each query paper is left out in turn, designs are chosen on the rest, and their ranking of
the paper's pairs counts. The way with the highest NDCG%20 then chooses designs on all these pairs.

Source: nested cross-validation (Varma and Simon 2006, "Bias in error estimation when using
cross-validation for model selection"); the folds are CSFCube's.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, product

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from paperpool.collections.collection import Collection, Pair
from paperpool.evaluation.csfcube_measures import OFFICIAL, Grades
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.runs import Ranking, Run, rank_scores
from paperpool.rankers.scoring.fusing import standard_scores, weigh
from paperpool.rankers.scoring.member_weights import format_weights

TRAINED_ON = {"fold1_test": "fold2_test", "fold2_test": "fold1_test"}
"""For each test fold of ``all`` the fold that designs are chosen on."""

SIZES = (1, 2, 3, 4, 6)
"""The tried maximal sizes of a design, besides the number of members."""

SHARES = (0.0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
"""The tried shares of designs that are summed, at least one of them."""

COLUMNS = (
    "fold most_members share n_designs n_summed n_training training chosen weights ndcg%20 map"
).split()

MEASURES = ("ndcg%20", "map")
"""The measures of every way, by the official protocol; the first chooses."""


def choose_designs(collection: Collection, runs: Mapping[str, Run]) -> tuple[Run, pd.DataFrame]:
    """Return the run of the choice for each fold, and the table of all ways (COLUMNS).

    ``runs`` hold every judged candidate of every pair. The first of equally good ways counts;
    without a pair to choose on, all members count alike. A row is a fold and a way: its score on
    left-out query papers (``training``), whether it is chosen, the number of summed designs of each
    member, and their score on the fold itself, unused in choosing.
    """
    designs = _Designs(collection, runs)
    sizes = {size for size in SIZES if size < len(runs)}
    sizes.add(len(runs))
    ways = list(product(sorted(sizes), SHARES))
    run: Run = {}
    rows = []
    for fold in TRAINED_ON:
        pairs = collection.folds["all"][fold]
        training = training_pairs(collection, fold)
        values = [designs.try_way(training, size, share) for size, share in ways]
        best = int(np.argmax(values)) if training else len(ways) - 1

        for i, (size, share) in enumerate(ways):
            chosen = designs.choose(training, size, share)
            weights = designs.members[chosen].sum(axis=0)
            if i == best:
                run |= {pair: designs.rank(pair, weights) for pair in pairs}
            results = np.mean([designs.measure(pair, weights) for pair in pairs], axis=0)
            row = {
                "fold": fold,
                "most_members": size,
                "share": share,
                "n_designs": designs.count(size),
                "n_summed": len(chosen),
                "n_training": len(training),
                "training": values[i],
                "chosen": i == best,
                "weights": format_weights(list(runs), weights),
            }
            rows.append(row | dict(zip(MEASURES, results.tolist(), strict=True)))
    return dict(sorted(run.items())), pd.DataFrame(rows, columns=COLUMNS)


def list_designs(members: Sequence[str]) -> list[tuple[str, ...]]:
    """List the non-empty subsets of ``members``, by size."""
    designs: list[tuple[str, ...]] = []
    for size in range(1, len(members) + 1):
        designs += combinations(members, size)
    return designs


def training_pairs(collection: Collection, fold: str) -> list[Pair]:
    """Return the pairs to learn from if ``fold`` is scored.

    They are of the other fold, and their query paper has no pair in the scored fold of any slice.
    """
    scored: set[str] = set()
    for folds in collection.folds.values():
        scored.update(query for query, _ in folds[fold])
    return [pair for pair in collection.folds["all"][TRAINED_ON[fold]] if pair[0] not in scored]


class _Designs:
    """The subsets of the members, and the score of each on every pair.

    ``members`` marks the members of a design, shape (designs, members).
    """

    def __init__(self, collection: Collection, runs: Mapping[str, Run]):
        names = list(runs)
        designs = list_designs(names)
        self.members = np.zeros((len(designs), len(names)))
        for row, design in zip(self.members, designs, strict=True):
            row[[names.index(name) for name in design]] = 1.0
        self._sizes = self.members.sum(axis=1)
        self._least = collection.relevant_gain

        self._ids = {pair: collection.rankable(*pair) for pair in collection.pairs()}
        self._scores: dict[Pair, Floats] = {}
        self._judged: dict[Pair, Grades] = {}
        self._values: dict[Pair, Floats] = {}
        for pair, ids in self._ids.items():
            grades = collection.gains(pair)
            self._judged[pair] = np.array([grades[candidate] for candidate in ids])
            self._scores[pair] = np.array([_standardise(run[pair], ids) for run in runs.values()])

            # the members of all designs are added one after another, as ``weigh`` adds them
            sums = np.zeros((len(designs), len(ids)))
            for is_member, scores in zip(self.members.T, self._scores[pair], strict=True):
                sums += is_member[:, None] * scores
            orders = np.argsort(-sums, axis=1, kind="stable")
            self._values[pair] = np.array([self._measure(pair, order)[0] for order in orders])

    def count(self, size: int) -> int:
        """Return how many designs have at most ``size`` members."""
        return int((self._sizes <= size).sum())

    def choose(self, pairs: Sequence[Pair], size: int, share: float) -> NDArray[np.intp]:
        """Return the best designs of at most ``size`` members on some pairs; all without pairs."""
        known = np.flatnonzero(self._sizes <= size)
        if not pairs:
            return known
        values = np.mean([self._values[pair][known] for pair in pairs], axis=0)
        n_chosen = max(1, int(np.ceil(share * len(known) - 1e-9)))
        return known[np.argsort(-values, kind="stable")[:n_chosen]]

    def try_way(self, training: Sequence[Pair], size: int, share: float) -> float:
        """Return the mean NDCG%20 of pairs, each query paper left out in turn."""
        values = []
        for paper in sorted({query for query, _ in training}):
            of_others = [pair for pair in training if pair[0] != paper]
            chosen = self.choose(of_others, size, share)
            weights = self.members[chosen].sum(axis=0)
            for pair in training:
                if pair[0] == paper:
                    values.append(self.measure(pair, weights)[0])
        return float(np.mean(values)) if values else float("nan")

    def measure(self, pair: Pair, weights: Floats) -> list[float]:
        """Return the MEASURES of the weighted sum of the members on a pair."""
        sums = weigh(weights, self._scores[pair])
        return self._measure(pair, np.argsort(-sums, kind="stable"))

    def rank(self, pair: Pair, weights: Floats) -> Ranking:
        """Return the ranking of a pair by the weighted sum of the members."""
        sums = weigh(weights, self._scores[pair]).tolist()
        return rank_scores(zip(self._ids[pair], sums, strict=True))

    def _measure(self, pair: Pair, order: NDArray[np.intp]) -> list[float]:
        judged = self._judged[pair]
        return [OFFICIAL[name](judged[order], judged, self._least) for name in MEASURES]


def _standardise(ranking: Ranking, ids: Sequence[str]) -> list[float]:
    ranked = (candidate for candidate, _ in ranking)
    scores = dict(zip(ranked, standard_scores(ranking), strict=True))
    return [scores[candidate] for candidate in ids]
