"""Measures of runs that are sums over candidates: the weight of a rank times the gain of a grade.

The difference between two runs in such a measure is a sum over the candidates whose weights differ,
so a sample of candidates estimates it without bias. NDCG is such a sum divided by its ideal, which
depends on all grades of a topic (``judging.ideals``). Gains of DCG and NDCG are the grades, as
CSFCube's corrected protocol and trec_eval have them.
"""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperpool.errors import Problem, UserError
from paperpool.evaluation.resampling import Floats

Ints = NDArray[np.int64]

_FORM = re.compile(r"(dcg|ndcg|p)(@|%)([1-9][0-9]*)", re.IGNORECASE)
_HINT = "Give NDCG%20, NDCG@10, DCG@10 or P@10, with any cutoff."

_AVERAGE_PRECISION = (
    "Average precision is no sum over candidates: the value of a relevant candidate depends on the "
    "judgments of all above it, and its divisor on the number of relevant ones. Estimators of it "
    "(infAP, statAP) need a sample that is drawn for its own sake."
)


@dataclass(frozen=True)
class Measure:
    """A measure: its ``kind`` is dcg, ndcg or p.

    The ``cutoff`` is a rank, or with ``is_share`` a percentage of a topic's candidates.
    """

    kind: str
    cutoff: int
    is_share: bool = False

    @property
    def name(self) -> str:
        """The name, as in ``ndcg%20`` and ``p@10``."""
        return f"{self.kind}{'%' if self.is_share else '@'}{self.cutoff}"

    def count_ranks(self, n_candidates: Ints) -> Ints:
        """Return how many ranks count in topics of so many candidates, rounded down."""
        if self.is_share:
            return n_candidates * self.cutoff // 100
        return np.full_like(n_candidates, self.cutoff)

    def weigh(self, ranks: Ints, depths: Ints) -> Floats:
        """Return the weights of ranks (from 1; 0: not ranked) where ``depths`` of them count."""
        counts = (ranks >= 1) & (ranks <= depths)
        weights = np.zeros(ranks.shape)
        if self.kind == "p":
            weights[counts] = 1 / np.broadcast_to(depths, ranks.shape)[counts]
        else:
            weights[counts] = 1 / np.log2(ranks[counts] + 1)
        return weights

    def gain(self, grades: Floats, relevant: float) -> Floats:
        """Return the gains of grades; NaN stays NaN, negative grades gain nothing."""
        if self.kind != "p":
            return np.maximum(grades, 0)
        return np.where(np.isnan(grades), np.nan, (grades >= relevant).astype(float))

    def find_best(self, max_grade: float) -> float:
        """Return the highest score that a topic can have: the scale of 100 points."""
        if self.kind != "dcg":
            return 1.0
        return float(max_grade * sum_discounts(np.array([self.cutoff]))[0])


def sum_discounts(counts: Floats | Ints) -> Floats:
    """Return the sum of the first discounts 1 / log2(rank + 1), linear between whole counts."""
    most = int(np.ceil(counts.max(initial=0)))
    sums = np.concatenate([[0.0], np.cumsum(1 / np.log2(np.arange(2, most + 2)))])
    return np.interp(counts, np.arange(most + 1), sums)


def parse_measure(name: str, where: str) -> Measure:
    """Return the measure of a name, in any case; raise UserError if it has no such estimator."""
    match = _FORM.fullmatch(name.strip())
    if match:
        kind = match[1].lower()
        is_share = match[2] == "%"
        if is_share and kind == "dcg":
            hint = "Give NDCG, whose scale is the same for all topics, or DCG@10."
            raise UserError(Problem("DCG takes a rank as its cutoff, not a share.", where, hint))
        if is_share and int(match[3]) > 100:
            raise UserError(Problem(f"{name} looks at more than all candidates.", where, _HINT))
        return Measure(kind, int(match[3]), is_share)

    if name.strip().lower().partition("@")[0] in ("ap", "map"):
        raise UserError(Problem(_AVERAGE_PRECISION, where, _HINT))
    message = f"{name} is no measure whose difference a sample of judgments estimates."
    raise UserError(Problem(message, where, _HINT))
