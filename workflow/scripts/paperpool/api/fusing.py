"""Fusions of rankers and runs, all counting alike or by weights."""

import math
from collections.abc import Iterable
from contextlib import suppress

from paperpool.api.rankers import Ranker
from paperpool.api.wording import word_setting
from paperpool.errors import Problem, UserError, quote
from paperpool.evaluation.score_checks import read_score
from paperpool.rankers.fusion import Fusion
from paperpool.rankers.registry import make_ranker
from paperpool.settings import setting


class WeightedFusion(Fusion, abstract=True):
    """A fusion whose members count by their weights."""

    weights: list[float] = setting("the weight of each member", {})

    def find_weights(self) -> list[float]:
        """Return the weight of each member, in their order."""
        return self.weights


def fuse(*members: object, method: str = "rrf", weights: Iterable[float] | None = None) -> Ranker:
    """Return the fusion of two or more rankers or runs.

    ``method`` is ``rrf`` or ``zscore`` (docs/rankers.md). All members count alike, or by
    ``weights``, a number from 0 for each. Raises UserError for another method, for fewer members,
    and for other weights.
    """
    if len(members) == 1 and isinstance(members[0], list | tuple):
        hint = "Give them one by one: pp.fuse(first, second), or pp.fuse(*members)."
        raise UserError(Problem("The members are in a list.", "members", hint))
    if len(members) < 2:
        message = f"A fusion has two members or more, not {len(members)}."
        raise UserError(Problem(message, "members", "Name further rankers or runs."))

    named = {f"member{i}": member for i, member in enumerate(members, 1)}
    settings = {"kind": "fusion", "members": list(named), "method": method}
    try:
        from paperpool.api.ranker_settings import check_ranker  # needs an extra's jsonschema

        check_ranker("fusion", settings)
    except UserError as error:
        problems = [word_setting(problem, "fusion") for problem in error.problems]
        raise UserError(problems) from error

    if weights is None:
        return Ranker(make_ranker(settings), "fusion", named)
    checked = _check_weights(weights, len(named))
    fusion = WeightedFusion(members=list(named), method=method, weights=checked, published=None)
    return Ranker(fusion, "fusion", named)


def _check_weights(weights: object, n_members: int) -> list[float]:
    """Return the weights as floats; raise UserError unless each member has one."""
    hint = f"Give a list of {n_members} numbers from 0, such as {[1.0] * n_members}."
    if isinstance(weights, str | bytes) or not isinstance(weights, Iterable):
        raise UserError(Problem(f"weights cannot be {quote(weights)}.", "weights", hint))

    listed = list(weights)
    if len(listed) != n_members:
        message = f"There are {len(listed)} weights for {n_members} members."
        raise UserError(Problem(message, "weights", hint))

    checked = []
    for weight in listed:
        number = math.nan
        if not isinstance(weight, bool):
            with suppress(ValueError):
                number = read_score(weight)
        checked.append(number)
    if not all(weight >= 0 for weight in checked) or not any(checked):
        message = f"Weights are numbers from 0, and one is above 0: not {quote(listed)}."
        raise UserError(Problem(message, "weights", hint))
    return checked
