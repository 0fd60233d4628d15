"""The filters that ``corpus.filters`` may have, as the plan knows them: names and settings.

``mdcr`` is the prefilter of MDCR, ``csfcube`` the corpus filter of CSFCube, ``none`` keeps every
paper. Others are mappings of a name and conditions (``conditions``). ``filters`` has what they do.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paperpool.errors import Problem

Thresholds = Mapping[str, Any]
"""The settings of a filter by name, as ``corpus.<filter>`` has them."""


def _list_none(settings: Thresholds) -> list[str]:
    return []


def _find_none(settings: Thresholds) -> list[Problem]:
    return []


@dataclass(frozen=True)
class FilterKind:
    """A filter that ``corpus.filters`` may name; its settings are those of ``corpus.<name>``.

    ``list_columns`` returns the columns of a table
    that its settings decide by, beside title and abstract, and ``find_problems`` the problems of
    its settings. The settings in ``of_selection`` are no thresholds: they select papers first.
    """

    name: str
    list_columns: Callable[[Thresholds], list[str]] = _list_none
    find_problems: Callable[[Thresholds], Iterable[Problem]] = _find_none
    of_selection: tuple[str, ...] = ()


def _list_csfcube_columns(settings: Thresholds) -> list[str]:
    """Return the columns that papers are selected by."""
    columns = []
    if settings["field"] is not None:
        columns.append("fields")
    if settings["arxiv_only"]:
        columns.append("arxiv_id")
    return columns


def _find_csfcube_problems(settings: Thresholds) -> Iterable[Problem]:
    if settings["min_sentences"] > settings["max_sentences"]:
        yield Problem(
            "min_sentences is above max_sentences: no paper could be kept.",
            "corpus.csfcube",
            "Correct one of them; CSFCube has 3 and 20.",
        )


def _list_mdcr_columns(settings: Thresholds) -> list[str]:
    """Return the year, and the columns of the direction of citations that counts."""
    if settings["citations"] == "inbound":
        return ["year", "cited_by"]
    if settings["citations"] == "outbound":
        return ["year", "citations"]
    return ["year", "citations", "cited_by"]


_CSFCUBE = FilterKind(
    "csfcube", _list_csfcube_columns, _find_csfcube_problems, ("field", "arxiv_only")
)
_MDCR = FilterKind("mdcr", _list_mdcr_columns)

NO_FILTER = "none"
"""The filter that keeps every paper."""

DEFAULT_FILTERS = {kind.name: kind for kind in (_CSFCUBE, _MDCR)}
"""The filters of a corpus that ``corpus.filters`` says nothing of; pools are drawn by the first."""

FILTERS = {**DEFAULT_FILTERS, NO_FILTER: FilterKind(NO_FILTER)}

Chosen = str | Mapping[str, Any]
"""An entry of ``corpus.filters``: a name of ``FILTERS``, or a filter of a user's own."""


def name_filters(chosen: Sequence[Chosen]) -> list[str]:
    """Return the names of the entries of ``corpus.filters``."""
    names = []
    for entry in chosen:
        if isinstance(entry, str):
            names.append(entry)
        else:
            names.append(entry["name"])
    return names
