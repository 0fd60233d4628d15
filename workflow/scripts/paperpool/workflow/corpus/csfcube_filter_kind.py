"""The filter of CSFCube as the plan knows it; ``csfcube_filter`` has what it does."""

from collections.abc import Iterable

from paperpool.errors import Problem
from paperpool.workflow.corpus.filter_kind import FilterKind, Thresholds


def _list_columns(settings: Thresholds) -> list[str]:
    """Return the columns that papers are selected by."""
    columns = []
    if settings["field"] is not None:
        columns.append("fields")
    if settings["arxiv_only"]:
        columns.append("arxiv_id")
    return columns


def _find_problems(settings: Thresholds) -> Iterable[Problem]:
    if settings["min_sentences"] > settings["max_sentences"]:
        yield Problem(
            "min_sentences is above max_sentences: no paper could be kept.",
            "corpus.csfcube",
            "Correct one of them; CSFCube has 3 and 20.",
        )


KIND = FilterKind("csfcube", _list_columns, _find_problems, ("field", "arxiv_only"))
