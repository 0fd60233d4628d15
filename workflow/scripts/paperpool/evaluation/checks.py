"""Checks, doubts and pool bias of the runs of an evaluation."""

from collections.abc import Collection as Names
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from paperpool.collections.collection import Collection
from paperpool.errors import Problem, UserError
from paperpool.evaluation.pool_bias import PoolBias, find_warnings, judged_shares, tabulate_bias
from paperpool.evaluation.runs import Ranking, Run
from paperpool.evaluation.stored_doubts import list_doubts, store_doubts
from paperpool.evaluation.tables import Evaluation
from paperpool.io.files import read_json

COLLECTION = "*"
"""The key of the collection itself among the findings in rankers: no ranker can be called so."""

_FEWEST_RANKED = 100  # below it two rankings may be the same by chance


@dataclass(frozen=True)
class Checks:
    """Findings in each ranker's first run, as JSON types, by ranker.

    The rankers of ``outside``, by default all of ``found``, are doubted.
    """

    found: dict[str, dict[str, Any]]
    refuses_doubts: bool = False
    outside: Names[str] | None = None

    def shares(
        self, runs: Mapping[str, Run], collection: Collection
    ) -> dict[str, Mapping[str, float]]:
        """Return the ``judged_shares`` of every run; of a checked one as before the checks."""
        shares: dict[str, Mapping[str, float]] = {}
        for name, run in runs.items():
            if name in self.found:
                shares[name] = self.found[name]["judged_at_20"]
            else:
                shares[name] = judged_shares(run, collection)
        return shares

    def complete(
        self,
        evaluation: Evaluation,
        runs: Mapping[str, Run],
        bias: Sequence[PoolBias] | None = None,
        split: str = "test",
    ) -> Evaluation:
        """Add checks, doubts and pool bias to the evaluation of ``runs``.

        Notes warn of the bias on ``split``. Raises UserError for a refused doubt (see ``gather``).
        """
        doubts = self.gather(runs)
        evaluation = replace(evaluation, checks=self.found, doubts=doubts)
        if bias is None:
            return evaluation

        notes = list(evaluation.notes)
        for ranker, warnings in find_warnings(bias, split).items():
            notes += [f"{ranker}: {warning}" for warning in warnings]
        others = dict(evaluation.others)
        others["pool_bias"] = tabulate_bias(bias)
        return replace(evaluation, others=others, notes=notes)

    def gather(self, runs: Mapping[str, Run]) -> list[Problem]:
        """Return all doubts, after adding those about runs with the ranking of another one.

        Runs of ``outside`` are compared with all ``runs``: with one another by order, with ours by
        scores too, as a fusion may keep a member's order. Raises UserError if doubts are refused.
        """
        outside = self.found if self.outside is None else self.outside
        same: dict[str, Problem] = {}
        names = sorted(runs, key=lambda name: name in outside)  # ours first
        for place, name in enumerate(names):
            if name not in outside:
                continue
            for other in names[:place]:
                is_ours = other not in outside
                if name not in same and _is_same(runs[other], runs[name], by_scores=is_ours):
                    message = f"Runs {other!r} and {name!r} are one ranking under two names."
                    hint = "Check that both names have the intended run, or remove one."
                    same[name] = Problem(message, f"{other}, {name}", hint)

        if same and self.refuses_doubts:
            raise UserError(list(same.values()))
        for name, doubt in same.items():
            self.found[name]["doubts"] += store_doubts([doubt])
        return list_doubts(self.found)


def _is_same(first: Run, second: Run, by_scores: bool) -> bool:
    """Return whether two runs have the same rankings, ``by_scores`` with the same scores too.

    Short runs are never the same: two rankers may agree on a few candidates.
    """
    if first.keys() != second.keys():
        return False
    if sum(map(len, first.values())) < _FEWEST_RANKED:
        return False
    if by_scores:
        return first == second
    return all(_order(ranking) == _order(second[pair]) for pair, ranking in first.items())


def _order(ranking: Ranking) -> list[str]:
    return [candidate for candidate, _ in ranking]


def read_checks(paths: Iterable[str | Path], refuses_doubts: bool) -> Checks:
    """Read what was found in the runs of rankers, a file each, called as the ranker is."""
    return Checks({Path(path).stem: read_json(path) for path in paths}, refuses_doubts)
