"""The filters that ``corpus.filters`` may name.

``mdcr`` is the prefilter of MDCR, ``csfcube`` the corpus filter of CSFCube, ``none`` keeps every
paper.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paperpool.errors import Problem, UserError
from paperpool.workflow.corpus import csfcube_filter, mdcr_filter
from paperpool.workflow.corpus.drop_reasons import KEPT, Filter, FilterKind, Flags, Reasons

NO_FILTER = "none"
"""The filter that keeps every paper."""


def _keep_all(settings: Mapping[str, Any]) -> Filter:
    return Filter((), lambda papers, selected: np.full(len(papers), KEPT))


DEFAULT_FILTERS = {kind.name: kind for kind in (csfcube_filter.KIND, mdcr_filter.KIND)}
"""The filters of a corpus that ``corpus.filters`` says nothing of; pools are drawn by the first."""

FILTERS = {**DEFAULT_FILTERS, NO_FILTER: FilterKind(NO_FILTER, _keep_all)}


def make_filters(
    settings: Mapping[str, Mapping[str, Any] | None], leave_out: Sequence[str] = ()
) -> dict[str, Filter]:
    """Return filters by name of ``FILTERS`` from the thresholds of each.

    Missing thresholds have their defaults. Marks of ``leave_out`` (``openalex_works.MARKS``) are
    the first reasons of each filter.
    """
    filters = {name: _make_filter(name, thresholds or {}) for name, thresholds in settings.items()}
    if not leave_out:
        return filters
    return {name: _drop_marked(one, leave_out) for name, one in filters.items()}


def add_mark(papers: pa.Table, is_marked: Flags, mark: str) -> pa.Table:
    """Return ``papers`` with a further mark by ``is_marked``."""
    if not is_marked.any():
        return papers
    marks = papers["marks"].to_pylist()
    for row in np.flatnonzero(is_marked):
        marks[row] = [*(marks[row] or ()), mark]
    return papers.set_column(papers.column_names.index("marks"), papers.field("marks"), [marks])


def _drop_marked(one: Filter, marks: Sequence[str]) -> Filter:
    """Return a filter that drops papers with any of ``marks`` first, then as ``one`` does."""

    def find_reasons(papers: pa.Table, selected: Flags) -> Reasons:
        reasons = one.find_reasons(papers, selected)
        reasons[reasons != KEPT] += len(marks)
        lists = papers["marks"].combine_chunks()
        rows = pc.list_parent_indices(lists)
        for number, mark in reversed(list(enumerate(marks))):
            reasons[rows.filter(pc.equal(lists.flatten(), mark)).to_numpy()] = number
        return reasons

    return Filter((*marks, *one.reasons), find_reasons)


def _make_filter(name: str, settings: Mapping[str, Any]) -> Filter:
    if name not in FILTERS:
        what = f"There is no corpus filter {name!r}."
        raise UserError(Problem(what, "corpus.filters", f"Choose among {', '.join(FILTERS)}."))
    return FILTERS[name].make(settings)
