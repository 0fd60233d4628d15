"""Models that settings name: which of them cannot be loaded, and which a run makes itself."""

from collections.abc import Iterable

from paperpool.errors import Problem, UserError
from paperpool.models.locating import find_model

STATIC_PREFIX = "static:"


def is_named(model: str) -> bool:
    """Return whether ``model`` is the name of a static encoder that the run itself makes."""
    return model.startswith(STATIC_PREFIX)


def find_model_problems(where: str, model: str | None) -> Iterable[Problem]:
    """Yield the reasons why ``model``, if set, cannot be loaded."""
    if model is None:
        return
    try:
        find_model(model)
    except UserError as error:
        for problem in error.problems:
            yield Problem(problem.what, where, problem.hint)
